"""Numbers as printed codes write them: 84, XI, second, 2d.  Pure; nothing here knows what is being numbered."""

from __future__ import annotations

import re
from collections.abc import Callable

_ROMAN = re.compile(r"(?:C{1,3}|)(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_ROMAN_STEPS = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_ORDINALS = {
    word: value
    for value, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), start=1)
}
_ORDINAL_FIGURES = re.compile(r"(\d{1,2})(?:st|nd|rd|th|d)")

#: a fragment for other patterns: "second", "2d", "2nd" (no group of its own)
ORDINAL = rf"(?:{'|'.join(_ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th|d))"


def roman(value: str) -> int | None:
    """The number a Roman numeral stands for, or None where the letters are no canonical numeral ("IIX", "MIX", "").

    Goes up to 399; D and M are not read, since no code of laws needs them and "D" and "M" are initials far more often.
    """
    upper = value.upper()
    if not upper or not _ROMAN.fullmatch(upper):
        return None
    total = 0
    for here, after in zip(upper, upper[1:] + " ", strict=True):
        worth = _ROMAN_VALUES[here]
        total += -worth if _ROMAN_VALUES.get(after, 0) > worth else worth
    return total


def to_roman(value: int) -> str:
    """The lower-case Roman numeral for 1 to 399, as an anchor is written ("iv")."""
    out = ""
    for worth, letters in _ROMAN_STEPS:
        while value >= worth:
            out += letters
            value -= worth
    return out


def ordinal(word: str) -> int | None:
    """The place an ordinal names ("second", "2d", "2nd"), or None for any other word."""
    lower = word.lower()
    if lower in _ORDINALS:
        return _ORDINALS[lower]
    figures = _ORDINAL_FIGURES.fullmatch(lower)
    return int(figures[1]) if figures else None


def anchor(printed: str) -> str:
    """A printed pinpoint as an anchor: "B" -> "b", "2d" and "second" -> "2", "IV" -> "iv", "02" -> "2"."""
    place = ordinal(printed)
    if place is not None:
        return str(place)
    return str(int(printed)) if printed.isdigit() else printed.lower()


def between(first: str, last: str, limit: int) -> list[str] | None:
    """Every anchor or number from `first` to `last`, both included, of one sort: figures, letters or small Roman numerals.

    None where the two are of different sorts, do not rise, or span more than `limit`: the caller then keeps the two ends.
    """
    low: int | None
    high: int | None
    write: Callable[[int], str] = str
    if first.isdigit() and last.isdigit():
        low, high = int(first), int(last)
    elif len(first) == len(last) == 1 and first.isalpha() and last.isalpha() and (first, last) not in {("i", "v"), ("i", "x")}:
        low, high, write = ord(first), ord(last), chr
    else:
        low, high, write = roman(first), roman(last), to_roman
    if low is None or high is None or not 0 < high - low < limit:
        return None
    return [write(value) for value in range(low, high + 1)]
