"""What has changed in an entry since it was first published here, and what it said on a given day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import wordings
from laws.history import Difference
from laws.models import Entry
from laws.models.vocabulary import Status

from . import errors, named

OPEN = (Status.PUBLISHED, Status.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Amendment:
    """One change: the wording that it made, the one before, and the words in which they differ."""

    old: wordings.Wording
    new: wordings.Wording
    differences: list[Difference]


@require_safe
def history(request: HttpRequest, edition: str, kind: str, slug: str) -> HttpResponse:
    """Every amendment of a published entry, the latest first, word by word. What was withdrawn keeps this page."""
    found, known = _known(edition, kind, slug)
    if found is None or not known:
        return _elsewhere(request, edition, kind, slug, "history/")
    amendments = [Amendment(old, new, wordings.changes(old, new)) for old, new in pairwise(known)]
    return render(request, "history/changes.html", {**_around(found, known), "amendments": amendments[::-1]})


@require_safe
def wording(request: HttpRequest, edition: str, kind: str, slug: str, day: str) -> HttpResponse:
    """What an entry said at the end of a day."""
    found, known = _known(edition, kind, slug)
    if found is None or not known:
        return _elsewhere(request, edition, kind, slug, f"history/{day}/")
    try:
        then = wordings.on(known, date.fromisoformat(day))
    except ValueError:
        return errors.missing(request, request.path)
    if then is None:
        return errors.missing(request, request.path)
    return render(request, "history/wording.html", {**_around(found, known), "then": then})


def _known(edition: str, kind: str, slug: str) -> tuple[Entry | None, list[wordings.Wording]]:
    found = Entry.objects.for_list().filter(edition__slug=edition, kind=kind, slug=slug, status__in=OPEN).first()
    return found, wordings.wordings(found) if found else []


def _elsewhere(request: HttpRequest, edition: str, kind: str, slug: str, rest: str) -> HttpResponse:
    """The same page of the entry that had this number once."""
    living = Entry.objects.filter(edition__slug=edition, kind=kind, slug=slug, status__in=OPEN).exists()
    page = "" if living else named.moved(edition, kind, slug)[0]
    return HttpResponsePermanentRedirect(f"{page}{rest}") if page else errors.missing(request, request.path)


def _around(entry: Entry, known: list[wordings.Wording]) -> dict[str, Any]:
    return {"entry": entry, "edition": entry.edition, "first": known[0], "known": known}
