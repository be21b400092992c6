"""Searching as a person does it: on a phone, by keyboard, with and without scripts."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE, Opener
from tests.browser.test_pages import violations

CASE = "/auction-1912/case/11/"


def field(page: Page) -> Locator:
    return page.get_by_role("combobox")


def options(page: Page) -> Locator:
    return page.get_by_role("option")


def in_view(page: Page, what: Locator) -> bool:
    box = what.bounding_box()
    height = page.viewport_size["height"] if page.viewport_size else 0
    return box is not None and box["y"] >= 0 and box["y"] + min(box["height"], 40) <= height


# ---- the player at the table ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scripts", [True, False])
def test_a_player_types_what_happened_and_reads_the_ruling_and_its_law_without_scrolling_back(opened: Opener, scripts: bool) -> None:
    page = opened("/", PHONE, touch=True, scripts=scripts)
    page.locator("#q").fill("dummy asked who trumped")
    page.locator("#q").press("Enter")
    page.wait_for_url("**/search/**")
    first = page.locator(".hits .hit h3 a").first
    expect(first).to_contain_text("Case 11")
    first.tap()
    page.wait_for_url(f"**{CASE}**")
    holding = page.locator(".holding p").first
    expect(holding).to_contain_text("loses the Declarer the penalty")
    assert in_view(page, holding), "the holding is on the screen when the page opens"
    law = page.locator("a[href^='/auction-1912/law/61/']").first
    expect(law).to_be_visible()
    assert page.evaluate("scrollY") == 0
    assert law.bounding_box()["y"] > holding.bounding_box()["y"], "Law 61 comes after it: one scrolls on, never back"  # type: ignore[index]


# ---- suggestions ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/search/", CASE])
def test_a_search_field_offers_what_goes_on_as_typed(opened: Opener, path: str) -> None:
    page = opened(path)
    field(page).press_sequentially("chic")
    expect(options(page).first).to_contain_text("chicane")
    expect(field(page)).to_have_attribute("aria-expanded", "true")
    field(page).press("ArrowDown")
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    assert field(page).get_attribute("aria-activedescendant") == options(page).first.get_attribute("id")
    field(page).press("Enter")
    page.wait_for_url("**/glossary/#chicane")


def test_the_keys_go_round_and_escape_leaves_what_was_typed(opened: Opener) -> None:
    page = opened("/")
    field(page).press_sequentially("rev")
    expect(options(page).first).to_be_visible()
    field(page).press("ArrowUp")
    expect(options(page).last).to_have_attribute("aria-selected", "true")
    field(page).press("ArrowDown")
    assert field(page).get_attribute("aria-activedescendant") is None  # back in the field
    field(page).press("Escape")
    expect(options(page).first).to_be_hidden()
    expect(field(page)).to_have_value("rev")
    expect(field(page)).to_have_attribute("aria-expanded", "false")
    field(page).press("ArrowDown")
    expect(options(page).first).to_be_visible()


def test_without_a_choice_enter_searches_for_what_was_typed(opened: Opener) -> None:
    page = opened("/")
    field(page).press_sequentially("rev")
    expect(options(page).first).to_be_visible()
    field(page).press("Enter")
    page.wait_for_url("**/search/?q=rev")


def test_a_tap_follows_a_suggestion(opened: Opener) -> None:
    page = opened(CASE, PHONE, touch=True)
    field(page).tap()
    field(page).press_sequentially("law 84")
    box = options(page).first.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["height"] >= 44
    options(page).first.tap()
    page.wait_for_url("**/auction-1912/law/84/")


def test_leaving_the_field_closes_the_list(opened: Opener) -> None:
    page = opened("/")
    field(page).press_sequentially("rev")
    expect(options(page).first).to_be_visible()
    field(page).press("Tab")
    expect(options(page).first).to_be_hidden()


def test_what_is_typed_is_never_markup(opened: Opener) -> None:
    page = opened("/")
    field(page).press_sequentially("<img src=x onerror=alert(1)> law")
    page.wait_for_timeout(400)
    assert page.locator(".suggestions img").count() == 0


# ---- the words on arrival ------------------------------------------------------------------------------------------------------------


def test_the_words_found_are_marked_and_the_bar_leads_from_one_to_the_next(opened: Opener) -> None:
    page = opened("/auction-1912/law/84/?found=revoke+points")
    before = opened("/auction-1912/law/84/", DESK, scripts=False).locator("article.text").inner_text()
    bar = page.get_by_role("region", name="Words found")
    marks = page.locator("mark.found")
    expect(bar).to_contain_text(f"{marks.count()} words found")
    assert {re.sub("d$|s$|ing$", "", word.lower()) for word in marks.all_inner_texts()} >= {"point"}
    bar.get_by_role("button", name="Next").click()
    expect(bar).to_contain_text(f"1 of {marks.count()}")
    expect(marks.first).to_have_class(re.compile("is-here"))
    bar.get_by_role("button", name="Previous").click()
    expect(bar).to_contain_text(f"{marks.count()} of {marks.count()}")
    bar.get_by_role("button", name="away").click()
    expect(bar).to_have_count(0)
    expect(marks).to_have_count(0)
    assert "found" not in page.url
    copies = re.compile(r"Copy link|Copied")
    assert copies.sub("", page.locator("article.text").inner_text()).split() == copies.sub("", before).split()


@pytest.mark.parametrize("found", ["", "zzzz", "<b>", "%00", "_", "a" * 3000, "+".join(["revoke"] * 200), "%F0%9F%82%A1", "(", "[a-z]+"])
def test_whatever_the_address_says_the_page_stands(opened: Opener, found: str) -> None:
    page = opened(f"/auction-1912/law/84/?found={found}")
    expect(page.locator("h1")).to_be_visible()
    assert page.locator("link[rel=canonical]").get_attribute("href", timeout=1000).endswith("/auction-1912/law/84/")  # type: ignore[union-attr]


def test_without_scripts_the_words_change_nothing(opened: Opener) -> None:
    page = opened(f"{CASE}?found=dummy", PHONE, scripts=False)
    assert page.locator("mark.found").count() == 0
    expect(page.locator(".holding")).to_be_visible()


# ---- recent searches -----------------------------------------------------------------------------------------------------------------


def test_recent_searches_are_kept_on_the_device_until_they_are_cleared(opened: Opener) -> None:
    page = opened("/search/")
    page.evaluate("localStorage.removeItem('casebook-searches')")
    page.goto("/search/?q=torn+card")
    page.goto("/search/?q=chicane")
    page.goto("/search/?q=Torn+card")  # the same again stands once
    page.goto("/search/")
    recent = page.get_by_role("region", name="Your recent searches")
    expect(recent.get_by_role("link")).to_have_text(["Torn card", "chicane"])
    recent.get_by_role("button", name="Clear").click()
    expect(recent).to_be_hidden()
    page.reload()
    expect(page.get_by_role("region", name="Your recent searches")).to_be_hidden()


@pytest.mark.parametrize("stored", ["nonsense", "{}", '[1, null, "<b>bold</b>"]', '["' + "x" * 5000 + '"]'])
def test_a_spoiled_store_does_no_harm(opened: Opener, stored: str) -> None:
    page = opened("/")
    page.evaluate("words => localStorage.setItem('casebook-searches', words)", stored)
    page.goto("/search/")
    expect(page.locator("#q")).to_be_visible()
    assert page.locator(".recent b").count() == 0
    page.evaluate("localStorage.removeItem('casebook-searches')")


# ---- the glossary in the texts -------------------------------------------------------------------------------------------------------


def test_a_word_of_the_glossary_is_explained_on_focus_and_leads_to_its_place(opened: Opener) -> None:
    page = opened("/auction-1912/law/9/")
    word = page.locator("a.gloss").first
    word.focus()
    preview = page.locator("[popover]:popover-open")
    expect(preview).to_contain_text("Glossary")
    page.keyboard.press("Escape")
    expect(preview).to_have_count(0)
    word.press("Enter")
    page.wait_for_url("**/glossary/#*")


def test_next_goes_on_from_the_part_at_which_the_page_opened(opened: Opener) -> None:
    page = opened("/auction-1912/law/84/?found=revoke+tricks#b")
    many = page.locator("mark.found").count()
    page.get_by_role("button", name="Next word found").click()
    said = page.get_by_role("region", name="Words found").inner_text()
    first = int(re.match(r"(\d+) of", said).group(1))  # type: ignore[union-attr]
    assert 1 < first <= many, "the words above have been passed"


def test_a_tap_explains_a_word_and_the_second_opens_the_glossary(opened: Opener) -> None:
    page = opened("/auction-1912/law/9/", PHONE, touch=True)
    word = page.locator("a.gloss").first
    word.tap()
    expect(page.locator("[popover]:popover-open")).to_contain_text("Glossary")
    page.get_by_role("link", name="Open the glossary").tap()
    page.wait_for_url("**/glossary/#*")


def test_on_paper_nothing_is_left_of_the_glossary(opened: Opener) -> None:
    page = opened("/auction-1912/law/9/?found=chicane")
    page.emulate_media(media="print")
    word = page.locator("a.gloss").first
    assert word.evaluate("node => getComputedStyle(node).textDecorationLine") == "none"
    expect(page.locator(".found-bar")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_open_list_of_suggestions_shuts_nobody_out(opened: Opener, scheme: str) -> None:
    page = opened("/", PHONE, scheme=scheme)
    field(page).press_sequentially("rev")
    expect(options(page).first).to_be_visible()
    field(page).press("ArrowDown")
    page.evaluate(AXE_SCRIPT)
    assert violations(page) == []
