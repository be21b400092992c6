"""A database that a test may break, processes that it may kill, and the question whether all is still well."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.processes import PROJECT, environment, manage

LONG = os.environ.get("CASEBOOK_FAULTS", "") == "long"
long_only = pytest.mark.skipif(not LONG, reason="takes long: make faults runs it")


@dataclass(frozen=True)
class Casebook:
    """A site's database in a file, and its environment."""

    file: Path
    env: dict[str, str]

    def start(self, module: str, *words: str) -> subprocess.Popen[str]:
        """Start one of our own writers as a process; what it has done it prints, a line for each."""
        command = [sys.executable, "-u", "-m", module, *words]
        return subprocess.Popen(command, cwd=PROJECT, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *words: str, check: bool = True, **changes: str) -> subprocess.CompletedProcess[str]:
        return manage(*words, env={**self.env, **changes}, check=check)

    def ask(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.file, timeout=30)) as connection:
            return connection.execute(sql, values).fetchall()

    def is_being_written(self) -> bool:
        """Whether somebody is in the middle of a transaction that writes."""
        with closing(sqlite3.connect(self.file, timeout=0, isolation_level=None)) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
            except sqlite3.OperationalError:
                return True
        return False

    def is_well(self) -> None:
        """The file is whole, nothing points into the void, and the audit finds nothing broken."""
        assert self.ask("PRAGMA integrity_check") == [("ok",)]
        assert self.ask("PRAGMA foreign_key_check") == []
        said = self.run("audit", "--json", check=False)
        assert said.returncode == 0, said.stdout[-3000:] + said.stderr[-3000:]
        json.loads(said.stdout)

    def rulings(self) -> set[str]:
        """The numbers of the rulings that a writer published."""
        return {str(number) for (number,) in self.ask("SELECT number FROM laws_entry WHERE kind = 'case' AND title LIKE 'Written %'")}


@pytest.fixture
def casebook(shipped_database: str, tmp_path: Path) -> Casebook:
    return copy_of(shipped_database, tmp_path)


def copy_of(shipped: str, folder: Path) -> Casebook:
    file = folder / "casebook.sqlite3"
    with sqlite3.connect(shipped.removeprefix("sqlite:///")) as there, sqlite3.connect(file) as mine:
        there.backup(mine)
        mine.execute("PRAGMA journal_mode=WAL")
    return Casebook(file, environment(DATABASE_URL=f"sqlite:///{file}", BACKUP_DIR=str(folder / "backups"), SSL_REDIRECT="0"))


@pytest.fixture
def started(casebook: Casebook) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts processes that are gone when the test is."""
    running: list[subprocess.Popen[str]] = []

    def start(module: str, *words: str, of: Casebook | None = None) -> subprocess.Popen[str]:
        running.append((of or casebook).start(module, *words))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait()
