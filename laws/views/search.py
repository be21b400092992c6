"""The search page, and the page that teaches its language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from laws.citations import gloss
from laws.models import Term
from laws.search import query as language
from laws.search.answer import Answer, answer, jump

from . import found as results
from . import lists

FACETS = ("kind", "code", "offense", "offender", "phase", "law", "year")
SORTS = {"relevance": "Best first", "number": "By number", "date": "Newest first"}
SHOWS = {"mixed": "Mixed", "kinds": "By kind"}
SHOWN = 1000  # characters of a query that the page repeats
OF_A_KIND = 5  # hits that stand under each kind
AT_ONCE = 6  # choices of a facet that are shown before "more"
LONGEST_TERM = 5  # words of a query that may be a term of the glossary
SINGLY = 8  # words that are offered one by one where all of them found nothing
MEANING = re.compile(
    r"(?:what(?:['’]?s| is| are| does| do)|define|explain|(?:the )?meaning of)\s+(?:an? |the )?(?P<word>.+?)(?:\s+means?)?[ ?!.,]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a facet, as a link that takes it or takes it back."""

    label: str
    count: str
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
    asked = language.read(params.get("q", ""))
    filters = {name: str(value) for name, value in params.dict().items() if name in FACETS and value}
    sort = params.get("sort", "") if params.get("sort") in SORTS else "relevance"
    page = lists.page_number(params)
    may_jump = not filters and page == 1 and "stay" not in params
    if may_jump and (address := jump(params.get("q", ""))):
        return HttpResponseRedirect(address)
    ask = partial(answer, params.get("q", ""), as_typed="as-typed" in params, sort=sort)
    found = ask(filters=filters, page=page)
    if may_jump and found.jump:
        return HttpResponseRedirect(found.jump)
    kept = kept_params(params, found)
    grouped = grouped_by_kind(asked, found, kept)
    groups = results.by_kind(found, lambda kind: ask(filters={**filters, "kind": kind}, per_page=OF_A_KIND, facets=())) if grouped else []
    shown = {
        **context(asked, found, kept, filters),
        "groups": [(group, lists.changed(kept, kind=group.kind)) for group in groups],
        "several": len(results.kinds_of(found)) > 1,
        "orders": [(label, sort == name, lists.changed(kept, sort=name if name != "relevance" else None)) for name, label in SORTS.items()],
        "ways": [(label, grouped == (name == "kinds"), lists.changed(kept, show=name)) for name, label in SHOWS.items()],
    }
    html = render(request, "search/search.html", shown)
    if found.passing:
        html["Cache-Control"] = "no-store"
    return replace_url(html, request.path + lists.changed(kept)) if request.headers.get("HX-Request") else html


def grouped_by_kind(asked: language.Query, found: Answer, kept: QueryDict) -> bool:
    """Whether the hits stand by kind: where that was chosen, or the query itself asks for several kinds."""
    kinds = [wish for wish in asked.filters if wish.name == "kind" and not wish.without]
    wanted = kept["show"] == "kinds" if "show" in kept else len(kinds) > 1
    return wanted and len(results.kinds_of(found)) > 1 and "kind" not in kept


def context(asked: language.Query, found: Answer, kept: QueryDict, filters: dict[str, str]) -> dict[str, object]:
    """What the page shows of an answer, however its hits are ordered."""
    return {
        "query": visible(kept.get("q", "")),
        "answer": found,
        "hits": results.shown(found.hits),
        "total": results.counted(found.total, found.bounded),
        "notes": found.notes,
        "order": found.order,
        "kept": [(name, value) for name, value in kept.items() if name not in ("q", "stay", "as-typed")],
        "filters": filters,
        "terms": explained(asked),
        "singly": singly(asked) if not found.total else [],
        "menus": menus(found, kept),
        "chosen": taken(found, kept, filters),
        "pages": lists.pages(kept, found.page, found.pages),
        "clear": lists.changed(kept, **dict.fromkeys(filters)),
        "as_typed": lists.changed(kept, **{"as-typed": 1}) if found.corrected else "",
    }


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """The language of the search field, by examples. No query."""
    return render(request, "search/guide.html")


def explained(asked: language.Query) -> list[Term]:
    """What the glossary says of the query, where that is a word of it or asks for one: "odd trick", "what is a yarborough?"."""
    if not asked.is_plain or not asked.terms:
        return []
    question = MEANING.fullmatch(asked.plain)
    words = question["word"] if question else asked.plain.strip(" ?!.,")
    return gloss.shelf().named(words)[:3] if len(words.split()) <= LONGEST_TERM else []


def singly(asked: language.Query) -> list[str]:
    """The words of a query one by one, to search for each where all of them together found nothing."""
    words = [" ".join(term.words) for term in asked.terms if not term.without and len(" ".join(term.words)) > 2]
    return words[:SINGLY] if len(words) > 1 else []


def visible(typed: str) -> str:
    """What was typed, as the page repeats it: without control characters, and not without end."""
    return "".join(ch for ch in " ".join(typed.split()) if ch.isprintable())[:SHOWN]


def kept_params(params: QueryDict, found: Answer) -> QueryDict:
    """What the links of the page carry on: the query, the choices, the order, and to stay or not to be corrected where that was asked."""
    kept = QueryDict(mutable=True)
    kept.update({name: str(value) for name, value in params.dict().items() if name in ("q", *FACETS) and value})
    for name, known in (("sort", SORTS), ("show", SHOWS)):
        if (value := params.get(name, "")) in known and value != "relevance":
            kept[name] = value
    for name, needed in (("stay", bool(found.jump)), ("as-typed", "as-typed" in params)):
        if needed:
            kept[name] = "1"
    return kept


def menus(found: Answer, kept: QueryDict) -> list[Menu]:
    """The facets that leave something to choose."""
    made = []
    for facet in found.facets:
        options = tuple(
            Option(
                choice.label,
                f"{choice.count:,}" + "+" * choice.bounded,
                choice.chosen,
                lists.changed(kept, **{facet.name: None if choice.chosen else choice.value}),
            )
            for choice in facet.choices
        )
        if len(options) > 1 or any(option.chosen for option in options):
            made.append(Menu(facet.name, facet.label, options[:AT_ONCE], options[AT_ONCE:]))
    return made


def taken(found: Answer, kept: QueryDict, filters: dict[str, str]) -> list[lists.Chosen]:
    """What narrows the answer, each with the way back; a value that no facet knows too."""
    labels = {(facet.name, choice.value): (facet.label, choice.label) for facet in found.facets for choice in facet.choices}
    codes = [(facet.label, choice.label) for facet in found.facets if facet.name == "code" for choice in facet.choices if choice.chosen]
    said = {**labels, **({("code", filters["code"]): codes[0]} if "code" in filters and codes else {})}  # by an old address too
    return [
        lists.Chosen(*said.get((name, value), (name.capitalize(), visible(value))), lists.changed(kept, **{name: None}))
        for name, value in filters.items()
    ]
