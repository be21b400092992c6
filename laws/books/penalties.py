"""A printed table of penalties: offense, penalty and law in columns of blanks, tabs, braces, cells, or run together."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from . import remedies
from .blocks import Block

HEADER = re.compile(r"\s*[\"_*=]*OFFEN[CS]ES?\b[^\w]{1,60}PENALT(?:Y|IES)\b[^\w]{1,60}(?:LAWS?|RULES?)\b", re.I)
TITLE = re.compile(r"\bPENALTIES\b", re.I)
_ONE_LAW = re.compile(r"(\d{1,3})\s?\(?_?([a-z])?_?\)?")
_LONGEST_OFFENSE, _LONGEST_PENALTY, _MOST_LAWS = 200, 300, 9


@dataclass(slots=True)
class Row:
    """One row: the printed words of its cells, its laws as "84 a", the line it begins in, and what was doubtful about it."""

    offense: str
    penalty: str
    laws: list[str]
    line: int
    doubt: str = ""

    @property
    def is_likely(self) -> bool:
        """Whether the cells are as long as cells of a table are."""
        return 0 < len(self.offense) <= _LONGEST_OFFENSE and len(self.penalty) <= _LONGEST_PENALTY and len(self.laws) <= _MOST_LAWS

    @property
    def remedies(self) -> str:
        """The penalty taken apart where the print shows how: "A or B", "A and B", "A and B; or C"."""
        typed = taken_apart(self.penalty)
        try:
            remedies.parse(typed)
        except ValueError:  # brackets or signs of the print's own
            return ""
        return typed


def taken_apart(penalty: str) -> str:
    """ "150 points or 3 tricks" is "150 points | 3 tricks"; several "or" without a semicolon are left as they are."""
    outer = [piece.strip(" ,;") for piece in re.split(r";\s*(?:or\s+)?", penalty)]
    if len(outer) == 1:
        pieces = re.split(r"\s+or\s+", penalty)
        if len(pieces) == 2 and " and " not in penalty:
            return " | ".join(pieces)
        both = re.split(r"\s+and\s+", penalty)
        return " & ".join(both) if len(both) == 2 and len(pieces) == 1 else penalty
    grouped = [re.sub(r"\s+and\s+", " & ", piece) if piece.count(" and ") == 1 else piece for piece in outer if piece]
    return " | ".join(f"({piece})" if "&" in piece else piece for piece in grouped)


def laws_in(cell: str) -> list[str]:
    """ "84 _a_" is ["84 a"], "{ 36 { 37" is ["36", "37"]."""
    return [f"{number} {letter}".strip() for number, letter in _ONE_LAW.findall(cell)]


def read_csv(text: str) -> Iterator[tuple[list[str], int, int]]:
    """The rows of a CSV file, each with its cells and the lines it stands in: from the first, up to but without the second."""
    reader = csv.reader(io.StringIO(text, newline=""))
    start = 0
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:  # a cell of more than 131,072 characters
            start = reader.line_num
            continue
        yield row, start, reader.line_num
        start = reader.line_num


def read_cells(block: Block) -> tuple[list[Row], set[int]]:
    """The rows of a table that has cells (HTML, CSV), and the places of those that could not be made out."""
    found, lost = [], set()
    shared, left = "", 0
    for at, row in enumerate(block.rows):
        cells = [" ".join(cell.split()) for cell in row]
        if not any(cells) or HEADER.match("  ".join(cells)):
            continue
        span = block.spans[at][0] if at < len(block.spans) and block.spans[at] else 1
        if left > 0:
            cells, left = [shared, *cells], left - 1
        elif span > 1:
            shared, left = cells[0], span - 1
        if len(cells) == 4:
            cells = [f"{cells[0]} {cells[1]}".strip(), *cells[2:]]
        lines = block.row_lines[at]
        number = lines[0].number if lines else block.number
        made = Row(cells[0], cells[1], laws_in(cells[2]), number) if len(cells) == 3 else None
        if made is not None and made.laws and made.is_likely:
            found.append(made)
        else:
            lost.add(at)
    return found, lost
