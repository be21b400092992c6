"""A casebook made up by rule, of any size, for measuring: the same seed gives the same cases, and a small one is the beginning of a large one.

Sentences are templates of our own, filled with words that are usual where card laws are discussed. Words are as unevenly common as in real
texts: some stand in nearly every document, topics in a few of a hundred, surnames and clubs down to words that stand once. Citations have
the shapes that the grammar must know.
"""

from __future__ import annotations

import bisect
import random
from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from . import wording

SEED = 1913
LAW_EVERY = 25  # one document in so many is a law, the others are cases
LAWS_CITED = 97  # the laws that cases cite
One = TypeVar("One")


class Document(NamedTuple):
    """One law or case. Of a law `facts` are its words and `decision` the commentary on it."""

    index: int  # from 0, the order of reading
    kind: str  # law | case
    number: int
    title: str
    facts: str
    decision: str
    offense: str
    offender: str
    phase: str
    year: int


class Query(NamedTuple):
    """One query: its group, its words, whether they are one phrase, or the last one only begun, and the offense that it is narrowed to."""

    group: str  # common | single | two | phrase | prefix | rare | none | filter
    words: tuple[str, ...]
    phrase: bool = False
    prefix: bool = False
    offense: str = ""

    @property
    def typed(self) -> str:
        """As a reader types it."""
        said = " ".join(self.words)
        return f'"{said}"' if self.phrase else f"{said}*" if self.prefix else said


def zipf_pool(words: Sequence[str], exponent: float = 0.9, size: int = 4096) -> list[str]:
    """About `size` words to draw from, the k-th of `words` about size / k**exponent times among them."""
    weights = [1.0 / (k + 1) ** exponent for k in range(len(words))]
    scale = size / sum(weights)
    return [word for word, weight in zip(words, weights, strict=True) for _ in range(max(1, round(weight * scale)))]


def make_names(count: int, seed: int) -> list[str]:
    """Distinct invented names, the same for the same seed."""
    rng, seen, names = random.Random(seed), set(), []
    while len(names) < count:
        stem = rng.choice(wording.ONSETS) + rng.choice(wording.VOWELS) + rng.choice(wording.CODAS)
        if rng.random() < 0.55:
            stem += rng.choice(wording.VOWELS)[0] + rng.choice(wording.CODAS)[0]
        name = (stem + rng.choice(wording.ENDINGS)).capitalize()
        if name not in seen:
            seen.add(name)
            names.append(name)
    return names


class Cumulative(Generic[One]):
    """Draws from a long list, the first the likeliest, by bisection."""

    def __init__(self, items: Sequence[One], exponent: float) -> None:
        self.items, self.total = items, 0.0
        self.sums: list[float] = []
        for k in range(len(items)):
            self.total += 1.0 / (k + 1) ** exponent
            self.sums.append(self.total)

    def pick(self, drawn: float) -> One:
        return self.items[bisect.bisect_left(self.sums, drawn * self.total)]


SURNAMES = make_names(20_000, 7)
SURNAME = Cumulative(SURNAMES, 0.75)
CLUB = Cumulative([f"{place} Whist Club" for place in make_names(1_500, 11)], 0.75)
OFFENSE_POOL = [slug for slug, spec in wording.OFFENSES.items() for _ in range(spec[0])]
OFFENDER_POOL = [slug for slug, weight in wording.OFFENDERS.items() for _ in range(weight)]
POOLS: dict[str, Sequence[str]] = {
    "noun": zipf_pool(wording.NOUNS), "verb": zipf_pool(wording.VERBS), "adj": zipf_pool(wording.ADJECTIVES),
    "adv": zipf_pool(wording.ADVERBS), "role": wording.ROLES, "rank": wording.RANKS, "suit": wording.SUITS,
    "count": wording.COUNTS, "bid": wording.BIDS, "ordinal": wording.ORDINALS, "answer": wording.ANSWERS,
    "number": ["50", "100", "150", "200", "250", "300"],
}  # fmt: skip


def _compiled(template: str) -> tuple[str, tuple[str, ...]]:
    """ "a {noun} b" is ("a %s b", ("noun",))."""
    slots, out, rest = [], [], template
    while "{" in rest:
        head, _, rest = rest.partition("{")
        slot, _, rest = rest.partition("}")
        out.append(head.replace("%", "%%") + "%s")
        slots.append(slot)
    return "".join([*out, rest.replace("%", "%%")]), tuple(slots)


TEMPLATES = {name: tuple(_compiled(template) for template in group) for name, group in {
    "facts_open": wording.FACTS_OPEN, "facts_more": wording.FACTS_MORE, "asked": wording.QUERIES_ASKED,
    "decision_open": wording.DECISION_OPEN, "decision_more": wording.DECISION_MORE, "close": wording.DECISION_CLOSE,
    "law": wording.LAW_TEXT, "filler": wording.FILLER, "title": wording.TITLES,
}.items()}  # fmt: skip


