"""The index in PostgreSQL: each document's words as one tsvector with a GIN index, in the site's own database and transactions.

The words are our own stems, kept as they come, so that both databases mean the same by a word; none of PostgreSQL's dictionaries is asked.
The migration 0007 makes the table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice

from django.db import OperationalError, connection, transaction

from . import tables
from .engine import AllOf, AnyOf, OutOfTime, Sql, Wanted
from .reading import reading
from .tables import Table

HOLDS = "strpos(d.signs, %s) > 0"
# A lateral row can only be looked up one by one: so the order of what was found is kept, and the limit stops it.
JOINED = "CROSS JOIN LATERAL (SELECT * FROM laws_search_document WHERE standing = m.standing OFFSET 0) AS d"

BATCH = 500
TABLE = Table(
    "laws_search", ("standing", "words"), frozenset({"standing"}),
    "CREATE TABLE laws_search (standing bigint PRIMARY KEY, words tsvector NOT NULL)",
    (
        "CREATE INDEX IF NOT EXISTS laws_search_words ON laws_search USING gin (words) WITH (fastupdate = off)",
        "ALTER TABLE laws_search ALTER COLUMN words SET STATISTICS 1000",
    ),
)  # fmt: skip
LONGEST = 500  # bytes; a longer word is known by its digest, for PostgreSQL takes no more than 2,046
MOST_BYTES = 900_000  # of a document's words; PostgreSQL takes a million
STOPPED = "57014"  # how PostgreSQL says that a statement was stopped
ADD = """INSERT INTO laws_search (standing, words) SELECT standing, array_to_tsvector(string_to_array(words, ' '))
FROM unnest(%s::bigint[], %s::text[]) AS given (standing, words)"""
REMOVE = "DELETE FROM laws_search WHERE standing = ANY(%s::bigint[])"
FIND = "SELECT standing FROM laws_search WHERE words @@ %s::tsquery ORDER BY standing LIMIT %s"
GIVE_TIME = "SELECT current_setting('statement_timeout'), set_config('statement_timeout', %s, true)"
GIVE_BACK = "SELECT set_config('statement_timeout', %s, true)"


def make() -> None:
    """Make what is missing of the table."""
    tables.make([TABLE])


def clear() -> None:
    """Forget every document."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM laws_search")  # TRUNCATE would keep readers waiting until the new index is there


def add(documents: Iterable[tuple[int, str]]) -> None:
    """Keep documents: their standings, which are free, and their words, each once, parted by blanks."""
    rows = iter(documents)
    with connection.cursor() as cursor:
        while batch := list(islice(rows, BATCH)):
            cursor.execute(ADD, [[standing for standing, _ in batch], [_kept(words) for _, words in batch]])


def remove(documents: Iterable[tuple[int, str]]) -> None:
    """Forget documents. Their words need not be told here."""
    with connection.cursor() as cursor:
        cursor.execute(REMOVE, [[standing for standing, _ in documents]])


def settle() -> None:
    """Let the planner see what a bulk load brought."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE laws_search")


def matching(wanted: Wanted, limit: int) -> Sql:
    """The documents that have `wanted`, those of the smallest standing before the limit cuts."""
    return Sql(FIND, (_said(wanted), limit))


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Inside, a statement that runs longer raises OutOfTime; the transaction goes on afterwards as if it had not been asked."""
    asked = reading()
    outside = not asked.in_atomic_block
    try:
        with transaction.atomic(using=asked.alias), asked.cursor() as cursor:
            cursor.execute(GIVE_TIME, [str(max(1, round(seconds * 1000)))])
            before = cursor.fetchone()[0]
            yield
            if not outside:  # a setting made in a savepoint outlives it, and one made in a transaction does not
                cursor.execute(GIVE_BACK, [before])
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", "") == STOPPED:
            raise OutOfTime from error
        raise


def _kept(words: str) -> str:
    """The words of a document as far as PostgreSQL takes them."""
    if len(words) * 4 < LONGEST:
        return words
    kept, room = [], MOST_BYTES
    for word in words.split():
        word = _lexeme(word)
        room -= len(word.encode())
        if room < 0:
            break
        kept.append(word)
    return " ".join(kept)


def _lexeme(word: str) -> str:
    if len(word) * 4 <= LONGEST or len(word.encode()) <= LONGEST:
        return word
    return hashlib.sha256(word.encode()).hexdigest()


def _said(wanted: Wanted) -> str:
    """What is wanted in PostgreSQL's own language. Every word is quoted, so that none is taken for an operator."""
    match wanted:
        case AnyOf(parts):
            return f"({' | '.join(map(_said, parts))})"
        case AllOf(parts, without):
            return f"({' & '.join([*map(_said, parts), *(f'!{_said(part)}' for part in without)])})"
    doubled = _lexeme(wanted).replace("\\", "\\\\").replace("'", "''")
    return f"'{doubled}'"
