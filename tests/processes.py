"""The site as processes of its own: its commands as an owner runs them, and gunicorn with production settings. Knows nothing of Django."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
GUNICORN = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py"]
SITE = "casebook.wsgi"
PRODUCTION = {
    "DEBUG": "0",
    "SECRET_KEY": "a key for tests only, long enough to be taken for a real one, 0123456789 abcdef",
    "ALLOWED_HOSTS": "casebook.example,127.0.0.1",
    "SITE_URL": "https://casebook.example",
}


def environment(**changes: str) -> dict[str, str]:
    """The environment of a production site: this machine's, less what would leak in from the shell that runs the tests."""
    leaks = {"DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL", "PORT", "DATABASE_URL", "SSL_REDIRECT", "HSTS_SECONDS", "BEHIND_PROXY"}
    kept = {name: value for name, value in os.environ.items() if name not in leaks and name != "DJANGO_SETTINGS_MODULE"}
    return {**kept, **PRODUCTION, **changes}


def manage(*words: str, env: dict[str, str], check: bool = True, **how: object) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` as a person would, from the project's root."""
    done = subprocess.run([sys.executable, "manage.py", *words], cwd=PROJECT, env=env, capture_output=True, text=True, timeout=240, **how)  # type: ignore[call-overload]
    assert not check or done.returncode == 0, f"manage.py {' '.join(words)} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done


@contextmanager
def serving(env: Mapping[str, str], log: Path, app: str = SITE) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The site under gunicorn as docs/deploy.md has it. Gives its address and gunicorn's first process; all are gone in the end."""
    [port] = free_ports(1)
    with log.open("ab") as file:
        process = subprocess.Popen([*GUNICORN, app], cwd=PROJECT, env={**env, "BIND": f"127.0.0.1:{port}"}, stdout=file, stderr=file, start_new_session=True)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/healthz", process, log)
        yield address, process
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process that leads a group, and what it has started."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        process.wait(timeout=25)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a site answers. Raises AssertionError, with its log, where it ends or says nothing for half a minute."""
    for _ in range(300):
        try:
            urllib.request.urlopen(address, timeout=30).close()
            return
        except OSError:
            assert process.poll() is None, f"it ended at once:\n{log.read_text()}"
            time.sleep(0.1)
    raise AssertionError(f"{address} did not answer within 30 s:\n{log.read_text()}")


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on, all held until all are known."""
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
