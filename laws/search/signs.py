"""A document in short: one character for each of its words, so that counting a word or finding a phrase is looking for a character.

`laws_search_word` numbers the words; a number's sign is the character that many places after the blank. The fields of a document are
parted by BETWEEN, which is no word's sign, so that no phrase reaches from one field into another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

BETWEEN = "\x1f"  # between fields
NEXT_PART, NAMED = "\x1e", "\x1d"  # between the parts of a law, and between the anchor of a part and its words
END = "\x1e"  # of the tags of a document, the many-valued ones among which stand behind BETWEEN

_FIRST = 0x20
_SURROGATES, _MANY = 0xD800, 0x800  # code points that no text may hold
_PAIRS, _HALF = 0x10E000, 0x1000  # numbers beyond are written as two characters, each of a range of its own


def sign(number: int) -> str:
    """The sign of the word with this number, which is 1 or more."""
    point = _FIRST + number
    if point >= _SURROGATES:
        point += _MANY
    if point < _PAIRS:
        return chr(point)
    high, low = divmod(point - _PAIRS, _HALF)
    return chr(_PAIRS + high) + chr(_PAIRS + _HALF + low)


def numbers(signs: str) -> Iterator[int]:
    """The numbers of the words that signs stand for, in order; what parts fields is passed over."""
    high = 0
    for character in signs:
        point = ord(character)
        if point <= _FIRST:
            continue
        if _PAIRS <= point < _PAIRS + _HALF:
            high = point - _PAIRS
            continue
        if point >= _PAIRS + _HALF:
            point = _PAIRS + high * _HALF + point - _PAIRS - _HALF
        yield point - _FIRST - (_MANY if point >= _SURROGATES else 0)


def tally(tags: str, *, every: bool) -> Counter[int]:
    """How often each tag stands among those of many documents, by its number; of `every` kind, or without those of many values."""
    signs = tags if every else "".join([one.partition(BETWEEN)[0] for one in tags.split(END)])
    counted = Counter(signs)
    if any(ord(character) >= _PAIRS for character in counted):
        return Counter(numbers(signs))
    return Counter({number: count for character, count in counted.items() for number in numbers(character)})
