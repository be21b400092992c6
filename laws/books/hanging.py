"""Notes as they are met: in brackets, bare under their heading, under a symbol."""

from __future__ import annotations

import re

from . import labels
from .blocks import Block
from .drafts import Draft
from .parts import Parts

_NEAR = 60  # paragraphs back to look for the mark of a note


class Notes(Parts):
    """Notes under the text, between the laws or at the end."""

    def _note(self, block: Block) -> bool:
        text = block.text
        if found := labels.note_label(text):
            number, end, closed = found
            return self._start_note(block, number, text[end:], closed)
        if self.in_notes and (bare := labels.bare_note_label(text, self.counts.get("footnote", 0) + 1)):
            return self._start_note(block, bare[0], text[bare[1] :], False)
        if (match := labels.SYMBOL_NOTE.match(text)) and (number := self._hang_symbol(match["symbol"])):
            return self._start_note(block, number, text[match.end() :], False)
        return False

    def _start_note(self, block: Block, number: str, words: str, bracketed: bool) -> bool:
        if self.opening:
            self._open_book(None)
        before = self.current
        heading, notes = self.heading, self.in_notes
        self.note_open = bracketed and not words.rstrip().endswith("]")
        draft = Draft("footnote", number, block.number, value=int(number) if number.isdigit() else 0)
        self._open(draft)
        self.current, self.heading, self.in_notes = before, heading, notes
        self.note = draft
        if before is not None:
            before.closed = True
        draft.add(words.rstrip().removesuffix("]") if bracketed else words)
        if not draft.lost:
            self._claim(block)
        self.counts["footnote"] = draft.value
        return True

    def _note_goes_on(self, block: Block) -> None:
        assert self.note is not None
        text = block.text
        if self.note_open and text.rstrip().endswith("]"):
            self.note_open, text = False, text.rstrip()[:-1]
        self.note.add(text)
        if not self.note.lost:
            self._claim(block)

    def _hang_symbol(self, symbol: str) -> str:
        """Find the mark "word*" that a note "* words" belongs to, and give both a number."""
        pattern = re.compile(rf"(?<=[\w.,;:”\"’')]){re.escape(symbol)}(?![\w*])")
        for draft in reversed(self.found.drafts[-40:]):
            recent = range(max(0, len(draft.paragraphs) - _NEAR), len(draft.paragraphs))
            for at, words in ((at, draft.paragraphs[at]) for at in recent):
                if pattern.search(words):
                    self.symbols += 1
                    number = str(self.symbols) if ("footnote", str(self.symbols)) not in self.seen else f"s{self.symbols}"
                    draft.paragraphs[at] = pattern.sub(f"[^{number}]", words, count=1)
                    self.found.guesses.append((draft.line, symbol, f"the mark “{symbol}” is note {number}"))
                    return number
        return ""
