"""The sheets for paper, printed by Chromium: what is promised to fit one page does, on A4 and on Letter."""

from __future__ import annotations

import io

import pypdf
import pytest

from tests.browser.conftest import Opener

PAPER = pytest.mark.parametrize("paper", ["A4", "Letter"])


def printed(opened: Opener, path: str, paper: str) -> list[str]:
    """The words of each page."""
    page = opened(path)
    page.wait_for_load_state("networkidle")
    return [sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(page.pdf(format=paper))).pages]


@PAPER
def test_the_wall_card_fits_one_page_with_every_row_and_no_navigation(opened: Opener, paper: str) -> None:
    (words,) = printed(opened, "/auction-1912/penalties/card/", paper)
    assert words.count("~") >= 30 and "Revoke by Declarer" in words and "Cutting more than one card" in words
    assert "Back" not in words


def test_both_columns_of_the_wall_card_begin_on_one_line(opened: Opener) -> None:
    page = opened("/auction-1912/penalties/card/")
    tops = page.evaluate(
        """() => {
          const columns = {};
          for (const each of document.querySelectorAll(".rows h2, .rows li")) {
            const {left, top} = each.getBoundingClientRect();
            columns[Math.round(left)] = Math.min(top, columns[Math.round(left)] ?? Infinity);
          }
          return Object.values(columns);
        }"""
    )
    assert len(tops) == 2 and abs(tops[0] - tops[1]) < 1


@PAPER
@pytest.mark.parametrize("number", range(1, 13))
def test_a_dispute_sheet_fits_one_page(opened: Opener, paper: str, number: int) -> None:
    (words,) = printed(opened, f"/auction-1912/case/{number}/sheet/", paper)
    assert f"Case {number}:" in words


def test_a_page_on_paper_has_its_short_addresses_and_no_navigation(opened: Opener) -> None:
    words = " ".join(printed(opened, "/auction-1912/case/11/", "A4"))
    assert "~D8M9G" in words.replace(" ", ""), "where Law 60 is read"
    for gone in ("What happened?", "Add to newsletter", "Codes"):
        assert gone not in words
