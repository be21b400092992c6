"""All that cites an entry, page by page: a law may be cited in thousands of rulings, of which its own page names the first."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws.citations import graph
from laws.models.vocabulary import Status

from . import beside, entry, errors, ladder, lists

A_PAGE = 50


@require_safe
def citing(request: HttpRequest, edition: str, kind: str, slug: str) -> HttpResponse:
    """The entries that cite another, of one kind where `?kind=` names one that does. Five queries, however many there are."""
    found = beside.entry_at(edition, kind, slug)
    if found is None or not entry.may_read(request, found):
        return ladder.ladder(request, request.path)
    if found.status == Status.WITHDRAWN:
        return errors.gone(request, found)
    rows = graph.citing(found)
    many = dict(rows.order_by().values_list("kind").annotate(Count("pk")))
    chosen = request.GET.get("kind", "") if request.GET.get("kind") in many else ""
    pages = Paginator((rows.of_kind(chosen) if chosen else rows).in_order().values_list("pk", flat=True), A_PAGE)
    total = sum(many.values())
    pages.count = many[chosen] if chosen else total  # known already
    page = pages.get_page(lists.page_number(request.GET))
    context = {
        "entry": found,
        "edition": found.edition,
        "kinds": [(one, count, one == chosen, lists.changed(request.GET, kind=one)) for one in graph.ORDER if (count := many.get(one))],
        "chosen": chosen,
        "all_kinds": lists.changed(request.GET, kind=None),
        "total": total,
        "cited_by": graph.cited_by(found, list(page)),
        "pages": lists.pages(request.GET, page.number, pages.num_pages),
    }
    return render(request, "citing.html", context)
