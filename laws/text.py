"""The light markup that entries are written in: paragraphs, parts, italics, note marks, tables, quotations.

Texts are stored as they are typed, and every offset in the project counts characters of the stored text. This module tells what
stands where; it never changes a text. docs/folder-format.md, "Inside a field", describes the markup to the people who type it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

Span = tuple[int, int]

PART = re.compile(r"\((?P<label>[a-z]{1,2}|[IVXL]{1,6}|[ivxl]{1,6}|[0-9]{1,2}(?:st|nd|rd|d|th)?)\)[ \t]+")
MARK = re.compile(r"\[\^(?P<number>\w{1,8})\]")
ITALIC = re.compile(r"(?<![\w\\])_(?=[^\s_])(?P<words>[^_]+?)(?<=[^\s_])_(?!\w)")
RULE = re.compile(r"^\|(?:\s*:?-{2,}:?\s*\|)+\s*$")
MARKED = re.compile(r"[_\[|>\\]|^\(", re.MULTILINE)  # where there is none of these, there is no markup but paragraphs
PARAGRAPHS = re.compile(r"\n(?:[^\S\n]*\n)+")
ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a text. `spans` are the pieces of the text that a reader sees, in order."""

    kind: str  # paragraph | part | quote | table
    start: int
    end: int
    spans: tuple[Span, ...]
    label: str = ""  # a part's label as typed: "a", "1st", "IV"
    anchor: str = ""  # its address within the page: "a", "1", "iv"
    rows: tuple[tuple[Span, ...], ...] = ()  # a table's cells
    has_head: bool = False
    hidden: tuple[Span, ...] = ()  # markup inside the spans: "> " and backslashes at the beginning of lines


def anchor_of(label: str) -> str:
    """The address of a part within its page: "B" is "b", "2d" is "2", "IV" is "iv"."""
    label = label.strip(" ().").lower()
    ordinal = re.fullmatch(r"(\d+)(?:st|nd|rd|d|th)?", label)
    return ordinal[1] if ordinal else label


def arabic(number: str) -> str:
    """A printed number as it stands in addresses: "XI" is "11", "50A" is "50a", "84" stays."""
    low = number.strip().lower()
    if low and all(ch in ROMAN for ch in low):
        values = [ROMAN[ch] for ch in low]
        return str(sum(-v if any(v < w for w in values[i + 1 : i + 2]) else v for i, v in enumerate(values)))
    return low


def lines(text: str) -> Iterator[Span]:
    """The spans of the lines of a text, without their line ends."""
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        if end < 0:
            end = len(text)
        yield start, end
        start = end + 1


@lru_cache(maxsize=256)  # a page asks for the same words a dozen times
def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text in order. Every character that is not white space, nor markup, lies in one block's spans."""
    found: list[Block] = []
    group: list[Span] = []
    for start, end in [*lines(text), (len(text), len(text))]:
        if text[start:end].strip():
            group.append((start, end))
        elif group:
            found.append(_block(text, group))
            group = []
    return tuple(found)


def _block(text: str, group: list[Span]) -> Block:
    start, end = group[0][0], group[-1][1]
    first = text[group[0][0] : group[0][1]]
    if first.lstrip().startswith("|"):
        return _table(text, group)
    if first.startswith(">"):
        lead = 2 if first.startswith("> ") else 1
        return Block("quote", start, end, ((start + lead, end),), hidden=_prefixes(text, group[1:], ("> ", ">")))
    hidden = _prefixes(text, group[1:], ("\\",))
    if part := PART.match(text, start, group[0][1]):
        return Block("part", start, end, ((part.end(), end),), part["label"], anchor_of(part["label"]), hidden=hidden)
    return Block("paragraph", start, end, ((start + first.startswith("\\"), end),), hidden=hidden)


def _prefixes(text: str, group: list[Span], prefixes: tuple[str, ...]) -> tuple[Span, ...]:
    """Where the markup at the beginning of lines stands that a reader does not see."""
    found = []
    for start, _ in group:
        if prefix := next((p for p in prefixes if text.startswith(p, start)), ""):
            found.append((start, start + len(prefix)))
    return tuple(found)


def _table(text: str, group: list[Span]) -> Block:
    rows: list[tuple[Span, ...]] = []
    has_head = False
    for at, (start, end) in enumerate(group):
        line = text[start:end]
        if at == 1 and RULE.match(line.strip()):
            has_head = True
            continue
        bars = [m.start() + start for m in re.finditer(r"(?<!\\)\|", line)]
        if len(bars) < 2 or line[bars[-1] - start + 1 :].strip():
            bars.append(end)
        cells = []
        for left, right in itertools.pairwise(bars):
            cell = text[left + 1 : right]
            lead = len(cell) - len(cell.lstrip())
            cells.append((left + 1 + lead, left + 1 + max(lead, len(cell.rstrip()))))
        rows.append(tuple(cells))
    spans = tuple(cell for row in rows for cell in row if cell[0] < cell[1])
    return Block("table", group[0][0], group[-1][1], spans, rows=tuple(rows), has_head=has_head)


def parts(text: str) -> list[tuple[str, str]]:
    """The (label, anchor) of every part of a text, each anchor once."""
    seen = {b.anchor: (b.label, b.anchor) for b in reversed(blocks(text)) if b.kind == "part"}
    return list(reversed(seen.values()))


def words_of_part(text: str, anchor: str) -> str:
    """What one part of a text says, in plain words; "" where the text has no such part."""
    return " ".join(_plain(text, b) for b in blocks(text) if b.kind == "part" and b.anchor == anchor)


def marks(text: str) -> list[tuple[str, int, int]]:
    """The note marks of a text: (number, start, end)."""
    return [(m["number"], m.start(), m.end()) for m in MARK.finditer(text)]


def plain(text: str) -> str:
    """A text without its markup, for search, snippets and summaries. Parts keep their label; blocks are parted by a line break."""
    if not MARKED.search(text):
        return "\n".join(" ".join(block.split()) for block in PARAGRAPHS.split(text) if block and not block.isspace())
    return "\n".join((f"({b.label}) " if b.label else "") + _plain(text, b) for b in blocks(text))


def _plain(text: str, block: Block) -> str:
    words = " ".join(_seen(text, span, block.hidden) for span in block.spans)
    words = MARK.sub("", words)
    words = ITALIC.sub(lambda m: m["words"], words)
    return " ".join(words.split())


def _seen(text: str, span: Span, hidden: tuple[Span, ...]) -> str:
    at, pieces = span[0], []
    for start, end in hidden:
        pieces.append(text[at:start])
        at = end
    return "".join([*pieces, text[at : span[1]]])
