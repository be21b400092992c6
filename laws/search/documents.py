"""What is searched of an entry: its words sorted into columns of different weight, and its lettered parts by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from django.db.models import Q

from laws import text as markup
from laws.citations.cite import texts
from laws.models import Citation, Entry, EntryOffender, EntryPhase, Extract, Part
from laws.models.vocabulary import Kind, Offender

FIELDS = ("title", "ruling", "words", "number")
WEIGHTS = (6.0, 4.0, 2.0, 2.0)  # of a word found in each field
STANDING = (Kind.LAW, Kind.PENALTY, Kind.CASE, Kind.ETIQUETTE, Kind.SECTION, Kind.FOOTNOTE)  # the order of kinds where all else is equal
BATCH = 400
One = TypeVar("One")


@dataclass(frozen=True, slots=True)
class Document:
    """One published entry. `fields` are the words of FIELDS, `tags` what it is filtered by ("kind=law").

    `place` is its place among all others, `dated` the day from which it counts as a number (19121101), `parts` its parts by anchor with
    their words, `cites` the entries that it names, by primary key.
    """

    pk: int
    kind: str
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    place: int
    dated: int
    parts: tuple[tuple[str, str], ...]
    cites: frozenset[int]


def gather(keys: Iterable[int]) -> Iterator[Document]:
    """The documents of the published ones among some entries. A fixed number of queries for every 400."""
    wanted = sorted(set(keys))
    for at in range(0, len(wanted), BATCH):
        rows = Entry.objects.published().filter(pk__in=wanted[at : at + BATCH])
        rows = rows.select_related("edition", "heading", "case", "penaltyrow", "footnote__anchor", "footnote__anchor_heading")
        entries = list(rows)
        keys = [entry.pk for entry in entries]
        lent, cited, beside = _lent_words(keys), _cited(keys), _Beside.of(keys)
        for entry in entries:
            yield _document(entry, lent.get(entry.pk, {}), cited.get(entry.pk) or _Named(), beside)


def leaning(keys: Iterable[int], named: Iterable[str] = ()) -> set[int]:
    """The entries whose documents hold words of these: a law and the rows of the table that name it lend each other their titles.

    `named` are the laws that rows among them named as they stand in the index ("auction-1912/84"): such a law must give the words back.
    """
    keys = list(keys)
    rows = Citation.objects.standing().filter(field="laws", target__isnull=False)
    pairs = rows.filter(Q(source__in=keys) | Q(target__in=keys)).values_list("source", "target")
    found = {pk for pair in pairs for pk in pair}
    found.update(Extract.objects.filter(quoted_in__in=keys).values_list("entry", flat=True))  # quoted openly once the quoting one is public
    found.update(Entry.objects.filter(footnote__anchor__in=keys).values_list("pk", flat=True))
    if parted := [law.split("/") for law in named]:
        codes, numbers = zip(*parted, strict=True)
        laws = Entry.objects.filter(kind=Kind.LAW, edition__slug__in=set(codes), slug__in=set(numbers))
        found.update(laws.values_list("pk", flat=True))
    return found - set(keys)


@dataclass(slots=True)
class _Beside:
    """What stands in rows of their own beside some entries, by entry: plain values, since whole models for each would cost the most."""

    parts: dict[int, list[str]]  # anchors
    offenses: dict[int, list[tuple[str, str]]]  # slug and name
    offenders: dict[int, list[str]]
    phases: dict[int, list[str]]
    extracts: dict[int, list[tuple[str, str]]]  # the part and the words

    @classmethod
    def of(cls, keys: Sequence[int]) -> _Beside:
        """Five queries."""
        offenses = Entry.offenses.through.objects.filter(entry__in=keys).order_by("pk")
        return cls(
            _by_entry(Part.objects.filter(entry__in=keys, retired=False).order_by("position").values_list("entry", "anchor")),
            _by_entry((pk, (slug, name)) for pk, slug, name in offenses.values_list("entry", "offense__slug", "offense__name")),
            _by_entry(EntryOffender.objects.filter(entry__in=keys).order_by("pk").values_list("entry", "offender")),
            _by_entry(EntryPhase.objects.filter(entry__in=keys).order_by("pk").values_list("entry", "phase")),
            _by_entry((pk, (part, words)) for pk, part, words in Extract.objects.filter(
                entry__in=keys, quoted_in__status__in=("published", "withdrawn")).order_by("position").values_list(
                "entry", "part_anchor", "words")),
        )  # fmt: skip


def _by_entry(pairs: Iterable[tuple[int, One]]) -> dict[int, list[One]]:
    found: dict[int, list[One]] = {}
    for pk, value in pairs:
        found.setdefault(pk, []).append(value)
    return found


def _lent_words(keys: Sequence[int]) -> dict[int, dict[str, list[str]]]:
    """What a table's rows say of the laws that they name ("") and, by anchor, of their parts; what the laws that a row names are called."""
    rows = Citation.objects.between_published().filter(field="laws").filter(Q(source__in=keys) | Q(target__in=keys))
    found: dict[int, dict[str, list[str]]] = {}
    named = rows.values_list("source", "target", "part__anchor", "source__penaltyrow__offense", "target__title")
    for source, target, anchor, offense, title in named:
        found.setdefault(target, {}).setdefault("", []).append(offense or "")
        found.setdefault(source, {}).setdefault("", []).append(title)
        if anchor:
            found[target].setdefault(anchor, []).append(offense or "")
    return {pk: {anchor: list(dict.fromkeys(words)) for anchor, words in lent.items()} for pk, lent in found.items()}


