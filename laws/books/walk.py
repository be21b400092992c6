"""The state of a walk down the blocks of a book, and its looks ahead."""

from __future__ import annotations

import re

from . import cases, labels, penalties
from .blocks import Block
from .drafts import Draft, Found, Head
from .labels import Label
from .profile import Profile
from .source import ENTRY, Ledger

RUN_IN = re.compile(r"\s*_?=(?P<title>[^=\n]{2,80})=_?(?P<stop>[.,;:]?)\s*")
TITLE_LINE = re.compile(r"\s*[A-Z][\w’'-]*(?:\s+[\w’'&-]+){0,6}\s*\Z")
FARTHEST_JUMP = 60
LONGEST_HEADING = 190  # a title has room for 200 characters, and a note mark grows by one


class State:
    """What is known at one place of the walk, and what can be seen ahead."""

    def __init__(self, blocks: list[Block], ledger: Ledger, profile: Profile) -> None:
        self.blocks, self.ledger, self.profile = blocks, ledger, profile
        self.found = Found()
        self.mode = "law"
        self.counts: dict[str, int] = {}
        self.seen: dict[tuple[str, str], Draft] = {}
        self.repeated: dict[tuple[str, str], list[int]] = {}
        self.heading: int | None = None
        self.current: Draft | None = None
        self.note: Draft | None = None
        self.in_notes = False
        self.note_open = False
        self.etiquette_said = -9
        self.at = 0
        self.symbols = 0
        self.label_indent = 0
        self.styles: dict[str, str] = {}  # how the labels of each kind look
        self.opening: list[Block] = []
        self.unnumbered = not any(labels.any_label(block.text) for block in blocks)

    def _claim(self, block: Block, owner: int = ENTRY) -> None:
        self.ledger.claim_lines(block.lines, owner)

    def _claim_entry(self, block: Block) -> None:
        if self.current is None or not self.current.lost:
            self._claim(block)

    def _expected(self, kind: str) -> int:
        return self.counts.get(kind, 0) + 1

    def _figures(self, text: str) -> Label | None:
        """A label in figures. "8o." is law 80 where 80 is next, and no law 8 o; "50a." after 50 is a law of its own."""
        label = labels.arabic_label(text)
        if label is None or not label.suffix or label.value in {self.counts.get(self.mode, 0), self._expected(self.mode)}:
            return label
        return None if labels.doubtful_label(text, self._expected(self.mode)) else label

    def _goes_on(self, label: Label) -> bool:
        count = max(self.counts.get("law", 0), self.counts.get("etiquette", 0))
        return bool(count) and 0 < label.value - count <= FARTHEST_JUMP

    @property
    def _is_worded_case(self) -> bool:
        return self.current is not None and self.current.kind == "case" and self.current.label_indent < 0

    def _case_in_turn(self, text: str) -> bool:
        if self.mode != "case":
            return False
        label = labels.roman_label(text) or labels.arabic_label(text)
        count = self.counts.get("case", 0)
        return label is not None and label.value == count + 1 and (count > 0 or label.value == 1) and not self._is_worded_case

    def looks_like_heading(self, block: Block) -> bool:
        """Whether a block reads as a heading before anything is known about the book."""
        text = block.text
        if not text or len(text) > LONGEST_HEADING or block.kind == "table" or cases.is_mark(text):
            return False
        if labels.arabic_label(text) or labels.note_label(text) or labels.case_label(text) or labels.worded_label(text):
            return False
        return block.is_heading or labels.in_capitals(text)

    def _is_heading(self, block: Block) -> bool:
        text = block.text
        if len(text) > LONGEST_HEADING or len(block.lines) > 4 or not text or labels.case_label(text) or labels.worded_label(text):
            return False
        if self.current is not None and self.current.kind == "case" and cases.is_mark(text):
            return False
        if labels.FOOTNOTES.match(text):
            return True
        if labels.arabic_label(text) or labels.note_label(text) or self._case_in_turn(text):
            return False
        if block.is_heading or (labels.in_capitals(text) and not text.startswith(("(", "—"))):
            return True
        match = RUN_IN.fullmatch(text)
        if match is not None:
            return True
        return len(text) < 60 and bool(TITLE_LINE.match(text)) and self.at < len(self.blocks) and self._numbered(self.blocks[self.at])

    def _numbered(self, block: Block) -> bool:
        label = labels.arabic_label(block.text)
        return label is not None and (label.value == self._expected(self.mode) or label.value == 1 or not self.counts)

    def _ahead(self) -> list[Block]:
        """The blocks up to the next heading."""
        found = []
        for block in self.blocks[self.at : self.at + 40]:
            if (block.is_heading or labels.in_capitals(block.text)) and not labels.arabic_label(block.text) and block.kind == "text":
                break
            found.append(block)
        return found

    def _label_ahead(self) -> Label | None:
        for block in self._ahead():
            text = block.text
            if label := self._figures(text) or labels.worded_label(text) or labels.ordinal_label(text) or labels.roman_label(text):
                return label
            if block.label and (value := labels.number_of(block.label.upper())):
                return Label(block.label, value, "roman", 0)
            doubtful = labels.doubtful_label(text, self._expected(self.mode))
            if doubtful:
                return doubtful[0]
        return None

    def _case_ahead(self) -> bool:
        for block in self.blocks[self.at : self.at + 60]:
            if labels.case_label(block.text):
                return self.mode != "case" and not any(labels.arabic_label(b.text) for b in self._ahead())
            if block.is_heading or labels.in_capitals(block.text):
                return False
        return False

    def _penalty_ahead(self) -> bool:
        return any(is_penalty_table(block) for block in [*self._ahead(), *self.blocks[self.at + len(self._ahead()) :][:1]])

    def _run_in_ahead(self) -> bool:
        return any(RUN_IN.match(block.text) for block in self._ahead())

    def _group(self, kind: str, title: str, block: Block) -> None:
        self.found.headings.append(Head(kind, title, block.number))
        self.heading = len(self.found.headings) - 1
        self.current = None


def is_penalty_table(block: Block) -> bool:
    """Whether a block begins a table of penalties: "OFFENSE  PENALTY  LAW"."""
    if block.rows:
        return bool(penalties.HEADER.match("  ".join(" ".join(cell.split()) for cell in block.rows[0])))
    return bool(penalties.HEADER.match(block.lines[0].text[:240]))
