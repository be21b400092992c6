"""The stemmer is Porter's, but for the few words that Porter's parts from their own forms."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from laws.search.stemmer import stem
from laws.search.words import key_of

PROJECT = Path(__file__).resolve().parent.parent.parent


def project_words() -> list[str]:
    """A few thousand English words: those of the shipped texts, the guides and the word lists, with common endings added."""
    files = [*PROJECT.glob("laws/collection/*/*.md"), *PROJECT.glob("docs/*.md"), PROJECT / "laws/search/english.txt"]
    words = {word for path in files for word in re.findall(r"[a-z]{3,}", path.read_text(encoding="utf-8").lower())}
    endings = ("", "s", "ed", "ing", "er", "ation", "ational", "iveness", "ably", "ically", "ization", "ful", "logy", "y")
    return sorted({word + ending for word in words for ending in endings})


def is_mended(word: str) -> bool:
    """Whether a word is of those whose forms Porter's own stemmer parts: "ruff" and "ruffing", "tie" and "ties", "try" and "tries"."""
    doubled = re.search(r"ff(ed|ing)|^(add|butt|ebb|egg|err|inn|odd|purr|putt|whirr)(ed|ing)", word)
    return bool(doubled or re.match(r".ie[sd]s?$|[^aeiou]+y(ed|ing|s)?$|.y(ed|ing)$", word))


def test_stems_are_those_of_fts5() -> None:
    words = [word for word in project_words() if not is_mended(word)]
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE t USING fts5(w, tokenize='porter unicode61 remove_diacritics 2')")
    index.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')")
    index.executemany("INSERT INTO t (rowid, w) VALUES (?, ?)", enumerate(words))
    found = dict(index.execute("SELECT doc, term FROM v"))
    assert len(found) == len(words) > 20_000
    assert [(word, found[at], stem(word)) for at, word in enumerate(words) if found[at] != stem(word)] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("revoked", "revokes"),
        ("Adversary", "adversaries"),
        ("fourteen", "14"),  # a number is one word, however it is written
        ("2d", "second"),
        *((base + ending, base) for base in ("ruff", "bluff", "staff", "scoff") for ending in ("s", "ed", "ing")),
        *((base + ending, base) for base in ("add", "err", "egg", "butt") for ending in ("s", "ed", "ing")),
        *((base + ending, base) for base in ("pass", "call", "buzz") for ending in ("ed", "ing")),
        *((word, "tie") for word in ("ties", "tied", "tying")),
        *((word, "lie") for word in ("lies", "lied", "lying")),
        *((word, "try") for word in ("tries", "tried", "trying")),
        ("eyed", "eye"),
        ("bidding", "bid"),  # a letter that the ending doubles
        ("cancelled", "canceled"),
        ("led", "leads"),  # irregular verbs
        ("took", "taking"),
        ("dealt", "deal"),
    ],
)
def test_forms_of_one_word_have_one_stem(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize(("one", "other"), [("declarer", "declaration"), ("declarer", "declare"), ("dealer", "deal"), ("left", "leave")])
def test_words_that_mean_different_things_are_kept_apart(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)
