"""The search page, and the few lines that answer while a reader types."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from laws.search.answer import Answer, answer
from laws.search.answer import suggest as suggested

from . import lists

FACETS = ("kind", "code", "offense", "offender", "phase", "law")
SHOWN = 1000  # characters of a query that the page repeats
AT_ONCE = 6  # choices of a facet that are shown before "more"


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a facet, as a link that takes it or takes it back."""

    label: str
    count: int
    chosen: bool
    address: str


@dataclass(frozen=True, slots=True)
class Menu:
    """A facet with its choices: those shown at once, and the rest."""

    name: str
    label: str
    options: tuple[Option, ...]
    more: tuple[Option, ...]


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Answers 200 for anything typed, or 302 to the one entry that the query cites; `stay=1` stays on the page."""
    params = request.GET
    filters = {name: str(value) for name, value in params.dict().items() if name in FACETS and value}
    found = answer(params.get("q", ""), filters=filters, page=page_number(params.get("page", "")), as_typed="as-typed" in params)
    if found.jump and not filters and found.page == 1 and "stay" not in params:
        return HttpResponseRedirect(found.jump)
    kept = kept_params(params, found)
    context = {
        "query": visible(params.get("q", "")),
        "answer": found,
        "filters": filters,
        "menus": menus(found, kept),
        "chosen": taken(found, kept, filters),
        "pages": lists.pages(kept, found.page, found.pages),
        "clear": lists.changed(kept, **dict.fromkeys(filters)),
        "as_typed": lists.changed(kept, **{"as-typed": 1}) if found.corrected else "",
    }
    page = render(request, "search/search.html", context)
    return replace_url(page, request.path + lists.changed(kept)) if request.headers.get("HX-Request") else page


@require_safe
def suggest(request: HttpRequest) -> HttpResponse:
    """A fragment: a few entries whose words begin as typed."""
    page = render(request, "search/suggest.html", {"hits": suggested(request.GET.get("q", ""))})
    page["X-Robots-Tag"] = "noindex"
    return page


def page_number(typed: str) -> int:
    """The page asked for; anything that is no page is the first."""
    return max(1, int(typed)) if typed.isascii() and typed.isdigit() and len(typed) < 7 else 1


def visible(typed: str) -> str:
    """What was typed, as the page repeats it: without control characters, and not without end."""
    return "".join(ch for ch in " ".join(typed.split()) if ch.isprintable())[:SHOWN]


def kept_params(params: QueryDict, found: Answer) -> QueryDict:
    """What the links of the page carry on: the query, the choices, and to stay or not to be corrected where that was asked."""
    kept = QueryDict(mutable=True)
    kept.update({name: str(value) for name, value in params.dict().items() if name in ("q", *FACETS) and value})
    for name, needed in (("stay", bool(found.jump)), ("as-typed", "as-typed" in params)):
        if needed:
            kept[name] = "1"
    return kept


def menus(found: Answer, kept: QueryDict) -> list[Menu]:
    """The facets that leave something to choose."""
    made = []
    for facet in found.facets:
        options = tuple(
            Option(choice.label, choice.count, choice.chosen, lists.changed(kept, **{facet.name: None if choice.chosen else choice.value}))
            for choice in facet.choices
        )
        if len(options) > 1 or any(option.chosen for option in options):
            made.append(Menu(facet.name, facet.label, options[:AT_ONCE], options[AT_ONCE:]))
    return made


def taken(found: Answer, kept: QueryDict, filters: dict[str, str]) -> list[lists.Chosen]:
    """What narrows the answer, each with the way back; a value that no facet knows too."""
    labels = {(facet.name, choice.value): (facet.label, choice.label) for facet in found.facets for choice in facet.choices}
    return [
        lists.Chosen(*labels.get((name, value), (name.capitalize(), visible(value))), lists.changed(kept, **{name: None}))
        for name, value in filters.items()
    ]
