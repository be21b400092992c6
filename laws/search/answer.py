"""The one question that every page, command and feed asks: what answers this query? Anything that can be typed gets an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType

from laws.models import Edition, Entry

from . import concepts, lookup, query, thesaurus
from .correct import correct
from .facets import Choice, Facet, narrow
from .index import engine
from .matching import Variant
from .query import Query, Term
from .rank import ENOUGH, Ranking, Row, rank
from .snippets import Marker, Piece, title_of, words_of

__all__ = ["Answer", "Choice", "Facet", "Hit", "Piece", "answer", "suggest"]

MOST_A_PAGE = 200
NO_ENGINE = "Search is not available on this site's database."
ONLY_EMPTY = "Those words are in every text. Add one that says what happened."
NOTHING = "Nothing was found."


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry that answers. `part` is the anchor of the part that does, or ""; `title` and `snippet` are in pieces: (words, found)."""

    entry: Entry
    part: str
    url: str
    title: tuple[Piece, ...]
    snippet: tuple[Piece, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What answers a query.

    `query` is what was typed, less what cannot be shown. `jump` is the address that a citation names when just one entry fits; where
    several do they are in `chooser`. `notes` are plain sentences. `corrected` is the query that was searched for instead, or "".
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


@dataclass(slots=True)
class _Found:
    """What was found before filters and pages: rows in order, what was meant, and what is to be said about it."""

    rows: list[Row]
    meant: Sequence[concepts.Concept] = ()
    notes: Sequence[str] = ()
    corrected: str = ""
    fits: Sequence[lookup.Fit] = ()


def answer(
    typed: str,
    *,
    filters: Mapping[str, str] | None = None,
    edition: Edition | None = None,
    page: int = 1,
    per_page: int = 20,
    as_typed: bool = False,
) -> Answer:
    """What answers `typed`, inside `edition` where one is given. Never raises for anything typed.

    `filters` narrow it by kind, code, offense, offender, phase and law; with nothing typed they list what they keep. `as_typed` leaves
    slips of the finger as they are. The number of statements does not grow with the entries.
    """
    kept = engine()
    asked = query.read(typed)
    filters = {name: value for name, value in (filters or {}).items() if value and value.strip()}
    if kept is None:
        return Answer(asked.typed, notes=(NO_ENGINE,))
    if not asked.typed and not filters:
        return Answer(asked.typed, notes=asked.notes)
    found = _found(asked, kept, _inside(edition, filters), edition, as_typed)
    rows, facets, unknown = narrow(found.rows, filters)
    notes = [*asked.notes, *found.notes, *unknown]
    if not rows and not notes:
        notes.append(NOTHING)
    per_page = min(max(per_page, 1), MOST_A_PAGE)
    pages = max(1, -(-len(rows) // per_page))
    page = min(max(page, 1), pages)
    marker = Marker(found.meant)
    hits = _hits(rows[(page - 1) * per_page : page * per_page], marker)
    open_fits = [fit for fit in found.fits if fit.entry.pk in {row.pk for row in rows}]
    choices = tuple(_hit(fit.entry, fit.part, 0.0, marker) for fit in open_fits)
    jump = choices[0].url if len(choices) == 1 else ""
    return Answer(
        asked.typed, hits, len(rows), facets, jump, choices if len(choices) > 1 else (), tuple(dict.fromkeys(notes)), found.corrected, page, pages
    )


def suggest(prefix: str, limit: int = 8) -> list[Hit]:
    """Entries whose title, offense or number goes on as `prefix` begins; for a citation the entries that it names. Without snippets."""
    kept = engine()
    asked = query.read(prefix)
    if kept is None or not asked.typed:
        return []
    named = lookup.find(asked.typed, list(Edition.objects.in_order()), None)
    hits = [_hit(fit.entry, fit.part, 0.0, Marker(())) for fit in named.fits[:limit]] if named.whole else []
    if len(hits) < limit:
        meant, rows = _begun(asked.terms, kept)
        hits += [hit for hit in _hits(rows[: 2 * limit], Marker(meant), snippets=False) if hit.entry.pk not in {h.entry.pk for h in hits}]
    return hits[:limit]


# ---- finding -------------------------------------------------------------------------------------------------------------------------


def _inside(edition: Edition | None, filters: Mapping[str, str]) -> Edition | None:
    """The code in which a citation is read: the one asked for, or the one filtered by."""
    if edition is None and (code := filters.get("code", "")):
        return Edition.objects.filter(slug=code.strip()).first()
    return edition


def _found(asked: Query, kept: ModuleType, inside: Edition | None, scope: Edition | None, as_typed: bool) -> _Found:
    tag = f"code={scope.slug}" if scope else ""
    if not asked.typed:
        return _Found(_in_place(kept.attributes(None), tag))
    outside = re.sub(r'"[^"]*"?', " ", asked.typed.translate(query.QUOTES))
    named = lookup.find(outside.strip(), list(Edition.objects.in_order()), inside)
    fits = [*named.fits, *named.inexact]
    whole = named.whole and outside == asked.typed.translate(query.QUOTES)
    if whole and fits:
        return _Found(_cited(fits, kept), notes=named.notes, fits=named.fits)
    if whole and not named.bare:
        return _Found([], notes=named.notes)
    notes = [*named.notes] if whole else []
    terms: Sequence[Term] = asked.terms
    if fits and not whole:
        terms = [*(term for term in terms if term.form != "word" or term.without), *query.read(named.rest).terms]
    found = _by_words(terms, asked.typed, kept, tag, as_typed)
    if fits and not whole:
        cited = _rows([fit.entry.pk for fit in fits], kept, {fit.entry.pk: fit.part for fit in fits})
        found.rows = cited + [row for row in found.rows if row.pk not in {first.pk for first in cited}]
        found.notes = [note for note in found.notes if note not in {NOTHING, ONLY_EMPTY}]
    found.notes = [*notes, *found.notes]
    return found


def _in_place(attributes: Mapping[int, tuple[tuple[str, ...], str]], tag: str) -> list[Row]:
    """All entries in the order of the codes, for a list without a query."""
    rows = [Row(pk, tags=tags, place=place) for pk, (tags, place) in attributes.items() if not tag or tag in tags]
    return sorted(rows, key=lambda row: row.place)


def _cited(fits: Sequence[lookup.Fit], kept: ModuleType) -> list[Row]:
    """The entries that a citation names, and then what stands around them."""
    parts: dict[int, str] = {}
    for fit in fits:
        parts.setdefault(fit.entry.pk, fit.part)
    return _rows([*parts, *(entry.pk for entry in lookup.around(fits))], kept, parts)


def _rows(keys: Iterable[int], kept: ModuleType, parts: Mapping[int, str]) -> list[Row]:
    order = list(dict.fromkeys(keys))
    there = kept.attributes(order)
    return [
        Row(pk, score=1 / (1 + at), part=parts.get(pk, ""), tags=there[pk][0], place=there[pk][1]) for at, pk in enumerate(order) if pk in there
    ]


def _by_words(terms: Sequence[Term], typed: str, kept: ModuleType, tag: str, as_typed: bool) -> _Found:
    words = thesaurus.shipped()
    terms, mended = (list(terms), {}) if as_typed else correct(terms, words, kept)
    corrected = _corrected(typed, mended)
    wanted = concepts.read(terms, words)
    if not wanted.concepts:
        return _Found([], notes=[ONLY_EMPTY] if wanted.dropped else [NOTHING])
    ranking = rank(wanted, kept, lookup.times_cited, tag)
    if joined := [concept.typed for concept in ranking.absent if len(concept.typed) > 1 and not concept.required]:
        wanted = concepts.read(terms, words, apart=joined)
        ranking = rank(wanted, kept, lookup.times_cited, tag)
    notes = [f"Showing results for “{corrected}”."] if corrected else []
    return _Found(ranking.rows, wanted.concepts, [*notes, *_said_of(ranking, wanted)], corrected)


def _corrected(typed: str, mended: Mapping[str, str]) -> str:
    """The query with its slips put right."""
    if not mended:
        return ""
    return query.WORD.sub(lambda m: mended.get(query.fold(m[0]), m[0]), typed)


def _said_of(ranking: Ranking, wanted: concepts.Wanted) -> list[str]:
    absent = [" ".join(concept.typed) for concept in ranking.absent]
    if not ranking.rows:
        if absent and len(absent) < len(wanted.concepts):
            return [f"{NOTHING} No entry says {_quoted(absent)}."]
        return [NOTHING]
    notes = [f"No entry says {_quoted(absent)}; it was searched without that."] if absent else []
    if len(wanted.concepts) - len(absent) > 1 and ranking.complete < min(ENOUGH, len(ranking.rows)):
        some = {0: "No entry has all of these words", 1: "One entry has all of these words"}
        others = "these have most of them" if not ranking.complete else "the others have most of them"
        notes.append(f"{some.get(ranking.complete, f'{ranking.complete} entries have all of these words')}; {others}.")
    return notes


def _quoted(words: Sequence[str]) -> str:
    return " or ".join(f"“{word}”" for word in words)


def _begun(terms: Sequence[Term], kept: ModuleType) -> tuple[list[concepts.Concept], list[Row]]:
    """Entries whose title or offense has all the words, the last of which may be only begun."""
    words = [word for term in terms if not term.without for word in term.words]
    if not words or len(words[-1]) < 2:
        return [], []
    columns = ("title", "offense")
    variants = [Variant(((word,),), prefix=at == len(words) - 1, columns=columns) for at, word in enumerate(words)]
    found = kept.find(variants)
    strengths = [{hit.pk: hit.strength for hit in hits} for hits in found]
    keys = set.intersection(*(set(strength) for strength in strengths))
    scores = {pk: sum(strength[pk] for strength in strengths) for pk in keys}
    rows = [replace(row, score=scores[row.pk]) for row in _rows(keys, kept, {})]
    return [concepts.Concept((word,), ((variant, 1.0),)) for word, variant in zip(words, variants, strict=True)], sorted(
        rows, key=lambda row: (-row.score, row.place)
    )


# ---- showing -------------------------------------------------------------------------------------------------------------------------


def _hits(rows: Sequence[Row], marker: Marker, *, snippets: bool = True) -> tuple[Hit, ...]:
    """The entries of some rows, in one query."""
    entries = Entry.objects.published().for_list().in_bulk([row.pk for row in rows])
    return tuple(_hit(entries[row.pk], row.part, row.score, marker, snippets=snippets) for row in rows if row.pk in entries)


def _hit(entry: Entry, part: str, score: float, marker: Marker, *, snippets: bool = True) -> Hit:
    url = entry.get_absolute_url() + (f"#{part}" if part else "")
    snippet = marker.snippet(words_of(entry, part)) if snippets else ()
    return Hit(entry, part, url, marker.pieces(title_of(entry)), snippet, round(score, 4))
