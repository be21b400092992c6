"""A disk that is full, a database that is locked, an index that is gone, a Redis that is away: each is said, and nothing is lost."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from casebook import trouble
from tests.databases import on_sqlite_only
from tests.processes import free_ports, manage, serving

from .conftest import Casebook, copy_of, long_only

pytestmark = on_sqlite_only
Started = Callable[..., "subprocess.Popen[str]"]
ROOM = 6  # MB
AFTER = 3  # refusals in a row after which the disk is full for good


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root can mount a small disk")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}m", "tmpfs", str(disk)], capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.strip()}")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk_refuses_with_a_sentence_and_keeps_what_was_promised(shipped_database: str, small_disk: Path, started: Started) -> None:
    casebook = copy_of(shipped_database, small_disk)
    filling = small_disk / "filling"
    free = shutil.disk_usage(small_disk).free
    filling.write_bytes(b"x" * max(0, free - 700_000))
    writer = started("tests.faults.writer", "1000", of=casebook)
    said = []
    assert writer.stdout
    for line in writer.stdout:
        said.append(line.strip())
        if len(said) >= AFTER and all(one.startswith("refused") for one in said[-AFTER:]):
            break
    writer.terminate()
    said += writer.communicate(timeout=60)[0].splitlines()
    done = {line.split()[1] for line in said if line.startswith("done")}
    refused = [line for line in said if line.startswith("refused")]
    assert done and refused, said[-5:]
    assert all(trouble.FULL in line for line in refused), refused[:3]
    there = casebook.rulings()
    assert done <= there and len(there - done) <= 1, "whatever was promised, and at most one more that was not yet told of"
    shown = casebook.run("shell", "--no-imports", "-c", "from laws.models import Entry; print(Entry.objects.published().count())")
    assert int(shown.stdout) > 300, "reading goes on"
    assert "could not be written" in casebook.run("backup", check=False).stderr
    assert not list((small_disk / "backups").glob("*")), "an unfinished backup takes no room"
    filling.unlink()
    casebook.run("backup", BACKUP_DIR=str(small_disk.parent / "backups"))
    casebook.is_well()


def test_a_start_on_a_full_disk_is_refused_with_a_sentence_by_every_command_and_page(shipped_database: str, small_disk: Path) -> None:
    casebook = copy_of(shipped_database, small_disk)
    with closing(sqlite3.connect(casebook.file)) as last:
        last.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for beside in ("-wal", "-shm"):  # a start has to make these anew
        casebook.file.with_name(casebook.file.name + beside).unlink(missing_ok=True)
    with contextlib.suppress(OSError), (small_disk / "filling").open("ab", buffering=0) as filling:
        while True:
            filling.write(b"x" * 4096)
    for command in (["backup"], ["migrate"], ["load"]):
        said = casebook.run(*command, check=False)
        assert said.returncode != 0
        assert len(said.stderr.splitlines()) == 1 and "disk" in said.stderr, said.stderr[-500:]
    code = (
        "from django.test import Client\nclient = Client(headers={'host': '127.0.0.1'}, raise_request_exception=False)\n"
        "print(client.post('/admin/login/', {'username': 'keeper', 'password': 'wrong'}).status_code, client.get('/').status_code)"
    )
    shown = casebook.run("shell", "--no-imports", "-c", code, DJANGO_SETTINGS_MODULE="tests.settings")
    assert shown.stdout.split() == ["503", "503"]


@pytest.mark.parametrize(
    ("seconds", "refused"),
    [
        pytest.param(2.0, False, id="a while: the editor waits"),
        pytest.param(25.0, True, id="longer than anybody waits", marks=long_only),
    ],
)
def test_a_locked_database_is_waited_for_and_read_meanwhile(casebook: Casebook, started: Started, seconds: float, refused: bool) -> None:
    lock = sqlite3.connect(casebook.file, isolation_level=None, check_same_thread=False)
    lock.execute("BEGIN IMMEDIATE")
    threading.Timer(seconds, lock.rollback).start()
    began = time.monotonic()
    writer = started("tests.faults.writer", "1000", "1")
    assert casebook.ask("SELECT count(*) FROM laws_entry")[0][0] > 300, "reading goes on"
    said = writer.communicate(timeout=60)[0]
    assert time.monotonic() - began >= min(seconds, 19)
    assert (trouble.BUSY in said) is refused
    assert casebook.rulings() == (set() if refused else {"1000"})
    casebook.is_well()


def test_who_only_reads_does_not_wait_for_who_writes(casebook: Casebook) -> None:
    code = (
        "from django.db import connection\nfrom django.test import Client\nfrom django.contrib.auth.models import User\n"
        "import sqlite3\nconnection.settings_dict['OPTIONS']['timeout'] = 0.1\n"
        "desk = Client(headers={'host': '127.0.0.1'})\ndesk.force_login(User.objects.create_superuser('keeper'))\n"
        "lock = sqlite3.connect(connection.settings_dict['NAME'], isolation_level=None)\nlock.execute('BEGIN IMMEDIATE')\n"
        "for path in ('/readyz', '/admin/status/', '/admin/laws/offense/add/', '/admin/laws/lawtext/1/change/', '/admin/laws/edition/1/change/'):\n"
        "    print(path, desk.get(path, follow=True).status_code)\n"
        "print('saving', desk.post('/admin/laws/offense/add/', {'slug': 'made-up', 'name': 'Made up'}).status_code)\n"
        "lock.rollback()\n"
        "print('saving later', desk.post('/admin/laws/offense/add/', {'slug': 'made-up', 'name': 'Made up'}).status_code)"
    )
    shown = manage("shell", "--no-imports", "-c", code, env={**casebook.env, "DJANGO_SETTINGS_MODULE": "tests.settings"}).stdout.splitlines()
    assert [line.split()[-1] for line in shown] == ["200"] * 5 + ["503", "302"], shown


def test_a_search_index_that_is_gone_is_told_and_made_again_by_one_command(casebook: Casebook) -> None:
    with sqlite3.connect(casebook.file) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'laws\\_search%' ESCAPE '\\' AND sql LIKE '%USING fts5%'")]
        assert names
        for name in names:
            connection.execute(f"DROP TABLE {name}")
    code = (
        "from django.test import Client\n"
        "for path in ('/auction-1912/law/84/', '/search/?q=revoke', '/search/suggest/?q=rev', '/search/?q=law+84', '/finder/', '/readyz'):\n"
        "    answer = Client(headers={'host': '127.0.0.1'}).get(path)\n"
        "    print(path, answer.status_code, 'search --rebuild' in answer.content.decode())"
    )
    env = {**casebook.env, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    shown = manage("shell", "--no-imports", "-c", code, env=env)
    for path in ("/auction-1912/law/84/", "/search/?q=revoke", "/search/suggest/?q=rev", "/finder/"):
        assert f"{path} 200 False" in shown.stdout, "the site stays up without search"
    assert "/readyz 503 True" in shown.stdout
    assert "Search" in shown.stderr, "a sentence in the log"
    casebook.run("search", "--rebuild")
    assert "/readyz 200" in manage("shell", "--no-imports", "-c", code, env=env).stdout
    casebook.is_well()


def test_a_clock_that_was_set_back_by_a_year_loses_nothing(casebook: Casebook) -> None:
    casebook.run("shell", "--no-imports", "-c", "from tests.faults import writer; writer.main(1000, 1)")
    code = (
        "import time\nfrom datetime import timedelta\nfrom django.utils import timezone\nfrom tests.faults import writer\n"
        "now, seconds = timezone.now, time.time\n"
        "timezone.now, time.time = lambda: now() - timedelta(365), lambda: seconds() - 365 * 86_400\n"
        "writer.main(1001, 2)\nfrom laws.models import Entry\n"
        "print(len(Entry.history.filter(title='Written 1001')), Entry.objects.get(title='Written 1001').published_at < now() - timedelta(364))"
    )
    done = casebook.run("shell", "--no-imports", "-c", code)
    assert done.stdout.split() == ["done", "1001", "done", "1002", "1", "True"], "the clock was back, and history goes on"
    assert "was it set back?" in done.stderr
    assert casebook.rulings() == {"1000", "1001", "1002"}
    casebook.is_well()


@dataclass
class Redis:
    """A Redis of the test's own, which keeps nothing on the disk."""

    port: int
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            time.sleep(0.05)
        raise AssertionError("redis-server does not answer")

    def send(self, number: int) -> None:
        assert self.process
        self.process.send_signal(number)

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def redis() -> Iterator[Redis]:
    pytest.importorskip("redis")
    if not shutil.which("redis-server"):
        pytest.skip("redis-server is not installed (apt-get install redis-server)")
    server = Redis(free_ports(1)[0])
    try:
        server.start()
        yield server
    finally:
        server.kill()


