"""Stretches of one text, asked for by place without walking through all of them: a hostile text has thousands.  Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate

Span = tuple[int, int]


class Spans:
    """Some stretches of a text by their beginnings, else in the order in which they are given; they may overlap.

    Every question costs a search by halves.
    """

    def __init__(self, spans: Iterable[Span]) -> None:
        self.all = sorted(spans, key=lambda span: span[0])
        self._starts = [start for start, _ in self.all]
        self._reached = list(accumulate((end for _, end in self.all), max))  # how far the text is covered up to each

    def touches(self, start: int, end: int) -> bool:
        """Whether one of them shares a character with the stretch from `start` to `end`."""
        before = bisect_left(self._starts, end)
        return before > 0 and self._reached[before - 1] > start

    def ended(self, start: int, end: int) -> range:
        """The places, in order, of those that may end from `start` to `end`: all that do are among them."""
        return range(bisect_left(self._reached, start), bisect_right(self._starts, end))

    def begun(self, start: int, end: int) -> range:
        """The places, in order, of those that begin from `start` to `end`, both taken in."""
        return range(bisect_left(self._starts, start), bisect_right(self._starts, end))


def first_from(places: list[int], at: int) -> int:
    """The first of some places, which are in order, that is not before `at`; -1 where there is none."""
    found = bisect_left(places, at)
    return places[found] if found < len(places) else -1
