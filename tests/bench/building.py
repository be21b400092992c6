"""Builds the made-up casebook as real entries, with their citations and the index, in a database of its own; and the same texts as a
bare FTS5 table, against which search is measured.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from django.core.management import call_command
from django.db import connection, connections, transaction

from laws.citations import cite
from laws.models import Case, Edition, Entry, EntryOffender, EntryPhase, Law, Offense, permanent_id
from laws.search import index

from . import wording
from .corpus import Document, documents

STAMP = datetime(2026, 1, 5, 12, tzinfo=UTC)
OFFENDERS = {"partner": "anyone"}
PHASES = {"declaration": "bidding", "lead": "before-lead", "claim": "play", "forming-table": "cutting"}
CHUNK = 1000
PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=134217728;"
RAW = "CREATE VIRTUAL TABLE raw USING fts5(title, facts, decision, tokenize='porter unicode61')"
RAW_FACTS = "CREATE TABLE fact (id INTEGER PRIMARY KEY, kind TEXT, offense TEXT, year INTEGER)"
CODE = "made-up-1913"
One = TypeVar("One")


def casebook(folder: Path, size: int) -> Path:
    """The database of a casebook of that size; made if it is not there."""
    path = folder / f"{size}.sqlite3"
    if not path.exists():
        draft = path.with_suffix(".draft")
        draft.unlink(missing_ok=True)
        with opened(draft):
            migrated()
            fill(documents(size))
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        draft.rename(path)
    return path


def bare(folder: Path, size: int) -> sqlite3.Connection:
    """The bare FTS5 table of the same texts, with their kind, offense and year; made if it is not there."""
    path = folder / f"{size}.raw.sqlite3"
    made = path.exists()
    raw = sqlite3.connect(path)
    raw.executescript(PRAGMAS)
    if not made:
        raw.execute(RAW)
        raw.execute(RAW_FACTS)
        for batch in batches(documents(size), CHUNK):
            raw.executemany("INSERT INTO raw (rowid, title, facts, decision) VALUES (?, ?, ?, ?)",
                            [(one.index + 1, one.title, one.facts, one.decision) for one in batch])  # fmt: skip
            raw.executemany("INSERT INTO fact VALUES (?, ?, ?, ?)", [(one.index + 1, one.kind, one.offense, one.year) for one in batch])
        raw.execute("INSERT INTO raw (raw) VALUES ('optimize')")
        raw.commit()
    return raw


def bare_rows(path: Path, found: Sequence[Document]) -> None:
    """The same texts as plain rows with a bare index, made after the rows are there."""
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, kind TEXT, number TEXT, title TEXT, facts TEXT, decision TEXT)")
        raw.execute("CREATE VIRTUAL TABLE words USING fts5(title, facts, decision, content='entry', content_rowid='id', tokenize='porter unicode61')")
        raw.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)",
                        [(one.index + 1, one.kind, str(one.number), one.title, one.facts, one.decision) for one in found])  # fmt: skip
        raw.execute("INSERT INTO words (words) VALUES ('rebuild')")


@dataclass(frozen=True, slots=True)
class Shape:
    """Tables of the site as they are, with their indexes and constraints, and the rows that stand in them."""

    made: tuple[str, ...]
    rows: dict[str, list[tuple[object, ...]]]

    @classmethod
    def of(cls, cursor: Any, tables: Sequence[str]) -> Shape:
        made: list[str] = []
        rows: dict[str, list[tuple[object, ...]]] = {}
        for table in tables:
            cursor.execute("SELECT sql FROM sqlite_master WHERE tbl_name = %s AND sql IS NOT NULL ORDER BY type = 'index'", [table])
            made += [sql for (sql,) in cursor.fetchall()]
            cursor.execute(f"SELECT * FROM {table}")
            rows[table] = cursor.fetchall()
        return cls(tuple(made), rows)


def same_rows(path: Path, found: Sequence[Document], shape: Shape) -> None:
    """All rows that the site stores of some documents, written by executemany into tables of the same shape, with a bare index."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.executescript(PRAGMAS)
        for sql in shape.made:
            raw.execute(sql)
        for table, rows in shape.rows.items():
            if rows:
                raw.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        raw.execute("CREATE VIRTUAL TABLE words USING fts5(title, facts, decision, tokenize='porter unicode61')")
        raw.executemany("INSERT INTO words (rowid, title, facts, decision) VALUES (?, ?, ?, ?)",
                        [(one.index + 1, one.title, one.facts, one.decision) for one in found])  # fmt: skip
        raw.execute("INSERT INTO words (words) VALUES ('optimize')")


