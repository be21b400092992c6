"""Phrases that point at a law without its number ("the next law", "ibid."), and kind words whose number is missing.  Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NOUN = r"(?P<noun>laws?|rules?|sections?|paragraphs?|clauses?|articles?|sub-?sections?|provisions?|footnotes?|cases?|decisions?)"
_POINTING = (
    r"next|following|preceding|foregoing|previous|above|aforesaid|aforementioned|former|latter|last|same|said|subsequent|succeeding|prior"
    r"|(?:last|above|before|just|already|first)[-\s](?:mentioned|quoted|cited|named)"
)
_AFTERWARDS = (
    r"above|below|following|preceding|aforesaid|supra|infra|next\s+before|next\s+after|(?:above|before)[-\s](?:mentioned|quoted|cited)"
)
_PHRASE = re.compile(
    rf"(?<![\w-])(?:(?P<det>the|this|that|these|those|such|said)\s+)?(?:(?:two|three|four|several|immediately|very)\s+){{0,2}}"
    rf"(?:(?P<point>{_POINTING})\s+)?(?:(?:two|three|four)\s+)?(?:(?P<old>old|repealed|English|American|French)\s+)?{_NOUN}(?![\w-])"
    rf"(?:\s+(?P<after>{_AFTERWARDS}))?",
    re.I,
)
_ORDINAL = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth"
    "|(?:thir|four|fif|six|seven|eigh|nine)teenth|(?:twen|thir|for|fif|six|seven|eigh|nine)tieth"
)
_PART = re.compile(
    rf"(?<![\w-])(?:the\s+)?(?:{_ORDINAL}|last|closing)\s+(?:laws?|rules?|sections?|paragraphs?|clauses?|articles?|sub-?sections?)(?![\w-])",
    re.I,
)
_LATIN = re.compile(r"(?<![\w.])(?:ibid(?:em|\.)?|op\.\s?cit\.|loc\.\s?cit\.|supra|infra|id\.(?=[\s,;)]))(?!\w)", re.I)
_UNIT = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
_TENS = "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[-\\s](?:one|two|three|four|five|six|seven|eight|nine)(?:th)?)?"
_IN_WORDS = re.compile(
    rf"(?<![\w-])(?:law|rule|section|article|case|footnote)s?\s+(?:no\.?\s+|number\s+)?(?:the\s+)?(?:{_TENS}|{_UNIT}|{_ORDINAL})(?![\w-])"
    r"(?!\s+(?:times?|persons?|players?|others?|tricks?|cards?|points?|hands?|of\b))",
    re.I,
)
_BLANK = re.compile(
    r"(?<![\w-])(?:Laws?|Rules?|Section|Case|Footnote|LAWS?|RULES?)\s+(?:(?:[Nn]o\.?|#)\s*)?"
    r"(?:\?+|_{2,}|XX+\b|x{2,}\b|#+|\[\s*\]|TK\b|TBD\b|-{2,}(?=\s))"
)
WHICH = "which one is meant? Name it with its number"

Found = tuple[int, int, bool, str]  # start, end, whether it is in doubt, the reason


def find(text: str, inside: str = "") -> Iterator[Found]:
    """The phrases of a text. `inside`: the kind of entry whose words these are ("law": there "this rule" is the law itself)."""
    for pattern, reason in (
        (_BLANK, "its number is still missing"),
        (_IN_WORDS, "a number in words is not read; write it in figures"),
        (_LATIN, "what it points to is not followed; write the number"),
        (_PART, "of which law? Write it with its number: “the first paragraph of Law 72”"),
    ):
        for match in pattern.finditer(text):
            yield match.start(), match.end(), True, reason
    for match in _PHRASE.finditer(text):
        if verdict := _said_of(match, inside):
            yield match.start(), match.end(), *verdict


def _said_of(match: re.Match[str], inside: str) -> tuple[bool, str] | None:
    """What is to be said of a phrase such as "the next law"; None where it points at nothing."""
    det, point, noun = (match["det"] or "").lower(), (match["point"] or "").lower(), match["noun"].lower()
    is_case = noun.startswith(("case", "decision"))
    if match["old"]:
        return (False, "a law of another code, or of none") if det else None
    if match["after"] or (point and (det or point == "said")):
        in_hand = is_case and not match["after"] and point in {"same", "former", "latter", "said", "last"}
        return (False, "speaks of what is told here") if in_hand else (True, WHICH)
    if is_case or not det or (noun.endswith("s") and det == "the"):
        return None
    if det == "the":
        return (False, "speaks of law in general") if noun in {"law", "rule", "section"} else None
    if det in {"this", "such"} and inside in {"law", "etiquette", "section", "footnote"}:
        return False, "the entry speaks of itself"
    return None if det == "such" else (True, WHICH)
