"""What the audit looks at: every row that matters, read once and joined here.

The database is read without joins, since an audit must see rows whose other half is gone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Exists, Min, OuterRef

from laws.models import (
    Case,
    Citation,
    Edition,
    Entry,
    EtiquetteSection,
    Extract,
    Footnote,
    FormerAddress,
    Heading,
    Law,
    Part,
    PenaltyRow,
    Section,
)
from laws.models.vocabulary import Kind

DETAILS: dict[str, tuple[Any, str]] = {
    Kind.LAW: (Law, "law"),
    Kind.ETIQUETTE: (EtiquetteSection, "etiquettesection"),
    Kind.SECTION: (Section, "section"),
    Kind.FOOTNOTE: (Footnote, "footnote"),
    Kind.CASE: (Case, "case"),
    Kind.PENALTY: (PenaltyRow, "penaltyrow"),
}


@dataclass(slots=True)
class Ground:
    """The rows of all editions. Entries have their edition and their detail row at hand, where these are there."""

    editions: dict[int, Edition] = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)
    details: dict[str, dict[int, Any]] = field(default_factory=dict)  # kind -> key of the entry -> row
    headings: dict[int, Heading] = field(default_factory=dict)
    parts: dict[int, list[Part]] = field(default_factory=dict)
    citations: dict[int, list[Citation]] = field(default_factory=dict)  # by their source
    cited: dict[int, set[int]] = field(default_factory=dict)  # target -> sources
    extracts: list[Extract] = field(default_factory=list)
    former: list[FormerAddress] = field(default_factory=list)
    offenses: dict[int, set[int]] = field(default_factory=dict)
    gone: dict[int, str] = field(default_factory=dict)  # entries that the history knows and that were never deleted: "Law 84"
    since: dict[int, datetime] = field(default_factory=dict)  # when an entry was begun, for those not published

    def of_kind(self, *kinds: str) -> list[Entry]:
        return [entry for entry in self.entries.values() if entry.kind in kinds]

    def detail(self, entry: Entry) -> Any:
        """The row of the entry's kind, or None."""
        return self.details.get(entry.kind, {}).get(entry.pk)

    def name(self, pk: int) -> str:
        """How to call an entry, whether it is there or not: "Law 84", "Law 84, which is gone", "an entry that is gone (number 12)"."""
        entry = self.entries.get(pk)
        if entry is not None:
            return entry.label
        return f"{self.gone[pk]}, which is gone" if pk in self.gone else f"an entry that is gone (number {pk} of the database)"


def survey() -> Ground:
    """Read everything, in a fixed number of queries."""
    ground = Ground()
    ground.editions = {row.pk: row for row in Edition.objects.order_by("pk")}
    ground.entries = {row.pk: row for row in Entry.objects.order_by("edition_id", "kind", "position", "pk")}
    ground.headings = {row.pk: row for row in Heading.objects.order_by("pk")}
    for kind, (model, name) in DETAILS.items():
        ground.details[kind] = {row.pk: row for row in model.objects.order_by("pk")}
        for pk, row in ground.details[kind].items():
            if pk in ground.entries:
                setattr(ground.entries[pk], name, row)
    for entry in ground.entries.values():
        if entry.edition_id in ground.editions:
            entry.edition = ground.editions[entry.edition_id]
    for part in Part.objects.order_by("entry_id", "position"):
        ground.parts.setdefault(part.entry_id, []).append(part)
    parts = {part.pk: part for of_entry in ground.parts.values() for part in of_entry}
    for row in Citation.objects.order_by("source_id", "field", "group", "pk"):
        if row.target_id in ground.entries:
            row.target = ground.entries[row.target_id]
        if row.part_id in parts:
            row.part = parts[row.part_id]
        ground.citations.setdefault(row.source_id, []).append(row)
        if row.target_id is not None and row.outcome != Citation.Outcome.DISMISSED:
            ground.cited.setdefault(row.target_id, set()).add(row.source_id)
    ground.extracts = list(Extract.objects.order_by("pk"))
    ground.former = list(FormerAddress.objects.order_by("path"))
    for entry_id, offense in Entry.offenses.through.objects.values_list("entry_id", "offense_id"):
        ground.offenses.setdefault(entry_id, set()).add(offense)
    ground.gone = _gone()
    begun = Entry.history.filter(~Exists(Entry.objects.filter(pk=OuterRef("id"), published_at__isnull=False)))  # type: ignore[attr-defined]
    ground.since = dict(begun.order_by().values("id").annotate(first=Min("history_date")).values_list("id", "first"))
    return ground


def _gone() -> dict[int, str]:
    """The entries that the history last saw alive and that the database does not have."""
    kept = Entry.history.filter(~Exists(Entry.objects.filter(pk=OuterRef("id"))))  # type: ignore[attr-defined]
    names: dict[int, str] = {}
    rows = kept.order_by("history_date", "history_id").values_list("id", "kind", "number", "title", "history_type")
    for pk, kind, number, title, how in rows:
        names[pk] = f"{Kind(kind).label if kind in Kind.values else 'Entry'} {number}" if number else title
        if how == "-":
            del names[pk]
    return names
