"""The index in SQLite: FTS5 tables that live and change in the same database, and the same transaction, as the entries.

`laws_search` holds one row an entry and `laws_search_part` one a lettered part, both stemmed; `laws_search_spelling` indexes the words of
the first as they are spelled. The migration 0002 makes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from django.db import connection

from .documents import COLUMNS, WEIGHTS, Document
from .matching import Found, Variant
from .words import ONE_WORD, for_index, whole

NAMES = ", ".join(COLUMNS)
MARKS = ", ".join("?" * len(COLUMNS))
BATCH = 400
PARTS = 1000  # rows of parts are numbered entry * 1000 + place, so that those of an entry are found without a second index
MOST_COMPLETIONS = 40
MOST_ROWS = 50_000  # read for one word; no casebook of ours comes near it
WEIGHED = f"bm25(laws_search, {', '.join(map(str, WEIGHTS))})"
AMONG = "rowid IN (SELECT value FROM json_each(?))"

# Only names and numbers of ours are put into these; what anybody typed goes in as a value.
_OLD = f"SELECT 'delete', rowid, {NAMES} FROM laws_search WHERE {AMONG}"  # noqa: S608
FORGET_SPELLING = f"INSERT INTO laws_search_spelling (laws_search_spelling, rowid, {NAMES}) {_OLD}"
FORGET = f"DELETE FROM laws_search WHERE {AMONG}"  # noqa: S608
FORGET_PARTS = "DELETE FROM laws_search_part WHERE rowid BETWEEN ? AND ?"
KEEP = f"INSERT INTO laws_search (rowid, {NAMES}, tags, place) VALUES (?, {MARKS}, ?, ?)"  # noqa: S608
KEEP_SPELLING = f"INSERT INTO laws_search_spelling (rowid, {NAMES}) VALUES (?, {MARKS})"  # noqa: S608
KEEP_PART = "INSERT INTO laws_search_part (rowid, words, anchor) VALUES (?, ?, ?)"
FIND = f"SELECT {{at}}, rowid, -{WEIGHED}, '' FROM laws_search WHERE laws_search MATCH ? LIMIT {MOST_ROWS}"  # noqa: S608
_PARTS = f"SELECT {{at}}, rowid / {PARTS}, -bm25(laws_search_part), anchor FROM laws_search_part"  # noqa: S608
FIND_PARTS = f"{_PARTS} WHERE laws_search_part MATCH ? LIMIT {MOST_ROWS}"
ATTRIBUTES = "SELECT rowid, tags, place FROM laws_search"
COMPLETIONS = "SELECT term FROM laws_search_word WHERE term >= ? AND term < ? ORDER BY doc DESC, term LIMIT ?"
SPELLED = "SELECT term, doc FROM laws_search_word WHERE length(term) BETWEEN ? AND ?"


# ---- keeping -------------------------------------------------------------------------------------------------------------------------


def remove(keys: Iterable[int]) -> None:
    """Forget some entries. Those that are not there are no matter."""
    wanted = sorted(set(keys))
    with connection.cursor() as cursor:
        for at in range(0, len(wanted), BATCH):
            batch = json.dumps(wanted[at : at + BATCH])
            _run(cursor, FORGET_SPELLING, [batch])  # an index that keeps no words of its own must be told which words go
            _run(cursor, FORGET, [batch])
            for pk in wanted[at : at + BATCH]:
                _run(cursor, FORGET_PARTS, [pk * PARTS, pk * PARTS + PARTS - 1])


def add(documents: Iterable[Document]) -> int:
    """Add entries that are not there, and tell how many they were."""
    count = 0
    with connection.cursor() as cursor:
        for document in documents:
            row = [document.pk, *document.columns]
            _run(cursor, KEEP, [*row, " ".join(document.tags), document.place])
            _run(cursor, KEEP_SPELLING, row)
            for at, part in enumerate(document.parts[:PARTS]):
                _run(cursor, KEEP_PART, [document.pk * PARTS + at, part.words, part.anchor])
            count += 1
    return count


def clear() -> None:
    """Forget everything."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM laws_search")
        cursor.execute("DELETE FROM laws_search_part")
        cursor.execute("INSERT INTO laws_search_spelling (laws_search_spelling) VALUES ('delete-all')")


