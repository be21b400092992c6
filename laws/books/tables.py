"""Tables set in type: columns of blanks, boxes of bars, tabs."""

from __future__ import annotations

import re

from .blocks import Block, columns

_BOX_RULE = re.compile(r"\s*[+|][-=+| ]{3,}\s*\Z")


def rows_of(block: Block) -> list[list[str]]:
    """The cells of a block that stands in columns, row by row as printed."""
    if block.rows:
        return block.rows
    texts = [line.text for line in block.lines]
    if any(text.lstrip().startswith(("|", "+-")) for text in texts):
        return [_boxed(text) for text in texts if not _BOX_RULE.match(text)]
    if any("\t" in text for text in texts):
        return [[cell.strip() for cell in text.split("\t")] for text in texts]
    places = _merged(columns(texts), texts)
    return [[" ".join(text[start:end].split()) for start, end in places] for text in texts]


def _boxed(text: str) -> list[str]:
    cells = [" ".join(cell.split()) for cell in text.strip().strip("|+").split("|")]
    return cells


def _merged(places: list[tuple[int, int]], texts: list[str]) -> list[tuple[int, int]]:
    """Columns that are parted by one blank in every line are words of one column: "honors held"."""
    found: list[tuple[int, int]] = []
    for start, end in places:
        if found and start - found[-1][1] < 2 and not any(text[found[-1][0] : found[-1][1]].strip() == '"' for text in texts):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def has_head(rows: list[list[str]]) -> bool:
    """Whether the first row is the head of its columns: nothing in the first cell, words in the others."""
    return len(rows) > 1 and len(rows[0]) > 1 and not rows[0][0] and any(rows[0][1:]) and any(row[0] for row in rows[1:])
