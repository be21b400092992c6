"""Reading the citations of entries into rows, and storing what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection

from laws.models import Citation, Edition, Entry, Part
from laws.statements import rows_among

from .readings import Reading, bounded, readings_of, references_in
from .resolve import Directory, names_of, spoken_names
from .rows import Row, Said, as_target, keys, place, rows_of


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
    newer = {place(row) for row in verdicts}
    return [row for row in before if place(row) not in newer] + [row for row in verdicts if row.verdict]


def said(entries: Iterable[Entry]) -> dict[int, list[Citation]]:
    """The stored citations of some entries, verdicts and all, by the entry's primary key."""
    old: dict[int, list[Citation]] = {entry.pk: [] for entry in entries}
    for row in Citation.objects.filter(source__in=list(old)).select_related("correction__edition").order_by("pk"):
        old[row.source_id].append(row)
    return old


def _stored(entries: Iterable[Entry]) -> dict[int, list[Row]]:
    """The same as plain rows."""
    old: dict[int, list[Row]] = {entry.pk: [] for entry in entries}
    for source, *values in rows_among(connection, STORED, list(old)):
        old[source].append(Row(*values))
    return old


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
    readings = [bounded(reading, most) for reading in references_in(entry, spoken_names(editions, entry.edition_id), most + 1)]
    rows = _models([entry], {entry.pk: before}, readings, editions)[entry.pk]
    return rows, {reading.field: reading.stopped for reading in readings if reading.stopped is not None}


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
    wanted = {key for reading in readings for ref in reading.references for target in ref.targets for key in keys(target)}
    wanted |= {key for rows in before.values() for row in rows if row.verdict == "target" for key in keys(as_target(row))}
    directory, names = Directory.of(editions, wanted, bare=bare), names_of(editions)
    fresh: dict[int, list[Row]] = {pk: [] for pk in before}
    for reading in readings:
        if reading.references or before[reading.entry.pk]:
            fresh[reading.entry.pk] += rows_of(reading, before[reading.entry.pk], directory, names)
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
    fresh, _ = _settled([one for entry in entries for one in references_in(entry, spoken[entry.edition_id])], before, editions, bare=True)
    changed = [pk for pk in fresh if fresh[pk] != old[pk]]
    _write([pk for pk in changed if old[pk]], [(pk, *row) for pk in changed for row in fresh[pk]])
    return changed


def _write(gone: Sequence[int], rows: Sequence[tuple[Any, ...]]) -> None:
    """Take out the citations of some entries and store new ones: the key of the entry, and then the values of a Row."""
    with connection.cursor() as cursor:
        if gone:
            cursor.executemany(FORGET, [(pk,) for pk in gone])
        if rows:
            cursor.executemany(INSERT, rows)


FORGET = "DELETE FROM laws_citation WHERE source_id = %s"
_COLUMNS = ", ".join(f'"{name}"' for name in ("source_id", *Row._fields))
STORED = f"SELECT {_COLUMNS} FROM laws_citation WHERE source_id IN ({{}}) ORDER BY source_id, id"  # noqa: S608
INSERT = f"INSERT INTO laws_citation ({_COLUMNS}) VALUES ({', '.join(['%s'] * (1 + len(Row._fields)))})"  # noqa: S608