# ---- asking --------------------------------------------------------------------------------------------------------------------------


def size() -> int:
    """How many entries are kept."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM laws_search")
        return int(cursor.fetchone()[0])


def find(variants: Sequence[Variant]) -> list[list[Found]]:
    """For each variant the entries that have it, with its bm25 over the weighed columns (the more, the better)."""
    return _each(variants, FIND)


def find_parts(variants: Sequence[Variant]) -> list[list[Found]]:
    """For each variant the parts that have it, each with its entry and its anchor."""
    return _each(variants, FIND_PARTS)


def _each(variants: Sequence[Variant], select: str) -> list[list[Found]]:
    """One statement for all variants: a compound of one SELECT each."""
    found: list[list[Found]] = [[] for _ in variants]
    parts = select is FIND_PARTS
    with connection.cursor() as cursor:
        for first in range(0, len(variants), BATCH):
            batch = variants[first : first + BATCH]
            # Each SELECT in a subquery: SQLite allows LIMIT only at the end of a compound.
            sql = " UNION ALL ".join(f"SELECT * FROM ({select.format(at=first + at)})" for at in range(len(batch)))  # noqa: S608
            _run(cursor, sql, [expression(variant, parts=parts) for variant in batch])
            for at, pk, strength, anchor in cursor.fetchall():
                found[at].append(Found(pk, strength, anchor))
    return found


def expression(variant: Variant, *, parts: bool = False) -> str:
    """A variant in FTS5's own language. Every word is quoted, so that none is taken for an operator."""
    if variant.prefix:
        # The index keeps stems, and "declarat" is not the beginning of the stem "declar": look up the words that begin so.
        said = f"({' OR '.join(_quoted([word]) for word in completions(variant.phrases[0][0]) or variant.phrases[0])})"
    elif len(variant.phrases) > 1:
        said = f"NEAR({' '.join(_quoted(phrase) for phrase in variant.phrases)}, {variant.within})"
    else:
        said = _quoted(variant.phrases[0])
    if parts:
        return said
    if variant.columns:
        return f"{{{' '.join(variant.columns)}}} : {said}"
    # The figure 12 in a sentence is an amount, never the number of Law 12.
    amount = any(ONE_WORD.get(word, word).isdigit() for phrase in variant.phrases for word in phrase)
    return f"- number : {said}" if amount else said


def _quoted(phrase: Sequence[str]) -> str:
    return '"' + for_index(" ".join(phrase)).replace('"', " ") + '"'


def completions(begun: str) -> list[str]:
    """The commonest words of the index that begin so."""
    apart = [word for word in ONE_WORD if word.startswith(begun)]
    with connection.cursor() as cursor:
        _run(cursor, COMPLETIONS, [begun, begun + "\U0010ffff", MOST_COMPLETIONS])
        return [*apart, *(term for (term,) in cursor.fetchall())][:MOST_COMPLETIONS]


def attributes(keys: Iterable[int] | None) -> Mapping[int, tuple[tuple[str, ...], str]]:
    """The tags and the place of some entries; None: of all that are kept."""
    with connection.cursor() as cursor:
        if keys is None:
            cursor.execute(ATTRIBUTES)
        else:
            _run(cursor, f"{ATTRIBUTES} WHERE {AMONG}", [json.dumps(list(keys))])
        return {pk: (tuple(tags.split()), place) for pk, tags, place in cursor.fetchall()}


def spelled(shortest: int, longest: int) -> dict[str, int]:
    """The words of the index as they are spelled, of some lengths, with the number of entries that have them."""
    with connection.cursor() as cursor:
        _run(cursor, SPELLED, [shortest, longest])
        return {whole(term): count for term, count in cursor.fetchall()}


def _run(cursor: object, sql: str, values: Sequence[object]) -> None:
    """Django wants %s for a value, and a doubled sign for a percent."""
    cursor.execute(sql.replace("?", "%s"), values)  # type: ignore[attr-defined]
