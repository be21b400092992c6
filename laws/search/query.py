"""What a reader typed, as terms and wishes. Pure: a string in, frozen values out; anything that can be typed is read, nothing raises.

    read('revoke -dummy "new deal" decl*')  ->  word revoke, without word dummy, phrase new deal, prefix decl
    read('revoke OR renounce kind:case')    ->  words revoke, renounce (either), wish kind = case

What is not understood is read as plain words, and a note says so. `fields` tells what a wish may say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from . import fields
from .fields import Wish
from .letters import DASHES, LONGEST, WORD, fold, is_mixed, plain_signs, tidy, words_in

__all__ = ["DASHES", "LONGEST", "WORD", "Query", "Term", "Wish", "as_words", "fold", "read", "tidy", "words_in"]

MOST_TERMS = 24
MOST_WISHES = 12

CHUNK = re.compile(
    r'(?P<minus>(?<![^\s(])-(?=["\w]))?'
    r'(?:(?P<name>[A-Za-z]+):"(?P<quoted>[^"]*)"(?!\w)|"(?P<phrase>[^"]*)(?P<closed>"?)|(?P<plain>[^\s"]+))'
)
FIELD = re.compile(r"\(*(?P<name>[A-Za-z]+):(?P<value>\S*?)[,;)]*")

# A part or a last year that stands apart from its field. "A" may be an article: it is a part only where nothing follows.
APART = re.compile(
    r"""(?P<other>"[^"]*(?:"|$))|(?<![^\s(-])(?:
    (?P<law>(?:laws?|cites):(?:[\w-]+/)?\d{1,4})\ (?:\((?P<bracketed>[a-z])\)|(?P<letter>[b-hj-z]|a(?=$)))(?![^\s,;)])
    |(?P<first>years?:(?:\d{4})?)(?:\ ?\.{2,3}\ ?|\ -\ )(?P<last>\d{4})?(?![^\s,;)]))""",
    re.IGNORECASE | re.VERBOSE,
)

CONTRADICTED = "“{}” was both asked for and left out; what has it is left out."
LONE_OR = "OR joins the words or fields on both sides of it. Here there is nothing to join, so it was read as a plain word."
MIXED_OR = "OR joins words with words, or fields with fields, and nothing that is left out; here it was read as a plain word."
SHOUTED = "Where all is in capitals, OR is read as a plain word."
JOINED = "“{}” was read as “{}”."
COLON = "A field is written without spaces: {}. Here it was read as plain words."
BRACKETS = "Brackets mean nothing here: OR joins just the two words beside it."
PLAIN_WORDS = {
    "AND": "All the words are looked for, so AND is not needed.",
    "NOT": "NOT is read as a plain word here; to leave a word out, write -word.",
    "NEAR": "NEAR is read as a plain word here.",
}


@dataclass(frozen=True, slots=True)
class Term:
    """One thing asked for. `words` are folded (small letters, no accents): several for a phrase, one for a word or the start of one.

    Terms with the same `either`, which is not 0, are alternatives: one of them is enough.
    """

    words: tuple[str, ...]
    form: str  # word | phrase | prefix
    without: bool = False
    either: int = 0


One = TypeVar("One", Term, Wish)


@dataclass(frozen=True, slots=True)
class Query:
    """`typed` is what was typed, tidied for showing; `notes` are plain sentences about what was not read as it stands.

    `filters` are its wishes: all are to be met, of those with the same `either` one. `plain` is the running text that was typed, without
    phrases, fields, words to leave out and OR: what may name an entry, such as "law 84 b".
    """

    typed: str
    terms: tuple[Term, ...]
    notes: tuple[str, ...]
    filters: tuple[Wish, ...] = ()
    plain: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether nothing but running words was typed."""
        return not self.filters and all(term.form == "word" and not term.without and not term.either for term in self.terms)


