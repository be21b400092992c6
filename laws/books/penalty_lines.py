"""A table of penalties set in type: columns of blanks or tabs, braces, rows run together."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .blocks import Block
from .penalties import Row, laws_in
from .source import Line

_LAW = r"\d{1,3}(?:[a-z]\b|\s?\(?_?[a-z]_?\)?(?![\w]))?"
_LAW_CELL = re.compile(rf"\s*\{{?\s*{_LAW}(?:\s*[;,&/]\s*\{{?\s*{_LAW}|\s+and\s+{_LAW})*\s*\Z")
_LAW_AT_END = re.compile(rf"(?:(?<=\s)|^)(?P<brace>\{{\s?)?(?P<law>{_LAW})\s*\Z")
_RUN_ON = re.compile(r"(?<=\s)\d{1,3}(?:\s_[a-z]_)?(?=\s+[A-Z{])")
_PLAYER = re.compile(r"(?:Declarer|Adversar(?:y|ies)|Dummy|Dealer|Partner|Either side|Anyone|Leader)\b")
_NAMES = {"Declarer", "Adversary", "Adversaries", "Dummy", "Dealer", "Hand", "First", "Second", "Third", "Fourth", "Leader"}
_HANGING = re.compile(
    r"\b(?:a|an|and|any|as|at|before|after|about|by|for|from|his|in|nor|of|on|or|partner|than|that|the|to|touching|with)\Z"
)


@dataclass(slots=True)
class _Cells:
    """One printed line: what it has in the column of offenses, in a brace of offenses, of penalties and of laws."""

    line: Line
    offense: str = ""
    brace: str | None = None
    penalty: str = ""
    law: str = ""
    loose: bool = False  # the columns are lost
    wide: bool = False  # two blanks stood for a tab
    parts: list[str] = field(default_factory=list)


def read_lines(header: Line, blocks: list[Block]) -> tuple[list[Row], list[Line]]:
    """The rows of a table set in type, and the lines that could not be placed."""
    place = _places(header.text)
    found: list[Row] = []
    lost: list[Line] = []
    for block in blocks:
        lines = [cells for line in block.lines for cells in _cells(line, place, header.text)]
        rows, left = _rows(lines)
        if not all(row.is_likely for row in rows):
            rows, left = [], [cells.line for cells in lines]
        found += rows
        lost += left
    return found, lost


def _places(header: str) -> tuple[int, int] | None:
    """Where the second and the third column begin, if the header shows it."""
    if "\t" in header or not re.search(r"\S\s{3,}\S", header.strip()):
        return None
    upper = header.upper()
    return upper.index("PENALT"), max(upper.rfind("LAW"), upper.rfind("RULE"))


def _cells(line: Line, place: tuple[int, int] | None, header: str) -> list[_Cells]:
    if place:
        return [_by_place(line, *place)]
    if "\t" in header:
        return [_by_tabs(line)]
    return _loose(line)


def _by_place(line: Line, penalty_at: int, law_at: int) -> _Cells:
    cells = _Cells(line)
    for match in re.finditer(r"\S+(?: \S+)*", line.text):
        start, words = match.start(), match[0]
        if start >= law_at - 3 or (start >= law_at - 8 and _LAW_CELL.match(words)):
            cells.law = f"{cells.law} {words}".strip()
        elif start >= penalty_at - 3:
            cells.penalty = f"{cells.penalty} {words}".strip()
        elif words.startswith("{"):
            cells.brace = words.strip("{ ")
        else:
            cells.offense = f"{cells.offense} {words}".strip()
    return cells


def _by_tabs(line: Line) -> _Cells:
    """ "Card exposed<tab>{ Declarer<tab>None<tab>72"; two blanks stand for a tab where a cell was too wide for one."""
    pieces = [piece.strip() for cell in line.text.split("\t") for piece in re.split(r"(?<=\S) {2,}(?=\S)", cell)]
    cells = _Cells(line)
    if len(pieces) > 1 and _LAW_CELL.match(pieces[-1]):
        cells.law = pieces.pop()
    cells.offense = pieces.pop(0) if pieces else ""
    if pieces == ["{"]:
        cells.brace = ""
    elif len(pieces) > 1 and pieces[0].startswith("{") and pieces[0] != "{":
        cells.brace, cells.penalty = pieces[0].strip("{ "), " ".join(pieces[1:])
    else:
        cells.penalty = " ".join(pieces)
    cells.wide = len(re.findall(r"(?<=\S) {2,}(?=\S)", line.text)) > 0 and cells.penalty != ""
    cells.loose = not cells.law and bool(cells.offense) and not cells.penalty and cells.brace is None
    return cells


def _loose(line: Line) -> list[_Cells]:
    """A line whose columns are lost, perhaps of several rows: "Not playing to trick New deal 81 Playing 2 cards ..."."""
    found, start, text = [], 0, line.text.strip()
    for end in [*(match.end() for match in _RUN_ON.finditer(text)), len(text)]:
        piece = text[start:end].strip()
        start = end
        if piece:
            found.append(_loose_row(Line(line.number, piece, line.spans)))
    return found


def _loose_row(line: Line) -> _Cells:
    cells, text = _Cells(line, loose=True), line.text
    if match := _LAW_AT_END.search(text):
        cells.law = (match["brace"] or "") + match["law"]
        text = text[: match.start()].strip()
    if "{" in text:
        left, _, right = text.partition("{")
        cells.offense, right = left.strip(), right.strip(" {")
        player = _PLAYER.match(right)
        if player and right[player.end() :].strip()[:1].isupper():
            cells.brace, cells.penalty = player[0], right[player.end() :].strip()
        elif right or not left.strip():
            cells.penalty = "{ " + right
        else:
            cells.brace = ""
    elif cells.law:
        cells.offense, cells.penalty = _split(text)
    else:
        cells.parts = [text]
    return cells


def _split(text: str) -> tuple[str, str]:
    """Where the penalty begins in "Revoke by Declarer 150 points": at a capital that names no player, or at an amount."""
    words = text.split()
    for at in range(1, len(words)):
        word = words[at].strip(",;")
        if word.isdigit() and at + 1 < len(words) and words[at + 1].startswith(("point", "trick")):
            return " ".join(words[:at]), " ".join(words[at:])
        names = word in _NAMES and not (word in {"Second", "Third", "Fourth"} and at + 1 < len(words) and words[at + 1] == "Hand")
        if word[:1].isupper() and not names:
            return " ".join(words[:at]), " ".join(words[at:])
    return text, ""


def _rows(lines: list[_Cells]) -> tuple[list[Row], list[Line]]:
    if any(cells.brace is not None for cells in lines):
        return _braced_offenses(lines)
    if any(cells.penalty.startswith("{") for cells in lines):
        return _one_row(lines)
    rows: list[Row] = []
    lost: list[Line] = []
    for cells in lines:
        if cells.law and not (rows and cells.law.startswith("{") and not cells.offense):
            rows.append(Row(cells.offense, cells.penalty, laws_in(cells.law), cells.line.number, _doubt(cells)))
        elif rows:
            _continue(rows[-1], cells)
        else:
            lost.append(cells.line)
    lost += [cells.line for cells in lines if any(row.line == cells.line.number and not row.offense for row in rows)]
    return [row for row in rows if row.offense], lost


def _doubt(cells: _Cells) -> str:
    if cells.wide:
        return f"only blanks part “{cells.offense}” from “{cells.penalty}”"
    return f"cells parted by sense: “{cells.offense}” / “{cells.penalty}”" if cells.loose else ""


def _continue(row: Row, cells: _Cells) -> None:
    row.laws += laws_in(cells.law)
    if cells.parts:
        offense_open, penalty_open = bool(_HANGING.search(row.offense)), bool(_HANGING.search(row.penalty))
        words, name = cells.parts[0], "offense" if offense_open and not penalty_open else "penalty"
        setattr(row, name, f"{getattr(row, name)} {words}")
        row.doubt = f"the column of “{words}” (line {cells.line.number}) is lost; read as {name}"
        return
    row.offense = f"{row.offense} {cells.offense}".strip()
    row.penalty = f"{row.penalty} {cells.penalty}".strip()
    if cells.loose:
        row.doubt = f"“{cells.offense}” (line {cells.line.number}) goes on the cell above it by its place alone"


def _one_row(lines: list[_Cells]) -> tuple[list[Row], list[Line]]:
    """A brace of penalties: all lines are one row, and the law stands beside any of them."""
    offense = " ".join(part for cells in lines for part in [cells.offense, *cells.parts] if part)
    penalty = " ".join(word for cells in lines if (word := cells.penalty.strip("{ ")))
    laws = [law for cells in lines for law in laws_in(cells.law)]
    if not offense or not laws:
        return [], [cells.line for cells in lines]
    doubt = "lines joined by their brace" if any(cells.loose for cells in lines) else ""
    return [Row(offense, penalty, laws, lines[0].line.number, doubt)], []


def _braced_offenses(lines: list[_Cells]) -> tuple[list[Row], list[Line]]:
    """A brace of offenses: "Card exposed during play by" stands before each of its lines."""
    shared = " ".join(cells.offense for cells in lines if cells.offense)
    rows: list[Row] = []
    for cells in lines:
        if cells.brace:
            doubt = "lines joined by their brace" if cells.loose else ""
            rows.append(Row(f"{shared} {cells.brace}".strip(), "", [], cells.line.number, doubt))
        if rows:
            rows[-1].penalty = f"{rows[-1].penalty} {cells.penalty.strip('{ ')}".strip()
            rows[-1].laws += laws_in(cells.law)
    return rows, [] if rows else [cells.line for cells in lines]
