"""Tables and lists of an HTML page, as rows of cells and labels of items."""

from __future__ import annotations

from dataclasses import dataclass, field

from .blocks import Block
from .labels import ordinal_label, part_label, roman_label
from .source import Line

_TALLEST = 100
_ROMAN = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


@dataclass(slots=True)
class Table:
    """A table as its tags come in. Each row knows the lines that it stands in."""

    rows: list[list[str]] = field(default_factory=list)
    spans: list[list[int]] = field(default_factory=list)
    heads: list[bool] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    row_lines: list[list[Line]] = field(default_factory=list)

    def start_row(self) -> None:
        """A <tr>."""
        self.rows.append([])
        self.spans.append([])
        self.heads.append(True)
        self.row_lines.append([])

    def start_cell(self, is_head: bool, rowspan: str) -> None:
        """A <td> or <th>; one outside a row begins a row."""
        if not self.rows:
            self.start_row()
        self.rows[-1].append("")
        self.spans[-1].append(min(int(rowspan), _TALLEST) if rowspan.isdigit() and rowspan.isascii() else 1)
        self.heads[-1] = self.heads[-1] and is_head

    def say(self, line: Line) -> None:
        """Words of the cell that is open."""
        self.lines.append(line)
        if self.row_lines:
            self.row_lines[-1].append(line)
        if line.text and self.rows and self.rows[-1]:
            self.rows[-1][-1] = f"{self.rows[-1][-1]} {line.text}".strip()

    def blocks(self) -> list[Block]:
        """The table as one block, without blank rows; a list that was set as a table as a block for each item."""
        kept = [at for at, row in enumerate(self.rows) if any(cell.strip() for cell in row)]
        if not kept:
            return []
        rows, row_lines = [self.rows[at] for at in kept], [self.row_lines[at] for at in kept]
        if _is_list(rows):
            return [Block(lines) for one in row_lines if (lines := [line for line in one if line.text])]
        head = int(len(rows) > 1 and self.heads[kept[0]])
        spans = [self.spans[at] for at in kept]
        return [Block(self.lines, kind="table", rows=rows, head_rows=head, spans=spans, row_lines=row_lines)]


def _is_list(rows: list[list[str]]) -> bool:
    """Whether a table is a list: one column, or a column of labels ("1st.", "(a)") before one of words."""
    if all(len(row) == 1 for row in rows):
        return True
    return all(len(row) == 2 and any(read(f"{row[0]} x") for read in (ordinal_label, part_label, roman_label)) for row in rows)


def list_label(style: str, count: int) -> str:
    """The mark that a browser puts before an item of a list: "II", "b", "2"; "" where it is no numbered list."""
    if style.endswith("roman"):
        letters, left = "", count
        for worth, sign in _ROMAN:
            while left >= worth:
                letters, left = letters + sign, left - worth
        return letters if style.startswith("upper") else letters.lower()
    if style.endswith("alpha"):
        return chr(96 + count) if count <= 26 else str(count)
    return str(count) if style else ""
