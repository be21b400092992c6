"""Which entries answer a query, and in what order. Asks an engine for postings; knows no SQL.

An entry's score is the sum over the concepts of the query of how rare the concept is times how strongly the entry has it (bm25 with
weighed columns, a synonym counting less than the word itself), more where concepts stand together, less for each concept that is missing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import ModuleType

from .concepts import Concept, Wanted, neighbours
from .matching import Found, Variant

ENOUGH = 8  # entries with all the words; where there are fewer, those with most of them follow
MOST = 0.5  # "most of the words": their weight, as a share of the best entry's
LEAST = 0.3  # the same, where those with most of the words are few
NEARNESS = 0.5  # what standing together adds, as a share of the two concepts' rarity
PART = 0.3  # what a lettered part adds that says it by itself, as a share of its score
MISSING = 1.0  # the power with which missing words count against an entry
STANDING = 0.1  # what being cited adds
HEAD = 60  # entries at the top that are ordered with an eye to how often they are cited
TOPIC = 0.6  # what a row of the penalty table is worth where the query is a single word
KIND_WORTH = {"law": 1.0, "penalty": 1.0, "case": 0.95, "etiquette": 0.95, "section": 0.9, "footnote": 0.7}


@dataclass(slots=True)
class Row:
    """One entry that answers. `covered` is the weight of what it has of the query, `part` the anchor of the part that says it best."""

    pk: int
    score: float = 0.0
    covered: float = 0.0
    missing: int = 0
    part: str = ""
    tags: tuple[str, ...] = ()
    place: str = ""


@dataclass(slots=True)
class Ranking:
    """The answer in order. `absent` are the concepts that nothing in the index has; `complete` how many entries have all the others."""

    rows: list[Row] = field(default_factory=list)
    absent: list[Concept] = field(default_factory=list)
    complete: int = 0


@dataclass(slots=True)
class _Posting:
    """A concept, how rare it is, and how strongly each entry has it."""

    concept: Concept
    strengths: dict[int, float]
    rarity: float


def rank(wanted: Wanted, engine: ModuleType, cited: Callable[[Iterable[int]], Mapping[int, int]], scope: str = "") -> Ranking:
    """The entries that answer `wanted`, best first, among those with the tag `scope` where one is given. Four statements at most.

    `cited` tells how often entries are cited.
    """
    entries = engine.size()
    pairs = [pair for pair in pairwise(wanted.concepts) if not (pair[0].required or pair[1].required)]
    near = [neighbours(*pair) for pair in pairs]
    asked = [variant for concept in wanted.concepts for variant, _ in concept.variants]
    found = engine.find([*asked, *(variant for ways in near for variant in ways), *wanted.without])
    barred = {hit.pk for hits in found[len(found) - len(wanted.without) :] for hit in hits}
    attributes = engine.attributes({hit.pk for hits in found[: len(asked)] for hit in hits})
    open_to = {pk for pk, (tags, _) in attributes.items() if pk not in barred and (not scope or scope in tags)}
    postings = _postings(wanted.concepts, found, entries, open_to)
    present = [posting for posting in postings if posting.strengths]
    absent = [posting.concept for posting in postings if not posting.strengths]
    if not present or any(concept.required for concept in absent):
        return Ranking(absent=absent)
    rows = _rows(present, attributes)
    _nearness(rows, {posting.concept: posting.rarity for posting in present}, pairs, near, found[len(asked) :])
    _parts(rows, present, wanted.concepts, engine.find_parts(asked))
    return _chosen(list(rows.values()), present, absent, cited)


def _postings(concepts: Sequence[Concept], found: Sequence[Sequence[Found]], total: int, open_to: set[int]) -> list[_Posting]:
    postings = []
    at = 0
    for concept in concepts:
        strengths: dict[int, float] = {}
        for _, worth in concept.variants:
            # bm25 has the rarity of this one word in it; what counts is how rare the whole concept is
            rarity = _fts_rarity(len(found[at]), total)
            for hit in found[at]:
                strengths[hit.pk] = max(strengths.get(hit.pk, 0.0), worth * hit.strength / rarity)
            at += 1
        rarity = math.log(1 + (total - len(strengths) + 0.5) / (len(strengths) + 0.5))
        postings.append(_Posting(concept, {pk: strength for pk, strength in strengths.items() if pk in open_to}, rarity))
    return postings


def _fts_rarity(having: int, total: int) -> float:
    """The inverse document frequency as FTS5 computes it."""
    return max(1e-6, math.log((total - having + 0.5) / (having + 0.5)))


def _rows(present: Sequence[_Posting], attributes: Mapping[int, tuple[tuple[str, ...], str]]) -> dict[int, Row]:
    rows: dict[int, Row] = {}
    for posting in present:
        for pk, strength in posting.strengths.items():
            row = rows.get(pk) or rows.setdefault(pk, Row(pk, missing=len(present), tags=attributes[pk][0], place=attributes[pk][1]))
            row.score += posting.rarity * strength
            row.covered += posting.rarity
            row.missing -= 1
    needed = [posting.strengths for posting in present if posting.concept.required]
    return {pk: row for pk, row in rows.items() if all(pk in strengths for strengths in needed)}


def _nearness(rows: Mapping[int, Row], rarity: Mapping[Concept, float], pairs: Sequence[tuple[Concept, Concept]],
              near: Sequence[Sequence[Variant]], found: Sequence[Sequence[Found]]) -> None:  # fmt: skip
    """More for concepts that stand close together, in whichever of their words."""
    at = 0
    for (first, second), ways in zip(pairs, near, strict=True):
        together = {hit.pk for hits in found[at : at + len(ways)] for hit in hits}
        at += len(ways)
        worth = NEARNESS * (rarity.get(first, 0.0) + rarity.get(second, 0.0))
        for pk in together & rows.keys():
            rows[pk].score += worth


def _parts(rows: Mapping[int, Row], present: Sequence[_Posting], concepts: Sequence[Concept], found: Sequence[Sequence[Found]]) -> None:
    """Point each entry at the part that says it by itself, where there is one."""
    rarity = {posting.concept: posting.rarity for posting in present}
    scores: dict[tuple[int, str], float] = {}
    at = 0
    for concept in concepts:
        best: dict[tuple[int, str], float] = {}
        for _, worth in concept.variants:
            for hit in found[at]:
                best[hit.pk, hit.anchor] = max(best.get((hit.pk, hit.anchor), 0.0), worth * rarity.get(concept, 0.0))
            at += 1
        for key, value in best.items():
            scores[key] = scores.get(key, 0.0) + value
    _point(rows, scores)


def _point(rows: Mapping[int, Row], scores: Mapping[tuple[int, str], float]) -> None:
    by_entry: dict[int, list[tuple[float, str]]] = {}
    for (pk, anchor), score in scores.items():
        if pk in rows:
            by_entry.setdefault(pk, []).append((score, anchor))
    for pk, found in by_entry.items():
        found.sort(key=lambda pair: -pair[0])
        row, (best, anchor) = rows[pk], found[0]
        second = found[1][0] if len(found) > 1 else 0.0
        if best > second and best >= row.covered / 2:
            row.part = anchor
            row.score += PART * best


def _chosen(rows: list[Row], present: Sequence[_Posting], absent: list[Concept], cited: Callable[[Iterable[int]], Mapping[int, int]]) -> Ranking:
    whole = sum(posting.rarity for posting in present)
    complete = sum(not row.missing for row in rows)
    rows = [row for row in rows if not row.missing] if complete >= ENOUGH else _most(rows)
    for row in rows:
        row.score *= (row.covered / whole) ** MISSING * _kind_worth(row, present)
    rows.sort(key=lambda row: (-row.score, row.place))
    times = cited([row.pk for row in rows[:HEAD]])
    for row in rows[:HEAD]:
        row.score *= 1 + STANDING * math.log1p(times.get(row.pk, 0))
    rows[:HEAD] = sorted(rows[:HEAD], key=lambda row: (-row.score, row.place))
    return Ranking(rows, absent, complete)


def _most(rows: list[Row]) -> list[Row]:
    """Those with most of the words; and, where these are few, the next best until there are enough."""
    best_first = sorted((row.covered for row in rows), reverse=True)
    if not best_first:
        return []
    least = min(MOST * best_first[0], max(LEAST * best_first[0], best_first[min(ENOUGH, len(best_first)) - 1]))
    return [row for row in rows if row.covered >= least - 1e-9]


def _kind_worth(row: Row, present: Sequence[_Posting]) -> float:
    """One word is a topic, and the law is what there is to read of it; more words tell what happened, and ask what it costs."""
    kind = row.tags[0].removeprefix("kind=")
    return KIND_WORTH.get(kind, 1.0) * (TOPIC if len(present) == 1 and kind == "penalty" else 1.0)
