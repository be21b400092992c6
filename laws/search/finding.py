"""From what was typed to the entries that answer, in order, and what is to be said about it; filters and pages come after."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType

from laws.models import Edition

from . import concepts, lookup, query, thesaurus
from .around import around, times_cited
from .correct import Corrected, correct
from .matching import Row, Variant
from .query import Query, Term
from .rank import ENOUGH, Ranking, rank

ONLY_EMPTY = "Those words are in every text. Add one that says what happened."
ONLY_WITHOUT = "Say what to find, beside what to leave out."
NOTHING = "Nothing was found."


@dataclass(slots=True)
class Finding:
    """What was found before filters and pages: rows in order, what was meant, and what is to be said about it."""

    rows: list[Row]
    meant: Sequence[concepts.Concept] = ()
    notes: Sequence[str] = ()
    corrected: str = ""
    fits: Sequence[lookup.Fit] = ()


def find(asked: Query, kept: ModuleType, inside: Edition | None, scope: Edition | None, as_typed: bool) -> Finding:
    """What answers a query in words or a citation: citations are read in the code `inside`, words searched in the code `scope` alone."""
    tag = f"code={scope.slug}" if scope else ""
    if not asked.typed:
        return Finding(_in_place(kept.attributes(None), tag))
    outside = re.sub(r'"[^"]*"?', " ", asked.typed.translate(query.QUOTES))
    named = lookup.find(outside.strip(), list(Edition.objects.in_order()), inside)
    fits = [*named.fits, *named.inexact]
    whole = named.whole and outside == asked.typed.translate(query.QUOTES)
    if whole and fits:
        return Finding(_cited(fits, kept), notes=named.notes, fits=named.fits)
    if whole and not named.bare:
        return Finding([], notes=named.notes)
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
    return _rows([*parts, *(entry.pk for entry in around(parts))], kept, parts)


def _rows(keys: Iterable[int], kept: ModuleType, parts: Mapping[int, str]) -> list[Row]:
    order = list(dict.fromkeys(keys))
    there = kept.attributes(order)
    known = [pk for pk in order if pk in there]
    return [Row(pk, score=1 / (1 + at), part=parts.get(pk, ""), tags=there[pk][0], place=there[pk][1]) for at, pk in enumerate(known)]


def _by_words(terms: Sequence[Term], typed: str, kept: ModuleType, tag: str, as_typed: bool) -> Finding:
    words = thesaurus.shipped()
    right = Corrected(list(terms)) if as_typed else correct(terms, words, kept)
    corrected = _corrected(typed, right.mended)
    wanted = concepts.read(right.terms, words)
    if not wanted.concepts:
        return Finding([], notes=[ONLY_EMPTY if wanted.dropped else ONLY_WITHOUT if wanted.without else NOTHING])
    ranking = rank(wanted, kept, times_cited, tag)
    if joined := [concept.typed for concept in ranking.absent if len(concept.typed) > 1 and not concept.required]:
        wanted = concepts.read(right.terms, words, apart=joined)
        ranking = rank(wanted, kept, times_cited, tag)
    notes = [f"Showing results for “{corrected}”."] if corrected else []
    notes += [f"No entry says “{word}”; words that begin so were searched for." for word in right.begun]
    return Finding(ranking.rows, wanted.concepts, [*notes, *_said_of(ranking, wanted)], corrected)


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


def begun(terms: Sequence[Term], kept: ModuleType) -> tuple[list[concepts.Concept], list[Row]]:
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
