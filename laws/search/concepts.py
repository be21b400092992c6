"""From the words of a query to what is meant by them: each concept with all the ways in which a text may say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .matching import Variant
from .query import Term
from .thesaurus import Thesaurus, spellings, stems
from .words import stem_of

MOST_CONCEPTS = 12
MOST_VARIANTS = 16
WAYS = 3
AKIN = 0.7  # what a synonym is worth beside the word that was typed
Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing asked for. `typed` are the words of the query that ask for it; each variant has its worth, 1 for the words themselves."""

    typed: Phrase
    variants: tuple[tuple[Variant, float], ...]
    required: bool = False  # a quoted phrase: an entry without it is no answer


@dataclass(frozen=True, slots=True)
class Wanted:
    """A query as concepts: what to find, and what an answer must not have. `dropped` are words that say nothing."""

    concepts: tuple[Concept, ...]
    without: tuple[Variant, ...]
    dropped: Phrase


def read(terms: Iterable[Term], thesaurus: Thesaurus, apart: Iterable[Phrase] = ()) -> Wanted:
    """What the terms of a query mean. `apart` are phrases of the thesaurus to read word by word, since nothing says them."""
    broken = {stems(phrase) for phrase in apart}
    terms = list(terms)
    concepts: list[Concept] = []
    dropped: list[str] = []
    run: list[str] = []
    for term in [*(term for term in terms if not term.without), None]:
        if term is not None and term.form == "word":
            run += term.words
            continue
        concepts += _plain(run, thesaurus, broken, dropped)
        run = []
        if term is not None:
            typed = Variant((term.words,), prefix=term.form == "prefix")
            concepts.append(Concept(term.words, ((typed, 1.0),), required=True))
    without = tuple(Variant((term.words,), prefix=term.form == "prefix") for term in terms if term.without)
    return Wanted(tuple(_once(concepts)), without, tuple(dropped))


def _plain(words: Sequence[str], thesaurus: Thesaurus, broken: set[Phrase], dropped: list[str]) -> list[Concept]:
    """Words that were not quoted: the longest phrase that the thesaurus knows at each place, and else single words."""
    found = []
    at = 0
    while at < len(words):
        length = _known_at(words, at, thesaurus, broken)
        phrase = tuple(words[at : at + length])
        if length == 1 and phrase[0] in thesaurus.empty:
            dropped.append(phrase[0])
        else:
            found.append(Concept(phrase, _variants(phrase, thesaurus)))
        at += length
    return found


def _known_at(words: Sequence[str], at: int, thesaurus: Thesaurus, broken: set[Phrase]) -> int:
    for length in range(min(thesaurus.longest, len(words) - at), 1, -1):
        phrase = stems(tuple(words[at : at + length]))
        if phrase in thesaurus.meanings and phrase not in broken:
            return length
    return 1


def _variants(phrase: Phrase, thesaurus: Thesaurus) -> tuple[tuple[Variant, float], ...]:
    worth: dict[Phrase, float] = {phrase: 1.0}
    for word in phrase if len(phrase) == 1 else ():
        worth.update({(other,): 1.0 for other in spellings(word)})
    if len(phrase) == 2:
        worth["".join(phrase),] = 1.0  # "under trick" is "undertrick"
    for written in list(worth):
        for other in thesaurus.meanings.get(stems(written), ()):
            worth.setdefault(other, 1.0 if _joined(other) == _joined(written) else AKIN)
    seen: dict[Phrase, tuple[Phrase, float]] = {}
    for words, value in worth.items():
        seen.setdefault(stems(words), (words, value))
    return tuple((Variant((words,)), value) for words, value in list(seen.values())[:MOST_VARIANTS])


def _joined(phrase: Phrase) -> str:
    """ "under trick" and "undertricks" are one word."""
    return stem_of("".join(phrase))


def _once(concepts: Iterable[Concept]) -> list[Concept]:
    """Each concept once; of many the first dozen."""
    kept: dict[Phrase, Concept] = {}
    for concept in concepts:
        kept.setdefault(stems(concept.typed), concept)
    return list(kept.values())[:MOST_CONCEPTS]


def neighbours(first: Concept, second: Concept, within: int = 4) -> list[Variant]:
    """The ways in which two concepts may stand close together in a text, in the likeliest of their words."""
    ways = [(one.phrases[0], two.phrases[0]) for one, _ in first.variants[:WAYS] for two, _ in second.variants[:WAYS]]
    return [Variant(way, within=within) for way in ways]


def stems_of(concept: Concept) -> list[tuple[Phrase, bool]]:
    """The stems of each variant, and whether it is only the beginning of a word: for pointing it out in a text."""
    found = []
    for variant, _ in concept.variants:
        for phrase in variant.phrases:
            found.append((phrase if variant.prefix else tuple(stem_of(word) for word in phrase), variant.prefix))
    return found
