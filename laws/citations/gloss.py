"""Where a text uses words of the glossary: a pass of its own over the stored text, beside the citations and never across them.

The longest term wins at each place, a term is never found inside a longer word ("trump" not in "no-trump"), and each is pointed out once.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from laws.models import Edition, Term
from laws.models.generation import Kept
from laws.models.glossary import listed

Span = tuple[int, int]
Words = tuple[str, ...]
# A word with its hyphens and apostrophes, so that no part of it is taken for a word; underscores are markup.
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
POSSESSIVE = re.compile(r"['’]s?$")


@dataclass(frozen=True, slots=True)
class Gloss:
    """A place in a text where a term of the glossary stands."""

    start: int
    end: int
    term: Term


class Glossary:
    """The terms that hold in one code, ready to be looked for: a text of any length takes one pass, however many terms there are."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.by_first: dict[str, list[tuple[Words, Term]]] = {}
        for term in terms:
            for spelling in term.spellings:
                if words := tuple(_key(word) for word in WORD.findall(spelling)):
                    self.by_first.setdefault(words[0], []).append((words, term))
        for known in self.by_first.values():
            known.sort(key=lambda pair: -len(pair[0]))
        self.passed_over = ""

    def but(self, word: str) -> Glossary:
        """The same without one word, for the text that explains it."""
        other = Glossary(())
        other.by_first, other.passed_over = self.by_first, word.lower()
        return other

    def find(self, text: str, taken: Iterable[Span] = ()) -> list[Gloss]:
        """The first place of each term in a text, in order, outside the spans that are `taken`."""
        if not self.by_first:
            return []
        busy = list(taken)
        words = list(WORD.finditer(text))
        keys = [_key(word[0]) for word in words]
        seen: set[str] = set()
        found: list[Gloss] = []
        at = 0
        while at < len(words):
            length, term = self._longest(text, words, keys, at)
            if term is not None and term.slug not in seen and term.word.lower() != self.passed_over:
                last = words[at + length - 1]
                start, end = words[at].start(), last.start() + len(_bare(last[0]))
                if not any(start < right and left < end for left, right in busy):
                    seen.add(term.slug)
                    found.append(Gloss(start, end, term))
            at += length
        return found

    def _longest(self, text: str, words: Sequence[re.Match[str]], keys: Sequence[str], at: int) -> tuple[int, Term | None]:
        """How many words the longest term at this place has, and the term; 1 and None for none."""
        for phrase, term in self.by_first.get(keys[at], ()):
            here = words[at : at + len(phrase)]
            blanks = (text[before.end() : after.start()] for before, after in itertools.pairwise(here))
            if tuple(keys[at : at + len(phrase)]) == phrase and all(map(_one_blank, blanks)):
                return len(phrase), term
        return 1, None


EMPTY = Glossary(())


def _bare(word: str) -> str:
    """Without the s of a possessive, which stands outside the link."""
    return POSSESSIVE.sub("", word)


def _key(word: str) -> str:
    return _bare(word).lower().replace("’", "'")


def _one_blank(between: str) -> bool:
    """Whether two words stand in one run of text: blanks and a line's end between them, and no end of a paragraph."""
    return bool(between) and not between.strip() and between.count("\n") < 2


@dataclass(frozen=True, slots=True)
class Shelf:
    """All terms in the order of their words, without their editions at hand. A glossary is made when it is first asked for, and kept."""

    terms: tuple[Term, ...]
    made: dict[tuple[int, str], Glossary] = field(default_factory=dict)

    def of(self, edition: Edition) -> Glossary:
        """The glossary of one code: its own terms before those of its game, those before the ones that hold everywhere."""
        return self._made((edition.pk, edition.game.lower()), lambda: _holding(self.terms, edition))

    def beside(self, term: Term) -> Glossary:
        """The glossary for a term's own meaning: the terms that hold where it holds, less itself."""
        scopes = {(None, ""), (term.edition_id, term.games)}
        near = (other for other in self.terms if other.in_texts and (other.edition_id, other.games) in scopes)
        return self._made((-(term.edition_id or 0), term.games.lower()), lambda: near).but(term.word)

    def named(self, words: str) -> list[Term]:
        """The terms that are written just so, in any of their forms; several where games differ."""
        wanted = words.strip().lower()
        return [term for term in self.terms if wanted in {spelling.lower() for spelling in term.spellings}]

    def begun(self, words: str, most: int) -> list[Term]:
        """The terms that begin as `words` does, the shortest first, each word once."""
        wanted = words.strip().lower()
        found = {term.word.lower(): term for term in reversed(self.terms) if wanted and term.word.lower().startswith(wanted)}
        return sorted(found.values(), key=lambda term: (len(term.word), term.word))[:most]

    def _made(self, key: tuple[int, str], terms: Callable[[], Iterable[Term]]) -> Glossary:
        if key not in self.made:
            self.made[key] = Glossary(terms())
        return self.made[key]


_kept = Kept("glossary", lambda: Shelf(tuple(Term.objects.in_order())))


def shelf() -> Shelf:
    """The terms as the editors have them now. At most one small statement where they have not changed."""
    return _kept.value()


def of(edition: Edition) -> Glossary:
    """The glossary of one code as it is now."""
    return shelf().of(edition)


def _holding(rows: Iterable[Term], edition: Edition) -> list[Term]:
    """The terms that hold in a code and are explained in its texts, each word once."""
    worth: dict[str, tuple[int, Term]] = {}
    for term in rows:
        if term.in_texts and (how := closeness(term, edition)):
            best = worth.get(term.word.lower())
            if best is None or how > best[0]:
                worth[term.word.lower()] = (how, term)
    return [term for _, term in worth.values()]


def closeness(term: Term, edition: Edition) -> int:
    """How closely a term belongs to a code: 3 its own, 2 its game's, 1 everybody's, 0 not at all."""
    if term.edition_id:
        return 3 * (term.edition_id == edition.pk)
    games = [game.lower() for game in listed(term.games)]
    return 2 * (edition.game.lower() in games) if games else 1
