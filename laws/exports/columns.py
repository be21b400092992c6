"""Lines of plain text that keep within a number of columns, as a terminal and an old mail program count them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from .prose import Block, plain

LINK = re.compile(r"https?://\S+", re.I)
SOFT_HYPHEN, JOINER, AS_PICTURE = "\u00ad", "\u200d", "\ufe0f"
SKINS, PICTURES = range(0x1F3FB, 0x1F400), range(0x1F300, 0x1FB00)  # newer pictures than Python knows are as wide as the others


def width_of(text: str) -> int:
    """Columns that a text takes at most: two for a wide character and a picture, none for an accent that joins the one before."""
    return sum(map(_width, clusters(text)))


def clusters(text: str) -> list[str]:
    """The characters of a text, each with the accents and signs that belong to it; a picture made of several is one."""
    found: list[str] = []
    for ch in text:
        joins = _column(ch) == 0 or ord(ch) in SKINS or (found and found[-1].endswith(JOINER))
        if found and joins:
            found[-1] += ch
        else:
            found.append(ch)
    return found


def _width(cluster: str) -> int:
    """A program that knows no pictures made of several sets all of them side by side: that much room is kept."""
    width = sum(map(_column, cluster))
    return max(width, 2) if AS_PICTURE in cluster else width


def _column(ch: str) -> int:
    if unicodedata.combining(ch) or unicodedata.category(ch) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(ch) in "WF" or ord(ch) in PICTURES else 1


def wrapped(text: str, width: int, *, first: str = "", indent: str = "") -> list[str]:
    """The words of a text in lines of at most `width` columns; `first` goes before the first, `indent` before the others.

    A word that is too long is cut, but an address never is: it stands whole on a line of its own, even where that is longer. A soft hyphen
    goes: here it would be seen.
    """
    out: list[str] = []
    line, empty = first, True
    for word in text.replace(SOFT_HYPHEN, "").split():
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
    for cluster in clusters(word):
        columns = _width(cluster)
        if piece and taken + columns > width:
            pieces.append(piece)
            piece, taken = "", 0
        piece, taken = piece + cluster, taken + columns
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
