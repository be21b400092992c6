"""The audit as a whole: every check over one reading of the database, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from laws.models import Edition, Offense

from . import citations, database, quotations, rows, standing, words
from .finding import BROKEN, SEVERITIES, SORTS, Finding, Sort, of
from .ground import Ground, survey
from .table import DIFFERS, UNSURE


@dataclass(frozen=True, slots=True)
class Group:
    """The findings of one sort."""

    code: str
    sort: Sort
    severity: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All that was found, and how much was looked at."""

    findings: tuple[Finding, ...]
    entries: int
    citations: int

    @property
    def is_broken(self) -> bool:
        """Whether a reader can come upon something broken."""
        return any(finding.severity == BROKEN for finding in self.findings)

    def count(self, severity: str) -> int:
        return sum(finding.severity == severity for finding in self.findings)

    def only(self, *, edition: str = "", kind: str = "", sort: str = "") -> Report:
        """The findings of one code, one kind of entry, one sort. What belongs to no code, such as left-overs, is in every one."""
        kept = tuple(
            found
            for found in self.findings
            if (not edition or found.edition in ("", edition)) and (not kind or found.kind == kind) and (not sort or found.sort == sort)
        )
        return Report(kept, self.entries, self.citations)

    def groups(self) -> list[Group]:
        """The findings by severity and sort, the worst first."""
        found: dict[tuple[str, str], list[Finding]] = {}
        for finding in self.findings:
            found.setdefault((finding.severity, finding.sort), []).append(finding)
        order = {(severity, code): None for severity in SEVERITIES for code in SORTS}
        return [Group(code, SORTS[code], severity, tuple(found[severity, code])) for severity, code in order if (severity, code) in found]

    def to_dict(self) -> dict[str, Any]:
        """The whole report in plain values."""
        return {
            "broken": self.is_broken,
            "counts": {severity: self.count(severity) for severity in SEVERITIES},
            "sorts": dict(sorted(Counter(finding.sort for finding in self.findings).items())),
            "looked_at": {"entries": self.entries, "citations": self.citations},
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def __str__(self) -> str:
        """One line: "2 broken, 14 to mend, 210 to know, in 311 entries and 203 citations"."""
        counts = ", ".join(f"{self.count(severity)} {severity}" for severity in SEVERITIES)
        return f"{counts}, in {self.entries} entries and {self.citations} citations"


def audit(edition: Edition | None = None, *, now: datetime | None = None) -> Report:
    """Look at everything, in a fixed number of queries; with an edition, tell what concerns it. `now` is for tests."""
    ground = survey()
    found = tuple(_findings(ground, now or timezone.now()))
    counted = [entry.pk for entry in ground.entries.values() if edition is None or entry.edition_id == edition.pk]
    report = Report(found, len(counted), sum(len(ground.citations.get(pk, ())) for pk in counted))
    return report.only(edition=edition.slug) if edition else report


def _findings(ground: Ground, now: datetime) -> Iterator[Finding]:
    yield from database.findings(ground)
    yield from citations.findings(ground)
    yield from words.findings(ground)
    yield from standing.findings(ground, now)
    yield from quotations.findings(ground)
    yield from _table(ground)


def _table(ground: Ground) -> Iterator[Finding]:
    """Rows of the table that name no law, or differ from the law that they name."""
    for entry, verdict in rows.verdicts(ground, dict(Offense.objects.values_list("pk", "name"))):
        row = ground.detail(entry)
        cited = ground.citations.get(entry.pk, ())
        named = [citation for citation in cited if citation.field == "laws" and citation.outcome != "dismissed"]
        if not named:
            cell = f"“{row.laws}” names no law." if row.laws.strip() else "The column of laws is empty."
            yield of("row-law", cell, entry)
        elif verdict.outcome == DIFFERS:
            yield of("row-differs", " ".join(verdict.sentences), entry)
        elif verdict.outcome == UNSURE and any(citation.outcome == "resolved" for citation in named):
            yield of("row-unsure", " ".join(verdict.sentences), entry)
