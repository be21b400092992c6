"""Pages in headless Chromium. The site is a process of its own (`site`), so that no test here touches a database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from tests.conftest import BROWSER_REQUIRED, CHROMIUM, NO_BROWSER, Site

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}
REPORT_VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation", event => window.violations.push(event.violatedDirective + " " + event.blockedURI));
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session", autouse=True)
def chromium() -> str:
    """The browser's path. Without one these tests skip with the reason, or fail where a browser is required."""
    if not CHROMIUM:
        (pytest.fail if BROWSER_REQUIRED else pytest.skip)(NO_BROWSER)
    return CHROMIUM


@pytest.fixture(scope="session")
def browser_type_launch_args(chromium: str) -> dict[str, Any]:
    quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    return {"executable_path": chromium, "headless": True, "args": ["--no-sandbox", *quiet]}


@dataclass
class Watch:
    """What went wrong while a page was open: console errors, refusals by the content policy, requests that left the site."""

    page: Page
    home: str
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        self.page.on("request", self._request)
        self.page.on("requestfailed", lambda request: self.complaints.append(f"failed: {request.url} {request.failure}"))
        self.page.add_init_script(REPORT_VIOLATIONS)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not _is_the_page_itself(message, self.page.url):
            self.complaints.append(f"console: {message.text} ({message.location.get('url')})")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:", "about:")):
            self.complaints.append(f"left the site: {request.url}")

    def found(self) -> list[str]:
        """All complaints up to now."""
        return self.complaints + [f"content policy: {text}" for text in self.page.evaluate("window.violations || []")]


def _is_the_page_itself(message: ConsoleMessage, url: str) -> bool:
    """Whether Chromium only says that the page answered 404, as an error page should."""
    return "the server responded with a status of 4" in message.text and message.location.get("url") == url


Opener = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, site: Site) -> Iterator[Opener]:
    """Opens a path of the site in a fresh context: opened("/finder/", PHONE, scheme="dark", scripts=False).

    When the test is over, every page that it opened must have had nothing to complain of.
    """
    contexts: list[BrowserContext] = []
    watches: list[Watch] = []

    def open_page(path: str, size: dict[str, int] = DESK, *, scheme: str = "light", scripts: bool = True, touch: bool = False) -> Page:
        context = browser.new_context(
            base_url=site.address, viewport=size, color_scheme=scheme, java_script_enabled=scripts, has_touch=touch, reduced_motion="reduce"  # type: ignore[arg-type]
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(5000)
        watches.append(Watch(page, site.address))
        page.goto(path)
        return page

    yield open_page
    complaints = [complaint for watch in watches for complaint in (watch.found() if not watch.page.is_closed() else watch.complaints)]
    for context in contexts:
        context.close()
    assert complaints == []
