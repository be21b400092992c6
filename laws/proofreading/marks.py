"""Numbers and phrases that might name a law and were not linked: why not, or that nobody can tell.  Pure.

Silence must never pass for "no law applies". So every figure, every Roman numeral and every phrase such as "the next law" that is no
part of a citation is named, and with it the reason why it is left alone; where no reason is known it is in doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from . import figures, phrases
from .spans import Span, Spans

LEFT_ALONE, IN_DOUBT = "left alone", "in doubt"


@dataclass(frozen=True, slots=True)
class Mark:
    """A number or phrase that is not linked: `state` is "left alone" or "in doubt", `reason` says why, in words."""

    start: int
    end: int
    words: str
    state: str
    reason: str


def find(
    text: str, taken: Sequence[Span], *, largest: int = 0, inside: str = "", is_there: Callable[[int], bool] = lambda number: True
) -> list[Mark]:
    """All numbers and pointing phrases of a text outside the spans `taken`, in order.

    `largest`: the greatest number of a law in the code, 0 where it is not known. `inside`: the kind of entry whose words these are.
    `is_there` says whether the code has a law of some number.
    """
    found = _all(text, largest, inside, is_there)
    cited = Spans(taken)
    free = [mark for mark in found if not cited.touches(mark.start, mark.end)]
    kept: list[Mark] = []
    for mark in sorted(free, key=lambda mark: (mark.start, -mark.end)):
        if not kept or mark.start >= kept[-1].end:
            kept.append(mark)
    return kept


def _all(text: str, largest: int, inside: str, is_there: Callable[[int], bool]) -> Iterator[Mark]:
    for start, end, reason in figures.find(text, largest):
        words = text[start:end]
        yield Mark(start, end, words, LEFT_ALONE, reason) if reason else Mark(start, end, words, IN_DOUBT, _doubt(words, is_there))
    for start, end, doubt, reason in phrases.find(text, inside):
        yield Mark(start, end, text[start:end], IN_DOUBT if doubt else LEFT_ALONE, reason)


def _doubt(words: str, is_there: Callable[[int], bool]) -> str:
    digits = words.replace(",", "")[:9]
    if digits.isdecimal() and not is_there(int(digits)):
        return f"no law has this number; if one is meant, write “Law {words}”"
    return f"if a law is meant, write “Law {words}”"
