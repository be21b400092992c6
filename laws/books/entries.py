"""Where an entry begins: labels in their turn, restarts, repeats, doubtful ones."""

from __future__ import annotations

from . import labels, markup
from .blocks import Block
from .drafts import Draft
from .labels import Label
from .opening import Opening
from .walk import FARTHEST_JUMP


class Entries(Opening):
    """Where an entry begins, and whether its number can be one."""

    def _first_of_its_style(self, block: Block) -> Label | None:
        """ "1st.--" and "I." are labels of laws where no law in figures has been seen, and in their turn."""
        label = labels.ordinal_label(block.text) or labels.roman_label(block.text)
        if label is None or self.mode not in {"law", "etiquette"}:
            return None
        style = self.styles.get(self.mode)
        if style == label.style and label.value == self.counts.get(self.mode, 0) + 1:
            return label
        return label if style is None and label.value == 1 else None

    def _accepts(self, label: Label) -> bool:
        """Whether a number in figures can be the next law: one far from its turn is a year or an amount."""
        if self.mode == "section" and self.current is not None and not self._goes_on(label):
            return False
        count = self.counts.get(self.mode, 0)
        return not count or label.style in {"worded", "bold"} or label.value - count <= FARTHEST_JUMP

    def _kind_of(self, label: Label, block: Block) -> str:
        """A count that begins again at 1: etiquette where it was announced; else it goes on."""
        kind = self.mode if self.mode in {"law", "etiquette"} else "law"
        if kind == "law" and label.value == 1 and self.counts.get("law", 0) > 1 and block.number - self.etiquette_said < 40:
            self._announced_etiquette(block)
            return "etiquette"
        return kind

    def _announced_etiquette(self, block: Block) -> None:
        """The paragraph that announces an etiquette without a heading becomes its introduction."""
        intro: list[str] = []
        if self.current is not None and self.current.paragraphs:
            intro = [self.current.paragraphs.pop()]
        self.mode = "etiquette"
        self.counts["etiquette"] = 0
        self._group("etiquette", "Etiquette", block)
        self.found.headings[-1].paragraphs = intro
        self.found.guesses.append((block.number, "1.", "a count that begins again after words about etiquette is read as the etiquette"))

    def _start(self, kind: str, label: Label, block: Block) -> None:
        if self.opening:
            self._open_book(label)
            kind = self.mode if self.mode in {"etiquette", "case"} and kind == "law" else kind
        if kind == "case" and self.mode != "case":
            self.mode, self.heading = "case", None
        draft = Draft(kind, label.number, block.number, value=label.value, suffix=label.suffix, heading=self.heading)
        draft.label_indent = -1 if label.style == "case" else block.indent
        if label.title:
            self._titled(draft, label, block)
        self.styles.setdefault(kind, label.style)
        words = block.text[label.end :].strip()
        self.label_indent = block.indent
        self._open(draft)
        self._claim_entry(block)
        if label.title and not draft.title_is_printed:
            words = f"_{label.title}_ {words}"
        draft.add(words)
        self.counts[kind] = max(label.value, self.counts.get(kind, 0) if draft.lost else 0)

    def _titled(self, draft: Draft, label: Label, block: Block) -> None:
        """ "_=37. The Antes.=_" is a title; "_=26. The Last Card=_ of the pack" is the beginning of a sentence."""
        draft.title = markup.title(label.title)
        following = block.text[label.end : label.end + 1]
        draft.title_is_printed = label.title.rstrip().endswith((".", ":", "!", "?")) or following[:1].isupper() or not following

    def _open(self, draft: Draft) -> None:
        """Make an entry the current one, and see whether its number was used before or is out of order."""
        key = (draft.kind, draft.number.lower())
        if draft.number and key in self.seen:
            first = self.seen[key]
            self._repeat(draft, first)
        elif draft.number:
            self.seen[key] = draft
            count = self.counts.get(draft.kind, 0)
            if draft.kind == "footnote" and not draft.value:
                pass  # [A], [B]: not a count
            elif draft.value < count or (draft.value == count and not draft.suffix):
                self.found.disorder.append((draft.kind, draft.number, draft.line))
        self.found.drafts.append(draft)
        self.current, self.note, self.in_notes = draft, None, False

    def _repeat(self, draft: Draft, first: Draft) -> None:
        """A second case of a number is kept (a reader can tell them apart); a second law is not: a citation could mean either."""
        draft.lost = draft.kind != "case"
        lines = self.repeated.get((first.kind, first.number))
        if lines is None:
            lines = self.repeated[first.kind, first.number] = [first.line]
            self.found.repeats.append((first.kind, first.number, lines))
        lines.append(draft.line)

    def _doubtful(self, block: Block) -> bool:
        """A label that is one only by its turn: "46 A player", "7S. If"."""
        if self.mode not in {"law", "etiquette"} or not self.counts.get(self.mode):
            return False
        doubtful = labels.doubtful_label(block.text, self._expected(self.mode))
        if doubtful is None or block.indent > self.label_indent:
            return False
        label, reason = doubtful
        self.found.guesses.append((block.number, label.printed, reason))
        self._start(self.mode, label, block)
        return True

    def _range(self, block: Block) -> bool:
        """ "5 to 10. As in Bridge." stands for each of its laws."""
        span = labels.range_label(block.text)
        if span is None or self.mode not in {"law", "etiquette"} or span[0] != self._expected(self.mode):
            return False
        first, last, end = span
        for value in range(first, last + 1):
            self._start(self.mode, Label(str(value), value, "arabic", end), block)
        self.found.guesses.append((block.number, f"{first} to {last}", f"its words stand for each of {first} to {last}"))
        return True
