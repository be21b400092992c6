"""The one door through which entries change: check, cite, index and keep the version, in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from laws import facets, freshness
from laws import text as markup
from laws.citations import cite
from laws.citations.readings import texts
from laws.citations.unsettled import unsettled
from laws.models import Citation, Edition, Entry, FormerAddress, FormerSlug, Heading, Part, permanent_id
from laws.models.vocabulary import Kind, Status
from laws.search import index

BATCH = 500
ROWS = {kind: {"etiquette": "etiquettesection", "penalty": "penaltyrow"}.get(kind, kind) for kind in Kind.values}  # the row of each kind


@transaction.atomic
def publish(entries: Iterable[Entry]) -> None:
    """Make what is stored of `entries` true everywhere: their parts, their citations, the citations of others to them, the index.

    Call it in the transaction that saved them. Drafts go through it too; they are cited and found only once they are published.
    Raises ValidationError, and changes nothing, where an entry cannot stand.
    """
    editions = list(Edition.objects.order_by())
    entries = _fresh((entry.pk for entry in entries), editions)
    for entry in entries:
        check(entry)
    _sync_parts(entries)
    cite.cite(entries, editions)
    known = {entry.pk for entry in entries}
    changed: list[Entry] = []
    if others := [pk for pk in unsettled(entries) if pk not in known]:
        citing = _fresh(others, editions)
        reread = set(cite.cite(citing, editions))
        changed = [entry for entry in citing if entry.pk in reread]
    index.update([*entries, *changed], at_hand=[*entries, *changed])
    facets.keep(entries)
    freshness.renew()


def check(entry: Entry) -> None:
    """Raise ValidationError, naming the entry, unless it has what its kind needs to be published."""
    if entry.detail() is None:
        raise ValidationError(f"{entry.label} has no row of its kind.")
    if entry.status == Status.PUBLISHED and entry.kind != Kind.PENALTY and not texts(entry):
        raise ValidationError(f"{entry.label} has no words yet: write them, or keep it a draft.")
    if entry.status == Status.WITHDRAWN and not entry.withdrawn_because:
        raise ValidationError(f"Say why {entry.label} is withdrawn.")


@transaction.atomic
def withdraw(entry: Entry, *, because: str, replaced_by: Entry | None = None) -> None:
    """Take an entry off the site without breaking what points to it: its page says why, and where to read on."""
    entry.status = Status.WITHDRAWN
    entry.withdrawn_because = because
    entry.replaced_by = replaced_by
    entry.full_clean()
    store(entry, reworded=False, why=because)
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
    """Give an entry another printed number. Its old address redirects for ever, and what cites it goes on citing it."""
    entry.number, entry.slug = number, markup.arabic(number)
    entry.full_clean()
    touched = store(entry, reworded=True)
    publish(Entry.objects.filter(pk__in={entry.pk, *touched}).only("pk"))


@transaction.atomic
def rename(edition: Edition, slug: str) -> None:
    """Give a code another address. Everything that stood under the old one leads on for ever. Raises ValidationError where it cannot be."""
    old, edition.slug = edition.slug, slug
    edition.full_clean()
    refuse_kept(edition, slug)
    edition.save()
    renamed(edition, old)


@transaction.atomic
def renamed(edition: Edition, old: str) -> None:
    """Make true everywhere that an edition has been saved under another address than `old`."""
    FormerSlug.objects.filter(slug=edition.slug).delete()
    FormerSlug.objects.update_or_create(slug=old, defaults={"edition": edition, "since": timezone.now()})
    keys = set(edition.entries.values_list("pk", flat=True))
    keys |= set(Citation.objects.filter(target__edition=edition).values_list("source", flat=True))
    publish(Entry.objects.filter(pk__in=keys).only("pk"))


def refuse_kept(edition: Edition, slug: str) -> None:
    """Raise ValidationError where an address is in print as another edition's."""
    kept = FormerSlug.objects.select_related("edition").filter(slug=slug).exclude(edition=edition.pk).first()
    if kept is not None:
        said = f"“{slug}” was the address of {kept.edition.short_title}, and still leads there: choose another."
        raise ValidationError({"slug": said})


def store(entry: Entry, *, reworded: bool, why: str = "") -> set[int]:
    """Save the row of an entry, stamp it, keep the address that it leaves, and have its citations follow it to another number.

    `reworded` says that readers will find other words than before. Call `publish` when the other rows of the entry are saved too, with the
    keys that this returns: the entries whose citations must be read again.
    """
    old = _before(entry) if entry.pk else None
    now = timezone.now()
    if entry.status == Status.PUBLISHED and entry.published_at is None:
        entry.published_at = now
    if old and old.published_at and (reworded or old.status != entry.status):
        entry.amended_at = now
    entry._change_reason = why or None  # type: ignore[attr-defined]
    entry.save()
    moved = old is not None and old.get_absolute_url() != entry.get_absolute_url()
    if entry.published_at is not None:
        stays = old is not None and old.published_at is not None and not moved
        keep_address(entry, old.get_absolute_url() if old and old.published_at else entry.get_absolute_url(), stays=stays)
    return _follow(entry, old) if old is not None and moved else set()


