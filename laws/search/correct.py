"""Slips of the finger: a typed word that is nowhere is read as the word nearest to it. A word that exists is never touched."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rapidfuzz.distance import OSA, JaroWinkler

from . import catalogue
from .query import Term
from .thesaurus import Thesaurus, spellings
from .words import stem_of

BEGUN = 3  # letters that may be the beginning of a word
ENDINGS = "y er ers ish less ness ly able ment ful or ist like wise ship".split()
SHORTEST = 4  # letters; a shorter word is near to too many others


@dataclass(slots=True)
class Corrected:
    """Terms with the slips put right. `mended`: {"dubble": "double"}; `begun`: words that were read as the beginning of others."""

    terms: list[Term]
    mended: dict[str, str] = field(default_factory=dict)
    begun: list[str] = field(default_factory=list)


def unknown(terms: Iterable[Term], thesaurus: Thesaurus, there: Iterable[str]) -> list[str]:
    """The words that may be slips: running words that neither the thesaurus nor the index has. `there` are the stems that the index has."""
    there = set(there)
    plain = dict.fromkeys(term.words[0] for term in terms if term.form == "word" and not term.without)
    return [
        word for word in plain
        if len(word) >= BEGUN and word.isalpha() and word.isascii() and stem_of(word) not in there and not _known(word, thesaurus)
    ]  # fmt: skip


def correct(terms: Iterable[Term], unknown: Iterable[str], thesaurus: Thesaurus) -> Corrected:
    """The terms with the slips among unknown words put right. Phrases, prefixes and words that are left out stay as they are."""
    terms = list(terms)
    mended: dict[str, str] = {}
    begun: list[str] = []
    for word in unknown:
        better = ""
        if len(word) >= SHORTEST:
            candidates = _candidates(word, thesaurus)
            better = "" if _derived(word, candidates) else nearest(word, candidates)
        if better:
            mended[word] = better
        elif catalogue.completions(word):
            begun.append(word)
    return Corrected([_mended(term, mended, begun) for term in terms], mended, begun)


def _candidates(word: str, thesaurus: Thesaurus) -> dict[str, int]:
    """Words that `word` may be a slip for: those that begin alike, and those that differ from it in the first letter alone."""
    tail, others = word[1:], string.ascii_lowercase.replace(word[0], "")
    first = {tail, word[1:2] + word[:1] + word[2:], *(letter + tail for letter in others), *(letter + word for letter in others)}
    first |= {word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending)}
    found = dict.fromkeys((other for other in thesaurus.named if other[0] == word[0] or other in first), 0)
    return found | catalogue.spelled(word[0], len(word) - 2, len(word) + 2) | catalogue.spelled_so(first)


def _known(word: str, thesaurus: Thesaurus) -> bool:
    return word in thesaurus.known or stem_of(word) in thesaurus.stems or any(other in thesaurus.known for other in spellings(word))


def _derived(word: str, candidates: Mapping[str, int]) -> bool:
    """Whether a word is made of one that is known, as "tricky" of "trick"."""
    return any(word.endswith(ending) and word.removesuffix(ending) in candidates for ending in ENDINGS)


def nearest(word: str, candidates: Mapping[str, int]) -> str:
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


def _mended(term: Term, mended: Mapping[str, str], begun: Iterable[str]) -> Term:
    if term.form != "word" or term.without:
        return term
    word = term.words[0]
    return replace(term, words=(mended.get(word, word),), form="prefix" if word in begun else "word")
