"""What stands around a citation and is no part of its span: the signal before it, and the edition named beside it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .lexicon import SPACE, may_be_determiner

_REACH = 72
_GAP = r"(?:[\s_*]|&nbsp;|</?(?:i|b|em|strong)>)+"
_SIGNAL = re.compile(
    rf"(?<![^\W_])(?P<signal>(?:but{_GAP})?(?:vide|see|cf\.?|compare)(?:{_GAP}(?:also|with))?"
    rf"|(?:except{_GAP})?as{_GAP}(?:is{_GAP})?(?:provided|prescribed|described|defined){_GAP}(?:in|by|under|for{_GAP}(?:in|by))"
    rf"|except{_GAP}(?:under|as{_GAP}in|by)|subject{_GAP}to|under|in{_GAP}accordance{_GAP}with|according{_GAP}to|notwithstanding"
    rf"|pursuant{_GAP}to|read{_GAP}with)(?:{_GAP}the{_GAP}(?:provisions|terms){_GAP}of)?[.,:]?{_GAP}(?:the{_GAP})?\Z",
    re.I,
)
# What no signal ends with is seen from the last letters: a look at them costs a tenth of the search.  The word that a signal may end
# with by its last two letters, and the two letters that must stand before that word where it says nothing by itself.
_LAST: dict[str, tuple[str, frozenset[str]]] = {
    word[-2:]: (word, frozenset(before.split())) for word, before in {
        "vide": "", "see": "", "cf": "", "compare": "", "also": "", "under": "", "for": "", "notwithstanding": "", "the": "",
        "in": "ed or as", "by": "ed or pt", "to": "ct ng nt", "of": "ns ms", "with": "ce ad re ee cf de",
    }.items()
}  # fmt: skip
_ALONE = ("under ", "Under ", "see ", "See ", "vide ", "Vide ")
_NOT_ALONE = frozenset({"but", "ept", "ded", "bed", "ned"})  # "but see", "except under", "as provided under"
# What stands before most citations: plain words.  A word of these belongs with the one behind it, and with what stands before it.
_LAST_WORDS = re.compile(r"(?:(?P<before>[^ \n]*)[ \n])?(?P<last>(?P<open>\()?(?P<word>[A-Za-z][a-z]{1,23})(?P<stop>[.,;:?!)])?[ \n])\Z")
_FIRST = re.compile(r"(?!\(?[Cc][Ff]\.)(?:.*(?P<stop>[.,;:?!)])|(?P<word>[a-z]{2,24}))")
_SIGNS = frozenset("ivxl")  # of pinpoints
_BELONGS = frozenset(
    "but vide see compare also with except provided prescribed described defined for under subject accordance according"
    " notwithstanding pursuant read the provisions terms"
    " paragraph paragraphs par clause clauses section sections division part parts".split()
)
_MAY_BE_CAPITAL = frozenset({"See", "Vide", "Under", "Compare", "In", "By"})
_MOST_REMEMBERED = 4000  # pairs of words, with each list of codes
_LETTERS = re.compile(r"[^\W\d_]+")
_MARKUP = re.compile(r"[_*]|&nbsp;|</?\w+>")
_LONGEST_WORD = 24  # of those that are looked at
_YEAR = r"(?:,?\s+\(?(?:of\s+)?\d{4}\b\)?)?"
# a code named without being known: "the Laws of Whist, 1889", "the old code", "the 1909 laws"
_A_CODE = (
    r"(?:[Tt]he\s+)?(?:(?:Laws|Rules|Code)\s+of\s+[A-Z][\w’'-]{1,30}(?:\s+[A-Z][\w’'-]{1,30}){0,3}"
    r"|(?:old|former|previous|earlier|English|American|French|(?:1[5-9]|20)\d\d)\s+(?:code|laws|rules|edition|Code|Laws|Rules|Edition))"
)


def signal(text: str, at: int, floor: int) -> str:
    """The signal word or words right before `at` ("vide also", "except as provided in"), lower case, markup gone; or ""."""
    if _is_plain_before(text, at):
        return ""
    if text.endswith(_ALONE, floor, at) and (blank := text.rfind(" ", floor, at - 1)) > 2:
        last, word = text[blank - 3 : blank], text[blank + 1 : at]
        if word[0] == "(":
            word, last = word[1:], "."
        if word in _ALONE and (last[-1] in ".;?!" or (last.isascii() and last.isalpha() and last.lower() not in _NOT_ALONE)):
            return word.rstrip().lower()
    window = text[max(floor, at - _REACH) : at]
    match = _SIGNAL.search(window) if window[-1:] in " \n\t_*>\xa0;" else None
    return " ".join(_MARKUP.sub(" ", match["signal"]).lower().split()) if match else ""


def by_two_words(text: str, at: int, floor: int, codes: Codes) -> str | None:
    """The signal before `at` or "", by the last word there or the last two, where these tell that neither a determiner nor a pinpoint nor
    the name of a code ends with them; None where they do not tell. Nothing before `floor` is read.

    What words tell they tell wherever they stand, so it is remembered.
    """
    begin = text.rfind(" ", floor, at - 1)
    if begin < 0:
        return None
    remembered = codes.remembered
    if (said := remembered.get(text[begin + 1 : at])) is not None:
        return said
    both = text[max(text.rfind(" ", floor, begin) + 1, floor) : at]
    if (said := remembered.get(both)) is None and len(remembered) < _MOST_REMEMBERED:
        said = _tell(both, text[begin + 1 : at], codes)
    return said


def _tell(both: str, last: str, codes: Codes) -> str | None:
    """What the last word tells whatever stands before it, or else the last two; remembered from now on."""
    match = _LAST_WORDS.search(both)
    if match is None or not (match["stop"] or not may_be_determiner(last, len(last))):
        return None
    word = match["word"]
    if word.lower() in codes.last or not (word.islower() or word in _MAY_BE_CAPITAL):
        return None
    if word[-2:].lower() not in _LAST:
        return codes.remembered.setdefault(last, "")
    if not match["open"]:
        before = _FIRST.fullmatch(match["before"] or "")
        if before is None or (word == "of" and before["stop"]):
            return None
        if before["word"] and (before["word"] in _BELONGS or set(before["word"]) <= _SIGNS):
            return None
    said = signal(f" {match['last']}", len(match["last"]) + 1, 0)
    return codes.remembered.setdefault(last if match["open"] else both, said)


def _is_plain_before(text: str, at: int) -> bool:
    """Whether what stands before `at` ends no signal, by its last letters."""
    end = at - 1
    if end < 20 or text[end] not in " \n":
        return False
    sign = text[end - 1]
    if sign in '?!)"”’(':
        return True
    if sign in ",.:":
        end -= 1
    last = text[end - 2 : end].lower()
    if last not in _LAST:
        return last.isascii() and last.isalpha()
    word, allowed = _LAST[last]
    begin = end - len(word)
    said, before = text[begin:end], text[begin - 3 : begin].lower()
    if not (said.isascii() and before.isascii()):
        return False
    if said.lower() != word:
        return said.isalpha()
    if before[2].isalpha():
        return True
    return bool(allowed) and before[2] == " " and before[:2].isalpha() and before[:2] not in allowed


def edition(text: str, start: int, end: int, floor: int, codes: Codes, *, closed: bool = False) -> str:
    """The words that name another code right after a citation, or right before it; "" where none does.

    A code that nobody knows is still seen by its form ("of the Laws of Whist, 1889"), so that its Law 7 is never taken for the Law 7 of
    the edition at hand. `closed`: nothing of the kind follows.
    """
    if not closed and (match := codes.after.match(text, end)):
        return _one_line(match["known"] or match["a_code"] or match["year"])
    if _names_no_code(text, start, codes):
        return ""
    window = text[max(floor, start - _REACH) : start]
    match = codes.before.search(window)
    return _one_line(match["edition"]) if match else ""


def _names_no_code(text: str, at: int, codes: Codes) -> bool:
    """Whether what stands before `at` is no name of a code, by its last word: that begins with a capital, or ends as a name does."""
    end = at - 1
    if end < _LONGEST_WORD or text[end] != " ":
        return False
    sign = text[end - 1]
    if sign in ".?!;(":
        return True
    if sign in ",:":
        end -= 1
    last = text[end - 2 : end]
    if not (last.isascii() and last.isalpha()) or last.lower() in codes.endings:
        return False
    blank = text.rfind(" ", end - _LONGEST_WORD, end)
    return blank >= 0 and not text[blank + 1].isupper() and "\n" not in text[blank:end]


def _one_line(words: str) -> str:
    return " ".join(words.split())


class Codes(NamedTuple):
    """How other codes are named after a citation and before it, and what their names end with: the last two letters."""

    after: re.Pattern[str]
    before: re.Pattern[str]
    endings: frozenset[str]
    last: frozenset[str]  # the last words, in small letters
    remembered: dict[str, str]  # the signals that two words before a citation tell


@lru_cache(maxsize=64)
def codes(names: tuple[str, ...]) -> Codes:
    """The codes to recognise by their names."""
    known = "|".join(r"\s+".join(map(re.escape, name.split())) for name in sorted(names, key=len, reverse=True) if name.strip())
    known = rf"(?i:(?:the\s+)?(?:{known}))\b" if known else r"(?!)"
    after = re.compile(
        rf"{SPACE}(?:(?:,?{SPACE}(?:of|in|from|under)\s+|[,(]{SPACE})(?P<known>{known}{_YEAR})"
        rf"|,?{SPACE}(?:of|in|from|under)\s+(?P<a_code>{_A_CODE}{_YEAR})|of\s+(?P<year>(?:1[5-9]|20)\d\d)\b)"
    )
    before = re.compile(rf"(?<![^\W_])(?P<edition>(?:{known}|{_A_CODE}){_YEAR}),?:?\s+\Z")
    last = {"code", "laws", "rules", "edition"}.union(*(_LETTERS.findall(name.lower())[-1:] for name in names))
    return Codes(after, before, frozenset({"de", "ws", "es", "on", *(name.strip().lower()[-2:] for name in names)}), frozenset(last), {})
