"""Pinpoints: the lettered, numbered or ordinal part of an entry that follows its number ("84 _b_", "44, paragraph iv").

A lone letter is doubtful in these books, where players are called A and B and every other noun has the article "a".
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .lexicon import AMOUNT_AFTER, CLOSE, NOT_IN_WORD, OPEN, SPACE
from .numerals import ORDINAL, anchor, roman

#: settles a doubtful letter of the number at hand; None where nobody knows its parts
Known = Callable[[str], bool] | None

PARAGRAPH_WORDS = r"(?:sub-?)?(?:paragraph|para|par|clause|section|part)s?\.?"
_SIGN = r"(?:[A-Za-z]|[ivxl]{2,6}|[IVXL]{2,6}|\d{1,2})"

# "84 (b)", "84(_b_)", "84 _b_": marked, so never doubtful
_MARKED = re.compile(
    rf",?+{SPACE}(?:\({SPACE}(?>{OPEN}?)(?P<a>{_SIGN})(?>{CLOSE}?){SPACE}\)"
    rf"|{OPEN}\((?P<b>{_SIGN})\){CLOSE}|{OPEN}(?P<c>[a-z]|[ivxl]{{2,6}}){CLOSE}(?![^\W_]))"
)
# "44, paragraph iv"
_PARAGRAPHED = re.compile(
    rf",?+{SPACE}(?P<word>(?i:{PARAGRAPH_WORDS}))\s{SPACE}(?>(?:nos?\.\s?)?)"
    rf"(?:\((?>{OPEN}?)(?P<a>{_SIGN})(?>{CLOSE}?)\)|(?>{OPEN}?)(?P<b>{_SIGN}|{ORDINAL})(?>{CLOSE}?)){NOT_IN_WORD}"
)
# "68, second paragraph", "68, 2d."
_ORDERED = re.compile(rf",?+{SPACE}(?:the\s)?(?P<a>{ORDINAL})(?:{SPACE}(?i:{PARAGRAPH_WORDS}){NOT_IN_WORD}|(?=[).;:\]]|{SPACE}\Z))")
_ROMAN = re.compile(rf",?+{SPACE}(?P<a>[ivxl]{{2,6}}|[IVXL]{{2,6}}){NOT_IN_WORD}")
_LETTER = re.compile(rf"(?:(?=\s|&nbsp;){SPACE}|[-‑]|(?P<comma>,){SPACE})(?P<a>[A-Za-z]){NOT_IN_WORD}(?![’'.][a-z]|-[A-Za-z]{{2}})")
_AGAIN = re.compile(rf"(?>(?:{OPEN}|\((?>{OPEN}?))?)(?P<a>{_SIGN})(?>(?:(?>{CLOSE}?)\)|{CLOSE})?){NOT_IN_WORD}(?![’'])")
_FOLLOWS = re.compile(rf"{SPACE}(?>(?P<word>[^\W\d_][\w’'-]*+)?)(?>(?P<stop>[).,;:\]?!]|\Z)?)")

#: words that may follow a pinpoint "a" but hardly the article "a"
NOT_AFTER_ARTICLE = frozenset(
    "and or nor to of is are was were be does do did has have had shall may must can cannot could will would should in on as for by"
    " with which where when while if but not that the this at from before after also above below supra through than then so"
    " provides prescribes says states applies requires gives allows covers governs decides permits forbids refers deals".split()
)
# "first paragraph of Law 72", "paragraphs (a) and (b) of Law 84": written before the number
_BEFORE = re.compile(
    rf"(?<![^\W_])(?:(?P<place>{ORDINAL})\s+(?:sub-?)?(?:paragraph|clause|section|division)"
    rf"|(?:sub-?)?(?:paragraph|par|clause|section|part)s?\.?\s+(?P<signs>(?:\(?[_*]?{_SIGN}{NOT_IN_WORD}[_*]?\)?(?:,?\s+(?:and|or)\s+|,\s*)?){{1,4}}))"
    rf"\s+of\s+(?:the\s+)?\Z",
    re.I,
)
_BEFORE_ENDS = frozenset({"of", "he"})  # last letters of "of" and "the", or a second blank
_ONE_SIGN = re.compile(rf"(?<![^\W_]){_SIGN}{NOT_IN_WORD}")


def may_stand_before(text: str, at: int) -> bool:
    """Whether a pinpoint may stand before a kind word at `at`, by the last letters there."""
    last = text[at - 3 : at - 1]
    return last.lower() in _BEFORE_ENDS or last[1:].isspace()


def before(text: str, at: int, floor: int) -> tuple[list[str], int]:
    """Pinpoints written before a number whose kind word stands at `at`, and where they begin; nothing before `floor` is read."""
    if not may_stand_before(text, at):
        return [], at
    start = max(floor, at - 70)
    window = text[start:at]
    if not window[-1:].isspace() or "of" not in window[-10:].lower():
        return [], at
    match = _BEFORE.search(window)
    if match is None:
        return [], at
    signs = [match["place"]] if match["place"] else _ONE_SIGN.findall(match["signs"])
    return [anchor(sign) for sign in signs], start + match.start()


def first(text: str, at: int, known: Known, *, after_roman: bool, sections: bool) -> tuple[str, int, str]:
    """The pinpoint after a number that ends at `at`: its anchor, where it ends, and the style of it for `again`.

    ("", at, "") where there is none.  `sections`: whether "section 2" is a pinpoint in this code or a thing of its own.
    """
    if match := _MARKED.match(text, at):
        end = match.end()
        while (inner := _MARKED.match(text, end)) and text[end] == "(":
            end = inner.end()  # "(a)(vi)": an entry has one level of anchors, the first
        sign = match["a"] or match["b"] or match["c"]
        return anchor(sign), end, _style(sign)
    if (match := _PARAGRAPHED.match(text, at)) and (sections or "section" not in match["word"].lower()):
        sign = match["a"] or match["b"]
        if match["a"] or sign not in "aI" or may_follow(text, match.end()):
            return anchor(sign), match.end(), _style(sign) + ("s" if match["word"].rstrip(".").endswith("s") else "")
    if match := _ORDERED.match(text, at):
        return anchor(match["a"]), match.end(), "figures"
    if (match := _ROMAN.match(text, at)) and not after_roman and roman(match["a"]) and not AMOUNT_AFTER.match(text, match.end()):
        return anchor(match["a"]), match.end(), "roman"
    if (match := _LETTER.match(text, at)) and _is_part(text, match, known):
        return match["a"].lower(), match.end(), "letter"
    return "", at, ""


def again(text: str, at: int, style: str, known: Known) -> tuple[str, int] | None:
    """A further pinpoint of a list ("84, a and b"), in the style of the first; bare figures only after "paragraphs"."""
    match = _AGAIN.match(text, at)
    if match is None or match[0].startswith("(") != match[0].endswith(")"):
        return None
    sign, bracketed = match["a"], match[0].startswith("(")
    if not bracketed and not _fits(text, match, style, known):
        return None
    return anchor(sign), match.end()


def _fits(text: str, match: re.Match[str], style: str, known: Known) -> bool:
    sign = match["a"]
    if style.startswith("figures"):
        return sign.isdigit() and style == "figuress"
    if sign.isdigit() or not sign.islower():
        return False
    if style.startswith("roman"):
        return roman(sign) is not None
    if len(sign) > 1:
        return style == "letters" and roman(sign) is not None
    return len(match[0]) > 1 or _is_part(text, match, known, listed=True)


def _style(sign: str) -> str:
    if sign[0].isdigit() or len(sign) > 4:
        return "figures"
    return "letter" if len(sign) == 1 else "roman"


def may_follow(text: str, at: int) -> bool:
    """Whether what follows could not follow the article "a": nothing, punctuation, or a word like "provides"."""
    word, last = _following(text, at)
    return word in NOT_AFTER_ARTICLE if word else last or "&" in text[at : at + 2]


def _following(text: str, at: int) -> tuple[str | None, bool]:
    """The next word; and, where there is none, whether the sentence stops or the text ends there."""
    match = _FOLLOWS.match(text, at)
    return (match["word"], not match["word"] and match["stop"] is not None) if match else (None, False)


def _is_part(text: str, match: re.Match[str], known: Known, *, listed: bool = False) -> bool:
    """Whether a lone letter is a pinpoint: "Law 84 b", "84, a and b" are; "Law 84 a player", "Law 58, B must" are not."""
    letter = match["a"]
    word, last = _following(text, match.end())
    if letter.isupper():  # players are A and B, Y and Z
        plain = last and not text.startswith(",", match.end()) and not listed and not match["comma"]
        return plain and letter < "I" and (known is None or known(letter.lower()))
    if letter in "io" or letter > "l":  # "Law 84 v. Law 85"
        return last and letter == "i"
    if last or text.startswith(("-", "–"), match.end()):
        return True
    if letter == "a" or (not listed and match["comma"]):
        if letter != "a" and word in {"and", "or", "to", "through"}:
            return True
        return may_follow(text, match.end()) and (known is None or known(letter))
    return True
