"""Detail rows of what was decided, and of what an offense costs."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from simple_history.models import HistoricalRecords

from .entry import Entry
from .vocabulary import Outcome

AHEAD = timedelta(days=366)  # how far ahead a decision may be dated


class Case(models.Model):
    """A decided case: facts, query, decision, and the decision in one line."""

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True)
    facts = models.TextField("facts as printed", blank=True)
    facts_digest = models.TextField("facts in brief", blank=True)
    query = models.TextField("query as printed", blank=True)
    query_digest = models.TextField("query in brief", blank=True)
    decision = models.TextField("decision as printed", blank=True)
    decision_digest = models.TextField("decision in brief", blank=True)
    remark = models.TextField("remark as printed", blank=True)
    remark_digest = models.TextField("remark in brief", blank=True)
    holding = models.CharField(max_length=300, blank=True, help_text="The decision in one line, in our own words.")
    outcome = models.CharField(max_length=16, choices=Outcome, blank=True)
    decided_on = models.DateField("decided on", null=True, blank=True)
    place = models.CharField(max_length=120, blank=True)

    history = HistoricalRecords()

    class Meta:
        indexes = [models.Index(fields=["decided_on"]), models.Index(fields=["outcome"])]
        constraints = [
            models.CheckConstraint(condition=models.Q(outcome__in=["", *Outcome.values]), name="case_outcome_known"),
        ]

    def __str__(self) -> str:
        return str(self.entry)

    def clean(self) -> None:
        if isinstance(self.decided_on, date) and self.decided_on > date.today() + AHEAD:
            raise ValidationError({"decided_on": "This day is more than a year ahead: write the day of the decision, such as 1912-11-30."})


class PenaltyRow(models.Model):
    """A row of the table of penalties. The laws that it names are citations whose field is `laws`."""

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True)
    offense = models.CharField("offense as printed", max_length=200)
    penalty_text = models.CharField("penalty as printed", max_length=300)
    laws = models.CharField("laws as printed", max_length=80, blank=True, help_text="84 b, or several: 36; 37.")
    remedies = models.JSONField(
        default=dict, blank=True, help_text='The penalty taken apart: {"any": ["150 points", {"all": ["…", "…"]}]}.'
    )
    claimant = models.CharField("who may claim it", max_length=160, blank=True)
    claim_until = models.CharField("until when", max_length=200, blank=True)
    claim_law = models.ForeignKey(
        Entry, models.SET_NULL, null=True, blank=True, related_name="governs_claims", verbose_name="the law that says so"
    )
    claim_part = models.CharField("its part", max_length=8, blank=True)
    group = models.CharField(max_length=80, blank=True, help_text="A heading of ours over this row and those that follow.")

    history = HistoricalRecords()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(offense=""), name="penalty_names_an_offense"),
            models.CheckConstraint(condition=~models.Q(penalty_text=""), name="penalty_names_a_penalty"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.offense}"

    @property
    def alternatives(self) -> list[str]:
        """The remedies that stand beside one another, each in a line; those joined by "and" inside one stay together."""
        return [item if isinstance(item, str) else " and ".join(map(str, item["all"])) for item in self._items()]

    @property
    def connector(self) -> str:
        """ "or" between alternatives, "and" between cumulative remedies, "" for a single one."""
        return "" if len(self._items()) < 2 else ("or" if "any" in self.remedies else "and")

    def _items(self) -> list[Any]:
        return list(self.remedies.get("any") or self.remedies.get("all") or [])

    def clean(self) -> None:
        if not self.offense.strip():
            raise ValidationError({"offense": "Say what the offense is."})
