"""The words that introduce a citation, and the one alternation that finds every place where a citation may begin.

Everything here is a string or a compiled pattern; `tail` reads what follows a kind word, `grammar` decides what it means.
All repetition is possessive or bounded, so that no text can make a pattern take more than linear time.  Of a group it is written as an
atomic group, (?>(?:...)?): before 3.11.5 Python misreads a possessive group, (?:...)?+, with a choice in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

#: what a word means where a code says nothing else; a code's own [words] are laid over these
DEFAULT_WORDS: dict[str, str] = {
    "law": "law",
    "rule": "law",
    "section": "section",
    "§": "law",
    "case": "case",
    "decision": "case",
    "note": "footnote",
    "footnote": "footnote",
    "etiquette": "etiquette",
    "penalty": "penalty",
}
#: the word by which each kind is commonly called: any other word for it is a synonym
OWN_WORD = {"law": "law", "section": "section", "case": "case", "penalty": "penalty", "etiquette": "etiquette"}

#: white space inside a citation: any run, one line break at most, never a blank line ("Law\n32", "Law&nbsp;84")
SPACE = r"(?>(?:[^\S\n]|&nbsp;|&#160;)*)(?>(?:\n(?![^\S\n]*+\n)[^\S\n]*+)?)"
OPEN = r"(?:[_*]{1,2}+|<(?:i|b|em|strong)>)"
CLOSE = r"(?:[_*]{1,2}+|</(?:i|b|em|strong)>)"
NOT_IN_WORD = r"(?![^\W_])"

#: nouns that make the number before them an amount ("3 tricks", "150 points"), never a law
_SUMS = r"points?|tricks?|hono(?:u)?rs?|games?|rubbers?|dollars?|cents?|per\s?cent|pages?|years?|odd|over|by\s+cards"
_THINGS = (
    r"cards?|hearts?|spades?|clubs?|diamonds?|royals?|no[- ]?trumps?|trumps?|aces?|kings?|queens?|knaves?|jacks?|tens?|players?"
    r"|rounds?|hands?|packs?|partners?|counters?|chips?|deals?|over-?tricks?|under-?tricks?|others?|more|less|fewer|times"
    r"|days?|months?|hours?|minutes?|persons?|people|candidates?|inches|feet|yards?|sets?|strokes?|balls?|bids?|revokes?"
    r"|suits?|leads?|tables?|members?|of\s+(?:his|their|them|these|those|each|any|which|whom|it|the\s+(?:cards|tricks|players|others|suit|four|three|same))|or\s+(?:more|less|fewer|over)"
)
_AMOUNT_GAP = r"[^\S\n]*+[-\n]?[^\S\n]*+(?>(?:\"[^\S\n]*+)?)"
SUM_AFTER = re.compile(rf"{_AMOUNT_GAP}(?:{_SUMS})\b", re.I)
AMOUNT_AFTER = re.compile(rf"{_AMOUNT_GAP}(?:{_SUMS}|{_THINGS})\b", re.I)

# what a pattern that ignores case takes for a plain letter: the long s of old books, and their like
_ALIKE = {"s": "ſ", "i": "İı", "k": "K"}
_LOOKALIKES = str.maketrans({sign: letter for letter, signs in _ALIKE.items() for sign in signs})

MOST_FORMS = 1000  # printed forms of kind words that are remembered: "Law", "LAW", "law" ...

_ABBREVIATED = {"section": (r"ss?\.", r"secs?\.?", r"sects?\.?"), "number": (r"nos?\.",), "footnote": (r"fns?\.?",)}
_NUMBER_SIGN = r"(?:nos?\.?|numbers?|nr\.|#|№)"
_NUMBER_AHEAD = rf"(?=(?>(?:[(]{SPACE})?)(?>{OPEN}?)(?:\d|[IVXLCivxlc]++(?![^\W_])))"
_VERBS = "provides|prescribes|says|states|declares|adds|requires|directs"

#: determiners that may point back at a law already named; what follows them is judged in `relative`
_DETERMINER = re.compile(
    r"(?<![^\W_])(?:this|that|the(?>(?:\s(?:said|same|above|foregoing|aforesaid|latter|last)(?>(?:[-\s](?:quoted|cited|mentioned|named))?))?)"
    r"|(?:afore)?said)\Z",
    re.I,
)
DETERMINERS_END = frozenset("edstrgEDSTRGſ")  # their last letters
_LAST_OF_DETERMINERS = frozenset("his hat the aid ame ove ing ter ast ted ned med".split())
_LONGEST_DETERMINER = 40


@dataclass(frozen=True, slots=True)
class Manner:
    """How the kind word was written, and what that allows after it."""

    plural: bool = False  # "Laws": a list may go on more freely, "Laws 1912" is a title
    capital: bool = True  # "Law I": one letter may be a numeral
    amounts: re.Pattern[str] | None = None  # nouns that make the first number a sum; None where they are verbs ("Law 84 points out")
    sections: bool = True  # "Law 68, section 2": whether a section is a pinpoint here or a thing of its own
    has_part: Callable[[str, str], bool] | None = None  # (number, part): settles a doubtful letter


@dataclass(frozen=True, slots=True)
class Form:
    """One printed form of a kind word."""

    singular: str  # the dictionary word
    kind: str  # "" where the grammar must decide
    capital: bool
    shouted: bool  # "DECISION": may be a heading
    plain: bool  # nothing but what stands around it can make it another thing than a citation of the numbers behind it
    several: bool
    form: str  # of the citation: label, synonym or etiquette, and list where there are several numbers
    manner: Manner


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one code: `starts` finds each possible beginning; `kinds` and `own` say what its word means.

    A match of `starts` begins one character early, with the sign before the word; `opening` finds what begins a text. A match ends where
    reading goes on. Its one group, which is empty, says what was found and stands where the printed word ends: `word` with a number behind
    it, `noun` without one, `it`, or `bare` for a number by itself.
    """

    starts: re.Pattern[str]
    opening: re.Pattern[str]
    kinds: Mapping[str, str]  # every printed form, lower case, dots and all, to its kind
    singular: Mapping[str, str]  # every printed form to its dictionary word
    plural: frozenset[str]
    nouns: Mapping[str, str]  # the words by which a relative reference calls a law: "law", "rule", "section"
    forms: dict[str, Form] = field(default_factory=dict)  # those that texts have shown so far

    def form(self, printed: str) -> Form:
        """A kind word that `starts` found, as it is printed."""
        if (known := self.forms.get(printed)) is None:
            word = plain(printed)
            capital = printed[0].isupper() or not word[0].isalpha()
            known = self._form(word, capital, printed.isupper() and printed.isalpha())
            if len(self.forms) < MOST_FORMS:
                self.forms[printed] = known
        return known

    def _form(self, word: str, capital: bool, shouted: bool) -> Form:
        singular, kind = self.singular[word], self.kinds[word]
        several = word in self.plural
        plain = bool(kind) and singular != "penalty" and not shouted and (capital or singular != "case")
        form = "list" if several else "synonym" if singular != OWN_WORD.get(kind, singular) else "label"
        form = "etiquette" if kind == "etiquette" else form
        return Form(singular, kind, capital, shouted, plain, several, form, self._manner(word, capital))

    def _manner(self, word: str, capital: bool) -> Manner:
        plural, kind = word in self.plural, self.kinds[word]
        # "by law 3 tricks" and "in case 2 cards" are sums, "Law 84 points out" is not
        amounts = SUM_AFTER if not plural and kind == "law" else AMOUNT_AFTER
        sections = self.kinds.get("section") in {"section", "law", None} and self.singular[word] != "section"
        return Manner(plural, capital, None if capital and not plural else amounts, sections)


