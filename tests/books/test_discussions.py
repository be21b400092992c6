"""Where entries have been discussed: read from a folder, loaded beside what editors added, written back."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from laws.books import folder as reader
from laws.books.load import load
from laws.books.records import Unreadable
from laws.exports import folder as writer
from laws.exports.records import record_of
from laws.models import Discussion, Edition
from tests.books.test_folder import make_folder
from tests.books.test_load import FILES
from tests.builders import make_case, make_law

pytestmark = pytest.mark.django_db
HEAD = "entry,title,issue,date,url,note\n"


def made(tmp_path: Path, rows: str) -> Path:
    """A folder with discussions, of the edition that the tests of loading use."""
    (tmp_path / "discussed.csv").write_text(rows, encoding="utf-8")
    return make_folder(tmp_path, **FILES)


def told(edition: str = "club-1999") -> list[tuple[str, str]]:
    return [(row.entry.label, str(row)) for row in Discussion.objects.filter(entry__edition__slug=edition)]


def test_a_folder_tells_where_an_entry_was_discussed(tmp_path) -> None:
    rows = 'law 84,Club Bulletin,March 2026,2026-03-01,https://club.example/b/3,"Who asked, and why"\nlaw 84,A letter,,2026-02-03,,\n'
    load(reader.read(made(tmp_path, HEAD + rows)))
    assert told() == [("Law 84", "Club Bulletin, March 2026"), ("Law 84", "A letter, 3 February 2026")]
    assert Discussion.objects.first().note == "Who asked, and why"


def test_loading_twice_adds_nothing_and_keeps_what_an_editor_added(tmp_path) -> None:
    folder = made(tmp_path, HEAD + "law 84,Bulletin,March,,,A note\n")
    load(reader.read(folder))
    law = Discussion.objects.get().entry
    Discussion.objects.create(entry=law, title="Magazine")
    Discussion.objects.filter(title="Bulletin").update(note="")
    load(reader.read(folder))
    assert sorted(told()) == [("Law 84", "Bulletin, March"), ("Law 84", "Magazine")]
    assert Discussion.objects.get(title="Bulletin").note == "A note"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("law 999,Bulletin,,,,", "there is no law 999"),
        ("law 84,,,,,", "needs an entry and a title"),
        (",Bulletin,,,,", "needs an entry and a title"),
        ("law 84,Bulletin,,March,,", "“March” is no date"),
        ("law 84,Bulletin,,,javascript:alert(1),", "is no address"),
        ("law 84,Bulletin,,,club.example,", "is no address"),
        (f"law 84,{'x' * 200},,,,", "at most 120 characters"),
    ],
)
def test_a_row_that_cannot_be_taken_is_refused_with_its_line(tmp_path, row: str, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        load(reader.read(made(tmp_path, HEAD + row + "\n")))
    assert said in str(refused.value) and "discussed.csv, line 2" in str(refused.value)
    assert not Discussion.objects.exists()


def test_a_dump_writes_them_and_is_read_back_the_same(tmp_path) -> None:
    case = make_case("1")
    Discussion.objects.create(entry=case, title='The "Club", weekly', issue="No. 4", date=date(2026, 3, 1), url="https://club.example/?a=1,2", note="Odd; note")
    Discussion.objects.create(entry=case, title="A letter")
    writer.write(record_of(Edition.objects.get()), tmp_path / "one")
    Discussion.objects.all().delete()
    load(reader.read(tmp_path / "one"))
    writer.write(record_of(Edition.objects.get()), tmp_path / "two")
    assert (tmp_path / "one" / "discussed.csv").read_bytes() == (tmp_path / "two" / "discussed.csv").read_bytes()
    assert Discussion.objects.count() == 2


def test_an_edition_without_any_has_no_file_and_a_later_dump_takes_an_old_one_away(tmp_path) -> None:
    row = Discussion.objects.create(entry=make_law("1"), title="A letter")
    writer.write(record_of(Edition.objects.get()), tmp_path)
    assert (tmp_path / "discussed.csv").exists()
    row.delete()
    writer.write(record_of(Edition.objects.get()), tmp_path)
    assert not (tmp_path / "discussed.csv").exists()


def test_the_database_holds_to_the_same_rules() -> None:
    law = make_law("1")
    Discussion.objects.create(entry=law, title="Bulletin", issue="March")
    for values in ({"title": "Bulletin", "issue": "March"}, {"title": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Discussion.objects.create(entry=law, **values)
    with pytest.raises(ValidationError, match="valid URL"):
        Discussion(entry=law, title="x", url="javascript:alert(1)").full_clean()
