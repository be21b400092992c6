"""The pages for what cannot be shown: not here, gone, refused, broken. Each says what to do next."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from laws.models import Entry
from laws.models.vocabulary import PLURAL, Kind

from . import address

NEAR = 2  # neighbours on either side


def missing(request: HttpRequest, path: str) -> HttpResponse:
    """404: what the address seems to name, the nearest entries that are there, and a search field."""
    read = address.read(path)
    context = {
        "said": read.said,
        "edition": read.edition,
        "wanted": read.wanted[0] if read.wanted else None,
        "kind_plural": PLURAL[Kind(read.wanted[0].kind)] if read.wanted else "",
        "near": nearest(read),
    }
    return render(request, "404.html", context, status=404)


def nearest(read: address.Reading) -> list[Entry]:
    """The published entries whose numbers stand next to the one that was asked for; past the end, the last ones."""
    if read.edition is None or not read.wanted or not read.wanted[0].number:
        return []
    wanted = read.wanted[0]
    rows = Entry.objects.published().in_edition(read.edition).of_kind(wanted.kind).for_list()
    around = range(max(0, wanted.number - NEAR), wanted.number + NEAR + 1)
    found = list(rows.filter(slug__in=[str(number) for number in around]).in_order())
    return found or list(reversed(rows.order_by("-position")[:NEAR]))


def gone(request: HttpRequest, entry: Entry) -> HttpResponse:
    """410: why an entry was withdrawn, and what to read instead."""
    return render(request, "410.html", {"entry": entry, "edition": entry.edition}, status=410)


def all_gone(request: HttpRequest, entries: list[Entry]) -> HttpResponse:
    """410 for a list of which nothing is left in its place, with where each of its entries is now."""
    return render(request, "gone.html", {"entries": entries, "edition": entries[0].edition}, status=410)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """What Django shows for a 404 that a view raised."""
    return missing(request, request.path)


def later(sentence: str, seconds: int, *, lost: bool = False) -> HttpResponse:
    """503: not just now, and why; with the time after which to ask again. `lost`: what was sent has not been saved."""
    page = render_to_string("503.html", {"site_name": settings.SITE_NAME, "sentence": sentence, "lost": lost})
    return HttpResponse(page, status=503, headers={"Retry-After": str(seconds), "Cache-Control": "no-store"})


def broken(request: HttpRequest) -> HttpResponse:
    """500, without a query, a session or a context processor: what broke may be any of them."""
    try:
        return HttpResponse(render_to_string("500.html", {"site_name": settings.SITE_NAME}), status=500)
    except Exception:  # even the style sheet's name may not be found
        return HttpResponse("<!doctype html><title>Error</title><p>Something broke on our side. Please try again in a minute.", status=500)
