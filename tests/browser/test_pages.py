"""Every kind of page, on a phone and a desk, in light and dark: nothing that shuts a reader out, nothing that breaks its own policy."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Opener
from tests.browser.pages import KINDS, PAGES

SIZES = {"phone": PHONE, "desk": DESK}
every_page = pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
LOOKS = [(size, scheme) for size in SIZES for scheme in ("light", "dark")]


@pytest.mark.parametrize("path", [PAGES[kind] for kind in KINDS], ids=KINDS)
def test_axe_has_nothing_to_say(opened: Opener, path: str) -> None:
    page = opened(path, PHONE)
    page.evaluate(AXE_SCRIPT)
    told = []
    for size, scheme in LOOKS:
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        told += [f"{size}, {scheme}: {line}" for line in violations(page)]
    assert told == []


def violations(page: Page) -> list[str]:
    """What axe finds against the page as it looks now, with the first three places of each.

    The admin's login is Django's own page: it answers to the guidelines (WCAG), not to axe's further advice.
    """
    only = "runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']," if "/admin/" in page.url else ""
    found = page.evaluate(f"axe.run({{{only} resultTypes: ['violations']}}).then(results => results.violations)")
    return [f"{v['id']}: {v['help']}: " + " // ".join(node["html"][:150] + " " + node.get("failureSummary", "")[:150] for node in v["nodes"][:3]) for v in found]


@every_page
def test_a_phone_never_scrolls_sideways_and_needs_no_scripts(opened: Opener, path: str) -> None:
    page = opened(path, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    plain = opened(path, PHONE, scripts=False).locator("main, #main").first.inner_text().lower()
    # What a device keeps for its owner alone (searches, what was picked for a newsletter) is there with scripts only.
    page.evaluate("document.querySelectorAll('.recent, .pick, .tray').forEach(each => each.remove())")
    lines = [line.strip().lower() for line in page.locator("main, #main").first.inner_text().splitlines()]
    assert [line for line in lines if line and line not in plain and not line.startswith("copy")] == [], "said only with scripts"


@pytest.mark.parametrize("path", ["/", "/auction-1912/law/84/", "/auction-1912/penalties/", "/auction-1912/case/11/"])
def test_dark_is_dark_and_light_is_light(opened: Opener, path: str) -> None:
    assert brightness(opened(path, scheme="light")) > 200 > 60 > brightness(opened(path, scheme="dark"))


def brightness(page: Page) -> float:
    """From 0 for black to 255 for white: the ground that the page stands on."""
    script = """() => { for (const e of [document.body, document.documentElement]) {
        const c = getComputedStyle(e).backgroundColor; const canvas = document.createElement("canvas").getContext("2d");
        canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        if (a) return (r + g + b) / 3; } return 255; }"""
    return float(page.evaluate(script))


# ---- the keyboard ----

MOST_STOPS = 300  # no page has so many: a walk this long goes round in a ring that leaves out the browser

FOCUSED = """() => { const e = document.activeElement; if (!e || e === document.body) return null;
    const s = getComputedStyle(e), box = e.getBoundingClientRect();
    return { name: e.tagName + " " + (e.getAttribute("href") || e.name || e.id || e.textContent.trim().slice(0, 30)),
      ring: (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 0) || s.boxShadow !== "none",
      seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth }; }"""
REACHABLE = """() => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
    .filter(e => !e.disabled && e.tabIndex >= 0 && e.checkVisibility({visibilityProperty: true})).length"""


@pytest.mark.parametrize("path", ["/", "/auction-1912/law/84/", "/auction-1912/case/11/", "/auction-1912/penalties/", "/search/?q=revoke", "/finder/"])
def test_the_keyboard_reaches_everything_and_shows_where_it_is(opened: Opener, path: str) -> None:
    page = opened(path)
    seen: list[str] = []
    while len(seen) < MOST_STOPS:
        page.keyboard.press("Tab")
        here = page.evaluate(FOCUSED)
        if here is None or here["name"] in seen[:1]:
            break
        assert here["ring"], f"{here['name']} shows no focus"
        assert here["seen"], f"{here['name']} has the focus out of sight"
        seen.append(here["name"])
    else:
        raise AssertionError(f"the focus never leaves the page: {seen[-5:]}")
    assert len(seen) >= page.evaluate(REACHABLE)


def test_the_first_stop_of_the_keyboard_skips_to_the_text(opened: Opener) -> None:
    page = opened("/auction-1912/law/84/")
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    expect(skip).to_be_in_viewport()
    target = skip.get_attribute("href") or ""
    assert target.startswith("#")
    skip.press("Enter")
    assert page.evaluate("location.hash") == target
    assert page.locator(target).evaluate("element => element === document.querySelector('main') || document.querySelector('main').contains(element)")


def test_a_search_is_typed_and_sent_from_the_keyboard(opened: Opener) -> None:
    page = opened("/")
    page.locator("main input[name=q]").fill("law 84 b")
    page.keyboard.press("Enter")
    page.wait_for_url("**/auction-1912/law/84/#b")
    expect(page.locator("#b")).to_be_in_viewport()


def test_a_link_to_a_part_brings_it_into_sight(opened: Opener) -> None:
    page = opened("/auction-1912/law/37/#g", PHONE)
    expect(page.locator("#g")).to_be_in_viewport()


# ---- fingers ----

TARGETS = """() => [...document.querySelectorAll("main a[href], main button, main select, main input:not([type=hidden]), header a[href], header button, nav a[href], nav select")]
    .filter(e => e.checkVisibility() && getComputedStyle(e).display !== "inline")
    .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 120)]).filter(([box]) => box.width && (box.height < 43.5 || box.width < 24)).map(([box, html]) => Math.round(box.height) + " px: " + html)"""


@pytest.mark.parametrize("path", ["/", "/finder/", "/finder/declarer/", "/finder/declarer/play/", "/auction-1912/penalties/", "/search/?q=revoke"])
def test_what_a_finger_taps_is_44_px_high(opened: Opener, path: str) -> None:
    """Links in running text are left out, as the accessibility guidelines leave them out."""
    assert opened(path, PHONE, touch=True).evaluate(TARGETS) == []


# ---- paper ----


@pytest.mark.parametrize("path", ["/auction-1912/law/84/", "/auction-1912/case/11/", "/auction-1912/penalties/"])
def test_a_printed_page_is_black_on_white_and_names_its_address(opened: Opener, path: str) -> None:
    page = opened(path, scheme="dark")
    page.emulate_media(media="print")
    assert brightness(page) > 240
    expect(page.get_by_role("searchbox").first).not_to_be_visible()
    shown = page.locator("body").inner_text()
    assert "casebook.example" + path in shown or re.search(r"casebook\.example/~[0-9A-Z]{5}\b", shown), "its own address or the short one"
