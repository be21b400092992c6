"""Tables from spreadsheets: they come back as they went out, change what they say and nothing else, and say plainly what is wrong."""

from __future__ import annotations

import csv
import io
from datetime import date, datetime

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError

from laws import editing
from laws.bulk.bring import bring_in, take_out
from laws.bulk.sheet import Refused
from laws.bulk.writing import TooLong
from laws.exports.records import record_of
from laws.models import Case, Citation, Entry, Offense, PenaltyRow
from laws.search.answer import answer
from tests.admin.conftest import in_group
from tests.builders import make_case, make_edition, make_law, make_penalty

pytestmark = pytest.mark.django_db
PARTED = "The penalty:\n\n(a) By the declarer: 150 points.\n\n(b) By an adversary: 150 points, or three tricks."
TEXTS = ["=1+1", "@SUM(A1)", "+3 points", "-5 points", "\tTab", "'quoted'", "'=x", "''=x", "=HYPERLINK(\"x\")", "Two\nlines", 'He said "150"', "♠ „ü“", "a; b, c"]  # fmt: skip


@pytest.fixture
def code():
    """A code with two laws, two published rows, a case and an offense."""
    Offense.objects.create(slug="revoke", name="Revoke")
    make_law("84", text=PARTED)
    make_law("88", text="It must be claimed.")
    make_penalty("1", laws="84 a", detail={"claimant": "the adversaries"})
    make_penalty("2", offense="Revoke by Adversary", penalty="150 points or 3 tricks", laws="84 b", remedies="150 points | 3 tricks")
    make_case("1", facts="The declarer revoked: see Law 84 a.", detail={"decided_on": date(1912, 11, 30)})
    return make_edition()


