"""Killed with no time to tidy up: what was promised is there, what was not is nowhere."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import PROJECT, environment, manage
from tests.databases import on_sqlite_only

from .conftest import LONG, Casebook

pytestmark = on_sqlite_only
Started = Callable[..., "subprocess.Popen[str]"]
TIMES = 20 if LONG else 3


def lines_until(process: subprocess.Popen[str], count: int) -> list[str]:
    assert process.stdout
    found = []
    for line in process.stdout:
        found.append(line.strip())
        if len(found) >= count:
            break
    assert found, process.stderr.read() if process.stderr else ""
    return found


def test_killed_while_publishing(casebook: Casebook, started: Started) -> None:
    promised: set[str] = set()
    chance = random.Random(1912)
    for turn in range(TIMES):
        writer = started("tests.faults.writer", str(1000 * (turn + 1)))
        said = lines_until(writer, 3)
        time.sleep(chance.random() * 0.05)  # somewhere in the middle of the next one: no clock says where
        writer.send_signal(signal.SIGKILL)
        assert writer.stdout
        said += writer.stdout.read().split("\n")
        promised |= {line.split()[1] for line in said if line.startswith("done")}
    there = casebook.rulings()
    assert promised <= there
    assert len(there - promised) <= TIMES, "at most the one under way, kept but not yet told of"
    casebook.is_well()


@pytest.mark.parametrize("command", ["backup", "load"])
def test_killed_during_a_command(casebook: Casebook, command: str, tmp_path: Path) -> None:
    words = {"backup": ["backup"], "load": ["load"]}[command]
    before = casebook.ask("SELECT count(*) FROM laws_entry")
    for part in range(1, TIMES + 2):
        process = subprocess.Popen([sys.executable, "manage.py", *words], cwd=PROJECT, env=casebook.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.4 * part)
        process.kill()
        process.wait()
    assert casebook.ask("SELECT count(*) FROM laws_entry") == before
    for kept in (tmp_path / "backups").glob("*.sqlite3"):
        if kept.with_name(kept.name + ".json").exists():
            casebook.run("restore", "--verify", str(kept))
    assert "opened and counted" in casebook.run("backup").stdout, "the next one is not in the way of what was left"
    casebook.is_well()


def test_killed_while_migrating(tmp_path: Path) -> None:
    env = environment(DATABASE_URL=f"sqlite:///{tmp_path / 'new.sqlite3'}")
    for part in range(1, TIMES + 2):
        process = subprocess.Popen([sys.executable, "manage.py", "migrate", "--no-input"], cwd=PROJECT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.5 * part)
        process.kill()
        process.wait()
    manage("migrate", "--no-input", env=env)
    assert "No changes detected" in manage("makemigrations", "--check", "--dry-run", env=env).stdout
    manage("load", env=env)
    manage("audit", env=env)
