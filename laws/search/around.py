"""What the citations tell of an entry: how often it is cited, and what stands around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Count, F, Q

from laws.models import Citation, Entry
from laws.models.vocabulary import Kind

MOST_NEIGHBOURS = 40


def times_cited(keys: Iterable[int]) -> dict[int, int]:
    """By how many published entries each of these is cited. One query."""
    rows = Citation.objects.between_published().filter(target__in=list(keys)).exclude(source=F("target"))
    return dict(rows.order_by().values_list("target").annotate(Count("source", distinct=True)))


def around(named: Mapping[int, str]) -> list[Entry]:
    """What stands around the entries that were named (primary key -> part or ""): the rows and cases that cite them, those that cite the
    very part first, and what they cite themselves. Two queries.
    """
    own = set(named)
    parts = {(pk, part) for pk, part in named.items() if part}
    order = [Kind.PENALTY, Kind.CASE, Kind.LAW, Kind.ETIQUETTE, Kind.SECTION, Kind.FOOTNOTE]
    rows = Citation.objects.between_published().filter(Q(source__in=own) | Q(target__in=own))
    worth: dict[int, tuple[object, ...]] = {}
    names = ("pk", "source", "source__kind", "source__position", "target", "target__kind", "part__anchor")
    for pk, source, kind, position, target, target_kind, anchor in rows.values_list(*names):
        citing = target in own
        other, other_kind, place = (source, kind, position) if citing else (target, target_kind, pk)  # what it cites in reading order
        value = ((target, anchor or "") not in parts if citing else True, not citing, order.index(Kind(other_kind)), place)
        if other not in own:
            worth[other] = min(worth.get(other, value), value)
    chosen = sorted(worth, key=lambda pk: (worth[pk], pk))[:MOST_NEIGHBOURS]
    entries = Entry.objects.published().for_list().in_bulk(chosen)
    return [entries[pk] for pk in chosen if pk in entries]
