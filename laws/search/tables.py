"""The ordinary tables of the index as they stand once every migration has run, and how what is missing of them is made again.

All that they hold are copies. So a table that is not whole is not patched but made anew; `index.rebuild` fills it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection


@dataclass(frozen=True, slots=True)
class Table:
    """A table by its columns, those of them in which no value stands twice, and the statements that make it and what hangs on it.

    In the statements stand {number} for a whole number of 64 bits, {binary} for texts that sort by their code points, and {keyed} for rows
    that are kept in the order of their key. `beside` must do no harm where it has been done before.
    """

    name: str
    columns: tuple[str, ...]
    single: frozenset[str]
    made: str
    beside: tuple[str, ...] = ()


WORDS = {
    "sqlite": {"number": "integer", "binary": "", "keyed": " WITHOUT ROWID"},
    "postgresql": {"number": "bigint", "binary": ' COLLATE "C"', "keyed": ""},
}
TABLES = (
    Table(
        "laws_search_document", ("standing", "entry", "place", "dated", "cited", "tags", "signs", "parts", "cites"),
        frozenset({"standing", "entry"}),
        "CREATE TABLE laws_search_document (standing {number} PRIMARY KEY, entry {number} NOT NULL UNIQUE, place {number} NOT NULL,"
        " dated {number} NOT NULL, cited {number} NOT NULL, tags text NOT NULL, signs text NOT NULL, parts text NOT NULL,"
        " cites text NOT NULL)",
    ),
    Table(
        "laws_search_word", ("id", "word", "count"), frozenset({"id", "word"}),
        "CREATE TABLE laws_search_word (id {number} PRIMARY KEY, word text{binary} NOT NULL UNIQUE, count {number} NOT NULL)",
    ),
    Table(
        "laws_search_spelling", ("word", "id"), frozenset({"word"}),
        "CREATE TABLE laws_search_spelling (word text{binary} NOT NULL PRIMARY KEY, id {number} NOT NULL){keyed}",
        ("CREATE INDEX IF NOT EXISTS laws_search_spelling_id ON laws_search_spelling (id)",),
    ),
    Table(
        "laws_search_state", ("id", "documents", "words", "mark"), frozenset({"id"}),
        "CREATE TABLE laws_search_state (id {number} PRIMARY KEY, documents {number} NOT NULL, words {number} NOT NULL,"
        " mark {number} NOT NULL DEFAULT 0)",
        ("INSERT INTO laws_search_state (id, documents, words) VALUES (1, 0, 0) ON CONFLICT DO NOTHING",),
    ),
)  # fmt: skip
COLUMNS = frozenset(column for table in TABLES for column in table.columns) - {"id"}  # the names that tell these tables from others


def make(tables: Iterable[Table] = TABLES) -> None:
    """Make what is missing of some tables; one that lacks a column or a key is made anew, empty."""
    words = WORDS[connection.vendor]
    for table in tables:
        statements = table.beside if _is_whole(table) else (f"DROP TABLE IF EXISTS {table.name}", table.made, *table.beside)
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement.format(**words))


def _is_whole(table: Table) -> bool:
    """Whether a table is there with all its columns and keys."""
    look = connection.introspection
    with connection.cursor() as cursor:
        if table.name not in look.table_names(cursor):
            return False
        if not set(table.columns) <= {column.name for column in look.get_table_description(cursor, table.name)}:
            return False
        keys = [one["columns"] for one in look.get_constraints(cursor, table.name).values() if one["unique"] or one["primary_key"]]
    return table.single <= {columns[0] for columns in keys if len(columns) == 1}
