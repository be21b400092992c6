"""What all tests share: the shipped collection in the test database, and the site as a process of its own."""

from __future__ import annotations

import os
import shutil
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import databases
from tests.databases import POSTGRESQL, FileImages, ServerImages
from tests.processes import PROJECT, environment, manage, serving

__all__ = ["PROJECT", "environment", "manage"]  # from where many tests have them

SHARED = os.environ.get("CASEBOOK_SHARED", "")
CHROMIUM = next(
    (found for name in (os.environ.get("CASEBOOK_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome") if name and (found := shutil.which(name))),
    "",
)
BROWSER_REQUIRED = os.environ.get("CASEBOOK_REQUIRE_BROWSER", "") == "1"
NO_BROWSER = "there is no Chromium on this machine (apt-get install --no-install-recommends chromium, or name one in CASEBOOK_CHROMIUM)"
NO_SHARED = "CASEBOOK_SHARED names no folder with the material to measure against"

# What is slow on a busy machine is no fault of what is tested.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

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
    """A running site: where it answers, how it was started, and what it and gunicorn have said."""

    address: str
    env: dict[str, str]
    log: Path

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
        WEB_WORKERS="1",
        DJANGO_SETTINGS_MODULE="tests.settings_served",
        CASEBOOK_TEST_STATIC_ROOT=str(tmp_path_factory.mktemp("static")),
    )
    manage("collectstatic", "--no-input", env=env)
    log = tmp_path_factory.mktemp("log") / "gunicorn.log"
    with serving(env, log) as (address, _):
        yield Site(address, env, log)


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
