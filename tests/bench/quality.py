"""Speed is never told without what was found: how many of the first 20 hits an exhaustive ranking has among its first 20."""

from __future__ import annotations

from collections.abc import Sequence

from laws.search import asking, catalogue, rank, thesaurus
from laws.search import query as language
from laws.search.answer import answer
from laws.search.index import engine
from laws.search.listing import EVERY, Search
from laws.search.matching import Candidate
from laws.search.plan import Scope, with_all
from laws.search.posting import entry_of
from laws.search.rank import Asked
from laws.search.shelf import Shelf

from .corpus import Query

FIRST = 20
DOCUMENTS = "SELECT d.standing, d.place, d.cited, d.tags, d.signs, '' FROM ({layers}) AS m {joined}{where} LIMIT %s"


def overlap(queries: Sequence[Query]) -> tuple[float, int]:
    """The mean share of the first hits that bm25 over all that matches, with the same weights of fields, has among its first; of how many queries."""
    shares = []
    for query in queries:
        best = exhaustive(query)
        if len(best) >= FIRST:
            found = [hit.entry.pk for hit in answer(query.typed, facets=(), per_page=FIRST).hits]
            shares.append(len(set(best[:FIRST]) & set(found)) / FIRST)
    return (sum(shares) / len(shares) if shares else 1.0), len(shares)


def exhaustive(query: Query) -> list[int]:
    """All that has the words of a query, by bm25 alone: the primary keys of the first 20."""
    kept = engine()
    assert kept is not None
    reading = asking.Reading.of(language.read(query.typed).terms, thesaurus.build([]), Shelf.opened(kept))
    meant = [one for one in reading.meant if one.ways]
    if not meant or len(meant) < len(reading.meant):
        return []
    holds = tuple(one.ways[0].signs for one in meant if not one.verified)
    found = catalogue.rows(*Search((with_all(meant, Scope()),), holds).sql(kept, DOCUMENTS, EVERY))
    rows = rank.score(map(Candidate._make, found), Asked(meant, reading.average))
    return [entry_of(row.standing) for row in sorted(rows, key=lambda row: (-row.score, row.place))[:FIRST]]


def size_of_index() -> tuple[int, int]:
    """The bytes of the index, and of the texts that it indexes."""
    tables = "name LIKE 'laws_search%' OR name LIKE 'sqlite_autoindex_laws_search%'"
    ((index,),) = catalogue.rows(f"SELECT sum(pgsize) FROM dbstat WHERE {tables}".replace("%'", "%%'"), [])
    ((entries,),) = catalogue.rows("SELECT sum(length(cast(title || text || digest AS blob))) FROM laws_entry", [])
    ((cases,),) = catalogue.rows("SELECT coalesce(sum(length(cast(facts || query || decision || holding AS blob))), 0) FROM laws_case", [])
    return int(index), int(entries + cases)
