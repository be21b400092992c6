"""Whether a clause says what a law says, in other words: by the weight of the words that they share.  Values in, values out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from laws.search.words import key_of

from .wording import Token

# Words that any clause of any code may have.
_COMMON = frozenset(
    "a an and any are as at be been being but by can cannot could do does each either every for from had has have he her him his i if in"
    " into is it its may must no nor not of on one or other our shall she should so such than that the their them then there they this"
    " those to under until unless upon was were what when where which who whom whose will with without would you your".split()
)
_WINDOW = 2.0  # a clause is looked for in stretches of a law of twice its length
_LEAST_WINDOW = 16  # words


def keys(found: Iterable[Token]) -> list[str]:
    """The words of a text as they are compared here: their stems, "" for those that say nothing."""
    return ["" if token.key in _COMMON else key_of(token.key) for token in found if token.is_word]


def weights(texts: Iterable[Sequence[str]]) -> dict[str, float]:
    """How much each word tells among some texts (their keys): the fewer have it, the more."""
    texts = list(texts)
    counts = Counter(word for text in texts for word in set(text) if word)
    return {word: math.log(1 + len(texts) / count) for word, count in counts.items()}


def likeness(clause: Sequence[str], law: Sequence[str], weight: Mapping[str, float]) -> float:
    """The share of what a clause says, by weight, that some stretch of a law says too: 0 to 1. A word nowhere in the code weighs most."""
    rarest = max(weight.values(), default=1.0)
    wanted = {word: weight.get(word, rarest) for word in clause if word}
    total = sum(wanted.values())
    if not total:
        return 0.0
    width = max(_LEAST_WINDOW, round(_WINDOW * len(clause)))
    places = [(at, word) for at, word in enumerate(law) if word in wanted]
    best, first = 0.0, 0
    inside: Counter[str] = Counter()
    for at, word in places:
        inside[word] += 1
        while at - places[first][0] >= width:
            inside[places[first][1]] -= 1
            first += 1
        best = max(best, sum(wanted[one] for one, count in inside.items() if count > 0))
    return best / total
