"""'What happened?' brings a player to every penalty in three taps, on a small phone with scripts turned off."""

from __future__ import annotations

import csv
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Opener
from tests.conftest import PROJECT

TABLE = PROJECT / "laws" / "collection" / "auction-1912" / "penalties.csv"


def routes() -> list[tuple[str, str, str, str]]:
    """(number, who, when, printed penalty) of every row of the table, once for each phase of play that it belongs to."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [(row["number"], row["offender"], phase.strip(), row["penalty"]) for row in rows for phase in row["phases"].split(";")]


def tap(page: Page, address: str) -> None:
    """Tap the link to `address`, which must be there for the eye and the finger."""
    link = page.locator(f'main a[href="{address}"]').first
    expect(link).to_be_visible()
    box = link.bounding_box()
    assert box is not None
    assert box["height"] >= 43.5, f"{address} is too small for a finger"
    link.tap()
    page.wait_for_url(re.compile(re.escape(address) + "$"))


@pytest.mark.parametrize(("number", "who", "when", "penalty"), routes(), ids=lambda value: value if len(value) < 18 else "")
def test_every_row_is_three_taps_from_home(opened: Opener, number: str, who: str, when: str, penalty: str) -> None:
    page = opened("/", PHONE, scripts=False, touch=True)
    tap(page, f"/finder/{who}/")
    tap(page, f"/finder/{who}/{when}/")
    tap(page, f"/auction-1912/penalty/{number}/")
    shown = letters(page.locator("main").inner_text())
    for words in re.split(r"\s+(?:or|and|nor)\s+|;", penalty):
        assert letters(words) in shown
    expect(page.locator('main a[href^="/auction-1912/law/"]').first).to_be_visible()


def letters(words: str) -> str:
    return "".join(ch for ch in words.lower() if ch.isalnum())


def test_every_choice_leads_to_a_penalty(opened: Opener) -> None:
    page = opened("/finder/", PHONE, scripts=False)
    for who in links(page, r"/finder/[a-z-]+/"):
        page.goto(who)
        whens = links(page, re.escape(who) + r"[a-z-]+/")
        assert whens, f"{who} leads nowhere"
        for when in whens:
            page.goto(when)
            assert links(page, r"/[a-z0-9-]+/penalty/\d+/"), f"{when} leads nowhere"


def links(page: Page, shape: str) -> list[str]:
    """The addresses of that shape that the page's own part links to, each once."""
    found = [link.get_attribute("href") or "" for link in page.locator("main a").all()]
    return list(dict.fromkeys(address for address in found if re.fullmatch(shape, address)))
