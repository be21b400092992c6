"""The proof of a text: its citations, the numbers that are none, and its quotations, each with what is to be said of it.

    proof(entry, rows)  ->  Proof(citations, marks, judgements)

A stored entry, one that is only being written, and a column from a newsletter are read alike; nothing is stored.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from laws import text as markup
from laws.citations import cite
from laws.citations.link import NAMES, address
from laws.citations.readings import texts
from laws.citations.rows import Occurrences, Said
from laws.models import Case, Citation, Edition, Entry
from laws.models.former import renumbered
from laws.models.vocabulary import Kind
from laws.naming import called
from laws.naming import cited as named

from . import judging, marks, quotations
from .judging import Judgement, Place
from .library import Library
from .marks import IN_DOUBT, Mark

NOWHERE = 0  # the key of an entry that is not stored
FOUND, AMBIGUOUS, UNKNOWN, DISMISSED = "found", "ambiguous", "unknown", "dismissed"
MOST = 1000  # things that the citations of one text may name while somebody waits; a range names many
MOST_LOOSE = 300  # numbers and phrases of either sort, and quotations that are not compared, that are shown one by one
_CONTEXT = 36  # characters on either side
_SHOWN = {"resolved": FOUND}


def place_name(name: str) -> str:
    """What a field is called where several are read: "Decision, in brief"."""
    base = name.removesuffix("_digest")
    return f"{NAMES[base]}, in brief" if base != name else NAMES[base]


@dataclass(frozen=True, slots=True)
class Pointer:
    """One thing that a citation names, and where it leads; `lacks` is a sentence where the entry has no such part."""

    label: str
    title: str = ""
    href: str = ""
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class Citing:
    """One citation. `state`: found, ambiguous, unknown, dismissed (an editor said that it is none)."""

    field: str
    start: int
    end: int
    words: str
    occurrence: int
    state: str
    pointers: tuple[Pointer, ...]
    verdict: str = ""
    meant: Place | None = None  # for sic: what was meant
    reason: str = ""
    evidence: str = ""
    note: str = ""  # why it is unknown or ambiguous
    proposed: Place | None = None  # another entry that has the words quoted from this one
    choice: Any = None  # what an editor may answer; the desk's

    @property
    def is_open(self) -> bool:
        """Whether somebody should look at it."""
        return (self.state in (AMBIGUOUS, UNKNOWN) and self.meant is None) or (not self.verdict and any(p.lacks for p in self.pointers))


@dataclass(frozen=True, slots=True)
class Loose:
    """A number or phrase that is not linked, with the words around it."""

    field: str
    mark: Mark
    before: str
    after: str
    occurrence: int
    choice: Any = None


@dataclass(frozen=True, slots=True)
class Stop:
    """Where reading stopped, because there was too much: the citations read before it, and the words that come there."""

    field: str
    count: int
    words: str

    @property
    def where(self) -> str:
        """What the field is called: "Decision, in brief"."""
        return place_name(self.field)


@dataclass(frozen=True)
class Proof:
    """All that the proof-reader says of a text, in reading order, by the field that it stands in."""

    citations: tuple[Citing, ...] = ()
    loose: tuple[Loose, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    unclosed: tuple[tuple[str, str], ...] = ()  # field, and the first words of a quotation that nothing closes
    rows: tuple[Citation, ...] = ()
    stops: tuple[Stop, ...] = ()
    further: Mapping[str, int] = field(default_factory=dict)  # how many more numbers and phrases there are than `loose` holds, by state

    @cached_property
    def in_doubt(self) -> list[Loose]:
        return [one for one in self.loose if one.mark.state == IN_DOUBT]

    @cached_property
    def left_alone(self) -> list[Loose]:
        return [one for one in self.loose if one.mark.state != IN_DOUBT]

    @cached_property
    def judged(self) -> list[Judgement]:
        """The quotations of laws; the others are in `unjudged`."""
        return [one for one in self.judgements if one.verdict != judging.NOT_JUDGED]

    @cached_property
    def unjudged(self) -> list[Judgement]:
        return [one for one in self.judgements if one.verdict == judging.NOT_JUDGED]

    @cached_property
    def amiss(self) -> int:
        """How many things somebody should look at."""
        wrong = sum(judgement.is_amiss for judgement in self.judgements)
        wrong += sum(one.is_open for one in self.citations) + len(self.unclosed) + len(self.stops)
        return wrong + len(self.in_doubt) + self.further_in_doubt

    @property
    def alone(self) -> int:
        return len(self.left_alone) + len(self.unjudged) + self.further.get(marks.LEFT_ALONE, 0)

    @property
    def further_in_doubt(self) -> int:
        """How many more are in doubt than are shown."""
        return self.further.get(IN_DOUBT, 0)

    @property
    def further_alone(self) -> int:
        """How many more are left alone than are shown."""
        return self.alone - len(self.left_alone) - len(self.some_unjudged)

    @property
    def some_unjudged(self) -> list[Judgement]:
        """The quotations not compared that are shown one by one."""
        return self.unjudged[:MOST_LOOSE]

    @property
    def is_empty(self) -> bool:
        return not (self.citations or self.loose or self.judgements or self.unclosed)


def column(text: str, edition: Edition) -> Entry:
    """A text from outside as an entry of an edition that is stored nowhere, so that it can be read as one."""
    entry = Entry(pk=NOWHERE, edition=edition, kind=Kind.CASE, slug="")
    entry.case = Case(entry=entry, facts=text)
    return entry


def proof(entry: Entry, said: Iterable[Said] = ()) -> Proof:
    """The proof of an entry as it stands in memory. `said`: what an editor has said of single citations (rows with a verdict)."""
    rows, stopped = cite.read_some(entry, list(said), MOST)
    return of_rows(entry, rows, stopped)


def of_rows(entry: Entry, rows: Sequence[Citation], stopped: Mapping[str, int] = MappingProxyType({})) -> Proof:
    """The proof of an entry whose citations have been read already; `stopped`: at which character, in fields that held too many."""
    highest = _Highest(entry.edition_id)
    moved = _renumbered(entry.edition, rows)
    library = Library(entry.edition_id)
    known: judging.Known = {}
    citations: list[Citing] = []
    loose: list[Loose] = []
    judgements: list[Judgement] = []
    unclosed: list[tuple[str, str]] = []
    stops: list[Stop] = []
    further: Counter[str] = Counter()
    for name, whole in texts(entry):
        if name == "laws":
            continue
        text = whole[: stopped.get(name)]
        mine = sorted((row for row in rows if row.field == name), key=lambda row: (row.start, row.link_start))
        standing = [row for row in mine if row.outcome != Citation.Outcome.DISMISSED]
        found = quotations.find(text, [(row.start, row.end) for row in standing])
        judged = judging.judge(found, standing, library, known, judging.MOST)
        judgements += [replace(judgement, field=name) for judgement in judged]
        pairs = [(quotation, one.where) for quotation, one in zip(found, judged, strict=True) if one.where]
        proposed = {standing[at].group: where for quotation, where in pairs for at in quotation.cited}
        citations += [_citing(group, proposed.get(group[0].group), highest, moved) for group in _groups(mine)]
        taken = [(row.start, row.end) for row in mine]
        occurrences = Occurrences(text)
        for mark in marks.find(text, taken, largest=highest.of(Kind.LAW), inside=entry.kind, is_there=highest.has_law):
            further[mark.state] += 1
            if further[mark.state] <= MOST_LOOSE:
                loose.append(_loose(name, text, mark, occurrences))
        if name in stopped:  # what is open there may be closed further on
            read = len({row.group for row in mine if row.start < len(text)})
            stops.append(Stop(name, read, " ".join(whole[len(text) :][:60].split())))
        else:
            unclosed += [(name, " ".join(text[at : at + 60].split())) for at in quotations.unclosed(text)]
    further -= Counter(one.mark.state for one in loose)
    return Proof(
        tuple(citations), tuple(loose), tuple(judgements), tuple(unclosed), tuple(rows), tuple(stops), further
    )  # fmt: skip


class _Highest:
    """The highest number of each kind in an edition, asked for once and only where it is wanted."""

    def __init__(self, edition: int) -> None:
        self.edition = edition
        self.known: dict[str, int] = {}

    def of(self, kind: str) -> int:
        if kind not in self.known:
            slugs = Entry.objects.published().of_kind(kind).filter(edition=self.edition).values_list("slug", flat=True)
            figures = (re.match(r"\d{1,6}", slug) for slug in slugs)
            self.known[kind] = max((int(figure[0]) for figure in figures if figure), default=0)
        return self.known[kind]

    def has_law(self, number: int) -> bool:
        return 0 < number <= (self.of(Kind.LAW) or number)


def _groups(rows: Sequence[Citation]) -> list[list[Citation]]:
    groups: dict[int, list[Citation]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    return list(groups.values())


def _renumbered(edition: Edition, rows: Iterable[Citation]) -> dict[tuple[str, str], str]:
    """What the entries are called now that once had the kinds and numbers that nothing has now. Three queries, where there are such."""
    lost = {(edition.pk, row.target_kind, row.target_number) for row in rows if row.outcome == "unknown" and not row.target_edition}
    former = renumbered([edition], sorted(lost)) if lost else {}
    labels = {entry.pk: entry.label for entry in Entry.objects.filter(pk__in=former.values())} if former else {}
    return {(kind, number): labels[key] for (_, kind, number), key in former.items() if key in labels}


def _citing(group: Sequence[Citation], proposed: Place | None, highest: _Highest, moved: Mapping[tuple[str, str], str]) -> Citing:
    row = group[0]
    outcomes = {one.outcome for one in group}
    state = next(
        (_SHOWN.get(outcome, outcome) for outcome in ("dismissed", "unknown", "ambiguous", "resolved") if outcome in outcomes), UNKNOWN
    )
    meant = Place(row.correction, row.correction_part) if row.correction else None
    note = _note(next(one for one in group if one.outcome == "unknown"), highest, moved) if state == UNKNOWN else ""
    if state == AMBIGUOUS:
        note = f"“{row.target_edition}” may be more than one code here"
    evidence = row.evidence if row.form in ("relative", "bare") else ""
    return Citing(
        row.field, row.start, row.end, row.words, row.occurrence, state, tuple(map(_pointer, group)), row.verdict, meant,
        row.correction_reason, evidence, note, None if meant else proposed,
    )  # fmt: skip


def _pointer(row: Citation) -> Pointer:
    if row.target is None:
        kind = Kind(row.target_kind).label if row.target_kind in Kind.values else ""
        return Pointer(f"{kind} {row.target_number} {row.target_part}".strip())
    lacks = ""
    if row.target_part and row.part is None and row.target.slug != f"{row.target_number}{row.target_part}":
        lacks = _lacking(row)
    label = named(row.target, row.part.anchor if row.part else "")
    return Pointer(label, called(row.target) if row.target.kind != Kind.PENALTY else "", address(row), lacks)


def _lacking(row: Citation) -> str:
    """That an entry has no such part, and which it has."""
    entry = row.target
    assert entry is not None
    there = list(dict.fromkeys(anchor for words in (entry.text, entry.digest) for _, anchor in markup.parts(words)))
    has = f"its parts are {', '.join(there)}" if there else "it has no parts"
    return f"{entry.label} has no part {row.target_part}: {has}"


def _note(row: Citation, highest: _Highest, moved: Mapping[tuple[str, str], str]) -> str:
    if row.target_edition:
        return f"there is no such entry of “{row.target_edition}” here"
    kind = Kind(row.target_kind).label if row.target_kind in Kind.values else "entry"
    if now := moved.get((row.target_kind, row.target_number)):
        return f"{kind} {row.target_number} is {now} now"
    last = highest.of(row.target_kind)
    said = f"there is no {kind} {row.target_number} in this code"
    return f"{said}; its last is {kind} {last}" if last and row.target_number.isdigit() and int(row.target_number) > last else said


def _loose(name: str, text: str, mark: Mark, occurrences: Occurrences) -> Loose:
    before, after = text[max(0, mark.start - _CONTEXT) : mark.start], text[mark.end : mark.end + _CONTEXT]
    if mark.start > _CONTEXT:
        before = "… " + before.partition(" ")[2]
    if mark.end + _CONTEXT < len(text):
        after = after.rpartition(" ")[0] + " …"
    return Loose(name, mark, before, after, occurrences.at(mark.words, mark.start))
