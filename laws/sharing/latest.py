"""Which entries were last changed: read off an index in that order until there are enough, however many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from laws.models import Edition, Entry
from laws.models.entry import CHANGED, EntryQuerySet
from laws.models.vocabulary import Status

FEW = 1000  # entries that are fetched and sorted sooner than the whole order is gone through to find them


@dataclass(frozen=True, slots=True)
class Among:
    """Rows that name the entries which are meant, in one of their columns: citations of a law by their `source`."""

    rows: QuerySet[Any]
    column: str

    def some(self) -> list[int]:
        """The keys of the entries, or of one more than a few."""
        return list(self.rows.order_by().values_list(self.column, flat=True)[: FEW + 1])

    def has(self) -> Exists:
        """Whether an entry is among them."""
        return Exists(self.rows.filter(**{self.column: OuterRef("pk")}))


def latest(most: int, kinds: Sequence[str], edition: Edition | None = None, among: Among | tuple[int, ...] | None = None) -> EntryQuerySet:
    """The published entries of some kinds that were changed last, the latest first; of one edition, or among some, by keys or otherwise."""
    few = among.some() if isinstance(among, Among) else among
    if few is not None and len(few) <= FEW:
        keys: Any = _of_few(few, kinds)[:most]
    else:
        rows = Entry.objects.published().of_kind(*kinds)
        rows = rows.in_edition(edition) if edition else rows
        rows = rows.filter(among.has() if isinstance(among, Among) else Q(pk__in=among)) if among else rows
        keys = rows.last_changed_first().values("pk")[:most]  # first the keys: joined with their editions the rows would all be sorted
    return Entry.objects.filter(pk__in=keys).last_changed_first()


def _of_few(keys: Sequence[int], kinds: Sequence[str]) -> list[int]:
    """Those of some entries in order. A condition on kind or status would have SQLite go through all of that kind instead."""
    rows = Entry.objects.filter(pk__in=keys).last_changed_first().values_list("pk", "kind", "status")
    return [pk for pk, kind, status in rows if kind in kinds and status == Status.PUBLISHED]


def last_change() -> Any:
    """When anything that readers may know of was last changed, what was withdrawn included; None where nothing was. One query."""
    rows = Entry.objects.filter(status__in=[Status.PUBLISHED, Status.WITHDRAWN]).annotate(changed=CHANGED).filter(changed__isnull=False)
    return rows.order_by(CHANGED.desc()).values_list("changed", flat=True).first()