def as_csv(*rows, heads=None, encoding="utf-8", separator=","):
    out = io.StringIO()
    heads = heads or list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(out, heads, delimiter=separator, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode(encoding)


def as_xlsx(*rows, heads=None):
    book = openpyxl.Workbook()
    heads = heads or list(dict.fromkeys(name for row in rows for name in row))
    book.active.append(heads)
    for row in rows:
        book.active.append([row.get(name) for name in heads])
    return saved(book)


def saved(book):
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def bring(code, data, kind="penalty", name="table.csv", **values):
    return bring_in(data, name=name, edition=code, kind=kind, **values)


def refused(code, data, **values):
    with pytest.raises(Refused) as caught:
        bring(code, data, **values)
    return [str(message) for message in caught.value.messages]


def row_of(code, number):
    return PenaltyRow.objects.select_related("entry").get(entry__edition=code, entry__number=number)


def stored(code, number, **changes):
    """A row as an export writes it, with some of its cells changed."""
    rows = csv.DictReader(io.StringIO(take_out(code, "penalty", "csv").decode("utf-8-sig")))
    return {**next(row for row in rows if row["number"] == number), **changes}


NEW = {"number": "3", "offense": "Revoke by Dummy", "penalty": "None", "laws": "84", "remedies": "None", "offender": "dummy", "phases": "play"}


# ---- there and back


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("kind", ["penalty", "case"])
def test_what_is_exported_comes_back_without_a_change(code, kind, form):
    outcome = bring(code, take_out(code, kind, form), kind=kind)
    assert outcome.changed == [] and len(outcome.lines) == {"penalty": 2, "case": 1}[kind]


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("kind", ["penalty", "case"])
def test_what_is_exported_and_brought_into_an_empty_table_is_the_same(code, kind, form):
    data, before = take_out(code, kind, form), record_of(code)
    for entry in Entry.objects.of_kind(kind):
        editing.index.remove([entry.pk])
        entry.delete()
    assert str(bring(code, data, kind=kind)) == f"{ {'penalty': 2, 'case': 1}[kind]} new, 0 changed, 0 same"
    after = record_of(code)
    plain = [(e.number, e.fields, e.remedies, e.claimant, e.offenders, e.phases, e.status, e.permanent_id, e.holding, e.decided_on) for e in before.entries]
    assert plain == [(e.number, e.fields, e.remedies, e.claimant, e.offenders, e.phases, e.status, e.permanent_id, e.holding, e.decided_on) for e in after.entries]


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("text", TEXTS)
def test_what_looks_like_a_formula_comes_back_as_the_same_text(code, text, form):
    PenaltyRow.objects.filter(entry__number="1").update(claimant=text, claim_until=f"{text} x")
    data = take_out(code, "penalty", form)
    PenaltyRow.objects.update(claimant="", claim_until="")
    bring(code, data)
    assert (row_of(code, "1").claimant, row_of(code, "1").claim_until) == (text, f"{text} x")


def test_no_spreadsheet_takes_a_cell_of_an_export_for_a_formula(code):
    PenaltyRow.objects.filter(entry__number="1").update(claimant="=1+1", offense="@SUM", group="+1", claim_until="\t=1")
    cells = [cell for row in csv.reader(io.StringIO(take_out(code, "penalty", "csv").decode("utf-8-sig"))) for cell in row]
    assert "'=1+1" in cells and not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t")]
    sheet = openpyxl.load_workbook(io.BytesIO(take_out(code, "penalty", "xlsx"))).active
    held = {cell.value: cell for row in sheet.iter_rows() for cell in row if cell.value}
    assert held["=1+1"].data_type == "s" and held["=1+1"].quotePrefix and {cell.data_type for cell in held.values()} == {"s"}


def test_a_text_that_no_workbook_can_hold_is_not_cut_short(code):
    Case.objects.update(facts="x" * 40_000)
    with pytest.raises(TooLong, match="“facts” of 1 has more than 32,767 characters"):
        take_out(code, "case", "xlsx")
    assert bring(code, take_out(code, "case", "csv"), kind="case").changed == []


# ---- what a table changes


def test_rows_are_changed_added_and_left_alone(code):
    outcome = bring(code, as_csv(stored(code, "1", penalty="200 points"), {**NEW, "status": "published"}), why="Spring meeting")
    assert str(outcome) == "1 new, 1 changed, 0 same"
    assert row_of(code, "1").penalty_text == "200 points" and row_of(code, "1").claimant == "the adversaries"
    assert row_of(code, "2").penalty_text == "150 points or 3 tricks"
    new = row_of(code, "3")
    assert new.entry.status == "published" and new.entry.position == 3 and new.entry.offenders.get().offender == "dummy"


def test_what_a_table_brings_is_cited_found_and_in_the_history_at_once(code):
    bring(code, as_csv({**NEW, "offense": "Gloating by dummy", "status": "published"}), why="Spring meeting")
    new = row_of(code, "3").entry
    assert Citation.objects.get(source=new).target.number == "84"
    assert new.pk in [hit.entry.pk for hit in answer("gloating").hits]
    assert new.history.first().history_change_reason == "from a table: Spring meeting"


def test_a_changed_published_row_is_amended_and_its_neighbors_are_not(code):
    untouched = row_of(code, "2").entry.history.count()
    bring(code, as_csv({"number": "1", "penalty": "200 points"}), now=datetime(2026, 5, 1, tzinfo=datetime.now().astimezone().tzinfo))
    assert row_of(code, "1").entry.amended_at.year == 2026
    assert row_of(code, "2").entry.history.count() == untouched and row_of(code, "2").entry.amended_at is None


def test_an_empty_cell_empties_and_a_column_that_is_left_out_is_left_alone(code):
    bring(code, as_csv({"number": "1", "claimant": "", "id": "", "status": ""}))
    row = row_of(code, "1")
    assert row.claimant == "" and row.offense == "Revoke by Declarer" and row.entry.status == "published"


def test_new_rows_are_drafts_unless_they_or_the_editor_say_otherwise(code):
    bring(code, as_csv(NEW))
    assert row_of(code, "3").entry.status == "draft" and row_of(code, "3").entry.published_at is None
    bring(code, as_csv({**NEW, "number": "4"}), publish=True)
    assert row_of(code, "4").entry.status == "published"


def test_a_dry_run_tells_all_and_changes_nothing(code):
    before = record_of(code)
    outcome = bring(code, as_csv(stored(code, "1", penalty="200 points"), NEW), dry_run=True)
    change = outcome.changed[0].changes[0]
    assert (change.column, change.old, change.new) == ("penalty", "150 points", "200 points")
    assert [line.state for line in outcome.lines] == ["changed", "new"] and record_of(code) == before


def test_one_bad_row_keeps_all_others_out(code):
    before = record_of(code)
    refused(code, as_csv(stored(code, "1", penalty="200 points"), {**NEW, "laws": "999"}))
    assert record_of(code) == before


def test_cases_are_found_by_their_number_however_it_is_printed(code):
    make_case("XI", slug="11")
    bring(code, as_csv({"number": "11", "holding": "It stands.", "decided": "1912-05-01", "outcome": "mixed"}), kind="case")
    case = Case.objects.get(entry__slug="11")
    assert (case.holding, case.decided_on, case.outcome, case.entry.number) == ("It stands.", date(1912, 5, 1), "mixed", "XI")


def test_a_new_case_takes_its_words_and_their_digests(code):
    row = {"number": "2", "title": "A title", "facts": "See Law 84 b.", "decision in brief": "No.", "outcome": "negative", "status": "published"}
    bring(code, as_csv(row), kind="case")
    case = Case.objects.get(entry__number="2")
    assert (case.facts, case.decision_digest, case.entry.title) == ("See Law 84 b.", "No.", "A title")
    assert case.entry.citations.get().target.number == "84"


# ---- what is wrong is said, with row and column


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"laws": "999"}, "Row 2, column “laws”: Law 999 is not in Auction 1912."),
        ({"laws": "84 c"}, "Row 2, column “laws”: Law 84 has no part c: it has a, b."),
        ({"laws": "84 z"}, "Row 2, column “laws”: Law 84 has no part z: it has a, b."),
        ({"laws": "88 a"}, "Row 2, column “laws”: Law 88 has no part a: it has none."),
        ({"laws": "", "status": "published"}, "Row 2, column “laws”: No law is named: a published row says on which it rests, such as 84 b."),
        ({"laws": "84-88"}, "Row 2, column “laws”: “84-88” is a range: name each law by itself, 84; 85; 86; 87; 88."),
        ({"laws": "see 84"}, "Row 2, column “laws”: “see 84”: write the number alone, 84, without “see”."),
        ({"laws": "the book"}, "Row 2, column “laws”: “the book” names no law: write its number"),
        ({"laws": "84;;88"}, "Row 2, column “laws”: Between two signs stands no law: write 36; 37."),
        ({"offense": ""}, "Row 2, column “offense”: The offense is empty."),
        ({"offense": "  "}, "Row 2, column “offense”: The offense is empty."),
        ({"penalty": ""}, "Row 2, column “penalty”: The penalty is empty."),
        ({"offense": "x" * 300}, "Row 2, column “offense”: These are 300 characters; at most 200 have room."),
        ({"number": ""}, "Row 2, column “number”: The number is missing."),
        ({"number": "three"}, "Row 2, column “number”: “three” is no number: write 24."),
        ({"remedies": "(a & b"}, "Row 2, column “remedies”: “(a & b” has a bracket that does not close."),
        ({"remedies": "a & b | c"}, "Row 2, column “remedies”: “a & b | c” mixes | and &: put brackets round what belongs together."),
        ({"offender": "dumy"}, "Row 2, column “offender”: “dumy” is no offender; known are declarer"),
        ({"phases": "tea"}, "Row 2, column “phases”: “tea” is no phase; known are cutting"),
        ({"offenses": "revok"}, "Row 2, column “offenses”: “revok” is no offense; known are revoke."),
        ({"claim law": "90"}, "Row 2, column “claim law”: Law 90 is not in Auction 1912."),
        ({"id": "hello"}, "Row 2, column “id”: “hello” is no permanent id: leave it empty, and one is given."),
        ({"status": "finished"}, "Row 2, column “status”: “finished” is no status; known are draft"),
        ({"status": "withdrawn"}, "Row 2, column “withdrawn because”: Say why it is withdrawn; its page will show it."),
        ({"published": "yesterday"}, "Row 2, column “published”: “yesterday” is no date; write 2026-11-30"),
        ({"published": "46000"}, "Row 2, column “published”: “46000” is a day as a spreadsheet counts them, 2025-12-09 if so: write 2025-12-09."),
        ({"written": "there"}, "Row 2, column “written”: “there” can only be “here”, or empty."),
        ({"replaced by": "law 999"}, "Row 2, column “replaced by”: Auction 1912 has no law 999."),
        ({"note": "See[^77]."}, "Row 2: Penalty 3 has the mark [^77], and there is no footnote 77."),
    ],
)
def test_every_bad_cell_has_its_own_message(code, changes, says):
    said = refused(code, as_csv({**NEW, **changes}))
    assert len(said) == 1 and said[0].startswith(says), said


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"number": "1", "id": "ZZZZZ"}, "Row 2, column “id”: Penalty 1 has the id"),
        ({"number": "1", "status": "draft"}, "Row 2, column “status”: Penalty 1 is published, and cannot become draft: correct it, or withdraw it."),
        ({"number": "1", "laws": ""}, "Row 2, column “laws”: No law is named"),
        ({"number": "1", "offense": ""}, "Row 2, column “offense”: The offense is empty."),
        ({"number": "9", "laws": "84"}, "Row 2, column “offense”: The offense is empty."),
    ],
)
def test_what_cannot_become_of_a_stored_row_is_said(code, row, says):
    assert refused(code, as_csv(row))[0].startswith(says)


