"""The one door: text, citations, index and history change together or not at all."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from laws import editing
from laws.citations import cite
from laws.models import Citation, Entry, FormerAddress, Part
from laws.search import index
from tests.builders import make_case, make_footnote, make_law, make_penalty

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("module", "step"), [(cite, "cite"), (index, "update")])
def test_a_step_that_fails_takes_everything_back(monkeypatch, module, step):
    law = make_law("84", text="Old words.")
    case = make_case("1", facts="Law 84.")
    before = list(Citation.objects.values_list("pk", "outcome"))

    def fail(*args, **kwargs):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(module, step, fail)
    with pytest.raises(RuntimeError):
        editing.withdraw(law, because="Replaced.")
    assert Entry.objects.get(pk=law.pk).status == "published"
    assert Entry.history.filter(id=law.pk, status="withdrawn").count() == 0
    assert list(Citation.objects.values_list("pk", "outcome")) == before
    assert case.pk


def test_an_entry_without_words_cannot_be_published():
    law = make_law("84", status="draft", publish=False)
    Entry.objects.filter(pk=law.pk).update(text="", digest="", status="published", published_at="2026-01-01T00:00Z")
    with pytest.raises(ValidationError, match="Law 84 has no words yet"):
        editing.publish([law])


def test_withdrawing_keeps_citations_and_says_why():
    new, old = make_law("85"), make_law("84")
    case = make_case("1", facts="Law 84.")
    editing.withdraw(old, because="Replaced by Law 85.", replaced_by=new)
    old.refresh_from_db()
    assert (old.status, old.replaced_by) == ("withdrawn", new)
    assert Citation.objects.get(source=case).target == old
    assert old.history.first().history_change_reason == "Replaced by Law 85."


def test_removing_deletes_a_draft_that_nothing_cites_and_withdraws_the_rest():
    draft, cited = make_law("1", status="draft"), make_law("2")
    make_case("1", facts="Law 2.")
    deleted, withdrawn = editing.remove([draft, cited], because="Tidying up.")
    assert ([e.number for e in deleted], [e.number for e in withdrawn]) == (["1"], ["2"])
    assert not Entry.objects.filter(kind="law", slug="1").exists()
    assert Entry.objects.get(kind="law", slug="2").status == "withdrawn"


def test_renumbering_keeps_the_old_address_and_settles_the_citations():
    law = make_law("84")
    case = make_case("1", facts="Law 84, not Law 86.")
    editing.renumber(law, "86")
    assert FormerAddress.objects.get().path == "/auction-1912/law/84/"
    rows = Citation.objects.filter(source=case).order_by("start")
    assert [(row.words, row.target) for row in rows] == [("Law 84", law), ("Law 86", law)], "what cited it by its old number cites it still"
    editing.renumber(law, "84")
    assert FormerAddress.objects.get().path == "/auction-1912/law/86/"


def test_a_part_that_goes_is_kept_for_its_address_and_comes_back_with_its_id():
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    row = make_penalty("1", laws="84 b")
    part = Part.objects.get(anchor="b")
    for text, retired in (("It costs:\n\n(a) this.", True), ("It costs:\n\n(a) this;\n\n(b) that.", False)):
        law.text = text
        law.save()
        editing.publish([law])
        part.refresh_from_db()
        assert part.retired is retired
        assert (Citation.objects.get(source=row).part == part) is not retired


def test_a_draft_that_something_leans_on_is_not_deleted():
    draft, other = make_law("1", status="draft"), make_law("2", status="draft")
    make_footnote("1", on=draft, status="draft")
    make_penalty("1", laws="", detail={"claim_law": other})
    assert not editing.may_delete(draft) and not editing.may_delete(other)


def test_a_penalty_row_may_name_no_law():
    assert make_penalty("1", laws="").status == "published"


GROWING = r"entry|case|law|penaltyrow|citation|part|search_document|search_word|search_spelling|historical\w+"  # tables, as the book grows
MOST_STATEMENTS = 40


def test_an_edit_costs_the_same_however_many_entries_cite_it():
    law = make_law("84", text="(a) Words about revokes.\n\n(b) More words.")
    make_case("1", facts="Law 84 b decides.")

    def statements(words: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            law.text = f"(a) {words}\n\n(b) More words, see Law 9."
            law.save()
            editing.publish([law])
        return len(captured)

    statements("The first of many.")
    few = statements("Words about the dummy.")
    for number in range(2, 12):
        make_case(str(number), facts=f"Law 84 b decides, as in Case {number - 1}.")
    statements("Words about the declarer.")
    assert statements("Words about the dealer.") == few <= MOST_STATEMENTS


@pytest.mark.skipif(connection.vendor != "sqlite", reason="of so few rows another database reads all, whatever it would do with many")
def test_an_edit_looks_nothing_up_by_its_kind_or_status_alone():
    """Of those there are as many as the book is long: each table that grows is entered by the key of a row, or of what the edit touches."""
    make_penalty("1", laws="84 b")
    law = make_law("84", text="(a) Words about revokes.\n\n(b) More words.")
    case = make_case("1", facts="Law 84 b decides.")
    asked: list[tuple[str, tuple]] = []

    def record(execute, sql, params, many, context):
        if not many and sql.lstrip().startswith(("SELECT", "UPDATE", "DELETE")):
            asked.append((sql, tuple(params or ())))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(record):
        case.case.decision = "Law 84 a decides, as in Case 7; dummy may ask."
        editing.store(case, reworded=True)
        editing.publish([case])
        law.text = "(a) Other words about revokes, see Law 9.\n\n(b) More words."
        law.save()
        editing.publish([law])
    slow = []
    for sql, params in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            plan = [row[3] for row in cursor.fetchall()]
        slow += [(step, sql[:120]) for step in plan if step.endswith(("(kind=?)", "(kind=? AND status=?)", "(status=?)"))]
        read = [step.split()[1] for step in plan if step.startswith("SCAN ")]
        tables = {alias: table for table, alias in re.findall(r"\b(laws_\w+)\"? (?:AS )?(\w)\b", sql)}
        slow += [(name, sql[:120]) for name in read if re.fullmatch(f"laws_(?:{GROWING})", tables.get(name, name))]
    assert len(asked) > 20
    assert slow == []
