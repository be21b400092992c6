"""The audit: the shipped collection is whole, and whatever somebody does to the database behind the desk's back is told exactly."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from laws import editing
from laws.audit.finding import BROKEN, KNOW, MEND, SORTS
from laws.audit.report import audit
from laws.models import Citation, Entry, Extract, Footnote, FormerAddress, Part, PenaltyRow
from tests.builders import make_case, make_edition, make_footnote, make_heading, make_law, make_penalty

pytestmark = pytest.mark.django_db
PARTED = "The penalty is this:\n\n(a) By the declarer: 150 points.\n\n(b) By an adversary: 150 points, or three tricks."


@pytest.fixture
def vandal(db):
    """SQL with the keys and checks of the database switched off. What a test breaks is rolled back with it."""
    if connection.vendor != "sqlite":
        pytest.skip("foreign keys are switched off by a pragma of SQLite")
    # Inside the transaction of a test the pragma does nothing; deferred keys are as good, since nothing is ever committed.

    def run(sql, *values):
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA defer_foreign_keys = ON")
            cursor.execute("PRAGMA ignore_check_constraints = ON")
            cursor.execute(sql, values)
            cursor.execute("PRAGMA ignore_check_constraints = OFF")

    yield run
    connection.needs_rollback = True  # so that what was broken on purpose is not checked at the end of the test


def found(sort, report=None):
    """The sentences of one sort, each after where it is."""
    return [f"{f.where}: {f.sentence}" for f in (report or audit()).findings if f.sort == sort]


def sorts(severity=None):
    return {f.sort for f in audit().findings if severity in (None, f.severity)}


# ---- editorial findings


def test_a_whole_site_has_nothing_broken():
    make_law("84", text=PARTED)
    make_case("1", facts="The declarer revoked: see Law 84 a.")
    assert sorts(BROKEN) == set() and sorts(MEND) == set()


def test_open_citations_are_listed_with_the_form_of_each():
    source = make_case("1", facts="See Law 98, and Law 3 of the Laws of Auction.")
    report = audit()
    assert found("citation-unknown", report)[0] == "Case 1 (Auction 1912): “Law 98” leads nowhere: there is no law 98 in this code."
    row = source.citations.get(words="Law 98")
    assert f"/admin/laws/citation/{row.pk}/change/" in {f.mend for f in report.findings}


def test_a_pinpoint_that_the_target_lacks_is_told_with_the_parts_that_there_are():
    make_law("84", text=PARTED)
    make_case("1", facts="See Law 84 e.")
    make_penalty("1", laws="84 f")
    assert found("citation-part") == ["Case 1 (Auction 1912): “Law 84 e” names part e, and Law 84 has the parts a, b."]
    assert found("row-part") == ["Penalty 1 (Auction 1912): “84 f” names part f, and Law 84 has the parts a, b."]


def test_a_law_50a_of_its_own_is_no_missing_part():
    make_law("50", text="One.")
    make_law("50a", text="Two.")
    make_case("1", facts="See Law 50a.")
    assert found("citation-part") == [] and found("citation-unread") == []


@pytest.mark.parametrize(("cell", "says"), [("see the book", "“see the book” names no law."), ("", "The column of laws is empty."), ("7", "leads nowhere")])
def test_a_row_that_names_no_law_is_told(cell, says):
    make_penalty("1", laws=cell)
    assert len(found("row-law")) == 1 and says in found("row-law")[0]


def test_a_row_that_differs_from_its_law_is_told():
    make_law("84", text=PARTED)
    make_penalty("1", penalty="50 points", laws="84 a")
    assert "“50 points” is not in Law 84 a" in found("row-differs")[0]


def test_marks_and_notes_must_find_each_other():
    law = make_law("84", text="The penalty[^24] and the card[^25].")
    make_footnote("24", on=law)
    make_footnote("26", on=law)
    other = make_law("85", text="A revoke.")
    make_footnote("27", on=other)
    make_law("86", text="Another[^27].")
    make_footnote("28")
    assert found("mark") == ["Law 84 (Auction 1912): It has the mark [^25], and there is no note 25."]
    assert found("note-unmarked")[0] == "Footnote 26 (Auction 1912): No text has its mark, [^26]."
    assert "Footnote 27 (Auction 1912): It hangs on Law 85, and its mark stands in Law 86." in found("note-adrift")
    assert "Footnote 28 (Auction 1912): It hangs on nothing." in found("note-adrift")


def test_a_mark_in_a_heading_is_a_mark():
    make_footnote("27", on=make_heading("THE REVOKE[^27]"))
    assert found("note-unmarked") == [] and found("note-adrift") == []


def test_drafts_are_old_after_a_month():
    make_law("84", status="draft", published_at=None)
    assert found("old-draft") == []
    later = audit(now=datetime.now(UTC) + timedelta(days=40))
    assert "It was begun 40 days ago" in found("old-draft", later)[0]
    assert {f.severity for f in later.findings} == {MEND}


def test_digests_and_uncited_laws_are_good_to_know():
    make_law("84", digest="In brief.")
    make_law("85", digest="Written here.", own_words=True)
    assert found("digest-only") == ["Law 84 (Auction 1912): There is only our digest."]
    assert len(found("uncited")) == 2 and sorts() == {"digest-only", "uncited"} and sorts(KNOW) == sorts()


def test_withdrawals_without_a_pointer_and_pointers_that_lead_nowhere():
    draft = make_law("86", status="draft", published_at=None)
    make_law("84", status="withdrawn")
    make_law("85", status="withdrawn", replaced_by=draft)
    make_case("1", facts="See Law 84.")
    assert found("withdrawn") == [
        "Law 84 (Auction 1912): It is withdrawn, and its page does not say where to read on. 1 entry leads readers to it."
    ]
    assert found("pointer") == ["Law 85 (Auction 1912): It points to Law 86, which is draft."]
    assert found("citation-withdrawn") == ["Case 1 (Auction 1912): “Law 84” leads to Law 84, which is withdrawn."]


def test_a_ring_of_pointers_is_told():
    one, two = make_law("1", status="withdrawn"), make_law("2", status="withdrawn")
    Entry.objects.filter(pk=one.pk).update(replaced_by=two)
    Entry.objects.filter(pk=two.pk).update(replaced_by=one)
    assert len(found("pointer")) == 2 and "in a ring" in found("pointer")[0]


def test_an_old_address_of_an_entry_that_nobody_can_read_is_broken():
    draft = make_law("86", status="draft", published_at=None)
    FormerAddress.objects.create(path="/auction-1912/law/7/", entry=draft)
    assert found("former") == ["Law 86 (Auction 1912): /auction-1912/law/7/ is in print, and leads to Law 86, which is draft."]
    assert audit().is_broken


def test_words_kept_as_quoted_must_stand_where_they_are_quoted():
    law, case = make_law("84", text=PARTED), make_case("1", facts="It says: the penalty is this.")
    for words in ("The penalty is this", "the penalty is death"):
        Extract.objects.create(entry=law, quoted_in=case, words=words)
    assert found("extract") == ["Law 84 (Auction 1912): “the penalty is death …” is kept as quoted in Case 1, and does not stand there."]


def test_a_claim_under_a_part_that_is_not_there():
    law = make_law("88", text="It must be claimed.")
    make_penalty("1", laws="88", detail={"claim_law": law, "claim_part": "c"})
    assert found("claim") == ["Penalty 1 (Auction 1912): It is claimed under Law 88 c, and Law 88 has no such part."]


# ---- vandalism


@pytest.fixture
def site():
    """A small site in which everything hangs together, by name."""
    law = make_law("84", text=PARTED, offenses=("revoke",))
    return {
        "law": law,
        "other": make_law("85", text="A revoke is established: see Law 84 b."),
        "case": make_case("1", facts="The declarer revoked: see Law 84 a."),
        "row": make_penalty("1", laws="84 a", detail={"claim_law": law}, offenses=("revoke",)),
        "note": make_footnote("24", on=law),
    }


def test_a_target_that_is_deleted_by_sql_is_named_wherever_it_is_missed(site, vandal):
    pk = site["law"].pk
    vandal("DELETE FROM laws_entry WHERE id = %s", pk)
    report = audit()
    assert report.is_broken
    assert found("entry-gone", report) == [f"Law 84: Law 84 was never deleted at the desk, and is not in the database (number {pk})."]
    assert found("citation-gone", report) == [
        "Case 1 (Auction 1912): “Law 84 a” leads to Law 84, which is gone.",
        "Law 85 (Auction 1912): “Law 84 b” leads to Law 84, which is gone.",
        "Penalty 1 (Auction 1912): “84 a” leads to Law 84, which is gone.",
    ]
    assert "Footnote 24 (Auction 1912): Under “hangs on” it names Law 84, which is gone." in found("dangling", report)
    assert "Penalty 1 (Auction 1912): Under “the law that says so” it names Law 84, which is gone." in found("dangling", report)
    assert "Law 84: The part “a” is left of Law 84, which is gone." in found("left-over", report)
    assert found("index", report) == ["Law 84: Search finds Law 84, which is gone."]


@pytest.mark.parametrize(
    ("sql", "sort", "says"),
    [
        ("DELETE FROM laws_case", "no-detail", "Case 1 (Auction 1912): It has no row of its kind: its facts, query and decision are lost."),
        ("DELETE FROM laws_penaltyrow", "no-detail", "Penalty 1 (Auction 1912): It has no row of its kind: its offense and penalty are lost."),
        ("DELETE FROM laws_law WHERE entry_id = {law}", "no-detail", "Law 84 (Auction 1912): It has no row of its kind"),
        ("DELETE FROM laws_part WHERE anchor = 'b'", "parts", "Law 84 (Auction 1912): Its words have part b, which cannot be linked"),
        ("UPDATE laws_part SET retired = 1 WHERE anchor = 'a'", "parts", "Its words have part a, which cannot be linked"),
        ("UPDATE laws_entry SET text = 'Nothing.' WHERE id = {law}", "parts", "There is a row for the parts a, b, and its words have no such part."),
        ("UPDATE laws_entry SET text = '' WHERE id = {law}", "no-words", "Law 84 (Auction 1912): It is published, and has no words."),
        ("UPDATE laws_case SET facts = 'Oh. ' || facts", "citation-shifted", "“Law 84 a” is noted in the facts at a place where"),
        ("UPDATE laws_case SET facts = ''", "citation-shifted", "“Law 84 a” is noted in the facts, and there are no words there."),
        ("DELETE FROM laws_citation WHERE source_id = {case}", "citation-unread", "“Law 84 a” in the facts is a citation, and is not noted as one."),
        ("UPDATE laws_citation SET target_id = {other}", "citation-shifted", "“Law 84 a” means law 84a, and leads to Law 85."),
        ("UPDATE laws_citation SET target_id = NULL", "citation-gone", "“Law 84 a” is noted as found, and has no target."),
        ("UPDATE laws_citation SET outcome = 'unknown'", "citation-unread", "“Law 84 a” leads nowhere, although Law 84 is there."),
        ("UPDATE laws_entry SET status = 'draft' WHERE id = {law}", "citation-hidden", "“Law 84 a” leads to Law 84, which is draft."),
        ("UPDATE laws_entry SET status = 'draft' WHERE id = {law}", "index", "Law 84 (Auction 1912): It is draft, and search finds it."),
        ("UPDATE laws_entry SET edition_id = 999 WHERE id = {case}", "dangling", "Case 1: Under “edition” it names edition number 999 of the database, which is gone."),
        ("UPDATE laws_entry SET replaced_by_id = 999 WHERE id = {law}", "dangling", "Law 84 (Auction 1912): Under “replaced by” it names an entry that is gone"),
        ("UPDATE laws_entry SET heading_id = 999 WHERE id = {law}", "dangling", "Law 84 (Auction 1912): Under “heading” it names heading number 999"),
        ("UPDATE laws_footnote SET anchor_id = 999", "dangling", "Footnote 24 (Auction 1912): Under “hangs on” it names an entry that is gone (number 999"),
        ("UPDATE laws_citation SET part_id = 999", "dangling", "names, under “part”, part number 999 of the database, which is gone."),
        ("DELETE FROM laws_offense", "dangling", "names, under “offense”, offense number"),
        ("UPDATE laws_entry SET permanent_id = (SELECT permanent_id FROM laws_part WHERE anchor='a') WHERE id = {law}", "shared-id", "is both Law 84 and part a"),
        ("INSERT INTO laws_case SELECT {law}, facts, facts_digest, query, query_digest, decision, decision_digest, remark, remark_digest, holding,"
         " outcome, decided_on, place FROM laws_case", "left-over", "Law 84 (Auction 1912): It has the row of a case beside that of its own kind."),
        ("DELETE FROM laws_entry WHERE id = {note}", "mark", None),
    ],
)  # fmt: skip
def test_what_sql_breaks_is_told(site, vandal, sql, sort, says):
    Entry.objects.filter(pk=site["other"].pk).update(text=site["other"].text)
    vandal(sql.format(**{name: entry.pk for name, entry in site.items()}))
    if says is None:
        assert "entry-gone" in sorts(BROKEN)
        return
    lines = found(sort)
    assert any(says in line for line in lines), lines


def test_an_index_that_lost_its_rows_is_told(site, vandal):
    vandal("DELETE FROM laws_search_document WHERE entry = %s", site["law"].pk)
    assert found("index") == ["Law 84 (Auction 1912): It is published, and search does not find it."]


def test_what_is_broken_in_a_draft_is_to_be_mended_and_hurts_no_reader(vandal):
    make_law("84", text=PARTED, status="draft", published_at=None)
    vandal("DELETE FROM laws_part")
    report = audit()
    assert found("parts", report) and not report.is_broken


# ---- the report


def test_the_report_can_be_narrowed_to_a_code_a_kind_and_a_sort():
    make_law("84", digest="In brief.")
    make_case("1", facts="", detail={"facts_digest": "In brief."}, edition=make_edition("whist-1889", words={}), decision="")
    report = audit()
    assert {f.edition for f in report.only(edition="whist-1889").findings} == {"whist-1889"}
    assert {f.kind for f in report.only(kind="law").findings} == {"law"}
    assert {f.sort for f in report.only(sort="uncited").findings} == {"uncited"}
    assert audit(make_edition("whist-1889")).entries == 1


def test_the_audit_asks_the_same_number_of_questions_of_twice_the_rows(site):
    with CaptureQueriesContext(connection) as few:
        audit()
    for number in range(100, 110):
        law = make_law(str(number), text=PARTED)
        make_case(str(number), facts=f"See Law {number} b and Law 999.")
        make_penalty(str(number), laws=f"{number} a")
        make_footnote(str(number), on=law)
    with CaptureQueriesContext(connection) as more:
        audit()
    assert len(more) == len(few)


def test_every_sort_of_finding_has_its_advice():
    assert all(sort.title and sort.advice.endswith(".") and sort.severity in (BROKEN, MEND, KNOW) for sort in SORTS.values())


# ---- the command


def command(*words):
    out = StringIO()
    code = 0
    try:
        call_command("audit", *words, stdout=out)
    except SystemExit as end:
        code = end.code
    return code, out.getvalue()


def test_the_command_ends_well_where_nothing_published_is_broken(site):
    code, said = command()
    assert code == 0 and "0 broken" in said


def test_the_command_ends_with_1_and_tells_what_broke(site, vandal):
    vandal("DELETE FROM laws_entry WHERE id = %s", site["law"].pk)
    code, said = command()
    assert code == 1 and "Case 1 (Auction 1912): “Law 84 a” leads to Law 84, which is gone." in said
    code, said = command("--json")
    told = json.loads(said)
    assert code == 1 and told["broken"] is True and told["sorts"]["citation-gone"] == 3
    assert {"sort", "severity", "sentence", "where", "edition", "kind", "mend"} == set(told["findings"][0])


def test_the_command_can_look_at_one_edition_and_names_those_that_there_are(site):
    assert command("--edition", "auction-1912")[0] == 0
    with pytest.raises(CommandError, match="There is no edition bridge; there are auction-1912"):
        command("--edition", "bridge")


def test_rows_come_from_the_models_that_they_are_about(site):
    assert Citation.objects.count() and Footnote.objects.count() and Part.objects.count() and PenaltyRow.objects.count()
    editing.publish([site["law"]])
    assert not audit().is_broken