def test_a_redis_that_goes_and_comes_back_takes_no_page_and_no_ruling_with_it(casebook: Casebook, redis: Redis, tmp_path: Path) -> None:
    log, law = tmp_path / "gunicorn.log", "/auction-1912/law/49/"
    changes = {"CACHE_URL": f"redis://127.0.0.1:{redis.port}/0", "DJANGO_SETTINGS_MODULE": "tests.settings_served"}
    env = {**casebook.env, **changes, "CASEBOOK_TEST_STATIC_ROOT": str(tmp_path / "static")}
    manage("collectstatic", "--no-input", env=env)
    publish = ["shell", "--no-imports", "-c", "from tests.faults import writer; writer.main(1000, 1)"]
    with serving(env, log) as (address, _):

        def shown() -> bytes:
            with urllib.request.urlopen(address + law, timeout=30) as answer:
                return bytes(answer.read())

        before = shown()
        assert shown() == before and b"case/1000/" not in before
        redis.send(signal.SIGSTOP)
        assert shown(), "it does not answer: nobody waits for it long"
        redis.send(signal.SIGCONT)
        redis.kill()
        assert [bool(shown()) for _ in range(4)] == [True] * 4
        assert "done 1000" in manage(*publish, env=env).stdout
        assert b"case/1000/" in shown()
        redis.start()
        assert all(b"case/1000/" in shown() for _ in range(4)), "what it knew is gone with it"
    assert "The shared cache cannot be reached" in log.read_text(), "a sentence in the log"
    casebook.is_well()
