"""The sitemap: every address that a reader may open and a search engine may keep. Of a large site it is an index of parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from xml.sax.saxutils import escape

from django.conf import settings
from django.db.models import ExpressionWrapper, F, IntegerField
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from laws.models import Edition, Entry
from laws.models.entry import EntryQuerySet
from laws.models.vocabulary import Kind

from . import errors, finder
from .penalties import with_tables

MOST = 2000  # entries in one file; the protocol allows 50,000, which would take seconds
PAGES = "pages"  # the part that has no entries
FIXED = ("home", "cases", "finder", "feeds", "help", "search-help", "glossary")
FILE = '<?xml version="1.0" encoding="UTF-8"?>\n<{root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{lines}\n</{root}>\n'
Line = tuple[str, datetime | None]  # an address, and when it last changed


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """All addresses; where there are too many, the addresses of the parts in which they stand."""
    rows = Entry.objects.published()
    if len(rows.order_by().values_list("pk")[: MOST + 1]) <= MOST:
        return _file("urlset", "url", [*_pages(), *_entries(rows.in_order())])
    number = ExpressionWrapper(F("pk") / MOST, output_field=IntegerField())
    numbers = sorted(set(rows.order_by().annotate(part=number).values_list("part", flat=True).distinct()))
    return _file("sitemapindex", "sitemap", [(reverse("sitemap-part", args=[name]), None) for name in (PAGES, *numbers)])


@require_safe
def stretch(request: HttpRequest, part: str) -> HttpResponse:
    """The pages that are not entries, or the entries of a part by its number: the same ones always, since their keys tell them."""
    if part == PAGES:
        return _file("urlset", "url", _pages())
    first = int(part) * MOST
    lines = list(_entries(Entry.objects.published().filter(pk__gte=first, pk__lt=first + MOST).order_by("pk")))
    return _file("urlset", "url", lines) if lines else errors.missing(request, request.path)


def _file(root: str, each: str, lines: Iterable[Line]) -> HttpResponse:
    """Addresses under SITE_URL, whatever host the request came to."""
    written = "\n".join(
        f"<{each}><loc>{escape(settings.SITE_URL + path)}</loc>{f'<lastmod>{localtime(at).date()}</lastmod>' if at else ''}</{each}>"
        for path, at in lines
    )
    answer = HttpResponse(FILE.format(root=root, lines=written), content_type="application/xml")
    answer["X-Robots-Tag"] = "noindex, noodp, noarchive"  # the file itself is no answer to a search
    return answer


def _entries(rows: EntryQuerySet) -> Iterator[Line]:
    """Published entries, with the day on which each last changed. Two queries."""
    codes = dict(Edition.objects.values_list("pk", "slug"))
    for edition, kind, slug, published, amended in rows.values_list("edition", "kind", "slug", "published_at", "amended_at"):
        yield f"/{codes[edition]}/{kind}/{slug}/", amended or published


def _pages() -> list[Line]:
    """The pages that are not entries: fixed ones, lists of each code, and every step of the finder that leads somewhere."""
    return [(path, None) for path in (*map(reverse, FIXED), *_codes(), *_steps())]


def _codes() -> Iterator[str]:
    rows = Entry.objects.published()
    ruled, tables = set(Edition.objects.having(rows.of_kind(Kind.CASE))), set(with_tables())
    for edition in Edition.objects.having(rows).in_order():
        yield edition.get_absolute_url()
        if edition in ruled:
            yield reverse("edition-cases", args=[edition.slug])
        if edition in tables:
            yield reverse("penalties", args=[edition.slug])


def _steps() -> Iterator[str]:
    rows = finder.rows_of(Kind.PENALTY)
    for who in finder.whos(rows):
        yield who.address
        yield from (when.address for when in finder.whens(finder.narrowed(rows, who.value), who.value))
