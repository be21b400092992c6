"""Addresses that were asked for and are not here, counted by the day. Nothing of those who asked is kept."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import models
from django.utils import timezone

LONGEST = 160  # characters of an address; what is longer is cut
MOST_A_DAY = 300  # different addresses; what comes after counts as one
KEPT = timedelta(days=120)
OTHERS = "(others)"


class MissingAddress(models.Model):
    """How often one address was asked for in vain on one day."""

    path = models.CharField("address", max_length=LONGEST)
    day = models.DateField()
    count = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-day", "-count", "path"]
        verbose_name = "address asked for in vain"
        verbose_name_plural = "addresses asked for in vain"
        constraints = [models.UniqueConstraint(fields=["day", "path"], name="missing_address_once_a_day")]

    def __str__(self) -> str:
        return self.path


def count(path: str, day: date | None = None) -> None:
    """Count an address that is not here. Two small statements, and one more for the first of its day.

    Raises what the database raises; who counts for a page lets no reader feel it.
    """
    day = day or timezone.now().date()
    path = tidy(path)
    if _one_more(path, day):
        return
    rows = MissingAddress.objects.filter(day=day)
    there = rows.count()
    if not there:
        MissingAddress.objects.filter(day__lt=day - KEPT).delete()
    if there >= MOST_A_DAY and path != OTHERS:
        path = OTHERS
        if _one_more(path, day):
            return
    MissingAddress.objects.bulk_create([MissingAddress(path=path, day=day)], ignore_conflicts=True)


def tidy(path: str) -> str:
    """An address as it is counted: of a bearable length, without what no reader sees."""
    seen = "".join(ch if ch.isprintable() and not "\ud800" <= ch <= "\udfff" else "�" for ch in path[: 2 * LONGEST])
    return seen if len(seen) <= LONGEST else seen[: LONGEST - 1] + "…"


def _one_more(path: str, day: date) -> bool:
    return bool(MissingAddress.objects.filter(path=path, day=day).update(count=models.F("count") + 1))
