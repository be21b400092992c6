"""Entries whose standing is doubtful: forgotten drafts, withdrawals without a pointer, pointers and old addresses that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from laws.models import Entry
from laws.models.vocabulary import Kind, Status

from .finding import BROKEN, KNOW, READ, Finding, of
from .ground import Ground

MONTH = timedelta(days=31)


def findings(ground: Ground, now: datetime) -> Iterator[Finding]:
    """All that is doubtful about the standing of entries. `now` is the day of the audit."""
    for entry in ground.entries.values():
        if entry.status in (Status.DRAFT, Status.IN_REVIEW):
            yield from _draft(entry, ground, now)
        if entry.status == Status.WITHDRAWN:
            yield from _withdrawn(entry, ground)
        if entry.replaced_by_id in ground.entries:
            yield from _pointer(entry, ground)
        if entry.kind == Kind.PENALTY and ground.detail(entry) is not None:
            yield from _claim(entry, ground)
    yield from _former(ground)


def _draft(entry: Entry, ground: Ground, now: datetime) -> Iterator[Finding]:
    begun = ground.since.get(entry.pk)
    status = entry.get_status_display().lower()
    if begun is None:
        yield of("old-draft", f"It is {status}, and nothing tells since when.", entry)
    elif now - begun > MONTH:
        yield of("old-draft", f"It was begun {(now - begun).days} days ago, on {begun:%Y-%m-%d}, and is {status}.", entry)


def _withdrawn(entry: Entry, ground: Ground) -> Iterator[Finding]:
    if not entry.withdrawn_because.strip():
        yield of("withdrawn", "It is withdrawn, and nothing says why.", entry)
    if entry.replaced_by_id is None:
        cited = len(ground.cited.get(entry.pk, set()) - {entry.pk})
        reads = f" {cited} {'entry leads' if cited == 1 else 'entries lead'} readers to it." if cited else ""
        yield of("withdrawn", f"It is withdrawn, and its page does not say where to read on.{reads}", entry)


def _pointer(entry: Entry, ground: Ground) -> Iterator[Finding]:
    target = ground.entries[entry.replaced_by_id or 0]
    seen = {entry.pk}
    while target.status == Status.WITHDRAWN and target.replaced_by_id in ground.entries and target.pk not in seen:
        seen.add(target.pk)
        target = ground.entries[target.replaced_by_id or 0]
    if target.pk in seen:
        yield of("pointer", f"Its pointer goes in a ring: {', '.join(ground.name(pk) for pk in seen)}.", entry)
    elif target.status not in READ:
        yield of("pointer", f"It points to {target.label}, which is {target.get_status_display().lower()}.", entry)


def _claim(entry: Entry, ground: Ground) -> Iterator[Finding]:
    row = ground.detail(entry)
    law = ground.entries.get(row.claim_law_id or 0)
    if law is None:
        return
    if law.status not in READ:
        yield of("claim", f"It is claimed under {law.label}, which is {law.get_status_display().lower()}.", entry)
    elif row.claim_part and row.claim_part not in {part.anchor for part in ground.parts.get(law.pk, ()) if not part.retired}:
        yield of("claim", f"It is claimed under {law.label} {row.claim_part}, and {law.label} has no such part.", entry)


def _former(ground: Ground) -> Iterator[Finding]:
    shown = [entry for entry in ground.entries.values() if entry.status in READ and entry.edition_id in ground.editions]
    live = {entry.get_absolute_url(): entry for entry in shown}
    for address in ground.former:
        entry, other = ground.entries.get(address.entry_id), live.get(address.path)
        if entry is None:
            continue
        if entry.status not in READ:  # broken for whoever reads the old address, whatever the entry is
            said = f"{address.path} is in print, and leads to {entry.label}, which is {entry.get_status_display().lower()}."
            yield replace(of("former", said, entry), severity=BROKEN)
        elif other is not None and other.pk != entry.pk:
            said = f"{address.path} once was {entry.label}, and is now {other.label}."
            yield replace(of("former", said, entry), severity=KNOW)
