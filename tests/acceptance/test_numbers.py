"""The shipped collection is complete: as many of everything as the books have, each with its group, number and parts."""

from __future__ import annotations

from typing import Any

import pytest

from laws import text as markup
from laws.models import Citation, Edition, Entry, Heading
from tests.acceptance.conftest import gold

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collection")]

AUCTION = gold("auction-1912.json")
WHIST = gold("citations-whist.json")
OFFENDERS = {"any": "anyone", "any (not dummy)": "anyone-but-dummy", "either side": "either-side"}
PHASES = {"before lead": {"before-lead"}, "deal or play": {"deal", "play"}}
# Printed cells whose remedies are joined by "and" (rows 8, 9, 22), and the one with both (row 23).
REMEDIES_OF_ROW_23 = {"any": [{"all": ["Made 7 tricks", "partner debarred from bidding"]}, "new deal", "previous declaration may be made final"]}


def entry(edition: str, kind: str, number: object) -> Entry:
    return Entry.objects.published().for_page().get(edition__slug=edition, kind=kind, slug=str(number))


def bare(title: str) -> str:
    """A heading as printed without note marks and closing stop, in capitals."""
    return markup.plain(title).rstrip(".").upper()


@pytest.mark.parametrize(
    ("edition", "kind", "count"),
    [
        ("auction-1912", "law", 97),
        ("auction-1912", "etiquette", 12),
        ("auction-1912", "footnote", 4),
        ("auction-1912", "case", 12),
        ("auction-1912", "penalty", 30),
        ("whist-1889", "law", 91),
        ("whist-1889", "case", 11),
    ],
)
def test_an_edition_has_as_many_as_its_book(edition: str, kind: str, count: int) -> None:
    numbers = list(Entry.objects.published().filter(edition__slug=edition, kind=kind).in_order().values_list("slug", flat=True))
    first = 24 if (edition, kind) == ("auction-1912", "footnote") else 1
    assert numbers == [str(number) for number in range(first, first + count)]


def test_whist_has_the_36_notes_of_the_seed_and_no_more_than_the_40_of_its_book() -> None:
    notes = list(Entry.objects.published().filter(edition__slug="whist-1889", kind="footnote").in_order().values_list("slug", flat=True))
    assert notes[:36] == [str(number) for number in range(1, 37)]
    assert notes[36:] in ([], ["37", "38", "39", "40"])


def test_whist_has_its_etiquette_and_dummy_hoyle_its_sections() -> None:
    assert Entry.objects.published().filter(edition__slug="whist-1889", kind__in=["etiquette", "section"]).exists()
    sections = Entry.objects.published().filter(edition__slug="dummy-hoyle", kind="section")
    assert sections.exists()
    assert not sections.filter(text="").exists(), "these are printed words"


def test_the_table_of_auction_has_32_references() -> None:
    assert Citation.objects.standing().filter(source__edition__slug="auction-1912", source__kind="penalty").count() == 32


@pytest.mark.parametrize("law", AUCTION.get("laws", []), ids=lambda law: str(law["number"]))
def test_a_law_of_auction_stands_in_its_group_with_its_parts_and_notes(law: dict[str, Any]) -> None:
    found = entry("auction-1912", "law", law["number"])
    assert found.number == str(law["number"])
    assert found.title, "a short title of ours"
    assert found.heading is not None
    assert bare(found.heading.title) == bare(law["group"])
    assert [part.anchor for part in found.parts.all()] == [sub["norm"] for sub in law["subs"]]
    words = found.text or found.digest
    assert {number for number, _, _ in markup.marks(words)} == {str(mark) for mark in law["footnote_marks"]}


@pytest.mark.parametrize("law", WHIST.get("laws", []), ids=lambda law: str(law["number"]))
def test_a_law_of_whist_stands_in_its_group_with_its_parts_and_notes(law: dict[str, Any]) -> None:
    found = entry("whist-1889", "law", law["number"])
    assert found.heading is not None
    assert bare(found.heading.title) == bare(law["group"])
    assert [part.anchor for part in found.parts.all()] == [sub.lower() for sub in law["subs"]]
    words = found.text or found.digest
    assert {number for number, _, _ in markup.marks(words)} == {str(mark) for mark in law["footnote_marks"]}


def test_the_groups_of_both_codes_come_in_the_order_of_the_books() -> None:
    for edition, book in (("auction-1912", AUCTION), ("whist-1889", WHIST)):
        groups = Heading.objects.filter(edition__slug=edition, kind="law").order_by("position")
        assert [bare(group.title) for group in groups] == [bare(group["title"]) for group in book["groups"]]


