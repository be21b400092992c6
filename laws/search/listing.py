"""A list of entries that answer: a ranked head, and behind it what else an engine finds, counted as far as a bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from laws.models.vocabulary import Kind

from . import catalogue
from .engine import AllOf, Engine, Wanted
from .matching import Candidate, Row
from .signs import tally

BOUND = 1000  # entries; more are not counted, and not listed
SAMPLE = 300  # entries, of all kinds, whose tags are shown where not all are counted
EVERY = 10_000_000  # where all is to be looked through: no casebook has so many

_DOCUMENTS = "FROM ({layers}) AS m {joined}{where}"
CANDIDATES = f"SELECT d.standing, d.place, d.cited, d.tags, d.signs, d.parts {_DOCUMENTS} LIMIT %s"
FOLLOWING = f"SELECT d.standing, d.place, d.tags {_DOCUMENTS} LIMIT %s"
SORTED = "SELECT standing, place, tags FROM ({found}) AS d ORDER BY {order} LIMIT %s OFFSET %s"
SORTABLE = f"SELECT d.standing, d.place, d.dated, d.tags {_DOCUMENTS} LIMIT %s"
AMONG = "SELECT standing, place, dated, tags FROM laws_search_document d WHERE standing IN ({})"
TAGS = f"SELECT count(*), {{together}} FROM (SELECT d.tags {_DOCUMENTS} LIMIT %s) AS d"  # noqa: S608
COUNTED = "SELECT count(*) FROM (SELECT m.standing FROM ({layers}) AS m LIMIT %s) AS counted"
COUNTED_TESTED = f"SELECT count(*) FROM (SELECT d.standing {_DOCUMENTS} LIMIT %s) AS counted"  # noqa: S608
ORDERS = {"number": "place, standing", "date": "dated DESC, place, standing"}


@dataclass(frozen=True, slots=True)
class Filter:
    """What narrows a list: tags of which an entry must have one, or with `without` none. `signs` are those that the index knows."""

    name: str
    tags: tuple[str, ...]
    signs: tuple[str, ...] = ()
    without: bool = False

    def keeps(self, tags: str) -> bool:
        return any(sign in tags for sign in self.signs) != self.without


@dataclass(frozen=True, slots=True)
class Search:
    """What an engine is asked for, layer by layer, and the signs that a document must hold or lack (phrases), one of `one_of`."""

    layers: tuple[Wanted, ...]
    holds: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()

    def sql(self, engine: Engine, select: str, limit: int, each: int = 0) -> tuple[str, list[str | int]]:
        """A statement that reads what is found, as one of the patterns above, and its values; of each layer at most `each`."""
        tested = (*self.holds, *self.lacks, *self.one_of)
        looked = each or (EVERY if tested else limit)
        found = [engine.matching(layer, looked) for layer in self.layers]
        layers = " UNION ALL ".join(f"SELECT standing FROM ({one.text}) AS l{at}" for at, one in enumerate(found))  # noqa: S608
        tests = [*(engine.HOLDS for _ in self.holds), *(f"NOT ({engine.HOLDS})" for _ in self.lacks)]
        tests += [f"({' OR '.join(engine.HOLDS for _ in self.one_of)})"] if self.one_of else []
        where = f" WHERE {' AND '.join(tests)}" if tests else ""
        values = [value for one in found for value in one.values]
        return select.format(layers=layers, where=where, joined=engine.JOINED, together=engine.TOGETHER), [*values, *tested, limit]

    def candidates(self, engine: Engine, limit: int) -> tuple[list[Candidate], bool]:
        """The documents that are found first, each once, and whether these are all."""
        found = catalogue.rows(*self.sql(engine, CANDIDATES, limit + 1))
        return list({row[0]: Candidate._make(row) for row in found}.values())[:limit], len(found) <= limit

    def count(self, engine: Engine, limit: int = BOUND) -> int:
        """How many documents are found, at most one more than `limit`."""
        tested = self.holds or self.lacks or self.one_of
        ((count,),) = catalogue.rows(*self.sql(engine, COUNTED_TESTED if tested else COUNTED, limit + 1))
        return int(count)

    def tags(self, engine: Engine) -> str:
        """The tags of all documents that are found, of so many as BOUND."""
        ((_, tags),) = catalogue.rows(*self.sql(engine, TAGS, BOUND))
        return tags or ""

    def sample(self, engine: Engine) -> str:
        """The tags of some documents of each kind: where there are too many to count, a choice that only later ones have is shown too."""
        layers = tuple(AllOf((layer, f"kind={kind}")) for layer in self.layers for kind in Kind.values)
        search = replace(self, layers=layers)
        ((_, tags),) = catalogue.rows(*search.sql(engine, TAGS, SAMPLE, each=max(1, SAMPLE // len(layers))))
        return tags or ""


@dataclass(slots=True)
class Listing:
    """Entries that answer, in order: `rows`, then what `rest` finds beside them by standing. Without `rest` the rows are all there are.

    `filters` are those that it keeps to; `again` gives the list that keeps to others instead, as far as counting it goes.
    """

    rows: list[Row] = field(default_factory=list)
    rest: Search | None = None
    filters: Sequence[Filter] = ()
    again: Callable[[Sequence[Filter]], Listing] | None = None
    counted: int | None = None

    @classmethod
    def of(cls, rows: Sequence[Row], filters: Sequence[Filter]) -> Listing:
        """A list of which all entries are at hand, and those of them that filters keep."""
        kept = [row for row in rows if all(one.keeps(row.tags) for one in filters)]
        return cls(kept, None, filters, lambda others: cls.of(rows, others))

    @property
    def is_empty(self) -> bool:
        """Whether there is surely nothing in it."""
        return not self.rows and self.rest is None

    def narrowed(self, filters: Sequence[Filter]) -> Listing:
        """The list with these filters instead of its own."""
        return self.again(filters) if self.again else self

    def total(self, engine: Engine) -> int:
        """How many there are; one more than BOUND stands for any number beyond."""
        if self.counted is None:
            self.counted = self.rest.count(engine) if self.rest else len(self.rows)
        return self.counted

    def tags(self, engine: Engine, *, every: bool) -> Counter[int]:
        """How often they have each tag, by its number; of many, some of each kind. `every`: those of many values too, as the laws cited."""
        if self.rest is None:
            return tally("".join(row.tags for row in self.rows[:BOUND]), every=every)
        return tally(self.rest.tags(engine) if self.total(engine) <= BOUND else self.rest.sample(engine), every=every)

    def page(self, engine: Engine, first: int, last: int, order: str = "relevance") -> list[Row]:
        """The rows from one place to another."""
        if order in ORDERS:
            return self._sorted(engine, first, last, order)
        if last <= len(self.rows) or self.rest is None:
            return self.rows[first:last]
        seen = {row.standing for row in self.rows}
        found = catalogue.rows(*self.rest.sql(engine, FOLLOWING, last + len(seen)))
        rows = self.rows + [Row(standing, place, tags=tags) for standing, place, tags in found if standing not in seen]
        return rows[first:last]

    def _sorted(self, engine: Engine, first: int, last: int, order: str) -> list[Row]:
        """The same, of the first BOUND, in another order."""
        rows = {row.standing: row for row in self.rows}
        if self.rest is None:
            found = catalogue.rows_among(AMONG, list(rows)[:BOUND])
            found.sort(key=lambda row: (-row[2] if order == "date" else 0, row[1], row[0]))
            return [rows[row[0]] for row in found[first:last]]
        sql, values = self.rest.sql(engine, SORTABLE, BOUND)
        found = catalogue.rows(SORTED.format(found=sql, order=ORDERS[order]), [*values, last - first, first])
        return [rows.get(standing) or Row(standing, place, tags=tags) for standing, place, tags in found]
