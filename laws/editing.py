"""The one door through which entries change: check, cite and index, in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from simple_history.utils import update_change_reason

from laws import freshness
from laws import text as markup
from laws.citations import cite
from laws.models import Citation, Entry, FormerAddress, Heading, Part, permanent_id
from laws.models.vocabulary import Kind, Status
from laws.search import index


@transaction.atomic
def publish(entries: Iterable[Entry]) -> None:
    """Make what is stored of `entries` true everywhere: their parts, their citations, the citations of others to them, the index.

    Call it in the transaction that saved them. Drafts go through it too; they are cited and found only once they are published.
    Raises ValidationError, and changes nothing, where an entry cannot stand.
    """
    entries = _fresh(entry.pk for entry in entries)
    for entry in entries:
        check(entry)
    _sync_parts(entries)
    cite.cite(entries)
    known = {entry.pk for entry in entries}
    others = _fresh(pk for pk in cite.unsettled(entries) if pk not in known)
    changed = set(cite.cite(others))
    index.update([*entries, *(entry for entry in others if entry.pk in changed)])
    freshness.renew()


def check(entry: Entry) -> None:
    """Raise ValidationError, naming the entry, unless it has what its kind needs to be published."""
    if entry.detail() is None:
        raise ValidationError(f"{entry.label} has no row of its kind.")
    if entry.status == Status.PUBLISHED and entry.kind != Kind.PENALTY and not cite.texts(entry):
        raise ValidationError(f"{entry.label} has no words yet: write them, or keep it a draft.")
    if entry.status == Status.WITHDRAWN and not entry.withdrawn_because:
        raise ValidationError(f"Say why {entry.label} is withdrawn.")


@transaction.atomic
def withdraw(entry: Entry, *, because: str, replaced_by: Entry | None = None) -> None:
    """Take an entry off the site without breaking what points to it: its page says why, and where to read on."""
    entry.status = Status.WITHDRAWN
    entry.withdrawn_because = because
    entry.replaced_by = replaced_by
    entry.amended_at = timezone.now()
    entry.full_clean()
    entry.save()
    update_change_reason(entry, because[:100])
    publish([entry])


def may_delete(entry: Entry) -> bool:
    """Whether an entry can go without a trace: never published, and nothing cites it, hangs on it, quotes it or leans on it."""
    if entry.published_at is not None or Citation.objects.filter(target=entry).exclude(source=entry).exists():
        return False
    leaning = (entry.corrected_citations, entry.footnotes, entry.governs_claims, entry.quotes, entry.replaces)
    return not any(rows.exists() for rows in leaning)


@transaction.atomic
def remove(entries: Iterable[Entry], *, because: str) -> tuple[list[Entry], list[Entry]]:
    """Delete what may be deleted, and withdraw the rest. Returns (deleted, withdrawn)."""
    deleted, withdrawn = [], []
    for entry in entries:
        if may_delete(entry):
            index.remove([entry.pk])
            Citation.objects.filter(source=entry).delete()
            entry.delete()
            deleted.append(entry)
        else:
            withdraw(entry, because=because)
            withdrawn.append(entry)
    freshness.renew()
    return deleted, withdrawn


@transaction.atomic
def renumber(entry: Entry, number: str) -> None:
    """Give an entry another printed number. Its old address redirects for ever."""
    old = entry.get_absolute_url()
    entry.number, entry.slug = number, markup.arabic(number)
    entry.full_clean()
    entry.save()
    keep_address(entry, old)
    publish([entry])
    publish(_fresh(Citation.objects.filter(target=entry).values_list("source", flat=True).distinct()))


def keep_address(entry: Entry, path: str) -> None:
    """Remember an address under which `entry` could be read, and forget it as anybody's if it is in use again."""
    if path != entry.get_absolute_url() and entry.published_at is not None:
        FormerAddress.objects.update_or_create(path=path, defaults={"entry": entry})
    FormerAddress.objects.filter(path=entry.get_absolute_url()).delete()


def free_ids(count: int, taken: Collection[str] = ()) -> list[str]:
    """Permanent ids that no entry, part or heading has; `taken` are those given out but not yet stored."""
    found: set[str] = set()
    while len(found) < count:
        codes = {permanent_id.new() for _ in range(count - len(found))}.difference(taken)
        for model in (Entry, Part, Heading):
            codes.difference_update(model.objects.filter(permanent_id__in=codes).values_list("permanent_id", flat=True))
        found |= codes
    return list(found)


def _fresh(keys: Iterable[int]) -> list[Entry]:
    """The entries with all that reading their citations and indexing them needs."""
    wanted = list(keys)
    found: list[Entry] = []
    for at in range(0, len(wanted), 500):
        rows = Entry.objects.filter(pk__in=wanted[at : at + 500]).select_related(
            "edition", "law", "etiquettesection", "section", "footnote", "case", "penaltyrow"
        )
        found += rows.prefetch_related("parts")
    return sorted(found, key=lambda entry: (entry.edition_id, entry.kind, entry.position))


def _sync_parts(entries: Sequence[Entry]) -> None:
    """Give every part that the words have a row, and retire the rows of parts that the words no longer have."""
    new: list[Part] = []
    changed: list[Part] = []
    for entry in entries:
        if entry.kind not in (Kind.LAW, Kind.ETIQUETTE, Kind.SECTION):
            continue
        rows = {part.anchor: part for part in entry.parts.all()}
        stand = dict.fromkeys(p for words in (entry.text, entry.digest) for p in markup.parts(words))
        labels: dict[str, str] = {}
        for label, anchor in stand:
            labels.setdefault(anchor, label)
        for position, (anchor, label) in enumerate(labels.items()):
            row = rows.get(anchor)
            if row is None:
                new.append(Part(entry=entry, anchor=anchor, label=label, position=position, permanent_id=""))
            elif (row.label, row.position, row.retired) != (label, position, False):
                row.label, row.position, row.retired = label, position, False
                changed.append(row)
        for anchor, row in rows.items():
            if anchor not in labels and not row.retired:
                row.retired = True
                changed.append(row)
    for part, code in zip(new, free_ids(len(new)), strict=True):
        part.permanent_id = code
    Part.objects.bulk_create(new)
    Part.objects.bulk_update(changed, ["label", "position", "retired"], batch_size=500)