def read(typed: str) -> Query:
    """Read what was typed."""
    notes: list[str] = []
    shown = tidy(typed, notes)
    reading = _joined(plain_signs(shown), notes)
    if any(is_mixed(word) for word in WORD.findall(reading)):
        notes.append("Letters of another alphabet that look like ours were read as ours.")
    reader = _Reader(notes, shouting=_shouted(reading))
    for chunk in CHUNK.finditer(reading):
        reader.take(chunk)
    reader.end("(" in reading and " OR " in reading)
    kept = _settled([one for one in reader.found if isinstance(one, Term)])
    if len(kept) > MOST_TERMS:
        notes.append(f"Only the first {MOST_TERMS} words were searched for.")
    wishes = _settled(_alternatives([one for one in reader.found if isinstance(one, Wish)]))
    if len(wishes) > MOST_WISHES:
        notes.append(f"Only the first {MOST_WISHES} fields were looked at.")
    notes += [CONTRADICTED.format(" ".join(term.words)) for term in kept if term.without and replace(term, without=False) in kept]
    return Query(shown, tuple(kept[:MOST_TERMS]), tuple(dict.fromkeys(notes)), tuple(wishes[:MOST_WISHES]), " ".join(reader.plain))


def _joined(reading: str, notes: list[str]) -> str:
    """The query with what stands apart from its field joined to it, which is said: "law:84 b" is law:84b."""

    def together(found: re.Match[str]) -> str:
        if found["other"]:
            return found[0]
        law, first, last = found["law"], found["first"], found["last"] or ""
        whole = f"{law}{found['bracketed'] or found['letter']}" if law else f"{first}..{last}"
        if " " in found[0]:
            notes.append(JOINED.format(found[0], whole))
        return whole

    return APART.sub(together, reading)


def as_words(asked: Query, wish: Wish) -> Query:
    """The query with one wish read as plain words instead, for a value that turns out to be unknown on this site."""
    words = [Term((word,), "word", wish.without) for word in words_in(wish.value)]
    terms = tuple(dict.fromkeys([*asked.terms, *words]))[:MOST_TERMS]
    return replace(asked, terms=terms, filters=tuple(other for other in asked.filters if other != wish))


def _shouted(reading: str) -> bool:
    """Whether all is in capitals, as in "DUMMY OR PARTNER": then OR is just a word."""
    words = [word for word in WORD.findall(reading) if word not in {"OR", *PLAIN_WORDS} and word.upper() != word.lower()]
    return bool(words) and all(word.isupper() for word in words)


