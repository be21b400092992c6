"""Take the pictures of the README and of the editor's guide from the running site.

python docs/make_pictures.py [http://127.0.0.1:8000]

The desk needs somebody to sign in: CASEBOOK_EDITOR=name:password in the environment. Without it only the public pages are taken. Nothing is
saved at the desk.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).resolve().parent / "pictures"
PAGES = {"home": "/", "case": "/auction-1912/case/11/"}
SIZE = {"width": 1120, "height": 760}
WIDE = {"width": 1440, "height": 900}
EDITOR = os.environ.get("CASEBOOK_EDITOR", "")

COLUMN = (
    "Two rulings of last Tuesday.\n\n"
    "A bid out of turn: by Rule 49 either adversary could ask for a new deal, and Law 84 b had no part in it, whatever was said"
    " about 150 points. Law 100, which was quoted at table four, does not exist.\n\n"
    "Section 9 of Etiquette provides that dummy must stay in his chair while the hand is played, and not walk about to look. The next"
    " law says more."
)


def main(address: str) -> None:
    """Write one PNG a page into docs/pictures/. The site must be running at `address`."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE, color_scheme="light", device_scale_factor=1.5, base_url=address)  # type: ignore[arg-type]
        for name, path in PAGES.items():
            page.goto(path)
            take(page, name)
        proof_reader(page)
        if EDITOR:
            desk(page)
        browser.close()


def take(page: Page, name: str) -> None:
    page.screenshot(path=str(FOLDER / f"{name}.png"))
    print(f"docs/pictures/{name}.png")


def proof_reader(page: Page) -> None:
    """The proof-reader's findings in a column."""
    page.goto("/proof/")
    page.fill("#id_text", COLUMN)
    page.click(".proof-form button[type=submit]")
    page.wait_for_selector(".proof-item")
    page.locator("#findings").evaluate("element => element.scrollIntoView()")
    take(page, "proof")


def desk(page: Page) -> None:
    """The form of a ruling with its proof-reading, and an answer in the panel."""
    name, _, password = EDITOR.partition(":")
    page.goto("/admin/login/")
    page.fill("#id_username", name)
    page.fill("#id_password", password)
    page.click("input[type=submit]")
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    page.goto("/admin/laws/ruling/add/")
    page.select_option("#id_edition", label="The Laws of Auction Bridge, 1912")
    page.fill("#id_number", "13")
    page.fill("#id_title", "A bid at the wrong time")
    page.fill("#id_case-0-holding", "Either adversary may have a new deal.")
    page.fill("#id_case-0-decision", COLUMN.partition("\n\n")[2])
    page.wait_for_selector("#proof-desk .proof-item.is-unknown")
    page.locator("#id_case-0-facts").evaluate("element => element.scrollIntoView({block: 'start'})")
    take(page, "desk")
    page.click("#proof-desk button[name=take-sic]")
    answer = page.locator("#proof-desk .proof-choice", has=page.locator("option[value=sic][selected]"))
    answer.wait_for()
    answer.evaluate("element => element.scrollIntoView({block: 'center'})")
    take(page, "answer")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
