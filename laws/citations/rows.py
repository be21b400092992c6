"""The rows as which the references of a text are stored: what each names, what that is taken for, and what an editor has said of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from laws.models import Citation

from .grammar import Reference, Target
from .readings import Reading
from .resolve import AMBIGUOUS, UNKNOWN, Answer, Directory, editions_named


class Row(NamedTuple):
    """A citation as it is stored, without the entry that it stands in: a model for each of thousands would cost the most."""

    field: str
    group: int
    start: int
    end: int
    link_start: int
    link_end: int
    words: str
    occurrence: int
    signal: str
    form: str
    target_kind: str
    target_number: str
    target_part: str
    target_edition: str
    target_id: int | None
    part_id: int | None
    outcome: str
    origin: str
    verdict: str
    evidence: str
    correction_id: int | None
    correction_part: str
    correction_reason: str


Said = Citation | Row


def rows_of(reading: Reading, before: Sequence[Said], directory: Directory, names: Mapping[str, set[int]]) -> list[Row]:
    """The rows of one reading. Of those `before` the verdicts are honored where the same words stand; `names` are those of the editions."""
    return _Rows(reading, before, directory, names).all()


def keys(target: Target) -> tuple[tuple[str, str], ...]:
    """What must be looked up to know what a target is: its kind and number, and the number with the letter of its part."""
    plain = (target.kind, target.number)
    return (plain, (target.kind, target.number + target.part)) if target.part else (plain,)


def as_target(row: Said) -> Target:
    """What a row names."""
    return Target(row.target_kind, row.target_number, row.target_part, row.link_start, row.link_end)


def place(row: Said) -> tuple[str, str, int]:
    """Where the words of a row stand: the field, the words, and which time they stand there."""
    return row.field, row.words, row.occurrence


@dataclass(slots=True)
class _Rows:
    """Makes the rows of one reading, honouring what an editor said of the same words before."""

    reading: Reading
    before: Sequence[Said]
    directory: Directory
    names: Mapping[str, set[int]]
    rows: list[Row] = field(default_factory=list)
    occurrences: Occurrences = field(init=False)

    def __post_init__(self) -> None:
        self.occurrences = Occurrences(self.reading.text)

    def all(self) -> list[Row]:
        verdicts: dict[tuple[str, int], list[Said]] = {}
        for row in self.before:
            if row.verdict and row.field == self.reading.field:
                verdicts.setdefault((row.words, row.occurrence), []).append(row)
        if not verdicts:
            for group, ref in enumerate(self.reading.references):
                self._reference(group, ref, ())
            return self.rows
        places: dict[tuple[str, int], int] = {}
        references = list(self.reading.references)
        for words, occurrence in verdicts:
            at = _find_nth(self.reading.text, words, occurrence)
            if at >= 0:
                places[words, occurrence] = at
                if not any(ref.start == at and ref.text == words for ref in references):
                    references.append(Reference(at, at + len(words), words, "", "label", ()))
        by_place = {(words, at): verdicts[words, n] for (words, n), at in places.items()}
        for group, ref in enumerate(sorted(references, key=lambda ref: ref.start)):
            self._reference(group, ref, by_place.get((ref.text, ref.start), ()))
        return self.rows

    def _reference(self, group: int, ref: Reference, said: Sequence[Said]) -> None:
        first = said[0] if said else None
        verdict = first.verdict if first else ""
        targets: Sequence[Target] = ref.targets
        if verdict == "target" or not targets:
            targets = [_said_target(row, ref) for row in said]
        # a single citation, or a range, is one link
        whole = len(targets) == 1 or len({(target.start, target.end) for target in targets}) == 1
        seen = set()
        for target in targets:
            kind, number, part, start, end = target
            if (key := (kind, number, part)) in seen:
                continue
            seen.add(key)
            answer = self.directory.quoted(self._answer(ref, target), ref, self.reading.text)
            found, there, outcome = answer.entry, answer.part, answer.outcome
            correction, correction_part, reason = None, "", ""
            if first:
                reason = first.correction_reason
                if verdict == "not a citation":
                    found, there, outcome = None, None, "dismissed"
                elif verdict == "sic":
                    correction, correction_part = first.correction_id, first.correction_part
            self.rows.append(Row(
                self.reading.field, group, ref.start, ref.end, ref.start if whole else start, ref.end if whole else end, ref.text[:300],
                self.occurrences.at(ref.text, ref.start), ref.signal[:40], ref.form, kind, number[:12], part[:8], ref.edition[:120],
                found.pk if found else None, there.pk if there else None, outcome, "editor" if verdict else "grammar", verdict,
                ref.evidence[:300], correction, correction_part, reason,
            ))  # fmt: skip

    def _answer(self, ref: Reference, target: Target) -> Answer:
        if not ref.edition:
            return self.directory.find(self.reading.entry.edition_id, target)
        named = editions_named(ref.edition, self.names)
        if not named:
            return UNKNOWN
        found = [answer for pk in named if (answer := self.directory.find(pk, target)).entry]
        return found[0] if len(found) == 1 else (AMBIGUOUS if found else UNKNOWN)


def _said_target(row: Said, ref: Reference) -> Target:
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
