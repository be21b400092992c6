"""What a penalty is, said two ways: as a cell of a table says it, and as a law does.

"Called lead" in the table is "may call a suit" in the law, "None" is "he incurs no penalty". Each sort of remedy has a pattern for
either side. Nothing here knows what is stored: words go in, sorts and figures come out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from laws.search.words import NUMBERS


@dataclass(frozen=True, slots=True)
class Remedy:
    """One sort of remedy: what editors call it, how a table says it, and how a law does."""

    name: str
    cell: re.Pattern[str]
    law: re.Pattern[str]


def _remedy(name: str, cell: str, law: str) -> Remedy:
    return Remedy(name, re.compile(cell, re.I), re.compile(law, re.I | re.S))


NO_PENALTY = _remedy(
    "freedom from penalty",
    r"^\W*(?:none|nil|no penalty|not penali[sz]ed|no remedy)\b|without penalty",
    r"\bno\s+(?:\w+\s+)?penalty|without\s+(?:any\s+)?penalty|incurs?\s+no\b|not\s+(?:be\s+)?(?:liable|subject)\s+to\b|not\s+(?:be\s+)?penali[sz]"
    r"|not\s+be\s+called|free\s+(?:of|from)\s+penalty|with\s+impunity",
)
REMEDIES = (
    NO_PENALTY,
    _remedy(
        "a new deal",
        r"\b(?:new|fresh|another)\s+deal\b|\bre-?deal|\bdealt?\s+again",
        r"\b(?:new|fresh|another)\s+deal\b|\bre-?deal|\bdealt?\b[^.;]{0,40}\b(?:again|anew|afresh)\b",
    ),
    _remedy("an exposed card", r"\bexposed\s+cards?\b", r"\bexposed\b"),
    _remedy(
        "a called lead",
        r"\bcall(?:ed|s)?\s+(?:an?\s+|the\s+)?(?:lead|suit)|\b(?:lead|suit)\s+(?:may|can)\s+be\s+called",
        r"\bcall(?:ed|s|ing)?\s+(?:an?\s+|the\s+|his\s+|for\s+an?\s+)?(?:lead|suit)|\b(?:lead|suit)\b[^.;]{0,40}\bcalled",
    ),
    _remedy(
        "calling the card",
        r"\bbe\s+called\b|\bcalled\s+card",
        r"\bcall(?:ed|ing|s)?\b(?!\s+(?:attention|upon|on|for|an?\s+(?:lead|suit)|the\s+(?:lead|suit))\b)",
    ),
    _remedy(
        "keeping partner from bidding",
        r"\b(?:cannot|not|nor|barred|debarred|prohibited|forbidden)\b[^,;]{0,20}\b(?:bid|declar)",
        r"\b(?:debarred|barred|not|nor|neither|cannot|no|prohibited|forbidden)\b[^.;]{0,60}\b(?:bid|declar|doubl)",
    ),
    _remedy(
        "forbidding the lead of the suit",
        r"\b(?:cannot|not|nor|forbidden|prohibited)\b[^,;]{0,24}\b(?:lead|led)\b|\b(?:lead|suit)\s+(?:may\s+be\s+)?(?:forbidden|prohibited)",
        r"\b(?:prohibit|forbid|forbade|bar|not)\w*\b[^.;]{0,80}\b(?:lead|led|suit)\b",
    ),
    _remedy("liability for a revoke", r"\b(?:revok\w*|reneg\w*|renounc\w*)", r"\b(?:revok\w*|reneg\w*|renounc\w*)"),
    _remedy("correction", r"\b(?:corrected|rectified|put\s+right)\b", r"\b(?:correct|rectif|put\b[^.;]{0,30}\bright)"),
    _remedy("making the bid sufficient", r"\bsufficient\b", r"\bsufficient\b"),
    _remedy(
        "making a former bid final",
        r"\b(?:previous|prior|last|former)\b[^,;]*\bfinal\b",
        r"\bfinal\b[^.;]{0,60}\b(?:previous|prior|last|former)\b|\b(?:previous|prior|last|former)\b[^.;]{0,60}\bfinal\b",
    ),
    _remedy("the highest card", r"\bhighest\b", r"\bhighest\b"),
    _remedy("the lowest card", r"\blowest\b", r"\blowest\b"),
    _remedy("winning the trick", r"\bwin\b(?=[^,;]*\btrick|\s*$)", r"\bwin(?:s|ning)?\b|\bto\s+take\b"),
    _remedy("losing the trick", r"\blose\b(?=[^,;]*\btrick|\s*$)", r"\blos(?:es?|ing)\b"),
    _remedy(
        "losing the penalty",
        r"\bpenalt\w*\b[^,;]*\b(?:eliminated|lost|forfeit|cancel|waived)|\b(?:forfeit|los)\w*\b[^,;]*\bright\b",
        r"\b(?:precluded|debarred)\b[^.;]{0,40}\b(?:exact|claim|enforc|penalt)|\b(?:los(?:es?|t)|forfeit\w*|waive\w*)\b[^.;]{0,40}\b(?:right|penalt)"
        r"|\bno\s+penalty\b",
    ),
    _remedy(
        "requiring a play",
        r"\b(?:required|compelled|made\s+to)\b",
        r"\brequire|\bcall(?:ed)?\s+upon|\bcompel|\bmade\s+to\b|\bforce|\bmust\b",
    ),
    _remedy(
        "forbidding a play",
        r"\b(?:prohibited|forbidden)\b",
        r"\bprohibit|\bforb[ai]d|\bor\s+not\s+(?:to\s+)?play|\bnot\s+to\s+play",
    ),
    _remedy(
        "having to play the card",
        r"\b(?:have|has|had|must|obliged)\b[^,;]*\bplay",
        r"\bmust\b[^.;]{0,30}\bplay|\b(?:considered|counts?|deemed|regarded|taken)\b[^.;]{0,20}\bplayed|\bbe\s+played\b",
    ),
    _remedy(
        "scoring nothing",
        r"\b(?:score\s+nothing|no\s+score|cannot\s+score|not\s+score)",
        r"\bscore\s+nothing|\bno\s+score|\b(?:cannot|not)\s+score",
    ),
    _remedy("losing the deal", r"\blos\w*\b[^,;]*\bdeal\b", r"\blos\w*\b[^.;]{0,30}\bdeal\b|\bforfeit\w*\b[^.;]{0,20}\bdeal\b"),
    _remedy("letting stand what was done", r"\bstands?\b|\bgood\b", r"\bstands?\b|\bgood\b|\bvalid\b"),
    _remedy(
        "taking a card back",
        r"\b(?:taken?|put|picked)\s+(?:back|up)\b|\bwithdrawn?\b|\brestored\b|\breturned\b",
        r"\btaken?\s+(?:back|up)\b|\bwithdr|\brestor|\breturn",
    ),
    _remedy("a doubled value", r"\bdoubled?\s+(?:value|score|points|penalty|amount)", r"\bdoubled?\b|\btwice\b|\btwo\s+times"),
    _remedy("a trebled value", r"\b(?:treble|triple)d?\b", r"\b(?:treble|triple)|\bthree\s+times|\bthrice"),
)  # fmt: skip
# Phrases in which a law says that something is not to be: they must not pass for its saying that it is.
DENIED = re.compile(
    r"\b(?:not\s+(?:be\s+)?(?:liable|subject)\s+to\s+(?:be\s+|have\s+any\s+of\s+(?:his|their)\s+cards\s+)?call(?:ed)?"
    r"|(?:can|may)?not\s+be\s+called)\b",
    re.I,
)

UNITS = r"points?|tricks?|honors?|honours?|dollars?|cents?|shillings?|pounds?|games?|rubbers?|by\s+cards"
_NUMBER = re.compile(rf"\b(?P<number>\d[\d,]*)(?:\s+(?:honor\s+|honour\s+|more\s+|of\s+the\s+)?(?P<unit>{UNITS}))?\b", re.I)
_KIND_BEFORE = re.compile(r"\b(?:laws?|rules?|sections?|cases?|notes?|nos?\.?|paragraphs?)\s*(?:\d+[a-z]?\s*(?:,|and|or|;|-)\s*)*$", re.I)
_WORD = re.compile(r"[^\W\d_]+")
_ALL_TRICKS = re.compile(r"\ball\s+(?:of\s+)?the\s+(?:13\s+)?tricks\b|\b7\s+by\s+cards\b|\b13\s+tricks\b", re.I)


@dataclass(frozen=True, slots=True, order=True)
class Figure:
    """A number with what it counts: 150 points, 3 tricks; without a unit where the words give none."""

    value: int
    unit: str = ""

    def __str__(self) -> str:
        return f"{self.value} {self.unit}{'s' if self.unit and self.value != 1 else ''}".strip()

    def fits(self, other: Figure) -> bool:
        """Whether the two are the same, as far as both say what they count."""
        return self.value == other.value and (self.unit == other.unit or not self.unit or not other.unit)


def remedies(cell: str) -> list[Remedy]:
    """The sorts of remedy that the words of a table's cell name."""
    if NO_PENALTY.cell.search(cell):
        return [NO_PENALTY]
    return [remedy for remedy in REMEDIES if remedy.cell.search(cell)]


