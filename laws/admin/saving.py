"""What saving an entry at the desk means besides its row: its place, its dates, its addresses, its history."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from laws import editing
from laws.models import Citation, Edition, Entry
from laws.models.vocabulary import Status


def last_place(edition: Edition, kind: str) -> int:
    """The place after the last entry of a kind."""
    rows = Entry.objects.in_edition(edition).of_kind(kind)
    return 1 + (rows.aggregate(last=Max("position"))["last"] or 0)


def refuse_taken(edition: Edition, kind: str, slug: str, pk: int | None) -> None:
    """Raise ValidationError where another entry of the edition has the number, or the address, already."""
    other = Entry.objects.in_edition(edition).of_kind(kind).filter(slug=slug).exclude(pk=pk or 0).first()
    if other is not None:
        raise ValidationError(f"{edition.short_title} has a {other.label} already ({other.get_status_display().lower()}).")


def store(entry: Entry, *, reworded: bool, why: str = "") -> set[int]:
    """Save the row of an entry, stamp it, and keep the address that it leaves. Call `publish` when its other rows are saved too.

    `reworded` says that readers will find other words than before. Returns the keys of entries whose citations must be read again.
    """
    old = Entry.objects.select_related("edition").filter(pk=entry.pk).first() if entry.pk else None
    _make_room(entry)
    now = timezone.now()
    if entry.status == Status.PUBLISHED and entry.published_at is None:
        entry.published_at = now
    if old and old.published_at and (reworded or old.status != entry.status):
        entry.amended_at = now
    entry._change_reason = why or None  # type: ignore[attr-defined]
    entry.save()
    address = entry.get_absolute_url()
    left = old.get_absolute_url() if old and old.published_at else address
    if entry.published_at is not None:
        editing.keep_address(entry, left)
    if old is None or old.get_absolute_url() == address:
        return set()
    return set(Citation.objects.filter(target=entry).values_list("source", flat=True))


def _make_room(entry: Entry) -> None:
    """Move the entries from a taken place on by one, so that each has its own. Their order is no change of theirs."""
    after = Entry.objects.in_edition(entry.edition).of_kind(entry.kind).filter(position__gte=entry.position).exclude(pk=entry.pk)
    if after.filter(position=entry.position).exists():
        after.update(position=F("position") + 1)


def publish(keys: Iterable[int]) -> None:
    """Bring parts, citations and the index in line with what is stored of these entries. Raises ValidationError as editing.publish does."""
    editing.publish(Entry.objects.filter(pk__in=set(keys)).only("pk"))


@transaction.atomic
def publish_drafts(entries: Iterable[Entry]) -> int:
    """Publish what is not published yet. Returns how many were. Raises ValidationError, and changes nothing, where one cannot stand."""
    keys: set[int] = set()
    for entry in entries:
        if entry.status == Status.PUBLISHED:
            continue
        entry.status, entry.withdrawn_because, entry.replaced_by = Status.PUBLISHED, "", None
        keys |= {entry.pk, *store(entry, reworded=False)}
    publish(keys)
    return len(keys)


@transaction.atomic
def return_drafts(entries: Iterable[Entry]) -> tuple[int, list[Entry]]:
    """Make drafts of what was handed in and never published. Returns how many were, and those whose addresses may be in print."""
    refused, keys = [], set()
    for entry in entries:
        if entry.published_at is not None:
            refused.append(entry)
        elif entry.status != Status.DRAFT:
            entry.status = Status.DRAFT
            store(entry, reworded=False)
            keys.add(entry.pk)
    publish(keys)
    return len(keys), refused
