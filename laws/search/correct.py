"""Slips of the finger: a typed word that is nowhere is read as the word nearest to it. A word that exists is never touched."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from rapidfuzz.distance import OSA, JaroWinkler

from . import catalogue
from .query import Term
from .thesaurus import Thesaurus, spellings
from .words import stem_of

BEGUN = 3  # letters that may be the beginning of a word
ENDINGS = "y er ers ish less ness ly able ment ful or ist like wise ship".split()
SHORTEST = 4  # letters; a shorter word is near to too many others
LONG = 8  # letters; a word of so many is hardly another one by chance, a shorter one is near to plain English that is not here
VOWELS = "aeiouy"
Pair = frozenset[str]
SOUND_ALIKE = frozenset(Pair(pair) for pair in "ck cs sz iy fv gj".split())  # letters that are written for each other,
BESIDE = frozenset(Pair(pair) for keys in "qwertyuiop asdfghjkl zxcvbnm".split() for pair in pairwise(keys))  # and hit for each other


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
        if len(word) >= BEGUN and word.isalpha() and word.isascii()
        and not any(stem_of(form) in there or _known(form, thesaurus) for form in (word, *spellings(word)))
    ]  # fmt: skip


def correct(terms: Iterable[Term], unknown: Iterable[str], thesaurus: Thesaurus) -> Corrected:
    """The terms with the slips among unknown words put right. Phrases, prefixes and words that are left out stay as they are.

    A word is read as the beginning of others where nothing else carries the query, or at its end, where it may still be typed.
    """
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
    if _carried(terms, begun, thesaurus):
        begun = [word for word in begun if len(word) >= SHORTEST and word == terms[-1].words[0]]  # one that is still being typed
    return Corrected([put_right(term, mended, begun) for term in terms], mended, begun)


def _carried(terms: Iterable[Term], begun: Iterable[str], thesaurus: Thesaurus) -> bool:
    """Whether a query says something beside the words that may be the beginnings of others."""
    return any(term.form != "word" or not thesaurus.empty.union(begun).issuperset(term.words) for term in terms if not term.without)


def _candidates(word: str, thesaurus: Thesaurus) -> dict[str, int]:
    """Words that `word` may be a slip for: those that begin alike, and those that differ from it in the first letter alone."""
    tail, others = word[1:], string.ascii_lowercase.replace(word[0], "")
    first = {tail, word[1:2] + word[:1] + word[2:], *(letter + tail for letter in others), *(letter + word for letter in others)}
    first |= {word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending)}
    found = dict.fromkeys((other for other in thesaurus.named if other[0] == word[0] or other in first), 0)
    return found | catalogue.spelled(word[0], len(word) - 2, len(word) + 2) | catalogue.spelled_so(first)


def _known(word: str, thesaurus: Thesaurus) -> bool:
    return word in thesaurus.known or stem_of(word) in thesaurus.stems


def _derived(word: str, candidates: Mapping[str, int]) -> bool:
    """Whether a word is made of one that is known, as "tricky" of "trick"."""
    return any(word.endswith(ending) and word.removesuffix(ending) in candidates for ending in ENDINGS)


def nearest(word: str, candidates: Mapping[str, int]) -> str:
    """The candidate that `word` is most likely a slip for, or "": one likely slip in a short word, two in a longer that begins alike."""
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
    if distance == 1:
        return len(word) >= LONG or ((alike or len(word) >= 6) and _slipped(word, other, 1, SOUND_ALIKE | BESIDE))
    return alike and len(word) >= 6 and len(other) >= 5 and _slipped(word, other, 2, SOUND_ALIKE)


def _slipped(word: str, other: str, most: int, mistaken: Collection[Pair]) -> bool:
    """Whether at most so many slips lead from one word to the other, such as fingers and ears make: nobody means "card" and writes "cart".

    They leave out a letter, double it, let two change places, take one vowel for another after the first, or one letter for its like.
    """
    if word == other or not most:
        return word == other
    at = next((at for at, (one, two) in enumerate(zip(word, other, strict=False)) if one != two), min(len(word), len(other)))
    here, there = word[at : at + 1], other[at : at + 1]
    weak = here != "" and here in VOWELS and any(letter in VOWELS for letter in word[:at])
    steps = [word[:at] + there + word[at:]]
    if weak or here == word[at - 1 : at]:
        steps.append(word[:at] + word[at + 1 :])
    if (weak and there in VOWELS) or frozenset((here, there)) in mistaken:
        steps.append(word[:at] + there + word[at + 1 :])
    if word[at : at + 2] == other[at : at + 2][::-1]:
        steps.append(word[:at] + other[at : at + 2] + word[at + 2 :])
    return any(_slipped(step, other, most - 1, mistaken) for step in steps)


def put_right(term: Term, mended: Mapping[str, str], begun: Iterable[str] = ()) -> Term:
    """A term with its slip put right, or read as the beginning of other words."""
    if term.form != "word" or term.without:
        return term
    word = term.words[0]
    return replace(term, words=(mended.get(word, word),), form="prefix" if word in begun else "word")
