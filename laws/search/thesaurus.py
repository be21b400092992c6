"""What else a word may stand for: the games' words of today and of the old books, numbers as figures and as words, two spellings.

The meanings are kept in thesaurus.toml, the words that are never taken for slips of the finger in english.txt.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .words import stem_of, words_in

HERE = Path(__file__).resolve().parent
Phrase = tuple[str, ...]
SPELLINGS = (
    (re.compile(r"^(\w{3,})our(s|ed|ing|able)?$"), r"\1or\2"),
    (re.compile(r"^((?:hon|col|fav|lab|rum|neighb|behavi|harb|vap|endeav)|\w{4,})or(s|ed|ing|able)?$"), r"\1our\2"),
    (re.compile(r"^(\w{3,})is(e|es|ed|ing|ation)$"), r"\1iz\2"),
    (re.compile(r"^(\w{3,})iz(e|es|ed|ing|ation)$"), r"\1is\2"),
    (re.compile(r"^(def|off|pret|lic)enc(e|es)$"), r"\1ens\2"),
    (re.compile(r"^(def|off|pret|lic)ens(e|es)$"), r"\1enc\2"),
    (re.compile(r"^judgement(s?)$"), r"judgment\1"),
    (re.compile(r"^judgment(s?)$"), r"judgement\1"),
)


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """`meanings`: the stems of a word or phrase to all the words and phrases that share a meaning with it."""

    meanings: dict[Phrase, tuple[Phrase, ...]]
    longest: int
    empty: frozenset[str]
    named: frozenset[str]  # the words of its meanings
    known: frozenset[str]  # every word that is no slip: those, and plain English
    stems: frozenset[str]  # the stems of those


@cache
def shipped() -> Thesaurus:
    """The thesaurus that ships with the casebook."""
    table = tomllib.loads((HERE / "thesaurus.toml").read_text(encoding="utf-8"))
    return build(table["same"], table["empty"].split(), (HERE / "english.txt").read_text(encoding="utf-8").split())


def build(lines: Sequence[str], empty: Sequence[str], english: Sequence[str]) -> Thesaurus:
    """A thesaurus from lines such as "pack, deck" and "board > dummy", the empty words, and words that are plain English."""
    meanings: dict[Phrase, dict[Phrase, None]] = {}
    named: set[str] = set()
    for line in lines:
        left, arrow, right = (side.strip() for side in line.partition(">"))
        asked = [tuple(words_in(phrase)) for phrase in left.split(",")]
        given = [tuple(words_in(phrase)) for phrase in right.split(",")] if arrow else asked
        named.update(word for phrase in [*asked, *given] for word in phrase)
        for phrase in asked:
            meanings.setdefault(stems(phrase), {}).update(dict.fromkeys(given))
    known = frozenset([*named, *empty, *english])
    found = {key: tuple(p for p in phrases if stems(p) != key) for key, phrases in meanings.items()}
    return Thesaurus(found, max(map(len, found)), frozenset(empty), frozenset(named), known, frozenset(map(stem_of, known)))


def stems(phrase: Phrase) -> Phrase:
    return tuple(stem_of(word) for word in phrase)


def spellings(word: str) -> list[str]:
    """The word as it is spelled on the other side of the Atlantic, where that differs."""
    return [pattern.sub(other, word) for pattern, other in SPELLINGS if pattern.match(word)]
