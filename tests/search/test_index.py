"""The index follows the entries, in the same transaction."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from laws import editing
from laws.models import Entry
from laws.search import index
from laws.search.answer import answer
from tests.builders import make_edition, make_etiquette, make_law, make_penalty

pytestmark = pytest.mark.django_db


def found(typed: str) -> list[str]:
    return [hit.entry.label for hit in answer(typed).hits]


def counted(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        return cursor.fetchone()[0]


def test_a_published_entry_is_found() -> None:
    make_law("84", text="Whoever trumps in error pays for it.")
    assert found("trumps in error") == ["Law 84"]


@pytest.mark.parametrize("status", ["draft", "in review", "withdrawn"])
def test_what_is_not_published_is_not_found(status: str) -> None:
    make_law("84", text="Whoever trumps in error pays for it.", status=status)
    assert found("trumps") == []
    assert counted("laws_search") == 0


def test_words_that_were_changed_are_found_and_the_old_ones_are_not() -> None:
    law = make_law("84", text="Whoever hesitates pays.")
    law.text = "Whoever dawdles pays."
    law.save()
    editing.publish([law])
    assert (found('"hesitates"'), found('"dawdles"')) == ([], ["Law 84"])


def test_a_withdrawn_entry_leaves_with_all_its_parts_and_spellings() -> None:
    law = make_law("84", text="(a) first thing\n\n(b) another thing")
    editing.withdraw(law, because="It was replaced.")
    assert [counted(table) for table in ("laws_search", "laws_search_part", "laws_search_word")] == [0, 0, 0]


def test_a_deleted_draft_leaves_nothing_behind() -> None:
    law = make_law("84", status="draft")
    editing.remove([law], because="a slip")
    assert counted("laws_search") == 0


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
    tables = ("laws_search", "laws_search_part", "laws_search_word")
    before = [counted(table) for table in tables], answer("revoke").hits
    assert index.rebuild() == 2
    assert ([counted(table) for table in tables], answer("revoke").hits) == before


def test_taking_out_what_is_not_there_is_no_matter() -> None:
    index.remove([1, 2, 3])
    index.update([])
    assert counted("laws_search") == 0


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
    assert Entry.objects.published().count() == counted("laws_search") == 11
