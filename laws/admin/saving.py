"""What saving an entry at the desk means besides its row: its place, its dates, its addresses, its history."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db.models import F, Max

from laws import editing
from laws.citations import cite
from laws.models import Citation, Edition, Entry


def last_place(edition: Edition, kind: str) -> int:
    """The place after the last entry of a kind."""
    rows = Entry.objects.in_edition(edition).of_kind(kind)
    return 1 + (rows.aggregate(last=Max("position"))["last"] or 0)


def next_numbers(kind: str) -> dict[str, int]:
    """The number after the highest of a kind, by the short titles of the editions that have any, drafts included, in their order.

    An edition whose entries are not all numbered in plain figures (XI, 50a) is left out: what follows is for an editor to say.
    """
    numbers: dict[str, list[str]] = {}
    for edition, number in Entry.objects.of_kind(kind).in_order().values_list("edition__short_title", "number"):
        numbers.setdefault(edition, []).append(number)
    plain = {edition: given for edition, given in numbers.items() if all(number.isdecimal() for number in given)}
    return {edition: 1 + max(map(int, given)) for edition, given in plain.items()}


def refuse_taken(edition: Edition, kind: str, slug: str, pk: int | None) -> None:
    """Raise ValidationError where another entry of the edition has the number, or the address, already."""
    other = Entry.objects.in_edition(edition).of_kind(kind).filter(slug=slug).exclude(pk=pk or 0).first()
    if other is not None:
        raise ValidationError(f"{edition.short_title} has a {other.label} already ({other.get_status_display().lower()}).")


def store(entry: Entry, *, reworded: bool, why: str = "") -> set[int]:
    """Save the row of an entry, stamp it, and keep the address that it leaves. Call `publish` when its other rows are saved too.

    `reworded` says that readers will find other words than before. Returns the keys of entries whose citations must be read again.
    """
    _make_room(entry)
    return editing.store(entry, reworded=reworded, why=why)


def _make_room(entry: Entry) -> None:
    """Move the entries from a taken place on by one, so that each has its own. Their order is no change of theirs."""
    after = Entry.objects.in_edition(entry.edition).of_kind(entry.kind).filter(position__gte=entry.position).exclude(pk=entry.pk)
    if after.filter(position=entry.position).exists():
        after.update(position=F("position") + 1)


def publish(keys: Iterable[int]) -> None:
    """Bring parts, citations and the index in line with what is stored of these entries. Raises ValidationError as editing.publish does."""
    editing.publish(Entry.objects.filter(pk__in=set(keys)).only("pk"))


def say(pk: int, verdicts: Iterable[Citation]) -> None:
    """Store what an editor says of citations of an entry, before it is published. `verdicts` are unsaved rows (laws.citations.cite.say)."""
    entry = Entry.objects.select_related("edition", "law", "etiquettesection", "section", "footnote", "case", "penaltyrow").get(pk=pk)
    cite.say(entry, verdicts)


def waiting(keys: Iterable[int]) -> int:
    """How many citations of some entries have no target."""
    return Citation.objects.filter(source__in=keys, outcome__in=["unknown", "ambiguous"]).count()
