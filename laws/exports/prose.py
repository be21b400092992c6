"""The words of an entry for places that are no page of the site: a mail, a book, a sheet of plain text.

`laws.citations.link` alone says what the HTML of a text is. What it wrote is read here into blocks of runs; `tags`, `markdown` and
`columns` write these anew as plain HTML, Markdown or lines of text, with the links led to wherever the place wants them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser

Address = Callable[[str], str]  # from an address of the site to the one that the place wants; "" for no link
BLOCKS = {"p": "paragraph", "li": "part", "blockquote": "quote", "table": "table"}


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one dress. `href` is as the page has it, within the site; `mark` is the number of a note whose mark stands here."""

    words: str
    is_italic: bool = False
    href: str = ""
    mark: str = ""


Cell = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a text: paragraph, part, quote or table."""

    kind: str
    runs: Cell = ()
    label: str = ""  # of a part, as printed
    anchor: str = ""
    rows: tuple[tuple[Cell, ...], ...] = ()
    has_head: bool = False


def read(html: str) -> tuple[Block, ...]:
    """The blocks of what `laws.citations.link` wrote. Tags that it does not know are passed over, their words kept."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return tuple(reader.done())


def part_of(blocks: Iterable[Block], anchor: str) -> tuple[Block, ...]:
    """The blocks of one part."""
    return tuple(block for block in blocks if block.kind == "part" and block.anchor == anchor)


def plain(block_or_cell: Block | Cell) -> str:
    """The words in one line, without marks."""
    runs = block_or_cell.runs if isinstance(block_or_cell, Block) else block_or_cell
    return " ".join("".join(run.words for run in runs).split())


@dataclass(slots=True)
class _Open:
    """A block that is being read."""

    kind: str
    runs: list[Run] = field(default_factory=list)
    label: str = ""
    anchor: str = ""
    rows: list[list[list[Run]]] = field(default_factory=list)
    has_head: bool = False

    def closed(self) -> Block:
        rows = tuple(tuple(tuple(cell) for cell in row) for row in self.rows)
        return Block(self.kind, tuple(self.runs), self.label, self.anchor, rows, self.has_head)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self.open: _Open | None = None
        self.italic = 0
        self.hrefs: list[str] = []
        self.in_label = self.in_mark = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        names = given.get("class", "").split()
        if tag in BLOCKS and (self.open is None or tag != "p"):
            self._close()
            self.open = _Open(BLOCKS[tag], anchor=given.get("id", "") if tag == "li" else "")
        elif "part-label" in names:
            self.in_label = True
        elif "note-mark" in names:
            self.in_mark = True
        elif tag == "em":
            self.italic += 1
        elif tag == "tr" and self.open:
            self.open.rows.append([])
        elif tag in ("td", "th") and self.open and self.open.rows:
            self.open.rows[-1].append([])
            self.open.has_head = self.open.has_head or tag == "th"
        if tag == "a":
            self.hrefs.append("" if self.in_label else given.get("href", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self.hrefs:
            self.hrefs.pop()
        if tag == "em" and self.italic:
            self.italic -= 1
        if tag in ("a", "span"):
            self.in_label = False
        elif tag == "sup":
            self.in_mark = False
        elif tag in ("li", "blockquote", "table") or (tag == "p" and self.open and self.open.kind == "paragraph"):
            self._close()

    def handle_data(self, data: str) -> None:
        if self.open is None:
            if not data.strip():
                return
            self.open = _Open("paragraph")
        if self.in_label:
            self.open.label += data.strip()
            return
        run = Run("", mark=data) if self.in_mark else Run(data, bool(self.italic), self.hrefs[-1] if self.hrefs else "")
        if self.open.kind != "table":
            self.open.runs.append(run)
        elif self.open.rows and self.open.rows[-1]:
            self.open.rows[-1][-1].append(run)

    def _close(self) -> None:
        if self.open is not None:
            self.blocks.append(self.open.closed())
        self.open = None

    def done(self) -> list[Block]:
        self._close()
        return [block for block in self.blocks if block.runs or block.rows]
