"""A citation: the printed words in one entry that name another."""

from __future__ import annotations

from django.db import models

from .entry import Entry, Part
from .vocabulary import Kind


class CitationQuerySet(models.QuerySet["Citation"]):
    def standing(self) -> CitationQuerySet:
        """Those that an editor has not dismissed."""
        return self.exclude(outcome=Citation.Outcome.DISMISSED)

    def between_published(self) -> CitationQuerySet:
        return self.standing().filter(source__status="published", target__status="published")


class Citation(models.Model):
    """One target of one citation. The rows of one citation share source, field and group.

    Offsets count characters of the stored text of `field`. `start` to `end` is the whole citation ("Laws 80, 86 and 92"), `link_start` to
    `link_end` the words that become this target's link ("86"); the targets of a range share one link.
    """

    class Outcome(models.TextChoices):
        RESOLVED = "resolved", "Found"
        UNKNOWN = "unknown", "Unknown"
        AMBIGUOUS = "ambiguous", "Ambiguous"
        DISMISSED = "dismissed", "Not a citation"

    class Origin(models.TextChoices):
        GRAMMAR = "grammar", "Found by the grammar"
        EDITOR = "editor", "Set by an editor"

    class Verdict(models.TextChoices):
        SIC = "sic", "Printed so, means another"
        TARGET = "target", "Means the entry named here"
        NOT_A_CITATION = "not a citation", "Not a citation"
        ACCEPTED = "accepted", "Accepted as found"

    source = models.ForeignKey(Entry, models.CASCADE, related_name="citations")
    field = models.CharField(max_length=20)
    group = models.PositiveSmallIntegerField(help_text="Which citation of the field, counted from 0.")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    link_start = models.PositiveIntegerField()
    link_end = models.PositiveIntegerField()
    words = models.CharField(max_length=300, help_text="The words from start to end.")
    occurrence = models.PositiveSmallIntegerField(default=1, help_text="Which of several equal words in the field, counted from 1.")
    signal = models.CharField(max_length=40, blank=True)
    form = models.CharField(max_length=16)
    target_kind = models.CharField(max_length=12, choices=Kind)
    target_number = models.CharField(max_length=12)
    target_part = models.CharField(max_length=8, blank=True)
    target_edition = models.CharField(max_length=120, blank=True, help_text="The words that name another edition.")
    target = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="cited_by")
    part = models.ForeignKey(Part, models.SET_NULL, null=True, blank=True, related_name="cited_by")
    outcome = models.CharField(max_length=10, choices=Outcome)
    origin = models.CharField(max_length=8, choices=Origin, default=Origin.GRAMMAR)
    verdict = models.CharField(
        max_length=14, choices=Verdict, blank=True, help_text="What an editor has said; it survives every new reading of the text."
    )
    evidence = models.CharField(max_length=300, blank=True, help_text="For a relative citation: the words that it leans on.")
    correction = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="corrected_citations")
    correction_part = models.CharField(max_length=8, blank=True)
    correction_reason = models.CharField("reason", max_length=300, blank=True)

    objects = CitationQuerySet.as_manager()

    class Meta:
        ordering = ["source", "field", "group", "pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(end__gt=models.F("start")), name="citation_ends_after_start"),
            models.CheckConstraint(condition=models.Q(link_end__gt=models.F("link_start")), name="citation_link_ends_after_start"),
            models.CheckConstraint(
                condition=models.Q(link_start__gte=models.F("start")) & models.Q(link_end__lte=models.F("end")),
                name="citation_link_inside",
            ),
            models.CheckConstraint(
                condition=~models.Q(outcome="resolved") | models.Q(target__isnull=False), name="citation_resolved_has_target"
            ),
            models.CheckConstraint(
                condition=models.Q(verdict="", origin="grammar") | (~models.Q(verdict="") & models.Q(origin="editor")),
                name="citation_verdict_is_an_editors",
            ),
            models.UniqueConstraint(
                fields=["source", "field", "group", "target_kind", "target_number", "target_part"], name="citation_target_named_once"
            ),
        ]
        indexes = [
            models.Index(fields=["target", "source"]),
            models.Index(fields=["target_kind", "target_number", "outcome"]),
        ]

    def __str__(self) -> str:
        return f"{self.source} → {self.words}"
