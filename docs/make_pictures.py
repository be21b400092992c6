"""Take the README's pictures from the running site: python docs/make_pictures.py [http://127.0.0.1:8000]"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parent / "pictures"
PAGES = {"home": "/", "case": "/auction-1912/case/11/"}
SIZE = {"width": 1120, "height": 760}


def main(address: str) -> None:
    """Write one PNG a page into docs/pictures/. The site must be running at `address`."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE, color_scheme="light", device_scale_factor=1.5)  # type: ignore[arg-type]
        for name, path in PAGES.items():
            page.goto(address.rstrip("/") + path)
            page.screenshot(path=str(FOLDER / f"{name}.png"))
            print(f"docs/pictures/{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
