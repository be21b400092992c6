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


@dataclass(slots=True)
class Row:
    """One entry that answers. `covered` is the weight of what it has of the query, `part` the anchor of the part that says it best."""

    pk: int
    score: float = 0.0
    covered: float = 0.0
    missing: int = 0
    part: str = ""
    parts: tuple[str, ...] = ()  # those that say it equally well
    tags: tuple[str, ...] = ()
    place: str = ""
