"""Numbers of citations as people say them: "law eighty-four", "case eleven", "the 84th law". Strings in, strings out."""

from __future__ import annotations

import re

ONES = "one two three four five six seven eight nine".split()
TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
PLACES = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth"}
KINDS = "law|rule|case|section|article|footnote"
NUMBERED = rf"{KINDS}|etiquette|penalty|sec"  # "law eighty-four", but not "eighty-fourth etiquette"


def _cardinals() -> dict[str, int]:
    small = {word: value for value, word in enumerate([*ONES, *TEENS], start=1)}
    for ten, word in enumerate(TENS, start=2):
        small |= {word: 10 * ten} | {f"{word} {one}": 10 * ten + value for value, one in enumerate(ONES, start=1)}
    return small | {"hundred": 100, "one hundred": 100, "a hundred": 100}


def _place(word: str) -> str:
    """The ordinal of a cardinal: "eighty four" is "eighty fourth"."""
    *before, last = word.split()
    return " ".join([*before, PLACES.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")])


CARDINALS = _cardinals()
ORDINALS = {_place(word): value for word, value in CARDINALS.items()}


def _one_of(words: dict[str, int]) -> str:
    """A pattern for some words, the longest first, with a blank or a hyphen between two."""
    return "|".join(sorted((word.replace(" ", "[ -]") for word in words), key=len, reverse=True))


_BEHIND = re.compile(rf"\b(?P<kind>{NUMBERED})s?\.? (?:number |no\.? )?(?P<said>{_one_of(CARDINALS)})(?![\w-])", re.I)
_BEFORE = re.compile(rf"\b(?:(?P<figures>\d{{1,3}})(?:st|nd|rd|d|th)|(?P<said>{_one_of(ORDINALS)})) (?P<kind>{KINDS})(?!\w)", re.I)


def may_name(typed: str) -> bool:
    """Whether a citation may stand in a query with its number in words."""
    return _BEHIND.search(typed) is not None or _BEFORE.search(typed) is not None


def in_figures(text: str) -> str:
    """A text in small letters with the numbers of its citations in figures, behind the word for the kind: "law 84"."""
    text = _BEHIND.sub(lambda m: f"{m['kind']} {CARDINALS[_plain(m['said'])]}", text)
    return _BEFORE.sub(lambda m: f"{m['kind']} {m['figures'] or ORDINALS[_plain(m['said'])]}", text)


def _plain(said: str) -> str:
    return said.lower().replace("-", " ")
