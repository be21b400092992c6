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
        self.page.on("requestfailed", self._failed)

    def _failed(self, request: Request) -> None:
        # a page that is left takes back what it was still asking for, such as suggestions while one types
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"failed: {request.url} {request.failure}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not _is_the_page_itself(message, self.page.url):
            self.complaints.append(f"console: {message.text} ({message.location.get('url')})")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:", "about:")):
            self.complaints.append(f"left the site: {request.url}")

    def found(self) -> list[str]:
        """All complaints up to now."""
        found = self.complaints + [f"content policy: {text}" for text in self.page.evaluate("window.violations || []")]
        self.complaints = []
        return found


def _is_the_page_itself(message: ConsoleMessage, url: str) -> bool:
    """Whether Chromium only says that the page answered 404, as an error page should."""
    return "the server responded with a status of 4" in message.text and message.location.get("url") == url


Opener = Callable[..., Page]


Look = tuple[int, int, str, bool, bool]


class Windows:
    """Open pages, kept by the look that they were opened in: a page that goes to another address is ready sooner than a new one."""

    def __init__(self, browser: Browser, home: str) -> None:
        self.browser, self.home = browser, home
        self.contexts: dict[Look, BrowserContext] = {}
        self.idle: dict[Look, list[Watch]] = {}

    def take(self, look: Look) -> Watch:
        """A page that nobody uses, put back to its look."""
        width, height, scheme, scripts, touch = look
        if look not in self.contexts:
            self.contexts[look] = self.browser.new_context(base_url=self.home, java_script_enabled=scripts, has_touch=touch, reduced_motion="reduce")
            self.contexts[look].add_init_script(REPORT_VIOLATIONS)
        kept = self.idle.setdefault(look, [])
        watch = kept.pop() if kept else Watch(self.contexts[look].new_page(), self.home)
        watch.page.set_default_timeout(5000)
        watch.page.set_viewport_size({"width": width, "height": height})
        watch.page.emulate_media(media="null", color_scheme=scheme)  # type: ignore[arg-type]
        return watch

    def give_back(self, look: Look, watch: Watch) -> None:
        watch.page.mouse.move(0, 0)
        if look[3] and watch.page.url.startswith(self.home):
            watch.page.evaluate("localStorage.clear()")  # the next test has a device of its own
        self.idle[look].append(watch)

    def close(self) -> None:
        for context in self.contexts.values():
            context.close()


@pytest.fixture(scope="session")
def windows(browser: Browser, site: Site) -> Iterator[Windows]:
    made = Windows(browser, site.address)
    yield made
    made.close()


@pytest.fixture
def opened(windows: Windows) -> Iterator[Opener]:
    """Opens a path of the site in a page of its own: opened("/finder/", PHONE, scheme="dark", scripts=False).

    When the test is over, every page that it opened must have had nothing to complain of.
    """
    used: list[tuple[Look, Watch]] = []

    def open_page(path: str, size: dict[str, int] = DESK, *, scheme: str = "light", scripts: bool = True, touch: bool = False) -> Page:
        look = (size["width"], size["height"], scheme, scripts, touch)
        watch = windows.take(look)
        used.append((look, watch))
        watch.page.goto(path)
        return watch.page

    yield open_page
    complaints = [complaint for _, watch in used for complaint in watch.found()]
    for look, watch in used:
        windows.give_back(look, watch)
    assert complaints == []
