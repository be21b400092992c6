"""Reading the citations of entries into rows, and finding which rows to read anew when their targets come and go."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.db import connection

from laws.models import Citation, Edition, Entry, Part
from laws.models.vocabulary import TEXT_FIELDS, Kind

from . import grammar
from .grammar import Reference, Target
from .resolve import AMBIGUOUS, CITABLE, UNKNOWN, Answer, Directory, editions_named, names_of, spoken_names

QUOTE = re.compile(r"(?m)^> ?")
DETAIL = {Kind.CASE: "case", Kind.PENALTY: "penaltyrow"}
MOST = 500  # entries in one statement


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


@dataclass(slots=True)
class Reading:
    """One field of one entry with the references found in it."""

    entry: Entry
    field: str
    text: str
    references: list[Reference]
    stopped: int | None = None  # the character at which reading stopped, where there was too much


def texts(entry: Entry) -> list[tuple[str, str]]:
    """The fields of an entry that hold words, with their words, in reading order."""
    holder = getattr(entry, DETAIL[Kind(entry.kind)]) if entry.kind in DETAIL else entry
    return [(name, words) for name in TEXT_FIELDS[entry.kind] if (words := getattr(holder, name))]


def cite(entries: Sequence[Entry], editions: Sequence[Edition] | None = None) -> list[int]:
    """Read the citations of `entries` anew and store them; what an editor has said of single ones stays.

    Every entry must have its edition and its detail row at hand. `editions` are all there are, where they are at hand too. Returns the
    primary keys of the entries whose rows changed.
    """
    if not entries:
        return []
    old = _stored(entries)
    return _kept(entries, old, old, editions)


def say(entry: Entry, verdicts: Iterable[Citation]) -> None:
    """Store what an editor says of citations of `entry`, where the next reading finds it.

    Each of `verdicts` is an unsaved row with its field, words, occurrence and verdict; an empty verdict takes an earlier one back.
    """
    old = _stored([entry])
    _kept([entry], old, {entry.pk: over(old[entry.pk], verdicts)})


def over(before: Iterable[Said], verdicts: Iterable[Citation]) -> list[Said]:
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


def _stored(entries: Iterable[Entry]) -> dict[int, list[Row]]:
    """The same as plain rows."""
    old: dict[int, list[Row]] = {entry.pk: [] for entry in entries}
    for source, *values in _among(STORED, list(old)):
        old[source].append(Row(*values))
    return old


def _among(sql: str, keys: Sequence[int | str], first: tuple[str, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The rows that a statement gives for some keys, which go in where it says {}, behind what comes `first`."""
    with connection.cursor() as cursor:
        for at in range(0, len(keys), MOST):
            batch = keys[at : at + MOST]
            cursor.execute(sql.replace("{}", ", ".join(["%s"] * len(batch))), [*first, *batch])
            yield from cursor.fetchall()


def read(entries: Sequence[Entry], before: Mapping[int, Sequence[Said]]) -> dict[int, list[Citation]]:
    """The citations of `entries` as they stand now, by primary key, and nothing stored. The verdicts among `before` are honored.

    An entry need not be stored anywhere: one that is only being written has a key that no other has.
    """
    editions = list(Edition.objects.all())
    return _models(entries, before, [reading for entry in entries for reading in readings_of(entry, editions)], editions)


def read_some(entry: Entry, before: Sequence[Said], most: int) -> tuple[list[Citation], dict[str, int]]:
    """The citations of one entry as `read` has them, of each text no more than name `most` things, and where reading stopped, by field.

    For texts that may be anything, while somebody waits; what is stored is always read to its end.
    """
    editions = list(Edition.objects.all())
    readings = [_bounded(reading, most) for reading in _readings(entry, spoken_names(editions, entry.edition_id), most + 1)]
    rows = _models([entry], {entry.pk: before}, readings, editions)[entry.pk]
    return rows, {reading.field: reading.stopped for reading in readings if reading.stopped is not None}


