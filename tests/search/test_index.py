"""The index follows the entries, in the same transaction."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from laws import editing
from laws.models import Entry
from laws.search import catalogue, index
from laws.search.answer import answer, jump
from tests.builders import make_case, make_edition, make_etiquette, make_law, make_penalty
from tests.databases import POSTGRESQL, on_sqlite_only

pytestmark = pytest.mark.django_db
TABLES = ("laws_search_document", "laws_search_word", "laws_search_spelling")
EMPTIED = "DELETE FROM laws_search" if POSTGRESQL else "INSERT INTO laws_search (laws_search) VALUES ('delete-all')"


def found(typed: str) -> list[str]:
    return [hit.entry.label for hit in answer(typed).hits]


def counted(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        return cursor.fetchone()[0]


def size() -> tuple[int, int]:
    """How many documents there are, and how many words they have together."""
    documents, length, _ = catalogue.state()
    return documents, length


def test_a_published_entry_is_found() -> None:
    make_law("84", text="Whoever trumps in error pays for it.")
    assert found("trumps in error") == ["Law 84"]


@pytest.mark.parametrize("status", ["draft", "in review", "withdrawn"])
def test_what_is_not_published_is_not_found(status: str) -> None:
    make_law("84", text="Whoever trumps in error pays for it.", status=status)
    assert found("trumps") == []
    assert counted("laws_search_document") == 0


def test_words_that_were_changed_are_found_and_the_old_ones_are_not() -> None:
    law = make_law("84", text="Whoever hesitates pays.")
    law.text = "Whoever dawdles pays."
    law.save()
    editing.publish([law])
    assert (found('"hesitates"'), found('"dawdles"')) == ([], ["Law 84"])


def test_a_withdrawn_entry_leaves_with_all_its_parts_and_spellings() -> None:
    law = make_law("84", text="(a) first thing\n\n(b) another thing")
    editing.withdraw(law, because="It was replaced.")
    assert [counted(table) for table in TABLES] == [0, 0, 0]
    assert (size(), found("thing")) == ((0, 0), [])


def test_a_deleted_draft_leaves_nothing_behind() -> None:
    law = make_law("84", status="draft")
    editing.remove([law], because="a slip")
    assert counted("laws_search_document") == 0


def test_a_law_is_found_by_what_the_table_calls_its_offense() -> None:
    make_law("49", text="The others may have a new deal.", title="Speaking too soon")
    row = make_penalty("19", offense="Declaration out of turn", penalty="New deal", laws="49")
    assert "Law 49" in found("declaration out of turn")
    row.penaltyrow.laws, row.penaltyrow.penalty_text = "50", "None"
    row.penaltyrow.save()
    editing.publish([row])
    assert found("declaration out of turn") == ["Penalty 19"], "a row gives its words to the laws that it names now"


def test_a_row_that_is_withdrawn_takes_its_words_from_the_law() -> None:
    make_law("49", text="The others may have a new deal.", title="Speaking too soon")
    row = make_penalty("19", offense="Declaration out of turn", penalty="New deal", laws="49")
    editing.withdraw(row, because="It was doubtful.")
    assert found("declaration out of turn") == []


def test_what_is_undone_is_undone_in_the_index_too() -> None:
    make_law("84", text="Whoever trumps in error pays for it.")
    with pytest.raises(RuntimeError), transaction.atomic():
        make_etiquette("3", text="Nobody should hum.")
        raise RuntimeError
    assert (found("hum"), found("trumps")) == ([], ["Law 84"])


def test_rebuilding_changes_nothing() -> None:
    make_law("84", text="(a) for a revoke\n\n(b) for two", title="Revokes")
    make_penalty("1", laws="84 a")
    before = [counted(table) for table in TABLES], size(), answer("revoke").hits
    assert index.rebuild() == 2
    assert ([counted(table) for table in TABLES], size(), answer("revoke").hits) == before


def test_taking_out_what_is_not_there_is_no_matter() -> None:
    index.remove([1, 2, 3])
    index.update([])
    assert counted("laws_search_document") == 0


def test_publishing_one_entry_costs_the_same_however_many_there_are() -> None:
    edition = make_edition()
    law = make_law("1", text="One law about revokes.", edition=edition)

    def statements() -> int:
        with CaptureQueriesContext(connection) as context:
            index.update([law])
        return len(context)

    few = statements()
    for number in range(2, 12):
        make_law(str(number), text=f"Law {number} about revokes, see Law 1.", edition=edition)
    assert statements() == few
    assert Entry.objects.published().count() == counted("laws_search_document") == size()[0] == 11


def rows(columns: str, table: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {table} ORDER BY 1")
        return cursor.fetchall()


def test_change_by_change_the_index_comes_to_what_a_rebuild_makes() -> None:
    """Word counts, citations and lengths are added up change by change; nothing may drift."""
    laws = [make_law(str(number), text=f"(a) Law {number} on revokes\n\n(b) and misdeals, see Law {number % 5 + 1}.") for number in range(1, 8)]
    row = make_penalty("1", laws="3 a; 5")
    laws[2].text = "(a) Nothing more of that; see Law 7."
    laws[2].save()
    editing.publish([laws[2]])
    row.penaltyrow.laws = "4"
    row.penaltyrow.save()
    editing.publish([row])
    editing.withdraw(laws[4], because="It was replaced.")
    kept = [("word, count", "laws_search_word"), ("entry, place, dated, cited", "laws_search_document"), ("documents, words", "laws_search_state")]
    before = [rows(columns, table) for columns, table in kept]
    answers = [answer(typed).hits for typed in ("revokes", "misdeals", "law 4", '"nothing more"')]
    index.rebuild()
    assert [rows(columns, table) for columns, table in kept] == before
    assert [answer(typed).hits for typed in ("revokes", "misdeals", "law 4", '"nothing more"')] == answers


def test_the_index_knows_how_often_an_entry_is_cited() -> None:
    law = make_law("84", text="A law about revokes.")
    case = make_case("1", decision="Law 84 governs, as does Law 84.")
    make_case("2", decision="Vide Law 84.")
    make_case("3", decision="Vide Law 84.", status="draft")

    def cited() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT cited FROM laws_search_document WHERE entry = %s", [law.pk])
            return cursor.fetchone()[0]

    assert cited() == 2, "each published entry once"
    editing.withdraw(case, because="It was doubtful.")
    assert cited() == 1


def test_a_bulk_load_is_put_in_good_order_once(monkeypatch: pytest.MonkeyPatch) -> None:
    settled: list[int] = []
    monkeypatch.setattr(index.engine(), "settle", lambda: settled.append(1))
    monkeypatch.setattr(index, "MANY", 5)
    edition = make_edition()
    index.update([make_law(str(number), edition=edition, publish=False) for number in range(1, 8)])
    make_law("20", edition=edition)
    assert settled == [1]


@on_sqlite_only
def test_after_a_bulk_load_a_number_is_looked_up_by_the_index_that_is_unique() -> None:
    """Without figures SQLite looks through the whole code for it, which takes the longer the longer the book is."""
    edition = make_edition()
    for number in range(1, 400):
        make_law(str(number), text="Words.", edition=edition, publish=False)
    index.rebuild()
    with CaptureQueriesContext(connection) as asked:
        assert jump("law 12") == "/auction-1912/law/12/"
    [sql] = [one["sql"] for one in asked.captured_queries if '"slug" IN' in one["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        steps = [row[3] for row in cursor.fetchall()]
    assert any("slug=?" in step for step in steps), steps


@pytest.mark.parametrize(
    ("loss", "said"),
    [
        pytest.param("DELETE FROM laws_search_word", "no words of 2 entries", id="the words are gone: nothing is found"),
        pytest.param("DELETE FROM laws_search_spelling", "no words of 2 entries", id="the spellings are gone: nothing typed is understood"),
        pytest.param(EMPTIED, "no words of 2 entries", id="what the engine keeps is gone"),
        pytest.param("UPDATE laws_search_document SET entry = entry + 1000 WHERE entry = (SELECT max(entry) FROM laws_search_document)",
                     "other entries than those that are published", id="one is stale and one is missing"),
        pytest.param("DELETE FROM laws_search_document WHERE entry = (SELECT max(entry) FROM laws_search_document)", "1 entries for 2", id="one is missing"),
    ],
)  # fmt: skip
def test_an_index_that_has_lost_something_says_so(loss: str, said: str, django_assert_max_num_queries) -> None:
    make_law("84", text="Whoever revokes pays.")
    make_law("85", text="Whoever does it twice pays twice.")
    assert index.fault() == ""
    with connection.cursor() as cursor:
        cursor.execute(loss)
    with django_assert_max_num_queries(6):
        assert index.fault() == f"out of step ({said}): run manage.py search --rebuild"
    index.rebuild()
    assert index.fault() == ""


def test_an_index_with_hardly_a_word_is_in_step() -> None:
    assert index.fault() == ""
    make_law("84", title="七", text="七 12")
    assert index.fault() == ""
