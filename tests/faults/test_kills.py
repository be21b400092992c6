"""Killed with no time to tidy up: what was promised is there, what was not is nowhere."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.databases import on_sqlite_only
from tests.processes import PROJECT, environment, manage, serving

from .conftest import LONG, Casebook, long_only

pytestmark = on_sqlite_only
Started = Callable[..., "subprocess.Popen[str]"]
BY_CODE = "SELECT c.slug, count(*) FROM laws_entry e JOIN laws_edition c ON c.id = e.edition_id GROUP BY c.slug"
TIMES = 20 if LONG else 2
EARLIER = "0005"  # a migration from which the way to the newest moves and makes rows


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


def killed(casebook: Casebook, seconds: float, *words: str, under_way: bool = False) -> None:
    """Run a command, and kill it after some seconds; or so long after it has begun to write, where it is to be `under_way`."""
    process = subprocess.Popen([sys.executable, "manage.py", *words], cwd=PROJECT, env=casebook.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while under_way and process.poll() is None and not casebook.is_being_written():
            time.sleep(0.01)
        time.sleep(seconds)
    finally:
        process.kill()
        process.wait()


def test_killed_during_an_import(casebook: Casebook, tmp_path: Path) -> None:
    whole = dict(casebook.ask(BY_CODE))
    new = Casebook(tmp_path / "new.sqlite3", {**casebook.env, "DATABASE_URL": f"sqlite:///{tmp_path / 'new.sqlite3'}"})
    new.run("migrate", "--no-input")
    chance = random.Random(1889)
    for _ in range(TIMES):
        killed(new, chance.random() * 0.7, "load", under_way=True)
        assert dict(new.ask(BY_CODE)).items() <= whole.items(), "all of a code, or nothing"
        assert (new.ask("PRAGMA integrity_check"), new.ask("PRAGMA foreign_key_check")) == ([("ok",)], [])
    new.run("load")
    assert dict(new.ask(BY_CODE)) == whole, "what was left is not in the way"
    new.is_well()


def test_killed_during_a_backup(casebook: Casebook, tmp_path: Path) -> None:
    chance = random.Random(1903)
    for _ in range(TIMES):
        killed(casebook, 0.4 + 2 * chance.random(), "backup")
    folder = tmp_path / "backups"
    for kept in folder.glob("*.sqlite3"):
        if kept.with_name(kept.name + ".json").exists():
            casebook.run("restore", "--verify", str(kept))
    unfinished = folder / "casebook-000099-20261130T101500Z.sqlite3.part"
    folder.mkdir(exist_ok=True)
    unfinished.write_bytes(b"half of it")
    done = casebook.run("backup")
    assert "opened and counted" in done.stdout, "the next one is not in the way of what was left"
    assert f"{unfinished.name} is what a backup left that was interrupted" in done.stderr
    casebook.is_well()


def test_killed_while_migrating(tmp_path: Path) -> None:
    env = environment(DATABASE_URL=f"sqlite:///{tmp_path / 'new.sqlite3'}")
    casebook = Casebook(tmp_path / "new.sqlite3", env)
    for part in range(1, TIMES + 2):
        killed(casebook, 0.5 * part, "migrate", "--no-input")
    manage("migrate", "--no-input", env=env)
    assert "No changes detected" in manage("makemigrations", "--check", "--dry-run", env=env).stdout
    manage("load", env=env)
    manage("audit", env=env)


@long_only
def test_killed_while_a_full_casebook_is_migrated(casebook: Casebook) -> None:
    before = casebook.ask("SELECT id, permanent_id, title, text FROM laws_entry ORDER BY id")
    casebook.run("migrate", "laws", EARLIER)
    chance = random.Random(1864)
    for _ in range(TIMES):
        killed(casebook, chance.random() * 0.3, "migrate", "--no-input", under_way=True)
        assert casebook.ask("PRAGMA integrity_check") == [("ok",)]
    looked = casebook.run("shell", "--no-imports", "-c", "from casebook import health; print(health.states()['migrations'])")
    assert looked.stdout.strip() == "ok" or "run manage.py migrate" in looked.stdout
    casebook.run("migrate", "--no-input")
    casebook.run("search", "--rebuild")
    assert casebook.ask("SELECT id, permanent_id, title, text FROM laws_entry ORDER BY id") == before
    casebook.is_well()


def test_a_worker_that_is_killed_is_replaced_and_the_log_says_so(casebook: Casebook, tmp_path: Path) -> None:
    log = tmp_path / "gunicorn.log"
    env = {**casebook.env, "DJANGO_SETTINGS_MODULE": "tests.settings_served", "CASEBOOK_TEST_STATIC_ROOT": str(tmp_path / "static")}
    manage("collectstatic", "--no-input", env=env)
    with serving(env, log) as (address, master):
        workers = subprocess.run(["pgrep", "-P", str(master.pid)], capture_output=True, text=True, check=True).stdout.split()
        os.kill(int(workers[0]), signal.SIGKILL)
        while "SIGKILL" not in log.read_text():
            time.sleep(0.05)
        for _ in range(20):
            with urllib.request.urlopen(f"{address}/auction-1912/law/84/", timeout=30) as answer:
                assert answer.status == 200
