"""The one question that every page, command and feed asks: what answers this query? Anything that can be typed gets an answer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.db import DatabaseError

from laws.models import Edition

from . import facets as counting
from . import lookup, narrowing, query, suggesting, thesaurus
from .asking import Where
from .facets import Choice, Facet
from .finding import NOTHING, Finding, find
from .hits import Hit, hits_at, hits_of
from .index import engine, is_gone
from .listing import Count, Filter
from .lookup import Gone
from .narrowing import LABELS, Narrowing
from .posting import entry_of
from .query import Query
from .shelf import Shelf
from .snippets import Marker, Piece

__all__ = ["Answer", "Choice", "Facet", "Hit", "Piece", "answer", "asks", "jump", "meanings", "suggest"]

MOST_A_PAGE = 200
SORTS = ("relevance", "number", "date")
NO_ENGINE = "Search is not available on this site's database."
GONE = "Search is being put in order just now. The laws, the tables and “What happened?” can be read meanwhile."
BY_STANDING = "Many entries have these words. Those that say them most come first; the others follow by kind, the most cited first."
THE_FIRST = "Of so many only the first {:,} are put in that order."

One = TypeVar("One")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What answers a query.

    `query` is what was typed, less what cannot be shown. `jump` is the address that a citation names when just one entry fits; where
    several do they are in `chooser`. `notes` are plain sentences. `corrected` is the query that was searched for instead, or "".
    `gone` are entries that it cites and that were withdrawn.
    `bounded`: there are more than `total`, which is as far as they were counted. `order` says how they are ordered where that is not plain.
    `passing`: the index was not there, so that the answer is good for this moment only.
    """

    query: str
    hits: tuple[Hit, ...] = ()
    total: int = 0
    facets: tuple[Facet, ...] = ()
    jump: str = ""
    chooser: tuple[Hit, ...] = ()
    notes: tuple[str, ...] = ()
    corrected: str = ""
    page: int = 1
    pages: int = 1
    bounded: bool = False
    order: str = ""
    gone: tuple[Gone, ...] = ()
    passing: bool = False


def answer(
    typed: str,
    *,
    filters: Mapping[str, str] | None = None,
    edition: Edition | None = None,
    page: int = 1,
    per_page: int = 20,
    as_typed: bool = False,
    sort: str = "relevance",
    facets: Sequence[str] = tuple(LABELS),
) -> Answer:
    """What answers `typed`, inside `edition` where one is given. Never raises for anything typed.

    `filters` narrow it by kind, code, offense, offender, phase, law and year, as the fields of the query do; with nothing typed they list
    what they keep. `as_typed` leaves slips of the finger as they are; `sort` is relevance, number or date; `facets` are those to count.
    Neither the number of statements nor what each reads grows with the entries.
    """
    try:
        return _answer(typed, filters or {}, edition, (page, per_page), as_typed, sort, facets)
    except DatabaseError as error:
        if not is_gone(error):
            raise
        log.error("Search has no index (%s): run manage.py search --rebuild", error)
        return Answer(query.tidy(typed), notes=(GONE,), passing=True)


