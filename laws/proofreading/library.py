"""The printed words that quotations are compared with. Asked for as they are wanted, each once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_

from django.db.models import Q

from laws import text as markup
from laws.models import Case, Entry
from laws.models.vocabulary import Kind

from .likeness import keys
from .wording import Token, tokens, words

PROVISIONS = (Kind.LAW, Kind.ETIQUETTE, Kind.SECTION)
WHOLE_CODE = 400  # provisions; of a larger code only those are looked at that have some of the words
_CLUES, _STEM, _LIKELY = 8, 6, 60


@dataclass(slots=True)
class Printed:
    """A provision with its printed words, taken apart once."""

    entry: Entry
    text: str
    _keys: list[str] | None = None
    _stems: list[str] | None = None

    @property
    def keys(self) -> list[str]:
        if self._keys is None:
            self._keys = [token.key for token in words(tokens(self.text))]
        return self._keys

    @property
    def stems(self) -> list[str]:
        if self._stems is None:
            self._stems = keys(tokens(self.text))
        return self._stems


@dataclass
class Library:
    """The provisions of one edition (its primary key), and the words of single entries."""

    edition: int
    _cases: dict[int, str] = field(default_factory=dict)

    def shelve(self, entries: Iterable[Entry]) -> None:
        """Fetch at once the printed words of those entries that keep them in a row of their own."""
        wanted = [entry.pk for entry in entries if entry.kind == Kind.CASE and entry.pk not in self._cases]
        for case in Case.objects.filter(pk__in=wanted) if wanted else ():
            self._cases[case.pk] = "\n\n".join(filter(None, (case.facts, case.query, case.decision, case.remark)))

    def printed(self, entry: Entry, part: str = "") -> str:
        """The printed words of an entry, or of one of its parts; "" where they are not held."""
        text = self._cases.get(entry.pk, "") if entry.kind == Kind.CASE else entry.text
        return next((text[block.start : block.end] for block in markup.blocks(text) if block.anchor == part), "") if part else text

    def likely(self, quoted: Iterable[Token]) -> list[Printed]:
        """The provisions that may be the source of some words: all of them, or in a large code those that share the longest words."""
        if self._size <= WHOLE_CODE:
            return self._all
        stems = {token.key[:_STEM] for token in quoted if token.is_word and len(token.key) > 3}
        clues = sorted(stems, key=lambda clue: (-len(clue), clue))[:_CLUES]
        if not clues:
            return []
        rows = self._provisions.filter(reduce(or_, (Q(text__icontains=clue) for clue in clues)))
        found = [(sum(clue in entry.text.casefold() for clue in clues), entry) for entry in rows]
        found.sort(key=lambda pair: -pair[0])
        return [Printed(entry, entry.text) for _, entry in found[:_LIKELY]]

    @cached_property
    def _provisions(self):  # type: ignore[no-untyped-def]
        rows = Entry.objects.published().of_kind(*PROVISIONS).filter(edition=self.edition).exclude(text="")
        return rows.select_related("edition").in_order()

    @cached_property
    def _size(self) -> int:
        return int(self._provisions.count())

    @cached_property
    def _all(self) -> list[Printed]:
        return [Printed(entry, entry.text) for entry in self._provisions]
