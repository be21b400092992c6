"""Words as the index knows them: stems, with the few apart that a stemmer would throw together."""

from __future__ import annotations

from .query import WORD, fold, words_in
from .stemmer import stem

# Porter gives "declarer" and "declaration" one stem, but who declares and what he declares are the two things most asked about here.
KEPT_APART = {"declarer": "qdeclarerq", "declarers": "qdeclarerq"}
# A number is one word, however it is written: "fourteen cards" is "14 cards". "One" stays, since it mostly counts nothing.
NUMBERS = {word: str(value) for value, word in enumerate("two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
                                                         " seventeen eighteen nineteen".split(), start=2)}  # fmt: skip
NUMBERS |= {word: str(10 * ten) for ten, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)}
NUMBERS |= {"hundred": "100"}
ORDINALS = {f"{value}{ending}": word for value, word in enumerate("first second third fourth fifth sixth".split(), start=1)
            for ending in ("st", "d", "nd", "rd", "th")}  # fmt: skip
ONE_WORD = {**KEPT_APART, **NUMBERS, **ORDINALS}
MADE_WHOLE = {token: word for word, token in reversed(KEPT_APART.items())}

__all__ = ["WORD", "fold", "for_index", "stem_of", "stems_in", "whole", "words_in"]


def for_index(text: str) -> str:
    """A text as it is handed to the index, and a word or phrase as it is looked up there."""
    return WORD.sub(lambda m: ONE_WORD.get(m[0].lower(), m[0]), text)


def whole(token: str) -> str:
    """A word of the index as people write it."""
    return MADE_WHOLE.get(token, token)


def stem_of(word: str) -> str:
    """The stem under which the index keeps a folded word."""
    return stem(ONE_WORD.get(word, word))


def stems_in(text: str) -> list[str]:
    return [stem_of(word) for word in WORD.findall(fold(text))]
