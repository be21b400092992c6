"""Lines of plain text that keep within a number of columns, as a terminal and an old mail program count them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from .prose import Block, plain

LINK = re.compile(r"https?://\S+", re.I)


def width_of(text: str) -> int:
    """Columns that a text takes: two for a wide character, none for an accent that joins the one before."""
    return sum(_column(ch) for ch in text)


def _column(ch: str) -> int:
    if unicodedata.combining(ch) or unicodedata.category(ch) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(ch) in "WF" else 1


def wrapped(text: str, width: int, *, first: str = "", indent: str = "") -> list[str]:
    """The words of a text in lines of at most `width` columns; `first` goes before the first, `indent` before the others.

    A word that is too long is cut, but an address never is: it stands whole on a line of its own, even where that is longer.
    """
    out: list[str] = []
    line, empty = first, True
    for word in text.split():
        if LINK.match(word) and width_of(indent + word) > width:
            out += [] if empty else [line]
            out.append(word)
            line, empty = indent, True
            continue
        for piece in _pieces(word, width - width_of(indent or first)):
            glued = line + piece if empty else f"{line} {piece}"
            if width_of(glued) > width and not empty:
                out.append(line)
                glued = indent + piece
            line, empty = glued, False
    return out if empty else [*out, line]


def _pieces(word: str, width: int) -> list[str]:
    """A word, or the pieces of one that is longer than a line."""
    if width_of(word) <= width or LINK.match(word):
        return [word]
    pieces, piece, taken = [], "", 0
    for ch in word:
        column = _column(ch)
        if piece and taken + column > width:
            pieces.append(piece)
            piece, taken = "", 0
        piece, taken = piece + ch, taken + column
    return [*pieces, piece]


def lines(blocks: Iterable[Block], width: int) -> list[str]:
    """Blocks of prose as lines, an empty one between blocks. A table has its columns under one another where they fit."""
    out: list[str] = []
    for block in blocks:
        out += [""] if out else []
        if block.kind == "table":
            out += _table(block, width)
        elif block.kind == "part":
            out += wrapped(f"({block.label}) {plain(block)}", width, indent="    ")
        elif block.kind == "quote":
            out += wrapped(plain(block), width, first="  > ", indent="  > ")
        else:
            out += wrapped(plain(block), width)
    return out


def _table(block: Block, width: int) -> list[str]:
    rows = [[plain(cell) for cell in row] for row in block.rows]
    widths = [max((width_of(row[at]) for row in rows if at < len(row)), default=0) for at in range(max(map(len, rows)))]
    if sum(widths) + 2 * (len(widths) - 1) > width:
        return [piece for row in rows for piece in wrapped("; ".join(filter(None, row)), width, indent="  ")]
    padded = (cell + " " * (widths[at] - width_of(cell)) for row in rows for at, cell in enumerate(row))
    return ["  ".join(next(padded) for _ in row).rstrip() for row in rows]
