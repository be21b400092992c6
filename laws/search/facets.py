"""Narrowing an answer: what its entries are about, how many of each, and which of them a filter keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from laws.models import Edition, Offense
from laws.models.vocabulary import PLURAL, Kind, Offender, Phase

from .matching import Row

LABELS = {"kind": "Kind", "code": "Code", "offense": "Offense", "offender": "Offender", "phase": "Phase", "law": "Law cited"}
MOST_CHOICES = {"offense": 40, "law": 20}


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Facet:
    name: str
    label: str
    choices: tuple[Choice, ...]


def narrow(rows: Sequence[Row], filters: Mapping[str, str]) -> tuple[list[Row], tuple[Facet, ...], list[str]]:
    """The rows that all filters keep, the facets, and a note on each filter that is not understood (then no row is kept).

    A facet counts what its own filter would keep beside the other filters, so that a count is the length of the list it leads to.
    """
    wanted = {name: filters[name].strip() for name in LABELS if filters.get(name, "").strip()}
    names = _names()
    notes = [f"“{value}” is no {LABELS[name].lower()} here." for name, value in wanted.items() if not names.known(name, value)]
    kept = [] if notes else [row for row in rows if all(has(row, name, value) for name, value in wanted.items())]
    facets = [_facet(name, rows, wanted, names) for name in LABELS]
    return kept, tuple(facet for facet in facets if facet.choices), notes


def _facet(name: str, rows: Sequence[Row], wanted: Mapping[str, str], names: _Names) -> Facet:
    others = {other: value for other, value in wanted.items() if other != name}
    open_rows = [row for row in rows if all(has(row, other, value) for other, value in others.items())]
    lead = f"{name}="
    counts = Counter(tag.removeprefix(lead) for row in open_rows for tag in row.tags if tag.startswith(lead))
    chosen = wanted.get(name, "")
    if chosen and names.known(name, chosen):
        counts.setdefault(chosen, sum(has(row, name, chosen) for row in open_rows))
    offered = [(value, count) for value, count in counts.items() if _offered(name, value, chosen)]
    choices = [Choice(value, names.label(name, value), count, value == chosen) for value, count in offered]
    choices.sort(key=lambda choice: names.order(name, choice))
    return Facet(name, LABELS[name], tuple(choices[: MOST_CHOICES.get(name, 100)]))


def has(row: Row, name: str, value: str) -> bool:
    """Whether a row has a value. A law may be named without its code: 84, 84b."""
    if name == "law" and "/" not in value:
        return any(tag.startswith("law=") and tag.partition("/")[2] == value.lower() for tag in row.tags)
    return f"{name}={value}" in row.tags


def _offered(name: str, value: str, chosen: str) -> bool:
    """Laws are offered whole; a part of one only where it was chosen."""
    return name != "law" or value == chosen or value.partition("/")[2].isdigit()


@dataclass(slots=True)
class _Names:
    """What the values of the facets are called. Two queries."""

    editions: dict[str, Edition]
    offenses: dict[str, str]

    def known(self, name: str, value: str) -> bool:
        fixed: dict[str, Callable[[], bool]] = {
            "kind": lambda: value in Kind.values,
            "code": lambda: value in self.editions,
            "offense": lambda: value in self.offenses,
            "offender": lambda: value in Offender.values,
            "phase": lambda: value in Phase.values,
            "law": lambda: value.rpartition("/")[2][:1].isdigit() and ("/" not in value or value.partition("/")[0] in self.editions),
        }
        return fixed[name]()

    def label(self, name: str, value: str) -> str:
        match name:
            case "kind":
                return str(PLURAL[Kind(value)])
            case "code":
                return self.editions[value].short_title if value in self.editions else value
            case "offense":
                return self.offenses.get(value, value)
            case "offender":
                return str(Offender(value).label)
            case "phase":
                return str(Phase(value).label)
        code, _, number = value.rpartition("/")
        return f"Law {number}" + (f", {self.editions[code].short_title}" if code in self.editions and len(self.editions) > 1 else "")

    def order(self, name: str, choice: Choice) -> tuple[object, ...]:
        fixed = {"kind": Kind.values, "offender": Offender.values, "phase": Phase.values, "code": list(self.editions)}
        if name in fixed:
            return (fixed[name].index(choice.value) if choice.value in fixed[name] else 99, choice.value)
        return (not choice.chosen, -choice.count, choice.label)


def _names() -> _Names:
    return _Names({edition.slug: edition for edition in Edition.objects.in_order()}, dict(Offense.objects.values_list("slug", "name")))
