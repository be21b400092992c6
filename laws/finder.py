"""What happened? Who did it, when, and what: the rows of the tables of penalties, asked in three taps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from laws.models import Entry
from laws.models.vocabulary import Kind, Offender, Phase

# Whose offenses a player means by each answer to "who did it?". A row about anyone is about the declarer too.
MEANS: dict[str, tuple[str, ...]] = {
    Offender.DECLARER: ("declarer", "either-side", "anyone", "anyone-but-dummy"),
    Offender.ADVERSARY: ("adversary", "either-side", "anyone", "anyone-but-dummy"),
    Offender.DUMMY: ("dummy", "either-side", "anyone"),
    Offender.DEALER: ("dealer", "either-side", "anyone", "anyone-but-dummy"),
    Offender.EITHER_SIDE: ("either-side",),
    Offender.ANYONE: ("anyone", "anyone-but-dummy", "either-side"),
    Offender.ANYONE_BUT_DUMMY: ("anyone-but-dummy", "anyone", "either-side"),
    Offender.BYSTANDER: ("bystander",),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table of penalties as the finder lists it."""

    entry: Entry
    offenders: tuple[str, ...]
    phases: tuple[str, ...]

    def concerns(self, offender: str) -> bool:
        return bool(set(self.offenders) & set(MEANS.get(offender, ())))


def rows() -> list[Row]:
    """Every published row, in printed order. Three queries, however many rows."""
    entries = Entry.objects.published().of_kind(Kind.PENALTY).for_list().prefetch_related("offenders", "phases").in_order()
    return [Row(e, tuple(o.offender for o in e.offenders.all()), tuple(p.phase for p in e.phases.all())) for e in entries]


def offenders(of: Iterable[Row]) -> list[tuple[str, str]]:
    """The answers to "who did it?" that rows name: (value, label). Each leads somewhere."""
    named = {offender for row in of for offender in row.offenders}
    return [(value, label) for value, label in Offender.choices if value in named]


def phases(of: Iterable[Row]) -> list[tuple[str, str]]:
    """The answers to "when?" that lead somewhere among these rows."""
    named = {phase for row in of for phase in row.phases}
    return [(value, label) for value, label in Phase.choices if value in named]


def matching(of: Iterable[Row], offender: str = "", phase: str = "") -> list[Row]:
    """The rows that an offender and a phase leave; rows that name the offender outright come first."""
    left = [row for row in of if (not offender or row.concerns(offender)) and (not phase or phase in row.phases)]
    return sorted(left, key=lambda row: offender not in row.offenders) if offender else left
