"""The sitemap: every address that a reader may open and a search engine may keep."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.urls import reverse

from laws.models import Edition, Entry
from laws.models.vocabulary import Kind

from . import finder
from .penalties import with_tables


class _OurSitemap(Sitemap):
    """Addresses under SITE_URL, whatever host the request came to."""

    def get_domain(self, site: Any = None) -> str:
        return urlsplit(settings.SITE_URL).netloc

    def get_protocol(self, protocol: str | None = None) -> str:
        return urlsplit(settings.SITE_URL).scheme


class Pages(_OurSitemap):
    """The pages that are not entries: fixed ones, lists of each code, and every step of the finder that leads somewhere."""

    def items(self) -> list[str]:
        fixed = [reverse(name) for name in ("home", "cases", "finder", "feeds", "help", "search-help", "glossary")]
        return [*fixed, *self._codes(), *self._steps()]

    def location(self, item: str) -> str:
        return item

    def _codes(self) -> list[str]:
        editions = Edition.objects.filter(entries__status="published").distinct().in_order()
        ruled = set(Entry.objects.published().of_kind(Kind.CASE).order_by().values_list("edition__slug", flat=True).distinct())
        tables = {edition.slug for edition in with_tables()}
        found = []
        for edition in editions:
            found.append(edition.get_absolute_url())
            found += [reverse("edition-cases", args=[edition.slug])] if edition.slug in ruled else []
            found += [reverse("penalties", args=[edition.slug])] if edition.slug in tables else []
        return found

    def _steps(self) -> list[str]:
        rows = finder.rows_of(Kind.PENALTY)
        found = []
        for who in finder.whos(rows):
            found += [who.address, *(when.address for when in finder.whens(finder.narrowed(rows, who.value), who.value))]
        return found


class Entries(_OurSitemap):
    """Every published entry, with the day on which it last changed."""

    def items(self) -> QuerySet[Entry]:
        rows = Entry.objects.published().in_order().select_related("edition")
        return rows.only("edition__slug", "kind", "slug", "position", "published_at", "amended_at")

    def lastmod(self, item: Entry) -> datetime | None:
        return item.amended_at or item.published_at


SITEMAPS = {"pages": Pages, "entries": Entries}
