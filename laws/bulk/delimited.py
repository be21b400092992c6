"""Reading a table from a CSV file, as a text editor or a spreadsheet of any country writes it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from laws.books.decode import decode

from .sheet import MOST_ROWS, Cell, Message, Refused, bare

SEPARATORS = ",;\t"
NAMES = {",": "commas", ";": "semicolons", "\t": "tabs"}
LONGEST = 100_000  # characters of a cell
WIDEST = 1_000  # cells of a row, the empty ones at its end counted in
MOST_PARTED = 100_000  # separators from one row to the next, those inside of cells counted in: a row is in memory before it can be counted


def rows(data: bytes, known: Sequence[str]) -> tuple[list[tuple[int, list[Cell]]], list[str]]:
    """The rows of a CSV file, numbered as a spreadsheet numbers them, and notes on how it was read. `known` are the heads to look for.

    Raises Refused where it is no text, or a quotation mark does not close.
    """
    read = decode(data)
    if read.refusal:
        raise Refused([Message(0, "", f"{read.refusal} Save the table as “CSV UTF-8” or as XLSX.")])
    notes = [f"{read.guess[:1].upper()}{read.guess[1:]}: look at the accents."] if read.guess else []
    text = read.text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        raise Refused([Message(text[: text.index("\0")].count("\n") + 1, "", "A NUL character stands here: this is no table of words.")])
    separator, skipped = _separator(text, known)
    if separator != ",":
        notes.append(f"Its cells are parted by {NAMES.get(separator, separator)}.")
    return _parted(text.split("\n", 1)[1] if skipped else text, separator, skipped), notes


def _separator(text: str, known: Sequence[str]) -> tuple[str, int]:
    """What parts the cells, and how many lines to leave out: Excel may say so itself, else the heads tell."""
    if said := re.match(r'"?sep=(.)"?[ ]*\n', text):
        return said[1], 1
    first = text[:10_000].lstrip("\n").split("\n", 1)[0].lower()
    return max(SEPARATORS, key=lambda sign: sum(cell.strip().strip('"') in known for cell in first.split(sign))), 0


def _parted(text: str, separator: str, skipped: int) -> list[tuple[int, list[Cell]]]:
    """One list a row. The row's number is that of a spreadsheet: a cell of several lines does not count twice."""
    found: list[tuple[int, list[Cell]]] = []
    source = _Lines(text, separator)
    reader = csv.reader(source, delimiter=separator, strict=True)
    number, line, width = skipped, 1 + skipped, 0
    try:
        for cells in reader:
            number += 1
            source.row, source.parted = number, 0
            if len(cells) > WIDEST or len(found) > MOST_ROWS:
                raise Refused([Message(number, "", _too_much(len(cells)))])
            if any(cell.strip() for cell in cells):
                width = width or len(cells)
                if any(len(cell) > LONGEST for cell in cells):
                    raise Refused([Message(number, "", f"A cell is longer than {LONGEST:,} characters: does a quotation mark not close?")])
                if len(cells) != width:
                    raise Refused([Message(number, "", _uneven(len(cells), width, separator))])
                found.append((number, [Cell(bare(cell)) for cell in cells]))
            line = reader.line_num + 1 + skipped
    except csv.Error as error:
        raise Refused([Message(number + 1, "", _unclosed(str(error), line))]) from error
    return found


class _Lines:
    """The lines of a table for csv.reader, until those of one row hold more separators than any row has."""

    def __init__(self, text: str, separator: str) -> None:
        self.lines = io.StringIO(text)
        self.separator = separator
        self.row = self.parted = 0

    def __iter__(self) -> Iterator[str]:
        for line in self.lines:
            self.parted += line.count(self.separator)
            if self.parted > MOST_PARTED:
                signs = NAMES.get(self.separator, "signs")
                raise Refused([Message(self.row + 1, "", f"The row goes on and on, with more than {MOST_PARTED:,} {signs}.")])
            yield line


def _too_much(cells: int) -> str:
    if cells > WIDEST:
        return f"The row has {cells:,} cells, and no table of ours has so many columns."
    return f"The table goes on; at most {MOST_ROWS:,} rows are taken at once."


def _uneven(cells: int, width: int, separator: str) -> str:
    sign = {"\t": "a tab", ",": "a comma", ";": "a semicolon"}.get(separator, f"“{separator}”")
    if cells > width:
        return f"The row has {cells} cells, and the first row {width}: where {sign} stands inside words, put quotation marks round them."
    return f"The row has {cells} cells, and the first row {width}: an empty cell still needs its {sign.split(' ', 1)[-1]}."


def _unclosed(error: str, line: int) -> str:
    if "unexpected end" in error or "field larger" in error:
        return f"A quotation mark opens here (line {line} of the file) and never closes."
    if "expected after" in error:
        return f"Something follows a closing quotation mark (line {line} of the file): inside quoted words, write the mark twice (\"\")."
    return f"The row cannot be read (line {line} of the file): {error}."
