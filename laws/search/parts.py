"""The lettered part at which a hit opens: the one that answers by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .matching import Row
from .plan import Meant
from .signs import NAMED, NEXT_PART

ADDED = 0.3  # what a part adds to its entry that says it by itself, as a share of what it says


def point(row: Row, parts: str, meant: Sequence[Meant]) -> None:
    """Tell a row which of its parts have most of the query, where they have at least half of what the entry has."""
    covered: dict[str, float] = {}
    for part in parts.split(NEXT_PART):
        anchor, _, signs = part.partition(NAMED)
        value = sum(one.rarity * max((way.worth for way in one.ways if way.signs in signs), default=0.0) for one in meant)
        if value:
            covered[anchor] = value
    most = max(covered.values(), default=0.0)
    if most and most >= row.covered / 2:
        row.parts = tuple(anchor for anchor, value in covered.items() if value > most - 1e-9)
        row.score += ADDED * most * (len(row.parts) == 1)


def choose(rows: Sequence[Row], laws: Mapping[int, str], table: Sequence[str]) -> None:
    """Choose the part at which each entry opens. Of several that say it equally well it is the one that the best row of the table names.

    `laws` tells by standing what each undecided entry is called in a tag ("auction-1912/84"); `table` are the laws that rows of the table
    name, the best row's first ("auction-1912/84b").
    """
    for row in rows:
        if len(row.parts) == 1 and not row.part:
            row.part = row.parts[0]
        elif row.standing in laws:
            own = laws[row.standing]
            row.part = next((law.removeprefix(own) for law in table if law.removeprefix(own) in row.parts and law.startswith(own)), "")
