"""Sheets made for paper: the table of penalties as a card for the wall, and one case with its laws for the table in dispute."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws.citations import graph
from laws.exports import articles, prose
from laws.exports.articles import Article
from laws.models import Edition, Entry
from laws.models.vocabulary import Kind, Status

from . import errors, ladder, penalties

ROOMY = 34  # rows that fit one sheet in the card's usual type
ROOMY_WORDS = 3600  # characters that fit one sheet in the usual type


@dataclass(frozen=True, slots=True)
class Cited:
    """A law as a sheet gives it: in full, and the part that the case names."""

    article: Article
    parts: tuple[str, ...]


@require_safe
def card(request: HttpRequest, edition: str) -> HttpResponse:
    """The table of penalties on one page, each row with the QR code of its short address."""
    found = Edition.objects.filter(slug=edition).first()
    if found is None:
        return errors.missing(request, request.path)
    rows = Entry.objects.published().in_edition(found).of_kind(Kind.PENALTY).in_order()
    headings = penalties.headings_over(rows.values_list("pk", "edition", "penaltyrow__group"))
    if not headings:
        return penalties.none(request, found)
    context = {
        "edition": found,
        "sections": penalties.table(list(rows.for_list()), headings),
        "is_dense": len(headings) > ROOMY,
        "back": found.get_absolute_url() + "penalties/",
        "canonical": settings.SITE_URL + request.path,
    }
    return render(request, "paper/card.html", context)


@require_safe
def sheet(request: HttpRequest, edition: str, slug: str) -> HttpResponse:
    """One case on a page: facts, query, holding, and the laws that it cites in full. Without a holding the decision stands for it."""
    case = Entry.objects.for_page().filter(edition__slug=edition, kind=Kind.CASE, slug=slug).first()
    if case is None or case.status not in (Status.PUBLISHED, Status.WITHDRAWN):
        return ladder.ladder(request, request.path)
    if case.status == Status.WITHDRAWN:
        return errors.gone(request, case)
    named: dict[int, list[str]] = {}
    for cite in graph.cites(case):
        if cite.target and cite.target.is_published and cite.target.kind not in (Kind.CASE, Kind.PENALTY):
            named.setdefault(cite.target.pk, []).append(cite.part)
    rows = Entry.objects.published().filter(pk__in=named).for_page().in_order()
    case_article, *laws = articles.of([case, *rows], notes=False)
    kept = [passage for passage in case_article.passages if not case.case.holding or passage.name.startswith(("facts", "query"))]
    cited = [Cited(law, tuple(filter(None, named[row.pk]))) for law, row in zip(laws, rows, strict=True)]
    words = [*kept, *(passage for law in cited for passage in law.article.passages)]
    context = {
        "case": case_article,
        "entry": case,
        "passages": kept,
        "leaves_out": len(kept) < len(case_article.passages),
        "laws": cited,
        "is_dense": sum(len(prose.plain(block)) for passage in words for block in passage.blocks) > ROOMY_WORDS,
        "back": case.get_absolute_url(),
        "canonical": settings.SITE_URL + case.get_absolute_url(),
    }
    return render(request, "paper/case.html", context)
