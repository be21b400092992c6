"""A backup taken while rulings are published is of one moment, on either database: put back elsewhere, it passes the audit."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import databases
from tests.databases import POSTGRESQL
from tests.faults.conftest import long_only
from tests.processes import PROJECT, environment, manage

NUMBERS = "from laws.models import Entry; print(*Entry.objects.filter(title__startswith='Written ').values_list('number', flat=True))"
pytestmark = pytest.mark.skipif(POSTGRESQL and not shutil.which("pg_dump"), reason="pg_dump is not installed on this machine")


@contextmanager
def writing(env: dict[str, str]) -> Iterator[list[str]]:
    """An editor who publishes all the while; gives the numbers of the rulings that are promised to be there, which goes on growing."""
    done: list[str] = []
    command = [sys.executable, "-u", "-m", "tests.faults.writer", "1000"]
    with subprocess.Popen(command, cwd=PROJECT, env=env, stdout=subprocess.PIPE, text=True) as process:

        def listen() -> None:
            done.extend(line.split()[1] for line in process.stdout or () if line.startswith("done"))

        listening = threading.Thread(target=listen)
        listening.start()
        try:
            while not done:
                assert process.poll() is None, "the editor has gone home"
                time.sleep(0.05)
            yield done
        finally:
            process.kill()
            listening.join()


@pytest.fixture
def busy(shipped_database: str, tmp_path: Path) -> Iterator[str]:
    address = databases.copy(shipped_database, tmp_path)
    yield address
    databases.drop(address)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    address = databases.fresh(folder)
    yield address
    databases.drop(address)


@pytest.mark.parametrize("seconds", [pytest.param(3, id="a slice"), pytest.param(60, id="a minute", marks=long_only)])
def test_a_backup_taken_while_rulings_are_published_restores_whole(busy: str, elsewhere: str, tmp_path: Path, seconds: int) -> None:
    env = environment(DATABASE_URL=busy, BACKUP_DIR=str(tmp_path / "backups"))
    until = time.monotonic() + seconds
    moments = []
    with writing(env) as done:
        while not moments or time.monotonic() < until:
            before = set(done)
            manage("backup", env=env)
            moments.append((before, len(done)))
            if len(moments) > 1:
                time.sleep(seconds / 6)
    taken = sorted(path for path in (tmp_path / "backups").iterdir() if path.suffix != ".json")
    assert len(taken) == len(moments)
    restored = {**env, "DATABASE_URL": elsewhere}
    for file, (before, after) in zip([taken[0], taken[-1]], [moments[0], moments[-1]], strict=True):
        manage("restore", "--overwrite", str(file), env=restored)
        manage("audit", env=restored)
        there = set(manage("shell", "--no-imports", "-c", NUMBERS, env=restored).stdout.split())
        assert before <= there, "whatever was promised before the backup began is in it"
        assert len(there) <= after + 1
        last = str(max(map(int, there)))
        promised = {number for number in done if int(number) <= int(last)}  # one that was refused, by chance of its id, is none of them
        assert there - {last} <= promised <= there, "one moment: no ruling without those before it"
        assert manage("search", "revoked in game", env=restored).stdout
