"""The reader of books against real books and against files made ugly on purpose, kept outside the project."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from laws.books.profile import shipped
from laws.books.reader import Reading, read_book
from laws.books.records import EntryRecord
from tests.acceptance.conftest import gold

AUCTION = "auction-1912-laws-etiquette-cases-penalties"
GOLD = gold("auction-1912.json")
UGLY = {one["file"]: one["expect"] for one in gold("ugly/index.json").get("files", [])}
KINDS = {"laws": "law", "etiquette": "etiquette", "cases": "case", "penalty_rows": "penalty", "footnotes": "footnote"}


def bare(text: str) -> str:
    """Words without markup, note marks, part labels' brackets and white space."""
    text = text.replace("’", "'")
    text = re.sub(r"\[\^?\w{1,3}\]|^\|(?: --- \|)+$", "", text, flags=re.M)
    return re.sub(r"[^\w,;:!?\"'’]|_", "", text.replace("--", "").replace("—", "")).lower()


def read(path: Path, profile: str = "") -> Reading:
    return read_book(path.read_bytes(), name=path.name, slug="x", profile=shipped(profile) if profile else None)


def of_kind(reading: Reading, kind: str) -> list[EntryRecord]:
    return [entry for entry in reading.record.entries if entry.kind == kind] if reading.record else []


@pytest.fixture(scope="module", params=[".txt", ".html"])
def auction(request: Any, shared: Path) -> Reading:
    return read(shared / "books" / (AUCTION + request.param), "auction-1912")


@pytest.fixture
def is_html(auction: Reading) -> bool:
    assert auction.record
    return auction.record.entries[0].place.file.endswith("html")


def test_the_auction_laws_are_those_of_the_gold_word_for_word(auction: Reading, is_html: bool) -> None:
    found = of_kind(auction, "law")
    assert [law.number for law in found] == [str(law["number"]) for law in GOLD["laws"]]
    differing = [law.number for law, known in zip(found, GOLD["laws"], strict=True) if bare(law.fields["text"]) != bare(known["text"])]
    assert differing == (["6"] if is_html else [])  # the page prints Law 6's table its own way
    assert auction.record
    for law, known in zip(found, GOLD["laws"], strict=True):
        assert law.heading is not None
        assert re.sub(r"\[\^\d+\]", "", auction.record.headings[law.heading].title) == known["group"]
        labels = re.findall(r"(?m)^\((\w+)\) ", law.fields["text"])
        assert labels == [sub["label"] for sub in known["subs"]]
        assert re.findall(r"\[\^(\d+)\]", law.fields["text"]) == [str(mark) for mark in known["footnote_marks"]]


def test_the_auction_etiquette_is_that_of_the_gold(auction: Reading) -> None:
    found = of_kind(auction, "etiquette")
    known = GOLD["etiquette"]["sections"]
    assert [(one.number, bare(one.fields["text"])) for one in found] == [(str(one["number"]), bare(one["text"])) for one in known]
    assert auction.record and found[0].heading is not None
    assert bare(auction.record.headings[found[0].heading].text) == bare(GOLD["etiquette"]["intro"])


def test_the_auction_cases_have_the_facts_query_and_decision_of_the_gold(auction: Reading, is_html: bool) -> None:
    found = of_kind(auction, "case")
    assert [case.number for case in found] == [str(case["number"]) for case in GOLD["cases"]]
    differing = []
    for case, known in zip(found, GOLD["cases"], strict=True):
        for name in ("facts", "query", "decision"):
            if bare(case.fields.get(name, "")) != bare(known[name] or ""):
                differing.append((case.number, name))
    assert differing == ([("6", "facts"), ("7", "facts")] if is_html else [])  # the heads of the tables of bids
    assert auction.record and found[0].heading is not None
    assert bare(auction.record.headings[found[0].heading].text) == bare(GOLD["decisions_intro"])


