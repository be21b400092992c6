"""What a heading begins: a group, another list, a section, the notes."""

from __future__ import annotations

import re

from . import labels, markup, penalties
from .blocks import Block
from .drafts import Draft
from .hanging import Notes
from .source import HEADING


class Headings(Notes):
    """What a heading begins."""

    def _heading(self, block: Block) -> None:
        self.note = None
        if not self.found.drafts and not self.found.headings:
            self.opening.append(block)
            return
        self._new_heading(block)

    def _new_heading(self, block: Block) -> None:
        text = block.text
        self._claim(block, HEADING)
        self.in_notes = False
        if labels.FOOTNOTES.match(text):
            self.in_notes = True
            return
        title = markup.title(text)
        first, etiquette = self._label_ahead(), "etiquette" in text.lower()
        if self._case_ahead() or re.search(r"\b(?:CASES|DECISIONS)\b", text.upper()):
            self._start_list("case", title, block)
        elif self._penalty_ahead() or (first is None and penalties.TITLE.search(text)):
            self._group("penalty", title, block)
        elif first is not None and first.style not in {"roman", "ordinal"} and self._goes_on(first):
            goes_on = self.mode if self.mode in {"law", "etiquette"} else "law"
            self._start_list("etiquette" if etiquette else goes_on, title, block, restart=False)
        elif first is not None and etiquette:
            self._start_list("etiquette", title, block)
        elif first is not None and not self.counts.get("law"):
            self._start_list("law", title, block)
        elif self._run_in_ahead():
            self._start_list("section", title, block)
        else:
            self._section(title, block, listed=first is not None and first.value == 1)

    def _start_list(self, kind: str, title: str, block: Block, restart: bool = True) -> None:
        if restart and kind != self.mode:
            self.counts.pop(kind, None)
        self.mode = kind
        self._group(kind, title, block)

    def _section(self, title: str, block: Block, listed: bool) -> None:
        """A headed text without a law's number, or a second list that begins again at 1 under its own heading."""
        self.mode = "section"
        self.heading = None
        self._open(Draft("section", "", block.number, title, True, None, listed=listed))
