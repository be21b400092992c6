"""How words that are quoted differ from the words that they are said to be.  Pure.

    compare("a revoking side cannot score", "... A revoking side cannot score, except for honors or chicane.")  ->  word for word

The quotation is laid over the stretch of the law that it fits best (fewest words put in, left out or changed), wherever that begins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from laws import diff

from .wording import Token, tokens, words

WORD_FOR_WORD, SHORTENED, MARKS, WORDS = "word for word", "shortened", "marks", "words"

_OMISSION = re.compile(r"\[?(?:\.\s?){3,4}\]?|\[?…\]?|(?:\*\s?){3}")
_MOST_TOKENS = 2000  # of a quotation; nobody quotes more


@dataclass(frozen=True, slots=True)
class Comparison:
    """How close some words come to a law: `score` is the share of them that stand there so, `how` in what they differ.

    `changes` lead from the law's words ("removed") to those of the quotation ("added"); `italics` are words that only the quotation
    stresses.
    """

    score: float
    how: str
    changes: tuple[diff.Piece, ...] = ()
    italics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a quotation without words left out, and where the law has it: law tokens `start` to `end`, `off` of its words wrong."""

    tokens: list[Token]
    start: int
    end: int
    off: int


def compare(quoted: str, law: str) -> Comparison:
    """Lay a quotation over a law's printed words. Three dots in the quotation stand for any words left out."""
    there = tokens(law)
    pieces = [_placed(piece, there) for piece in _pieces(quoted)]
    if not pieces:
        return Comparison(0.0, WORDS)
    score = max(0.0, 1 - sum(piece.off for piece in pieces) / sum(len(words(piece.tokens)) for piece in pieces))
    in_order = all(one.end <= two.start for one, two in pairwise(pieces))
    changes: list[diff.Piece] = []
    for piece in pieces:
        changes += [diff.Piece(diff.SAME, " … ")] * bool(changes) + _changes(piece, there)
    italics = [italic for piece in pieces if not piece.off for italic in _italics(piece, there)]
    if any(piece.off for piece in pieces) or not in_order:
        return Comparison(score, WORDS, tuple(changes), tuple(italics))
    if diff.differs(changes) or italics:
        return Comparison(score, MARKS, tuple(changes), tuple(italics))
    return Comparison(score, SHORTENED if len(pieces) > 1 else WORD_FOR_WORD)


def nearness(quoted: Sequence[str], law: Sequence[str]) -> float:
    """The share of some words (their keys) that a law has in this order, at its best place."""
    return max(0.0, 1 - _end(quoted, law)[0] / len(quoted)) if quoted else 0.0


def _pieces(quoted: str) -> list[list[Token]]:
    """The tokens of a quotation between its dots, without the stops at either end."""
    found, at = [], 0
    for start, end in [*(match.span() for match in _OMISSION.finditer(quoted)), (len(quoted), len(quoted))]:
        piece = tokens(quoted, at, start)[:_MOST_TOKENS]
        at = end
        while piece and not piece[0].is_word:
            piece = piece[1:]
        while piece and not piece[-1].is_word:
            piece = piece[:-1]
        if piece:
            found.append(piece)
    return found


def _placed(piece: list[Token], there: list[Token]) -> _Piece:
    """Where the law has a piece best."""
    keys = [token.key for token in words(piece)]
    places = [at for at, token in enumerate(there) if token.is_word]
    law = [there[at].key for at in places]
    off, end = _end(keys, law)
    start = end - _end(keys[::-1], law[:end][::-1], anchored=True)[1]
    if start >= end:
        return _Piece(piece, 0, 0, len(keys))
    return _Piece(piece, places[start], places[end - 1] + 1, off)


def _end(pattern: Sequence[str], text: Sequence[str], *, anchored: bool = False) -> tuple[int, int]:
    """The fewest words wrong when `pattern` is laid over some stretch of `text`, and where the stretch ends.

    The bit-parallel way of Myers (1999): one column of the table of distances is two whole numbers. `anchored`: the stretch begins
    where the text does.
    """
    size = len(pattern)
    if not size:
        return 0, 0
    has: dict[str, int] = {}
    for at, word in enumerate(pattern):
        has[word] = has.get(word, 0) | 1 << at
    everything, last = (1 << size) - 1, 1 << (size - 1)
    up, down, distance = everything, 0, size
    best, end = size, 0
    for at, word in enumerate(text, 1):
        here = has.get(word, 0)
        diagonal = here | down
        here |= ((here & up) + up) ^ up
        right, left = down | ~(here | up) & everything, up & here
        distance += bool(right & last) - bool(left & last)
        right = (right << 1 | anchored) & everything
        left = left << 1 & everything
        up, down = left | ~(diagonal | right) & everything, right & diagonal
        if distance < best:
            best, end = distance, at
    return best, end


def _changes(piece: _Piece, there: Sequence[Token]) -> list[diff.Piece]:
    """From the law's words to those of one piece, over a stretch of the law that takes in words of it which stand a little apart."""
    mine = piece.tokens
    if piece.off:
        room = 2 * piece.off + 4 if piece.off < len(words(mine)) else 0
        stretch = _kept(there[max(0, piece.start - room) : piece.end + room], mine)
    else:
        stretch = list(there[piece.start : piece.end])
    return diff.words(_line(stretch), _line(mine, like=stretch[0].text if stretch else ""))


def _kept(around: Sequence[Token], mine: Sequence[Token]) -> list[Token]:
    """A stretch of the law from the first word that it shares with a piece to the last, and beyond by what the piece has beyond it."""
    matcher = SequenceMatcher(None, [token.key for token in around], [token.key for token in mine], autojunk=False)
    shared = [block for block in matcher.get_matching_blocks() if any(token.is_word for token in around[block.a : block.a + block.size])]
    if not shared:
        return []
    first, last = shared[0], shared[-1]
    over = len(mine) - last.b - last.size
    return list(around[max(0, first.a - first.b) : last.a + last.size + over])


def _line(found: Sequence[Token], like: str = "") -> str:
    """Some tokens as a line of text. A quotation may begin with a capital or without: its first letter is made `like` the law's."""
    line = ""
    for token in found:
        line += token.text if not line or token.text in ",.;:?!)]" or line[-1] in "([" else f" {token.text}"
    return like[0] + line[1:] if like and line and like[0].casefold() == line[0].casefold() else line


def _italics(piece: _Piece, there: Sequence[Token]) -> list[str]:
    """Words of a piece in italics that the law prints upright."""
    pairs = zip(words(piece.tokens), words(there[piece.start : piece.end]), strict=False)
    return [mine.text for mine, printed in pairs if mine.is_italic and not printed.is_italic]
