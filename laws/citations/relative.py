"""References without a number, tied to the citation that they point back at ("the latter portion of that law").

Only wordings that can mean nothing else are read.  "The law", "by law", "evasion of the law" speak of law in general, and "this
rule" inside a law is that law speaking of itself: neither is a reference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from .lexicon import NOT_IN_WORD, SPACE, Lexicon, plain
from .numerals import ORDINAL, anchor
from .pinpoint import before
from .reference import Reference, Target

#: "It also provides" is read no further than this many characters after the citation that it leans on
IT_REACHES = 600

_PORTION = re.compile(
    rf"(?<![^\W_])(?:the\s+)?(?:(?P<place>{ORDINAL})|latter|former|last|closing|concluding|final|remaining|opening|earlier|later|other)"
    r"\s+(?P<what>portion|part|paragraph|clause|sentence|provision|half|sub-?section)s?\s+of\s+\Z",
    re.I,
)
_TERMS = re.compile(
    r"(?<![^\W_])(?:the\s+)?(?P<what>terms|wording|words|provisions?|language|operation|meaning|intent|intention|purpose|spirit|letter"
    r"|construction)\s+of\s+\Z",
    re.I,
)
_OF_THE_LAW = frozenset({"terms", "wording", "provision", "provisions"})  # the rest are said of law in general
_BEFORE_THAT = re.compile(r"(?:\b(?:of|in|by|under|to|with|upon|on|from|see|vide|and|but|as)|[.;:,!?\"”])\s+\Z", re.I)

# "The old law prohibiting consultation": what follows may lean on it, and it has no number
_OTHER_LAW = re.compile(r"\b(?:old|former|previous|earlier|repealed)\s+(?:law|rule|code)\b", re.I)

_ADVERB = r"(?:\s+(?:clearly|plainly|obviously|also|only|therefore|quite|perfectly|very))?"
_QUOTED = r"(?:(?:above|before|just|already|last|herein)[-\s]+)?(?:quoted|cited|mentioned|named|referred\s+to)(?:\s+above)?"
_ETIQUETTE = rf"(?P<etiquette>{SPACE}of\s+(?:the\s+)?Etiquette\b)?"
_CLEAR = rf"(?P<clear>{_ADVERB}\s+(?:seems|is|appears){_ADVERB}\s+(?:clear|plain|explicit|unambiguous|definite)\b)"
_DECIDES = rf"(?P<decides>{_ADVERB}\s+(?:decides|covers|governs|settles)\s+(?:the|this|that)\s+case\b)"
_APPLIES = rf"(?P<applies>{_ADVERB}\s+applies\b)"


@lru_cache(maxsize=64)
def _noun(nouns: tuple[str, ...]) -> re.Pattern[str]:
    number = rf"{SPACE}(?:\(?\d|nos?\.|number|[IVXLC]+{NOT_IN_WORD}(?!\s+[a-z]))"
    return re.compile(
        rf"(?P<noun>{'|'.join(map(re.escape, nouns))}){NOT_IN_WORD}(?!{number})"
        rf"{_ETIQUETTE}(?P<quoted>\s+{_QUOTED}\b)?(?:{_DECIDES}|{_CLEAR}|{_APPLIES})?",
        re.I,
    )


class Beginning(NamedTuple):
    """The word or words that may point back: a determiner with what it stands before, or "It provides"."""

    at: int
    words: str  # as printed
    end: int  # where the noun stands


def read(
    text: str, match: Beginning, last: Mapping[str, Reference], lexicon: Lexicon, inside: tuple[str, str] | None, floor: int
) -> Reference | None:
    """The relative or self reference that begins at a determiner, or None.

    `last` holds the last numbered reference of each kind; nothing before `floor` is read again.
    """
    noun = _noun(tuple(lexicon.nouns)).match(text, match.end)
    if noun is None:
        return None
    determiner = " ".join(match.words.lower().split())
    kinds = {"etiquette"} if noun["etiquette"] else {lexicon.nouns[plain(noun["noun"])]}
    if plain(noun["noun"]) == "section":
        kinds.add("etiquette")
    own = inside is not None and inside[0] in kinds | ({"law"} if "law" in kinds else set())
    if determiner == "this" and own and inside:
        return _self(text, match, noun, inside, floor)
    if inside is not None and inside[0] in {"law", "etiquette"} and determiner in {"this", "the"}:
        return None  # "This rule does not apply in exacting the penalties for a revoke": the law speaks of itself
    span = _span(text, match, noun, determiner, floor)
    return _tie(text, *span, kinds, last) if span else None


def _span(text: str, match: Beginning, noun: re.Match[str], determiner: str, floor: int) -> tuple[int, int, str] | None:
    """Where a relative reference stands and the part that it names; None where the words speak of law in general."""
    window_at = max(floor, match.at - 60)
    window = text[window_at : match.at]
    start, end, part = match.at, noun.end("etiquette") if noun["etiquette"] else noun.end("noun"), ""
    if portion := _PORTION.search(window):
        start = window_at + portion.start()
        if portion["place"] and portion["what"].lower() in {"paragraph", "clause", "subsection", "sub-section"}:
            part = anchor(portion["place"])
        return start, end, part
    if noun["quoted"]:
        return start, noun.end("quoted"), part
    if determiner == "the":
        return _said_of_the(noun, window, window_at, start, end)
    if determiner == "that" and window.strip() and not _BEFORE_THAT.search(window):
        return None  # "it is clear that law and custom agree"
    if determiner == "this" and (noun["decides"] or noun["applies"]):
        end = noun.end()
    return start, end, part


def _said_of_the(noun: re.Match[str], window: str, window_at: int, start: int, end: int) -> tuple[int, int, str] | None:
    """ "the terms of the rule", "The law seems clear", "The rule clearly decides this case": the few uses of "the" that are read."""
    is_law = plain(noun["noun"]) == "law"
    terms = _TERMS.search(window)
    if terms:
        return None if is_law and terms["what"].lower() not in _OF_THE_LAW else (window_at + terms.start(), end, "")
    if noun["decides"] or noun["clear"] or (noun["applies"] and not is_law):
        return start, noun.end(), ""
    return None


def _self(text: str, match: Beginning, noun: re.Match[str], inside: tuple[str, str], floor: int) -> Reference | None:
    """ "the second paragraph of this Law" and a formal "this Law": an entry citing itself; "this rule" in passing is none."""
    parts, start = before(text, match.at, floor)
    if not parts and not noun["noun"][0].isupper():
        return None
    if not parts and match.words[0].isupper():
        return None
    if parts and text[max(floor, start - 4) : start].lower() == "the ":
        start -= 4
    end = noun.end("noun")
    targets = tuple(Target(inside[0], inside[1], part, start, end) for part in parts or [""])
    return Reference(start, end, text[start:end], "", "self", targets)


def it(text: str, match: Beginning, last: Mapping[str, Reference], inside: tuple[str, str] | None) -> Reference | None:
    """The reference that "It also provides" is, or None."""
    words = match.words.split()
    if inside is not None and inside[0] in {"law", "etiquette"}:
        return None
    if len(words) == 2 and (words[0] != "It" or words[1].lower() not in {"provides", "prescribes"}):
        return None
    return _tie(text, match.at, match.end, "", {"law", "etiquette"}, last, reach=IT_REACHES)


def _tie(
    text: str, start: int, end: int, part: str, kinds: set[str], last: Mapping[str, Reference], *, reach: int | None = None
) -> Reference | None:
    """Ties the words to the last citation of these kinds before them, if that names one thing and nothing else came between."""
    earlier = max((last[kind] for kind in kinds if kind in last), key=lambda one: one.start, default=None)
    if earlier is None or len(earlier.targets) != 1 or earlier.end > start or (reach is not None and start - earlier.end > reach):
        return None
    if _OTHER_LAW.search(text[max(earlier.end, start - 200) : start]):
        return None
    cited = earlier.targets[0]
    target = Target(cited.kind, cited.number, part or cited.part, start, end)
    return Reference(
        start, end, text[start:end], "", "relative", (target,), earlier.edition, evidence=earlier.text, antecedent=earlier.start
    )