def _before(entry: Entry) -> Entry | None:
    """What is stored of an entry of that by which it is known and called."""
    rows = Entry.objects.filter(pk=entry.pk).order_by()
    old = rows.only("edition", "kind", "number", "slug", "title", "status", "published_at").first()
    if old is not None and old.edition_id == entry.edition_id:
        old.edition = entry.edition
    return old


def keep_address(entry: Entry, path: str, *, stays: bool = False) -> None:
    """Remember an address under which `entry` could be read. Where it takes one that another entry had, that too stays known.

    `stays`: it has had the address that it has now for as long as it is published, so that there is nothing to forget.
    """
    if path != entry.get_absolute_url() and entry.published_at is not None:
        FormerAddress.objects.update_or_create(path=path, defaults={"entry": entry, "since": timezone.now()})
    if not stays:
        FormerAddress.objects.filter(path=entry.get_absolute_url(), entry=entry).delete()


def _follow(entry: Entry, old: Entry) -> set[int]:
    """Say of every citation of `entry` by its old number that it means this entry still. Returns the keys of the entries that cite it.

    The words stand as printed. What is said holds for all targets of the same words: "Laws 80, 84 and 92".
    """
    rows = Citation.objects.filter(target=entry)
    sources = set(rows.values_list("source", flat=True))
    for row in rows.exclude(verdict=Citation.Verdict.SIC).select_related("part"):
        part = row.part.anchor if row.part else ("" if row.target_number + row.target_part == old.slug else row.target_part)
        same = Citation.objects.filter(source=row.source_id, field=row.field, group=row.group)
        if same.filter(target_kind=entry.kind, target_number=entry.slug, target_part=part).exclude(pk=row.pk).exists():
            continue  # the same words name the new number too
        same.update(verdict=Citation.Verdict.TARGET, origin=Citation.Origin.EDITOR)
        said = f"{old.label} is {entry.label} now." if old.label != entry.label else row.correction_reason
        Citation.objects.filter(pk=row.pk).update(target_number=entry.slug, target_part=part, correction_reason=said)
    return sources


@transaction.atomic
def put_back(entry: Entry, values: Mapping[str, Any], detail: Mapping[str, Any], found_by: facets.Facets | None, *, why: str) -> None:
    """Give an entry the words of one of its versions, the row of its kind and its facets too. Number, place and status stay."""
    for name, value in values.items():
        setattr(entry, name, value)
    entry.full_clean()
    store(entry, reworded=True, why=why)
    row = entry.detail()
    if row is not None and detail:
        for name, value in detail.items():
            setattr(row, name, value)
        row._change_reason = why or None
        row.full_clean()
        row.save()
    if found_by is not None:
        facets.put(entry, found_by)
    publish([entry])


def free_ids(count: int, taken: Collection[str] = ()) -> list[str]:
    """Permanent ids that no entry, part or heading has; `taken` are those given out but not yet stored."""
    found: set[str] = set()
    while len(found) < count:
        codes = {permanent_id.new() for _ in range(count - len(found))}.difference(taken)
        for model in (Entry, Part, Heading):
            codes.difference_update(model.objects.filter(permanent_id__in=codes).values_list("permanent_id", flat=True))
        found |= codes
    return list(found)


def _fresh(keys: Iterable[int], editions: Sequence[Edition]) -> list[Entry]:
    """The entries with all that reading their citations and indexing them needs. One query and one for each kind, for every 500."""
    wanted = list(keys)
    known = {edition.pk: edition for edition in editions}
    found: list[Entry] = []
    for at in range(0, len(wanted), BATCH):
        rows = list(Entry.objects.filter(pk__in=wanted[at : at + BATCH]).order_by())
        for entry in rows:
            entry.edition = known[entry.edition_id]
        for kind in {entry.kind for entry in rows}:
            prefetch_related_objects([entry for entry in rows if entry.kind == kind], ROWS[kind])
        found += rows
    return sorted(found, key=lambda entry: (entry.edition_id, entry.kind, entry.position))


def _sync_parts(entries: Sequence[Entry]) -> None:
    """Give every part that the words have a row, and retire the rows of parts that the words no longer have."""
    new: list[Part] = []
    changed: list[Part] = []
    parted = [entry for entry in entries if entry.kind in (Kind.LAW, Kind.ETIQUETTE, Kind.SECTION)]
    prefetch_related_objects(parted, "parts")
    for entry in parted:
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
