"""What a reader typed, as a tree of terms. Pure: a string in, frozen values out; anything that can be typed is read, nothing raises.

    read('revoke -dummy "new deal" decl*')  ->  word revoke, without word dummy, phrase new deal, prefix decl

What is not understood is read as plain words, and a note says so.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

LONGEST = 1000  # characters; more is cut, and said
MOST_TERMS = 24

WORD = re.compile(r"[^\W_]+")
QUOTES = str.maketrans("“”„‟«»″’‘‛′`´", '"""""""\'\'\'\'\'\'')
DASHES = str.maketrans("‐‑‒–—―−", "-------")
# Letters of other alphabets that look like ours, as they slip in when text is copied.
LOOK_ALIKE = str.maketrans("асеоруіјѕһԁԛԝαοινκρτυ", "aceopyijshdqwaoivkptu")
CHUNK = re.compile(r'(?P<minus>(?<!\S)-(?=["\w]))?(?:"(?P<phrase>[^"]*)(?P<closed>"?)|(?P<plain>[^\s"]+))')
FIELD = re.compile(r"(?P<name>[A-Za-z]+):(?P<value>\S+)")
OPERATORS = {"AND", "OR", "NOT", "NEAR"}


@dataclass(frozen=True, slots=True)
class Term:
    """One thing asked for. `words` are folded (small letters, no accents): several for a phrase, one for a word or the start of one."""

    words: tuple[str, ...]
    form: str  # word | phrase | prefix
    without: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """`typed` is what was typed, tidied for showing; `notes` are plain sentences about what was not read as it stands."""

    typed: str
    terms: tuple[Term, ...]
    notes: tuple[str, ...]


def read(typed: str) -> Query:
    """Read what was typed."""
    notes: list[str] = []
    shown = tidy(typed, notes)
    reading = shown.translate(QUOTES).translate(DASHES)
    if any(_mixed(word) for word in WORD.findall(reading)):
        notes.append("Letters of another alphabet that look like ours were read as ours.")
    terms: list[Term] = []
    for chunk in CHUNK.finditer(reading):
        terms += _terms(chunk, notes)
    kept = tuple(dict.fromkeys(terms))
    if len(kept) > MOST_TERMS:
        notes.append(f"Only the first {MOST_TERMS} words were searched for.")
    return Query(shown, kept[:MOST_TERMS], tuple(dict.fromkeys(notes)))


def tidy(typed: str, notes: list[str] | None = None) -> str:
    """What was typed without control characters and doubled spaces, and not too long."""
    said = [] if notes is None else notes
    visible = "".join(ch for ch in typed[: 4 * LONGEST] if ch.isprintable() or ch.isspace())
    if any(not (ch.isprintable() or ch.isspace()) for ch in typed[: 4 * LONGEST]):
        said.append("Characters that cannot be seen were removed.")
    shown = " ".join(visible.split())
    if len(shown) > LONGEST or len(typed) > 4 * LONGEST:
        said.append("That is too long to search for at once: only the first 1,000 characters were read.")
        shown = shown[:LONGEST]
    return shown


def fold(text: str) -> str:
    """Small letters without accents, look-alikes made plain: "Éclat" is "eclat"."""
    if text.isascii():
        return text.lower().replace("`", "'")
    apart = unicodedata.normalize("NFKD", text.translate(QUOTES).translate(DASHES))
    low = "".join(ch for ch in apart if not unicodedata.combining(ch)).lower()
    return "".join(word.translate(LOOK_ALIKE) if _mixed(word) else word for word in re.split(r"(\W+)", low))


def words_in(text: str) -> list[str]:
    """The words of a text, folded; the s of a possessive is left out."""
    return WORD.findall(re.sub(r"'s\b", " ", fold(text)))


def _mixed(word: str) -> bool:
    """Whether a word has letters of ours beside letters of others that look like ours."""
    low = word.lower()
    return low != low.translate(LOOK_ALIKE) and bool(re.search(r"[a-z]", low))


def _terms(chunk: re.Match[str], notes: list[str]) -> list[Term]:
    without = bool(chunk["minus"])
    if chunk["phrase"] is not None:
        return _phrase(chunk, without, notes)
    plain = chunk["plain"]
    if plain in OPERATORS:
        notes.append("AND, OR, NOT and NEAR are read as plain words here.")
    elif (field := FIELD.fullmatch(plain)) and "//" not in plain:
        notes.append(f"“{field['name']}:” means nothing here; the word after it was searched for.")
        plain = field["value"]
    if plain.endswith("*"):
        return _prefix(plain, without, notes)
    return [Term((word,), "word", without) for word in words_in(plain)]


def _phrase(chunk: re.Match[str], without: bool, notes: list[str]) -> list[Term]:
    words = WORD.findall(fold(chunk["phrase"]))  # a phrase keeps the s of "dummy's"
    if not chunk["closed"]:
        notes.append("A quotation mark was not closed; the words after it were read as plain words.")
        return [Term((word,), "word", without) for word in words_in(chunk["phrase"])]
    if not words:
        return []
    return [Term(tuple(words), "phrase" if len(words) > 1 or not without else "word", without)]


def _prefix(plain: str, without: bool, notes: list[str]) -> list[Term]:
    *before, last = words_in(plain) or [""]
    if len(last) < 2:
        notes.append("A star stands for the rest of a word, after two letters or more: rev*.")
        return [Term((word,), "word", without) for word in [*before, last] if word]
    return [*(Term((word,), "word", without) for word in before), Term((last,), "prefix", without)]
