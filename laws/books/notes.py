"""Hangs footnotes where their marks stand, and says which mark or note is left over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .drafts import Draft, Found

_MARK = re.compile(r"\[\^(?P<number>\w{1,8})\]")
_PART = re.compile(r"\((?P<label>[a-z]{1,2}|[IVXL]{1,6}|[ivxl]{1,6}|\d{1,2}(?:st|nd|rd|d|th)?)\)[ \t]")
_GLUED = re.compile(r"(?<=[a-z;:,.)”’\"])(?P<number>\d{1,3})(?=[\s.,;:)]|\Z)")
_NO_MARK = re.compile(r"\d[.,]\Z|(?:\bNo|\bp|\bpp|\bvol)\.\Z")

On = tuple[str, str, str]


@dataclass(slots=True)
class Hung:
    """Where each note hangs, and what is left over."""

    on: dict[str, On] = field(default_factory=dict)
    marks_without_notes: list[tuple[str, int]] = field(default_factory=list)
    notes_without_marks: list[tuple[str, int]] = field(default_factory=list)
    marked_twice: list[tuple[str, int]] = field(default_factory=list)


def hang(found: Found, slugs: dict[int, str]) -> Hung:
    """Find the mark of every note. `slugs` gives the address of each draft by its id."""
    notes = {draft.number: draft for draft in found.drafts if draft.kind == "footnote" and not draft.lost}
    _glued_marks(found, notes)
    hung = Hung()
    seen: set[str] = set()
    for number, place, line in _marks(found, slugs):
        if number in seen:
            hung.marked_twice.append((number, line))
        elif number not in notes:
            hung.marks_without_notes.append((number, line))
        else:
            hung.on[number] = place
        seen.add(number)
    hung.notes_without_marks = [(number, note.line) for number, note in notes.items() if number not in seen]
    return hung


def _marks(found: Found, slugs: dict[int, str]) -> Iterator[tuple[str, On, int]]:
    for head in found.headings:
        for text in [head.title, *head.paragraphs]:
            for match in _MARK.finditer(text):
                yield match["number"], ("heading", _MARK.sub("", head.title).strip(), ""), head.line
    for draft in found.drafts:
        if draft.kind == "footnote" or draft.lost:
            continue
        name = slugs[id(draft)] if draft.kind == "section" else draft.number
        for text in [draft.title, *draft.paragraphs]:
            part = _PART.match(text)
            for match in _MARK.finditer(text):
                yield match["number"], (draft.kind, name, _anchor(part["label"]) if part else ""), draft.line


def _anchor(label: str) -> str:
    ordinal = re.fullmatch(r"(\d+)(?:st|nd|rd|d|th)?", label)
    return ordinal[1] if ordinal else label.lower()


def _glued_marks(found: Found, notes: dict[str, Draft]) -> None:
    """ "their right;35 and if" is note 35, where the notes are printed without brackets and 35 has no other mark."""
    marked = {match["number"] for draft in found.drafts for text in draft.paragraphs for match in _MARK.finditer(text)}
    wanted = {number for number in notes if number.isdigit() and number not in marked}
    if not wanted:
        return
    for draft in found.drafts:
        if draft.kind == "footnote":
            continue
        for at, text in enumerate(draft.paragraphs):
            draft.paragraphs[at] = _GLUED.sub(lambda match, one=draft: _as_mark(match, wanted, one, found), text)  # type: ignore[misc]


def _as_mark(match: re.Match[str], wanted: set[str], draft: Draft, found: Found) -> str:
    number = match["number"]
    before = match.string[max(0, match.start() - 6) : match.start()]
    if number not in wanted or _NO_MARK.search(before):
        return match[0]
    wanted.discard(number)
    found.guesses.append((draft.line, before.split(" ")[-1] + number, f"the number is the mark of note {number}"))
    return f"[^{number}]"
