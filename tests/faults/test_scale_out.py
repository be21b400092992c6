"""Primary, replicas, pgbouncer and proxy as processes; two app processes under load; and then the power goes, here and there."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.conftest import PROJECT, manage

from . import rig
from .conftest import long_only

READING = "SELECT count(*) > 0 FROM pg_stat_activity WHERE usename = 'casebook' AND state IS NOT NULL AND state_change > now() - interval '3 seconds'"


@pytest.fixture
def federation() -> Iterator[rig.Rig]:
    if lacking := rig.missing():
        pytest.skip(lacking)
    with rig.running() as running:
        yield running


@long_only
def test_power_cuts_fail_no_reader_and_lose_no_ruling(federation: rig.Rig) -> None:
    readers = subprocess.Popen([sys.executable, "-u", "-m", "tests.faults.reader", *federation.apps], cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    editor = subprocess.Popen([sys.executable, "-u", "-m", "tests.faults.writer", "1000"], cwd=PROJECT, env=federation.env, stdout=subprocess.PIPE, text=True)
    assert readers.stdin and readers.stdout and editor.stdout
    try:
        time.sleep(3)
        federation.kill("a")
        time.sleep(4)
        federation.start("a")
        federation.wait_until("primary", "SELECT sync_state FROM pg_stat_replication WHERE application_name = 'a'", "sync")
        time.sleep(7)  # an app leaves a replica that failed alone for five seconds
        assert federation.ask("a", READING) == "t", "the replica that is back is used again"
        federation.kill("primary")
        time.sleep(3)
        federation.promote("a")
        time.sleep(8)
    finally:
        editor.terminate()
        said = editor.communicate(timeout=60)[0].splitlines()
        seen = readers.communicate("", timeout=60)[0].splitlines()
    asked = int(seen[-1].split()[1])
    assert asked > 50
    assert seen[:-1] == [], f"{len(seen) - 1} of {asked} answers were bad"
    done = [line.split()[1] for line in said if line.startswith("done")]
    refused = [at for at, line in enumerate(said) if line.startswith("refused")]
    assert refused, "while there was no primary, saving was refused"
    assert not any("Error(" in said[at] for at in refused), f"each with a sentence: {[said[at] for at in refused][:3]}"
    assert any(line.startswith("done") for line in said[refused[-1] :]), "writing goes on after the promotion"
    code = "from laws.models import Entry; print(*Entry.objects.filter(title__startswith='Written ').values_list('number', flat=True))"
    there = set(manage("shell", "--no-imports", "-c", code, env=federation.env).stdout.split())
    assert set(done) <= there, "every ruling that was acknowledged"
    manage("audit", env=federation.env)