def test_the_auction_notes_hang_where_the_gold_hangs_them(auction: Reading, is_html: bool) -> None:
    if is_html:  # their words are in another part of the file
        assert sorted(mark for mark, _ in auction.proof.marks_without_notes) == ["24", "25", "26", "27"]
        return
    found = of_kind(auction, "footnote")
    assert [(one.number, bare(one.fields["text"])) for one in found] == [
        (str(one["number"]), bare(one["text"])) for one in GOLD["footnotes"]
    ]
    anchors = [(known["anchor"]["kind"], str(known["anchor"].get("number", ""))) for known in GOLD["footnotes"]]
    assert [note.on[:2] for note in found if note.on][:3] == anchors[:3]
    assert found[3].on == ("heading", "THE REVOKE", "")


def test_the_auction_table_has_the_thirty_rows_of_the_gold(auction: Reading) -> None:
    found = [(row.fields["offense"], row.fields["penalty_text"], row.fields["laws"]) for row in of_kind(auction, "penalty")]
    known = [
        (row["offense"], row["penalty_text"], "; ".join(f"{ref['number']} {ref['sub'] or ''}".strip() for ref in row["law_refs"]))
        for row in GOLD["penalties"]["rows"]
    ]
    assert found == known
    assert auction.proof.counts["table_references"] == 32


def test_the_two_readings_of_the_auction_code_agree(shared: Path) -> None:
    text, page = (read(shared / "books" / (AUCTION + end), "auction-1912") for end in (".txt", ".html"))
    known = {("law", "6"), ("case", "6"), ("case", "7")}
    first = {(e.kind, e.number): bare(" ".join(e.fields.values())) for e in text.record.entries if e.kind != "footnote"}  # type: ignore[union-attr]
    second = {(e.kind, e.number): bare(" ".join(e.fields.values())) for e in page.record.entries}  # type: ignore[union-attr]
    assert {key for key in first.keys() | second.keys() if first.get(key) != second.get(key)} == known


def test_the_seeds_read_the_same_where_they_overlap(shared: Path) -> None:
    whole = {(e.kind, e.number): e for e in read(shared / "books" / f"{AUCTION}.txt", "auction-1912").record.entries}  # type: ignore[union-attr]
    seed = read(shared / "gold" / "ugly" / "01-seed000.txt")
    for case in of_kind(seed, "case"):
        assert {name: bare(words) for name, words in case.fields.items()} == {
            name: bare(words) for name, words in whole["case", case.number].fields.items()
        }
    for row in of_kind(seed, "penalty"):
        assert row.fields["laws"] == whole["penalty", row.number].fields["laws"]


def test_the_seed_of_the_whist_code_reads_like_its_book(shared: Path) -> None:
    whole = {(e.kind, e.number): e for e in read(shared / "books" / "whist-1889-cavendish-laws-etiquette-cases.txt").record.entries}  # type: ignore[union-attr]
    seed = read(shared / "gold" / "ugly" / "04-seed003.txt")
    for entry in of_kind(seed, "law") + of_kind(seed, "footnote"):
        assert bare(entry.fields["text"]) == bare(whole[entry.kind, entry.number].fields["text"])
    assert [note.on for note in of_kind(seed, "footnote") if note.on] == [("law", "84", ""), ("law", "86", "")]


@pytest.mark.parametrize(
    ("book", "counts"),
    [
        ("whist-1889-cavendish-laws-etiquette-cases.txt", {"laws": 91, "footnotes": 40, "cases": 11}),
        ("whist-1889-cavendish-laws-etiquette-cases.html", {"laws": 91, "footnotes": 40, "cases": 11}),
        ("bridge-1905-elwell-laws-etiquette.txt", {"laws": 106, "footnotes": 1, "parts": 25}),
        ("bridge-1905-elwell-laws-etiquette.html", {"laws": 106, "footnotes": 1, "parts": 25}),
        ("whist-family-laws-foster.txt", {"laws": 39, "etiquette": 9}),
        ("poker-laws-foster.txt", {"laws": 46}),
        ("tennis-1889-cases.txt", {"cases": 36}),
        ("dummy-chapter-foster.txt", {"laws": 0}),
    ],
)
def test_the_other_books_are_read_whole(book: str, counts: dict[str, int], shared: Path) -> None:
    reading = read(shared / "books" / book)
    assert {name: reading.proof.counts[name] for name in counts} == counts
    assert not reading.proof.gaps and not reading.proof.repeats and not reading.proof.out_of_order
    assert reading.proof.accounts.adds_up
    assert reading.proof.accounts.not_understood < 0.01 * reading.proof.accounts.region


