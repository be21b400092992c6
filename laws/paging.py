"""A long list of entries, of which only one page is read: the list is counted and passed over on an index, code by code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from django.db.models import Count, OuterRef, QuerySet, Subquery

from laws.models import Edition, Entry
from laws.models.entry import EntryQuerySet


class Long:
    """Entries of any condition in the order of `in_order`, to be given to a Paginator. `fetch` adds what the rows of a page are to have.

    The order of the codes stands in another table, so that no index has the whole order. Within a code one has it.
    """

    def __init__(self, rows: EntryQuerySet, fetch: Callable[[EntryQuerySet], EntryQuerySet]) -> None:
        self.rows = rows.order_by().select_related(None)
        self.fetch = fetch

    @cached_property
    def _counts(self) -> list[tuple[int, int]]:
        """How many each code has, in order: (key of the edition, number). One query."""
        own = self.rows.filter(edition=OuterRef("pk")).values("edition").annotate(number=Count("*")).values("number")
        counted = Edition.objects.annotate(number=Subquery(own)).order_by("order", "pk").values_list("pk", "number")
        return [(key, number) for key, number in counted if number]

    def count(self) -> int:
        """How many there are in all. No query after the first."""
        return sum(number for _, number in self._counts)

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, wanted: slice) -> list[Entry]:
        """The entries of a page. Two queries."""
        parts = list(self._parts(wanted.start, wanted.stop))
        if not parts:
            return []
        keys = parts[0].union(*parts[1:], all=True) if len(parts) > 1 else parts[0]
        return list(self.fetch(Entry.objects.filter(pk__in=list(keys))).in_order())

    def _parts(self, start: int, stop: int) -> Iterator[QuerySet[Entry, int]]:
        """The keys from one place to another: of codes that stand there whole, and of those of which a part does."""
        whole, before = [], 0
        for edition, number in self._counts:
            first, last = max(start - before, 0), min(stop - before, number)
            before += number
            if last - first == number:
                whole.append(edition)
            elif first < last:
                # A key among keys, since SQLite takes no limit in a part of a union.
                own = self.rows.filter(edition=edition).order_by("kind", "position", "pk").values("pk")[first:last]
                yield Entry.objects.filter(pk__in=own).order_by().values_list("pk", flat=True)
        if whole:
            yield self.rows.filter(edition__in=whole).values_list("pk", flat=True)
