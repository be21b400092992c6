"""Which entries answer a query, and in what order. Asks an engine for postings; knows no SQL.

An entry's score is the sum over the concepts of the query of how rare the concept is times how strongly the entry has it (bm25 with
weighed columns, a synonym counting less than the word itself), more where concepts stand together, less for each concept that is missing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from types import ModuleType

from . import parts
from .concepts import Concept, Wanted, neighbours
from .matching import Found, Row, Variant

QUESTION_WORDS = frozenset("what who whom whose which when where why how".split())
TimesCited = Callable[[Iterable[int]], Mapping[int, int]]
ENOUGH = 8  # entries with all the words; where there are fewer, those with most of them follow
MOST = 0.5  # "most of the words": their weight, as a share of the best entry's
LEAST = 0.3  # the same, where those with most of the words are few
NEARNESS = 0.5  # what standing together adds, as a share of the two concepts' rarity
MISSING = 1.0  # the power with which missing words count against an entry
STANDING = 0.1  # what being cited adds
HEAD = 60  # entries at the top that are ordered with an eye to how often they are cited
ASKED = 0.15  # what a title adds that has the query's question word: "who deals" and "Who deals first"
TOPIC = 0.6  # what a row of the penalty table is worth where the query is a single word
KIND_WORTH = {"law": 1.0, "penalty": 1.0, "case": 0.95, "etiquette": 0.95, "section": 0.9, "footnote": 0.7}


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


class _Asked:
    """All that one query asks of the engine, asked at once, and the answers sorted out again."""

    def __init__(self, wanted: Wanted, engine: ModuleType) -> None:
        concepts = wanted.concepts
        self.pairs = [pair for pair in pairwise(concepts) if not (pair[0].required or pair[1].required)]
        near = [neighbours(*pair) for pair in self.pairs]
        said = [variant for concept in concepts for variant, _ in concept.variants]
        questions = [Variant(((word,),), columns=("title",)) for word in dict.fromkeys(wanted.dropped) if word in QUESTION_WORDS]
        found = iter(engine.find([*said, *(way for ways in near for way in ways), *questions, *wanted.without]))
        self.said = [list(islice(found, len(concept.variants))) for concept in concepts]
        self.near = [_keys(islice(found, len(ways))) for ways in near]
        self.in_titles = [_keys([hits]) for hits in islice(found, len(questions))]
        self.barred = _keys(found)
        self.keys = _keys(hits for lists in self.said for hits in lists)
        parts = iter(engine.find_parts(said))
        self.in_parts = [list(islice(parts, len(concept.variants))) for concept in concepts]


def _keys(lists: Iterable[Sequence[Found]]) -> set[int]:
    return {hit.pk for hits in lists for hit in hits}


def rank(wanted: Wanted, engine: ModuleType, cited: TimesCited, scope: str = "") -> Ranking:
    """The entries that answer `wanted`, best first, among those with the tag `scope` where one is given. Five statements at most.

    `cited` tells how often entries are cited.
    """
    asked = _Asked(wanted, engine)
    attributes = engine.attributes(asked.keys)
    open_to = {pk for pk, (tags, _) in attributes.items() if pk not in asked.barred and (not scope or scope in tags)}
    total = engine.size()
    postings = [_posting(concept, found, total, open_to) for concept, found in zip(wanted.concepts, asked.said, strict=True)]
    present = [posting for posting in postings if posting.strengths]
    absent = [posting.concept for posting in postings if not posting.strengths]
    if not present or any(concept.required for concept in absent):
        return Ranking(absent=absent)
    rows = _rows(present, attributes)
    rarity = {posting.concept: posting.rarity for posting in present}
    for (first, second), keys in zip(asked.pairs, asked.near, strict=True):
        for pk in keys & rows.keys():  # they stand close together
            rows[pk].score += NEARNESS * (rarity.get(first, 0.0) + rarity.get(second, 0.0))
    parts.point(rows, rarity, wanted.concepts, asked.in_parts)
    for pk in (pk for keys in asked.in_titles for pk in keys & rows.keys()):
        rows[pk].score *= 1 + ASKED
    return _chosen(list(rows.values()), present, absent, cited)


def _posting(concept: Concept, found: Sequence[Sequence[Found]], total: int, open_to: set[int]) -> _Posting:
    """Each variant's bm25 has the rarity of that one word in it; what counts is how rare the whole concept is."""
    strengths: dict[int, float] = {}
    for (_, worth), hits in zip(concept.variants, found, strict=True):
        own = _fts_rarity(len(hits), total)
        for hit in hits:
            strengths[hit.pk] = max(strengths.get(hit.pk, 0.0), worth * hit.strength / own)
    rarity = math.log(1 + (total - len(strengths) + 0.5) / (len(strengths) + 0.5))
    return _Posting(concept, {pk: strength for pk, strength in strengths.items() if pk in open_to}, rarity)


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


def _chosen(rows: list[Row], present: Sequence[_Posting], absent: list[Concept], cited: TimesCited) -> Ranking:
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
    parts.choose(rows, rows[:HEAD] if len(present) > 1 else [])
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
