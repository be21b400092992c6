"""Where an entry has been discussed elsewhere: "Club Bulletin, March 2026"."""

from __future__ import annotations

from django.core.validators import URLValidator
from django.db import models

from .entry import Entry


class Discussion(models.Model):
    """One article, letter or talk about one entry, as an editor has told of it."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="discussions")
    title = models.CharField("published in", max_length=120, help_text="What it appeared in: Club Bulletin.")
    issue = models.CharField(max_length=60, blank=True, help_text="Which one, as printed: March 2026; no. 41.")
    date = models.DateField(null=True, blank=True, help_text="The newest stand first; it is not shown where the issue says enough.")
    url = models.URLField(
        "address",
        max_length=300,
        blank=True,
        validators=[URLValidator(schemes=["http", "https"])],
        help_text="Where it can be read, if it can.",
    )
    note = models.CharField(max_length=300, blank=True, help_text="One sentence: who asked what, and where the page stands.")

    class Meta:
        ordering = [models.F("date").desc(nulls_last=True), "title", "issue", "pk"]
        verbose_name = "discussion elsewhere"
        verbose_name_plural = "discussions elsewhere"
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "title", "issue", "url"],
                name="discussion_told_once",
                violation_error_message="This entry has that discussion already.",
            ),
            models.CheckConstraint(
                condition=~models.Q(title=""), name="discussion_names_its_place", violation_error_message="Say where it appeared."
            ),
        ]

    def __str__(self) -> str:
        day = f"{self.date.day} {self.date:%B %Y}" if self.date and not self.issue else ""
        return ", ".join(filter(None, [self.title, self.issue or day]))
