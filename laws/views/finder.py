"""'What happened?': who did it, when, and what; at most three taps to the penalty. Plain links, one page a tap."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from laws.models import Edition, Entry, EntryOffender, EntryPhase
from laws.models.vocabulary import Kind, Offender, Phase

from .cases import BULKY
from .penalties import headings_over

# Whose rows hold as well for the offender that was tapped: what anyone may not do, the declarer may not do.
PLAYERS = (Offender.EITHER_SIDE, Offender.ANYONE, Offender.ANYONE_BUT_DUMMY)
WIDER: dict[str, tuple[str, ...]] = {
    Offender.DECLARER: PLAYERS,
    Offender.ADVERSARY: PLAYERS,
    Offender.DEALER: PLAYERS,
    Offender.DUMMY: (Offender.ANYONE,),
    Offender.ANYONE: PLAYERS,
}
NO_DUMMY_YET = {Phase.CUTTING, Phase.DEAL, Phase.BIDDING}  # nobody is dummy before the bidding has ended


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table of penalties, or a case, with who may have done it and when."""

    entry: Entry
    heading: str
    offenders: tuple[str, ...]
    phases: tuple[str, ...]

    def when(self, who: str) -> tuple[str, ...]:
        """The phases in which the row holds for `who`; () if it never does."""
        if who in self.offenders:
            return self.phases
        if not set(self.offenders) & set(WIDER.get(who, ())):
            return ()
        return tuple(phase for phase in self.phases if who != Offender.DUMMY or phase not in NO_DUMMY_YET)

    @property
    def by(self) -> str:
        """Who may have done it, in words."""
        return ", ".join(str(Offender(offender).label) for offender in self.offenders)


@dataclass(frozen=True, slots=True)
class Choice:
    """One tap: what it says, where it leads, how many rows it leaves."""

    value: str
    label: str
    address: str
    count: int


@dataclass(slots=True)
class Group:
    """Rows under one heading of one code."""

    edition: Edition
    heading: str
    rows: list[Row] = field(default_factory=list)


@require_safe
def finder(request: HttpRequest, offender: str = "", phase: str = "") -> HttpResponse:
    """All three steps. What leads nowhere is said with status 404, beside the choices that do lead somewhere."""
    rows = rows_of(Kind.PENALTY)
    left = narrowed(rows, offender, phase)
    lost = bool(offender and not left)
    if lost:
        left = narrowed(rows, offender)
        offender, phase, left = (offender, "", left) if left else ("", "", rows)
    context = {
        "lost": lost,
        "offender": offender,
        "who": dict(Offender.choices).get(offender, ""),
        "when": dict(Phase.choices).get(phase, ""),
        "choices": [] if phase else (whens(left, offender) if offender else whos(left)),
        "groups": grouped(left),
        "tables": list({row.entry.edition_id: row.entry.edition for row in rows}.values()),
        "several": len({row.entry.edition_id for row in rows}) > 1,
        "cases": narrowed(rows_of(Kind.CASE, offender, phase), offender, phase) if offender else [],
    }
    return render(request, "finder/finder.html", context, status=404 if lost else 200)


def rows_of(kind: str, offender: str = "", phase: str = "") -> list[Row]:
    """The published entries of a kind with who and when; only those that may hold for an offender, in a phase. Three queries."""
    found = Entry.objects.published().of_kind(kind)
    if offender:
        by = EntryOffender.objects.filter(offender__in=(offender, *WIDER.get(offender, ())))
        found = found.filter(pk__in=by.order_by().values("entry"))
    if phase:
        found = found.filter(pk__in=EntryPhase.objects.filter(phase=phase).order_by().values("entry"))
    entries = list(found.in_order().for_list().defer(*BULKY).prefetch_related("offenders", "phases"))
    over = headings_over((entry.pk, entry.edition_id, entry.penaltyrow.group) for entry in entries if kind == Kind.PENALTY)
    return [
        Row(entry, over.get(entry.pk, ""), tuple(o.offender for o in entry.offenders.all()), tuple(p.phase for p in entry.phases.all()))
        for entry in entries
    ]


def narrowed(rows: list[Row], offender: str, phase: str = "") -> list[Row]:
    """The rows that hold for an offender, in a phase; "" stands for any."""
    if not offender:
        return rows
    return [row for row in rows if (when := row.when(offender)) and (not phase or phase in when)]


def whos(rows: list[Row]) -> list[Choice]:
    """The offenders that some row names, in the order of the vocabulary."""
    named = {offender for row in rows for offender in row.offenders if row.phases}
    return [
        Choice(value, label, reverse("finder-offender", args=[value]), len(narrowed(rows, value)))
        for value, label in Offender.choices
        if value in named
    ]


def whens(rows: list[Row], offender: str) -> list[Choice]:
    """The phases in which some row holds for an offender, in the order of play."""
    counts = {value: len(narrowed(rows, offender, value)) for value in Phase.values}
    return [
        Choice(value, label, reverse("finder-phase", args=[offender, value]), counts[value])
        for value, label in Phase.choices
        if counts[value]
    ]


def grouped(rows: list[Row]) -> list[Group]:
    """The rows in printed order under the headings of their tables."""
    groups: list[Group] = []
    for row in rows:
        if not groups or (groups[-1].edition.pk, groups[-1].heading) != (row.entry.edition_id, row.heading):
            groups.append(Group(row.entry.edition, row.heading))
        groups[-1].rows.append(row)
    return groups
