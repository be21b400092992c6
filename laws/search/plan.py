"""What to ask an engine for: the concepts of a query as the index has them, and where to look first.

No plan reads all that has a common word. An engine stops at a limit, so what is asked first decides what is seen: those that say the
words most, by the bands of `posting`, and then the rest by standing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from .catalogue import Word
from .concepts import Concept, Variant
from .engine import AllOf, AnyOf, Wanted
from .posting import BANDS, strongly
from .shelf import Shelf

COMMON = 300  # documents; a synonym of several words that are all commoner says too little to be looked for
LIKELY, UNLIKELY = 0.5, 0.1  # of the documents that have all words of a phrase, how many have the phrase: that was typed, that is a synonym
STRONGEST = 8  # completions of a word that are looked for where they are said strongly
EACH = tuple(range(len(BANDS), 0, -1))
LAYERS = (EACH[:2], EACH[2:3], EACH[3:4], EACH[4:])  # of a single word in a large casebook; else the first half and the second


@dataclass(frozen=True, slots=True)
class Way:
    """A way to say a concept that the index has: the signs to look for in a document, their worth, and what to ask an engine for."""

    signs: str
    worth: float
    stems: tuple[str, ...]
    count: int  # documents that have its words
    rarest: str  # of its stems

    @property
    def likely(self) -> float:
        """About how many documents have it."""
        return self.count * (1.0 if len(self.stems) == 1 else LIKELY if self.worth == 1.0 else UNLIKELY)

    @property
    def wanted(self) -> Wanted:
        return self.stems[0] if len(self.stems) == 1 else AllOf(tuple(dict.fromkeys(self.stems)))


@dataclass(frozen=True, slots=True)
class Meant:
    """A concept as the index has it. `rarity` is its inverse document frequency; without ways nothing has it."""

    concept: Concept
    ways: tuple[Way, ...]
    rarity: float

    @property
    def most(self) -> int:
        """No more documents than these have the concept."""
        return sum(way.count for way in self.ways)

    @property
    def wanted(self) -> Wanted:
        """What has the concept; of a phrase, what has its words."""
        return _any([way.wanted for way in self.ways])

    @property
    def verified(self) -> bool:
        """Whether all that an engine finds has the concept, without a look at where the words stand."""
        return all(len(way.stems) == 1 for way in self.ways)

    def strong(self, bands: Sequence[int]) -> Wanted | None:
        """What says the words themselves with the strength of some bands."""
        stems = [way.rarest for way in self.ways if way.worth == 1.0][:STRONGEST]
        return _any([strongly(stem, band) for stem in stems for band in bands]) if stems else None


def needed(meant: Sequence[Meant]) -> list[Meant]:
    """The concepts that an answer must have: all but those beside the point, and these too where there are no others."""
    return [one for one in meant if not one.concept.aside] or list(meant)


def meet(concepts: Sequence[Concept], words: Mapping[str, Word], shelf: Shelf) -> list[Meant]:
    """The concepts as the index has them; `words` are the words of the index that they may be said in."""
    return [_meet(concept, words, shelf) for concept in concepts]


def _meet(concept: Concept, words: Mapping[str, Word], shelf: Shelf) -> Meant:
    documents = shelf.documents
    ways = {way.signs: way for variant in concept.variants for way in _ways(variant, words, shelf)}
    rest = 1.0  # the share of documents that have none of them
    for way in ways.values():
        rest *= 1 - min(1.0, way.likely / max(documents, 1))
    having = documents * (1 - rest) if len(ways) != 1 else min(documents, next(iter(ways.values())).likely)
    return Meant(concept, tuple(ways.values()), rarity(having, documents))


def rarity(having: float, documents: int) -> float:
    """The inverse document frequency of a concept that so many documents have."""
    return math.log(1 + (documents - having + 0.5) / (having + 0.5))


def _ways(variant: Variant, words: Mapping[str, Word], shelf: Shelf) -> Iterator[Way]:
    if variant.prefix:
        found = shelf.completions(variant.words[0])
        yield from (Way(word.sign, variant.worth, (stem,), word.count, stem) for stem, word in found.items())
        return
    stems = variant.stems
    there = [words[stem] for stem in stems if stem in words]
    if len(there) < len(stems) or not there:
        return
    least, rarest = min((words[stem].count, stem) for stem in stems)
    if len(stems) > 1 and variant.worth < 1.0 and least > COMMON:
        return
    yield Way("".join(word.sign for word in there), variant.worth, stems, least, rarest)


def stems_of(concepts: Iterable[Concept], without: Iterable[Variant]) -> set[str]:
    """All words of the index that a query may ask for."""
    variants = [variant for concept in concepts for variant in concept.variants] + list(without)
    return {stem for variant in variants if not variant.prefix for stem in variant.stems}


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a query looks: what all must have beside its words (tags), and what none may have."""

    tags: tuple[Wanted, ...] = ()
    without: tuple[Wanted, ...] = ()

    def all_of(self, *parts: Wanted, without: Iterable[Wanted] = ()) -> Wanted:
        every, none = (*parts, *self.tags), (*without, *self.without)
        return every[0] if len(every) == 1 and not none else AllOf(every, none)


