"""Whether small tables have changed: a mark that every change renews, so that each process may keep what it has made of their rows.

The mark is drawn by lot and not counted up: a change that is undone and another that is made instead must not look alike.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, TypeVar

from django.db import connection, models, transaction

from laws import freshness

SECONDS = 1.0  # how long a process may go without looking whether another has changed the rows
Made = TypeVar("Made")


class Generation(models.Model):
    """The mark of one table, or of a few that belong together."""

    name = models.CharField(max_length=20, primary_key=True)
    mark = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.name} {self.mark}"


def renew(name: str) -> None:
    """Tell every process that the rows of `name` have changed, and pages with them. Part of the transaction that changes them."""
    Generation.objects.update_or_create(name=name, defaults={"mark": secrets.randbits(62)})
    Kept.looked.pop(name, None)
    freshness.renew()


class WatchedQuerySet(models.QuerySet[Any]):
    """Rows whose every change renews their mark, by whatever way it is made."""

    def _renewed(self, done: Any) -> Any:
        renew(self.model.GENERATION)
        return done

    def update(self, **values: Any) -> int:
        return self._renewed(super().update(**values))

    def delete(self) -> tuple[int, dict[str, int]]:
        return self._renewed(super().delete())

    def bulk_create(self, objs: Iterable[Any], *args: Any, **kwargs: Any) -> list[Any]:
        return self._renewed(super().bulk_create(objs, *args, **kwargs))

    def bulk_update(self, objs: Iterable[Any], *args: Any, **kwargs: Any) -> int:
        return self._renewed(super().bulk_update(objs, *args, **kwargs))


class Watched(models.Model):
    """A row of a watched table."""

    GENERATION: ClassVar[str]
    objects: ClassVar[Any] = WatchedQuerySet.as_manager()

    class Meta:
        abstract = True

    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> None:
        super().save(*args, **kwargs)
        renew(self.GENERATION)

    @transaction.atomic
    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        done = super().delete(*args, **kwargs)
        renew(self.GENERATION)
        return done


class Kept(Generic[Made]):
    """What is made of the rows of a watched table, made anew when they have changed. At most one small statement where they have not."""

    looked: ClassVar[dict[str, float]] = {}  # when this process last saw each mark

    def __init__(self, name: str, make: Callable[[], Made]) -> None:
        self.name = name
        self.make = make
        self.made: tuple[int, Made] | None = None

    def value(self) -> Made:
        """What the rows make now; a change by another process is seen within a second."""
        made = self.made
        # Inside a transaction it is looked up every time, since what is seen there may yet be undone.
        if made and not connection.in_atomic_block and time.monotonic() - self.looked.get(self.name, -SECONDS) < SECONDS:
            return made[1]
        mark = Generation.objects.filter(name=self.name).values_list("mark", flat=True).first() or 0
        if made is None or made[0] != mark:
            made = (mark, self.make())
            self.made = made
        self.looked[self.name] = time.monotonic()
        return made[1]
