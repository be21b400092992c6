"""How fast the other side is: reading citations, an import, one edit, and searching while somebody imports."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from time import perf_counter, sleep

from django.core import serializers
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from laws import editing
from laws.citations import grammar
from laws.citations.lexicon import lexicon
from laws.models import Case, Citation, Entry, EntryOffender, EntryPhase, Law, Part

from . import building, contestants
from .corpus import Document, documents, queries
from .measure import Times, once

# What a programmer in a hurry writes: the four commonest words, capitals, figures; it finds where a citation stands and not what it says.
NAIVE = re.compile(r"\b(?:Laws?|Rules?|Sections?|Cases?)\s+\d[\d, ]*(?:\s[a-z]\b)?(?:\s+and\s+\d+)?")
IMPORTED = 400  # entries
ROUNDS = 5
STORED = (Entry, Law, Case, Entry.offenses.through, EntryOffender, EntryPhase, Citation, Part)


def run(folder: Path, sizes: Sequence[tuple[str, int]]) -> None:
    """Measure and print. `sizes` are the casebooks in which one edit is made, and taken back."""
    found = list(documents(IMPORTED))
    _linking([f"{one.facts}\n{one.decision}" for one in found])
    _importing(folder, found)
    for name, size in sizes:
        with building.opened(building.casebook(folder, size)):
            _one_edit(name)
    name, size = sizes[0]
    _beside_an_import(folder, name, size)


def _linking(texts: Sequence[str]) -> None:
    starts = lexicon(grammar.DEFAULT_WORDS).starts
    works = {"naive": lambda: [NAIVE.findall(text) for text in texts], "starts": lambda: [starts.findall(text) for text in texts],
             "site": lambda: [grammar.find(text) for text in texts]}  # fmt: skip
    if eyecite := _optional("eyecite"):
        works["eyecite"] = lambda: [eyecite.get_citations(text) for text in texts]
    least = dict.fromkeys(works, float("inf"))
    for _ in range(ROUNDS if eyecite else 3 * ROUNDS):
        for name, work in works.items():
            least[name] = min(least[name], once(work))
    print(f"linking: {least['starts'] / least['site']:.2f} of a bare findall of all that may begin a citation (0.45), "
          f"{least['naive'] / least['site']:.2f} of one of the four commonest words")  # fmt: skip
    if eyecite:
        print(f"linking: {least['eyecite'] / least['site']:.0f} times eyecite (10)")


def _optional(name: str) -> object:
    try:
        return import_module(name)
    except ImportError:
        return None


@contextmanager
def _fresh(folder: Path, path: Path) -> Iterator[None]:
    """Inside, the site's database is a new one with nothing but the code in it."""
    empty = folder / "upkeep.empty.sqlite3"
    if not empty.exists():
        with building.opened(empty):
            building.migrated()
            building.code()
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    shutil.copy(empty, path)
    with building.opened(path):
        yield


def _importing(folder: Path, found: Sequence[Document]) -> None:
    empty = folder / "upkeep.empty.sqlite3"
    empty.unlink(missing_ok=True)  # the tables may be others by now
    path, fixture = folder / "upkeep.sqlite3", folder / "upkeep.json"

    def site() -> None:
        edition, offenses = building.code()
        with transaction.atomic():
            editing.publish(building.store(found, edition, offenses))

    taken, loaded = [], []
    for _ in range(ROUNDS):
        with _fresh(folder, path):
            taken.append(once(site))
            if not loaded:
                _write_fixture(fixture)
                shape = building.Shape.of(connection.cursor(), [model._meta.db_table for model in STORED])
        if len(loaded) < 2:
            with _fresh(folder, path):
                loaded.append(once(lambda: call_command("loaddata", fixture, verbosity=0)))
    narrow = min(once(lambda: building.bare_rows(folder / "upkeep.raw.sqlite3", found)) for _ in range(ROUNDS))
    raw = min(once(lambda: building.same_rows(folder / "upkeep.raw.sqlite3", found, shape)) for _ in range(ROUNDS))
    rows = sum(map(len, shape.rows.values()))
    print(f"import with citations and index: {raw / min(taken):.2f} of the same rows by executemany and a bare index (0.33), "
          f"{narrow / min(taken):.2f} of one row an entry; {min(loaded) / min(taken):.1f} times loaddata (4); "
          f"{len(found)} entries, {rows} rows, {1000 * min(taken) / len(found):.2f} ms an entry")  # fmt: skip


