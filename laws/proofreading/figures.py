"""Figures that are no law's number, and by what one tells: "150 points", "a loss of 600", "page 45", "12 October".  Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from laws import text as markup
from laws.citations.lexicon import AMOUNT_AFTER
from laws.citations.numerals import roman

from .spans import Spans

_NUMBER = re.compile(
    r"(?<![^\W_])(?P<digits>\d{1,3}(?:,\d{3})+|\d+)(?P<ordinal>st|nd|rd|th|d)?(?![^\W_])"
    r"|(?<![\w’'.])(?P<roman>[IVXLC]{2,9})(?![\w’'])"
)
_MONTH = (
    r"(?:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|July?|Aug(?:ust|\.)?|Sept?(?:ember|\.)?"
    r"|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)


def _any(words: str) -> str:
    """An alternation of words; a space within one is written as an underscore."""
    return "|".join(re.escape(word).replace("_", r"\s+") for word in words.split())


_IN_A_BOOK = _any(
    "page pages p. pp. folio vol. volume chapter chap. book table figure fig. plate appendix line lines column issue exhibit"
)
_COUNTED = _any(
    "board hand deal round trick game rubber room player pair team seat pack match session diagram lead card street suite box flat"
)
_SUM = _any("loss gain penalty score total sum bonus value premium margin forfeit fine swing minus plus count")
_SCORING = _any(
    "add adds added adding score scores scored scoring lose loses lost losing win wins won winning worth mark marks marked deduct deducts"
    " deducted gain gains gained subtract subtracts subtracted count counts counted cost costs forfeit forfeits forfeited pay pays paid"
    " receive receives received collect collects collected"
)
_SCORE = "a score"
_SEEN = 48  # characters on either side of a figure
# What stands before a figure, in the order in which it is asked; "year?" is one only for four figures.
_BEFORE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"[$£€]\s?\Z"), "a sum of money"),
    (re.compile(rf"\b{_MONTH}\s+(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s+)?\Z", re.I), "a date"),
    (re.compile(rf"(?<![^\W_])(?:{_IN_A_BOOK})\s+(?:no\.?\s+)?\Z", re.I), "a place in a book"),
    (re.compile(rf"\b(?P<what>{_COUNTED})\s+(?:no\.?\s+|number\s+|#)?\Z", re.I), "the number of a {what}"),
    (re.compile(rf"\b(?:{_SUM})\s+(?:of|was|is|to|at|by)?\s*(?:only\s+|about\s+)?\Z", re.I), "a score"),
    (re.compile(rf"\b(?:{_SCORING})\s+(?:him\s+|them\s+|only\s+|about\s+|a\s+further\s+|another\s+|up\s+)?\Z", re.I), "a score"),
    (re.compile(r"\b(?:aged?|about|nearly|almost|exactly)\s+\Z", re.I), "an amount"),
)
_AFTER: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\s*(?:%|per\s?cent\b)", re.I), "a percentage"),
    (re.compile(r"\s*(?:a\.m\.|p\.m\.|o['’]clock|[ap]m\b)|:\d\d\b|\.\d\d\s*[ap]\.?m", re.I), "a time"),
    (re.compile(rf"\s+(?:of\s+)?{_MONTH}(?![^\W_])"), "a date"),
    (re.compile(r"\s*(?:[-–]|to)\s*\d+(?=\s*[.,;)]|\s+(?:in|up|down|win|victory|score|lead)\b|\s*\Z)", re.I), "a score"),
    (re.compile(r"\s*(?:dollars?|cents?|pounds?|shillings?|pence|guineas?|francs?)\b", re.I), "a sum of money"),
    (re.compile(r"\s+(?:to\s+(?:his|her|their|the)\s+(?:own\s+)?score|in\s+(?:the\s+)?hono|(?:above|below)\s+the\s+line)", re.I), _SCORE),
    (re.compile(r"[-\s]*points?\b", re.I), "an amount"),
    (re.compile(r"[-\s]*(?:over|under)?-?tricks?\b|\s+odd\b|\s+by\s+cards\b", re.I), "a number of tricks"),
    (re.compile(r"[-\s]*(?:hearts?|spades?|clubs?|diamonds?|royals?|lilies|no[-\s]?trumps?|NT)\b", re.I), "a bid or a number of cards"),
    (re.compile(r"[-\s]*hono(?:u)?rs?\b", re.I), "a number of honors"),
    (re.compile(r"[-\s](?:handed|card|deal|hand|round|year|page|board|table|day|minute|hour|player|pack|pair)\b", re.I), "an amount"),
)
_PLURAL = re.compile(r"[\s\-]+(?:(?P<adjective>[^\W\d_][\w-]*)\s+)?(?P<noun>[^\W\d_][\w’'-]*s|people|men|women)\b(?!['’])")
_NO_NOUN = frozenset(
    "is was has does this thus as its always unless perhaps his hers ours theirs yours us less says provides prescribes states applies"
    " covers governs requires directs declares reads means allows forbids gives makes lays permits speaks sometimes besides towards"
    " afterwards rules deals refers holds leaves puts takes calls contains imposes decides settles needs seems appears comes goes".split()
)
_NO_ADJECTIVE = frozenset(
    "and or nor but is was are were does do has have may can shall will must should would to of in on at by for with from if when as than"
    " that which the a an this so also only not".split()
)
_NUMBERED = re.compile(
    rf"\b(?:{_any('Chapter Book Part Volume Act Canto Appendix Plate Henry Louis George Edward Charles Pius King Queen Pope')})\s+\Z"
)
_LAWLIKE = re.compile(r"\s+(?:laws?|rules?|sections?|paragraphs?|clauses?|articles?|cases?)\b", re.I)


def find(text: str, largest: int = 0) -> Iterator[tuple[int, int, str]]:
    """Every figure and Roman numeral of a text: start, end, and why it is no law's number; "" where nobody can tell.

    `largest`: the greatest number of a law in the code, 0 where it is not known.
    """
    note_marks = {at for _, start, end in markup.marks(text) for at in range(start, end)}
    blocks = markup.blocks(text)
    cells = Spans(span for block in blocks if block.kind == "table" for span in block.spans)
    labels = {at for block in blocks if block.kind == "part" for at in range(block.start, block.spans[0][0])}
    known: dict[tuple[str, str, str], str] = {}  # a text may be one figure over and over
    for match in _NUMBER.finditer(text):
        at, end = match.span()
        if match["roman"] and roman(match["roman"]) is None:
            continue
        if at in note_marks:
            yield at, end, "the mark of a footnote"
        elif at in labels:
            yield at, end, "the label of a part"
        elif match["roman"]:
            named = _NUMBERED.search(text[max(0, at - 24) : at])
            yield at, end, "the number of a part, a chapter or a king" if named else ""
        elif match["ordinal"]:
            yield at, end, "" if _LAWLIKE.match(text, end) else "a place in an order, or a day"
        elif cells.touches(at, at + 1):
            yield at, end, "a figure in a table"
        else:
            seen = text[max(0, at - _SEEN) : at], text[end : end + _SEEN], match["digits"]
            if seen not in known:
                known[seen] = _reason(*seen, largest)
            yield at, end, known[seen]


def _reason(before: str, after: str, digits: str, largest: int) -> str:
    """Why a figure is no law's number, or ""."""
    number = int(digits.replace(",", "")[:9])
    if re.search(r"(?:\A|\n)[^\S\n]*\Z", before) and re.match(r"[.)]\s", after):
        return "the number of an item or a paragraph"
    if re.search(r"\d[.:]\Z", before):
        return _after(after) or "part of another number"
    if re.search(r"\d\s?(?:[-–/]|to)\s?\Z", before) and not re.search(r"\b(?:laws?|rules?|sections?|§§?)\b", before, re.I):
        return "a score"
    if re.search(r"\d\s+[^\W\d_]+\s+to\s+\Z", before) and not _LAWLIKE.match(after):
        return "a score"  # "by 2 games to 1"
    found = _after(after) or _counted(after) or _before(before, number, digits)
    if not found and largest and number > largest:
        return f"more than the number of any law in this code ({largest} is the highest)"
    return found


def _before(before: str, number: int, digits: str) -> str:
    for pattern, reason in _BEFORE:
        if match := pattern.search(before):
            return reason.format(what=match["what"].lower()) if "{what}" in reason else reason
    return "a year" if len(digits) == 4 and 1400 <= number <= 2100 else ""


def _after(after: str) -> str:
    return next((reason for pattern, reason in _AFTER if pattern.match(after)), "")


def _counted(after: str) -> str:
    """ "a number of players" where a noun in the plural follows, at once or after one other word."""
    match = _PLURAL.match(after)
    if match and match["noun"].lower() not in _NO_NOUN and (match["adjective"] or "").lower() not in _NO_ADJECTIVE:
        return f"a number of {match['noun'].lower()}"
    return "an amount" if AMOUNT_AFTER.match(after) else ""
