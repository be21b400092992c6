"""Entries as they grow while a book is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import markup

AFTERWORD = "taken as words after the last entry, not as part of"


@dataclass(slots=True)
class Draft:
    """An entry before its notes are hung: kind, printed number, and its paragraphs as stored."""

    kind: str
    number: str
    line: int
    title: str = ""
    title_is_printed: bool = False
    heading: int | None = None
    paragraphs: list[str] = field(default_factory=list)
    value: int = 0
    suffix: str = ""
    parts: list[tuple[str, int]] = field(default_factory=list)  # (style, value) of each part in order
    label_indent: int = 0
    lost: bool = False  # cannot be placed: its words go to "not understood"
    listed: bool = False  # a section whose parts were numbered as a list of its own
    laws: list[str] = field(default_factory=list)
    offense: str = ""
    penalty: str = ""
    remedies: str = ""
    closed: bool = False

    @property
    def text(self) -> str:
        return "\n\n".join(self.paragraphs)

    def add(self, words: str) -> None:
        """Add a paragraph."""
        if words.strip():
            self.paragraphs.append(markup.paragraph(words))

    def add_part(self, label: str, words: str, style: str, value: int) -> None:
        """Add a part under its printed label."""
        self.parts.append((style, value))
        self.paragraphs.append(markup.part(label, words))

    def add_table(self, rows: list[list[str]], head_rows: int) -> None:
        """Add a table."""
        self.paragraphs.append(markup.table(rows, head_rows))

    def expects(self, style: str) -> int:
        """The number of the next part of a style."""
        return self.parts[-1][1] + 1 if self.parts and self.parts[-1][0] == style else 1

    @property
    def leads_in(self) -> bool:
        """Whether the words so far announce parts: "There must be a new deal--"."""
        last = self.paragraphs[-1].rstrip("_ ") if self.paragraphs else ""
        return last.endswith((":", "-", "—", "–", ",", ";"))


@dataclass(slots=True)
class Head:
    """A heading and what is printed under it before the first entry."""

    kind: str
    title: str
    line: int
    paragraphs: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Found:
    """All that a walk over the blocks has found."""

    title: str = ""
    front: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)
    headings: list[Head] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    guesses: list[tuple[int, str, str]] = field(default_factory=list)
    remarks: list[tuple[int, str]] = field(default_factory=list)
    repeats: list[tuple[str, str, list[int]]] = field(default_factory=list)
    disorder: list[tuple[str, str, int]] = field(default_factory=list)
    other_lists: list[tuple[str, int]] = field(default_factory=list)
    fragments: int = 0