def says(words: str, remedy: Remedy) -> bool:
    """Whether the words of a law give this sort of remedy."""
    if remedy is not NO_PENALTY:
        words = DENIED.sub(" ", words)
    return bool(remedy.law.search(words))


def figures(words: str) -> set[Figure]:
    """The numbers in some words that count something: "one hundred and fifty points" is 150 points. Ordinals and "one" are none.

    A number right after a kind word ("Law 37") is an address and counts nothing.
    """
    flat = _in_figures(words)
    found = set()
    for match in _NUMBER.finditer(flat):
        if _KIND_BEFORE.search(flat[max(0, match.start() - 60) : match.start()]):
            continue
        unit = re.sub(r"s$", "", (match["unit"] or "").lower().replace("honour", "honor"))
        found.add(Figure(int(match["number"].replace(",", "")), "" if unit.startswith("by") else unit))
    if _ALL_TRICKS.search(flat):
        found.add(Figure(7, "trick"))  # a table of tricks counts those over six, so that all of them are seven
    return found


def _in_figures(words: str) -> str:
    flat = _WORD.sub(lambda word: NUMBERS.get(word[0].lower(), word[0]), words.replace("-", " "))
    flat = re.sub(r"\b([2-9]0)\s+([1-9])\b", lambda m: str(int(m[1]) + int(m[2])), flat)
    flat = re.sub(r"\b(\d)\s+100\b", lambda m: str(100 * int(m[1])), flat)
    return re.sub(r"\b(\d00)\s+(?:and\s+)?(\d{1,2})\b(?!\s*(?:or|to)\b)", lambda m: str(int(m[1]) + int(m[2])), flat)
