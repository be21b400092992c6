"""tools/postgres.py: a PostgreSQL for one command, which is gone afterwards, however the command ends."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import PROJECT
from tests.databases import POSTGRESQL

pytestmark = pytest.mark.skipif(POSTGRESQL, reason="the tests run under this tool already")

TOOL = PROJECT / "tools" / "postgres.py"
CONNECT = "import os, psycopg; print(psycopg.connect(os.environ['DATABASE_URL']).execute('SELECT current_user, current_database()').fetchone())"


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("postgres_tool", TOOL)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The tool on a machine without PostgreSQL, where apt-get fails."""
    module = loaded()
    monkeypatch.delenv("CASEBOOK_POSTGRES_BIN", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(module, "PLACES", ())
    program(tmp_path / "apt-get", "echo 'E: Unable to locate package postgresql' >&2; exit 100")
    return module


def program(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def programs(folder: Path, version: str) -> Path:
    for name in ("initdb", "postgres", "pg_ctl"):
        program(folder / name, f"echo '{name} (PostgreSQL) {version}'")
    return folder


# ---- where there is none -----------------------------------------------------------------------------------------------------------


def test_without_the_right_to_install_it_tells_how_to(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(tool.CannotRun, match=r"were not found\. .*apt-get install .*postgresql"):
        tool.binaries()


def test_an_installation_that_fails_says_why(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(tool.CannotRun, match=r"Installing it failed: E: Unable to locate package"):
        tool.binaries()


def test_root_gets_it_installed(tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(tool, "PLACES", (str(tmp_path / "lib" / "*" / "bin"),))
    kept = programs(tmp_path / "stock", "15.1")
    program(tmp_path / "apt-get", f"/bin/mkdir -p {tmp_path}/lib/15; /bin/cp -r {kept} {tmp_path}/lib/15/bin")
    assert tool.binaries() == tmp_path / "lib" / "15" / "bin"


def test_the_newest_of_several_is_taken(tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tool, "PLACES", (str(tmp_path / "lib" / "*" / "bin"),))
    for version in ("9.6", "15", "13"):
        programs(tmp_path / "lib" / version / "bin", f"{version}.1")
    (tmp_path / "lib" / "16" / "bin").mkdir(parents=True)  # clients only
    assert tool.binaries() == tmp_path / "lib" / "15" / "bin"


@pytest.mark.parametrize(
    ("version", "named", "said"),
    [("11.4", True, "version 11; 13 or newer"), ("", False, "CASEBOOK_POSTGRES_BIN is .*, which has no initdb, postgres, pg_ctl")],
    ids=["too old", "named wrongly"],
)
def test_one_that_cannot_serve_is_refused(tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, named: bool, said: str) -> None:
    folder = programs(tmp_path / "bin", version) if named else tmp_path / "nowhere"
    monkeypatch.setenv("CASEBOOK_POSTGRES_BIN", str(folder))
    with pytest.raises(tool.CannotRun, match=said):
        tool.binaries()


def test_an_installed_one_that_will_not_start_is_shown_with_its_last_lines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = programs(tmp_path / "bin", "15.1")
    program(folder / "initdb", 'case "$1" in --version) echo "initdb (PostgreSQL) 15.1";; *) echo "could not create directory"; exit 1;; esac')
    for place in (tmp_path, *tmp_path.parents):
        if os.geteuid() == 0 and place.stat().st_mode & 0o055 != 0o055:
            place.chmod(place.stat().st_mode | 0o055)  # the owner of the cluster, who is not root, must be able to read them
    done = subprocess.run([sys.executable, TOOL, "true"], env={**os.environ, "CASEBOOK_POSTGRES_BIN": str(folder)}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "There is no PostgreSQL to run on. initdb ended with 1:\ncould not create directory" in done.stderr


# ---- where there is one ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def env() -> dict[str, str]:
    if loaded().find() is None:
        pytest.skip("there is no PostgreSQL on this machine (make test-postgres installs it as root)")
    return dict(os.environ)


def gone(folder: Path) -> bool:
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    return not folder.exists() and str(folder) not in running


SHOW = "import os; from urllib.parse import parse_qs, urlsplit; print(parse_qs(urlsplit(os.environ['DATABASE_URL']).query)['host'][0], flush=True)"


def test_a_command_has_a_database_and_its_status_is_kept(env: dict[str, str]) -> None:
    code = f"{SHOW}; {CONNECT}; raise SystemExit(7)"
    done = subprocess.run([sys.executable, TOOL, sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    folder, row = done.stdout.splitlines()
    assert (done.returncode, row) == (7, "('casebook', 'casebook')"), done.stderr
    assert gone(Path(folder))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
def test_nothing_is_left_when_somebody_ends_it(env: dict[str, str], number: signal.Signals) -> None:
    code = f"{SHOW}; import time; time.sleep(600)"
    process = subprocess.Popen([sys.executable, TOOL, sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, text=True, start_new_session=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # a run in the background ignores it  # fmt: skip
    assert process.stdout
    folder = Path(process.stdout.readline().strip())
    assert not gone(folder)
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does it
    else:
        process.send_signal(number)
    assert process.wait(timeout=60) in {128 + number, 1}
    assert gone(folder)


def test_a_command_that_is_not_there_is_said(env: dict[str, str]) -> None:
    done = subprocess.run([sys.executable, TOOL, "no-such-command"], env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (127, "no-such-command: No such file or directory.")


def test_without_a_command_it_says_what_it_is_for() -> None:
    done = subprocess.run([sys.executable, TOOL], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "COMMAND" in done.stderr
