"""The glossary of the games: its page, and the meaning of a word for the pop-up over it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from laws.citations import gloss, link
from laws.models import Term
from laws.models.glossary import listed
from laws.models.vocabulary import Kind

from . import errors


@dataclass(frozen=True, slots=True)
class Explained:
    """A term as the page shows it: its meaning with other terms linked, the terms to see, and where to search for it in the laws."""

    term: Term
    meaning: SafeString
    see: tuple[Term, ...]
    laws: str


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """All terms from A to Z. Two queries at most, however many they are."""
    terms = list(Term.objects.in_order().explained())
    by_word = {term.word.lower(): term for term in reversed(terms)}
    shelf = gloss.shelf()
    shown = [explained(term, by_word, shelf) for term in terms]
    letters = [(letter, list(ones)) for letter, ones in groupby(shown, key=lambda one: one.term.word[0].upper())]
    return render(request, "glossary/glossary.html", {"letters": letters, "count": len(terms)})


@require_safe
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The meaning of one word. A fragment, not for search engines."""
    term = Term.objects.explained().filter(slug=slug).first()
    if term is None:
        return errors.missing(request, request.path)
    page = render(request, "glossary/preview.html", {"term": term})
    page["X-Robots-Tag"] = "noindex"
    return page


@require_safe
def term(request: HttpRequest, slug: str) -> HttpResponse:
    """/glossary/chicane/ leads to the word's place on the page."""
    found = Term.objects.filter(slug=slug).first()
    return HttpResponseRedirect(found.get_absolute_url()) if found else errors.missing(request, request.path)


def explained(term: Term, by_word: dict[str, Term], shelf: gloss.Shelf) -> Explained:
    """One term for the page; `by_word` are all terms by their words."""
    meaning = link.render(term.definition, anchors=False, mark_ids=False, glossary=shelf.beside(term))
    see = tuple(by_word[word.lower()] for word in listed(term.see) if word.lower() in by_word)
    return Explained(term, meaning, see, laws_with(term.spellings))


def laws_with(spellings: Iterable[str]) -> str:
    """The address of a search for the laws that use a word."""
    word = next(iter(spellings))
    quoted = f'"{word}"' if " " in word or "-" in word else word
    return f"{reverse('search')}?{urlencode({'q': quoted, 'kind': Kind.LAW.value})}"
