"""Reading the citations of entries into rows, and finding which rows to read anew when their targets come and go."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from laws.models import Citation, Edition, Entry
from laws.models.vocabulary import TEXT_FIELDS, Kind

from . import grammar
from .grammar import Reference, Target
from .resolve import AMBIGUOUS, UNKNOWN, Answer, Directory, editions_named, names_of, spoken_names

QUOTE = re.compile(r"(?m)^> ?")
DETAIL = {Kind.CASE: "case", Kind.PENALTY: "penaltyrow"}
KEPT = ("field", "group", "start", "end", "link_start", "link_end", "words", "occurrence", "signal", "form", "target_kind", "target_number",
        "target_part", "target_edition", "target_id", "part_id", "outcome", "origin", "verdict", "evidence", "correction_id",
        "correction_part", "correction_reason")  # fmt: skip


@dataclass(slots=True)
class Reading:
    """One field of one entry with the references found in it."""

    entry: Entry
    field: str
    text: str
    references: list[Reference]


def texts(entry: Entry) -> list[tuple[str, str]]:
    """The fields of an entry that hold words, with their words, in reading order."""
    holder = getattr(entry, DETAIL[Kind(entry.kind)]) if entry.kind in DETAIL else entry
    return [(name, words) for name in TEXT_FIELDS[entry.kind] if (words := getattr(holder, name))]


def cite(entries: Sequence[Entry]) -> list[int]:
    """Read the citations of `entries` anew and store them; what an editor has said of single ones stays.

    Every entry must have its edition and its detail row at hand. Returns the primary keys of the entries whose rows changed.
    """
    old = said(entries)
    return _kept(entries, old, old)


def say(entry: Entry, verdicts: Iterable[Citation]) -> None:
    """Store what an editor says of citations of `entry`, where the next reading finds it.

    Each of `verdicts` is an unsaved row with its field, words, occurrence and verdict; an empty verdict takes an earlier one back.
    """
    old = said([entry])
    _kept([entry], old, {entry.pk: over(old[entry.pk], verdicts)})


def over(before: Iterable[Citation], verdicts: Iterable[Citation]) -> list[Citation]:
    """The verdicts on a text with newer ones laid over them: of the same words in the same place the newer holds."""
    verdicts = list(verdicts)
    newer = {_place(row) for row in verdicts}
    return [row for row in before if _place(row) not in newer] + [row for row in verdicts if row.verdict]


def said(entries: Iterable[Entry]) -> dict[int, list[Citation]]:
    """The stored citations of some entries, verdicts and all, by the entry's primary key."""
    old: dict[int, list[Citation]] = {entry.pk: [] for entry in entries}
    for row in Citation.objects.filter(source__in=list(old)).select_related("correction__edition").order_by("pk"):
        old[row.source_id].append(row)
    return old


def read(entries: Sequence[Entry], before: Mapping[int, Sequence[Citation]]) -> dict[int, list[Citation]]:
    """The citations of `entries` as they stand now, by primary key, and nothing stored. The verdicts among `before` are honored.

    An entry need not be stored anywhere: one that is only being written has a key that no other has.
    """
    editions = list(Edition.objects.all())
    readings = [reading for entry in entries for reading in readings_of(entry, editions)]
    names = names_of(editions)
    wanted = {key for reading in readings for ref in reading.references for target in ref.targets for key in _keys(target)}
    wanted |= {key for rows in before.values() for row in rows if row.verdict == "target" for key in _keys(_as_target(row))}
    directory = Directory.of([edition.pk for edition in editions], wanted)
    fresh: dict[int, list[Citation]] = {entry.pk: [] for entry in entries}
    for reading in readings:
        fresh[reading.entry.pk] += _Rows(reading, list(before[reading.entry.pk]), directory, names).made()
    return fresh


def _kept(entries: Sequence[Entry], old: Mapping[int, Sequence[Citation]], before: Mapping[int, Sequence[Citation]]) -> list[int]:
    """Store the citations of `entries` where they are not the `old` ones already. Returns the keys of those whose rows changed."""
    fresh = read(entries, before)
    changed = [pk for pk in fresh if [_values(row) for row in fresh[pk]] != [_values(row) for row in old[pk]]]
    Citation.objects.filter(source__in=changed).delete()
    Citation.objects.bulk_create([row for pk in changed for row in fresh[pk]], batch_size=500)
    return changed


def _place(row: Citation) -> tuple[str, str, int]:
    return row.field, row.words, row.occurrence


def readings_of(entry: Entry, editions: list[Edition]) -> list[Reading]:
    """The references in the fields of one entry, as the grammar finds them now. `editions` are all there are."""
    others = spoken_names(editions, entry.edition_id)
    words = {**grammar.DEFAULT_WORDS, **entry.edition.words}
    found = []
    for name, text in texts(entry):
        if name == "laws":
            references = grammar.find_cell(text)
        else:
            bare = QUOTE.sub(lambda mark: " " * len(mark[0]), text)  # of the same length, so that offsets stay
            found_in = grammar.find(bare, words=words, inside=(entry.kind, entry.slug), editions=others)
            references = [ref._replace(text=text[ref.start : ref.end]) for ref in found_in]
        found.append(Reading(entry, name, text, references))
    return found


def _keys(target: Target) -> list[tuple[str, str]]:
    return [(target.kind, target.number), (target.kind, f"{target.number}{target.part}")]


