"""Taking an entry elsewhere, in a browser: buttons that say they copied, texts that can be selected without scripts, the card in a frame."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, Opener
from tests.conftest import Site

CITING = "/auction-1912/law/84/share/?part=b"


def allowed(page: Page) -> Page:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page


def test_a_button_copies_its_text_and_says_so(opened: Opener) -> None:
    page = allowed(opened(CITING, PHONE))
    page.get_by_role("button", name="Copy RIS").click()
    expect(page.get_by_role("button", name="Copied").first).to_be_visible()
    expect(page.locator("[data-copy-status]")).to_contain_text("Copied: TY")
    assert page.evaluate("navigator.clipboard.readText()").splitlines()[1] == "TI  - Law 84 b: What an established revoke costs"


def test_the_citation_is_copied_as_a_link_for_mail_programs(opened: Opener) -> None:
    page = allowed(opened(CITING))
    page.get_by_role("button", name="Copy as a link").click()
    expect(page.locator("[data-copy-status]")).to_contain_text("as a link")
    read = "type => navigator.clipboard.read().then(items => items[0].getType(type)).then(found => found.text())"
    assert '<a href="https://casebook.example/auction-1912/law/84/#b"' in page.evaluate(read, "text/html")
    assert page.evaluate(read, "text/plain").startswith("Law 84 b, Laws of Auction Bridge")


def test_a_browser_that_refuses_is_told_of_in_words(opened: Opener) -> None:
    page = opened(CITING)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.get_by_role("button", name="Copy Markdown").click()
    expect(page.locator("[data-copy-status]")).to_contain_text("Select the text")


def test_without_scripts_every_text_can_be_selected_and_no_button_lies(opened: Opener) -> None:
    page = opened(CITING, scripts=False)
    expect(page.get_by_label("For print")).to_be_visible()
    assert "casebook.example/~" in page.get_by_label("For print").input_value()
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)
    expect(page.get_by_role("link", name="Download .ris")).to_be_visible()


def test_the_code_is_seen_and_stands_on_white_in_the_dark(opened: Opener) -> None:
    image = opened(CITING, scheme="dark").get_by_role("img", name="QR code")
    assert image.evaluate("image => image.complete && image.naturalWidth > 0 && image.getBoundingClientRect().width >= 150")


@pytest.fixture
def elsewhere(tmp_path: Path, site: Site) -> Iterator[str]:
    """A page of another site that frames the card of Law 84, and Law 84 itself."""
    frames = "".join(f'<iframe name="{name}" src="{site.address}{path}" width="600" height="360"></iframe>'
                     for name, path in (("card", "/embed/7N0JR/"), ("page", "/auction-1912/law/84/")))  # fmt: skip
    (tmp_path / "index.html").write_text(f"<!doctype html><title>Elsewhere</title><link rel=icon href=data:,>{frames}")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"  # another port is another origin, and framing is judged by origin
    server.shutdown()
    server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        pass


def test_another_site_can_frame_the_card_and_nothing_else(browser: Browser, elsewhere: str) -> None:
    page = browser.new_page()
    page.goto(elsewhere)
    page.goto(elsewhere)  # the second time the card is one that the site has kept
    expect(page.frame_locator("[name=card]").get_by_role("heading", name="Law 84")).to_be_visible()
    links = page.frame_locator("[name=card]").get_by_role("link")
    assert {link.get_attribute("target") for link in links.all()} == {"_blank"}
    assert page.frame("page").url.startswith("chrome-error:")  # type: ignore[union-attr]
    page.close()
