"""The words of a text as they are compared: without markup, each with its place.  Pure: a string in, frozen values out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from laws import text as markup

from .spans import Spans

_TOKEN = re.compile(r"[^\W_]+(?:['’‐‑\-\u00ad][^\W_]+)*|--+|[—–]|[.,;:?!()\[\]]")
_HYPHENS = re.compile(r"[-‐‑\u00ad]")
_DASHES = {"–": "—"}
_SIC = re.compile(r"\[sic\.?\]", re.I)
_LABEL = re.compile(r"\((?:[a-z]|[ivxl]{1,6}|[IVXL]{1,6}|\d{1,2}(?:st|nd|rd|d|th)?)\)")  # of a part that is quoted in running text


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a stop. `key` is what counts when words are compared; `text` is what is read."""

    text: str
    key: str
    start: int
    end: int
    is_word: bool
    is_italic: bool = False


def tokens(text: str, start: int = 0, end: int | None = None, *, marked_up: bool = True) -> list[Token]:
    """The words and stops from `start` to `end`, in order. Quotation marks, note marks and labels of parts are none.

    `marked_up` says that the text is in our light markup; of a text from elsewhere only the words are looked at.
    """
    end = len(text) if end is None else end
    left_out = [found.span() for pattern in (markup.MARK, _SIC, _LABEL) for found in pattern.finditer(text, start, end)]
    italics = Spans(found.span("words") for found in (markup.ITALIC.finditer(text) if marked_up else ()))
    if marked_up:
        left_out += [(block.start, block.spans[0][0]) for block in markup.blocks(text) if block.kind == "part"]
    skipped = Spans(left_out)
    found: list[Token] = []
    for match in _TOKEN.finditer(text, start, end):
        at = match.start()
        if skipped.touches(at, at + 1):
            continue
        word = match[0]
        is_word = word[0].isalnum()
        shown = unicodedata.normalize("NFKC", word).replace("’", "'") if is_word else "—" if word[0] == "-" else _DASHES.get(word, word)
        key = _HYPHENS.sub("", shown).casefold() if is_word else shown
        found.append(Token(shown, key, at, match.end(), is_word, italics.touches(at, at + 1)))
    return found


def words(found: Sequence[Token]) -> list[Token]:
    """The words among some tokens."""
    return [token for token in found if token.is_word]
