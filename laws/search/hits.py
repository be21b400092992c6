"""A hit: one entry that answers, with what a list shows of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import parts
from .lines import Line
from .lookup import Fit
from .matching import Row
from .posting import entry_of, kind_of
from .shelf import Shelf
from .signs import numbers
from .snippets import Marker, Piece

LAW = "law="
MOST_ROWS = 60  # of a list, among which rows of the table are looked for that name a part


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry that answers. `part` is the anchor of the part that does, or ""; `title` and `snippet` are in pieces: (words, found).

    `found` are the words that are marked in them, in small letters; `holding` is a case's, `penalty` a row's.
    """

    entry: Line
    part: str
    url: str
    title: tuple[Piece, ...]
    snippet: tuple[Piece, ...]
    score: float
    withdrawn: bool = False

    @property
    def holding(self) -> str:
        return self.entry.holding

    @property
    def penalty(self) -> str:
        return self.entry.penalty

    @property
    def found(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(words.lower() for words, lit in (*self.title, *self.snippet) if lit))


def hits_of(rows: Sequence[Row], marker: Marker, shelf: Shelf, beside: Sequence[Row] = (), *, snippets: bool = True) -> tuple[Hit, ...]:
    """The hits of some rows, in one statement; in a second where several parts say it equally well and `beside` has rows of the table."""
    found = shelf.lines(entry_of(row.standing) for row in rows)
    _choose(rows, found, beside, shelf)
    there = ((row, found[pk]) for row in rows if (pk := entry_of(row.standing)) in found)
    return tuple(_hit(line, row.part, row.score, marker, snippets=snippets) for row, line in there)


def hits_at(fits: Sequence[Fit], marker: Marker, shelf: Shelf, *, snippets: bool = True) -> tuple[Hit, ...]:
    """The hits of entries that a citation names."""
    found = shelf.lines(fit.entry.pk for fit in fits)
    return tuple(_hit(found[fit.entry.pk], fit.part, 0.0, marker, snippets=snippets) for fit in fits if fit.entry.pk in found)


def _hit(line: Line, part: str, score: float, marker: Marker, *, snippets: bool) -> Hit:
    url = f"/{line.edition.slug}/{line.kind}/{line.slug}/" + (f"#{part}" if part else "")
    snippet = marker.snippet(line, part) if snippets else ()
    return Hit(line, part, url, marker.pieces(line.heading), snippet, round(score, 4))


def _choose(rows: Sequence[Row], found: dict[int, Line], beside: Sequence[Row], shelf: Shelf) -> None:
    """Settle at which part each row opens."""
    undecided = {row.standing: found[entry_of(row.standing)] for row in rows if len(row.parts) > 1 and entry_of(row.standing) in found}
    table = [row for row in beside[:MOST_ROWS] if kind_of(row.standing) == "penalty"] if undecided else []
    words = shelf.named({number for row in table for number in numbers(row.tags)})
    laws = [word.removeprefix(LAW) for row in table for number in numbers(row.tags) if (word := words.get(number, "")).startswith(LAW)]
    parts.choose(rows, {standing: f"{line.edition.slug}/{line.slug}" for standing, line in undecided.items()}, laws)
