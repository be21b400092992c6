"""The first page: the search field, who did it, the codes, and what was ruled last."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws.models import Edition, Entry, EntryOffender
from laws.models.vocabulary import Kind, Offender, Status

from .edition import tally

RULINGS = 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Four queries, whatever the number of codes and rulings."""
    editions = list(Edition.objects.in_order())
    counts = tally(editions)
    codes = [(edition, counts[edition.pk]) for edition in editions if counts.get(edition.pk)]
    rulings = Entry.objects.published().of_kind(Kind.CASE).latest_first().for_list()[:RULINGS]
    return render(request, "home.html", {"codes": codes, "offenders": offenders(), "rulings": rulings})


def offenders() -> list[tuple[str, str]]:
    """The offenders of whom the tables of penalties know, in the order of the vocabulary: (value, label)."""
    rows = EntryOffender.objects.filter(entry__kind=Kind.PENALTY, entry__status=Status.PUBLISHED)
    known = set(rows.order_by().values_list("offender", flat=True).distinct())
    return [(value, label) for value, label in Offender.choices if value in known]
