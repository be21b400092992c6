"""What crosses between the plan of a search, the ranking and the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Candidate(NamedTuple):
    """A document as it comes from the index: see `posting` and `signs`."""

    standing: int
    place: int
    cited: int
    tags: str
    signs: str
    parts: str


@dataclass(slots=True)
class Row:
    """One entry that answers. `covered` is the weight of what it has of the query, `part` the anchor of the part that says it best.

    `has` has a bit for each concept that it has, `cited` tells how often it is cited.
    """

    standing: int
    place: int = 0
    cited: int = 0
    has: int = 0
    score: float = 0.0
    covered: float = 0.0
    missing: int = 0
    part: str = ""
    parts: tuple[str, ...] = ()  # those that say it equally well
    tags: str = ""