@pytest.mark.parametrize("note", AUCTION.get("footnotes", []), ids=lambda note: str(note["number"]))
def test_a_note_of_auction_hangs_where_the_book_hangs_it(note: dict[str, Any]) -> None:
    found = entry("auction-1912", "footnote", note["number"]).footnote
    anchor = note["anchor"]
    if anchor["kind"] == "heading":
        assert found.anchor_heading is not None
        assert bare(found.anchor_heading.title) == bare(anchor["title"])
    else:
        assert found.anchor is not None
        assert (found.anchor.kind, found.anchor.slug) == (anchor["kind"], str(anchor["number"]))


@pytest.mark.parametrize("note", WHIST.get("footnotes", []), ids=lambda note: str(note["number"]))
def test_a_note_of_whist_hangs_on_its_law_and_part(note: dict[str, Any]) -> None:
    found = entry("whist-1889", "footnote", note["number"]).footnote
    anchor = note["anchor"]
    if "law" in anchor:
        assert found.anchor is not None
        assert (found.anchor.kind, found.anchor.slug) == ("law", str(anchor["law"]))
        assert found.anchor_part == (anchor.get("sub") or "").lower()


@pytest.mark.parametrize("case", AUCTION.get("cases", []), ids=lambda case: str(case["number"]))
def test_a_case_of_auction_has_facts_a_decision_a_holding_and_its_outcome(case: dict[str, Any]) -> None:
    found = entry("auction-1912", "case", case["number"]).case
    assert found.facts or found.facts_digest
    assert found.decision or found.decision_digest
    assert found.holding
    assert found.outcome == case["outcome"]["code"]


@pytest.mark.parametrize(("number", "fields"), [("10", ["decision"]), ("11", ["facts", "query", "decision"]), ("12", ["facts", "query", "decision"])])
def test_the_words_of_the_seeds_stand_as_printed(number: str, fields: list[str]) -> None:
    book = next(case for case in AUCTION["cases"] if case["number"] == int(number))
    found = entry("auction-1912", "case", number).case
    for field in fields:
        assert getattr(found, field), f"{field} is printed"
    assert letters(found.decision)[:200] == letters(book["decision"])[:200]


def letters(words: str) -> str:
    """A text as its letters and figures alone, in which two printings of the same words are equal."""
    return "".join(ch for ch in markup.plain(words).lower() if ch.isalnum())


@pytest.mark.parametrize("row", AUCTION.get("penalties", {}).get("rows", []), ids=lambda row: str(row["row"]))
def test_a_row_of_the_table_says_what_the_book_says(row: dict[str, Any]) -> None:
    found = entry("auction-1912", "penalty", row["row"])
    penalty = found.penaltyrow
    assert letters(penalty.offense) == letters(row["offense"])
    assert letters(penalty.penalty_text) == letters(row["penalty_text"])
    assert [who.offender for who in found.offenders.all()] == [OFFENDERS.get(row["offender"], row["offender"])]
    assert {when.phase for when in found.phases.all()} == PHASES.get(row["phase"], {row["phase"]})
    cited = list(Citation.objects.standing().filter(source=found).order_by("start"))
    assert [(c.target_number, c.target_part) for c in cited] == [(str(ref["number"]), ref["sub"] or "") for ref in row["law_refs"]]
    assert {c.outcome for c in cited} == {"resolved"}


@pytest.mark.parametrize("row", AUCTION.get("penalties", {}).get("rows", []), ids=lambda row: str(row["row"]))
def test_a_row_of_the_table_has_its_remedies_taken_apart(row: dict[str, Any]) -> None:
    penalty = entry("auction-1912", "penalty", row["row"]).penaltyrow
    if row["row"] == 23:
        assert folded(penalty.remedies) == folded(REMEDIES_OF_ROW_23)
        return
    assert penalty.connector == (row["connector"] or "")
    wanted, got = row["penalty_alternatives"], penalty.alternatives
    assert len(got) == len(wanted)
    assert all(letters(theirs) in letters(mine) or letters(mine) in letters(theirs) for theirs, mine in zip(wanted, got, strict=True))


def folded(remedies: Any) -> Any:
    """Remedies with their words as letters, and the outer level the same under either name where it holds one remedy."""
    if isinstance(remedies, str):
        return letters(remedies)
    return {joined: [folded(item) for item in items] for joined, items in remedies.items()}


def test_everything_shipped_is_published_and_has_a_permanent_id_of_its_own() -> None:
    assert Edition.objects.count() == 3
    entries = Entry.objects.all()
    assert {e.status for e in entries} == {"published"}
    ids = [e.permanent_id for e in entries.prefetch_related("parts")] + [part.permanent_id for e in entries for part in e.parts.all()]
    assert len(ids) == len(set(ids))
