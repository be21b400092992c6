"""From what was typed to the entries that answer, in order, and what is to be said about it; pages come after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from laws.models.vocabulary import Kind

from . import catalogue, lookup, query
from .around import around
from .asking import APART, Ranking, Reading, Where, ranked
from .concepts import Wanted
from .correct import Corrected, correct, put_right, unknown
from .engine import AnyOf
from .listing import Filter, Listing, Search
from .matching import Row
from .plan import Meant
from .query import Query, Term
from .rank import ENOUGH
from .shelf import Shelf
from .thesaurus import Thesaurus

ONLY_EMPTY = "Those words are in every text. Add one that says what happened."
ONLY_WITHOUT = "Say what to find, beside what to leave out."
NOTHING = "Nothing was found."
LEFT_OUT = "What is cited there says what is to be left out."


@dataclass(slots=True)
class Finding:
    """What was found before pages: a list in order, what was meant, and what is to be said about it.

    `said` is what is to be said of citations, whatever filters keep; `gone` are entries named that were withdrawn; `mended` the slips.
    """

    listing: Listing = field(default_factory=Listing)
    meant: Sequence[Meant] = ()
    notes: Sequence[str] = ()
    corrected: str = ""
    fits: Sequence[lookup.Fit] = ()
    said: Sequence[str] = ()
    gone: Sequence[lookup.Gone] = ()
    mended: Mapping[str, str] = field(default_factory=dict)


def find(asked: Query, shelf: Shelf, where: Where, thesaurus: Thesaurus, as_typed: bool) -> Finding:
    """What answers a query in words or a citation. A citation with a slip in it is read again when that has been put right."""
    if not asked.terms:
        return Finding(_all(where, where.filters) if where.within or where.filters else Listing())
    found = _find(asked, shelf, where, thesaurus, as_typed)
    if found.mended and lookup.may_name(better := _corrected(asked.plain, found.mended)):
        right = replace(asked, terms=tuple(put_right(term, found.mended) for term in asked.terms), plain=better)
        found = replace(_find(right, shelf, where, thesaurus, as_typed), corrected=found.corrected)
    return found


def _find(asked: Query, shelf: Shelf, where: Where, thesaurus: Thesaurus, as_typed: bool) -> Finding:
    if not lookup.may_name(asked.plain):
        return _by_words(asked.terms, asked.typed, shelf, where, thesaurus, as_typed)
    # A filter keeps some of what a citation names and lets it mean nothing else, so that a list is as long as was counted.
    named = lookup.find(asked.plain, lookup.codes(), where.inside if where.within else None, where.inside)
    fits = [*named.fits, *named.inexact, *(lookup.Fit(one.instead) for one in named.gone if one.instead)]
    beside = _beside(asked)
    whole = named.whole and not beside
    if whole and (fits or not named.bare):
        listing = _cited(fits, where) if fits else Listing()
        going = named.fits if asked.is_plain else ()
        return Finding(listing, notes=named.notes, fits=going, said=named.notes, gone=named.gone)
    terms: Sequence[Term] = asked.terms
    if not whole and (fits or not named.bare):
        terms = [*beside, *query.read(named.rest).terms]
    found = _by_words(terms, asked.typed, shelf, where, thesaurus, as_typed)
    if fits:
        first = _rows({fit.entry.pk: fit.part for fit in fits})
        if any(term.without for term in terms):
            first = _spared(first, Reading.of(terms, thesaurus, shelf), shelf)
        found.listing = _after(first, found.listing, shelf, where.filters)
        found.notes = [note for note in found.notes if note not in {NOTHING, ONLY_EMPTY, ONLY_WITHOUT}] + ([] if first else [LEFT_OUT])
    said = named.notes if whole or not named.bare else []
    return replace(found, notes=[*said, *found.notes], said=said, gone=named.gone)


def _beside(asked: Query) -> list[Term]:
    """What is asked for beside running words: phrases and the like, words to leave out, what was meant as a field."""
    words = set(query.words_in(asked.plain))
    return [term for term in asked.terms if term.form != "word" or term.without or term.either or not words.issuperset(term.words)]


def _cited(fits: Sequence[lookup.Fit], where: Where) -> Listing:
    """The entries that a citation names, and then what stands around them."""
    parts: dict[int, str] = {}
    for fit in fits:
        parts.setdefault(fit.entry.pk, fit.part)
    return Listing.of(_rows(parts | {entry.pk: "" for entry in around(parts)}), where.filters)


def _all(where: Where, filters: Sequence[Filter]) -> Listing:
    """All entries that filters keep; every entry where there are none."""
    scope = where.scope(filters)
    search = Search((scope.all_of() if scope.tags else scope.all_of(AnyOf(tuple(f"kind={kind}" for kind in Kind.values))),))
    return Listing(rest=search, filters=filters, again=lambda others: _all(where, others))


def _rows(parts: Mapping[int, str]) -> list[Row]:
    """A row for each entry (by primary key) that the index has, opening at its part."""
    there = catalogue.places(parts)
    return [
        Row(there[pk][0], there[pk][1], score=1 / (1 + at), part=part, tags=there[pk][2])
        for at, (pk, part) in enumerate(parts.items())
        if pk in there
    ]


def _spared(rows: Sequence[Row], reading: Reading, shelf: Shelf) -> list[Row]:
    """The rows of entries that say nothing of what is to be left out."""
    words, phrases = reading.without(shelf)
    barred = [*(word.sign for word in shelf.vocabulary(words).values()), *phrases]
    texts = {one.standing: one.signs for one in shelf.candidates(row.standing for row in rows)}
    return [row for row in rows if not any(signs in texts[row.standing] for signs in barred)]


def _after(first: Sequence[Row], listing: Listing, shelf: Shelf, filters: Sequence[Filter]) -> Listing:
    """A list with some entries put at its top."""
    named = {row.standing for row in first}
    every = listing.narrowed(())
    rows = every.rows if every.rest is None else [*listing.rows, *every.page(shelf, 0, every.total(shelf).number)]
    behind: dict[int, Row] = {}
    for row in rows:
        if row.standing not in named:
            behind.setdefault(row.standing, row)
    return Listing.of([*first, *behind.values()], filters)


def _by_words(terms: Sequence[Term], typed: str, shelf: Shelf, where: Where, thesaurus: Thesaurus, as_typed: bool) -> Finding:
    reading = Reading.of(terms, thesaurus, shelf)
    right = Corrected(list(terms))
    if not as_typed and (doubtful := unknown(terms, thesaurus, reading.words)):
        right = correct(terms, doubtful, thesaurus)
        reading = Reading.of(right.terms, thesaurus, shelf)
    if not reading.wanted.concepts:
        return Finding(notes=[ONLY_EMPTY if reading.wanted.dropped else ONLY_WITHOUT if reading.wanted.without else NOTHING])
    ranking = ranked(reading, shelf, where)
    if joined := [one.typed for one in ranking.absent if len(one.typed) > 1 and not one.required]:
        reading = Reading.of(right.terms, thesaurus, shelf, apart=joined)
        ranking = ranked(reading, shelf, where)
    notes = [f"No entry says “{word}”; words that begin so were searched for." for word in right.begun]
    notes += _said_of(ranking, reading.wanted)
    return Finding(ranking.listing, reading.meant, notes, _corrected(typed, right.mended), mended=right.mended)


def _corrected(typed: str, mended: Mapping[str, str]) -> str:
    """The query with its slips put right."""
    return query.WORD.sub(lambda m: mended.get(query.fold(m[0]), m[0]), typed) if mended else ""


def _said_of(ranking: Ranking, wanted: Wanted) -> list[str]:
    absent = [" ".join(concept.typed) for concept in ranking.absent]
    if ranking.listing.is_empty:
        if absent and len(absent) < len(wanted.concepts):
            return [f"{NOTHING} No entry says {_quoted(absent)}."]
        return [NOTHING]
    notes = [APART] if ranking.slow else []
    notes += [f"No entry says {_quoted(absent)}; it was searched without that."] if absent else []
    if len(wanted.concepts) - len(absent) > 1 and ranking.complete < min(ENOUGH, len(ranking.listing.rows)):
        some = {0: "No entry has all of these words", 1: "One entry has all of these words"}
        others = "these have most of them" if not ranking.complete else "the others have most of them"
        notes.append(f"{some.get(ranking.complete, f'{ranking.complete} entries have all of these words')}; {others}.")
    return notes


def _quoted(words: Sequence[str]) -> str:
    return " or ".join(f"“{word}”" for word in words)
