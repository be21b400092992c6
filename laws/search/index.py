"""Keeping the index in step with the entries. `editing.publish` calls it in its own transaction; nothing else needs to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from django.db import DatabaseError, connection, transaction

from laws import freshness
from laws.models import Entry
from laws.models.vocabulary import Kind, Status

from . import catalogue, documents, postgres, sqlite, tables
from .catalogue import Change, Former
from .engine import AnyOf, Engine, Gone
from .posting import kind_of
from .reading import reading
from .signs import numbers

ENGINES: dict[str, Engine] = {"sqlite": sqlite, "postgresql": postgres}
MANY = 1000  # entries at once after which an index is put in good order
GONE = "gone: run manage.py search --rebuild"
LOST = "The search index is gone: run manage.py search --rebuild."
WHOLE = """SELECT (SELECT count(mark) FROM laws_search_state), (SELECT max(id) FROM laws_search_word),
(SELECT max(id) FROM laws_search_spelling)"""
# Two sums by which one set of keys is told from another, in one walk over an index: to compare them one by one takes many times as long.
KEYS = """SELECT * FROM
(SELECT count(*), coalesce(sum(entry), 0), coalesce(sum((entry %% 30011) * (entry %% 30011)), 0) FROM laws_search_document) AS here,
(SELECT count(*), coalesce(sum(id), 0), coalesce(sum((id %% 30011) * (id %% 30011)), 0) FROM laws_entry WHERE status = %s) AS due"""
NO_COLUMN = re.compile(
    r"no such column: (?:\w+\.)?(\w+)|no column named (\w+)|column (?:\w+\.)?\"?(\w+)\"?(?: of relation .*)? does not exist"
)


class NoEngine(Exception):
    """The database is of a kind that search knows nothing of."""


def engine() -> Engine | None:
    """The index of this site's database; None where there is none for its kind."""
    return ENGINES.get(connection.vendor)


@contextmanager
def _told() -> Iterator[None]:
    """Inside, an error of the database that means that the index is gone is raised as Gone, with a sentence that names the cure."""
    try:
        yield
    except DatabaseError as error:
        if is_gone(error):
            raise Gone(LOST) from error
        raise


@_told()
@transaction.atomic(savepoint=False)  # what calls it has one of its own
def update(entries: Iterable[Entry], at_hand: Sequence[Entry] = ()) -> None:
    """Bring entries into the index as they are stored, or take them out where they are not published.

    `at_hand` are those of them that were fetched just now with their edition and the row of their kind, and need not be fetched again.
    Raises Gone where the index is not there; what called it must then be undone.
    """
    keys = {entry.pk for entry in entries}
    if not keys or not (kept := engine()):
        return
    change = Change(kept)
    gone = catalogue.former(keys)
    if leaning := documents.leaning(keys, _laws_of_rows(gone)):
        gone += catalogue.former(leaning)
    change.remove(gone)
    count = change.add(documents.gather(keys | leaning, at_hand))
    change.end()
    if count >= MANY:
        kept.settle()


@_told()
@transaction.atomic
def remove(keys: Iterable[int]) -> None:
    """Take entries out of the index, by primary key. Raises Gone where the index is not there."""
    if kept := engine():
        change = Change(kept)
        change.remove(catalogue.former(list(keys)))
        change.end()


def is_gone(error: DatabaseError) -> bool:
    """Whether an error says that a table of the index is not there, a column of one, or its row of state."""
    said = str(error)
    if isinstance(error, Gone) or ("laws_search" in said and ("no such table" in said or "does not exist" in said)):
        return True
    column = NO_COLUMN.search(said)
    return column is not None and column[column.lastindex or 0] in tables.COLUMNS


def fault() -> str:
    """What is wrong with the index, in a sentence; "" where it is in step with the published entries."""
    kept = engine()
    if kept is None:
        return ""
    try:
        with transaction.atomic(using=reading().alias):
            any_kind = kept.matching(AnyOf(tuple(f"kind={kind}" for kind in Kind.values)), 1)
            found = catalogue.rows(any_kind.text, any_kind.values)
            [(states, words, spellings)] = catalogue.rows(WHOLE, ())
            [keys] = catalogue.rows(KEYS, (Status.PUBLISHED.value,))
    except DatabaseError:
        return GONE
    if not states:
        return GONE
    here, due = keys[0], keys[3]
    if here != due:
        return f"out of step ({here} entries for {due}): run manage.py search --rebuild"
    if keys[:3] != keys[3:]:
        return "out of step (other entries than those that are published): run manage.py search --rebuild"
    if here and not (words and spellings and found):
        return f"out of step (no words of {here} entries): run manage.py search --rebuild"
    return ""


@transaction.atomic
def rebuild() -> int:
    """Make the index anew from all published entries, its tables too as far as they are missing. Returns how many entries they are."""
    kept = engine()
    if kept is None:
        raise NoEngine(f"There is no search for a database of the kind “{connection.vendor}”.")
    tables.make()
    kept.make()
    change = Change(kept)
    change.clear()
    count = change.add(documents.gather(Entry.objects.published().values_list("pk", flat=True)))
    change.end()
    kept.settle()
    freshness.renew()  # what readers were told while it was not there
    return count


def indexed() -> set[int]:
    """The entries that the index has, by primary key."""
    return {int(pk) for (pk,) in catalogue.rows("SELECT entry FROM laws_search_document", ())} if engine() else set()


def _laws_of_rows(gone: Sequence[Former]) -> set[str]:
    """The laws that rows of the table named as they stand in the index: "auction-1912/84"."""
    tags = {number for one in gone if kind_of(one.standing) == Kind.PENALTY for number in numbers(one.tags)}
    return {word.removeprefix("law=") for word in catalogue.named(tags).values() if word.startswith("law=")}
