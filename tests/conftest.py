"""What all tests share: the shipped collection in the test database, and the site as a process of its own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError

import pytest

from tests import databases
from tests.databases import POSTGRESQL, FileImages, ServerImages

PROJECT = Path(__file__).resolve().parent.parent
SHARED = os.environ.get("CASEBOOK_SHARED", "")
CHROMIUM = next(
    (found for name in (os.environ.get("CASEBOOK_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome") if name and (found := shutil.which(name))),
    "",
)
BROWSER_REQUIRED = os.environ.get("CASEBOOK_REQUIRE_BROWSER", "") == "1"
NO_BROWSER = "there is no Chromium on this machine (apt-get install --no-install-recommends chromium, or name one in CASEBOOK_CHROMIUM)"
NO_SHARED = "CASEBOOK_SHARED names no folder with the material to measure against"

# ---- the shipped collection in the test database ----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def _images(django_db_setup: None, django_db_blocker) -> Iterator[FileImages | ServerImages]:  # type: ignore[no-untyped-def]
    with django_db_blocker.unblock():
        images = ServerImages() if POSTGRESQL else FileImages()
    yield images
    with django_db_blocker.unblock():
        images.put(images.empty)
        images.forget()


@pytest.fixture(scope="module")
def collection(_images: FileImages | ServerImages, django_db_blocker) -> Iterator[None]:  # type: ignore[no-untyped-def]
    """The shipped collection, there for every test of the module; what a test changes is rolled back as usual.

    Ask for it beside `db`, not beside `transactional_db`, and in modules whose tests all want it.
    """
    with django_db_blocker.unblock():
        _images.put(_images.loaded)
    yield
    with django_db_blocker.unblock():
        _images.put(_images.empty)


# ---- the site as a process --------------------------------------------------------------------------------------------------------

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


@pytest.fixture(scope="session")
def shipped_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """DATABASE_URL of a database that was migrated and loaded from the command line. Read it, do not write to it."""
    address = databases.fresh(tmp_path_factory.mktemp("shipped"))
    env = environment(DATABASE_URL=address)
    manage("migrate", "--no-input", env=env)
    manage("load", env=env)
    yield address
    databases.drop(address)


@dataclass(frozen=True)
class Site:
    """A running site: where it answers, and how it was started."""

    address: str
    env: dict[str, str]

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers with small letters, and body; a redirect is not followed."""
        request = urllib.request.Request(self.address + path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        try:
            answer = urllib.request.build_opener(_NoRedirect).open(request, timeout=30)
        except urllib.request.HTTPError as error:
            answer = error
        with answer:
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments: object) -> None:
        return None


@pytest.fixture(scope="session")
def site(shipped_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The shipped collection served by gunicorn with production settings and collected static files, over plain HTTP."""
    env = environment(
        DATABASE_URL=shipped_database,
        SSL_REDIRECT="0",
        BEHIND_PROXY="1",
        DJANGO_SETTINGS_MODULE="tests.settings_served",
        CASEBOOK_TEST_STATIC_ROOT=str(tmp_path_factory.mktemp("static")),
    )
    manage("collectstatic", "--no-input", env=env)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("log") / "gunicorn.log"
    command = [sys.executable, "-m", "gunicorn", "casebook.wsgi", "--bind", f"127.0.0.1:{port}", "--threads", "4", "--error-logfile", str(log), "--limit-request-line", "8190"]
    process = subprocess.Popen(command, cwd=PROJECT, env=env, stdout=subprocess.DEVNULL, stderr=log.open("ab"))
    running = Site(f"http://127.0.0.1:{port}", env)
    try:
        _wait_for(running, process, log)
        yield running
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(site: Site, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(150):
        try:
            site.get("/robots.txt")
            return
        except (URLError, ConnectionError):
            assert process.poll() is None, f"gunicorn ended at once:\n{log.read_text()}"
            time.sleep(0.1)
    raise AssertionError(f"gunicorn did not answer within 15 s:\n{log.read_text()}")


# ---- what was skipped is said aloud -----------------------------------------------------------------------------------------------


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests run last: Playwright keeps an event loop going, in which Django refuses to touch a database."""
    items.sort(key=lambda item: "browser" in item.keywords)


def pytest_terminal_summary(terminalreporter) -> None:  # type: ignore[no-untyped-def]
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for what, why in (("browser tests", NO_BROWSER), ("acceptance tests", NO_SHARED)):
        count = sum(why in reason for reason in skipped)
        if count:
            terminalreporter.write_line("")
            terminalreporter.write_line(f"NOT RUN: {count} {what}, because {why}.", red=True, bold=True)