def _bounded(reading: Reading, most: int) -> Reading:
    """The reading as far as its references name no more than `most` things; of one that alone names more, the first of them."""
    named = 0
    for at, reference in enumerate(reading.references):
        named += len(reference.targets)
        if named > most and at:
            return replace(reading, references=reading.references[:at], stopped=reference.start)
        if named > most:
            targets = reference.targets[:most]
            end = targets[-1].end
            cut = reference._replace(end=end, text=reading.text[reference.start : end], targets=targets)
            return replace(reading, references=[cut], stopped=end)
    return reading


def _models(
    entries: Sequence[Entry], before: Mapping[int, Sequence[Said]], readings: Sequence[Reading], editions: Sequence[Edition]
) -> dict[int, list[Citation]]:
    """What the references of some readings mean, as rows that are not stored."""
    found, directory = _settled(readings, before, editions, bare=False)
    sources = {entry.pk: entry for entry in entries}
    verdicts = [row for rows in before.values() for row in rows if isinstance(row, Citation)]
    corrections = {row.correction_id: row.correction for row in verdicts if row.correction_id}
    targets = {entry.pk: entry for entry in directory.entries.values()}
    named = any(row.part_id for rows in found.values() for row in rows)
    parts: dict[int, Part] = {part.pk: part for several in directory.parts.values() for part in several} if named else {}

    def model(source: int, row: Row) -> Citation:
        made = Citation(source=sources[source], **row._asdict())
        made.target, made.part = targets.get(row.target_id or 0), parts.get(row.part_id or 0)
        if row.correction_id in corrections:
            made.correction = corrections[row.correction_id]
        return made

    return {pk: [model(pk, row) for row in rows] for pk, rows in found.items()}


def _settled(
    readings: Sequence[Reading], before: Mapping[int, Sequence[Said]], editions: Sequence[Edition], *, bare: bool
) -> tuple[dict[int, list[Row]], Directory]:
    """What the references of some readings mean, as plain values by the key of the entry."""
    wanted = {key for reading in readings for ref in reading.references for target in ref.targets for key in _keys(target)}
    wanted |= {key for rows in before.values() for row in rows if row.verdict == "target" for key in _keys(_as_target(row))}
    directory, names = Directory.of(editions, wanted, bare=bare), names_of(editions)
    fresh: dict[int, list[Row]] = {pk: [] for pk in before}
    for reading in readings:
        if reading.references or before[reading.entry.pk]:
            fresh[reading.entry.pk] += _Rows(reading, before[reading.entry.pk], directory, names).made()
    return fresh, directory


def _kept(
    entries: Sequence[Entry],
    old: Mapping[int, Sequence[Row]],
    before: Mapping[int, Sequence[Said]],
    editions: Sequence[Edition] | None = None,
) -> list[int]:
    """Store the citations of `entries` where they are not the `old` ones already. Returns the keys of those whose rows changed."""
    editions = list(Edition.objects.all()) if editions is None else editions
    spoken = {pk: spoken_names(editions, pk) for pk in {entry.edition_id for entry in entries}}
    fresh, _ = _settled([one for entry in entries for one in _readings(entry, spoken[entry.edition_id])], before, editions, bare=True)
    changed = [pk for pk in fresh if fresh[pk] != old[pk]]
    _write([pk for pk in changed if old[pk]], [(pk, *row) for pk in changed for row in fresh[pk]])
    return changed


def _write(gone: Sequence[int], rows: Sequence[tuple[Any, ...]]) -> None:
    """Take out the citations of some entries and store new ones: the key of the entry, and then the values of a Row."""
    with connection.cursor() as cursor:
        for at in range(0, len(gone), MOST):
            batch = gone[at : at + MOST]
            cursor.execute(FORGET.replace("{}", ", ".join(["%s"] * len(batch))), batch)
        if rows:
            cursor.executemany(INSERT, rows)


FORGET = "DELETE FROM laws_citation WHERE source_id IN ({})"
_COLUMNS = ", ".join(f'"{name}"' for name in ("source_id", *Row._fields))
STORED = f"SELECT {_COLUMNS} FROM laws_citation WHERE source_id IN ({{}}) ORDER BY source_id, id"  # noqa: S608
INSERT = f"INSERT INTO laws_citation ({_COLUMNS}) VALUES ({', '.join(['%s'] * (1 + len(Row._fields)))})"  # noqa: S608


def _place(row: Said) -> tuple[str, str, int]:
    return row.field, row.words, row.occurrence


