"""Loading the collection that ships again, as after an update of the site: it is no later word than a book's or an editor's."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from laws import editing
from laws.books import folder
from laws.books.load import IMPORTED, load
from laws.management.commands import load as command
from laws.models import Entry

from .test_folder import make_folder

pytestmark = pytest.mark.django_db
LAWS = "# THE DEAL\n\n## 1. Who\n### In brief\nThe lowest deals.\n\n## 2. How\n### Text\nOne by one.\n\n## 3. When\n### Text\nAt once.\n"


def loaded(*paths: Path, **options: object) -> str:
    out = StringIO()
    call_command("load", *paths, stdout=out, **options)
    return out.getvalue()


def words() -> dict[str, tuple[str, str]]:
    return {number: (text, digest) for number, text, digest in Entry.objects.values_list("number", "text", "digest")}


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The collection, loaded once; then a book has given Law 1 its printed words, and an editor has changed Law 2."""
    monkeypatch.setattr(command, "COLLECTION", tmp_path)
    make_folder(tmp_path, laws=LAWS)
    loaded()
    printed = make_folder(tmp_path, laws=LAWS.replace("### In brief\nThe lowest deals.", "### Text\nHe who cuts lowest deals.\n\n### In brief\nThe lowest deals."))
    load(folder.read(printed), reason=IMPORTED)
    law = Entry.objects.select_related("edition", "law").get(number="2")
    law.text = "One card at a time."
    editing.store(law, reworded=True)
    editing.publish([law])
    return make_folder(tmp_path, laws=LAWS.replace("At once.", "Without delay.").replace("One by one.", "One after the other."))


def test_the_words_of_a_book_and_of_an_editor_stay_and_the_others_are_brought_up_to_date(shipped: Path) -> None:
    said = loaded()
    assert words() == {"1": ("He who cuts lowest deals.", "The lowest deals."), "2": ("One card at a time.", ""), "3": ("Without delay.", "")}
    assert "2 entries keep the words that editors or a book have given since the last load." in said
    assert "1 changed, 2 same" in said


def test_a_folder_that_is_named_is_taken_as_it_says(shipped: Path) -> None:
    loaded(shipped)
    assert words() == {"1": ("", "The lowest deals."), "2": ("One after the other.", ""), "3": ("Without delay.", "")}


def test_a_collection_that_nobody_has_touched_is_the_same_again(shipped: Path) -> None:
    loaded(shipped)
    assert "3 same" in (said := loaded()) and "keep" not in said
