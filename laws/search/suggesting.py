"""What a reader may be about to type: entries by their titles, while the last word is still unfinished."""

from __future__ import annotations

from collections.abc import Sequence

from laws.models.vocabulary import Status

from . import lookup
from .engine import AnyOf, Wanted
from .hits import Hit, hits_at, hits_of
from .lines import Said, line_of
from .listing import Listing, Search
from .plan import Scope
from .posting import in_title
from .query import Query, fold
from .shelf import Shelf
from .snippets import Marker, Span
from .thesaurus import Thesaurus, stems
from .words import WORD, key_of, stem_of

SHORTEST = 2  # letters from which a word is gone on with
LOOKED = 4  # titles that are looked at for each that is shown
MOST_MEANINGS = 3  # of a word that no title has


def suggest(asked: Query, shelf: Shelf, limit: int) -> list[Hit]:
    """The entries that a citation names or begins to, then those whose title has all the words, the last of which may be only begun."""
    hits: list[Hit] = []
    if lookup.may_name(asked.plain):
        hits += _named(lookup.begun(asked.plain, lookup.codes())[:limit], shelf)
    if len(hits) < limit:
        seen = {hit.entry.pk for hit in hits}
        hits += [hit for hit in _begun(asked, shelf, limit) if hit.entry.pk not in seen]
    return hits[:limit]


def _named(fits: Sequence[lookup.Fit], shelf: Shelf) -> list[Hit]:
    """The entries that a citation names; of those that were withdrawn what they were called."""
    found = {(hit.entry.pk, hit.part): hit for hit in hits_at(fits, Marker(()), shelf, snippets=False)}
    for fit in fits:
        if fit.entry.status == Status.WITHDRAWN:
            line = line_of(fit.entry)
            found[line.pk, fit.part] = Hit(line, "", line.get_absolute_url(), Marker(()).pieces(line.heading), (), 0.0, withdrawn=True)
    return [found[key] for fit in fits if (key := (fit.entry.pk, fit.part)) in found]


def meanings(asked: Query, shelf: Shelf, thesaurus: Thesaurus, limit: int) -> list[tuple[str, tuple[str, ...]]]:
    """The words of the thesaurus that go on as was typed, each with what the laws say instead: "kibitzer", onlooker and bystander.

    A phrase counts when it was typed in full. One statement at most.
    """
    words = tuple(word for term in asked.terms if term.form == "word" and not term.without for word in term.words)
    if not words or len(words[-1]) < SHORTEST:
        return []
    begun = sorted(word for word in thesaurus.named if word.startswith(words[0])) if len(words) == 1 else []
    same = {phrase: thesaurus.meanings.get(stems(phrase), ()) for phrase in dict.fromkeys([words, *((word,) for word in begun)])}
    known = shelf.vocabulary({stem for phrases in same.values() for phrase in phrases for stem in stems(phrase)})
    found: dict[tuple[tuple[str, ...], ...], str] = {}
    for phrase, others in same.items():
        said = [other for other in others if all(stem in known for stem in stems(other))][:MOST_MEANINGS]
        if said:
            found.setdefault(tuple(said), " ".join(phrase))
    return [(word, tuple(" ".join(other) for other in said)) for said, word in found.items()][:limit]


def _begun(asked: Query, shelf: Shelf, limit: int) -> list[Hit]:
    words = [word for term in asked.terms if not term.without for word in term.words]
    if not words or len(words[-1]) < SHORTEST:
        return []
    *whole, last = words
    ends = [in_title(stem) for stem in {**shelf.completions(last), stem_of(last): None}]
    wanted: list[Wanted] = [*(in_title(stem_of(word)) for word in whole), AnyOf(tuple(ends))]
    rows = Listing(rest=Search((Scope().all_of(*wanted),))).page(shelf, 0, LOOKED * limit)
    stems = {stem_of(word) for word in whole}
    hits = [hit for hit in hits_of(rows, _Begun(stems, last), shelf, snippets=False) if any(lit for _, lit in hit.title)]
    return hits[:limit]


class _Begun(Marker):
    """Marks words with some stems, and those that begin as the last word does."""

    def __init__(self, stems: set[str], last: str) -> None:
        super().__init__(())
        self.stems = stems
        self.last = last

    def spans(self, said: Said, start: int = 0, end: int | None = None) -> list[Span]:
        """Where those words stand; nowhere where no word begins as the last one does."""
        text = said.text
        found = [(m.start(), m.end(), fold(m[0])) for m in WORD.finditer(text)]
        begun = [(start, end, 0) for start, end, word in found if word.startswith(self.last)]
        return sorted([*begun, *((start, end, 0) for start, end, word in found if key_of(word) in self.stems)]) if begun else []
