"""Feeds of rulings as Atom, RSS and JSON, and the page that explains them. A reader who has the newest is told so with a 304."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import http_date
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from laws.models import Edition, Entry, Offense
from laws.models.vocabulary import Kind
from laws.sharing import channel, syndicate

from . import errors, named
from .search import FACETS

FRESH = 600  # seconds for which a feed may be kept without asking


def fed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that answers as a feed should: only read, kept for a while, 304 where nothing has changed."""
    return require_safe(conditional_page(cache_control(public=True, max_age=FRESH)(view)))


@fed
def rulings(request: HttpRequest, form: str) -> HttpResponse:
    """The latest rulings of all codes."""
    return answered(channel.of_all(), form)


@fed
def edition(request: HttpRequest, edition: str, form: str) -> HttpResponse:
    """The latest rulings of one code."""
    found = Edition.objects.filter(slug=edition).first()
    return answered(channel.of_edition(found), form) if found else errors.missing(request, request.path)


@fed
def entry(request: HttpRequest, edition: str, kind: str, slug: str, form: str) -> HttpResponse:
    """The latest rulings that cite one law, or another entry."""
    found = named.by_address(edition, kind, slug)
    if found is None:
        now, _ = named.moved(edition, kind, slug)
        return HttpResponsePermanentRedirect(f"{now}feed.{form}") if now else errors.missing(request, request.path)
    return answered(channel.of_entry(found[0]), form)


@fed
def offense(request: HttpRequest, offense: str, form: str) -> HttpResponse:
    """The latest rulings about one offense."""
    found = Offense.objects.filter(slug=offense).first()
    return answered(channel.of_offense(found), form) if found else errors.missing(request, request.path)


@fed
def search(request: HttpRequest, form: str) -> HttpResponse:
    """What answers the search that the address keeps; without one, all rulings."""
    filters = {name: str(value) for name, value in request.GET.dict().items() if name in FACETS and value}
    typed = request.GET.get("q", "").strip()
    if not typed and not filters:
        return HttpResponseRedirect(reverse("feed-as", args=[form]))
    return answered(channel.of_search(typed, filters, "as-typed" in request.GET), form)


def answered(found: channel.Channel, form: str) -> HttpResponse:
    """A feed in one form, with the time of the last change."""
    answer = HttpResponse(syndicate.written(found, channel.items(found), form), content_type=syndicate.TYPES[form])
    answer["Last-Modified"] = http_date(channel.last_change().timestamp())
    return answer


@require_safe
def feeds(request: HttpRequest) -> HttpResponse:
    """The page that explains feeds to people, with every one that can be named."""
    rulings = Entry.objects.published().of_kind(Kind.CASE)
    context = {
        "forms": syndicate.NAMES.items(),
        "editions": Edition.objects.having(rulings).in_order(),
        "offenses": Offense.objects.filter(Exists(rulings.filter(offenses=OuterRef("pk")))).order_by("name"),
    }
    return render(request, "feeds/feeds.html", context)