def test_all_that_is_wrong_is_said_at_once_in_the_order_of_the_rows(code):
    said = refused(code, as_csv({**NEW, "laws": "999", "offender": "dumy"}, {**NEW, "number": "4", "offense": ""}, {**NEW, "number": "3"}))
    assert [line.split(":")[0] for line in said] == [
        "Row 2, column “laws”", "Row 2, column “offender”", "Row 3, column “offense”", "Row 4, column “number”",
    ]  # fmt: skip
    assert said[-1] == "Row 4, column “number”: The number 3 stands in row 2 already."


def test_a_law_that_is_only_a_draft_cannot_be_named_yet(code):
    make_law("90", status="draft", published_at=None)
    assert refused(code, as_csv({**NEW, "laws": "90"})) == ["Row 2, column “laws”: Law 90 is draft: publish it first."]


def test_what_is_stored_and_not_changed_is_not_judged(code):
    make_penalty("3", laws="999", remedies="None")
    assert bring(code, take_out(code, "penalty", "csv")).changed == []
    assert str(bring(code, as_csv({"number": "3", "laws": "999", "penalty": "50 points"}))) == "0 new, 1 changed, 0 same"


# ---- who may


def test_a_writers_table_makes_drafts_only(code):
    writer = in_group("writer", "Writers")
    bring(code, as_csv(NEW), user=writer)
    assert row_of(code, "3").entry.status == "draft"
    bring(code, as_csv({**NEW, "penalty": "50 points"}), user=writer)
    assert row_of(code, "3").penalty_text == "50 points"
    assert refused(code, as_csv({**NEW, "number": "4", "status": "published"}), user=writer) == [
        "Row 2, column “status”: Only an editor may publish: leave it empty, and the row becomes a draft."
    ]
    assert refused(code, as_csv({"number": "1", "penalty": "50 points"}), user=writer) == [
        "Row 2: Penalty 1 is published, and only an editor may change it."
    ]
    assert refused(code, as_csv({**NEW, "number": "4"}), user=writer, publish=True) == [
        "Row 2, column “status”: Only an editor may publish: leave it empty, and the row becomes a draft."
    ]
    assert refused(code, as_csv({"number": "3", "status": "published"}), user=writer)[0].startswith("Row 2, column “status”: “Publish” is for")
    assert bring(code, take_out(code, "penalty", "csv"), user=writer).changed == []