def _answer(
    typed: str,
    filters: Mapping[str, str],
    edition: Edition | None,
    at: tuple[int, int],
    as_typed: bool,
    sort: str,
    facets: Sequence[str],
) -> Answer:
    page, per_page = at
    kept = engine()
    asked = query.read(typed)
    chosen = _chosen(filters)
    if kept is None:
        return Answer(asked.typed, notes=(NO_ENGINE,))
    if not asked.typed and not chosen:
        return Answer(asked.typed, notes=asked.notes)
    shelf = Shelf.opened(kept)
    picked = narrowing.read(chosen, shelf)
    asked, written, notes = _wishes(asked, shelf)
    notes = [*asked.notes, *notes]
    notes += [f"“{wish.said}” is no {LABELS.get(wish.name, wish.name).lower()} here." for wish in picked.unknown]
    if picked.unknown:
        return Answer(asked.typed, notes=tuple(dict.fromkeys(notes)))
    where = _where(edition, (*picked.filters, *written.filters))
    words = thesaurus.current()
    found = find(asked, shelf, where, words, as_typed)
    counted = counting.of(found.listing, shelf, facets) if facets else ()
    total = found.listing.total(shelf)
    if not total.number and where.inside and where.inside != edition and found.listing.narrowed(()).total(shelf).number:
        # What has all the words may lie in other codes alone: then what this one has of them.
        found = find(asked, shelf, replace(where, within=(f"code={where.inside.slug}",)), words, as_typed)
        counted = counting.of(found.listing, shelf, facets) if facets else ()
        total = found.listing.total(shelf)
    if not total.number:
        notes += lookup.of_laws([wish.value for wish in (*chosen, *asked.filters) if wish.name == "law" and not wish.without], where.inside)
    if not total.number and asked.terms and where.filters and (beyond := found.listing.narrowed(()).total(shelf)).number:
        notes += found.said
        notes.append(f"Nothing fits what was chosen; without that there is more: {beyond}.")
    else:
        notes += found.notes
        notes += [NOTHING] if not total.number and not notes else []
    sort = sort if sort in SORTS else "relevance"
    order = "number" if sort == "relevance" and not asked.terms else sort
    per_page = min(max(per_page, 1), MOST_A_PAGE)
    pages = max(1, -(-total.number // per_page))
    page = min(max(page, 1), pages)
    rows = found.listing.page(shelf, (page - 1) * per_page, min(page * per_page, total.number), order)
    marker = Marker(found.meant)
    choices = _fitting(found, where, marker, shelf)
    return Answer(
        asked.typed,
        hits_of(rows, marker, shelf, found.listing.rows if len(found.meant) != 1 else ()),
        total.number,
        counted,
        choices[0].url if len(choices) == 1 and not found.corrected and not found.gone else "",
        choices if len(choices) > 1 else (),
        tuple(dict.fromkeys(notes)),
        found.corrected,
        page,
        pages,
        total.more,
        _order(found, order, total),
        tuple(found.gone),
    )


def asks(typed: str, filters: Mapping[str, str]) -> bool:
    """Whether a query and what was chosen beside it hold anything to find: a lone quotation mark does not. It asks no index."""
    asked = query.read(typed)
    return bool(asked.terms or asked.filters or _chosen(filters))


def jump(typed: str, edition: Edition | None = None) -> str:
    """The address of the one entry that a query cites, if it cites one and nothing else; "" otherwise. It asks no index."""
    asked = query.read(typed)
    if not asked.is_plain or not lookup.may_name(asked.plain):
        return ""
    named = lookup.find(asked.plain, lookup.codes(), edition)
    if not named.whole or len(named.fits) != 1 or named.gone:
        return ""
    fit = named.fits[0]
    return fit.entry.get_absolute_url() + (f"#{fit.part}" if fit.part else "")


def suggest(prefix: str, limit: int = 8) -> list[Hit]:
    """Entries whose title, offense or number goes on as `prefix` begins; for a citation the entries that it names. Without snippets."""
    return _from_the_index(lambda shelf: suggesting.suggest(query.read(prefix), shelf, limit))


def meanings(prefix: str, limit: int = 2) -> list[tuple[str, tuple[str, ...]]]:
    """Words that go on as `prefix` begins and that only the thesaurus knows, each with what the laws say instead."""
    return _from_the_index(lambda shelf: suggesting.meanings(query.read(prefix), shelf, thesaurus.current(), limit))


def _from_the_index(ask: Callable[[Shelf], list[One]]) -> list[One]:
    """What is asked of the index; nothing where there is none, or it is gone."""
    kept = engine()
    try:
        return ask(Shelf.opened(kept)) if kept else []
    except DatabaseError as error:
        if not is_gone(error):
            raise
        return []


def _chosen(filters: Mapping[str, str]) -> list[query.Wish]:
    """What was chosen beside a query."""
    return narrowing.chosen({name: query.tidy(value) for name, value in filters.items() if value})


def _wishes(asked: Query, shelf: Shelf) -> tuple[Query, Narrowing, list[str]]:
    """The fields of a query as filters; one whose value this site does not have is read as plain words, and that is said."""
    written = narrowing.read(asked.filters, shelf, written=True)
    notes = []
    for wish in written.unknown:
        asked = query.as_words(asked, wish)
        notes.append(f"“{wish.said}” is no {wish.name} here; it was searched for as plain words.")
    return asked, written, notes


def _where(edition: Edition | None, filters: tuple[Filter, ...]) -> Where:
    """Where to look: a citation is read in the code asked for, or in the one filtered by."""
    inside = edition
    codes = [one.tags[0].removeprefix("code=") for one in filters if one.name == "code" and not one.without and len(one.tags) == 1]
    if inside is None and len(codes) == 1:
        inside = Edition.objects.filter(slug=codes[0]).first()
    return Where(inside, (f"code={edition.slug}",) if edition else (), filters)


def _fitting(found: Finding, where: Where, marker: Marker, shelf: Shelf) -> tuple[Hit, ...]:
    """The entries that a citation names and filters keep."""
    if not found.fits:
        return ()
    kept = {entry_of(row.standing) for row in found.listing.rows}
    return hits_at([fit for fit in found.fits if fit.entry.pk in kept], marker, shelf)


def _order(found: Finding, order: str, total: Count) -> str:
    """How the hits are ordered, where a reader could not tell."""
    if order == "relevance":
        return BY_STANDING if found.listing.rest is not None and total.number > len(found.listing.rows) else ""
    return THE_FIRST.format(total.number) if total.more else ""
