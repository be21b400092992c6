"""A hit: one entry that answers, with what a list shows of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from laws.models import Entry

from .matching import Row
from .snippets import Marker, Piece, title_of, words_of


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry that answers. `part` is the anchor of the part that does, or ""; `title` and `snippet` are in pieces: (words, found)."""

    entry: Entry
    part: str
    url: str
    title: tuple[Piece, ...]
    snippet: tuple[Piece, ...]
    score: float


def hits_of(rows: Sequence[Row], marker: Marker, *, snippets: bool = True) -> tuple[Hit, ...]:
    """The entries of some rows, in one query."""
    entries = Entry.objects.published().for_list().in_bulk([row.pk for row in rows])
    return tuple(hit_of(entries[row.pk], row.part, row.score, marker, snippets=snippets) for row in rows if row.pk in entries)


def hit_of(entry: Entry, part: str, score: float, marker: Marker, *, snippets: bool = True) -> Hit:
    url = entry.get_absolute_url() + (f"#{part}" if part else "")
    snippet = marker.snippet(words_of(entry, part)) if snippets else ()
    return Hit(entry, part, url, marker.pieces(title_of(entry)), snippet, round(score, 4))
