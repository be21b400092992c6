"""Citations measured against every citation of two whole books, read by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from laws.models import Citation
from laws.text import arabic
from tests.acceptance.conftest import gold, score
from tests.conftest import environment, manage

AUCTION = gold("citations-auction.json")


@pytest.mark.parametrize(("file", "edition"), [("citations-auction.json", "auction-1912"), ("citations-whist.json", "whist-1889")])
def test_every_citation_of_the_book_is_found_and_nothing_else(shared: Path, shipped_database: str, file: str, edition: str) -> None:
    done = score("score_citations.py", str(shared / "gold" / file), "--edition", edition, database=shipped_database)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def found(shared: Path, shipped_database: str) -> list[dict[str, Any]]:
    """All citations that the project finds in the book of auction."""
    book = shared / AUCTION["text"]
    done = manage("find_citations", str(book), "--edition", "auction-1912", "--json", env=environment(DATABASE_URL=shipped_database))
    return json.loads(done.stdout)


@pytest.mark.parametrize("relative", AUCTION.get("anaphora_not_counted", []), ids=lambda relative: f"{relative['source']}: {relative['exact']}")
def test_a_relative_citation_is_tied_to_what_it_leans_on(shared: Path, found: list[dict[str, Any]], relative: dict[str, Any]) -> None:
    book = (shared / AUCTION["text"]).read_text(encoding="utf-8")
    start, end = case_span(book, relative["source"].split()[1])
    words = re.compile(r"\s+".join(map(re.escape, relative["exact"].split())), re.IGNORECASE)
    places = [match.span() for match in words.finditer(book, start, end)]
    assert places, "the words stand in the case"
    tied = [one for one in found if one["form"] == "relative" and any(one["start"] < high and one["end"] > low for low, high in places)]
    kind, number, part = wanted(relative["refers"])
    assert (kind, number, part) in {(t["kind"], str(t["number"]), t["part"] or "") for one in tied for t in one["targets"]}


def case_span(book: str, number: str) -> tuple[int, int]:
    start = re.search(rf"^\s*CASE {number}\s*$", book, re.MULTILINE)
    assert start is not None
    after = re.compile(r"^\s*(?:CASE \d+|SUMMARIZED PENALTIES)\s*$", re.MULTILINE).search(book, start.end())
    return start.end(), after.start() if after else len(book)


def wanted(refers: int | str) -> tuple[str, str, str]:
    """The target that the gold names as 52, "84 b" or "etiquette 10"."""
    kind, number, part = re.fullmatch(r"(etiquette )?(\d+) ?([a-z]?)", str(refers)).groups()  # type: ignore[union-attr]
    return ("etiquette" if kind else "law"), number, part


# ---- the same, in the shipped collection ----


def gold_pairs(file: str) -> set[tuple[str, str, str, str, str]]:
    """(source kind, source number, target kind, target number, target part) of every citation in the book."""
    return set(_gold_pairs(file))


def _gold_pairs(file: str) -> Iterator[tuple[str, str, str, str, str]]:
    for citation in gold(file)["citations"]:
        source = citation["source"]
        if citation.get("optional") or not {"number", "row"} & source.keys():
            continue
        kind = "penalty" if source["kind"] == "penalty-row" else source["kind"]
        for target in citation["targets"]:
            yield kind, arabic(str(source.get("number", source.get("row")))), target["kind"], arabic(str(target["number"])), (target.get("sub") or "").lower()


@pytest.mark.django_db
@pytest.mark.usefixtures("collection")
@pytest.mark.parametrize(("file", "edition"), [("citations-auction.json", "auction-1912"), ("citations-whist.json", "whist-1889")])
def test_each_entry_cites_what_the_book_has_it_cite(file: str, edition: str) -> None:
    """Printed words and digests alike: a digest loses no citation and makes none up. Relative ones have no number to compare."""
    rows = Citation.objects.standing().filter(source__edition__slug=edition).exclude(form__in=["relative", "self"]).select_related("source")
    ours = {(row.source.kind, row.source.slug, row.target_kind, row.target_number, row.target_part) for row in rows}
    books = gold_pairs(file)
    assert sorted(books - ours) == [], "lost"
    assert sorted(ours - books) == [], "made up"


@pytest.mark.django_db
@pytest.mark.usefixtures("collection")
@pytest.mark.parametrize(("case", "law"), [("1", "49"), ("3", "39"), ("4", "24"), ("5", "23"), ("7", "46")])
def test_a_case_that_says_rule_links_to_the_law(case: str, law: str) -> None:
    named = Citation.objects.filter(source__edition__slug="auction-1912", source__kind="case", source__slug=case, words__istartswith="rule")
    assert {(row.target.kind, row.target.slug, row.outcome) for row in named if row.target} == {("law", law, "resolved")}


@pytest.mark.django_db
@pytest.mark.usefixtures("collection")
def test_case_9_links_as_printed_and_carries_its_correction() -> None:
    printed = Citation.objects.get(source__edition__slug="auction-1912", source__kind="case", source__slug="9", target_kind="etiquette", target_number="9")
    assert printed.target is not None
    assert printed.target.slug == "9"
    assert printed.correction is not None
    assert (printed.correction.kind, printed.correction.slug) == ("etiquette", "8")
    assert printed.correction_reason


@pytest.mark.django_db
@pytest.mark.usefixtures("collection")
def test_no_citation_of_the_shipped_collection_is_left_open() -> None:
    left = Citation.objects.standing().exclude(outcome="resolved")
    assert [f"{row.source}: {row.words} is {row.outcome}" for row in left] == []
