"""Primary, replicas, pgbouncer and proxy as processes; two app processes under load; and then the power goes, here and there."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.conftest import PROJECT, manage

from . import rig
from .conftest import long_only

WRITTEN = "SELECT count(*) FROM laws_entry WHERE title LIKE 'Written %'"


@pytest.fixture
def federation() -> Iterator[rig.Rig]:
    if lacking := rig.missing():
        pytest.skip(lacking)
    with rig.running() as running:
        yield running


@contextmanager
def working(module: str, *words: str, env: dict[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """One of our own processes, which is gone in the end."""
    command = [sys.executable, "-u", "-m", module, *words]
    with subprocess.Popen(command, cwd=PROJECT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_more(federation: rig.Rig, name: str) -> None:
    """Wait until the editor has published something more on a server."""
    federation.wait_until(name, f"SELECT ({WRITTEN}) > {federation.ask(name, WRITTEN)}", "t")


@long_only
def test_power_cuts_fail_no_reader_and_lose_no_ruling(federation: rig.Rig) -> None:
    with working("tests.faults.reader", federation.site) as readers, working("tests.faults.writer", "1000", env=federation.env) as editor:
        federation.wait_until_read("a")
        federation.wait_until_read("b")
        wait_for_more(federation, "primary")

        federation.kill("a")
        federation.wait_until_read("b")
        wait_for_more(federation, "primary")

        federation.start("a")
        federation.wait_until("primary", "SELECT sync_state FROM pg_stat_replication WHERE application_name = 'a'", "sync")
        federation.wait_until_read("a")  # the replica that is back is used again

        federation.kill("primary")
        federation.wait_until_read("a")
        for path in ("/auction-1912/law/84/", "/search/?q=revoke"):
            with urllib.request.urlopen(federation.site + path, timeout=25) as answer:
                assert answer.status == 200, "reading goes on"
        federation.promote("a")
        wait_for_more(federation, "a")
        federation.wait_until_read("a")

        editor.terminate()
        said = editor.communicate(timeout=60)[0].splitlines()
        seen = readers.communicate("", timeout=60)[0].splitlines()
    asked = int(seen[-1].split()[1])
    assert asked > 50
    assert seen[:-1] == [], f"{len(seen) - 1} of {asked} answers were bad"
    done = {line.split()[1] for line in said if line.startswith("done")}
    refused = [line for line in said if line.startswith("refused")]
    assert refused, "while there was no primary, saving was refused"
    assert not [line for line in refused if "Error(" in line], "each time with a sentence"
    code = "from laws.models import Entry; print(*Entry.objects.filter(title__startswith='Written ').values_list('number', flat=True))"
    there = set(manage("shell", "--no-imports", "-c", code, env=federation.env).stdout.split())
    assert done <= there, "every ruling that was acknowledged"
    manage("audit", env=federation.env)
