"""Which stored group heading each of a record's is, and the places that they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from django.db.models import F

from laws.models import Edition, Heading

from .records import HeadingRecord

Key = Callable[[str, int, str], tuple[str | int, ...]]
# Two headings without ids are the same where these agree, the first that finds one: list, place and words; list and words; list and place.
ALIKE: tuple[Key, ...] = (
    lambda kind, place, title: (kind, place, title),
    lambda kind, place, title: (kind, title),
    lambda kind, place, title: (kind, place),
)


def settle(edition: Edition, records: Sequence[HeadingRecord]) -> list[tuple[Heading | None, int]]:
    """For each record the stored heading that it tells of, None for a new one, and its place in its list. The places are free afterwards.

    Those that change places are lifted out of them first, so that two never have one at a time. A heading that no record tells of is
    kept, behind the others of its list.
    """
    rows = list(Heading.objects.filter(edition=edition).order_by("kind", "position"))
    taken: Counter[str] = Counter()
    places = [_next(taken, record.kind) for record in records]
    found = matched(records, places, rows)
    behind = [(row, _next(taken, row.kind)) for row in rows if row not in found]
    moving = [row for row, place in [*zip(found, places, strict=True), *behind] if row is not None and row.position != place]
    free = max((row.position for row in rows), default=0) + len(rows) + len(records) + 1  # further than any place before or after
    Heading.objects.filter(pk__in=[row.pk for row in moving]).update(position=F("position") + free)
    for row, place in behind:
        if row.position != place:
            row.position = place
            row.save()
    return list(zip(found, places, strict=True))


def matched(records: Sequence[HeadingRecord], places: Sequence[int], rows: Sequence[Heading]) -> list[Heading | None]:
    """The stored heading of each record: the one with its id, else one that is alike and that no other record tells of."""
    by_id = {row.permanent_id: row for row in rows}
    found = [by_id.get(record.permanent_id) for record in records]
    for alike in ALIKE:
        for at, (record, place) in enumerate(zip(records, places, strict=True)):
            if found[at] is None:
                wanted = alike(record.kind, place, record.title)
                left = (row for row in rows if row not in found)
                found[at] = next((row for row in left if alike(row.kind, row.position, row.title) == wanted), None)
    return found


def _next(taken: Counter[str], kind: str) -> int:
    place = taken[kind]
    taken[kind] += 1
    return place
