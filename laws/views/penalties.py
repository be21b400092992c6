"""The table of penalties of one code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from laws.citations import graph, link
from laws.filters import PenaltyFilter
from laws.models import Citation, Edition, Entry
from laws.models.vocabulary import Kind

from . import errors, lists


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table, its laws linked."""

    entry: Entry
    laws: SafeString


@dataclass(slots=True)
class Section:
    """The rows under one heading."""

    title: str
    rows: list[Row] = field(default_factory=list)


@require_safe
def penalties(request: HttpRequest, edition: str) -> HttpResponse:
    """The table, narrowed by what the address asks for. The number of queries does not depend on the number of rows."""
    found = Edition.objects.filter(slug=edition).first()
    if found is None:
        return errors.missing(request, request.path)
    rows = Entry.objects.published().in_edition(found).of_kind(Kind.PENALTY).in_order()
    headings = headings_over(rows.values_list("pk", "edition", "penaltyrow__group"))
    if not headings:
        return none(request, found)
    narrowed = PenaltyFilter(request.GET, rows.for_list())
    sections = table(list(narrowed.qs), headings)
    context = {
        "edition": found,
        "filter": narrowed,
        "chosen": lists.chosen(narrowed, request.GET),
        "sections": sections,
        "shown": sum(len(section.rows) for section in sections),
        "total": len(headings),
        "introduction": found.headings.filter(kind=Kind.PENALTY).first(),
    }
    return render(request, "penalties/table.html", context)


def none(request: HttpRequest, edition: Edition) -> HttpResponse:
    """A code without a table: 404, or 410 where it had one whose rows have all been withdrawn since."""
    had = Entry.objects.in_edition(edition).of_kind(Kind.PENALTY).filter(published_at__isnull=False).exists()
    return render(request, "penalties/none.html", {"edition": edition, "others": with_tables(), "had": had}, status=410 if had else 404)


def headings_over(rows: Iterable[tuple[int, int, str]]) -> dict[int, str]:
    """The heading that stands over each row, by the row's key. `rows` are (key, edition, heading) in printed order.

    A heading is written at the first of its rows and holds for those that follow.
    """
    over: dict[int, str] = {}
    current: tuple[int, str] = (0, "")
    for key, edition, heading in rows:
        if heading or edition != current[0]:
            current = (edition, heading)
        over[key] = current[1]
    return over


def table(entries: list[Entry], headings: dict[int, str]) -> list[Section]:
    """The rows in printed order under their headings. One query, for the laws that they name."""
    cells: dict[int, list[Citation]] = {}
    for citation in graph.outgoing(*entries) if entries else ():
        cells.setdefault(citation.source_id, []).append(citation)
    sections: list[Section] = []
    for entry in entries:
        if not sections or sections[-1].title != headings[entry.pk]:
            sections.append(Section(headings[entry.pk]))
        sections[-1].rows.append(Row(entry, link.cell(entry.penaltyrow.laws, cells.get(entry.pk, ()))))
    return sections


def with_tables() -> list[Edition]:
    """The editions that have a table of penalties."""
    return list(Edition.objects.having(Entry.objects.published().of_kind(Kind.PENALTY)).in_order())
