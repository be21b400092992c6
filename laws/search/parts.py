"""The lettered part at which a hit opens: the one that answers by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .concepts import Concept
from .matching import Found, Row

ADDED = 0.3  # what a part adds to its entry that says it by itself, as a share of what it says


Postings = Sequence[Sequence[Found]]  # of one concept: a list for each of its variants


def point(rows: Mapping[int, Row], rarity: Mapping[Concept, float], concepts: Sequence[Concept], found: Sequence[Postings]) -> None:
    """Tell each entry which of its parts have most of the query, where they have at least half of what the entry has.

    `found` are the parts that have each variant of each concept; `rarity` is what each concept weighs.
    """
    covered: dict[int, dict[str, float]] = {}
    for concept, lists in zip(concepts, found, strict=True):
        worths: dict[tuple[int, str], float] = {}
        for (_, worth), hits in zip(concept.variants, lists, strict=True):
            for hit in hits:
                worths[hit.pk, hit.anchor] = max(worths.get((hit.pk, hit.anchor), 0.0), worth * rarity.get(concept, 0.0))
        for (pk, anchor), value in worths.items():
            anchors = covered.setdefault(pk, {})
            anchors[anchor] = anchors.get(anchor, 0.0) + value
    for pk in covered.keys() & rows.keys():
        most = max(covered[pk].values())
        if most >= rows[pk].covered / 2:
            rows[pk].parts = tuple(anchor for anchor, value in covered[pk].items() if value > most - 1e-9)
            rows[pk].score += ADDED * most * (len(rows[pk].parts) == 1)


def choose(rows: Sequence[Row], table: Sequence[Row]) -> None:
    """Choose the part at which each entry opens. Of several that say it equally well it is the one that the best row of the table names.

    `table` are the rows to ask, best first; none where a single word was typed, which tells too little.
    """
    named = [row.tags for row in table if "kind=penalty" in row.tags]
    for row in rows:
        if len(row.parts) == 1:
            row.part = row.parts[0]
        elif row.parts:
            own = next((tag.removeprefix("is=") for tag in row.tags if tag.startswith("is=")), "")
            row.part = next((anchor for tags in named for anchor in row.parts if f"law={own}{anchor}" in tags), "")
