"""What a process remembers of the index for as long as nothing in it changes, so that what many readers ask for is read once.

Every change of the index draws it a new mark, in its own transaction. A search looks at the mark first, and where it is another a new shelf
is begun. What lies on it are copies of rows, never answers: which documents have a word the engine is asked every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from . import catalogue, lines
from .catalogue import Word
from .engine import Engine
from .lines import Line
from .matching import Candidate

DOCUMENTS = "SELECT standing, place, cited, tags, signs, parts FROM laws_search_document WHERE standing IN ({})"
TAGS = "SELECT standing, tags FROM laws_search_document WHERE standing IN ({})"
# How much is kept of each, some ten megabytes in all; a fuller shelf is begun anew.
MOST_WORDS, MOST_DOCUMENTS, MOST_TAGS, MOST_LINES = 50_000, 8_000, 40_000, 1_500


@dataclass(slots=True)
class Shelf:
    """The index as one state of it is known. `documents` are how many there are, and `average` the length of one."""

    engine: Engine
    mark: int = 0
    documents: int = 0
    length: int = 0
    _words: dict[str, Word | None] = field(default_factory=dict)
    _begun: dict[str, dict[str, Word]] = field(default_factory=dict)
    _named: dict[int, str] = field(default_factory=dict)
    _candidates: dict[int, Candidate] = field(default_factory=dict)
    _tags: dict[int, str] = field(default_factory=dict)
    _lines: dict[int, Line] = field(default_factory=dict)

    latest: ClassVar[Shelf | None] = None

    @classmethod
    def opened(cls, engine: Engine) -> Shelf:
        """The shelf of the index as it is now. One small statement."""
        documents, length, mark = catalogue.state()
        kept = cls.latest
        if kept is not None and mark and kept.mark == mark and kept.engine is engine and not kept._is_full:
            return kept
        cls.latest = kept = cls(engine, mark, documents, length)
        return kept

    @property
    def average(self) -> float:
        """The length of a document, in words."""
        return self.length / self.documents if self.documents else 1.0

    @property
    def _is_full(self) -> bool:
        return (
            len(self._words) > MOST_WORDS or len(self._begun) > MOST_LINES or len(self._named) > MOST_WORDS
            or len(self._candidates) > MOST_DOCUMENTS or len(self._tags) > MOST_TAGS or len(self._lines) > MOST_LINES
        )  # fmt: skip

    def vocabulary(self, words: Iterable[str]) -> dict[str, Word]:
        """Those of some words that a document has."""
        kept, wanted = self._words, list(words)
        if missing := [word for word in wanted if word not in kept]:
            there = catalogue.known(missing)
            kept.update((word, there.get(word)) for word in missing)
        return {word: found for word in wanted if (found := kept.get(word)) is not None}

    def completions(self, begun: str) -> dict[str, Word]:
        """The stems of the commonest words that begin so."""
        found = self._begun.get(begun)
        if found is None:
            found = self._begun[begun] = catalogue.completions(begun)
        return found

    def named(self, numbers: Iterable[int]) -> dict[int, str]:
        """The words with some numbers."""
        kept, wanted = self._named, list(numbers)
        if missing := [number for number in wanted if number not in kept]:
            kept.update(catalogue.named(missing))
        return {number: word for number in wanted if (word := kept.get(number)) is not None}

    def candidates(self, standings: Iterable[int]) -> list[Candidate]:
        """The documents that stand at some places, in their order."""
        kept, wanted = self._candidates, list(standings)
        if missing := [standing for standing in wanted if standing not in kept]:
            kept.update((row[0], Candidate._make(row)) for row in catalogue.rows_among(DOCUMENTS, missing))
        return [found for standing in wanted if (found := kept.get(standing)) is not None]

    def tags(self, standings: Iterable[int]) -> Iterator[str]:
        """The tags of the documents that stand at some places."""
        kept, wanted = self._tags, list(standings)
        if missing := [standing for standing in wanted if standing not in kept]:
            kept.update(catalogue.rows_among(TAGS, missing))
        return (kept.get(standing, "") for standing in wanted)

    def lines(self, keys: Iterable[int]) -> dict[int, Line]:
        """The lines of those of some entries (primary keys) that are published."""
        kept, wanted = self._lines, list(keys)
        if missing := [key for key in wanted if key not in kept]:
            kept.update(lines.lines(missing))
        return {key: found for key in wanted if (found := kept.get(key)) is not None}