def migrated() -> None:
    """Make the tables of the database that is open."""
    call_command("migrate", verbosity=0)


@contextmanager
def opened(path: Path) -> Iterator[None]:
    """Inside, that file is the site's database."""
    before = connections["default"]
    connections["default"] = at(path)
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = before


def at(path: Path) -> object:
    """A connection of Django's to that file, with the settings of the site."""
    made = connections.create_connection("default")
    made.settings_dict = {**made.settings_dict, "NAME": str(path)}
    return made


def fill(found: Iterable[Document]) -> None:
    """Store documents as the laws and cases of one code, read their citations and make the index."""
    edition, offenses = code()
    for batch in batches(found, CHUNK):
        with transaction.atomic():
            store(batch, edition, offenses)
    keys = Entry.objects.order_by("pk").values_list("pk", flat=True)
    for some in batches(list(keys), CHUNK):
        with transaction.atomic():
            cite.cite(list(Entry.objects.filter(pk__in=some).select_related("edition", "law", "case")))
    index.rebuild()


def code() -> tuple[Edition, dict[str, Offense]]:
    """The code and the offenses."""
    words = {"section": "etiquette", "rule": "law", "§": "law", "number": "case"}
    edition, _ = Edition.objects.get_or_create(slug=CODE, defaults={
        "title": "The Laws of the Made-Up Game", "short_title": "Made up 1913", "game": "Auction", "year": 1913, "words": words,
        "published_at": STAMP})  # fmt: skip
    offenses = {slug: Offense.objects.get_or_create(slug=slug, defaults={"name": slug.replace("-", " ").capitalize()})[0]
                for slug in wording.OFFENSES}  # fmt: skip
    return edition, offenses


def store(batch: Sequence[Document], edition: Edition, offenses: dict[str, Offense]) -> list[Entry]:
    """Store documents as entries with their detail rows, without reading their citations."""
    entries = [entry_of(one, edition) for one in batch]
    Entry.objects.bulk_create(entries)
    both = list(zip(entries, batch, strict=True))
    Law.objects.bulk_create([Law(entry=entry) for entry, one in both if one.kind == "law"])
    Case.objects.bulk_create([case_of(entry, one) for entry, one in both if one.kind == "case"])
    through = Entry.offenses.through
    through.objects.bulk_create([through(entry=entry, offense=offenses[one.offense]) for entry, one in both])
    EntryOffender.objects.bulk_create(
        [EntryOffender(entry=entry, offender=OFFENDERS.get(one.offender, one.offender)) for entry, one in both]
    )
    EntryPhase.objects.bulk_create([EntryPhase(entry=entry, phase=PHASES.get(one.phase, one.phase)) for entry, one in both])
    return entries


def entry_of(one: Document, edition: Edition) -> Entry:
    words = {"text": f"{one.facts}\n\n{one.decision}"} if one.kind == "law" else {}
    return Entry(edition=edition, kind=one.kind, number=str(one.number), slug=str(one.number), position=one.number, title=one.title,
                 status="published", published_at=STAMP, permanent_id=short_id(one.index), **words)  # fmt: skip


def case_of(entry: Entry, one: Document) -> Case:
    holding = one.decision.partition(".")[0][:300]
    return Case(entry=entry, facts=one.facts, decision=one.decision, holding=holding, decided_on=date(one.year, 1, 1))


def short_id(number: int) -> str:
    """A permanent id, each number another."""
    letters = permanent_id.ALPHABET
    return "".join(letters[number // len(letters) ** place % len(letters)] for place in range(5))


def batches(found: Iterable[One], size: int) -> Iterator[list[One]]:
    rows = iter(found)
    while batch := list(islice(rows, size)):
        yield batch