def _write_fixture(path: Path) -> None:
    rows = [row for model in STORED if model is not Entry.offenses.through for row in model._default_manager.all()]
    path.write_text(serializers.serialize("json", rows), encoding="utf-8")


def _one_edit(name: str) -> None:
    """An edit as the desk makes it: other words with another citation, through the one door. All of it is taken back afterwards.

    A bare save is the same without the door: the entry and the row of its kind, each with its row of history.
    """
    pk, decision = Entry.objects.filter(kind="case").order_by("position").values_list("pk", "case__decision")[5]
    said = 0

    def fetched() -> Entry:
        nonlocal said
        said += 1
        entry = Entry.objects.select_related("case", "edition").get(pk=pk)
        entry.case.decision = f"{decision} The committee has said so {said} times, see Law {20 + said % 7}."
        return entry

    def bare(entry: Entry) -> None:
        with transaction.atomic():
            entry.save()
            entry.case.save()

    def edit(entry: Entry) -> None:
        with transaction.atomic():
            editing.store(entry, reworded=True)
            entry.case.save()
            editing.publish([entry])

    saved, edited, counts = [], [], []
    with transaction.atomic():
        for _ in range(4 * ROUNDS):
            for work, times in ((bare, saved), (edit, edited)):
                entry = fetched()
                times.append(once(lambda work=work, entry=entry: work(entry)))
            entry = fetched()
            with CaptureQueriesContext(connection) as captured:
                edit(entry)
            counts.append(len(captured))
        transaction.set_rollback(True)
    print(f"{name:6}one edit: {min(edited) / min(saved):.1f} bare saves (4); {1000 * min(edited):.1f} ms, {counts[-1]} statements")


def _beside_an_import(folder: Path, name: str, size: int) -> None:
    """Searching by the clock: alone, while another process imports into the same database, and while it imports into another one.

    The last is no concern of the database's: it tells what a second process costs on this machine.
    """
    here, elsewhere = folder / "upkeep.sqlite3", folder / "upkeep.other.sqlite3"
    for path in (here, elsewhere):
        for old in folder.glob(f"{path.name}*"):
            old.unlink()
        shutil.copy(building.casebook(folder, size), path)
    taken: dict[str, list[float]] = {"quiet": [], "elsewhere": [], "beside": []}
    with building.opened(here):
        _searching()
        for _ in range(2):
            taken["quiet"] += _searching()
            for what, path in (("elsewhere", elsewhere), ("beside", here)):
                with _importing_into(path):
                    taken[what] += _searching()
    quiet, other, beside = (Times(tuple(taken[what])) for what in ("quiet", "elsewhere", "beside"))
    print(f"{name:6}search while another process imports: p95 {beside.p95 / quiet.p95:.1f} times that of a quiet site (2.5), "
          f"{beside.p95 / other.p95:.1f} times that beside an import into another database; by the clock "
          f"{quiet.p95:.1f}, {other.p95:.1f} and {beside.p95:.1f} ms")  # fmt: skip


@contextmanager
def _importing_into(path: Path) -> Iterator[None]:
    """Inside, a process of its own imports into that database, from the first entry that it has not."""
    count = "SELECT count(*) FROM laws_entry"
    with closing(sqlite3.connect(path)) as there:
        before = there.execute(count).fetchone()[0]
        importer = subprocess.Popen([sys.executable, "-m", "tests.bench.run", "--importing", str(path), str(before)])
        try:
            while there.execute(count).fetchone()[0] == before and importer.poll() is None:
                sleep(0.05)
            if importer.poll() is not None:
                raise RuntimeError("the process that imports has ended before its time")
            yield
        finally:
            importer.kill()
            importer.wait()


def _searching() -> list[float]:
    taken = []
    for query in queries():
        start = perf_counter()
        contestants.hits(query)
        taken.append(perf_counter() - start)
    return taken


def import_for_ever(path: Path, start: int) -> None:
    """Import documents from a place on, a hundred at a time."""
    with building.opened(path):
        edition, offenses = building.code()
        for batch in building.batches(documents(10**6, start=start), 100):
            with transaction.atomic():
                editing.publish(building.store(batch, edition, offenses))
