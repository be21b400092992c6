"""Dumping an edition: what is loaded from a dump is what was dumped."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from laws.books import folder as reader
from laws.books.load import load
from laws.exports import folder as writer
from laws.exports.records import record_of
from laws.models import Citation, Edition, Entry
from tests.books.test_folder import make_folder
from tests.books.test_load import FILES
from tests.builders import make_case, make_edition, make_etiquette, make_law, make_penalty, make_section

pytestmark = pytest.mark.django_db


def files(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.iterdir()}


def test_a_dump_loads_as_the_same_and_dumps_to_the_same_bytes(tmp_path):
    load(reader.read(make_folder(tmp_path / "in" if (tmp_path / "in").mkdir() is None else tmp_path, **FILES)))
    call_command("dump", "club-1999", str(tmp_path / "one"))
    report = load(reader.read(tmp_path / "one"))
    assert {line.state for line in report.lines} == {"same"}
    call_command("dump", "club-1999", str(tmp_path / "two"))
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_a_dump_of_anything_an_editor_can_type_comes_back(tmp_path):
    edition = make_edition(names=["The “Old” Code"], back_text='A """quoted"""\nback\\slash')
    make_law(
        "50",
        text="## no heading\n\n\\(a) no part\n\n(a) a part, _so_\n\n| a | b |\n|---|---|\n| 1 | 2 |",
        title='Odd "title" # here',
        edition=edition,
    )
    make_law(
        "50a",
        digest="Its own law: see Law 50 a.",
        status="withdrawn",
        withdrawn_because="Replaced, with a comma",
        replaced_by=Entry.objects.get(slug="50"),
    )
    make_etiquette("10")
    make_section("the-revoke", title="A title that gives another address")
    make_case(
        "1", facts="Law 50, and then Law 50.", decision="Law 50a.", offenses=("revoke", "misdeal"), offenders=("dealer",), phases=("deal",)
    )
    make_penalty("1", offense='Card, "faced", in the deal', penalty="A & B", laws="50", remedies="(A & B) | C")
    row = Citation.objects.filter(source__kind="case", field="facts", occurrence=2).get()
    row.verdict, row.origin, row.correction, row.correction_reason = "sic", "editor", Entry.objects.get(slug="10"), "Printed so."
    row.save()
    writer.write(record_of(edition), tmp_path / "one")
    before = reader.read(tmp_path / "one")
    Entry.history.all().delete()
    Citation.objects.all().delete()
    Entry.objects.update(replaced_by=None)
    Entry.objects.all().delete()
    Edition.objects.all().delete()
    load(before)
    writer.write(record_of(Edition.objects.get()), tmp_path / "two")
    writer.write(reader.read(tmp_path / "two"), tmp_path / "three")
    assert files(tmp_path / "one") == files(tmp_path / "two") == files(tmp_path / "three")
    sic = Citation.objects.get(verdict="sic")
    assert (sic.occurrence, sic.correction.label, sic.target.label) == (2, "Etiquette 10", "Law 50")
    assert Entry.objects.get(slug="50").parts.count() == 1


def test_a_dump_of_no_edition_names_those_that_there_are(tmp_path):
    make_edition("club-1999")
    with pytest.raises(CommandError, match="there are: club-1999"):
        call_command("dump", "nothing", str(tmp_path))


@pytest.mark.parametrize(
    ("files", "why"),
    [({"laws.md": "## 1. Mine"}, "files of an unknown edition"), ({"edition.toml": 'slug = "another"', "laws.md": "## 1. Mine"}, "another edition")],
)
def test_a_dump_never_replaces_what_is_not_its_own(tmp_path, files, why):
    make_law("1", edition=make_edition("club-1999"))
    for name, words in files.items():
        (tmp_path / name).write_text(words)
    with pytest.raises(CommandError, match="name an empty folder"):
        call_command("dump", "club-1999", str(tmp_path))
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == files, why


def test_words_written_for_the_site_come_back_as_such(tmp_path):
    edition = make_edition()
    make_case("1", own_words=True)
    make_penalty("1", own_words=True, laws="", title_is_printed=True)
    writer.write(record_of(edition), tmp_path)
    assert all(entry.own_words for entry in reader.read(tmp_path).entries)
    assert {line.state for line in load(reader.read(tmp_path)).lines} == {"same"}