def test_the_forty_notes_of_the_whist_code_hang_on_their_marks(shared: Path) -> None:
    reading = read(shared / "books" / "whist-1889-cavendish-laws-etiquette-cases.txt")
    known = {str(note["number"]): note for note in gold("citations-whist.json")["footnotes"]}
    assert not reading.proof.notes_without_marks and not reading.proof.marks_without_notes
    for note in of_kind(reading, "footnote"):
        anchor = known[note.number]["anchor"] if note.number in known else None
        if anchor and anchor.get("kind") == "law":
            assert note.on and note.on[:2] == ("law", str(anchor["number"]))


def test_the_laws_of_poker_have_their_printed_titles(shared: Path) -> None:
    laws = {law.number: law for law in of_kind(read(shared / "books" / "poker-laws-foster.txt"), "law")}
    assert (laws["1"].title, laws["3"].title, laws["37"].title) == ("Formation of Table", "", "The Antes")
    assert sum(bool(law.title) for law in laws.values()) == 38


@pytest.mark.parametrize("file", UGLY or ["none"])
def test_an_ugly_file_gets_its_stated_answer(file: str, shared: Path) -> None:
    expected = UGLY[file]
    started = time.perf_counter()
    reading = read(shared / "gold" / "ugly" / file)
    assert time.perf_counter() - started < 4  # two seconds on a machine with nothing else to do
    proof = reading.proof
    assert proof.accounts.adds_up
    if expected["status"] == "error" and "acceptable" not in expected:
        assert proof.refusal and reading.record is None
        return
    assert (proof.status == "error") == (expected["status"] == "error" and reading.record is None)
    for name, kind in KINDS.items():
        _compare(expected.get(name), of_kind(reading, kind))
    for name, count in (("table_refs", "table_references"), ("subparagraphs", "parts"), ("case_fragments", "case_fragments")):
        if name in expected:
            assert proof.counts[count] == expected[name]
    for other in expected.get("other_lists", ()):
        assert (other["title"], other["count"]) in proof.other_lists
    if "laws_certain" in expected:
        assert [int(law.number) for law in of_kind(reading, "law")] == sorted(expected["laws_certain"] + expected["laws_probable"])
        assert len(proof.guesses) >= len(expected["laws_probable"])
    assert "\0" not in repr(reading.record)


def _compare(expected: Any, found: list[EntryRecord]) -> None:
    if isinstance(expected, int):
        assert len(found) == expected
    elif isinstance(expected, list):
        assert [entry.slug.split("-")[0] for entry in found] == [str(number) for number in expected]


def test_a_scrambled_row_and_a_wrong_number_are_told(shared: Path) -> None:
    ugly = shared / "gold" / "ugly"
    told = "\n".join(read(ugly / "17-duplicate-number.txt").proof.warnings())
    assert "law 50 is given twice (lines 6 and 19)" in told
    told = "\n".join(read(ugly / "48-notes-adrift.txt").proof.warnings())
    for sentence in ("mark 30 has no note", "note 25 has no mark", "footnote 24 is given twice", "mark 24 is used again"):
        assert sentence in told
    told = "\n".join(read(ugly / "50-cases-variants.txt").proof.warnings())
    for sentence in ("case 3 has no decision", "case 4 has no facts", "case 4 is given twice (lines 20 and 26)"):
        assert sentence in told


def test_markup_of_a_hostile_page_is_only_words(shared: Path) -> None:
    laws = {law.number: law.fields["text"] for law in of_kind(read(shared / "gold" / "ugly" / "32-hostile.html"), "law")}
    assert laws["4"] == "<script>alert(4)</script> is text, not a tag."
    assert "alert(" not in "".join(text for number, text in laws.items() if number != "4")
    assert laws["3"] == "Every deal is played out."
