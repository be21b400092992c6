"""What is to be said of a quotation: that it is word for word, differs, stands elsewhere, or cannot be judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from laws import diff
from laws import text as markup
from laws.models import Citation, Entry
from laws.naming import cited as named

from . import comparison, likeness, quotations
from .library import Library
from .quotations import Quotation
from .wording import tokens, words

# what has been compared: the words, how they are quoted, and from where
Known = dict[tuple[str, str, bool, tuple[tuple[int, str], ...]], "Judgement"]

# the verdicts
WORD_FOR_WORD, DIFFERS, ELSEWHERE, ABSENT, ALIKE, NOT_HELD, NOT_JUDGED = (
    "word for word", "differs", "elsewhere", "absent", "alike", "not held", "not judged",
)  # fmt: skip

MOST = 60  # quotations of one text that are compared while somebody waits
LEAST_WORDS = 4  # fewer can stand anywhere by chance
CLOSE = 0.5  # of the words: below, the law does not have the quotation at all
NEARLY = 0.75  # of the words: what merely stands near a citation is taken for its quotation from here on
FOUND_ELSEWHERE = 0.75  # of the words of a quotation in marks
TOLD_ELSEWHERE = 0.7  # of what an indirect quotation says, by weight
MARGIN, MARGIN_TOLD = 0.1, 0.3  # by which the other law must have more


@dataclass(frozen=True, slots=True)
class Place:
    """An entry or a part of it, as a page names and links it."""

    entry: Entry
    part: str = ""

    @property
    def label(self) -> str:
        return named(self.entry, self.part)

    @property
    def href(self) -> str:
        return self.entry.get_absolute_url() + (f"#{self.part}" if self.part else "")


@dataclass(frozen=True, slots=True)
class Judgement:
    """One quotation and what became of comparing it. `score` is the share of its words, 0 to 1, that `where` has."""

    start: int
    end: int
    words: str
    manner: str
    verdict: str
    reason: str = ""  # why it is not judged
    source: Place | None = None  # what the text names
    where: Place | None = None  # where the words stand, if elsewhere
    score: float = 0.0
    how: str = ""  # word for word | shortened | marks | words
    changes: tuple[diff.Piece, ...] = ()
    italics: tuple[str, ...] = ()
    field: str = ""
    is_settled: bool = False  # an editor has said already that the other entry is meant

    @property
    def percent(self) -> int:
        """The score in whole hundredths; never 100 where a word is wrong."""
        return min(99, round(100 * self.score)) if self.score < 1 else 100

    @property
    def is_amiss(self) -> bool:
        """Whether somebody should look at it."""
        return self.verdict in (DIFFERS, ELSEWHERE, ABSENT) and not self.is_settled


def judge(
    found: Sequence[Quotation], rows: Sequence[Citation], library: Library, known: Known | None = None, most: int | None = None
) -> list[Judgement]:
    """What is to be said of the quotations of a text. `rows` are its citations, in the order in which the quotations name them.

    The same words from the same source are compared once: `known` holds what has been compared, of other fields of the text too. When it
    holds `most`, no more are compared, and of each it is said that it was not.
    """
    library.shelve(row.target for quotation in found for at in quotation.cited if (row := rows[at]).target)
    known = {} if known is None else known
    judged = []
    for quotation in found:
        cites = [rows[at] for at in quotation.cited]
        blank, sources = _prepared(quotation, cites, library)
        one = _compared(blank, sources, quotation, library, known, most) if sources else blank
        meant = {row.correction_id for row in cites if row.correction_id}
        judged.append(replace(one, is_settled=one.where is not None and one.where.entry.pk in meant))
    return judged


def _prepared(quotation: Quotation, rows: Sequence[Citation], library: Library) -> tuple[Judgement, list[Place]]:
    """What is to be said of a quotation before it is compared, and the places to compare it with; none where it cannot be."""
    blank = Judgement(quotation.start, quotation.end, quotation.words, quotation.manner, NOT_JUDGED, quotation.why)
    if not rows:
        return replace(blank, reason=quotation.why or quotations.UNNAMED), []
    resolved = [row for row in rows if row.outcome == Citation.Outcome.RESOLVED]
    sources = [Place(row.target, row.part.anchor if row.part else "") for row in resolved if row.target]
    if not sources:
        if not quotation.firm:
            return blank, []
        return replace(blank, reason=f"{rows[0].words} leads to no entry here, so that there is nothing to compare it with"), []
    held = [source for source in sources if library.printed(source.entry)]
    if not held:
        if not quotation.firm:
            return blank, []
        reason = f"only a digest of {sources[0].entry.label} is held, not its printed words"
        return replace(blank, verdict=NOT_HELD, source=sources[0], reason=reason), []
    blank = replace(blank, source=held[0])
    count = len(words(tokens(quotation.words)))
    return blank, [] if count < LEAST_WORDS and not quotation.firm else held


def _compared(
    blank: Judgement, sources: list[Place], quotation: Quotation, library: Library, known: Known, most: int | None
) -> Judgement:
    key = (quotation.words, quotation.manner, quotation.firm, tuple((source.entry.pk, source.part) for source in sources))
    if key not in known:
        if most is not None and len(known) >= most:
            return replace(blank, reason=f"there are more than {most} quotations to compare; read the rest by itself")
        if quotation.manner == quotations.DIRECT:
            known[key] = _direct(blank, sources, quotation, library)
        else:
            known[key] = _indirect(blank, sources, library)
    return replace(known[key], start=blank.start, end=blank.end)


def _direct(blank: Judgement, sources: Sequence[Place], quotation: Quotation, library: Library) -> Judgement:
    scored = [(comparison.compare(blank.words, library.printed(source.entry, source.part)), source) for source in sources]
    best, source = max(scored, key=lambda pair: (pair[0].score, pair[0].how == comparison.WORD_FOR_WORD))
    blank = replace(blank, source=source, score=best.score, how=best.how, changes=best.changes, italics=best.italics)
    if best.how in (comparison.WORD_FOR_WORD, comparison.SHORTENED):
        return replace(blank, verdict=WORD_FOR_WORD, reason="")
    if not quotation.firm:
        return replace(blank, verdict=DIFFERS, reason="") if best.score >= NEARLY else replace(blank, changes=(), italics=())
    if best.how == comparison.MARKS:
        return replace(blank, verdict=DIFFERS)
    if other := _elsewhere(blank, sources, best.score, library):
        return other
    if best.score >= CLOSE:
        return replace(blank, verdict=DIFFERS)
    return replace(blank, verdict=ABSENT, changes=())


def _elsewhere(blank: Judgement, sources: Sequence[Place], score: float, library: Library) -> Judgement | None:
    """The judgement where another provision, or another part of the same, has the words far better."""
    quoted = words(tokens(blank.words))
    if len(quoted) < LEAST_WORDS:
        return None
    whole = [Place(source.entry) for source in sources if source.part]
    keys = [token.key for token in quoted]
    seen = {source.entry.pk for source in sources}
    near = max(
        ((comparison.nearness(keys, one.keys), one.entry) for one in library.likely(quoted) if one.entry.pk not in seen),
        key=lambda pair: pair[0],
        default=(0.0, None),
    )
    places = whole + ([Place(near[1])] if near[1] is not None else [])
    found = [(comparison.compare(blank.words, library.printed(place.entry)), place) for place in places]
    best, where = max(found, key=lambda pair: pair[0].score, default=(None, None))
    if best is None or where is None or best.score < max(FOUND_ELSEWHERE, score + MARGIN):
        return None
    where = Place(where.entry, _part_with(blank.words, where.entry, best.score, library))
    return replace(blank, verdict=ELSEWHERE, where=where, score=best.score, how=best.how, changes=best.changes, italics=best.italics)


def _part_with(quoted: str, entry: Entry, score: float, library: Library) -> str:
    """The part of an entry that has some words as well as the whole has them; "" where none does."""
    for _, anchor in markup.parts(library.printed(entry)):
        if comparison.compare(quoted, library.printed(entry, anchor)).score >= score:
            return anchor
    return ""


def _indirect(blank: Judgement, sources: Sequence[Place], library: Library) -> Judgement:
    clause = tokens(blank.words)
    said = likeness.keys(clause)
    if sum(map(bool, said)) < LEAST_WORDS:
        return replace(blank, reason="told in too few words of its own to be compared")
    likely = library.likely(clause)
    weight = likeness.weights(one.stems for one in likely)
    own = max(likeness.likeness(said, likeness.keys(tokens(library.printed(source.entry))), weight) for source in sources)
    seen = {source.entry.pk for source in sources}
    others = [(likeness.likeness(said, one.stems, weight), one.entry) for one in likely if one.entry.pk not in seen]
    best, entry = max(others, key=lambda pair: pair[0], default=(0.0, None))
    if entry is not None and best >= max(TOLD_ELSEWHERE, own + MARGIN_TOLD):
        return replace(blank, verdict=ELSEWHERE, where=Place(entry), score=best)
    if own >= CLOSE:
        return replace(blank, verdict=ALIKE, score=own)
    return replace(blank, score=own, reason="told in other words, which cannot be compared")
