"""Parts of an entry, under whatever label they are printed."""

from __future__ import annotations

from dataclasses import replace

from . import labels
from .blocks import Block
from .drafts import Draft
from .entries import Entries
from .labels import Label


class Parts(Entries):
    """Parts of an entry: lettered, ordinal, roman, numbered."""

    def _part(self, block: Block) -> bool:
        """A lettered, ordinal, roman or numbered part of the entry that is open."""
        draft = self.current
        if draft is None or draft.kind == "case" or self.in_notes:
            return False
        text = block.text
        label = self._part_label(block, draft)
        if label is None:
            return False
        draft.add_part(label.printed or label.number, text[label.end :], label.style, label.value)
        if draft.listed and label.value == draft.expects(label.style) - 1 == len(draft.parts):
            self._list_grew(draft)
        self._claim_entry(block)
        return True

    def _part_label(self, block: Block, draft: Draft) -> Label | None:
        text = block.text
        if block.label:
            value = labels.number_of(block.label.upper()) or len(draft.parts) + 1
            style = "html"
            return Label(block.label, value, style, 0, "", block.label)
        found = labels.part_label(text)
        if found is not None and found.style == "letter" and found.value != draft.expects("letter"):
            small = labels.roman(found.number)  # "(i)" and "(v)" are letters too
            found = replace(found, value=small, style="small roman") if small == draft.expects("small roman") else found
        if found is not None and (found.value == draft.expects(found.style) or found.value == 1):
            return found
        roman = labels.roman_label(text) if draft.expects("roman") > 1 or self.styles.get(self.mode) != "roman" else None
        for label in (labels.ordinal_label(text), roman):
            if label is None or (label.style == self.styles.get(draft.kind) and label.value == draft.value + 1):
                continue
            if label.value == draft.expects(label.style) and (label.value > 1 or draft.leads_in or draft.kind == "section"):
                return label
        return self._figure_part(text, draft)

    def _figure_part(self, text: str, draft: Draft) -> Label | None:
        """ "1. ..." inside a law that announced a list, or in a list of its own under a heading."""
        label = labels.arabic_label(text)
        if label is None or label.value != draft.expects("arabic"):
            return None
        inside = draft.kind == "section" or (label.value == 1 and draft.leads_in and draft.value > 1) or draft.expects("arabic") > 1
        if draft.kind != "section" and label.value == draft.value + 1:
            return None
        if not inside or (draft.kind == "section" and self._goes_on(label) and label.value > 1 and draft.expects("arabic") == 1):
            return None
        return Label(label.number, label.value, "arabic", label.end, label.title, label.number)

    def _list_grew(self, draft: Draft) -> None:
        if self.found.other_lists and self.found.other_lists[-1][0] == draft.title:
            self.found.other_lists.pop()
        self.found.other_lists.append((draft.title, len(draft.parts)))