def _as_target(row: Citation) -> Target:
    return Target(row.target_kind, row.target_number, row.target_part, row.link_start, row.link_end)


def _values(row: Citation) -> tuple[object, ...]:
    return tuple(getattr(row, name) for name in KEPT)


@dataclass(slots=True)
class _Rows:
    """Makes the rows of one reading, honouring what an editor said of the same words before."""

    reading: Reading
    before: list[Citation]
    directory: Directory
    names: dict[str, set[int]]
    rows: list[Citation] = field(default_factory=list)
    occurrences: Occurrences = field(init=False)

    def __post_init__(self) -> None:
        self.occurrences = Occurrences(self.reading.text)

    def made(self) -> list[Citation]:
        verdicts: dict[tuple[str, int], list[Citation]] = {}
        places: dict[tuple[str, int], int] = {}
        for row in self.before:
            if row.verdict and row.field == self.reading.field:
                verdicts.setdefault((row.words, row.occurrence), []).append(row)
        references = list(self.reading.references)
        for words, occurrence in verdicts:
            at = _find_nth(self.reading.text, words, occurrence)
            if at >= 0:
                places[words, occurrence] = at
                if not any(ref.start == at and ref.text == words for ref in references):
                    references.append(Reference(at, at + len(words), words, "", "label", ()))
        by_place = {(words, at): verdicts[words, n] for (words, n), at in places.items()}
        for group, ref in enumerate(sorted(references, key=lambda ref: ref.start)):
            self._reference(group, ref, by_place.get((ref.text, ref.start), []))
        return self.rows

    def _reference(self, group: int, ref: Reference, said: list[Citation]) -> None:
        verdict = said[0].verdict if said else ""
        targets: Sequence[Target] = ref.targets
        if verdict == "target" or not targets:
            targets = [_said_target(row, ref) for row in said]
        whole = len({(target.start, target.end) for target in targets}) == 1  # a single citation, or a range, is one link
        seen = set()
        for target in targets:
            key = (target.kind, target.number, target.part)
            if key in seen:
                continue
            seen.add(key)
            answer = self.directory.quoted(self._answer(ref, target), ref, self.reading.text)
            row = Citation(
                source=self.reading.entry, field=self.reading.field, group=group, start=ref.start, end=ref.end,
                link_start=ref.start if whole else target.start, link_end=ref.end if whole else target.end, words=ref.text[:300],
                occurrence=self.occurrences.at(ref.text, ref.start), signal=ref.signal[:40], form=ref.form,
                target_kind=target.kind, target_number=target.number[:12], target_part=target.part[:8], target_edition=ref.edition[:120],
                target=answer.entry, part=answer.part, outcome=answer.outcome, evidence=ref.evidence[:300], verdict=verdict,
                origin="editor" if verdict else "grammar",
            )  # fmt: skip
            if verdict == "not a citation":
                row.outcome, row.target, row.part = Citation.Outcome.DISMISSED, None, None
            elif verdict == "sic":
                row.correction, row.correction_part = said[0].correction, said[0].correction_part
            if verdict:
                row.correction_reason = said[0].correction_reason
            self.rows.append(row)

    def _answer(self, ref: Reference, target: Target) -> Answer:
        if not ref.edition:
            return self.directory.find(self.reading.entry.edition_id, target)
        named = editions_named(ref.edition, self.names)
        if not named:
            return UNKNOWN
        found = [answer for pk in named if (answer := self.directory.find(pk, target)).entry]
        return found[0] if len(found) == 1 else (AMBIGUOUS if found else UNKNOWN)


def _said_target(row: Citation, ref: Reference) -> Target:
    """What an editor said that some words mean, at the place where the words stand now."""
    start, end = ref.start, ref.end
    if row.end - row.start == end - start:
        start, end = start + row.link_start - row.start, start + row.link_end - row.start
    return Target(row.target_kind, row.target_number, row.target_part, start, end)


class Occurrences:
    """Which occurrence of some words in one text begins where, of many words one after the other: each is looked for once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[str, list[int]] = {}

    def at(self, words: str, start: int) -> int:
        """Which occurrence of `words` begins at `start`, counted from 1."""
        places = self._known.get(words)
        if places is None:
            places = self._known[words] = list(_places(self._text, words))
        return max(bisect_right(places, start), 1)


def _places(text: str, words: str) -> Iterator[int]:
    at = text.find(words)
    while at >= 0:
        yield at
        at = text.find(words, at + 1)


def _find_nth(text: str, words: str, n: int) -> int:
    at = -1
    for _ in range(n):
        at = text.find(words, at + 1)
        if at < 0:
            return -1
    return at


# --- settling


def unsettled(entries: Iterable[Entry]) -> list[int]:
    """The entries whose citations may mean something else now that `entries` have come, changed or gone."""
    numbers = {(entry.kind, entry.slug) for entry in entries} | {
        (e.kind, re.sub(r"[a-z]$", "", e.slug)) for e in entries if e.kind == Kind.LAW
    }
    rows = Citation.objects.filter(target_number__in={number for _, number in numbers}, target_kind__in={kind for kind, _ in numbers})
    return sorted({row[0] for row in rows.values_list("source", "target_kind", "target_number") if (row[1], row[2]) in numbers})
