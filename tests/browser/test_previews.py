"""A citation shows what it cites before it is followed: on hover, on focus, on a tap; Esc puts it away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Opener

CASE = "/auction-1912/case/11/"


def citation(page: Page) -> Locator:
    """The first citation in the words of the page that has a preview."""
    return page.locator("main a.cite[data-preview]").first


def preview(page: Page) -> Locator:
    return page.locator("[popover]:popover-open")


def test_a_preview_opens_on_hover_and_holds_the_words_of_the_law(opened: Opener) -> None:
    page = opened(CASE)
    citation(page).hover()
    expect(preview(page)).to_contain_text("60")
    assert len(preview(page).inner_text()) > 80


def test_a_preview_closes_when_the_pointer_goes_away(opened: Opener) -> None:
    page = opened(CASE)
    citation(page).hover()
    expect(preview(page)).to_be_visible()
    page.mouse.move(2, 2)
    expect(preview(page)).to_have_count(0)


def test_a_preview_stays_while_the_pointer_is_on_it(opened: Opener) -> None:
    page = opened(CASE)
    citation(page).hover()
    preview(page).hover()
    page.wait_for_timeout(600)
    expect(preview(page)).to_be_visible()


def test_a_preview_opens_on_focus_and_esc_closes_it_and_keeps_the_focus(opened: Opener) -> None:
    page = opened(CASE)
    citation(page).focus()
    expect(preview(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(preview(page)).to_have_count(0)
    expect(citation(page)).to_be_focused()


def test_a_preview_of_a_part_shows_that_part(opened: Opener) -> None:
    page = opened("/auction-1912/penalty/2/")
    page.locator('main a.cite[data-preview*="part=b"]').first.hover()
    expect(preview(page)).to_contain_text("84")


@pytest.mark.parametrize("path", [CASE, "/auction-1912/penalty/2/", "/whist-1889/footnote/1/"])
def test_a_citation_leads_to_its_law_without_scripts(opened: Opener, path: str) -> None:
    page = opened(path, PHONE, scripts=False)
    link = page.locator("main a.cite").first
    address = (link.get_attribute("href") or "").partition("#")[0]
    link.click()
    page.wait_for_url(f"**{address}*")
    expect(page.locator("main h1")).to_be_visible()


def test_a_second_tap_follows_the_citation_on_a_phone(opened: Opener) -> None:
    page = opened(CASE, PHONE, touch=True)
    address = (citation(page).get_attribute("href") or "").partition("#")[0]
    citation(page).tap()
    if page.url.endswith(CASE):  # the first tap showed the preview
        expect(preview(page)).to_be_visible()
        citation(page).tap()
    page.wait_for_url(f"**{address}*")


def test_a_preview_fits_a_small_screen(opened: Opener) -> None:
    page = opened(CASE, PHONE)
    citation(page).focus()
    expect(preview(page)).to_be_visible()
    box = preview(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
