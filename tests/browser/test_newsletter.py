"""From a ruling to a newsletter that is pasted into a mail, in a few taps; and the same without scripts, by links alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Opener

BOTH = pytest.mark.parametrize("size", [PHONE, DESK], ids=["360px", "1280px"])
MOST = 10  # actions


@pytest.fixture
def forget(opened: Opener):
    """Windows are used again: what one test ticks on its device is no other test's."""
    used: list[Page] = []
    yield used.append
    for page in used:
        page.evaluate("localStorage.clear()")


class Hand:
    """Taps and keys, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.actions = 0

    def tap(self, target) -> None:  # type: ignore[no-untyped-def]
        self.actions += 1
        box = target.bounding_box()
        assert box is None or box["height"] >= 43.5 or target.evaluate("el => getComputedStyle(el).display") == "inline"
        target.click()

    def choose(self, target, value: str) -> None:  # type: ignore[no-untyped-def]
        self.actions += 1
        target.select_option(value)

    def paste(self) -> None:
        self.actions += 1
        self.page.keyboard.press("Control+V")


@BOTH
def test_from_case_11_to_three_entries_in_a_mail(opened: Opener, forget, size: dict[str, int]) -> None:
    page = opened("/auction-1912/case/11/", size)
    forget(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hand = Hand(page)
    add = page.get_by_role("button", name="Add to newsletter", exact=True)
    hand.tap(add)
    hand.tap(page.locator('.of-decision a[href="/auction-1912/law/60/"]').first)
    page.wait_for_url("**/law/60/")
    hand.tap(add)
    hand.tap(page.locator(".turn a.on"))
    page.wait_for_url("**/law/61/")
    hand.tap(add)
    hand.tap(page.get_by_role("contentinfo").locator("a.tray"))
    page.wait_for_url("**/newsletter/?pick=*")
    expect(page.locator(".pick-line")).to_have_count(3)
    hand.tap(page.get_by_role("button", name="Copy for an e-mail"))
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    home = page.url
    page.goto("about:blank")
    page.evaluate("document.body.contentEditable = 'true'; document.body.focus()")
    hand.paste()
    assert hand.actions < MOST
    pasted = page.locator("body")
    for words in ("Case 11: Dummy asks who trumped the trick", "Law 60: What dummy may do", "Law 61", "loses the Declarer the penalty"):
        expect(pasted).to_contain_text(words)
    assert pasted.locator("a").first.get_attribute("href") == "https://casebook.example/auction-1912/case/11/"
    assert pasted.locator("script, [onclick]").count() == 0
    assert "Georgia" in pasted.locator("h2").first.evaluate("el => getComputedStyle(el).fontFamily"), "it keeps its looks"
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, "a mail copied on a wide screen is read on a phone, too"
    assert "max-width: 600px" in (pasted.locator("table table").first.get_attribute("style") or "")
    page.set_viewport_size(size)
    page.goto(home)


@BOTH
def test_the_same_without_scripts_by_plain_links(opened: Opener, size: dict[str, int]) -> None:
    page = opened("/auction-1912/case/11/", size, scripts=False)
    hand = Hand(page)
    hand.tap(page.get_by_role("link", name="Add to newsletter"))
    page.wait_for_url("**/newsletter/?pick=*")
    for typed in ("law 60 auction", "/auction-1912/law/84/#b"):
        page.get_by_label("An address, a number, or a few words").fill(typed)
        hand.tap(page.get_by_role("button", name="Add", exact=True))
        page.wait_for_load_state()
        if page.locator(".choices button").count():
            hand.tap(page.locator(".choices button").first)
    expect(page.locator(".pick-line")).to_have_count(3)
    assert names(page) == ["Case 11: Dummy asks who trumped the trick", "Law 60: What dummy may do", "Law 84 b: What an established revoke costs"]
    hand.tap(page.get_by_role("button", name="Move Law 84 b: What an established revoke costs up"))
    page.get_by_label("A line before it").first.fill("Asked last Tuesday.")
    page.get_by_label("Show").nth(1).select_option("f")
    page.get_by_label("Title of the whole").fill("Club Bulletin")
    page.get_by_role("button", name="Show it so").last.click()
    page.wait_for_url("**title=Club+Bulletin*")
    assert names(page)[1].startswith("Law 84 b")
    expect(page.locator(".issue .say")).to_have_text("Asked last Tuesday.")
    page.get_by_text("HTML for e-mail").click()
    html = page.get_by_label("The newsletter as HTML")
    expect(html).to_be_visible()
    assert "Asked last Tuesday." in html.input_value() and "<script" not in html.input_value()
    address = page.get_by_label("The address of this newsletter").input_value()
    assert address.startswith("https://casebook.example/newsletter/?title=Club+Bulletin&pick=")
    page.goto(address.removeprefix("https://casebook.example"))
    assert names(page)[1].startswith("Law 84 b"), "whoever is sent the address sees the same"


def names(page: Page) -> list[str]:
    return [name.inner_text().strip() for name in page.locator(".pick-name a, .pick-name b").all()]


@BOTH
def test_what_is_typed_is_seen_at_once_and_kept_on_the_device(opened: Opener, forget, size: dict[str, int]) -> None:
    page = opened("/newsletter/?pick=" + code(opened, "/auction-1912/law/84/") + "," + code(opened, "/auction-1912/case/11/"), size)
    forget(page)
    page.get_by_label("A line before it").first.fill("Read this first.")
    expect(page.locator(".issue .say")).to_have_text("Read this first.")
    page.get_by_label("Title of the whole").fill("Club Bulletin")
    expect(page.locator(".issue-title")).to_have_text("Club Bulletin")
    page.wait_for_url("**title=Club+Bulletin*")
    page.get_by_label("Show").first.select_option("f")
    expect(page.locator(".issue .part").first).to_be_visible()
    down = page.get_by_role("button", name=re.compile("^Move Law 84.* down$"))
    down.press("Enter")
    expect(page.locator(".pick-name a").first).to_have_text("Case 11: Dummy asks who trumped the trick")
    expect(page.get_by_role("button", name=re.compile("^Move Law 84.* up$"))).to_be_focused()
    page.goto("/auction-1912/")
    expect(page.locator("a.tray")).to_have_text("Newsletter: 2 entries")
    page.goto("/newsletter/")
    expect(page.locator(".issue-title")).to_have_text("Club Bulletin")
    page.get_by_role("button", name=re.compile("^Take Case 11")).click()
    expect(page.locator(".pick-line")).to_have_count(1)


def code(opened: Opener, path: str) -> str:
    return (opened(path, scripts=False).locator("a[data-pick]").get_attribute("data-pick")) or ""


def test_rows_of_a_list_are_ticked_where_they_stand(opened: Opener, forget) -> None:
    page = opened("/auction-1912/cases/", PHONE)
    forget(page)
    page.get_by_role("button", name="Add Case 1 ").first.click()
    expect(page.get_by_role("status").filter(has_text="Added. The newsletter has 1 entry.")).to_have_count(1)
    tray = page.get_by_role("contentinfo").locator("a.tray")
    expect(tray).to_have_text("Newsletter: 1 entry")
    place, looks = tray.bounding_box(), tray.evaluate("el => [getComputedStyle(el).color, getComputedStyle(el).backgroundColor]")
    assert place is not None and 740 - 16 - 1 <= place["y"] + place["height"] <= 740 - 16 + 1, "it stays at the foot of the screen"
    assert place["x"] + place["width"] > 330 and looks[0] != looks[1]
    page.goto("/auction-1912/penalties/")
    box = page.get_by_role("button", name="Add Revoke by Declarer to the newsletter").bounding_box()
    assert box is not None and box["height"] >= 43.5 and box["width"] >= 43.5
    page.get_by_role("button", name="Add Revoke by Declarer to the newsletter").click()
    page.get_by_role("button", name="Take Revoke by Declarer out of the newsletter").click()
    page.goto("/search/?q=revoke")
    page.get_by_role("button", name=re.compile("^Add .* to the newsletter$")).first.click()
    expect(page.locator("a.tray")).to_have_text("Newsletter: 2 entries")


def test_a_list_that_nobody_picks_from_stays_as_quiet_as_before(opened: Opener) -> None:
    page = opened("/auction-1912/penalties/", DESK)
    expect(page.locator("button.pick")).to_have_count(0)


def test_a_newsletter_that_somebody_sent_does_not_replace_ones_own(opened: Opener, forget) -> None:
    own, sent = code(opened, "/auction-1912/law/84/"), code(opened, "/auction-1912/case/11/")
    page = opened(f"/newsletter/?pick={own}", DESK)
    forget(page)
    page.goto(f"/newsletter/?pick={sent}")
    expect(page.locator("[data-other]")).to_be_visible()
    page.get_by_label("Title of the whole").fill("Theirs")
    page.wait_for_url("**title=Theirs*")
    page.get_by_role("link", name="Open mine").click()
    expect(page.locator(".pick-name a")).to_have_text("Law 84: What an established revoke costs")
    page.goto(f"/newsletter/?pick={sent}")
    page.get_by_role("button", name="Keep this one instead").click()
    page.goto("/newsletter/")
    expect(page.locator(".pick-name a")).to_have_text("Case 11: Dummy asks who trumped the trick")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@BOTH
def test_the_mail_fits_its_frame(opened: Opener, size: dict[str, int], scheme: str) -> None:
    full = f"{code(opened, '/auction-1912/case/6/')}-f,{code(opened, '/auction-1912/law/84/')}-f"
    page = opened(f"/newsletter/mail/?pick={full}", {"width": 600 if size is DESK else 360, "height": 740}, scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert page.evaluate("document.querySelectorAll('[class], script').length") == 0
    ink, paper = page.locator("h1").evaluate("el => [getComputedStyle(el).color, getComputedStyle(el.closest('td')).backgroundColor]")
    assert (ink < paper if scheme == "light" else ink > paper) or ink != paper
