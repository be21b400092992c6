"""Words as the index knows them: stems, with the few apart that a stemmer would throw together."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from .letters import WORD, fold, words_in
from .stemmer import stem

# Porter gives "declarer" and "declaration" one stem, but who declares and what he declares are the two things most asked about here.
KEPT_APART = {"declarer": "qdeclarerq", "declarers": "qdeclarerq"}
# A number is one word, however it is written: "fourteen cards" is "14 cards". "One" stays, since it mostly counts nothing.
UNITS = "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NUMBERS = {word: str(value) for value, word in enumerate(UNITS, start=2)} | {word: str(10 * ten) for ten, word in enumerate(TENS, start=2)}
NUMBERS |= {"hundred": "100"}
ORDINALS = {f"{value}{ending}": word for value, word in enumerate("first second third fourth fifth sixth".split(), start=1)
            for ending in ("st", "d", "nd", "rd", "th")}  # fmt: skip
# Forms of one verb that no stemmer brings together. "Left" is not here: at a card table it is a side.
IRREGULAR = """lead led; take took taken; deal dealt; give gave given; hold held; draw drew drawn; throw threw thrown; fall fell fallen;
show shown; see saw seen; make made; tell told; say said; speak spoke spoken; lose lost; win won; break broke broken; find found;
choose chose chosen; begin began begun; write wrote written; pay paid; lay laid; keep kept; overbid overbidden; bid bade bidden; mean meant;
mistake mistook mistaken; withdraw withdrew withdrawn; undo undone; tear tore torn; rise rose risen; forbid forbade forbidden;
forget forgot forgotten; catch caught; think thought; know knew known; hear heard; stand stood; misdeal misdealt; shake shook shaken;
lie lying; tie tying; die dying; vie vying; inquire inquiry inquiries; enquire enquiry enquiries"""
VERBS = {form: base for base, *forms in (line.split() for line in IRREGULAR.split(";")) for form in forms}
ONE_WORD = {**KEPT_APART, **NUMBERS, **ORDINALS, **VERBS}
MADE_WHOLE = {token: word for word, token in reversed(KEPT_APART.items())}

PLAIN_WORD = re.compile(r"[0-9a-z][0-9a-z]*+")  # WORD in a folded text of plain letters, found in half the time
LONGEST = 64  # characters of a word that are kept

__all__ = ["WORD", "fold", "forms_of", "key_of", "spelled_in", "stem_of", "stems_in", "whole", "words_in"]


def whole(token: str) -> str:
    """A word of the index as people write it."""
    return MADE_WHOLE.get(token, token)


@lru_cache(maxsize=100_000)
def stem_of(word: str) -> str:
    """The stem under which the index keeps a folded word."""
    return stem(ONE_WORD.get(word, word))[:LONGEST]


def spelled_in(text: str) -> list[str]:
    """The words of a text as they are spelled, folded, in order."""
    folded = fold(text)
    return (PLAIN_WORD if folded.isascii() else WORD).findall(folded)


def stems_in(text: str) -> list[str]:
    """The stems of the words of a text, in order."""
    return [stem_of(word) for word in spelled_in(text)]


@lru_cache(maxsize=50_000)
def key_of(printed: str) -> str:
    """The stem of one word as it stands in a text, capitals and accents and all."""
    return stem_of(fold(printed))


def forms_of(stem: str) -> tuple[str, ...]:
    """The forms of a stem that do not begin as it does: "took" of "take"."""
    return _forms().get(stem, ())


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    forms: dict[str, tuple[str, ...]] = {}
    for form, word in ONE_WORD.items():
        if not form.startswith(kept := stem(word)):
            forms[kept] = (*forms.get(kept, ()), form)
    return forms
