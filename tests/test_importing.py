"""A printed book into an edition: printed words beside the digest, an editor's words untouched, all or nothing."""

import json

import pytest
from django.core.management import CommandError, call_command

from laws import editing
from laws.books.records import Unreadable
from laws.importing import bring_in
from laws.models import Citation, Edition, Entry
from tests.builders import make_edition, make_heading, make_law

pytestmark = pytest.mark.django_db

BOOK = """THE LAWS OF MARMALADE


THE REVOKE

1. A revoke occurs when a player spreads the wrong marmalade on
the toast that was led. See Law 2.

2. Each established revoke costs:

    (a) When the host revokes, thirty points.

    (b) When a guest revokes, forty points, as Law 1 has it.

A revoking side cannot score anything else.

3. A revoke must be claimed before the toast has been cut for the
following round.
"""


def read(text=BOOK, slug="marmalade-1901", **values):
    return bring_in(text.encode(), name="marmalade.txt", slug=slug, **values)


def state(result):
    return {line.label: line.state for line in result.report.lines}


def test_a_book_makes_an_edition_with_its_citations():
    result = read(title="The Laws of Marmalade")
    assert state(result) == {"law 1": "created", "law 2": "created", "law 3": "created"}
    edition = Edition.objects.get()
    assert (edition.slug, edition.year, edition.title) == ("marmalade-1901", 1901, "The Laws of Marmalade")
    law = Entry.objects.get(slug="2")
    assert [part.anchor for part in law.parts.all()] == ["a", "b"]
    assert law.text.endswith("A revoking side cannot score anything else.")
    assert {c.target.slug for c in Citation.objects.all()} == {"1", "2"}
    assert result.proof.accounts.adds_up and result.cited == 2 and not result.unresolved


def test_a_second_reading_changes_nothing():
    read(title="Marmalade")
    assert set(state(read()).values()) == {"same"}


def test_printed_words_come_in_beside_the_digest(client):
    edition = make_edition("marmalade-1901", year=1901)
    make_law("1", digest="Our own words for it.", title="Our title", edition=edition, heading=make_heading("THE REVOKE", edition=edition))
    read()
    law = Entry.objects.get(slug="1")
    assert law.text.startswith("A revoke occurs") and law.digest == "Our own words for it."
    assert (law.title, law.title_is_printed) == ("Our title", False)
    assert edition.headings.count() == 1
    page = client.get(law.get_absolute_url()).content.decode()
    assert page.index("A revoke occurs") < page.index("Our own words for it.")


def test_an_editors_words_stay_and_the_difference_is_listed():
    read(title="Marmalade")
    law = Entry.objects.get(slug="3")
    law.text = "A revoke must be claimed before the toast has been eaten."
    law.save()
    editing.publish([law])
    result = read()
    law.refresh_from_db()
    assert law.text.endswith("eaten.")
    (conflict,) = result.conflicts
    assert conflict.entry == ("law", "3") and "eaten." in "\n".join(conflict.diff) and "[cut" in "\n".join(conflict.diff)
    assert state(result)["law 3"] == "same"


def test_a_corrected_book_replaces_what_was_imported():
    read(title="Marmalade")
    result = read(BOOK.replace("forty points", "fifty points"))
    assert state(result)["law 2"] == "changed" and not result.conflicts
    assert "fifty points" in Entry.objects.get(slug="2").text


def test_a_book_read_again_under_an_old_name_of_its_code_is_that_code_still():
    read(title="Marmalade")
    Edition.objects.update(title="The Laws of Marmalade")
    editing.rename(Edition.objects.get(), "preserves-1901")
    again = read()
    assert (again.report.count("created"), again.report.count("changed")) == (0, 0)
    assert again.cited == Citation.objects.exclude(outcome="dismissed").count() > 0
    edition = Edition.objects.get()
    assert (edition.slug, edition.title) == ("preserves-1901", "The Laws of Marmalade")


def test_a_dry_run_reports_and_changes_nothing():
    result = read(title="Marmalade", dry_run=True)
    assert set(state(result).values()) == {"created"}
    assert not Edition.objects.exists()


def test_a_draft_leaves_what_is_new_unpublished(client):
    read(title="Marmalade", draft=True)
    assert set(Entry.objects.values_list("status", flat=True)) == {"draft"}
    assert client.get("/marmalade-1901/law/1/").status_code == 404


def test_what_is_published_stays_as_it_is_in_a_draft_import():
    edition = make_edition("marmalade-1901", year=1901)
    law = make_law("1", digest="Our own words.", edition=edition)
    read(draft=True)
    law.refresh_from_db()
    assert (law.status, law.text) == ("published", "")


@pytest.mark.parametrize(("data", "why"), [(b"", "empty"), (b"\x89PNG\r\n\x1a\n\x00\x00", "a picture"), (b"\xff\xfe\x00", "half a character")])
def test_what_cannot_be_read_is_refused_in_one_sentence(data, why):
    result = bring_in(data, name="x", slug="x-1901")
    assert result.report is None and result.proof.refusal.endswith("."), why
    assert not Edition.objects.exists()


def test_a_new_edition_needs_a_year():
    with pytest.raises(Unreadable, match="say the year"):
        read(slug="marmalade")


def test_the_command_prints_the_proof(tmp_path, capsys):
    path = tmp_path / "marmalade.txt"
    path.write_text(BOOK)
    call_command("import_book", str(path), edition="marmalade-1901", title="Marmalade", json=True)
    printed = json.loads(capsys.readouterr().out)
    assert printed["loaded"] is True and printed["proof"]["counts"]["laws"] == 3
    assert [entry["state"] for entry in printed["entries"]] == ["created"] * 3
    call_command("import_book", str(path), edition="marmalade-1901")
    assert "3 same" in capsys.readouterr().out


@pytest.mark.parametrize("source", ["no/such/file.txt", "http://127.0.0.1:9/book.txt"])
def test_a_source_that_is_not_there_is_a_sentence(source):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_book", source, edition="x-1901")


def test_citations_in_words_that_could_not_be_placed_are_told():
    fragment = 'Section 10 of Etiquette provides, "If a player concede", and Law 61 does not bear on it.\n\n\nCASE 11\n\nFacts of it.\n\n\nDECISION\n\nLaw 60 decides.\n'
    make_edition("marmalade-1901", year=1901)
    result = read(fragment)
    assert [words.partition(": ")[2] for words in result.adrift] == ["Section 10 of Etiquette", "Law 61"]
    assert result.unresolved == ["Case 11: Law 60"]


@pytest.mark.parametrize(("words", "says"), [("[bad\n", "line 1: this is no TOML"), ('colour = "red"\n', "is no known key"), (None, "cannot be used")])
def test_a_profile_that_cannot_be_read_is_a_sentence(tmp_path, words, says):
    book, profile = tmp_path / "marmalade.txt", tmp_path / "profile.toml"
    book.write_text(BOOK)
    if words is not None:
        profile.write_text(words)
    with pytest.raises(CommandError, match=says):
        call_command("import_book", str(book), edition="marmalade-1901", profile=profile)
    assert not Edition.objects.exists()
