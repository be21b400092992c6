"""Reads what follows a kind word: the written numbers, their pinpoints, and how they are joined.

`read` starts at the first number ("80, 86 and 92", "84 _b_", "84, a and b", "XX to XXIII", "44, paragraph iv") and moves
forward only, each pattern tried at one place: time is linear in what is read.  It knows nothing of kinds.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .lexicon import AMOUNT_AFTER, CLOSE, NOT_IN_WORD, OPEN, SPACE, SUM_AFTER
from .numerals import ORDINAL, anchor, between, roman

MOST_IN_A_RANGE = 50

_PARAGRAPH = r"(?:sub-?)?(?:paragraph|para|par|clause|section|item|head|part|division|article)(?P<many>s)?\.?"
PARAGRAPH_WORD = re.compile(_PARAGRAPH.replace("(?P<many>s)", "s"), re.I)
_SIGN = r"(?:[A-Za-z]|[ivxl]{2,6}|[IVXL]{2,6}|\d{1,2})"

_NUMBER = re.compile(
    rf"(?P<open>{OPEN})?+(?:(?P<digits>\d{{1,5}})(?P<suffix>[A-Za-z])?|(?P<roman>[IVXLC]{{1,9}}|[ivxlc]{{2,9}})){NOT_IN_WORD}"
    rf"(?!\.\d|,\d{{3}}(?!\d)|[:/]\d|%|[-‑](?:handed|card|trick|point|hand|pack|deal|game)|°)(?P<close>(?(open){CLOSE}?+))"
)
# "84 (b)", "84(_b_)", "84 _b_": marked, so never doubtful
_MARKED = re.compile(
    rf",?+{SPACE}(?:\({SPACE}{OPEN}?+(?P<a>{_SIGN}){CLOSE}?+{SPACE}\)"
    rf"|(?P<wrap>{OPEN})\((?P<b>{_SIGN})\){CLOSE}|{OPEN}(?P<c>[a-z]|[ivxl]{{2,6}}){CLOSE}(?![^\W_]))"
)
# "44, paragraph iv", "68, second paragraph", "68, 2d."
_PARAGRAPHED = re.compile(
    rf",?+{SPACE}(?:at\s)?(?i:{_PARAGRAPH})\s{SPACE}(?:nos?\.\s?)?+"
    rf"(?:\({OPEN}?+(?P<a>{_SIGN}){CLOSE}?+\)|{OPEN}?+(?P<b>{_SIGN}|{ORDINAL}){CLOSE}?+){NOT_IN_WORD}"
)
_ORDERED = re.compile(
    rf",?+{SPACE}(?:the\s)?(?P<a>{ORDINAL})(?:{SPACE}(?i:{PARAGRAPH_WORD.pattern}){NOT_IN_WORD}|(?=[).;:,\]]|{SPACE}\Z))"
)
_LETTER = re.compile(rf"(?:(?=\s){SPACE}|(?P<dash>[-‑])|(?P<comma>,){SPACE})(?P<a>[A-Za-z]){NOT_IN_WORD}(?![’'.][a-z]|-)")
_AGAIN = re.compile(rf"(?:{OPEN}|\({OPEN}?+)?+(?P<a>{_SIGN})(?:{CLOSE}?+\)|{CLOSE})?+{NOT_IN_WORD}(?![’'])")
_ROMAN_PART = re.compile(rf",?+{SPACE}(?P<a>[ivxl]{{2,6}}|[IVXL]{{2,6}}){NOT_IN_WORD}")
_AND = re.compile(rf"(?:(?P<mark>[,;]){SPACE})?+(?P<word>(?:and|or|nor|&(?:amp;)?)(?:\s(?:also|with))?+(?=[\s(_*<\d]){SPACE})?+", re.I)
_TO = re.compile(rf"{SPACE}(?:(?P<long>--|—)|-|‐|‑|–|&ndash;|(?:to|through|thru|till)\b(?=\s)){SPACE}")
_FOLLOWS = re.compile(rf"{SPACE}(?P<word>[^\W\d_][\w’'-]*+)?+(?P<stop>[).,;:\]\"”?!]|\Z)?+")
_CLOSE = re.compile(CLOSE)
_SPACE = re.compile(SPACE)

#: words that may follow a pinpoint "a" but never the article "a"
_NOT_AFTER_ARTICLE = frozenset(
    "and or nor to of is are was were be does do did has have had shall may must can cannot could will would should in on as for by"
    " with which where when while if but not that the this at from before after also above below supra through than then so"
    " provides prescribes says states applies requires gives allows covers governs decides permits forbids refers deals".split()
)
_NOT_AFTER_PRONOUN = re.compile(r"(?:and|or|nor|to|of|in|is|which|above|below|supra|under|\w*[^s]s)\Z")
_PRONOUN_TOO = frozenset({"was", "always", "perhaps", "sometimes", "thus", "as", "besides"})

HasPart = Callable[[str, str], bool]


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


@dataclass(slots=True)
class _Number:
    value: str
    suffix: str
    roman: bool
    start: int
    end: int
    unclosed: bool  # "_84 b_": the mark opened before the number closes after its pinpoint


def read(text: str, at: int, *, plural: bool, capital: bool, has_part: HasPart | None = None) -> Tail | None:
    """What is written from `at` on, or None where no number stands there or the number is an amount.

    `plural`: the kind word is ("Laws"): a list may then go on more freely; `capital`: the word is ("Law I", "Law 84 points out").
    """
    bracket = text.startswith("(", at)
    place = _SPACE.match(text, at + bracket).end()  # type: ignore[union-attr]
    number = _number(text, place, alone=not plural, capital=capital, listed_roman=None)
    if number is None or not bracket and _amount(text, number, plural=plural, loose=capital):
        return None
    tail = Tail()
    listed_roman = number.roman
    while True:
        end = _item(text, number, tail, plural=plural, has_part=has_part)
        following = _next(text, end, plural=plural, roman_list=listed_roman)
        if following is None:
            break
        number = following
    tail.end = tail.written[-1].end
    if bracket:
        closing = _SPACE.match(text, tail.end).end()  # type: ignore[union-attr]
        if not text.startswith(")", closing):
            return None
        tail.end = closing + 1
    return tail


def _number(text: str, at: int, *, alone: bool, capital: bool, listed_roman: bool | None) -> _Number | None:
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
    if value is None or listed_roman is False or (len(match["roman"]) == 1 and not _single(text, match, alone, capital)):
        return None
    return _Number(str(value), "", True, match.start(), match.end(), unclosed)


def _single(text: str, match: re.Match[str], alone: bool, capital: bool) -> bool:
    """Whether one capital letter is a numeral: "Case I." and "Case V" are, "Law I think" and "law X" are not."""
    letter = match["roman"]
    if letter in "LC" or not capital:
        return False
    follows = _FOLLOWS.match(text, match.end())
    word = follows["word"] if follows else None
    if letter != "I" or not word:
        return True
    return bool(_NOT_AFTER_PRONOUN.match(word)) and word not in _PRONOUN_TOO


def _amount(text: str, number: _Number, *, plural: bool, loose: bool) -> bool:
    """Whether a noun makes the number a sum ("laws 3 tricks").  `loose` lets "Law 84 points out" pass, as a verb."""
    if number.roman or number.suffix:
        return False
    if loose and not plural:
        return False
    if plural and len(number.value) == 4 and 1500 <= int(number.value) < 2100 and not _AND_NUMBER.match(text, number.end):
        return True  # "Laws 1912" is a title with its year
    return bool((SUM_AFTER if plural else AMOUNT_AFTER).match(text, number.end))


_AND_NUMBER = re.compile(rf"{SPACE}(?:,|and|or|to|-|–){SPACE}\d")


def _item(text: str, number: _Number, tail: Tail, *, plural: bool, has_part: HasPart | None) -> int:
    """Appends the number at hand with its pinpoints and ranges to `tail`; returns where reading goes on."""
    known = (lambda part: has_part(number.value, part)) if has_part else None
    if number.suffix:
        part, end, style = number.suffix, number.end, "letter"
    else:
        part, end, style = _part(text, number, known)
    if number.unclosed and (close := _CLOSE.match(text, end)):
        end = close.end()
    if part:
        written = Written([(number.value, part)], number.start, end)
        tail.written.append(written)
        return _more_parts(text, written, style, tail, known)
    written = Written([(number.value, "")], number.start, end)
    tail.written.append(written)
    return _range_end(text, written, number, plural=plural)


def _part(text: str, number: _Number, known: Callable[[str], bool] | None) -> tuple[str, int, str]:
    """The pinpoint after a number: the anchor, where it ends, and its style ("letter", "figures", "roman"); "" for none."""
    at = number.end
    if match := _MARKED.match(text, at):
        end = match.end()
        while inner := _MARKED.match(text, end):  # "(a)(vi)": an entry has one level of anchors, the first
            if text[end] != "(":
                break
            end = inner.end()
        sign = match["a"] or match["b"] or match["c"]
        return anchor(sign), end, _style(sign)
    if (match := _PARAGRAPHED.match(text, at)) and not re.compile(rf"{SPACE}of\s+(?:the\s+)?Etiquette").match(text, match.end()):
        sign = match["a"] or match["b"]
        return anchor(sign), match.end(), _style(sign) + ("s" if match["many"] else "")
    if match := _ORDERED.match(text, at):
        return anchor(match["a"]), match.end(), "figures"
    if match := _ROMAN_PART.match(text, at):
        if not number.roman and roman(match["a"]) and not AMOUNT_AFTER.match(text, match.end()):
            return anchor(match["a"]), match.end(), "roman"
    if (match := _LETTER.match(text, at)) and _is_part(text, match, known):
        return match["a"].lower(), match.end(), "letter"
    return "", at, ""


def _style(sign: str) -> str:
    if sign.isdigit() or len(sign) > 2 and sign[0].isdigit():
        return "figures"
    return "letter" if len(sign) == 1 else "roman"


def _is_part(text: str, match: re.Match[str], known: Callable[[str], bool] | None, *, after_and: bool = False) -> bool:
    """Whether a lone letter is a pinpoint: "Law 84 b", "84, a and b" are; "Law 84 a player", "Law 58, B must" are not."""
    letter = match["a"]
    follows = _FOLLOWS.match(text, match.end())
    word, stop = (follows["word"], follows["stop"]) if follows else (None, None)
    nothing_more = word is None and stop is not None
    if letter.isupper():  # players are A and B, Y and Z
        return nothing_more and stop != "," and not after_and and letter < "I" and (known is None or known(letter.lower()))
    joined = word in {"and", "or", "to", "through"} or word is None and _AND.match(text, match.end()).end() > match.end()  # type: ignore[union-attr]
    if letter in "io":
        return nothing_more
    if nothing_more or text.startswith(("-", "–"), match.end()):
        return True
    if "comma" in match.re.groupindex and match["comma"]:
        return joined or bool(word in _NOT_AFTER_ARTICLE and (known is None or known(letter)))
    if letter == "a":
        return bool(word in _NOT_AFTER_ARTICLE and (known is None or known(letter)))
    return True


def _more_parts(text: str, written: Written, style: str, tail: Tail, known: Callable[[str], bool] | None) -> int:
    """Further pinpoints of the same number: "84, a and b", "84 (b) and (c)", "60 a to f", "37 a-g"."""
    number, end = written.names[0][0], written.end
    while True:
        if (to := _TO.match(text, end)) and (again := _again(text, to.end(), style, known)):
            first, last = tail.written[-1].names[-1][1], anchor(again["a"])
            parts = between(first, last, MOST_IN_A_RANGE)
            if parts is None:
                return end
            whole = tail.written[-1]
            whole.names, whole.end, whole.ranged = [(number, part) for part in parts], again.end(), True
            end = again.end()
            continue
        joint = _AND.match(text, _SPACE.match(text, end).end())  # type: ignore[union-attr]
        if joint is None or joint.end() == joint.start():
            return end
        again = _again(text, joint.end(), style, known)
        if again is None:
            return end
        end = again.end()
        tail.written.append(Written([(number, anchor(again["a"]))], again.start(), end))


def _again(text: str, at: int, style: str, known: Callable[[str], bool] | None) -> re.Match[str] | None:
    """The next pinpoint of a list of them, in the style of the first; bare figures only after "paragraphs" or in brackets."""
    match = _AGAIN.match(text, at)
    if match is None:
        return None
    bracketed = match[0].startswith("(")
    if bracketed != match[0].endswith(")"):
        return None
    if bracketed:
        return match
    sign = match["a"]
    if style.startswith("figures"):
        return match if sign.isdigit() and style == "figuress" else None
    if style.startswith("roman"):
        return match if roman(sign) and sign.islower() else None
    if len(sign) > 1 or not sign.islower():
        return match if style == "letters" and not sign.isdigit() and sign.islower() else None
    marked = len(match[0]) > 1
    return match if marked or _is_part(text, match, known, after_and=True) else None


def _range_end(text: str, written: Written, number: _Number, *, plural: bool) -> int:
    """Reads "to 86" after "80", if it is there, into `written`; returns where reading goes on."""
    to = _TO.match(text, written.end)
    if to is None or to["long"] and not plural:
        return written.end
    last = _number(text, to.end(), alone=False, capital=True, listed_roman=number.roman)
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


def _next(text: str, end: int, *, plural: bool, roman_list: bool) -> _Number | None:
    """The next number of a list ("80, 86 and 92"), or None where the list is over."""
    joint = _AND.match(text, _SPACE.match(text, end).end())  # type: ignore[union-attr]
    if joint is None or joint.end() == joint.start() or joint["mark"] == ";" and not plural:
        return None
    number = _number(text, joint.end(), alone=False, capital=True, listed_roman=roman_list)
    if number is None:
        return None
    if not number.roman and not number.suffix and (SUM_AFTER if plural else AMOUNT_AFTER).match(text, number.end):
        return None
    if plural and AMOUNT_AFTER.match(text, number.end) and _OTHERS.match(text, number.end):
        return None
    if not plural and not joint["word"] and not _GOES_ON.match(text, number.end):
        return None  # "Under Law 84, 150 may be added"
    return number


_OTHERS = re.compile(rf"{SPACE}(?:others?|more|less|fewer|of)\b", re.I)
_GOES_ON = re.compile(rf"{SPACE}(?:[,;.:)\]]|(?:and|or|&)\s|\Z)")
