"""Stored markup: how read words are written in the fields of an entry."""

from __future__ import annotations

import re

_MARK = re.compile(r"(?<=\S)\[\^?(?P<number>\d{1,4}|[A-Z])\]")
_TAKEN_FOR_PART = re.compile(r"\((?:[a-z]{1,2}|[IVXL]{1,6}|[ivxl]{1,6}|\d{1,2}(?:st|nd|rd|d|th)?)\)[ \t]+")
_BOLD = re.compile(r"[_*]{0,2}=(?P<words>[^=\s](?:[^=\n]{0,200}[^=\s])?)=[_*]{0,2}")
_EMPHASIS = re.compile(r"_{2,}")


def inline(text: str) -> str:
    """Words of a paragraph: bold ones ("_=so=_") as italics, note marks "[24]" as "[^24]"."""
    if "=" in text:
        text = _BOLD.sub(lambda match: f"_{match['words'].strip('_')}_", text)
    if "__" in text:
        text = _EMPHASIS.sub("_", text)
    if "[" in text:
        text = _MARK.sub(lambda match: f"[^{match['number']}]", text)
    return text.strip()


def paragraph(text: str) -> str:
    """A paragraph that must not be taken for a part, a table or a quotation begins with a backslash."""
    text = inline(text)
    return f"\\{text}" if text[:1] in {"|", ">", "\\", "#"} or _TAKEN_FOR_PART.match(text) else text


def part(label: str, text: str) -> str:
    """A part: "(a) If the cards". A label that cannot be an address ("128.") stays a word of its paragraph."""
    stored = f"({label}) {inline(text)}"
    return stored if _TAKEN_FOR_PART.match(stored) else paragraph(f"{label}. {text}")


def table(rows: list[list[str]], head_rows: int = 0) -> str:
    """Rows of cells as lines of a table."""
    width = max(len(row) for row in rows)
    lines = ["| " + " | ".join(_cell(cell) for cell in row + [""] * (width - len(row))) + " |" for row in rows]
    if head_rows:
        lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)


def _cell(text: str) -> str:
    """A cell; italics that go over several cells ("_1st" | "Round_") are dropped."""
    text = inline(text).replace("|", "\\|").replace("\n", " ")
    return text.replace("_", "") if text.count("_") % 2 else text


def title(text: str) -> str:
    """A heading as stored: one line, marks kept, decoration and the closing period dropped."""
    words = inline(" ".join(text.split())).strip("=_*# ")
    return words[:-1].rstrip() if words.endswith((".", ":")) and not words.endswith("etc.") else words