def with_all(meant: Sequence[Meant], scope: Scope) -> Wanted:
    """What has all the concepts."""
    return scope.all_of(*(one.wanted for one in meant))


def strongest_first(meant: Sequence[Meant], scope: Scope, *, finely: bool) -> list[Wanted]:
    """What has all the concepts, in layers that do not overlap: those that say the rarest of them most come first.

    `finely`: a single word in more layers, for a large casebook in which the first of them are full.
    """
    rare = [one for one in sorted(meant, key=lambda one: -one.rarity) if one.strong(EACH)][:2]
    rest = [one.wanted for one in meant if one not in rare]
    if not rare:
        return [with_all(meant, scope)]
    every = LAYERS if finely and len(rare) == 1 else (EACH[:3], EACH[3:])
    layers = [[one.strong(bands) for bands in every] for one in rare]
    strong = [_any([part for part in layer if part is not None]) for layer in layers]
    found = []
    for depths in sorted(_depths(len(rare), len(every) + 1), key=lambda depths: (sum(depths), depths)):
        parts: list[Wanted | None] = list(rest)
        without = []
        for one, layer, said, depth in zip(rare, layers, strong, depths, strict=True):
            parts.append(layer[depth] if depth < len(every) else one.wanted)
            without += [said] if depth == len(every) else []
        found.append(scope.all_of(*(part for part in parts if part is not None), without=without))
    return found


def _depths(many: int, layers: int) -> list[tuple[int, ...]]:
    return [(depth,) for depth in range(layers)] if many == 1 else [(first, second) for first in range(layers) for second in range(layers)]


def with_most(meant: Sequence[Meant], scope: Scope) -> list[Wanted]:
    """What has most of the concepts, those with more of the rare ones first. The layers overlap."""
    rare_first = sorted(meant, key=lambda one: -one.rarity)
    required = [one for one in meant if one.concept.required]
    found = [with_all(meant, scope)]
    for one in list(reversed(rare_first))[:6]:
        if not one.concept.required and len(meant) > 2:
            found.append(scope.all_of(*(other.wanted for other in meant if other is not one)))
    found += [scope.all_of(rare_first[0].wanted, other.wanted) for other in rare_first[1:6]]
    layers = [scope.all_of(one.wanted) for one in islice(rare_first, 6)]
    if required:
        layers = [scope.all_of(*(one.wanted for one in required))]
    return [*found, *layers]


def with_any(meant: Sequence[Meant], scope: Scope) -> Wanted:
    """What has one of the concepts, and all that are required."""
    required = [one.wanted for one in meant if one.concept.required]
    return scope.all_of(*required) if required else scope.all_of(_any([one.wanted for one in meant]))


def _any(parts: Sequence[Wanted]) -> Wanted:
    return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))