def lexicon(words: Mapping[str, str]) -> Lexicon:
    """The lexicon of a code.  `words` is laid over DEFAULT_WORDS; a word set to "" is no kind word in this code."""
    return _laid_over(tuple(words.items()))


@lru_cache(maxsize=256)
def _laid_over(words: tuple[tuple[str, str], ...]) -> Lexicon:
    return _lexicon(tuple(sorted({**DEFAULT_WORDS, **{key.lower(): kind for key, kind in words}}.items())))


def may_be_determiner(text: str, at: int) -> bool:
    """Whether the word before the blank before `at` may be a determiner, by its last three letters."""
    last = text[max(0, at - 4) : at - 1].lower()
    return last in _LAST_OF_DETERMINERS or not (last.isascii() and last.isalpha())


def determiner(text: str, at: int, floor: int) -> tuple[int, int] | None:
    """Where the determiner before a noun at `at` begins and ends; nothing before `floor` is read. None where there is none."""
    end = at
    while end > floor and text[end - 1].isspace():
        end -= 1
    if end == at or text[end - 1] not in DETERMINERS_END:
        return None
    match = _DETERMINER.search(text, max(floor, end - _LONGEST_DETERMINER), end)
    return match.span() if match else None


def plain(word: str) -> str:
    """A printed word as the lexicon spells it: "LAWS" and "lawſ" are "laws"."""
    return word.translate(_LOOKALIKES).lower()