def test_an_editors_table_publishes_and_withdraws(code):
    chief = in_group("chief", "Editors")
    bring(code, as_csv(NEW), user=chief)
    rows = stored(code, "3", status="published"), stored(code, "1", status="withdrawn", **{"withdrawn because": "Old."})
    bring(code, as_csv(*rows), user=chief)
    assert row_of(code, "3").entry.published_at is not None
    gone = row_of(code, "1").entry
    assert gone.status == "withdrawn" and gone.pk not in [hit.entry.pk for hit in answer("declarer revoke").hits]


def test_nobody_in_particular_is_whoever_keeps_the_machine(code):
    User.objects.create_superuser("root")
    assert str(bring(code, as_csv({"number": "1", "penalty": "50 points"}))) == "0 new, 1 changed, 0 same"


# ---- the commands


def test_the_commands_write_and_read_a_table(code, tmp_path, capsys):
    path = tmp_path / "table.xlsx"
    call_command("export_table", str(path), "--edition", code.slug, "--kind", "penalty")
    call_command("import_table", str(path), "--edition", code.slug, "--kind", "penalty")
    assert "0 new, 0 changed, 2 same." in capsys.readouterr().out
    path = tmp_path / "table.csv"
    path.write_bytes(as_csv({"number": "1", "penalty": "200 points"}))
    call_command("import_table", str(path), "--edition", code.slug, "--kind", "penalty", "--dry-run")
    out = capsys.readouterr().out
    assert "penalty: “150 points” → “200 points”" in out and "nothing has changed" in out and row_of(code, "1").penalty_text == "150 points"


