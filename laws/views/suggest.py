"""What is offered while a reader types: to the pages as a fragment, to a browser's address bar as JSON, and how that finds us."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from laws.citations import gloss
from laws.models import Offense
from laws.models.vocabulary import Status
from laws.naming import cited, code_name
from laws.search import query as language
from laws.search.answer import Hit, meanings
from laws.search.answer import suggest as suggested

MOST = 8
OF_A_SORT = 2  # glossary words and offenses among them
LONGEST = 100  # characters; nobody types on for a suggestion
MINUTE = 60
Piece = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One line: where it leads, what it is called, the words that go on as typed (in pieces), and what it is or where it stands."""

    address: str
    name: str
    title: tuple[Piece, ...]
    where: str

    @property
    def words(self) -> str:
        """As a browser shows it in a line, and searches for it."""
        return " ".join(filter(None, [self.name, "".join(words for words, _ in self.title)]))


@require_safe
@cache_control(max_age=MINUTE)
def suggest(request: HttpRequest) -> HttpResponse:
    """A fragment: a few lines that go on as was typed."""
    page = render(request, "search/suggest.html", {"suggestions": suggestions(request.GET.get("q", ""))})
    page["X-Robots-Tag"] = "noindex"
    return page


@require_safe
@cache_control(max_age=MINUTE)
def completions(request: HttpRequest) -> HttpResponse:
    """The same for a browser's address bar, in the form that OpenSearch lays down: what was typed, then words, remarks, addresses."""
    typed = request.GET.get("q", "")
    found = suggestions(typed)
    lines = [
        typed[:LONGEST],
        [one.words for one in found],
        [one.where for one in found],
        [settings.SITE_URL + one.address for one in found],
    ]
    answer = JsonResponse(lines, safe=False, content_type="application/x-suggestions+json", json_dumps_params={"ensure_ascii": False})
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
@cache_control(public=True, max_age=86_400)
def description(request: HttpRequest) -> HttpResponse:
    """How a browser searches here from its address bar (OpenSearch). No query."""
    addresses = {"search": settings.SITE_URL + reverse("search"), "completions": settings.SITE_URL + reverse("completions")}
    return render(request, "search/opensearch.xml", addresses, content_type="application/opensearchdescription+xml; charset=utf-8")


def suggestions(typed: str) -> list[Suggestion]:
    """Words of the glossary, offenses, citations and titles that go on as typed; a citation comes first and alone with its like.

    Where there are none, the words that mean something else here.
    """
    typed = language.tidy(typed[:LONGEST])
    if len(typed) < 2 or not language.words_in(typed):
        return []
    entries = [
        Suggestion(
            hit.url,
            cited(hit.entry, hit.part) if hit.entry.number and hit.entry.kind != "penalty" else "",
            hit.title,
            " · ".join(filter(None, [_sort(hit), code_name(hit.entry.edition)])),
        )
        for hit in suggested(typed, MOST)
    ]
    others = [] if any(ch.isdigit() for ch in typed) else [*_terms(typed), *_offenses(typed)]
    return [*others, *entries][:MOST] or list(_meanings(typed))


def _sort(hit: Hit) -> str:
    """What an entry is, where its name does not tell."""
    return "Withdrawn" if hit.withdrawn else "Penalty" if hit.entry.kind == "penalty" else ""


def _meanings(typed: str) -> Iterator[Suggestion]:
    for word, others in meanings(typed, OF_A_SORT):
        title = _begun(word, typed) if word.startswith(typed.lower()) else ((word, False),)
        yield Suggestion(f"{reverse('search')}?{urlencode({'q': word})}", "", title, f"Here: {', '.join(others)}")


def _terms(typed: str) -> Iterator[Suggestion]:
    for term in gloss.shelf().begun(typed, OF_A_SORT):
        yield Suggestion(term.get_absolute_url(), "", _begun(term.word, typed), "Glossary")


def _offenses(typed: str) -> Iterator[Suggestion]:
    rows = Offense.objects.filter(name__istartswith=typed, entries__status=Status.PUBLISHED).distinct()[:OF_A_SORT]
    for offense in rows:
        address = f"{reverse('search')}?{urlencode({'offense': offense.slug})}"
        yield Suggestion(address, "", _begun(offense.name, typed), "All about this offense")


def _begun(words: str, typed: str) -> tuple[Piece, ...]:
    return ((words[: len(typed)], True), (words[len(typed) :], False))