class Writer:
    """Writes one document: its chance, and what stays the same all through it."""

    def __init__(self, rng: random.Random, index: int) -> None:
        self.draw, self.index = rng.random, index
        self.offense = self.choose(OFFENSE_POOL)
        _, self.laws, phases, named, done = wording.OFFENSES[self.offense]
        self.phase = self.choose(phases)
        self.offender = self.choose(OFFENDER_POOL)
        start = int(self.draw() * len(wording.SEATS))
        seats = [wording.SEATS[(start + k) % len(wording.SEATS)] for k in range(3)]
        self.fixed = {"A": seats[0], "B": seats[1], "C": seats[2], "offense": named, "Offense": named.capitalize(), "does": done,
                      "offender": self.offender.capitalize()}  # fmt: skip
        self.written = {"name": self._name, "Name": self._name, "club": self._club, "Adv": self._adverb, "law": self._cited_laws,
                        "Law": self._cited_laws, "etiquette": self._etiquette, "case": self._case}  # fmt: skip

    def choose(self, pool: Sequence[One]) -> One:
        return pool[int(self.draw() * len(pool))]

    def slot(self, name: str) -> str:
        if pool := POOLS.get(name):
            return self.choose(pool)
        return self.fixed.get(name) or self.written[name]()

    def _name(self) -> str:
        return SURNAME.pick(self.draw())

    def _club(self) -> str:
        return CLUB.pick(self.draw())

    def _adverb(self) -> str:
        return self.slot("adv").capitalize()

    def _law_number(self) -> str:
        """A law that governs the offense, or now and then any law; some with a letter."""
        number = self.choose(self.laws) if self.draw() < 0.8 else 1 + int(self.draw() * LAWS_CITED)
        return f"{number} {'abcdefg'[int(self.draw() * 7)]}" if self.draw() < 0.25 else str(number)

    def _cited_laws(self) -> str:
        drawn = self.draw()
        if drawn < 0.72:
            return f"{'Rule' if drawn < 0.07 else 'Law'} {self._law_number()}"
        numbers = [str(1 + int(self.draw() * LAWS_CITED)) for _ in range(2 if drawn < 0.9 else 3)]
        return f"Laws {', '.join(numbers[:-1])} and {numbers[-1]}"

    def _etiquette(self) -> str:
        return f"Section {1 + int(self.draw() * 12)} of Etiquette"

    def _case(self) -> str:
        """An earlier case; low numbers are cited most, as leading cases are."""
        return f"Case {1 + int((self.draw() ** 4) * max(1, self.index)):,}"

    def sentence(self, group: str) -> str:
        text, slots = self.choose(TEMPLATES[group])
        return text % tuple([self.slot(slot) for slot in slots])

    def paragraph(self, first: str, group: str, words: int, close: str = "") -> str:
        """A sentence of the group `first`, then of `group` mixed with filler, until there are so many words."""
        parts = [self.sentence(first)]
        have = parts[0].count(" ") + 1
        while have < words:
            parts.append(self.sentence(group if self.draw() < 0.7 else "filler"))
            have += parts[-1].count(" ") + 1
        return wording.BEFORE_VOWEL.sub(r"\1n ", " ".join([*parts, *([self.sentence(close)] if close else [])]))


def document(index: int, seed: int = SEED) -> Document:
    """The document at that place, from 0, of the casebook with this seed: of 150 to 250 words."""
    writer = Writer(random.Random(seed * 1_000_003 + index), index)
    is_law = index % LAW_EVERY == 0
    words = 140 + int(writer.draw() * 75)
    title = writer.sentence("title")
    title = wording.BEFORE_VOWEL.sub(r"\1n ", title[0].upper() + title[1:])
    if is_law:
        kind, number = "law", index // LAW_EVERY + 1
        facts = writer.paragraph("law", "law", int(words * 0.6))
        decision = writer.paragraph("decision_more", "decision_more", int(words * 0.4))
    else:
        kind, number = "case", index
        facts = writer.paragraph("facts_open", "facts_more", int(words * 0.45), "asked")
        decision = writer.paragraph("decision_open", "decision_more", int(words * 0.55), "close")
    year = 1900 + int((writer.draw() ** 0.5) * 126)
    return Document(index, kind, number, title, facts, decision, writer.offense, writer.offender, writer.phase, year)


def documents(count: int, seed: int = SEED, start: int = 0) -> Iterator[Document]:
    """The documents from `start` to `count`."""
    return (document(index, seed) for index in range(start, count))


def queries() -> list[Query]:
    """The queries that are measured: eight in each of eight groups."""
    found = [Query("common", (word,)) for word in "declarer card trick law penalty partner hand table".split()]
    found += [Query("single", (word,)) for word in "revoke misdeal chicane bystander singleton ambiguous renounces shuffled".split()]
    pairs = ("revoke adversary", "exposed card", "declarer penalty", "insufficient declaration", "misdeal pack", "dummy attention",
             "honors chicane", "footnote precedent")  # fmt: skip
    found += [Query("two", tuple(pair.split())) for pair in pairs]
    phrases = ("out of turn", "turned and quitted", "face upward", "insufficient declaration", "no more hearts", "honor column",
               "exposed card", "law 84")  # fmt: skip
    found += [Query("phrase", tuple(phrase.split()), phrase=True) for phrase in phrases]
    found += [Query("prefix", (begun,), prefix=True) for begun in "redoub revok insuff shuff de ca sports whis".split()]
    found += [Query("rare", (SURNAMES[rank].lower(),)) for rank in (150, 400, 900, 1_500, 2_500, 4_000, 8_000, 15_000)]
    nowhere = ("xylophone", "pinochle", "baccarat shoe", "zugzwang", "revoke xylophone", "declarer quadrille", "poker", "tarokk pagat")
    found += [Query("none", tuple(words.split())) for words in nowhere]
    narrowed = (("declarer", "revoke"), ("card", "misdeal"), ("trick", "exposed-card"), ("penalty", "lead-out-of-turn"),
                ("chicane", "revoke"), ("partner score", "score-error"), ("dummy", "dummy-calls-attention"),
                ("honor column", "insufficient-declaration"))  # fmt: skip
    return [*found, *(Query("filter", tuple(words.split()), offense=offense) for words, offense in narrowed)]
