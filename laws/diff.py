"""In which words two texts differ. Strings in, plain pieces out; nothing is ever cut away or normalised.

"twenty-five points" -> "fifty points" gives: removed "twenty-five ", added "fifty ", same "points".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

TOKEN = re.compile(r"\s*(?:\w+(?:['’-]\w+)*|[^\w\s])|\s+")
LONGEST = 4000  # words on either side that are matched one by one; a longer stretch counts as rewritten

SAME, ADDED, REMOVED = "same", "added", "removed"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of words that both texts have, or only the new one, or only the old one."""

    kind: str  # same | added | removed
    text: str


def words(old: str, new: str) -> list[Piece]:
    """The pieces of both texts in reading order, what was removed before what came in its place.

    "same" and "added" together are `new`, letter for letter. Differences of white space alone, a paragraph's end apart, count as none.
    """
    a, b = _tokens(old), _tokens(new)
    left, right = [_key(token) for token in a], [_key(token) for token in b]
    head = _common(left, right)
    tail = min(_common(left[::-1], right[::-1]), len(a) - head, len(b) - head)
    pieces = [Piece(SAME, "".join(b[:head]))]
    pieces += _middle(a[head : len(a) - tail], b[head : len(b) - tail])
    pieces.append(Piece(SAME, "".join(b[len(b) - tail :])))
    return _joined(piece for piece in pieces if piece.text)


def differs(pieces: list[Piece]) -> bool:
    """Whether anything was added or removed."""
    return any(piece.kind != SAME for piece in pieces)


def _tokens(text: str) -> list[str]:
    return TOKEN.findall(text)


def _key(token: str) -> str:
    """By what two tokens are the same: their word, and whether a new paragraph begins with it."""
    word = token.strip()
    return ("\n\n" if token[: token.find(word)].count("\n") > 1 else "") + word


def _common(a: list[str], b: list[str]) -> int:
    """How many tokens two lists have in common at their beginning."""
    return next((at for at, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), min(len(a), len(b)))


def _middle(a: list[str], b: list[str]) -> Iterator[Piece]:
    if len(a) > LONGEST or len(b) > LONGEST:
        yield from (Piece(REMOVED, "".join(a)), Piece(ADDED, "".join(b)))
        return
    matcher = SequenceMatcher(None, [_key(token) for token in a], [_key(token) for token in b], autojunk=False)
    for tag, a1, a2, b1, b2 in matcher.get_opcodes():
        if tag == "equal":
            yield Piece(SAME, "".join(b[b1:b2]))
        else:
            yield from (Piece(REMOVED, "".join(a[a1:a2])), Piece(ADDED, "".join(b[b1:b2])))


def _joined(pieces: Iterator[Piece]) -> list[Piece]:
    return [Piece(kind, "".join(piece.text for piece in group)) for kind, group in groupby(pieces, key=lambda piece: piece.kind)]
