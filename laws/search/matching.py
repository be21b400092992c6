"""What an engine is asked for and what it gives back: the values that cross between ranking and the index."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """One way in which something asked for may stand in a text: a word, a phrase, the start of a word, or phrases near one another."""

    phrases: tuple[tuple[str, ...], ...]  # one phrase; or several that stand within some words of one another
    prefix: bool = False
    within: int = 0
    columns: tuple[str, ...] = ()  # only in these; () for all


@dataclass(frozen=True, slots=True)
class Found:
    """An entry (and, of parts, the anchor) that has a variant, and how strongly."""

    pk: int
    strength: float
    anchor: str = ""