@dataclass(slots=True)
class _Named:
    """What an entry cites: laws of its own and other codes with and without their pinpoint ("auction-1912/84b"), and entries by key."""

    laws: dict[str, None] = field(default_factory=dict)
    keys: set[int] = field(default_factory=set)


def _cited(keys: Sequence[int]) -> dict[int, _Named]:
    found: dict[int, _Named] = {}
    rows = Citation.objects.standing().filter(source__in=keys, target__isnull=False).order_by("pk")
    names = ("source", "target", "target__kind", "target__edition__slug", "target__slug", "part__anchor")
    for source, target, kind, code, slug, anchor in rows.values_list(*names):
        if source == target:
            continue
        named = found.setdefault(source, _Named())
        named.keys.add(target)
        if kind == Kind.LAW:  # a law that was withdrawn is cited still, and who cites it need not be indexed anew
            named.laws[f"{code}/{slug}"] = None
            if anchor:
                named.laws[f"{code}/{slug}{anchor}"] = None
    return found


def _document(entry: Entry, lent: dict[str, list[str]], named: _Named, beside: _Beside) -> Document:
    pk = entry.pk
    words = [markup.plain(words) for name, words in texts(entry) if name != "laws"]
    words += [markup.plain(words) for _, words in beside.extracts.get(pk, ())]
    offenses, offenders, anchors = beside.offenses.get(pk, ()), beside.offenders.get(pk, ()), beside.parts.get(pk, ())
    title = entry.penaltyrow.offense if entry.kind == Kind.PENALTY else entry.title
    fields = (title, _join([*(name for _, name in offenses), *(Offender(who).label for who in offenders), _ruling(entry)]),
              _join([*words, _around(entry, lent.get("", []))]), _number(entry, anchors))  # fmt: skip
    tags = [f"kind={entry.kind}", f"code={entry.edition.slug}", f"year={_year(entry)}"]
    tags += [f"offense={slug}" for slug, _ in offenses]
    tags += [f"offender={who}" for who in offenders]
    tags += [f"phase={phase}" for phase in beside.phases.get(pk, ())]
    tags += [f"law={law}" for law in named.laws]
    place = (entry.edition.order << 40) + (STANDING.index(Kind(entry.kind)) << 36) + min(entry.position, 2**36 - 1)
    parts = tuple(_parts(entry, lent, anchors, beside.extracts.get(pk, ())))
    return Document(pk, entry.kind, fields, tuple(tags), place, _dated(entry), parts, frozenset(named.keys))


def _year(entry: Entry) -> int:
    """The year of a decision, else that of the code."""
    day = entry.case.decided_on if entry.kind == Kind.CASE else None
    return day.year if day else entry.edition.year


def _dated(entry: Entry) -> int:
    """The day of a decision, else the day it was published here, as a number: 19121101."""
    day = (entry.case.decided_on if entry.kind == Kind.CASE else None) or entry.published_at
    return day.year * 10_000 + day.month * 100 + day.day if day else entry.edition.year * 10_000


def _number(entry: Entry, anchors: Sequence[str]) -> str:
    names = [entry.label] if entry.number else [entry.get_kind_display()]
    return _join([*names, *(f"{entry.slug}{anchor}" for anchor in anchors)])


def _ruling(entry: Entry) -> str:
    if entry.kind == Kind.PENALTY:
        row = entry.penaltyrow
        return _join([row.penalty_text, row.claimant, row.claim_until, markup.plain(entry.editor_note)])
    return entry.case.holding if entry.kind == Kind.CASE else ""


def _around(entry: Entry, lent: list[str]) -> str:
    words = [markup.plain(entry.heading.title)] if entry.heading else []
    if entry.kind == Kind.PENALTY:
        words.append(entry.penaltyrow.group)
    if entry.kind == Kind.FOOTNOTE:
        note = entry.footnote
        on = note.anchor_heading or (note.anchor if note.anchor and note.anchor.is_public else None)
        words.append(markup.plain(on.title) if on else "")
    return _join([*words, *lent])


def _parts(
    entry: Entry, lent: dict[str, list[str]], anchors: Sequence[str], extracts: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    for anchor in anchors:
        words = [markup.words_of_part(words, anchor) for _, words in texts(entry)]
        words += [markup.plain(words) for part, words in extracts if part == anchor]
        if any(words):
            yield anchor, _join([*words, *lent.get(anchor, [])])


def _join(words: Iterable[str]) -> str:
    return "\n".join(filter(None, words))
