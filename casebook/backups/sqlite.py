"""SQLite: a copy by the database's own backup, of one moment, while others read and write."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from .manifest import Unsound

SUFFIX = ".sqlite3"
BUSY = 20.0  # seconds to wait for a writer


def take(settings: dict[str, object], to: Path, tables: Sequence[str]) -> dict[str, int]:
    """Copy the database to the file `to`; return how many rows each table had at the moment that was copied."""
    try:
        with _open(Path(str(settings["NAME"]))) as live, closing(sqlite3.connect(to)) as copy:
            live.execute("BEGIN")  # from here on this connection sees one moment, whatever is written meanwhile
            rows = _rows(live, tables)
            live.backup(copy, pages=-1)
            live.execute("ROLLBACK")
            copy.execute("PRAGMA journal_mode=DELETE")  # a backup is one file
    except sqlite3.DatabaseError as error:
        raise Unsound(f"The backup could not be written to {to.parent}: {error}.") from None
    return rows


def look_into(backup: Path, tables: Sequence[str], settings: dict[str, object]) -> dict[str, int]:
    """Open a backup, have the database check it, and count. Raises Unsound where the database finds fault with it."""
    try:
        with closing(sqlite3.connect(f"file:{_quoted(backup)}?mode=ro&immutable=1", uri=True)) as copy:
            verdict = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if verdict != "ok":
                raise Unsound(f"{backup.name} is damaged: {verdict}.")
            if orphan := copy.execute("PRAGMA foreign_key_check").fetchone():
                raise Unsound(f"{backup.name}: a row of {orphan[0]} points to a row of {orphan[2]} that is not there.")
            return _rows(copy, tables)
    except sqlite3.DatabaseError as error:
        raise Unsound(f"{backup.name} cannot be opened: {error}.") from None


def put_back(backup: Path, settings: dict[str, object]) -> None:
    """Make the database what the backup is, in one step: processes that have it open see the old content or the new."""
    live = Path(str(settings["NAME"]))
    live.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with closing(sqlite3.connect(backup)) as copy, closing(sqlite3.connect(live, timeout=BUSY)) as there:
            copy.backup(there, pages=-1)
            there.execute("PRAGMA journal_mode=WAL")
    except sqlite3.DatabaseError as error:
        raise Unsound(f"The database could not be written: {error}. It is as it was.") from None


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.is_file():
        raise Unsound(f"There is no database yet at {path}.")
    with closing(sqlite3.connect(path, timeout=BUSY, isolation_level=None)) as connection:
        yield connection


def _rows(connection: sqlite3.Connection, tables: Sequence[str]) -> dict[str, int]:
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    # Names of tables come from the models, never from outside.
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables if name in there}  # noqa: S608


def _quoted(path: Path) -> str:
    return str(path.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
