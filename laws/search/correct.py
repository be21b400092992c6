"""Slips of the finger: a typed word that is nowhere is read as the word nearest to it. A word that exists is never touched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from types import ModuleType

from rapidfuzz.distance import OSA, JaroWinkler

from .matching import Variant
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


def correct(terms: Iterable[Term], thesaurus: Thesaurus, engine: ModuleType) -> Corrected:
    """The terms with the slips put right. Phrases, prefixes and words that are left out stay as they are."""
    terms = list(terms)
    plain = dict.fromkeys(term.words[0] for term in terms if term.form == "word" and not term.without)
    doubtful = [word for word in plain if len(word) >= BEGUN and word.isalpha() and word.isascii() and not _known(word, thesaurus)]
    found = engine.find([Variant(((word,),)) for word in doubtful]) if doubtful else []
    unknown = [word for word, hits in zip(doubtful, found, strict=True) if not hits]
    if not unknown:
        return Corrected(terms)
    spelled = engine.spelled(min(map(len, unknown)) - 2, max(map(len, unknown)) + 2)
    candidates = {**dict.fromkeys(thesaurus.named, 0), **spelled}
    doubtful = [word for word in unknown if len(word) >= SHORTEST and not _derived(word, candidates)]
    mended = {word: better for word in doubtful if (better := nearest(word, candidates))}
    rest = [word for word in unknown if word not in mended]
    begins = engine.find([Variant(((word,),), prefix=True) for word in rest]) if rest else []
    begun = [word for word, hits in zip(rest, begins, strict=True) if hits]
    return Corrected([_mended(term, mended, begun) for term in terms], mended, begun)


def _known(word: str, thesaurus: Thesaurus) -> bool:
    return word in thesaurus.known or stem_of(word) in thesaurus.stems or any(other in thesaurus.known for other in spellings(word))


def _derived(word: str, candidates: dict[str, int]) -> bool:
    """Whether a word is made of one that is known, as "tricky" of "trick"."""
    return any(word.endswith(ending) and word.removesuffix(ending) in candidates for ending in ENDINGS)


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


def _mended(term: Term, mended: dict[str, str], begun: list[str]) -> Term:
    if term.form != "word" or term.without:
        return term
    word = term.words[0]
    return Term((mended.get(word, word),), "prefix" if word in begun else "word")
