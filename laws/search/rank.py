"""In what order candidates answer a query: told from their signs alone, without asking any database.

An entry's score is the sum over the concepts of the query of how rare the concept is times how strongly the entry has it (bm25 with
weighed fields, a synonym counting less than the word itself), more where concepts stand together, less for each concept that is missing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from . import parts
from .documents import WEIGHTS
from .matching import Candidate, Row
from .plan import Meant, needed
from .posting import kind_of
from .signs import BETWEEN

QUESTION_WORDS = frozenset("what who whom whose which when where why how".split())
ENOUGH = 8  # entries with all the words; where there are fewer, those with most of them follow
MOST = 0.5  # "most of the words": their weight, as a share of the best entry's
LEAST = 0.3  # the same, where those with most of the words are few
ASIDE = 0.25  # what a concept counts that an answer need not have
NEARNESS = 0.5  # what standing together adds, as a share of the two concepts' rarity
NEAR = 4  # words that may stand between two that stand together
WAYS = 3  # of a concept, the likeliest, that are looked for near another
STANDING = 0.1  # what being cited adds
HEAD = 60  # entries at the top that are ordered with an eye to how often they are cited
CALLED = 0.5  # what a title adds that is all that was typed
ASKED = 0.15  # what a title adds that has the query's question word: "who deals" and "Who deals first"
TOPIC = 0.6  # what a row of the penalty table is worth where the query is a single word
KIND_WORTH = {"law": 1.0, "penalty": 1.0, "case": 0.95, "etiquette": 0.95, "section": 0.9, "footnote": 0.7}
K1, B = 1.2, 0.75  # bm25's own
TITLE, RULING, ANY = WEIGHTS[0] - WEIGHTS[2], WEIGHTS[1] - WEIGHTS[2], WEIGHTS[2]  # what a field adds to a word that stands in it


@dataclass(frozen=True, slots=True)
class Asked:
    """A query as ranking needs it. `average` is the length of a document, `questions` the signs of its question words, `title` those of a
    title that is all that was typed.

    `prior` is how much it counts what an entry is, whatever it says: 1 in a small casebook; the more entries there are, the more of them
    say a thing well, and the less may a name decide.
    """

    meant: Sequence[Meant]
    average: float
    questions: Sequence[str] = ()
    prior: float = 1.0
    title: str = ""


def score(candidates: Iterable[Candidate], asked: Asked) -> list[Row]:
    """A row for each candidate that has something of what the query needs, and all of what is required."""
    concepts = [(1 << at, one, weight(one), [(way.signs, way.worth) for way in one.ways]) for at, one in enumerate(asked.meant)]
    must = needed(asked.meant)
    needs = sum(bit for bit, one, _, _ in concepts if one in must)
    pairs = [(first, second, 0b11 << at) for at, (first, second) in enumerate(pairwise(asked.meant))
             if not (first.concept.required or second.concept.required)]  # fmt: skip
    found = []
    for standing, place, cited, tags, signs, lettered in candidates:
        title, _, rest = signs.partition(BETWEEN)
        ruling = rest.partition(BETWEEN)[0]
        length = K1 * (1 - B + B * len(signs) / asked.average)
        value = covered = 0.0
        there = 0  # a bit for each concept that it has
        for bit, one, rarity, ways in concepts:
            best = 0.0
            for way, worth in ways:
                if way in signs:
                    said = ANY * signs.count(way)
                    if way in title:
                        said += TITLE * title.count(way)
                    if way in ruling:
                        said += RULING * ruling.count(way)
                    if (strength := worth * said / (said + length)) > best:
                        best = strength
            if best:
                value += rarity * best
                covered += rarity
                there |= bit
            elif one.concept.required:
                break
        else:
            if not there & needs:
                continue
            row = Row(standing, place, cited, there, value * (K1 + 1), covered, len(must) - (there & needs).bit_count(), tags=tags)
            for first, second, both in pairs:
                if there & both == both and _near(signs, first, second):
                    row.score += NEARNESS * (first.rarity + second.rarity)
            if lettered:
                parts.point(row, lettered, asked.meant)
            if asked.questions and any(word in title for word in asked.questions):
                row.score *= 1 + ASKED
            if asked.title and title == asked.title:
                row.score *= 1 + CALLED
            found.append(row)
    return found


def weight(one: Meant) -> float:
    """How much a concept counts: its rarity, and a quarter of that where an answer need not have it."""
    return one.rarity * ASIDE if one.concept.aside else one.rarity


def _near(signs: str, first: Meant, second: Meant) -> bool:
    """Whether two concepts stand close together, in the likeliest of their words."""
    for one in first.ways[:WAYS]:
        at = signs.find(one.signs)
        while at >= 0:
            for two in second.ways[:WAYS]:
                reach = NEAR + len(two.signs)
                if two.signs in signs[max(0, at - reach) : at + len(one.signs) + reach]:
                    return True
            at = signs.find(one.signs, at + 1)
    return False


def in_order(rows: list[Row], asked: Asked) -> list[Row]:
    """The rows, best first."""
    whole = sum(map(weight, asked.meant)) or 1.0
    # One word is a topic, and the law is what there is to read of it; more words tell what happened, and ask what it costs.
    worth = {**KIND_WORTH, "penalty": TOPIC} if len(asked.meant) == 1 else KIND_WORTH
    for row in rows:
        row.score *= row.covered / whole * (1 - asked.prior * (1 - worth[kind_of(row.standing)]))
    rows.sort(key=lambda row: (-row.score, row.place))
    for row in rows[:HEAD]:
        row.score *= 1 + asked.prior * STANDING * math.log1p(row.cited)
    rows[:HEAD] = sorted(rows[:HEAD], key=lambda row: (-row.score, row.place))
    return rows


def most(rows: list[Row]) -> list[Row]:
    """Those with most of the words; and, where these are few, the next best until there are enough."""
    best_first = sorted((row.covered for row in rows), reverse=True)
    if not best_first:
        return []
    least = min(MOST * best_first[0], max(LEAST * best_first[0], best_first[min(ENOUGH, len(best_first)) - 1]))
    return [row for row in rows if row.covered >= least - 1e-9]
