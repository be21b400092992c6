"""Keeping the index in step with the entries. `editing.publish` calls it in its own transaction; nothing else needs to."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from django.db import DatabaseError, connection, transaction

from laws.models import Entry

from . import documents, sqlite

ENGINES: dict[str, ModuleType] = {"sqlite": sqlite}


class NoEngine(Exception):
    """The database is of a kind that search knows nothing of."""


def engine() -> ModuleType | None:
    """The index of this site's database; None where there is none for its kind."""
    return ENGINES.get(connection.vendor)


@transaction.atomic
def update(entries: Iterable[Entry]) -> None:
    """Bring entries into the index as they are stored, or take them out where they are not published."""
    keys = {entry.pk for entry in entries}
    if keys and (kept := engine()):
        former = [tags for tags, place in kept.attributes(keys).values()]
        keys |= documents.leaning(keys, former)
        kept.remove(keys)
        kept.add(documents.gather(keys))


@transaction.atomic
def remove(keys: Iterable[int]) -> None:
    """Take entries out of the index, by primary key."""
    if kept := engine():
        kept.remove(keys)


def fault() -> str:
    """What is wrong with the index, in a sentence; "" where it is in step with the published entries."""
    kept = engine()
    if kept is None:
        return ""
    try:
        with transaction.atomic():
            here = int(kept.size())
    except DatabaseError:
        return "gone: run manage.py search --rebuild"
    due = Entry.objects.published().count()
    return "" if here == due else f"out of step ({here} entries for {due}): run manage.py search --rebuild"


@transaction.atomic
def rebuild() -> int:
    """Make the index anew from all published entries. Returns how many they are."""
    kept = engine()
    if kept is None:
        raise NoEngine(f"There is no search for a database of the kind “{connection.vendor}”.")
    kept.clear()
    return int(kept.add(documents.gather(Entry.objects.published().values_list("pk", flat=True))))
