"""What an engine offers: an inverted index, that is, which documents have which words. All else is engine-neutral.

A document is known by its *standing*, a whole number: the smaller, the sooner it comes where nothing else tells. To an engine it is a
set of words, kept as they come: stems ("revok"), stems said strongly ("revok^2"), tags ("kind=law"); order, counts and places are told
by `laws_search_document.signs`. An engine answers with SQL rather than with rows, so that one statement can join what it finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from django.db import DatabaseError


@dataclass(frozen=True, slots=True)
class AnyOf:
    """What has at least one of these; never empty."""

    parts: tuple[Wanted, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """What has all of these, and none of `without`; `parts` is never empty."""

    parts: tuple[Wanted, ...]
    without: tuple[Wanted, ...] = ()


Wanted = str | AnyOf | AllOf  # a string is one word


@dataclass(frozen=True, slots=True)
class Sql:
    """A SELECT, with %s for each value, that gives one column, `standing`."""

    text: str
    values: Sequence[str | int]


class OutOfTime(Exception):
    """A statement was stopped since it took longer than it may."""


class Gone(DatabaseError):
    """A table, a column or the row of state of the index is not there."""


class Engine(Protocol):
    """An inverted index in the site's own database, changed in the same transaction as the entries."""

    # Words of SQL that databases have no common name for: a condition that `d.signs` holds the text %s, and the join of the documents
    # `d` to what was found, `m`, which keeps its order and stops at a limit.
    HOLDS: str
    JOINED: str

    def make(self) -> None:
        """Make what is missing of its table; the migrations do so on a new site."""

    def clear(self) -> None:
        """Forget every document."""

    def add(self, documents: Iterable[tuple[int, str]]) -> None:
        """Keep documents: their standings, which are free, and their words, each once, parted by blanks."""

    def remove(self, documents: Iterable[tuple[int, str]]) -> None:
        """Forget documents. They come with the words with which they were added, in any order."""

    def settle(self) -> None:
        """Called once after a bulk load: put the index in good order, and let the database's planner know how much there is."""

    def matching(self, wanted: Wanted, limit: int) -> Sql:
        """The documents that have `wanted`, those of the smallest standing before the limit cuts. It should stop reading at the limit."""

    def limited(self, seconds: float) -> AbstractContextManager[None]:
        """Inside, a statement that runs longer raises OutOfTime; the transaction goes on afterwards as if it had not been asked."""
