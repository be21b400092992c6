"""The addresses that an edition once had. They lead to it for ever, with everything that stands under them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.db import models
from django.utils import timezone

from .edition import Edition, slug_shape
from .entry import FormerAddress
from .prepared import PreparedAmong
from .vocabulary import Status

MOST = 600  # addresses that are asked for at once: a long list of numbers is not followed to its end
SHAPE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class FormerSlug(models.Model):
    """The first word of an edition's addresses as it was before the edition was renamed."""

    slug = models.SlugField("address", max_length=40, unique=True, validators=[slug_shape], help_text="auction-1912")
    edition = models.ForeignKey(Edition, models.CASCADE, related_name="former_slugs")
    since = models.DateTimeField("replaced on", default=timezone.now)

    class Meta:
        ordering = ["slug"]
        verbose_name = "former address of an edition"
        verbose_name_plural = "former addresses of editions"

    def __str__(self) -> str:
        return f"/{self.slug}/"


def edition_called(slug: str) -> Edition | None:
    """The edition that has this slug, or else the one that had it; None where none ever did. One query."""
    if not SHAPE.fullmatch(slug):  # a NUL among it would be an error of PostgreSQL's
        return None
    had = FormerSlug.objects.filter(slug=slug).values("edition")
    named = {edition.slug: edition for edition in Edition.objects.filter(models.Q(slug=slug) | models.Q(pk__in=had))}
    return named.get(slug) or next(iter(named.values()), None)


def first_slug(edition: Edition) -> str:
    """The slug by which an edition was first known: what is to stay the same through every renaming goes by it. Two queries.

    What its history does not have it had elsewhere, before it was brought here.
    """
    history = edition.history.values_list("slug", flat=True)
    elsewhere = FormerSlug.objects.filter(edition=edition).exclude(slug__in=history).order_by("since", "pk").first()
    return elsewhere.slug if elsewhere else history.order_by("history_id").first() or edition.slug


def slugs_now(slugs: Iterable[str]) -> dict[str, str]:
    """Of some slugs those that an edition had once, each with the one that it has now. One query, however many; none for none."""
    asked = {slug for slug in slugs if SHAPE.fullmatch(slug)}  # a database is asked for nothing that it could not hold
    rows = FormerSlug.objects.filter(slug__in=asked).exclude(slug__in=Edition.objects.values("slug"))
    return dict(rows.values_list("slug", "edition__slug")) if asked else {}


def _public(paths: Iterable[str]) -> models.QuerySet[FormerAddress]:
    return FormerAddress.objects.filter(path__in=paths, entry__status=Status.PUBLISHED).select_related("entry").order_by()


_FORMER_SLUGS = PreparedAmong(lambda keys: FormerSlug.objects.filter(edition__in=keys), like=0, few=8)
_FORMER_ADDRESSES = PreparedAmong(_public, like="", few=24)


def renumbered(editions: Iterable[Edition], asked: Iterable[tuple[int, str, str]]) -> dict[tuple[int, str, str], int]:
    """The published entries (their primary keys) that once had numbers, each asked for by its edition's key, its kind and its slug.

    They may have had them under any name of their edition; the name that it has now comes first. Two queries.
    """
    names = {edition.pk: [edition.slug] for edition in editions}
    for former in _FORMER_SLUGS(names):
        names[former.edition_id].append(former.slug)
    wanted = [(f"/{name}/{kind}/{slug}/", (key, kind, slug)) for key, kind, slug in asked for name in names.get(key, ())]
    paths = dict(wanted[:MOST])
    there = {row.path: row.entry_id for row in _FORMER_ADDRESSES(paths) if row.entry.edition_id in names}
    found: dict[tuple[int, str, str], int] = {}
    for path, place in paths.items():
        if path in there:
            found.setdefault(place, there[path])
    return found
