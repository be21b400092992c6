"""From the words of a query to what is meant by them: each concept with all the ways in which a text may say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .query import Term
from .thesaurus import Thesaurus, spellings, stems
from .words import stem_of

MOST_CONCEPTS = 12
MOST_VARIANTS = 16
AKIN = 0.7  # what a synonym is worth beside the word that was typed
Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way in which something asked for may stand in a text: a word, a phrase, the start of a word. `worth` is 1 for what was typed."""

    words: Phrase
    worth: float = 1.0
    prefix: bool = False

    @property
    def stems(self) -> Phrase:
        """Its words as the index keeps them; of the start of a word, the start itself."""
        return self.words if self.prefix else stems(self.words)


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing asked for. `typed` are the words of the query that ask for it."""

    typed: Phrase
    variants: tuple[Variant, ...]
    required: bool = False  # a quoted phrase, alternatives: an entry without it is no answer
    aside: bool = False  # who did it, what becomes of it: an entry without it is as much an answer, and comes lower


@dataclass(frozen=True, slots=True)
class Wanted:
    """A query as concepts: what to find, and what an answer must not have. `dropped` are words that say nothing."""

    concepts: tuple[Concept, ...]
    without: tuple[Variant, ...]
    dropped: Phrase


def read(terms: Iterable[Term], thesaurus: Thesaurus, apart: Iterable[Phrase] = ()) -> Wanted:
    """What the terms of a query mean. `apart` are phrases of the thesaurus to read word by word, since nothing says them."""
    terms = list(terms)
    reading = _Reading(thesaurus, {stems(phrase) for phrase in apart}, [], [])
    run: list[str] = []
    either: dict[int, list[Term]] = {}
    for term in (term for term in terms if not term.without):
        if term.form == "word" and not term.either:
            run.append(term.words[0])
            continue
        reading.plain(run)
        run = []
        if not term.either:
            reading.found.append(Concept(term.words, (_typed(term),), required=True))
        else:
            either.setdefault(term.either, []).append(term)
    reading.plain(run)
    reading.found += [_alternatives(group, thesaurus) for group in either.values()]
    without = tuple(_typed(term) for term in terms if term.without)
    return Wanted(tuple(_once(reading.found)), without, tuple(reading.dropped))


@dataclass(slots=True)
class _Reading:
    """Running words on their way to concepts."""

    thesaurus: Thesaurus
    broken: set[Phrase]
    found: list[Concept]
    dropped: list[str]

    def plain(self, words: Sequence[str]) -> None:
        """Words that were not quoted: the longest phrase that the thesaurus knows at each place, and else single words."""
        at = 0
        while at < len(words):
            length = self._known_at(words, at)
            phrase = tuple(words[at : at + length])
            if length == 1 and phrase[0] in self.thesaurus.empty:
                self.dropped.append(phrase[0])
            else:
                aside = stems(phrase) in self.thesaurus.aside
                self.found.append(Concept(phrase, tuple(_variants(phrase, self.thesaurus)), aside=aside))
            at += length

    def _known_at(self, words: Sequence[str], at: int) -> int:
        for length in range(min(self.thesaurus.longest, len(words) - at), 1, -1):
            phrase = stems(tuple(words[at : at + length]))
            if phrase in self.thesaurus.meanings and phrase not in self.broken:
                return length
        return 1


def _typed(term: Term) -> Variant:
    return Variant(term.words, prefix=term.form == "prefix")


def _alternatives(terms: Sequence[Term], thesaurus: Thesaurus) -> Concept:
    """What was joined by OR: one of them is enough, each with what else it may be called."""
    ways = [list(_variants(term.words, thesaurus)) if term.form == "word" else [_typed(term)] for term in terms]
    each = max(1, MOST_VARIANTS // len(ways))
    return Concept(tuple(word for term in terms for word in term.words), tuple(way for some in ways for way in some[:each]), required=True)


def _variants(phrase: Phrase, thesaurus: Thesaurus) -> Iterator[Variant]:
    """The ways to say a word or phrase: itself, its other spellings, and what the thesaurus has for it; each stem once."""
    worth: dict[Phrase, float] = {phrase: 1.0}
    for word in phrase if len(phrase) == 1 else ():
        worth.update({(other,): 1.0 for other in spellings(word)})
    if len(phrase) == 2:
        worth["".join(phrase),] = 1.0  # "under trick" is "undertrick"
    for written in list(worth):
        for other in thesaurus.meanings.get(stems(written), ()):
            worth.setdefault(other, 1.0 if _joined(other) == _joined(written) else AKIN)
    seen: set[Phrase] = set()
    for words, value in worth.items():
        if (kept := stems(words)) not in seen and len(seen) < MOST_VARIANTS:
            seen.add(kept)
            yield Variant(words, value)


def _joined(phrase: Phrase) -> str:
    """ "under trick" and "undertricks" are one word."""
    return stem_of("".join(phrase))


def _once(concepts: Iterable[Concept]) -> list[Concept]:
    """Each concept once; of many the first dozen."""
    kept: dict[Phrase, Concept] = {}
    for concept in concepts:
        kept.setdefault(stems(concept.typed), concept)
    return list(kept.values())[:MOST_CONCEPTS]
