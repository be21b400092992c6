"""The proof of a reading adds up, and no word is lost or doubled, whatever the book."""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from laws.books.reader import Reading, read_book
from tests.fuzz.made_up import Maker


def words_found(reading: Reading) -> Counter[str]:
    """Every made-up word that is in the record or told as not understood."""
    texts = [words for _, _, words in reading.proof.not_understood]
    if record := reading.record:
        texts += [record.title if all(head.title != record.title for head in record.headings) else ""]
        texts += [*record.front.values(), *record.back.values()]
        texts += [f"{head.title} {head.text}" for head in record.headings]
        texts += [f"{entry.title if entry.title_is_printed else ''} {' '.join(entry.fields.values())}" for entry in record.entries]
    return Counter(re.findall(r"q(?:[bdfgkmnprtvz]a)+", " ".join(texts).lower()))


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_every_word_of_a_book_is_in_an_entry_or_told_as_not_understood(chance: random.Random) -> None:
    maker = Maker(chance)
    text = maker.book()
    reading = read_book(text.encode(), name="made up", slug="made-up")
    assert reading.proof.accounts.adds_up
    dropped = re.findall(r"\[Illustration: ([^\]]*)\]", text)
    expected = Counter(maker.words) - Counter(re.findall(r"\w+", " ".join(dropped).lower()))
    assert words_found(reading) == expected


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=600) | st.text(max_size=600).map(str.encode))
@example(b"")
@example(b"1.\n")
@example(b"\xff\xfe1\x00.\x00")
@example(b"\xef\xbb\xbfOFFENSE,PENALTY,LAW\r\na,b\r\n")
@example(b"OFFENSE  PENALTY  LAW\n\n{ { {\n")
@example(b"<p>1. <table><tr><td><table><p>2.</table></p>")
def test_any_bytes_get_an_answer_that_adds_up(data: bytes) -> None:
    reading = read_book(data, name="bytes", slug="bytes")
    assert reading.proof.accounts.adds_up
    assert (reading.record is None) == bool(reading.proof.refusal)
    json.dumps(reading.proof.to_dict())


PIECES = (
    "1. ", "2. ", "3 ", "1st. ", "2d. ", "I. ", "II.--", "_a_ ", "(b) ", "CASE 1\n\n", "CASE II.\n\n", "DECISION\n\n", "_Decision_--", "Query: ", "[1]", "\n\n", "\n",
    "[1] ", "[2: ", "]", "THE RUBBER\n\n", "ETIQUETTE\n\n", "FOOTNOTES\n\n", "OFFENSE     PENALTY     LAW\n", "{ ", "\t", "   ", "84 _a_", "| a | b |\n", "<p>", "</p>",
    "<table><tr><td>", "</td></tr></table>", "<ol><li>", "<script>", "&nbsp;", "<!--", "-->", "_=", "=_", "A player may ask.", "the turn", "is it so?", "\0", "\f", "\u00ad", "*",
    "( 12 )", "[Illustration", "5 to 10. As in whist.", "LAW I\n\n", "50a. It is so.", "8o. If a", "a.s.sist", "recti-\nfied", "|", ">", "\\", "<b>", "</b>", "<i>", "<sup>3</sup>", "<br>",
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_whatever_is_put_beside_what_it_adds_up(text: str) -> None:
    proof = read_book(text.encode(), name="pieces", slug="pieces").proof
    assert proof.accounts.adds_up


def laws(count: int) -> bytes:
    chance = Maker(random.Random(count))
    return ("THE LAWS OF A GAME\n\n\n" + chance.laws(count, "plain")).encode()


def seconds(data: bytes) -> float:
    started = time.process_time()
    read_book(data, name="long", slug="long")
    return time.process_time() - started


def test_ten_times_the_laws_take_about_ten_times_as_long() -> None:
    short, long = laws(600), laws(6000)
    once = min(seconds(short) for _ in range(3))
    assert seconds(long) < 20 * once * len(long) / len(short) / 10


@pytest.mark.parametrize(
    "text",
    [
        "Law " + "1, " * 40_000,  # one citation without end
        "a" * 300_000,
        "1. " + "(" * 50_000,
        "_" * 100_000,
        "[" * 100_000,
        "<a " * 60_000,  # tags that are never closed
        "<p>" + "<!-- " * 40_000,
        "<p>" + '<a href="' * 30_000,
        "<p>" + "<script>" * 30_000,
        "<p>" + "<table>" * 20_000,
        "<i>" * 50_000 + "<p>1. A",
        "OFFENSE   PENALTY   LAW\n" + "a 1 " * 50_000,
        "1. A\n" * 30_000,
        "* A\n\n" * 20_000,
        "CASE 1\n\nA " + "is it? " * 20_000,
        "1. A. " + "a.s." * 40_000,
        "=" * 60_000,
        " " * 300_000 + "x",
        ("A - \n" * 20_000),
        "\n".join(["1", "   a  b"] * 20_000),
        "[Illustration " * 20_000,
        "{" * 50_000 + "}",
        "1. A[1]\n\n[1] b\n\n" * 8_000,
    ],
    ids=lambda text: text[:12].strip() or "blank",
)  # fmt: skip
def test_no_pattern_runs_away(text: str) -> None:
    assert seconds(text.encode()) < 8


def test_an_empty_cell_of_a_page_is_white_space() -> None:
    page = b"<h2>THE REVOKE</h2><p>1. A revoke costs three tricks.</p><p>2. It must be claimed.</p><table><tr><td>&nbsp;</td></tr></table>"
    proof = read_book(page, name="page.html", slug="x").proof
    assert not proof.not_understood and proof.accounts.adds_up
