"""Detail rows of what the printed code lays down: laws, sections of etiquette, headed sections, footnotes."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models
from simple_history.models import HistoricalRecords

from .edition import Heading
from .entry import Entry


class Law(models.Model):
    """A law. Its words are its entry's."""

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True)

    def __str__(self) -> str:
        return str(self.entry)


class EtiquetteSection(models.Model):
    """A numbered section of etiquette. Its words are its entry's."""

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True)

    def __str__(self) -> str:
        return str(self.entry)


class Section(models.Model):
    """Headed text without a number. Its words are its entry's."""

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True)

    def __str__(self) -> str:
        return str(self.entry)


class Footnote(models.Model):
    """A note and what it hangs on: an entry, one of its parts, or a group heading."""

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True)
    anchor = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="footnotes", verbose_name="hangs on")
    anchor_part = models.CharField("its part", max_length=8, blank=True)
    anchor_heading = models.ForeignKey(
        Heading, models.SET_NULL, null=True, blank=True, related_name="footnotes", verbose_name="hangs on the heading"
    )

    history = HistoricalRecords()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(anchor__isnull=True) | models.Q(anchor_heading__isnull=True), name="footnote_hangs_on_one_thing"
            ),
            models.CheckConstraint(condition=~models.Q(anchor=models.F("entry")), name="footnote_not_on_itself"),
        ]

    def __str__(self) -> str:
        return str(self.entry)

    def clean(self) -> None:
        if self.anchor_id and self.anchor_heading_id:
            raise ValidationError("A note hangs on one thing: an entry or a heading, not both.")
