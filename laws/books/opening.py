"""The beginning of a book, sorted once its first entry is known."""

from __future__ import annotations

import re

from . import cases, labels, markup
from .blocks import Block
from .labels import Label
from .source import HEADING
from .walk import LONGEST_HEADING, RUN_IN, TITLE_LINE, State


class Opening(State):
    """The beginning of a book: title, front matter, the heading of the first group."""

    def _open_book(self, first: Label | None) -> None:
        """Sort what stands before the first entry: the title, words at the front, the heading of the first group."""
        opening, self.opening = self.opening, []
        heads = [block for block in opening if self._looks_headed(block) and not cases.is_mark(block.text)]
        if not heads and first is not None and first.style == "case" and first.value > 1:
            self._fragment(opening, first)
            return
        group = heads[-1] if heads else None
        if len(heads) > 1:
            self.found.title = markup.title(heads[0].text)
            self._claim(heads[0], HEADING)
        for block in opening:
            if block is group:
                rest = opening[opening.index(block) + 1 :]
                self._open_group(block, first, rest)
                break
            if block is not heads[0] if heads and self.found.title else True:
                self.found.front.append(markup.paragraph(block.text))
                self._claim(block)

    def _looks_headed(self, block: Block) -> bool:
        text = block.text
        looks = block.is_heading or labels.in_capitals(text) or bool(RUN_IN.fullmatch(text)) or bool(TITLE_LINE.match(text))
        return len(text) <= LONGEST_HEADING and looks

    def _open_group(self, block: Block, first: Label | None, rest: list[Block]) -> None:
        title = markup.title(block.text)
        self._claim(block, HEADING)
        if first is None:
            kind = self.mode if self.mode == "penalty" else "section"
        else:
            kind = "etiquette" if "etiquette" in title.lower() else "case" if first and first.style == "case" else self.mode
        kind = "case" if re.search(r"\b(?:CASES|DECISIONS)\b", title.upper()) else kind
        self.mode = kind if kind != "penalty" else self.mode
        self._group(kind, title, block)
        for one in rest:
            self.found.headings[-1].paragraphs.append(markup.paragraph(one.text))
            self._claim(one)

    def _fragment(self, opening: list[Block], first: Label) -> None:
        self.found.fragments += 1
        self.found.remarks.append((opening[0].number, f"the text before case {first.number} has no heading: it is the end of another case"))
