"""What else a word may stand for: the games' words of today and of the old books, numbers as figures and as words, two spellings.

The meanings are rows that editors change; thesaurus.toml is what they begin with, and stands in for them until it is loaded. english.txt
holds words that are never taken for slips of the finger.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from laws.models import Synonyms
from laws.models.generation import Kept

from .words import stem_of, words_in

HERE = Path(__file__).resolve().parent
Phrase = tuple[str, ...]
SPELLINGS = (
    (re.compile(r"^(\w{3,})our(s|ed|ing|able|ite|ites|er|ers)?$"), r"\1or\2"),
    (re.compile(r"^((?:hon|col|fav|lab|rum|neighb|behavi|harb|vap|endeav)|\w{4,})or(s|ed|ing|able|ite|ites|er|ers)?$"), r"\1our\2"),
    (re.compile(r"^(\w{3,})is(e|es|ed|ing|er|ers|able|ations?)$"), r"\1iz\2"),
    (re.compile(r"^(\w{3,})iz(e|es|ed|ing|er|ers|able|ations?)$"), r"\1is\2"),
    (re.compile(r"^en(quir(?:y|ies|es?|ed|ing|ers?))$"), r"in\1"),
    (re.compile(r"^in(quir(?:y|ies|es?|ed|ing|ers?))$"), r"en\1"),
    (re.compile(r"^(\w{2,}[aeiou])ll(ed|ing|ers?)$"), r"\1l\2"),
    (re.compile(r"^(\w{2,}[aeiou])l(ed|ing|ers?)$"), r"\1ll\2"),
    (re.compile(r"^(cent|theat|met|lit)re(s|d)?$"), r"\1er\2"),
    (re.compile(r"^(cent|theat|met|lit)er(s|ed)?$"), r"\1re\2"),
    (re.compile(r"^(def|off|pret|lic)enc(es?|ed|eless)$"), r"\1ens\2"),
    (re.compile(r"^(def|off|pret|lic)ens(es?|ed|eless)$"), r"\1enc\2"),
    (re.compile(r"^practis(es?|ed|ing)$"), r"practic\1"),
    (re.compile(r"^practic(es?|ed|ing)$"), r"practis\1"),
    (re.compile(r"^judgement(s?)$"), r"judgment\1"),
    (re.compile(r"^judgment(s?)$"), r"judgement\1"),
)


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """`meanings`: the stems of a word or phrase to all the words and phrases that share a meaning with it."""

    meanings: dict[Phrase, tuple[Phrase, ...]]
    longest: int
    empty: frozenset[str]
    aside: frozenset[Phrase]  # the stems of what an answer need not have
    named: frozenset[str]  # the words of its meanings
    known: frozenset[str]  # every word that is no slip: those, and plain English
    stems: frozenset[str]  # the stems of those


def current() -> Thesaurus:
    """The thesaurus as the editors have it now. At most one small statement where it has not changed."""
    return _kept.value()


@cache
def shipped() -> Thesaurus:
    """The thesaurus that ships with the casebook."""
    return build(_file()["same"])


def load() -> int:
    """Bring the lines of the shipped thesaurus into the table, and tell how many are new.

    A line that was loaded before is left as its editors have it. Two statements.
    """
    there = set(Synonyms.objects.values_list("shipped", flat=True))
    new = [line for line in dict.fromkeys(_file()["same"]) if line not in there]
    if new:
        rows = [(line, *(side.strip() for side in line.partition(">")[::2])) for line in new]
        Synonyms.objects.bulk_create([Synonyms(words=words, means=means, shipped=line) for line, words, means in rows])
    return len(new)


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads((HERE / "thesaurus.toml").read_text(encoding="utf-8"))


@cache
def _plain() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The empty words; the words that are plain English, those among them; and the stems of these."""
    empty = frozenset(_file()["empty"].split())
    english = empty.union((HERE / "english.txt").read_text(encoding="utf-8").split())
    return empty, english, frozenset(map(stem_of, english))


def _stored() -> Thesaurus:
    rows = [row.line for row in Synonyms.objects.filter(in_use=True).order_by("pk")]  # as they were added: the likeliest words first
    return build(rows) if rows or Synonyms.objects.exists() else shipped()


_kept = Kept("thesaurus", _stored)


def build(lines: Sequence[str]) -> Thesaurus:
    """A thesaurus from lines such as "pack, deck" and "board > dummy"; a side or a phrase without words says nothing."""
    empty, english, english_stems = _plain()
    meanings: dict[Phrase, dict[Phrase, None]] = {}
    named: set[str] = set()
    for line in lines:
        left, arrow, right = (side.strip() for side in line.partition(">"))
        asked = _phrases(left)
        given = _phrases(right) if arrow else asked
        named.update(word for phrase in [*asked, *given] for word in phrase)
        for phrase in asked:
            meanings.setdefault(stems(phrase), {}).update(dict.fromkeys(given))
    found = {key: tuple(p for p in phrases if stems(p) != key) for key, phrases in meanings.items()}
    longest = max(map(len, found), default=1)
    return Thesaurus(found, longest, empty, _aside(), frozenset(named), english | named, english_stems.union(map(stem_of, named)))


@cache
def _aside() -> frozenset[Phrase]:
    return frozenset(stems(phrase) for line in _file()["aside"].splitlines() for phrase in _phrases(line))


def _phrases(side: str) -> list[Phrase]:
    return [words for phrase in side.split(",") if (words := tuple(words_in(phrase)))]


def stems(phrase: Phrase) -> Phrase:
    return tuple(stem_of(word) for word in phrase)


def spellings(word: str) -> list[str]:
    """The word as it is spelled on the other side of the Atlantic, where that differs."""
    return [pattern.sub(other, word) for pattern, other in SPELLINGS if pattern.match(word)]
