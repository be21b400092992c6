"""Where in an entry's words the answer stands: titles and snippets with the words found marked, as data."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from laws import text as markup
from laws.citations.cite import texts
from laws.models import Entry
from laws.models.vocabulary import Kind

from .concepts import Concept, stems_of
from .words import WORD, fold, key_of

Piece = tuple[str, bool]
Pattern = tuple[tuple[str, ...], bool]  # the stems of a phrase; or the beginning of a word, and True
WIDTH = 210  # characters of a snippet


class Marker:
    """Marks the words of some concepts in texts."""

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self.by_first: dict[str, list[tuple[int, Pattern]]] = {}
        self.prefixes: list[tuple[int, str]] = []
        for number, concept in enumerate(concepts):
            for stems, is_prefix in stems_of(concept):
                if is_prefix:
                    self.prefixes.append((number, stems[0]))
                elif stems:
                    self.by_first.setdefault(stems[0], []).append((number, (stems, False)))

    def spans(self, text: str) -> list[tuple[int, int, int]]:
        """Where concepts stand: (start, end, number of the concept), in order, none overlapping another."""
        words = [(m.start(), m.end(), m[0]) for m in WORD.finditer(text)]
        stems = [key_of(word) for _, _, word in words]
        found: list[tuple[int, int, int]] = []
        at = 0
        while at < len(words):
            length, number = self._longest(stems, words, at)
            if length:
                found.append((words[at][0], words[at + length - 1][1], number))
            at += max(length, 1)
        return found

    def _longest(self, stems: Sequence[str], words: Sequence[tuple[int, int, str]], at: int) -> tuple[int, int]:
        best = (0, 0)
        for number, (phrase, _) in self.by_first.get(stems[at], ()):
            if len(phrase) > best[0] and tuple(stems[at : at + len(phrase)]) == phrase:
                best = (len(phrase), number)
        if not best[0]:
            best = next(((1, number) for number, start in self.prefixes if fold(words[at][2]).startswith(start)), best)
        return best

    def pieces(self, text: str) -> tuple[Piece, ...]:
        """A text in pieces, those marked that were asked for."""
        return _cut(text, self.spans(text))

    def snippet(self, texts: Iterable[str]) -> tuple[Piece, ...]:
        """The stretch of some texts that has most of what was asked for; the beginning of the first, where none has any."""
        best: tuple[int, int] = (0, 0)
        chosen: tuple[str, int, int] | None = None
        for text in texts:
            text = unicodedata.normalize("NFC", " ".join(text.split()))
            spans = self.spans(text)
            if chosen is None and text:
                chosen = (text, 0, WIDTH)
            for at, (start, _, _) in enumerate(spans):
                inside = [span for span in spans[at:] if span[1] <= start + WIDTH - 30]
                worth = (len({number for _, _, number in inside}), len(inside))
                if worth > best:
                    best, chosen = worth, (text, max(0, start - 30), start - 30 + WIDTH)
        return self._window(*chosen) if chosen else ()

    def _window(self, text: str, start: int, end: int) -> tuple[Piece, ...]:
        start = max(0, min(start, len(text) - WIDTH))
        if start:
            start = text.find(" ", start) + 1 or start
        if end < len(text) and (blank := text.rfind(" ", start, end)) > start:
            end = blank
        words = text[start:end]
        lead, tail = ("… " if start else ""), (" …" if end < len(text) else "")
        return tuple(piece for piece in ((lead, False), *self.pieces(words), (tail, False)) if piece[0])


def _cut(text: str, spans: Sequence[tuple[int, int, int]]) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    at = 0
    for start, end, _ in spans:
        if at < start:
            pieces.append((text[at:start], False))
        pieces.append((text[start:end], True))
        at = end
    if at < len(text):
        pieces.append((text[at:], False))
    return tuple(pieces)


def title_of(entry: Entry) -> str:
    """What a hit is called: its title; a penalty row by its offense; else the entry by its number."""
    if entry.kind == Kind.PENALTY:
        return entry.penaltyrow.offense
    return entry.title or entry.label


def words_of(entry: Entry, part: str = "") -> list[str]:
    """The texts of an entry that a snippet may be cut from, those of the part first."""
    if entry.kind == Kind.PENALTY:
        return [entry.penaltyrow.penalty_text]
    fields = texts(entry)
    parts = [words for _, text in fields if part and (words := markup.words_of_part(text, part))]
    return parts or [_in_a_line(text) for _, text in fields]


def _in_a_line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", markup.plain(text))
