"""The decided cases of one code, or of all."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws.filters import AllCasesFilter, CaseFilter
from laws.models import Edition, Entry
from laws.models.vocabulary import Kind
from laws.paging import Long

from . import errors, lists

PER_PAGE = 50
WORDS = [f"case__{name}{twin}" for name in ("facts", "query", "decision", "remark") for twin in ("", "_digest")]
BULKY = ("text", "digest", "editor_note", *WORDS)  # what a line of the list does not show


@require_safe
def cases(request: HttpRequest, edition: str = "") -> HttpResponse:
    """The list, narrowed by what the address asks for, a page at a time. The number of queries does not depend on the number of cases."""
    found = Edition.objects.filter(slug=edition).first() if edition else None
    if edition and found is None:
        return errors.missing(request, request.path)
    rows = Entry.objects.published().of_kind(Kind.CASE).in_order()
    narrowed = CaseFilter(request.GET, rows.in_edition(found)) if found else AllCasesFilter(request.GET, rows)
    found_cases: Any = Long(narrowed.qs, lambda rows: rows.for_list().defer(*BULKY))
    page: Page[Entry] = Paginator(found_cases, PER_PAGE).get_page(lists.page_number(request.GET))
    context = {
        "edition": found,
        "filter": narrowed,
        "chosen": lists.chosen(narrowed, request.GET),
        "cases": list(page),
        "count": page.paginator.count,
        "pages": lists.pages(request.GET, page.number, page.paginator.num_pages),
    }
    return render(request, "cases/list.html", context)
