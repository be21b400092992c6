"""From what is stored to rows that can be compared: of one row for its form, of all of them for the audit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from laws.models import Citation, Entry, Extract, PenaltyRow

from .ground import Ground
from .table import Leg, Row, Verdict, compare

_READ = ("published", "withdrawn")


def verdict_on(entry: Entry) -> Verdict:
    """A stored row held against its law, in a few queries."""
    row = PenaltyRow.objects.get(pk=entry.pk)
    named = list(_resolved(Citation.objects.filter(source=entry, field="laws")))
    onward = list(_resolved(Citation.objects.filter(source__in=[c.target_id for c in named])))
    ids = {citation.target_id for citation in [*named, *onward] if citation.target_id}
    lent: dict[int, list[str]] = {}
    for pk, words in Extract.objects.filter(entry__in=ids).values_list("entry", "words"):
        lent.setdefault(pk, []).append(words)
    about: dict[int, set[str]] = {}
    for pk, name in Entry.objects.filter(pk__in={*ids, entry.pk}, offenses__isnull=False).values_list("pk", "offenses__name"):
        about.setdefault(pk, set()).add(name)

    def leg(citation: Citation, on: Iterable[Citation] = ()) -> Leg:
        target = citation.target
        assert target is not None
        anchor = citation.part.anchor if citation.part else ""
        steps = tuple(leg(step) for step in on if step.target_id != target.pk and _step_from(step, target, anchor))
        lent_words = tuple(lent.get(target.pk, ()))
        return Leg(target.label, anchor, target.text, target.digest, lent_words, frozenset(about.get(target.pk, ())), steps)

    legs = tuple(leg(citation, [step for step in onward if step.source_id == citation.target_id]) for citation in named)
    return compare(Row(row.offense, row.penalty_text, row.remedies, frozenset(about.get(entry.pk, ())), legs))


def _resolved(rows: Iterable[Citation]) -> Iterable[Citation]:
    return rows.filter(outcome="resolved", target__status__in=_READ).select_related("target", "part").order_by("start", "pk")  # type: ignore[attr-defined]


def _step_from(citation: Citation, source: Entry, anchor: str) -> bool:
    """Whether a law refers on from its text, or its digest where only that is held."""
    return citation.field == ("text" if source.text.strip() else "digest")


def verdicts(ground: Ground, offense_names: dict[int, str]) -> Iterator[tuple[Entry, Verdict]]:
    """Every row of the tables of all editions held against its law. No query."""
    anchors = {part.pk: part.anchor for parts in ground.parts.values() for part in parts}
    lent: dict[int, list[str]] = {}
    for extract in ground.extracts:
        lent.setdefault(extract.entry_id, []).append(extract.words)

    def about(pk: int) -> frozenset[str]:
        return frozenset(offense_names[offense] for offense in ground.offenses.get(pk, ()) if offense in offense_names)

    def named(source: Entry, fields: tuple[str, ...]) -> list[Citation]:
        rows = [row for row in ground.citations.get(source.pk, ()) if row.field in fields and row.outcome == "resolved"]
        targets = ground.entries
        rows = [row for row in rows if row.target_id in targets and targets[row.target_id].status in _READ and row.target_id != source.pk]
        return sorted(rows, key=lambda row: (row.start, row.pk))

    def leg(citation: Citation, *, onward: bool = True) -> Leg:
        target = ground.entries[citation.target_id or 0]
        steps: tuple[Leg, ...] = ()
        if onward:
            steps = tuple(leg(step, onward=False) for step in named(target, ("text",) if target.text.strip() else ("digest",)))
        return Leg(
            target.label, anchors.get(citation.part_id or 0, ""), target.text, target.digest, tuple(lent.get(target.pk, ())),
            about(target.pk), steps,
        )  # fmt: skip

    for entry in ground.of_kind("penalty"):
        row = ground.detail(entry)
        if row is not None:
            legs = tuple(leg(citation) for citation in named(entry, ("laws",)))
            yield entry, compare(Row(row.offense, row.penalty_text, row.remedies, about(entry.pk), legs))
