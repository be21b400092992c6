"""Slips of the finger: a typed word that is nowhere is read as the word nearest to it. A word that exists is never touched."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from rapidfuzz.distance import OSA, JaroWinkler

from .matching import Variant
from .query import Term
from .thesaurus import Thesaurus, spellings
from .words import stem_of

SHORTEST = 4  # letters; a shorter word is near to too many others


def correct(terms: Iterable[Term], thesaurus: Thesaurus, engine: ModuleType) -> tuple[list[Term], dict[str, str]]:
    """The terms with the slips put right, and what was put right: {"dubble": "double"}. Phrases and prefixes stay as they are."""
    terms = list(terms)
    plain = dict.fromkeys(term.words[0] for term in terms if term.form == "word" and not term.without)
    doubtful = [word for word in plain if len(word) >= SHORTEST and word.isalpha() and word.isascii() and not _known(word, thesaurus)]
    found = engine.find([Variant(((word,),)) for word in doubtful]) if doubtful else []
    unknown = [word for word, hits in zip(doubtful, found, strict=True) if not hits]
    if not unknown:
        return terms, {}
    spelled = engine.spelled(min(map(len, unknown)) - 2, max(map(len, unknown)) + 2)
    candidates = {**dict.fromkeys(thesaurus.known, 0), **spelled}
    mended = {word: better for word in unknown if (better := nearest(word, candidates))}
    return [_mended(term, mended) for term in terms], mended


def _known(word: str, thesaurus: Thesaurus) -> bool:
    return word in thesaurus.known or stem_of(word) in thesaurus.stems or any(other in thesaurus.known for other in spellings(word))


def nearest(word: str, candidates: dict[str, int]) -> str:
    """The candidate that `word` is most likely a slip for, or "": one slip in a short word, two in a longer one that begins alike."""
    best: tuple[float, ...] = ()
    chosen = ""
    for other, count in candidates.items():
        distance = OSA.distance(word, other, score_cutoff=2)
        if distance > 2 or not _likely(word, other, distance):
            continue
        value = (-distance, count > 0, JaroWinkler.similarity(word, other), count)
        if not best or value > best:
            best, chosen = value, other
    return chosen


def _likely(word: str, other: str, distance: int) -> bool:
    if len(other) < SHORTEST or not other.isalpha():
        return False
    alike = word[0] == other[0]
    return alike if len(word) < 6 and distance == 1 else distance == 1 or (len(word) >= 6 and alike and len(other) >= 5)


def _mended(term: Term, mended: dict[str, str]) -> Term:
    if term.form != "word" or term.without or term.words[0] not in mended:
        return term
    return Term((mended[term.words[0]],), "word")