def test_the_commands_say_what_is_wrong(code, tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(as_csv({**NEW, "laws": "999"}))
    for words, says in (
        (["import_table", str(path), "--edition", "bridge", "--kind", "penalty"], "There is no edition bridge"),
        (["import_table", str(path), "--edition", code.slug, "--kind", "penalty"], "Row 2, column “laws”: Law 999 is not in"),
        (["import_table", str(tmp_path / "none"), "--edition", code.slug, "--kind", "case"], "cannot be read: No such file"),
        (["export_table", str(tmp_path / "t.ods"), "--edition", code.slug, "--kind", "case"], "must end in .csv or .xlsx"),
    ):
        with pytest.raises(CommandError, match=says):
            call_command(*words)


@pytest.mark.parametrize("number", ["1", "9"])
def test_a_status_that_there_is_not_is_said_once(code, number):
    with pytest.raises(Refused) as refused:
        bring_in(as_csv({"number": number, "offense": "Revoke", "penalty": "150", "status": "foo"}), name="t.csv", edition=code, kind="penalty")
    assert [message.column for message in refused.value.messages if message.column == "status"] == ["status"]


def test_a_number_in_other_figures_is_refused_since_it_has_no_address(code):
    with pytest.raises(Refused) as refused:
        bring_in(as_csv({"number": "٣", "title": "A case"}), name="t.csv", edition=code, kind="case")
    assert [message.text for message in refused.value.messages] == ["“٣” is no number: write 24."]


def test_a_decision_of_years_to_come_is_refused(code):
    with pytest.raises(Refused) as refused:
        bring_in(as_csv({"number": "1", "decided": "9999-12-31"}), name="t.csv", edition=code, kind="case")
    assert [message.column for message in refused.value.messages] == ["decided"]
    with pytest.raises(ValidationError, match="more than a year ahead"):
        Case(entry_id=1, decided_on=date(9999, 12, 31)).clean()


@pytest.mark.parametrize("number", ["٣", "８４", "८४a"])
def test_an_entry_is_numbered_in_plain_figures(number):
    with pytest.raises(ValidationError, match="A number as printed"):
        Entry._meta.get_field("number").run_validators(number)