def readings_of(entry: Entry, editions: list[Edition]) -> list[Reading]:
    """The references in the fields of one entry, as the grammar finds them now. `editions` are all there are."""
    return _readings(entry, spoken_names(editions, entry.edition_id))


def _readings(entry: Entry, others: Sequence[str], most: int | None = None) -> list[Reading]:
    words = entry.edition.words
    found = []
    for name, text in texts(entry):
        if name == "laws":
            references = grammar.find_cell(text)
        elif ">" in text:
            bare = QUOTE.sub(lambda mark: " " * len(mark[0]), text)  # of the same length, so that offsets stay
            found_in = grammar.find(bare, words=words, inside=(entry.kind, entry.slug), editions=others, most=most)
            references = [ref._replace(text=text[ref.start : ref.end]) for ref in found_in]
        else:
            references = grammar.find(text, words=words, inside=(entry.kind, entry.slug), editions=others, most=most)
        found.append(Reading(entry, name, text, references))
    return found


def _keys(target: Target) -> tuple[tuple[str, str], ...]:
    plain = (target.kind, target.number)
    return (plain, (target.kind, target.number + target.part)) if target.part else (plain,)


def _as_target(row: Said) -> Target:
    return Target(row.target_kind, row.target_number, row.target_part, row.link_start, row.link_end)


@dataclass(slots=True)
class _Rows:
    """Makes the rows of one reading, honouring what an editor said of the same words before."""

    reading: Reading
    before: Sequence[Said]
    directory: Directory
    names: dict[str, set[int]]
    rows: list[Row] = field(default_factory=list)
    occurrences: Occurrences = field(init=False)

    def __post_init__(self) -> None:
        self.occurrences = Occurrences(self.reading.text)

    def made(self) -> list[Row]:
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


# --- settling


class _Naming(NamedTuple):
    """What a stored citation names, and what that was taken for."""

    source: int
    edition: int  # of the source
    kind: str
    number: str
    part: str
    words: str  # that name another edition
    target: int | None
    part_id: int | None
    outcome: str
    form: str


NAMING = """SELECT c.source_id, s.edition_id, c.target_kind, c.target_number, c.target_part, c.target_edition, c.target_id, c.part_id,
c.outcome, c.form FROM laws_citation c JOIN laws_entry s ON s.id = c.source_id WHERE c.target_kind = %s AND c.target_number IN ({})"""


def unsettled(entries: Iterable[Entry]) -> list[int]:
    """The entries whose citations may mean something else now that `entries` have come, changed or gone."""
    named: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        named.setdefault((entry.kind, entry.slug), []).append(entry)
        if entry.kind == Kind.LAW and entry.slug[-1:].isalpha():  # "50a" is a law of its own, or else paragraph a of Law 50
            named.setdefault((entry.kind, entry.slug[:-1]), []).append(entry)
    directory = Directory({(entry.edition_id, *name): entry for name, several in named.items() for entry in several})
    found: set[int] = set()
    for kind in sorted({kind for kind, _ in named}):
        numbers = sorted(number for own, number in named if own == kind)
        for row in map(_Naming._make, _among(NAMING, numbers, first=(kind,))):
            if row.source not in found and any(_may_change(row, entry, directory) for entry in named[row.kind, row.number]):
                found.add(row.source)
    return sorted(found)


def _may_change(row: _Naming, entry: Entry, directory: Directory) -> bool:
    """Whether reading a citation again may give another answer, now that this entry, which it seems to name, is as it is."""
    there = entry.status in CITABLE
    if row.outcome == Citation.Outcome.DISMISSED or (entry.slug != row.number and entry.slug != row.number + row.part):
        return False
    if row.target != entry.pk:
        if not there:
            return row.outcome == Citation.Outcome.AMBIGUOUS
        beaten = row.target is not None and entry.slug == row.number  # by a law of its own, or one of another code
        return bool(row.words) or (row.edition == entry.edition_id and not beaten)
    if not there or row.form == "relative":  # what is quoted after a relative one tells of which part it is
        return True
    if entry.slug != row.number or not row.part:
        return False
    part = directory.part(entry, row.part)
    return (part.pk if part else None) != row.part_id