@lru_cache(maxsize=64)
def _lexicon(pairs: tuple[tuple[str, str], ...]) -> Lexicon:
    kinds: dict[str, str] = {}
    singular: dict[str, str] = {}
    plural: set[str] = set()
    patterns: list[str] = []
    known = {word: kind for word, kind in pairs if kind}
    for word, kind in known.items():
        many = word[:-1] + "ies" if word.endswith("y") else word * 2 if not word.isalnum() else word + "s"
        for form in (word, many):
            kinds[form], singular[form] = kind, word
        plural.add(many)
        patterns += [many[0] + _any_case(many[1:]), word[0] + _any_case(word[1:]) + (NOT_IN_WORD if word.isalnum() else "")]
        for short in _ABBREVIATED.get(word, ()):
            patterns.append(rf"{short[0]}(?<!['’].){_any_case(short[1:], escaped=True)}{NOT_IN_WORD}")
            for form, is_plural in _forms(short):
                kinds[form], singular[form] = kind, word
                if is_plural:
                    plural.add(form)
    if "number" not in known:  # "see No. 84" names a law, "No. 52" one already named: grammar decides
        patterns.append(rf"n{_any_case('os?', escaped=True)}\.{NOT_IN_WORD}")
        for form in ("no.", "nos."):
            kinds[form], singular[form] = "", "number"
        plural.add("nos.")
    if "paragraph" not in known:  # "paragraphs 52, 53, 55" are laws in some codes: grammar decides
        patterns.append(rf"p{_any_case('aragraphs?', escaped=True)}{NOT_IN_WORD}")
        for form in ("paragraph", "paragraphs"):
            kinds[form], singular[form] = "", "paragraph"
        plural.add("paragraphs")
    nouns = {word: kind for word, kind in known.items() if kind in {"law", "section", "etiquette"} and word.isalpha()}
    nouns.pop("etiquette", None)
    body = _beginnings(patterns, nouns)
    return Lexicon(re.compile(rf"[^0-9A-Za-z](?:{body})"), re.compile(body), kinds, singular, frozenset(plural), nouns)


def _beginnings(patterns: Sequence[str], nouns: Iterable[str]) -> str:
    """The alternation of all that a citation may begin with, for the place behind a sign that is no letter.

    It is tried at every word of every text.  So each branch begins with a plain letter, which the matcher of `re` looks at before it
    does anything else; a pattern that ignores case from its first letter on takes five times as long.
    """
    etiquette = rf"(?<=etiquette),?+{SPACE}(?:sections?|secs?\.|rules?|laws?|§{{1,2}}+)"
    row = r"(?<=penalty)\srow"
    ahead = rf"(?>{CLOSE}?)(?>(?:{etiquette}|{row})?){SPACE}(?>(?:{_NUMBER_SIGN}{SPACE})?){_NUMBER_AHEAD}"
    pointed_at = r"(?<=[\sedstrgEDSTRGſ]\s.)"  # what no determiner can stand before is none of ours
    noun = _branches([f"{word[0]}{pointed_at}{_any_case(word[1:])}" for word in nouns]) or r"(?!)"
    return (
        rf"(?:{_branches(patterns)})(?P<word>)(?i:{ahead})"
        rf"|(?:{noun}){NOT_IN_WORD}(?P<noun>)"
        rf"|[iIİı][tT]\s(?i:(?>(?:(?:also|further|likewise|then|next|moreover)\s)?)(?:{_VERBS}))(?P<it>)\b"
        rf"|\d\d*+(?P<bare>)"
    )


def _branches(patterns: Iterable[str]) -> str:
    """Patterns, each beginning with a small letter or a sign, as branches for that letter and its capital, those of one letter together."""
    by_letter: dict[str, list[str]] = {}
    for pattern in patterns:
        by_letter.setdefault(pattern[0], []).append(pattern[1:])
    found = []
    for letter, rest in by_letter.items():
        signs = [letter, letter.upper(), *_ALIKE.get(letter, "")] if letter.isascii() and letter.isalpha() else [_any_case(letter)]
        found += [f"{sign}(?:{'|'.join(rest)})" for sign in signs]
    return "|".join(found)


def _any_case(letters: str, *, escaped: bool = False) -> str:
    """A pattern of some letters, each small or capital, without the flag; `escaped` where they hold signs of patterns already."""
    return "".join(
        f"[{letter}{letter.upper()}{_ALIKE.get(letter, '')}]" if letter.isascii() and letter.isalpha()
        else letter if escaped else f"(?i:{re.escape(letter)})" if letter.isalpha() else re.escape(letter)
        for letter in letters
    )  # fmt: skip


def _forms(short: str) -> list[tuple[str, bool]]:
    """The printed forms of an abbreviation's little pattern ("secs?\\.?": sec sec. secs secs.), with which are plural."""
    stem = short.replace(r"\.", "").replace("?", "").rstrip("s") or "s"
    single, many = (stem, stem + "s")
    return [(form + dot, form == many) for form in (single, many) for dot in ("", ".")]
