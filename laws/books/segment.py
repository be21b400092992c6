"""Walks down the blocks of a book and says what each one is: a heading, an entry's beginning, its next paragraph, a note, a table."""

from __future__ import annotations

import re

from . import cases, labels, markup, penalties, penalty_lines, tables
from .blocks import Block
from .drafts import AFTERWORD, Draft, Found
from .headings import Headings
from .source import ENTRY, HEADING
from .walk import RUN_IN, is_penalty_table

_PLAIN_RUN_IN = re.compile(
    r"\s*(?P<title>[A-Z][\w’'-]*(?:\s+(?:[A-Z][\w’'-]*|of|in|for|and|the|or|to|a|out|with|on)){0,5})\.\s+(?=[A-Z“\"])"
)
_AFTERWORD = re.compile(r"\s*(?:Acknowledge?ments? |Reprinted |Copyright |The end\b|Printed (?:by|in) )", re.I)


class Segmenter(Headings):
    """One walk. `mode` is what a number counts here: law, etiquette, case, section, note."""

    def walk(self) -> Found:
        """Read every block. Blocks that nothing can be made of stay unclaimed."""
        while self.at < len(self.blocks):
            block = self.blocks[self.at]
            self.at += 1
            self._take(block)
        if self.opening:
            self._open_book(None)
        return self.found

    def _take(self, block: Block) -> None:
        if not block.text and not block.rows:
            return
        if self._penalties(block) or self._table(block):
            return
        if not self._is_heading(block) and (self._note(block) or self._entry(block)):
            return
        if self._is_heading(block):
            self._heading(block)
        elif self.found.drafts or self.current or self.found.headings:
            self._paragraph(block)
        elif not self._starts_section(block):
            self.opening.append(block)

    def _entry(self, block: Block) -> bool:
        text = block.text
        if label := labels.case_label(text):
            self._start("case", label, block)
            return True
        if self._case_in_turn(text):
            self._start("case", labels.roman_label(text) or labels.arabic_label(text), block)  # type: ignore[arg-type]
            return True
        if self._part(block):
            return True
        if self.mode == "case" and self.current is not None:
            return False
        label = self._figures(text) or labels.worded_label(text) or self._first_of_its_style(block)
        if label is not None and self._accepts(label):
            self._start(self._kind_of(label, block), label, block)
            return True
        return self._range(block) or self._doubtful(block)

    def _paragraph(self, block: Block) -> None:
        """A paragraph without a label goes on with what is open."""
        text = block.text
        if "etiquette" in text.lower():
            self.etiquette_said = block.number
        if self.note is not None and (self.in_notes or self.note_open):
            self._note_goes_on(block)
            return
        self.note = None
        if self._starts_section(block):
            return
        draft = self.current
        if draft is None:
            self._introduce(block)
        elif self._is_afterword(block, draft):
            self.found.back.append(markup.paragraph(text))
            self.found.guesses.append((block.number, " ".join(text.split()[:4]), f"{AFTERWORD} {draft.kind} {draft.number}".rstrip()))
            self._claim(block)
        elif self._rejoins(block, draft):
            draft.paragraphs[-1] += " " + markup.inline(text)
            self._claim_entry(block)
        else:
            draft.add(text)
            self._claim_entry(block)

    def _introduce(self, block: Block) -> None:
        if self.heading is not None:
            self.found.headings[self.heading].paragraphs.append(markup.paragraph(block.text))
            self._claim(block)

    def _starts_section(self, block: Block) -> bool:
        """ "_=The Revoke.=_ For this ..." begins a section where no numbered law is open."""
        match = RUN_IN.match(block.text) or (_PLAIN_RUN_IN.match(block.text) if self.unnumbered else None)
        if match is None or not (self.mode == "section" or (self.current is None and not self.counts)):
            return False
        if self.opening:
            self._open_book(None)
        self.mode = "section"
        title, rest = match["title"].strip(), block.text[match.end() :]
        stands = title.endswith((".", ":")) or match.re is _PLAIN_RUN_IN or (match["stop"] in {".", ":"} and rest[:1].isupper())
        draft = Draft("section", "", block.number, markup.title(title), stands, self.heading)
        self._open(draft)
        draft.add(rest if stands else block.text)
        self._claim(block)
        return True

    def _is_afterword(self, block: Block, draft: Draft) -> bool:
        """ "Acknowledgment is made ..." before the next chapter, or words outside the indent of the laws after their notes."""
        last = self.at >= len(self.blocks) or self._is_heading(self.blocks[self.at])
        if last and _AFTERWORD.match(block.text) and not _is_case_mark(self.blocks, self.at):
            return True
        if draft.kind not in {"law", "etiquette"} or not draft.closed:
            return False
        return draft.label_indent > 1 and block.indent == 0 and self._label_ahead() is None

    def _rejoins(self, block: Block, draft: Draft) -> bool:
        """A paragraph that a page or a stray blank line has cut: it ended in a word, and goes on in a small letter."""
        last = draft.paragraphs[-1] if draft.paragraphs else ""
        if not last or not last[-1].isalpha() or last.startswith("|") or not block.text[:1].islower():
            return False
        if block.indent != max(0, draft.label_indent) and not block.after_page:
            return False
        self.found.guesses.append((block.number, " ".join(block.text.split()[:3]), "goes on with the paragraph above, which had no end"))
        return True

    def _table(self, block: Block) -> bool:
        if block.kind != "table":
            return False
        rows = tables.rows_of(block)
        if not rows or (self.note is not None and self.in_notes):
            return False
        draft = self.current
        if draft is None or labels.arabic_label(block.text):
            block.kind = "text"
            return False
        draft.add_table(rows, block.head_rows or int(tables.has_head(rows)))
        self._claim_entry(block)
        return True

    def _penalties(self, block: Block) -> bool:
        if not is_penalty_table(block):
            return False
        if self.opening:
            self.mode = "penalty"
            self._open_book(None)
        if self.heading is None or self.found.headings[self.heading].kind != "penalty":
            self.heading = None
        if block.rows:
            self._penalty_cells(block)
        else:
            self._penalty_lines(block)
        self.current, self.note, self.mode = None, None, "law"
        return True

    def _penalty_cells(self, block: Block) -> None:
        taken = [block]
        while self.at < len(self.blocks) and self.blocks[self.at].rows:
            taken.append(self.blocks[self.at])
            self.at += 1
        for one in taken:
            rows, lost = penalties.read_cells(one)
            self._rows(rows)
            for at, lines in enumerate(one.row_lines):
                if at not in lost:
                    self.ledger.claim_lines(lines, ENTRY)

    def _penalty_lines(self, block: Block) -> None:
        header, rest = block.lines[0], Block(block.lines[1:])
        taken = [rest] if rest.lines else []
        while self.at < len(self.blocks) and not self._ends_table(self.blocks[self.at]):
            taken.append(self.blocks[self.at])
            self.at += 1
        rows, lost = penalty_lines.read_lines(header, taken)
        self.ledger.claim_lines([header], HEADING)
        gone = {line.number for line in lost}
        for one in taken:
            self.ledger.claim_lines([line for line in one.lines if line.number not in gone], ENTRY)
        self._rows(rows)

    def _ends_table(self, block: Block) -> bool:
        text = block.text
        return block.is_heading or (labels.in_capitals(text) and not text.startswith("{")) or bool(labels.case_label(text))

    def _rows(self, rows: list[penalties.Row]) -> None:
        for row in rows:
            number = str(self.counts.get("penalty", 0) + 1)
            self.counts["penalty"] = int(number)
            draft = Draft("penalty", number, row.line, heading=self.heading, value=int(number))
            draft.offense, draft.penalty, draft.laws, draft.remedies = row.offense, row.penalty, row.laws, row.remedies
            self.found.drafts.append(draft)
            if row.doubt:
                self.found.guesses.append((row.line, f"row {number}", row.doubt))


def _is_case_mark(blocks: list[Block], at: int) -> bool:
    return at < len(blocks) and cases.is_mark(blocks[at].text)
