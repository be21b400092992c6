"""Which stored citations must be read anew when entries come, change and go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db import connection

from laws.models import Citation, Entry
from laws.models.vocabulary import Kind
from laws.statements import rows_among

from .resolve import CITABLE, Directory


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
        for row in map(_Naming._make, rows_among(connection, NAMING, numbers, first=(kind,))):
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
