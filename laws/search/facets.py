"""What the entries of an answer are about, and how many of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from laws.models import Edition, Offense
from laws.models.vocabulary import PLURAL, Kind, Offender, Phase

from . import catalogue
from .listing import Filter, Listing
from .narrowing import FIXED, LABELS
from .shelf import Shelf

MOST_CHOICES = {"offense": 40, "law": 20}
CODES = f'SELECT slug, short_title FROM {Edition._meta.db_table} ORDER BY "order", year DESC, slug'  # noqa: S608
OFFENSES = f"SELECT slug, name FROM {Offense._meta.db_table}"  # noqa: S608
MOST_TAGS = 400  # that are looked at, those that most entries have


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a facet. `bounded`: not all was counted, and there may be more than `count`."""

    value: str
    label: str
    count: int
    chosen: bool
    bounded: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    name: str
    label: str
    choices: tuple[Choice, ...]


def of(listing: Listing, shelf: Shelf, names: Sequence[str] = tuple(LABELS)) -> tuple[Facet, ...]:
    """The facets of a list.

    A facet counts what its own filter would keep beside the other filters, so that a count is the length of the list it leads to. A filter
    that is written in the query stays whatever is chosen: it always counts, and is nothing that could be taken back.
    """
    spoken = _Spoken.read(names)
    every = "law" in names
    counted = _Counted.of(listing, shelf, every)
    found = []
    for name in names:
        chosen = [one for one in listing.filters if one.name == name and not one.written]
        own = _Counted.of(listing.narrowed([one for one in listing.filters if one not in chosen]), shelf, every) if chosen else counted
        found.append(_facet(name, own, chosen, spoken))
    return tuple(facet for facet in found if facet.choices)


@dataclass(frozen=True, slots=True)
class _Counted:
    """How many entries of a list have each value of each facet."""

    values: dict[str, dict[str, int]]
    bounded: bool

    @classmethod
    def of(cls, listing: Listing, shelf: Shelf, every: bool) -> _Counted:
        numbers = listing.tags(shelf, every=every)
        words = shelf.named([number for number, _ in numbers.most_common(MOST_TAGS)])
        values: dict[str, dict[str, int]] = {}
        for number, word in words.items():
            name, _, value = word.partition("=")
            values.setdefault(name, {})[value] = numbers[number]
        return cls(values, listing.total(shelf).more)


def _facet(name: str, counted: _Counted, chosen: Sequence[Filter], spoken: _Spoken) -> Facet:
    lead = f"{name}="
    taken = {tag.removeprefix(lead) for one in chosen if not one.without for tag in one.tags} if len(chosen) == 1 else set()
    counts = {**dict.fromkeys(taken if len(taken) == 1 else (), 0), **counted.values.get(name, {})}
    choices = [
        Choice(value, spoken.label(name, value), count, value in taken, counted.bounded)
        for value, count in counts.items()
        if name != "law" or value in taken or value.partition("/")[2].isdigit()  # laws are offered whole; a part of one only where chosen
    ]
    choices.sort(key=lambda choice: spoken.order(name, choice))
    return Facet(name, LABELS[name], tuple(choices[: MOST_CHOICES.get(name, 100)]))


@dataclass(slots=True)
class _Spoken:
    """What the values of the facets are called. Two queries at most."""

    editions: dict[str, str]
    offenses: dict[str, str]

    @classmethod
    def read(cls, names: Sequence[str]) -> _Spoken:
        editions = catalogue.rows(CODES, []) if {"code", "law"} & set(names) else ()
        return cls(dict(editions), dict(catalogue.rows(OFFENSES, [])) if "offense" in names else {})

    def label(self, name: str, value: str) -> str:
        match name:
            case "kind":
                return str(PLURAL[Kind(value)]) if value in FIXED["kind"] else value
            case "code":
                return self.editions.get(value, value)
            case "offense":
                return self.offenses.get(value, value)
            case "offender":
                return str(Offender(value).label) if value in FIXED["offender"] else value
            case "phase":
                return str(Phase(value).label) if value in FIXED["phase"] else value
        code, _, number = value.rpartition("/")
        return f"Law {number}" + (f", {self.editions[code]}" if code in self.editions and len(self.editions) > 1 else "")

    def order(self, name: str, choice: Choice) -> tuple[object, ...]:
        fixed = {**FIXED, "code": list(self.editions)}
        if name in fixed:
            return (fixed[name].index(choice.value) if choice.value in fixed[name] else 99, choice.value)
        return (not choice.chosen, -choice.count, choice.label)
