"""A list of entries that answer: a ranked head, and behind it what else an engine finds, counted as far as a bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from laws.models.vocabulary import Kind

from . import catalogue
from .engine import AllOf, Engine, Wanted
from .matching import Candidate, Row
from .shelf import Shelf
from .signs import tally

BOUND = 1000  # entries; more are not counted, and not listed
TESTED = 2000  # entries with the words of a phrase that are looked at to count those that have the phrase
SAMPLE = 300  # entries, of all kinds, whose tags are shown where not all are counted
EVERY = 10_000_000  # where all is to be looked through: no casebook has so many

_DOCUMENTS = "FROM ({layers}) AS m {joined}{where}"
FOUND = "SELECT m.standing FROM ({layers}) AS m LIMIT %s"
FOUND_TESTED = f"SELECT d.standing {_DOCUMENTS} LIMIT %s"
SORTED = "SELECT standing, place, tags FROM ({found}) AS d ORDER BY {order} LIMIT %s OFFSET %s"
SORTABLE = f"SELECT d.standing, d.place, d.dated, d.tags {_DOCUMENTS} LIMIT %s"
AMONG = "SELECT standing, place, dated, tags FROM laws_search_document d WHERE standing IN ({})"
COUNTED = "SELECT count(*) FROM ({found}) AS counted"
HELD = """SELECT count(*), coalesce(sum(CASE WHEN {tests} THEN 1 ELSE 0 END), 0)
FROM (SELECT d.signs FROM ({layers}) AS m {joined} LIMIT %s) AS d"""
ORDERS = {"number": "place, standing", "date": "dated DESC, place, standing"}


@dataclass(frozen=True, slots=True)
class Filter:
    """What narrows a list: tags of which an entry must have one, or with `without` none. `signs` are those that the index knows.

    `written`: it stands in the query itself, and no link takes it back.
    """

    name: str
    tags: tuple[str, ...]
    signs: tuple[str, ...] = ()
    without: bool = False
    written: bool = False

    def keeps(self, tags: str) -> bool:
        return any(sign in tags for sign in self.signs) != self.without


class Count(NamedTuple):
    """How many there are; `more`: and more than that, which were not counted."""

    number: int
    more: bool = False

    def __str__(self) -> str:
        return f"more than {self.number:,}" if self.more else f"{self.number:,}"


@dataclass(frozen=True, slots=True)
class Search:
    """What an engine is asked for, layer by layer, and the signs that a document must hold or lack (phrases), one of `one_of`."""

    layers: tuple[Wanted, ...]
    holds: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()

    def sql(self, engine: Engine, select: str, limit: int, each: int = 0) -> tuple[str, list[str | int]]:
        """A statement that reads what is found, as one of the patterns above, and its values; of each layer at most `each`."""
        layers, values = self._layers(engine, each or (EVERY if self.tested else limit))
        where = f" WHERE {self._tests(engine)}" if self.tested else ""
        return select.format(layers=layers, where=where, joined=engine.JOINED), [*values, *self.tested, limit]

    def _layers(self, engine: Engine, looked: int) -> tuple[str, list[str | int]]:
        """What the layers find, of each so many, and the values of that."""
        found = [engine.matching(layer, looked) for layer in self.layers]
        layers = " UNION ALL ".join(f"SELECT standing FROM ({one.text}) AS l{at}" for at, one in enumerate(found))  # noqa: S608
        return layers, [value for one in found for value in one.values]

    @property
    def tested(self) -> tuple[str, ...]:
        """The signs that a document is tested for, in the order of the tests."""
        return (*self.holds, *self.lacks, *self.one_of)

    def _tests(self, engine: Engine) -> str:
        tests = [*(engine.HOLDS for _ in self.holds), *(f"NOT ({engine.HOLDS})" for _ in self.lacks)]
        tests += [f"({' OR '.join(engine.HOLDS for _ in self.one_of)})"] if self.one_of else []
        return " AND ".join(tests)

    @property
    def _found(self) -> str:
        return FOUND_TESTED if self.tested else FOUND

    def standings(self, shelf: Shelf, limit: int, each: int = 0) -> list[int]:
        """The documents that are found first; one that several layers find stands there as often."""
        return [standing for (standing,) in catalogue.rows(*self.sql(shelf.engine, self._found, limit, each))]

    def candidates(self, shelf: Shelf, limit: int) -> tuple[list[Candidate], bool]:
        """The documents that are found first, each once, and whether these are all."""
        found = self.standings(shelf, limit + 1)
        return shelf.candidates(list(dict.fromkeys(found))[:limit]), len(found) <= limit

    def count(self, shelf: Shelf, limit: int = BOUND) -> int:
        """How many documents are found, at most one more than `limit`."""
        sql, values = self.sql(shelf.engine, self._found, limit + 1)
        ((count,),) = catalogue.rows(COUNTED.format(found=sql), values)
        return int(count)

    def counted(self, shelf: Shelf) -> Count:
        """How many documents are found, as far as BOUND; where each must be tested, among the first that have the words."""
        if self.tested:
            layers, values = self._layers(shelf.engine, TESTED + 1)
            sql = HELD.format(tests=self._tests(shelf.engine), layers=layers, joined=shelf.engine.JOINED)
            ((looked, found),) = catalogue.rows(sql, [*self.tested, *values, TESTED + 1])
            if found or looked <= TESTED:
                return Count(min(int(found), BOUND), looked > TESTED or found > BOUND)
        count = self.count(shelf)
        return Count(min(count, BOUND), count > BOUND)

    def sample(self, shelf: Shelf) -> list[int]:
        """Some documents of each kind: where there are too many to count, a choice that only later ones have is shown too."""
        layers = tuple(AllOf((layer, f"kind={kind}")) for layer in self.layers for kind in Kind.values)
        return replace(self, layers=layers).standings(shelf, SAMPLE, each=max(1, SAMPLE // len(layers)))


@dataclass(slots=True)
class Listing:
    """Entries that answer, in order: `rows`, then what `rest` finds beside them by standing. Without `rest` the rows are all there are.

    `filters` are those that it keeps to; `again` gives the list that keeps to others instead, as far as counting it goes.
    """

    rows: list[Row] = field(default_factory=list)
    rest: Search | None = None
    filters: Sequence[Filter] = ()
    again: Callable[[Sequence[Filter]], Listing] | None = None
    counted: Count | None = None

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

    def total(self, shelf: Shelf) -> Count:
        """How many there are, as far as they are counted. No more of them are listed."""
        if self.counted is None:
            count = self.rest.counted(shelf) if self.rest else Count(min(len(self.rows), BOUND), len(self.rows) > BOUND)
            self.counted = count if count.number >= len(self.rows) else count._replace(number=min(len(self.rows), BOUND))
        return self.counted

    def tags(self, shelf: Shelf, *, every: bool) -> Counter[int]:
        """How often they have each tag, by its number; of many, some of each kind. `every`: those of many values too, as the laws cited."""
        if self.rest is None:
            return tally("".join(row.tags for row in self.rows[:BOUND]), every=every)
        if self.counted is None and not self.rest.tested:
            found = self.rest.standings(shelf, BOUND + 1)
            self.counted = Count(min(len(found), BOUND), len(found) > BOUND)
        else:
            found = self.rest.standings(shelf, BOUND) if not self.total(shelf).more else []
        return tally("".join(shelf.tags(self.rest.sample(shelf) if self.total(shelf).more else found)), every=every)

    def page(self, shelf: Shelf, first: int, last: int, order: str = "relevance") -> list[Row]:
        """The rows from one place to another."""
        if order in ORDERS:
            return self._sorted(shelf, first, last, order)
        if last <= len(self.rows) or self.rest is None:
            return self.rows[first:last]
        seen = {row.standing for row in self.rows}
        found = [standing for standing in self.rest.standings(shelf, last + len(seen)) if standing not in seen]
        behind = found[max(0, first - len(self.rows)) : last - len(self.rows)]
        return [*self.rows[first:], *(Row(one.standing, one.place, tags=one.tags) for one in shelf.candidates(behind))]

    def _sorted(self, shelf: Shelf, first: int, last: int, order: str) -> list[Row]:
        """The same, of those that are counted, in another order."""
        rows = {row.standing: row for row in self.rows}
        if self.rest is None:
            found = catalogue.rows_among(AMONG, list(rows)[:BOUND])
            found.sort(key=lambda row: (-row[2] if order == "date" else 0, row[1], row[0]))
            return [rows[row[0]] for row in found[first:last]]
        sql, values = self.rest.sql(shelf.engine, SORTABLE, self.total(shelf).number)
        found = catalogue.rows(SORTED.format(found=sql, order=ORDERS[order]), [*values, last - first, first])
        return [rows.get(standing) or Row(standing, place, tags=tags) for standing, place, tags in found]
