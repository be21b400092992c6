"""A table as it was handed in: rows of cells under heads, each with the number that a spreadsheet shows for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

LARGEST = 10_000_000  # bytes of a file
MOST_ROWS = 5_000
MOST_COLUMNS = 120
GUARDED = re.compile(r"'+[=+\-@\t\r\n]")
_RISKY = re.compile(r"'*[=+\-@\t\r\n]")


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one cell. `sort` is "text", or what a spreadsheet made of it: number, date, formula, error."""

    text: str
    sort: str = "text"


@dataclass(frozen=True, slots=True)
class Message:
    """Something to say about a table, with the row and the column that it is about; row 0 is the file."""

    row: int
    column: str
    text: str

    def __str__(self) -> str:
        where = [f"row {self.row}"] * bool(self.row) + [f"column “{self.column}”"] * bool(self.column)
        return f"{', '.join(where).capitalize()}: {self.text}" if where else self.text


class Refused(Exception):
    """A table of which nothing is taken, with a message for everything that is wrong."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self.messages = list(messages)
        super().__init__("\n".join(map(str, messages)))


@dataclass(slots=True)
class Sheet:
    """The rows of a table, by their number and the name of the column. `notes` say what was supposed in reading it."""

    columns: list[str]
    rows: list[tuple[int, dict[str, Cell]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def guard(text: str) -> str:
    """A cell of a CSV file that no spreadsheet takes for a formula. `bare` gives back the very same text."""
    return f"'{text}" if _RISKY.match(text) else text


def bare(text: str) -> str:
    """A cell without the apostrophe that kept it from being a formula."""
    return text[1:] if GUARDED.match(text) else text


def laid_out(raw: Sequence[tuple[int, Sequence[Cell]]], known: Sequence[str], needed: Sequence[str], notes: Sequence[str] = ()) -> Sheet:
    """The table in numbered rows of cells, the first of which holds the heads of the columns. Rows without anything in them are left out.

    Raises Refused where heads are unknown, missing or doubled, or a row has cells under no head.
    """
    rows = [(number, cells) for number, cells in raw if any(cell.text.strip() for cell in cells)]
    if not rows:
        raise Refused([Message(0, "", "There is nothing in the table.")])
    number, first = rows[0]
    heads = [" ".join(cell.text.split()).lower() for cell in first]
    while heads and not heads[-1]:
        heads.pop()
    wrong = [Message(number, "", text) for text in _heads(heads, known, needed)]
    if wrong:
        raise Refused(wrong)
    if len(rows) - 1 > MOST_ROWS:
        raise Refused([Message(0, "", f"The table has {len(rows) - 1:,} rows; at most {MOST_ROWS:,} are taken at once.")])
    sheet = Sheet([head for head in heads if head], notes=list(notes))
    strays: list[Message] = []
    for number, cells in rows[1:]:
        strays += [
            Message(number, "", f"“{cell.text.strip()[:40]}” stands in column {letters(at)}, which has no head.")
            for at, cell in enumerate(cells)
            if cell.text.strip() and (at >= len(heads) or not heads[at])
        ]
        sheet.rows.append((number, {head: cell for head, cell in zip(heads, cells, strict=False) if head}))
    if strays:
        raise Refused(strays)
    return sheet


def _heads(heads: list[str], known: Sequence[str], needed: Sequence[str]) -> list[str]:
    if not set(heads) & set(known):
        return [f"The first row must hold the heads of the columns ({', '.join(known[:5])} …), and holds “{'”, “'.join(heads)[:120]}”."]
    told = []
    for head in dict.fromkeys(heads):
        if head and head not in known:
            near = get_close_matches(head, known, 1)
            hint = f"did you mean “{near[0]}”?" if near else f"known are {', '.join(known)}."
            told.append(f"There is no column “{head}”: {hint}")
        if head and heads.count(head) > 1:
            told.append(f"The column “{head}” stands there {heads.count(head)} times.")
    told += [f"The column “{name}” is missing." for name in needed if name not in heads]
    return told


def letters(at: int) -> str:
    """The name that a spreadsheet gives a column, counted from 0: A, Z, AA."""
    name = ""
    at += 1
    while at:
        at, rest = divmod(at - 1, 26)
        name = chr(65 + rest) + name
    return name
