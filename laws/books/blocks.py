"""From lines to blocks: paragraphs, headings, tables. A block is what stands between blank lines, cut where a label begins a new thing."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from . import labels
from .source import Line

_LONG_LINE = 120
_DOUBLE_SPACE = re.compile(r"\S {2,}\S|\t")
_ENDS = tuple(".!?:;\"”’')]_*=}—–-,|")
_SENTENCE_ENDS = tuple(".!?:;\"”’')]_*=}")
_DECIDED = re.compile(r"\s*[_*]*(?:decision|ruling|answer)[_*]*\s*[.:—–-]", re.I)


@dataclass(slots=True)
class Block:
    """Lines that belong together. `rows` holds a table's cells; `label` is a list mark that a browser would have made ("I")."""

    lines: list[Line]
    kind: str = "text"  # text | table
    blanks: int = 1  # blank lines above
    rows: list[list[str]] = field(default_factory=list)
    head_rows: int = 0
    label: str = ""
    is_heading: bool = False  # the source says so (an HTML heading, a centred line)
    spans: list[list[int]] = field(default_factory=list)  # a table's row spans
    row_lines: list[list[Line]] = field(default_factory=list)  # which of `lines` each row of `rows` stands in
    after_page: bool = False  # a page ended above it
    _text: str | None = None

    @property
    def number(self) -> int:
        """The line it begins in."""
        return self.lines[0].number

    @property
    def indent(self) -> int:
        return min((line.indent for line in self.lines if line.text.strip()), default=0)

    @property
    def text(self) -> str:
        """Its words on one line."""
        if self._text is None:
            self._text = " ".join(" ".join(line.text.split()) for line in self.lines).strip()
        return self._text

    @text.setter
    def text(self, value: str) -> None:
        self._text = value


def group(lines: list[Line], pages_after: set[int]) -> list[Block]:
    """The blocks of a plain text. `pages_after` are the numbers of lines where page furniture was dropped."""
    found: list[Block] = []
    run: list[Line] = []
    blanks, page = 1, False
    for line in [*lines, Line(0, "")]:
        if line.text.strip():
            run.append(line)
            continue
        if run:
            cut = [Block(piece, blanks=blanks if at == 0 else 0) for at, piece in enumerate(cut_run(run))]
            cut[0].after_page = page
            found += cut
            run, blanks, page = [], 0, False
        blanks += 1
        page = page or line.number in pages_after
    for block in found:
        if is_tabular(block.lines):
            block.kind = "table"
    return _whole_tables(found)


def _whole_tables(blocks: list[Block]) -> list[Block]:
    """A table whose head stands off from its rows is one table, if the columns of both fit together."""
    found: list[Block] = []
    for block in blocks:
        above = found[-1] if found else None
        if above is not None and block.kind == "table" and _is_head(above) and _fit(above.lines, block.lines):
            above.lines += block.lines
            above.kind, above._text = "table", None
        else:
            found.append(block)
    return found


def _is_head(block: Block) -> bool:
    """ "             1st        2d" above its rows."""
    return block.kind == "table" or (len(block.lines) == 1 and block.indent > 5 and bool(_DOUBLE_SPACE.search(block.lines[0].text.strip())))


def _fit(above: list[Line], below: list[Line]) -> bool:
    upper, lower = [line.text for line in above], [line.text for line in below]
    if len(upper) > 3 or any("|" in text or "\t" in text for text in upper + lower):
        return False
    return len(columns(upper + lower)) >= len(columns(lower)) > 1


def cut_run(run: list[Line]) -> Iterator[list[Line]]:
    """The blocks of one run of lines."""
    if _a_paragraph_a_line(run):
        yield from ([line] for line in run)
        return
    piece = [run[0]]
    memory = labels.Memory()
    memory.saw(run[0].text)
    for before, line in itertools.pairwise(run):
        if _begins(line, before, piece, memory):
            yield piece
            piece = []
        piece.append(line)
        memory.saw(line.text, fresh=len(piece) == 1)
    yield piece


def _a_paragraph_a_line(run: list[Line]) -> bool:
    """Whether every line is a paragraph of its own: long ones and short ones mixed, where wrapped lines are about equally long."""
    lengths = [len(line.text) for line in run]
    longest = max(lengths)
    if longest <= _LONG_LINE:
        return False
    return len(run) == 1 or min(lengths[:-1]) < 0.6 * longest


def _begins(line: Line, before: Line, piece: list[Line], memory: labels.Memory) -> bool:
    """Whether a line without a blank line above it begins something new."""
    text, above = line.text, before.text.rstrip()
    if labels.CASE_LINE.match(text) or (_DECIDED.match(text) and above.endswith(_SENTENCE_ENDS)):
        return True
    if labels.FOOTNOTES.match(text) or labels.FOOTNOTES.match(above):
        return True
    if len(piece) == 1 and labels.in_capitals(above) and labels.arabic_label(text):
        return True  # "CUTTING" / "14. In cutting, the ace"
    if labels.note_label(text) and (above.endswith(_ENDS) or labels.note_label(piece[0].text)):
        return True
    return memory.is_next(text) and above.endswith(_SENTENCE_ENDS if memory.counts_laws else _ENDS)


def is_tabular(lines: list[Line]) -> bool:
    """Whether lines stand in columns: most have a gap of two blanks inside, and some column is blank in all of them."""
    if len(lines) < 2:
        return False
    if sum(line.text.lstrip().startswith(("|", "+-")) for line in lines) >= len(lines) - 1:
        return True
    gaps = sum(bool(_DOUBLE_SPACE.search(line.text.strip())) for line in lines)
    return gaps >= max(2, 0.6 * len(lines)) and len(columns([line.text for line in lines])) > 1


def columns(texts: list[str]) -> list[tuple[int, int]]:
    """The columns of a table: stretches parted by places where every line has a blank."""
    width = max(len(text) for text in texts)
    if width > 400:
        return []
    filled = [any(len(text) > at and text[at] != " " for text in texts) for at in range(width)] + [False]
    found, start = [], None
    for at, full in enumerate(filled):
        if full and start is None:
            start = at
        elif not full and start is not None:
            found.append((start, at))
            start = None
    return found
