"""What a reader may be about to type: entries by their titles, while the last word is still unfinished."""

from __future__ import annotations

from . import lookup
from .engine import AnyOf, Wanted
from .hits import Hit, hits_at, hits_of
from .lines import Said
from .listing import Listing, Search
from .plan import Scope
from .posting import in_title
from .query import Query, fold
from .shelf import Shelf
from .snippets import Marker, Span
from .words import WORD, key_of, stem_of

SHORTEST = 2  # letters from which a word is gone on with
LOOKED = 4  # titles that are looked at for each that is shown


def suggest(asked: Query, shelf: Shelf, limit: int) -> list[Hit]:
    """The entries that a citation names, then those whose title has all the words, the last of which may be only begun."""
    hits: list[Hit] = []
    if lookup.may_name(asked.plain):
        named = lookup.find(asked.plain, lookup.codes(), None)
        hits += hits_at(named.fits[:limit], Marker(()), shelf, snippets=False) if named.whole else []
    if len(hits) < limit:
        seen = {hit.entry.pk for hit in hits}
        hits += [hit for hit in _begun(asked, shelf, limit) if hit.entry.pk not in seen]
    return hits[:limit]


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
