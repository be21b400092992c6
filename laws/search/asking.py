"""A query in words put to an engine: as many answers as are worth ranking, and how many more there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from laws.models import Edition

from . import concepts, plan, rank
from .catalogue import Word
from .engine import AnyOf, OutOfTime, Wanted
from .listing import BOUND, Count, Filter, Listing, Search
from .matching import Candidate
from .plan import Meant, Scope
from .query import Term
from .rank import ENOUGH, Asked
from .shelf import Shelf
from .thesaurus import Thesaurus, stems

APART = "It takes too long to look for that phrase in every entry: these have its words, though perhaps apart."
HEAD = 100  # entries that are ranked; of more, those that say the words most
SMALL = 600  # entries in all; of so many it is counted how often a phrase is said, and what an entry is counts in full
FEW = 400  # of entries with some of the words, where few have all; a casebook of so many is looked through whole
SECONDS = 0.25  # for one statement; nobody is to wait longer for a phrase that no entry has


@dataclass(frozen=True, slots=True)
class Where:
    """Where to look. Citations are read in the code `inside`; all must have the tags `within`, and `filters` narrow the list."""

    inside: Edition | None = None
    within: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()

    def scope(self, filters: Iterable[Filter] = (), without: Iterable[Wanted] = ()) -> Scope:
        """What an engine must know of it."""
        filters = list(filters)
        kept = [one.tags[0] if len(one.tags) == 1 else AnyOf(one.tags) for one in filters if not one.without]
        barred = [tag for one in filters if one.without for tag in one.tags]
        return Scope((*self.within, *kept), (*without, *barred))


@dataclass(slots=True)
class Reading:
    """A query as concepts, and those as the index has them; `average` is the length of a document.

    `title` are the signs of a title that is all that was typed, or "" where none can be.
    """

    wanted: concepts.Wanted
    words: dict[str, Word]
    meant: list[Meant]
    documents: int
    average: float
    title: str

    @classmethod
    def of(cls, terms: Iterable[Term], thesaurus: Thesaurus, shelf: Shelf, apart: Iterable[concepts.Phrase] = ()) -> Reading:
        """What terms mean here. `apart` are phrases of the thesaurus to read word by word."""
        terms = list(terms)
        wanted = concepts.read(terms, thesaurus, apart)
        typed = [stem for term in terms if not term.without for stem in stems(term.words)]
        words = shelf.vocabulary(plan.stems_of(wanted.concepts, wanted.without).union(typed))
        title = "".join(words[stem].sign for stem in typed) if words.keys() >= set(typed) else ""
        return cls(wanted, words, plan.meet(wanted.concepts, words, shelf), shelf.documents, shelf.average, title)

    def weigh(self, shelf: Shelf) -> None:
        """Count in how many documents the concepts stand that may be said in several words: a guess will do only in a large casebook."""
        for at, one in enumerate(self.meant if self.documents <= SMALL else ()):
            if one.ways and not one.verified:
                count = Search((one.wanted,), one_of=tuple(way.signs for way in one.ways)).count(shelf, SMALL)
                self.meant[at] = replace(one, ways=one.ways if count else (), rarity=plan.rarity(count, self.documents))

    def without(self, shelf: Shelf) -> tuple[list[str], list[str]]:
        """What an answer must not have: words for the engine, and phrases to look for in the signs."""
        words: list[str] = []
        phrases: list[str] = []
        for variant in self.wanted.without:
            stems = variant.stems
            if variant.prefix:
                words += shelf.completions(variant.words[0])
            elif len(stems) == 1:
                words.append(stems[0])
            elif all(stem in self.words for stem in stems):
                phrases.append("".join(self.words[stem].sign for stem in stems))
        return words, phrases


@dataclass(slots=True)
class Ranking:
    """The answer in order. `absent` are the concepts that nothing has; `complete` how many entries have all the others, ENOUGH for more.

    `slow`: it took too long to look for phrases, and the words were looked for instead.
    """

    listing: Listing = field(default_factory=Listing)
    absent: Sequence[concepts.Concept] = ()
    complete: int = ENOUGH
    slow: bool = False


def ranked(reading: Reading, shelf: Shelf, where: Where) -> Ranking:
    """The entries that answer, best first."""
    reading.weigh(shelf)
    absent = [one.concept for one in reading.meant if not one.ways]
    present = [one for one in reading.meant if one.ways]
    if not present or any(concept.required for concept in absent):
        return Ranking(absent=absent)
    words, lacks = reading.without(shelf)
    holds = [one.ways[0].signs for one in present if one.concept.required and len(one.ways) == 1 and not one.verified]
    questions = [reading.words[word].sign for word in reading.wanted.dropped if word in rank.QUESTION_WORDS and word in reading.words]
    asked = Asked(present, reading.average, questions, min(1.0, SMALL / max(reading.documents, 1)), reading.title)
    asking = _Asking(shelf, asked, where, tuple(words), tuple(holds), tuple(lacks), reading.documents)
    try:
        with shelf.engine.limited(SECONDS):
            found = asking.ranking()
    except OutOfTime:
        loose = [replace(one, concept=replace(one.concept, required=False)) for one in present]
        found = replace(asking, asked=replace(asking.asked, meant=loose), holds=(), lacks=()).ranking()
        found.slow = True
    found.absent = [*absent, *found.absent]
    return found


@dataclass(frozen=True, slots=True)
class _Asking:
    """One query on its way."""

    shelf: Shelf
    asked: Asked
    where: Where
    without: tuple[Wanted, ...]
    holds: tuple[str, ...]
    lacks: tuple[str, ...]
    documents: int

    def ranking(self) -> Ranking:
        """The entries with all the words; and where these are few, those with most of them.

        Whether they are few is told before filters, so that a filter shows what a facet has counted.
        """
        meant, filters = self._needed, self.where.filters
        scope = self.where.scope(without=self.without)
        few = min(one.most for one in meant) <= HEAD
        if few or not filters or self._search(plan.with_all(meant, scope)).count(self.shelf, HEAD) <= HEAD:
            found, whole = self._found(scope, few)
            if whole:
                return self._whole(found, scope)
        if filters:
            scope = self.where.scope(filters, self.without)
            found, _ = self._found(scope, few)
        rows = rank.in_order(rank.score(found, self.asked), self.asked)
        single = meant[0].ways[0] if len(meant) == 1 and len(meant[0].ways) == 1 and meant[0].verified else None
        plain = single is not None and not (scope.tags or scope.without or self.lacks)
        counted = Count(min(single.count, BOUND), single.count > BOUND) if single and plain else None
        return Ranking(replace(self._counting(filters), rows=rows, counted=counted))

    def _found(self, scope: Scope, few: bool) -> tuple[list[Candidate], bool]:
        """Those with all the words, as many as are ranked, and whether these are all; of many, those that say them most."""
        meant = self._needed
        layers = [plan.with_all(meant, scope)] if few else plan.strongest_first(meant, scope, finely=self.documents > SMALL)
        return self._search(*layers).candidates(self.shelf, HEAD)

    def _counting(self, filters: Sequence[Filter]) -> Listing:
        """The list that keeps to filters, without its ranked head."""
        scope = self.where.scope(filters, self.without)
        return Listing(rest=self._search(plan.with_all(self._needed, scope)), filters=filters, again=self._counting)

    def _whole(self, found: Sequence[Candidate], scope: Scope) -> Ranking:
        """The answer where all that have all the words are at hand; filters narrow it without asking again."""
        meant = self._needed
        rows = [row for row in rank.score(found, self.asked) if not row.missing]
        absent: list[concepts.Concept] = []
        if len(rows) < ENOUGH and (len(meant) > 1 or not meant[0].verified):
            layers = [plan.with_any(meant, scope)] if self.documents <= FEW else plan.with_most(meant, scope)
            some = rank.score(self._search(*layers).candidates(self.shelf, FEW)[0], self.asked)
            doubtful = [(at, one) for at, one in enumerate(self.asked.meant) if not one.verified]
            absent = [one.concept for at, one in doubtful if not any(row.has >> at & 1 for row in some)]
            rows = rank.most(some)
        every = (1 << len(self.asked.meant)) - 1
        complete = sum(row.has == every for row in rows)
        return Ranking(Listing.of(rank.in_order(rows, self.asked), self.where.filters), absent, complete)

    @property
    def _needed(self) -> list[Meant]:
        return plan.needed(self.asked.meant)

    def _search(self, *layers: Wanted) -> Search:
        return Search(layers, self.holds, self.lacks)
