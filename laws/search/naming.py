"""Citations as people type them into a search box: "84b", "s 60(c)", "sec. 9 of etiquette", "laws 76-79", "XI". Strings in, values out.

Whole queries are read by a small pattern of their own; what it does not know, and citations among other words, by the citation grammar.
What a word such as "section" means is left open here, since each code has its own meaning for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from laws import text as markup
from laws.citations import grammar
from laws.citations.numerals import anchor, between, roman

from . import spoken
from .query import DASHES, fold

KIND_WORDS = {
    "law": "law laws l", "rule": "rule rules r", "§": "§ §§", "section": "section sections sec secs sect s ss",
    "case": "case cases decision decisions", "number": "no nos number numbers", "footnote": "footnote footnotes note notes fn fns",
    "etiquette": "etiquette etiq etiquettes", "penalty": "penalty penalties row rows", "article": "article articles art arts",
    "paragraph": "paragraph paragraphs",
}  # fmt: skip
CANONICAL = {form: word for word, forms in KIND_WORDS.items() for form in forms.split()}
OWN_MEANING = {word: word for word in grammar.DEFAULT_WORDS} | {"number": "number"}  # for the grammar: each word means itself
LONGEST_RANGE = 50

_FORMS = "|".join(sorted((re.escape(form) for form in CANONICAL), key=len, reverse=True))
_FRONT = re.compile(
    rf"(?:the )?(?P<word>{_FORMS})(?![a-z])[ .:]*(?:(?P<inner>section|sec|rule|row|law|§)s?(?![a-z])[ .]*)?"
    r"(?:(?:no|nos|number|nr)[ .]+|# ?)?"
)
_OF_ETIQUETTE = re.compile(r"[ ,:]*(?:of|in) (?:the )?etiquette(?: rules)?$")
_PART_WORD = r"(?:(?:sub-?)?(?:paragraph|clause|section|part|para|par)|item)s?(?![a-z])[ .]*"
_PART = r"(?:[a-z]|[ivx]{2,4}|\d(?:st|nd|rd|d|th)|first|second|third|fourth|fifth|sixth)(?![a-z0-9])"
_ITEM = re.compile(rf"(?P<number>\d{{1,4}}|(?=[ivxlc])[ivxlc]+(?![a-z]))(?:[ ,.]*(?:{_PART_WORD})?\(?(?P<part>{_PART})\)?)?")
_RANGE = r"(?P<range>-|(?:to|through)(?![a-z]))"
_SEPARATOR = re.compile(rf" ?(?:{_RANGE}|,? ?(?:and|&|or)(?![a-z])|[,;/]) ?")
_AGAIN = re.compile(rf"[ ,]*(?:(?:and|or)(?![a-z])|&|{_RANGE})? *\(?(?P<part>[a-z])\)?(?![a-z0-9])")
# Behind a number in running words: a letter that is said to be a part, or one that is no word.
_PART_AFTER = re.compile(rf"[ ,.]*(?:{_PART_WORD}\(?(?P<said>{_PART})\)?|\(?(?P<lone>[b-hj-z])\)?(?![a-z0-9'’-]))", re.I)


@dataclass(frozen=True, slots=True)
class Name:
    """One thing named: `word` is the kind word in its dictionary form, "" for a bare number; `number` as it stands in addresses."""

    word: str
    number: str
    part: str = ""
    roman: bool = False

    @property
    def said(self) -> str:
        """As a sentence names it: "Law 100", "Section 9"."""
        shown = self.word if self.word != "§" else "law"
        return f"{shown.capitalize()} {self.number}{self.part and ' ' + self.part}" if shown else f"{self.number}{self.part}"


@dataclass(frozen=True, slots=True)
class Naming:
    """What a query names. `whole`: it is a citation and nothing else; `rest`: the other words."""

    names: tuple[Name, ...] = ()
    whole: bool = False
    rest: str = ""


def read(typed: str) -> Naming:
    """The citations in a query."""
    text = spoken.in_figures(_tidied(typed))
    if names := _front(text, typed):
        return Naming(tuple(names), True)
    return _by_grammar(typed)


def _tidied(typed: str) -> str:
    """Small letters, single spaces; what stands in an address (/law/84/#b) as if it were typed."""
    text = fold(typed)
    text = re.sub(r"[/#:_*\[\]\"'=]+", " ", text) if "#" not in text or "/" in text else text
    return " ".join(text.split()).strip(" .,;:!?")


def _front(text: str, typed: str) -> list[Name]:
    word = ""
    if etiquette := _OF_ETIQUETTE.search(text):
        text = text[: etiquette.start()]
    start = 0
    if front := _FRONT.match(text):
        word, start = CANONICAL[front["word"]], front.end()
        if word == "etiquette" and front["inner"] in {"law", "§"}:
            return []
    if etiquette:
        word = "etiquette" if word in {"section", "rule", "law", "§", "number", ""} else word
    names = _list(text, start, word)
    if not word and any(name.roman for name in names) and not _may_be_roman(typed):
        return []
    return names


def _may_be_roman(typed: str) -> bool:
    """A bare "XI" is a number, and so is "xi"; "I", "mix" and "c" are words."""
    bare = typed.strip(" .,;:!?")
    return bare.isalpha() and bare.upper() != "I" and (len(bare) > 1 or bare.isupper()) and roman(bare) is not None


def _list(text: str, at: int, word: str) -> list[Name]:
    """All the numbers from `at` to the end of the text; nothing where something else stands among them."""
    names: list[Name] = []
    ranged = False
    while item := _ITEM.match(text, at):
        number = item["number"]
        value = number if number.isdigit() else str(roman(number) or "")
        if not value:
            return []
        name = Name(word, str(int(value)), anchor(item["part"]) if item["part"] else "", not number.isdigit())
        names += _between(names[-1], name) if ranged and names else [name]
        at = item.end()
        while name.part and (more := _AGAIN.match(text, at)) and more.end() > at:
            parts = between(names[-1].part, more["part"], LONGEST_RANGE) if more["range"] else None
            names += [Name(word, name.number, part, name.roman) for part in (parts[1:] if parts else [more["part"]])]
            at = more.end()
        if at == len(text):
            return list(dict.fromkeys(names))
        separator = _SEPARATOR.match(text, at)
        if separator is None or not separator[0].strip():
            return []
        ranged, at = bool(separator["range"]), separator.end()
    return []


def _between(first: Name, last: Name) -> list[Name]:
    numbers = between(first.number, last.number, LONGEST_RANGE)
    if numbers is None or first.part or last.part:
        return [last]
    return [Name(first.word, number, "", last.roman) for number in numbers[1:]]


def _by_grammar(typed: str) -> Naming:
    """The citations that stand among other words, or in forms that only the grammar knows ("first paragraph of law 72")."""
    text = typed.translate(DASHES)
    names: list[Name] = []
    spans: list[tuple[int, int]] = []
    for reference in grammar.find(text, words=OWN_MEANING):
        if reference.form in {"relative", "self", "bare"} or any(target.kind == "penalty" for target in reference.targets):
            continue
        named, end = [_as_typed(target, text) for target in reference.targets], reference.end
        after = _PART_AFTER.match(text, end) if len(named) == 1 and not named[0].part else None
        if after and (after["said"] or named[0].word != "case"):  # "case 11 y leads": a player
            named, end = [replace(named[0], part=anchor(after["said"] or after["lone"]))], after.end()
        names += named
        spans.append((reference.start, end))
    rest = "".join(ch if not any(start <= at < end for start, end in spans) else " " for at, ch in enumerate(text))
    rest = " ".join(rest.split())
    return Naming(tuple(dict.fromkeys(names)), bool(names) and not re.search(r"\w", rest), rest)


def _as_typed(target: grammar.Target, text: str) -> Name:
    """A citation of the grammar's as a name, which knows whether its number was written in Roman letters."""
    written = re.search(r"[^\W_]", text[target.start : target.end])
    return Name(target.kind, markup.arabic(target.number), target.part, written is not None and not written[0].isdigit())
