"""The inverted index in SQLite: an FTS5 table that keeps no texts and no places, only which documents have which words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic

from django.db import connection
from django.db.utils import OperationalError

from .engine import AnyOf, OutOfTime, Sql, Wanted
from .reading import reading

HOLDS = "instr(d.signs, %s) > 0"
JOINED = "JOIN laws_search_document d ON d.standing = m.standing"

# A word may hold these signs, which nobody can type as part of a word; letters of other alphabets are word characters too.
TOKENIZE = "ascii tokenchars ''^=/-.''"
MAKE = f"CREATE VIRTUAL TABLE IF NOT EXISTS laws_search USING fts5(words, content='', detail=none, columnsize=0, tokenize='{TOKENIZE}')"
KEEP = "INSERT INTO laws_search (rowid, words) VALUES (%s, %s)"
FORGET = "INSERT INTO laws_search (laws_search, rowid, words) VALUES ('delete', %s, %s)"
COMMAND = "INSERT INTO laws_search (laws_search) VALUES (%s)"
MATCHING = "SELECT rowid AS standing FROM laws_search WHERE laws_search MATCH %s LIMIT %s"
PARTING = re.compile(r"[^0-9A-Za-z^=/.\-\x80-\U0010ffff]")  # what is no part of a word to the tokenizer of the table
LOOKED_AT = 1000  # rows of an index; so taking stock takes no longer in a large casebook
STEPS = 2000  # of SQLite's machine between two looks at the clock


def make() -> None:
    """Make the table where it is missing."""
    with connection.cursor() as cursor:
        cursor.execute(MAKE)


def clear() -> None:
    """Forget every document."""
    with connection.cursor() as cursor:
        cursor.execute(COMMAND, ["delete-all"])


def add(documents: Iterable[tuple[int, str]]) -> None:
    """Keep documents: standings and words."""
    with connection.cursor() as cursor:
        cursor.executemany(KEEP, list(documents))


def remove(documents: Iterable[tuple[int, str]]) -> None:
    """Forget documents. An index that keeps no texts must be told which words go."""
    with connection.cursor() as cursor:
        cursor.executemany(FORGET, list(documents))


def settle() -> None:
    """Merge what a bulk load has left in pieces, and take stock of the tables: else SQLite cannot tell which index leads to few rows."""
    with connection.cursor() as cursor:
        cursor.execute(COMMAND, ["optimize"])
        cursor.execute(f"PRAGMA analysis_limit = {LOOKED_AT}")
        cursor.execute("ANALYZE")


def matching(wanted: Wanted, limit: int) -> Sql:
    """The documents that have `wanted`, in the order of their standing, which is that of FTS5's own rows."""
    return Sql(MATCHING, [expression(wanted), limit])


def expression(wanted: Wanted) -> str:
    """What is wanted in FTS5's own language. Every word is quoted, so that none is taken for an operator."""
    if isinstance(wanted, str):
        # A sign that would part a word makes a phrase of it, which an index without places refuses; no word that is kept has one.
        return f'"{PARTING.sub("=", wanted)}"'
    if isinstance(wanted, AnyOf):
        return _joined(" OR ", wanted.parts)
    kept = _joined(" AND ", wanted.parts)
    return f"({kept} NOT {_joined(' OR ', wanted.without)})" if wanted.without else kept


def _joined(word: str, parts: Iterable[Wanted]) -> str:
    said = [expression(part) for part in parts]
    return said[0] if len(said) == 1 else f"({word.join(said)})"


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Inside, a statement that runs longer raises OutOfTime."""
    asked = reading()
    asked.ensure_connection()
    until = monotonic() + seconds
    asked.connection.set_progress_handler(lambda: monotonic() > until, STEPS)
    try:
        yield
    except OperationalError as error:
        if "interrupted" in str(error):
            raise OutOfTime from error
        raise
    finally:
        asked.connection.set_progress_handler(None, STEPS)
