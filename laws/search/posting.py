"""What the index keeps of a document: the signs of its words in order, and the set of words under which an engine finds it.

Beside its stems that set has `revok^t` where a title has the stem, and `revok^1` to `revok^6` for how strongly the document says it: so
those that say a common word most are found without reading all that have it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence

from .documents import FIELDS, STANDING, WEIGHTS

NORMAL = 200  # words of a document of usual length
BANDS = (4.0, 6.0, 9.0, 13.0, 19.0, 28.0)  # the weighed count of a word, at the usual length, from which it is said strongly
TITLE, WORDS, NUMBER = map(FIELDS.index, ("title", "words", "number"))
SHORT_WEIGHTS = WEIGHTS[:WORDS] + WEIGHTS[WORDS + 1 :]

_KIND, _CITED, _KEYS = 52, 48, (1 << 48) - 1  # a standing: the kind, how little it is cited, the entry's key
_RANKS = tuple(kind.value for kind in STANDING)
_RANK = {kind: rank for rank, kind in enumerate(_RANKS)}


def strongly(stem: str, band: int) -> str:
    """The word under which documents are found that say a stem with the strength of a band, counted from 1."""
    return f"{stem}^{band}"


def in_title(stem: str) -> str:
    """The word under which documents are found whose title has a stem."""
    return f"{stem}^t"


def as_number(stem: str) -> str:
    """A stem of an entry's number. The figure 12 in a sentence is an amount, never the number of Law 12."""
    return f"{stem}^n" if stem.isdigit() else stem


def normal(length: int) -> float:
    """By how much a document of so many words must be discounted beside one of the usual length."""
    return 0.25 + 0.75 * length / NORMAL


def found_by(fields: Sequence[Sequence[str]], tags: Iterable[str]) -> set[str]:
    """The words under which an engine finds a document: of its fields, which hold stems, and its tags."""
    length = normal(sum(map(len, fields)))
    least = BANDS[0] * length
    counts = [Counter(stems) for stems in fields]
    found = set().union(*counts, tags, map(in_title, counts[TITLE]))
    weighed: dict[str, float] = {}
    for weight, field in zip(SHORT_WEIGHTS, counts[:WORDS] + counts[WORDS + 1 :], strict=True):
        for stem, count in field.items():
            weighed[stem] = weighed.get(stem, 0.0) + weight * count
    words, weight = counts[WORDS], WEIGHTS[WORDS]
    for stem in weighed.keys() & words.keys():
        weighed[stem] += weight * words[stem]
    enough = least / weight  # of the many words of the text only those said often need a look
    weighed |= {stem: weight * count for stem, count in words.items() if count >= enough and stem not in weighed}
    found.update([f"{stem}^{bisect_right(BANDS, value / length)}" for stem, value in weighed.items() if value >= least])
    return found


def standing_of(pk: int, kind: str, cited: int) -> int:
    """Where an entry stands: laws first, then rows of the table, then cases, of each kind the most cited first."""
    return (_RANK[kind] << _KIND) + (15 - min(15, cited.bit_length()) << _CITED) + pk


def entry_of(standing: int) -> int:
    """The primary key of the entry that stands there."""
    return standing & _KEYS


def kind_of(standing: int) -> str:
    """The kind of the entry that stands there."""
    return _RANKS[standing >> _KIND]
