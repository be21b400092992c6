"""A rebuild makes whatever is missing of the index: tables, columns, keys, indexes, the row of state. On both databases."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from laws.search import catalogue, index
from laws.search.answer import answer
from tests.builders import make_law, make_penalty
from tests.databases import on_postgresql_only, on_sqlite_only

pytestmark = pytest.mark.django_db
NAMES = ("laws_search_document", "laws_search_word", "laws_search_spelling", "laws_search_state")
KEPT = (
    ("entry, standing, place, dated, cited, cites", "laws_search_document"), ("word, count", "laws_search_word"),
    ("s.word, w.word", "laws_search_spelling s JOIN laws_search_word w ON w.id = s.id"), ("id, documents, words", "laws_search_state"),
)  # fmt: skip
TYPED = ("revoke", '"for two"', "law 84", "kind:penalty", "revokk", "-revoke two")
LOSSES = {
    "the inverted index": ["DROP TABLE laws_search"],
    **{name: [f"DROP TABLE {name}"] for name in NAMES},
    "the row of state": ["DELETE FROM laws_search_state"],
    "an index": ["DROP INDEX laws_search_spelling_id"],
    "the column of the mark": ["ALTER TABLE laws_search_state DROP COLUMN mark"],
    "a column of the documents": ["ALTER TABLE laws_search_document DROP COLUMN cites"],
    "all tables": [f"DROP TABLE {name}" for name in ("laws_search", *NAMES)],
}


def run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def shape() -> dict[str, Any]:
    """The columns, keys and indexes of the tables, whatever they are called, as the database tells them."""
    look, found = connection.introspection, {}
    with connection.cursor() as cursor:
        for name in (*NAMES, *(["laws_search"] if connection.vendor == "postgresql" else [])):
            columns = [(one.name, one.type_code, one.null_ok, one.default, one.collation) for one in look.get_table_description(cursor, name)]
            keys = [(one["columns"], one["primary_key"], one["unique"], one["index"]) for one in look.get_constraints(cursor, name).values()]
            found[name] = columns, sorted(keys, key=repr)
    return found


def contents() -> list[Any]:
    found: list[Any] = [[(hit.url, hit.title, hit.snippet, hit.score) for hit in answer(typed).hits] for typed in TYPED]
    with connection.cursor() as cursor:
        for columns, table in KEPT:
            cursor.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2")
            found.append(cursor.fetchall())
    return found


def some_entries() -> None:
    make_law("84", text="(a) for a revoke\n\n(b) for two", title="Revokes")
    make_law("85", text="Whoever revokes again, see Law 84.")
    make_penalty("1", laws="84 a")
    index.rebuild()  # entries stand as often as they are cited by now


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_a_rebuild_makes_what_is_missing_as_it_was(loss: list[str]) -> None:
    some_entries()
    before = shape(), contents()
    run(*loss)
    assert index.rebuild() == 3
    assert index.fault() == ""
    assert (shape(), contents()) == before


@pytest.mark.parametrize("loss", [loss for name, loss in LOSSES.items() if name != "an index" and "documents" not in name],
                         ids=[name for name in LOSSES if name != "an index" and "documents" not in name])  # fmt: skip
def test_what_is_missing_is_told_with_its_cure(loss: list[str]) -> None:
    some_entries()
    run(*loss)
    assert index.fault() == "gone: run manage.py search --rebuild"


@on_postgresql_only
@pytest.mark.parametrize(
    "loss",
    ["ALTER TABLE laws_search_document DROP CONSTRAINT laws_search_document_entry_key", "ALTER TABLE laws_search_word DROP CONSTRAINT laws_search_word_pkey",
     "ALTER TABLE laws_search DROP COLUMN words", "DROP INDEX laws_search_words"],
)  # fmt: skip
def test_keys_and_the_index_of_words_come_back_too(loss: str) -> None:
    some_entries()
    before = shape(), contents()
    run(loss)
    index.rebuild()
    assert (shape(), contents()) == before


@on_sqlite_only
def test_the_spellings_are_kept_in_the_order_of_their_words() -> None:
    run("DROP TABLE laws_search_spelling")
    index.rebuild()
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'laws_search_spelling'")
        assert cursor.fetchone()[0].endswith("WITHOUT ROWID")


def test_what_is_whole_is_left_in_place() -> None:
    """Nobody who reads meanwhile may be kept waiting by a table that is dropped."""
    some_entries()
    said: list[str] = []
    with connection.execute_wrapper(lambda execute, sql, *rest: (said.append(sql), execute(sql, *rest))[1]):
        index.rebuild()
    assert [sql for sql in said if sql.startswith(("DROP", "CREATE TABLE"))] == []
    assert catalogue.state()[0] == 3
