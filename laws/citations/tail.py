"""Reads what follows a kind word: the written numbers, their pinpoints, and how they are joined.

`read` starts at the first number ("80, 86 and 92", "84 _b_", "84, a and b", "XX to XXIII", "44, paragraph iv") and moves
forward only, each pattern tried at one place: time is linear in what is read.  It knows nothing of kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from . import pinpoint
from .lexicon import AMOUNT_AFTER, CLOSE, NOT_IN_WORD, OPEN, SPACE, SUM_AFTER, Manner
from .numerals import ORDINAL, between, roman

MOST_IN_A_RANGE = 50

_NUMBER = re.compile(
    rf"(?>(?P<open>{OPEN})?)(?:(?P<digits>\d{{1,5}})(?P<suffix>[A-Za-z])?|(?P<roman>[IVXLC]{{1,9}}|[ivxlc]{{2,9}})){NOT_IN_WORD}"
    rf"(?!\.\d|,\d{{3}}(?!\d)|:\d|%|[-‑](?:handed|card|trick|point|hand|pack|deal|game)|°)(?P<close>(?(open)(?>{CLOSE}?)))"
)
_AND = re.compile(
    rf"(?>(?:(?P<mark>[,;/]){SPACE})?)"
    rf"(?>(?P<word>(?:and|or|nor|&(?:amp;)?)(?>(?:\s(?:also|with))?)(?=[\s(_*<\d]){SPACE})?)",
    re.I,
)
_TO = re.compile(rf"{SPACE}(?:(?P<long>--|—)|-|‐|‑|–|&ndash;|(?:to|through|thru|till)\b(?=\s)){SPACE}")
_NEXT_WORD = re.compile(rf"{SPACE}(?>(?P<word>[^\W\d_][\w’'-]*+)?)")
_CLOSE = re.compile(CLOSE)
_SPACE = re.compile(SPACE)

_NOT_AFTER_PRONOUN = re.compile(r"(?:and|or|nor|to|of|in|is|which|above|below|supra|under|\w*[^s]s)\Z")
_PRONOUN_TOO = frozenset({"was", "always", "perhaps", "sometimes", "thus", "as", "besides"})

_OTHERS = re.compile(rf"{SPACE}(?:others?|more|less|fewer|of\s+(?:his|their|them|these|those|each|any|which|whom|it))\b", re.I)
_GOES_ON = re.compile(rf"{SPACE}(?:[,;.:)\]]|(?:and|or|&)\s|\Z)")
# How most citations go: a number, or a list of numbers, and then what can be no part of it and no sum.  What the patterns above would read
# of such words is known beforehand, and this is read ten times as fast.
_PLAIN_WORD = (
    r"(?:wh|(?:gov|prov|presc|permit|follow|appl|requir|decid|cover|giv|mak|read|say|stat)[a-z]|read\ "
    r"|(?:is|are|was|were|has|had|would|will|must|should|shall|may|can|does|do|with|but|because|if|it|on|at|as|for|that|then|than|only|before)(?![\w’'-]))"
)
_PLAIN = (
    r"(?=\.(?=\s|\Z)|[;)\]?!]|\Z"
    rf"|\ {_PLAIN_WORD}|(?P<open>,)\ (?:{_PLAIN_WORD}|the\ (?!{ORDINAL})[a-z]{{3}})|\ and\ [A-Z][a-z])"
)
_FIGURES = r"[1-9][0-9]{0,3}"
_AFTER_A = "|".join(sorted(pinpoint.NOT_AFTER_ARTICLE - {"and", "or", "nor", "to", "of", "through"}))
_PART = rf"(?:[b-h](?=[.,)\ ])|a(?=[.)]|\ (?:{_AFTER_A})\ ))"
_OF_ETIQUETTE = r"\ of\ Etiquette(?=[.;)?!]|\ [a-z])"
_ONE = re.compile(rf"(?P<number>{_FIGURES})(?:(?P<of>{_OF_ETIQUETTE})|(?>(?:\ (?P<part>{_PART}))?){_PLAIN})")
_ONE_OF = re.compile(rf"(?P<number>{_FIGURES})(?=\ of\ Etiquette)")
_LIST = re.compile(rf"{_FIGURES}(?>(?:,\ {_FIGURES})*)\ and\ {_FIGURES}{_PLAIN}")
#: One number with its letter, if it has one, and behind it what can be no part of it: groups `number`, `part`, and `open`, a comma. Or
#: else group `of`: "of Etiquette", and behind it what is no number.
plain_one = _ONE.match
#: Numbers with commas and an "and" between them, and behind them what can be no part of them: group `open`, a comma.
plain_list = _LIST.match
_LISTED = re.compile(r"[0-9]++")
_AND_NUMBER = re.compile(rf"{SPACE}(?:,|and|or|to|-|–){SPACE}\d")


@dataclass(slots=True)
class Written:
    """One written number (or range) with its own pinpoint: what it names, as (number, part), and where it stands."""

    names: list[tuple[str, str]]
    start: int
    end: int
    ranged: bool = False


@dataclass(slots=True)
class Tail:
    """Everything written after one kind word; `end` excludes closing punctuation."""

    written: list[Written] = field(default_factory=list)
    end: int = 0
    plain: bool = False  # nothing but figures, with commas and an "and" between them, or a letter
    closed: bool = False  # what follows is known to be plain words: neither "of Etiquette" nor the name of a code


class _Number(NamedTuple):
    value: str
    suffix: str
    roman: bool
    start: int
    end: int
    unclosed: bool  # "_84 b_": the mark opened before the number closes after its pinpoint


def read(text: str, at: int, how: Manner) -> Tail | None:
    """What is written from `at` on, or None where no number stands there or the number is an amount."""
    if tail := _plain(text, at, how):
        return tail
    bracket = text.startswith("(", at)
    number = _number(text, _past_space(text, at + bracket), capital=how.capital, listed_roman=None)
    if number is None or (not bracket and _is_amount(text, number, how)):
        return None
    tail = Tail()
    listed_roman = number.roman
    following: _Number | None = number
    while following is not None:
        end = _item(text, following, tail, how)
        following = _next(text, end, how, roman_list=listed_roman)
    tail.end = tail.written[-1].end
    if bracket:
        closing = _past_space(text, tail.end)
        if not text.startswith(")", closing):
            return None
        tail.end = closing + 1
    return tail


def figures(text: str, at: int, end: int) -> Iterator[re.Match[str]]:
    """Each number from `at` to `end`."""
    return _LISTED.finditer(text, at, end)


def _plain(text: str, at: int, how: Manner) -> Tail | None:
    """What is written from `at` on, where it is as plain as most is; else None."""
    if how.plural:
        if match := _LIST.match(text, at):
            written = [Written([(one[0], "")], *one.span()) for one in figures(text, at, match.end())]
            return Tail(written, match.end(), plain=True, closed=not match["open"])
        return None
    if (match := _ONE.match(text, at)) and not match["of"]:
        number, part, comma = match.group("number"), match["part"] or "", match["open"]
        if part != "a" or how.has_part is None:
            return Tail([Written([(number, part)], at, match.end())], match.end(), plain=True, closed=not comma)
    elif how.amounts is None and (match := _ONE_OF.match(text, at)):
        return Tail([Written([(match[0], "")], at, match.end())], match.end(), plain=True)
    return None


def _past_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _joint(text: str, at: int) -> re.Match[str] | None:
    """The comma, semicolon, "and", "or" or "&" that joins what ends at `at` to what follows."""
    match = _AND.match(text, _past_space(text, at))
    return match if match and match.end() > match.start() else None


def _number(text: str, at: int, *, capital: bool, listed_roman: bool | None) -> _Number | None:
    """The number at `at`; `listed_roman` is None for the first of a list, else whether the list so far is Roman."""
    match = _NUMBER.match(text, at)
    if match is None:
        return None
    unclosed = bool(match["open"]) and not match["close"]
    if match["digits"]:
        if int(match["digits"]) == 0 or listed_roman:
            return None
        return _Number(str(int(match["digits"])), (match["suffix"] or "").lower(), False, match.start(), match.end(), unclosed)
    value = roman(match["roman"])
    if value is None or listed_roman is False or (len(match["roman"]) == 1 and not _single(text, match, capital)):
        return None
    return _Number(str(value), "", True, match.start(), match.end(), unclosed)


def _single(text: str, match: re.Match[str], capital: bool) -> bool:
    """Whether one capital letter is a numeral: "Case I." and "Case V" are, "Law I think" and "law X" are not."""
    letter = match["roman"]
    if letter in "LC" or not capital:
        return False
    follows = _NEXT_WORD.match(text, match.end())
    word = follows["word"] if follows else None
    if letter != "I" or not word:
        return True
    return bool(_NOT_AFTER_PRONOUN.match(word)) and word not in _PRONOUN_TOO


def _is_amount(text: str, number: _Number, how: Manner) -> bool:
    """Whether a noun makes the number a sum ("laws 3 tricks"), or its size a year ("the Laws 1912")."""
    if number.roman or number.suffix:
        return False
    if not how.plural and text.startswith("/", number.end):
        return True
    if how.plural and 1500 <= int(number.value) < 2100 and not _AND_NUMBER.match(text, number.end):
        return True
    return bool(how.amounts and how.amounts.match(text, number.end))


def _item(text: str, number: _Number, tail: Tail, how: Manner) -> int:
    """Appends the number at hand with its pinpoints and ranges to `tail`; returns where reading goes on."""
    known = partial(how.has_part, number.value) if how.has_part else None
    if number.suffix:
        part, end, style = number.suffix, number.end, "letter"
    else:
        part, end, style = pinpoint.first(text, number.end, known, after_roman=number.roman, sections=how.sections)
    if number.unclosed and (close := _CLOSE.match(text, end)):
        end = close.end()
    if part:
        written = Written([(number.value, part)], number.start, end)
        tail.written.append(written)
        return _more_parts(text, written, style, tail, known)
    written = Written([(number.value, "")], number.start, end)
    tail.written.append(written)
    return _range_end(text, written, number, plural=how.plural)


def _more_parts(text: str, written: Written, style: str, tail: Tail, known: pinpoint.Known) -> int:
    """Further pinpoints of the same number: "84, a and b", "84 (b) and (c)", "60 a to f", "37 a-g"."""
    number, end = written.names[0][0], written.end
    while True:
        if (to := _TO.match(text, end)) and (more := pinpoint.again(text, to.end(), style, known)):
            whole = tail.written[-1]
            parts = between(whole.names[-1][1], more[0], MOST_IN_A_RANGE)
            if parts is None:
                return end
            whole.names, whole.end, whole.ranged = [(number, part) for part in parts], more[1], True
            end = more[1]
            continue
        joint = _joint(text, end)
        more = pinpoint.again(text, joint.end(), style, known) if joint else None
        if joint is None or more is None:
            return end
        end = more[1]
        tail.written.append(Written([(number, more[0])], joint.end(), end))


def _range_end(text: str, written: Written, number: _Number, *, plural: bool) -> int:
    """Reads "to 86" after "80", if it is there, into `written`; returns where reading goes on."""
    to = _TO.match(text, written.end)
    if to is None or (to["long"] and not plural and to[0] != to["long"]):
        return written.end
    last = _number(text, to.end(), capital=True, listed_roman=number.roman)
    if last is None or AMOUNT_AFTER.match(text, last.end):
        return written.end
    if not plural and int(last.value) <= int(number.value):
        return written.end
    numbers = between(number.value, last.value, MOST_IN_A_RANGE)
    written.names = [(value, "") for value in numbers or (number.value, last.value)]
    written.end, written.ranged = last.end, True
    if last.suffix:
        written.names[-1] = (last.value, last.suffix)
    return written.end


def _next(text: str, end: int, how: Manner, *, roman_list: bool) -> _Number | None:
    """The next number of a list ("80, 86 and 92"), or None where the list is over."""
    joint = _joint(text, end)
    if joint is None or (joint["mark"] in {";", "/"} and not how.plural):
        return None
    number = _number(text, joint.end(), capital=True, listed_roman=roman_list)
    if number is None:
        return None
    if not number.roman and not number.suffix and (SUM_AFTER if how.plural else AMOUNT_AFTER).match(text, number.end):
        return None
    if how.plural and _OTHERS.match(text, number.end):
        return None
    if not how.plural and not joint["word"] and not _GOES_ON.match(text, number.end):
        return None  # "Under Law 84, 150 may be added"
    return number