@dataclass(slots=True)
class _Reader:
    """Takes a query chunk by chunk."""

    notes: list[str]
    shouting: bool
    found: list[Term | Wish] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)
    groups: int = 0
    open_or: bool = False  # an OR was read and waits for what it joins
    latest: int = 0  # how many of what was found came of the last chunk

    def take(self, chunk: re.Match[str]) -> None:
        if chunk["plain"] == "OR" and not chunk["minus"]:
            self._or()
        elif wish := self._wish(chunk):
            self._add([wish])
        else:
            self._add(self._terms(chunk))

    def end(self, bracketed: bool) -> None:
        if self.open_or:
            self._lone(LONE_OR)
        if bracketed and self.groups:
            self.notes.append(BRACKETS)

    def _or(self) -> None:
        if self.shouting:
            self._lone(SHOUTED)
        elif self.open_or or not self.latest:
            self._lone(LONE_OR)
        else:
            self.open_or = True

    def _lone(self, why: str) -> None:
        self.notes.append(why)
        self.found.append(Term(("or",), "word"))
        self.open_or = False

    def _add(self, more: Sequence[Term | Wish]) -> None:
        if not more:
            return
        before = self.found[len(self.found) - self.latest :]
        if self.open_or and _may_join(before, more):
            self.groups += not before[0].either
            group = before[0].either or self.groups
            self.found[len(self.found) - self.latest :] = [_together(before, group), _together(more, group)]
            self.latest = 1
            self.open_or = False
            return
        if self.open_or:
            self._lone(MIXED_OR)
        self.found += more
        self.latest = len(more)

    def _wish(self, chunk: re.Match[str]) -> Wish | None:
        """The wish that a chunk makes; None where it makes none, with a note where it looks as if it meant to."""
        found = FIELD.fullmatch(chunk["plain"] or "")
        name, value = (chunk["name"], chunk["quoted"]) if chunk["name"] else (found["name"], found["value"]) if found else ("", "")
        if not name or value.startswith("//"):
            return None
        wish, note = fields.read(name, value, bool(chunk["minus"]))
        self.notes += [note] if note else []
        return wish

    def _terms(self, chunk: re.Match[str]) -> list[Term]:
        without = bool(chunk["minus"])
        if chunk["name"]:
            return self._phrase(chunk["quoted"], without)
        if chunk["phrase"] is not None:
            if chunk["closed"]:
                return self._phrase(chunk["phrase"], without)
            self.notes.append("A quotation mark was not closed; the words after it were read as plain words.")
            self.plain += [] if without else [chunk["phrase"]]
            return [Term((word,), "word", without) for word in words_in(chunk["phrase"])]
        return self._words(chunk["plain"], without)

    def _phrase(self, words: str, without: bool) -> list[Term]:
        found = tuple(WORD.findall(fold(words)))  # a phrase keeps the s of "dummy's"
        return [Term(found, "phrase" if len(found) > 1 or not without else "word", without)] if found else []

    def _words(self, plain: str, without: bool) -> list[Term]:
        if plain in PLAIN_WORDS and not self.shouting:
            self.notes.append(PLAIN_WORDS[plain])
        elif plain.partition("(")[0] == "NEAR":
            self.notes.append(PLAIN_WORDS["NEAR"])
        elif plain[0] == ":" and self.plain and (name := fields.CALLED.get(fold(self.plain[-1]))):
            self.notes.append(COLON.format(f"{name}{plain[: fields.LONGEST_SAID]}" if len(plain) > 1 else f"{name}:…"))
        if not without:
            self.plain.append(plain)
        if (found := FIELD.fullmatch(plain)) and "//" not in plain:
            plain = found["value"] if words_in(found["value"]) else found["name"]
        *before, last = words_in(plain) or [""]
        if plain.endswith("*") and len(last) >= 2:
            return [*(Term((word,), "word", without) for word in before), Term((last,), "prefix", without)]
        if plain.endswith("*"):
            self.notes.append("A star stands for the rest of a word, after two letters or more: rev*.")
        if without and before:
            return [Term((*before, last), "phrase", without)]  # -no-trump leaves out "no trump", not all that says "no"
        return [Term((word,), "word", without) for word in [*before, last] if word]


def _may_join(before: Sequence[Term | Wish], after: Sequence[Term | Wish]) -> bool:
    """Whether an OR may join two sides: both words or both fields, neither left out."""
    return isinstance(before[0], Term) == isinstance(after[0], Term) and not any(one.without for one in (*before, *after))


def _together(side: Sequence[Term | Wish], group: int) -> Term | Wish:
    """One side of an OR as one alternative; the words of one chunk, as "no-trump" has, stand together."""
    if len(side) > 1:
        return Term(tuple(word for term in side if isinstance(term, Term) for word in term.words), "phrase", either=group)
    return replace(side[0], either=group)


def _alternatives(wishes: list[Wish]) -> list[Wish]:
    """An entry has one kind, one code and one year: of two kinds asked for, one is meant."""
    found = list(wishes)
    for at, name in enumerate(fields.SINGLE, start=1):
        several = {wish for wish in found if wish.name == name and not wish.without}
        if len(several) > 1:
            found = [replace(wish, either=-at) if wish in several else wish for wish in found]
    return found


def _settled(found: Sequence[One]) -> list[One]:
    """Each once; an alternative without another is none."""
    once = list(dict.fromkeys(found))
    groups = [one.either for one in once]
    alone = [replace(one, either=0) if groups.count(one.either) == 1 else one for one in once]
    return list(dict.fromkeys(alone))
