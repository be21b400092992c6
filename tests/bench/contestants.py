"""Who is measured: the site's own search, and the bare FTS5 table with what a careful programmer would ask of it by hand."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from laws.search.answer import Answer, answer
from laws.search.shelf import Shelf

from .corpus import Query

FACETS = ("kind", "offense", "offender")
BARE_FACETS = ("kind", "offense", "year")


@dataclass(frozen=True, slots=True)
class Bare:
    """The bare table: bm25 over all that matches, the first 20 with snippets; and a count and three facets."""

    raw: sqlite3.Connection

    def hits(self, query: Query) -> Sequence[tuple[int, ...]]:
        found = f"{_from(query)} ORDER BY rank LIMIT 20"
        return self.raw.execute(f"SELECT raw.rowid, title, snippet(raw, -1, '[', ']', '...', 24) {found}", _values(query)).fetchall()

    def full(self, query: Query) -> Sequence[tuple[int, ...]]:
        found, joined = self.hits(query), _from(query, joined=True)
        self.raw.execute(f"SELECT count(*) {joined}", _values(query)).fetchall()
        for facet in BARE_FACETS:
            self.raw.execute(f"SELECT {facet}, count(*) {joined} GROUP BY {facet}", _values(query)).fetchall()
        return found


def hits(query: Query) -> Answer:
    """The site's own: 20 hits with snippets."""
    return answer(query.typed, filters={"offense": query.offense}, facets=())


def hits_afresh(query: Query) -> Answer:
    """The same right after the index has changed: all that a process remembers of it is read again."""
    Shelf.latest = None
    return hits(query)


def full(query: Query) -> Answer:
    """The same with the count and three facets."""
    return answer(query.typed, filters={"offense": query.offense}, facets=FACETS)


def _from(query: Query, *, joined: bool = False) -> str:
    fact = " JOIN fact ON fact.id = raw.rowid" if joined or query.offense else ""
    return f"FROM raw{fact} WHERE raw MATCH ?" + (" AND offense = ?" if query.offense else "")


def _values(query: Query) -> list[str]:
    quoted = [f'"{word}"' for word in query.words]
    said = f'"{" ".join(query.words)}"' if query.phrase else " AND ".join(quoted) + ("*" if query.prefix else "")
    return [said, *([query.offense] if query.offense else [])]
