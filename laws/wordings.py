"""The words of an entry as readers could read them, from one amendment to the next. What was never published is no wording."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from laws import diff
from laws.history import KEPT, Difference, Version, is_ours, label_of, shown, versions_of
from laws.models import Entry
from laws.models.vocabulary import Kind, Status

# What a reader reads, in reading order. A case's title is part of it; where an entry stands in a list is not.
READ = ("number", "title", "text", "digest", "editor_note")
READ_BESIDE: dict[str, tuple[str, ...]] = {
    Kind.CASE: (
        "holding", "outcome", "facts", "facts_digest", "query", "query_digest", "decision", "decision_digest", "remark", "remark_digest",
    ),
    Kind.PENALTY: ("offense", "penalty_text", "laws", "claimant", "claim_until"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wording:
    """What an entry said from one day until another; `until` is None of what it says now."""

    since: datetime
    until: datetime | None
    fields: tuple[tuple[str, str], ...]  # what the field is called, and its words as stored


def wordings(entry: Entry) -> list[Wording]:
    """The wordings of one entry, the first one first. Two queries."""
    return wordings_of([entry])[entry.pk]


def wordings_of(entries: Iterable[Entry]) -> dict[int, list[Wording]]:
    """The wordings of several entries by their primary keys, in a fixed number of queries."""
    found = versions_of({entry.pk: entry.kind for entry in entries})
    return {pk: _wordings(list(reversed(versions))) for pk, versions in found.items()}


def _wordings(versions: list[Version]) -> list[Wording]:
    found: list[tuple[datetime, tuple[tuple[str, str], ...]]] = []
    ours = bool(versions) and is_ours(versions[-1])  # one set of names for all, so that field is compared with field
    for version in versions:
        fields = _read(version, ours)
        if version.entry.status != Status.PUBLISHED or version.deleted or not fields or (found and found[-1][1] == fields):
            continue
        stamp = version.entry.amended_at or version.entry.published_at or version.at
        found.append((stamp if not found or stamp > found[-1][0] else version.at, fields))
    ends: list[datetime | None] = [*(since for since, _ in found[1:]), None]
    return [Wording(since, until, fields) for (since, fields), until in zip(found, ends, strict=False)]


def _read(version: Version, ours: bool) -> tuple[tuple[str, str], ...]:
    """The fields of a version that hold something to read; none where the row with its words is not known."""
    beside = READ_BESIDE.get(version.entry.kind, ())
    if beside and version.detail is None:
        return ()
    rows: list[tuple[Any, Any, tuple[str, ...]]] = [(version.entry, Entry, READ)]
    if beside:
        rows.append((version.detail, KEPT[version.entry.kind], beside))
    found = []
    for record, model, names in rows:
        for name in names:
            field = model._meta.get_field(name)
            if value := getattr(record, name):
                found.append((label_of(field, ours).capitalize(), shown(field, value)))
    return tuple(found)


def changes(old: Wording, new: Wording) -> list[Difference]:
    """What a new wording has otherwise, field by field and word by word."""
    before, after = dict(old.fields), dict(new.fields)
    labels = dict.fromkeys([*after, *before])
    pairs = [(label, before.get(label, ""), after.get(label, "")) for label in labels]
    return [Difference(label, diff.words(a, b)) for label, a, b in pairs if a != b]


def on(found: list[Wording], day: date) -> Wording | None:
    """The wording that stood at the end of a day; None for a day before the first."""
    standing = [wording for wording in found if wording.since.date() <= day]
    return standing[-1] if standing else None


def outdated(source: Entry, cited: Iterable[Entry]) -> list[tuple[Entry, Wording]]:
    """Of the entries that `source` cites, those amended since it was decided, each with what it said then.

    A case speaks for the day of its decision, anything else for the day on which it was published or last amended. A decision that is older
    than the site's own text is given the first wording that the site has kept. No query where nothing was amended since.
    """
    day = _spoken_on(source)
    if day is None:
        return []
    later = {target.pk: target for target in cited if target.amended_at and target.amended_at.date() > day and target.pk != source.pk}
    found = []
    for pk, known in wordings_of(later.values()).items() if later else ():
        then = on(known, day) or (known[0] if known else None)
        if then is not None and then.until is not None:
            found.append((later[pk], then))
    return found


def _spoken_on(source: Entry) -> date | None:
    if source.kind == Kind.CASE and source.case.decided_on:
        return source.case.decided_on
    stamps = [stamp for stamp in (source.published_at, source.amended_at) if stamp]
    return max(stamps).date() if stamps else None
