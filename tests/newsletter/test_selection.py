"""The address of a newsletter: it says everything, in few characters, and forgives."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.models import permanent_id
from laws.newsletter.selection import LONGEST, MOST, SAY, TITLE, Form, Pick, Selection, along, moved, read, without, write


def from_address(query: str) -> Selection:
    return read(parse_qsl(query, keep_blank_values=True))


@pytest.mark.parametrize(
    ("query", "picks", "why"),
    [
        ("pick=K7Q2M,ABCDE", [("K7Q2M", "h"), ("ABCDE", "h")], "a list with commas"),
        ("pick=K7Q2M&pick=ABCDE", [("K7Q2M", "h"), ("ABCDE", "h")], "the name said twice"),
        ("pick=k7q2m", [("K7Q2M", "h")], "small letters"),
        ("pick=7NOJI", [("7N0J1", "h")], "look-alikes typed off paper"),
        ("pick=~K7Q2M/", [("K7Q2M", "h")], "as the short address is printed"),
        ("pick=K7Q2M-f,ABCDE-t,7N0J1-h", [("K7Q2M", "f"), ("ABCDE", "t"), ("7N0J1", "h")], "how much of each"),
        ("pick=K7Q2M-F", [("K7Q2M", "f")], "a capital form"),
        ("pick=K7Q2M-x", [("K7Q2M", "h")], "a form that nobody knows"),
        ("pick=K7Q2M&as-K7Q2M=t", [("K7Q2M", "t")], "a form chosen in the page"),
        ("pick=K7Q2M&as-K7Q2M=wrong", [("K7Q2M", "h")], "a wrong choice"),
        ("pick=K7Q2M,K7Q2M-f", [("K7Q2M", "h")], "twice the same"),
        ("pick=K7Q2M;ABCDE ZZZZZ", [("K7Q2M", "h"), ("ABCDE", "h"), ("ZZZZZ", "h")], "parted by other signs"),
        ("pick=", [], "nothing"),
        ("pick=,,,", [], "commas alone"),
        ("", [], "an empty address"),
    ],
)
def test_an_address_is_read_as_it_is_meant(query, picks, why):
    assert [(pick.code, pick.form) for pick in from_address(query).picks] == picks, why


def test_what_cannot_be_read_is_told():
    found = from_address("pick=K7Q2M,what,<b>")
    assert found.codes == ("K7Q2M",)
    assert found.faults == (
        "“what” is no permanent id, so nothing was added for it.", "“<b>” is no permanent id, so nothing was added for it.",
    )  # fmt: skip


def test_a_newsletter_has_an_end():
    codes = [permanent_id.new() for _ in range(3 * MOST)]
    found = read([("pick", ",".join(dict.fromkeys(codes)))])
    assert len(found.picks) == MOST
    assert found.faults == (f"A newsletter holds {MOST} entries; {len(set(codes)) - MOST} more were left out.",)
    assert along(found, "ZZZZZ").picks == found.picks and "take one out first" in along(found, "ZZZZZ").faults[-1]


def test_long_words_are_cut_and_lines_joined():
    found = read([("pick", "K7Q2M"), ("title", "x" * 900), ("say-K7Q2M", "One\nline,\x00 \x1b" + "y" * 900)])
    assert len(found.title) == TITLE and len(found.picks[0].say) == SAY
    assert found.picks[0].say.startswith("One line, y")


def test_an_endless_address_is_read_in_no_time():
    assert read([("pick", "K7Q2M," * 1_000_000)]).codes == ("K7Q2M",)
    assert len(read([("pick", "?" * 50_000)] * 50).faults) <= 10


words = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Cf", "Cn", "Co"]), max_size=60).map(lambda text: " ".join(text.split()))
code = st.text(st.sampled_from(permanent_id.ALPHABET), min_size=5, max_size=5)
picks = st.lists(st.builds(Pick, code, st.sampled_from(list(Form)), words), max_size=8, unique_by=lambda pick: pick.code)


@given(st.builds(Selection, words, picks.map(tuple)))
def test_what_is_written_is_read_as_the_same(selection):
    printable = "".join(ch for pick in (selection.title, *(pick.say for pick in selection.picks)) for ch in pick)
    if printable.isprintable():
        assert from_address(write(selection)) == selection
        assert write(from_address(write(selection))) == write(selection)


@given(st.lists(st.tuples(st.sampled_from(["title", "pick", "say-K7Q2M", "as-K7Q2M", "say-", "as-", "do"]), st.text(max_size=40))))
def test_anything_can_be_read_and_written_again(pairs):
    found = read(pairs)
    assert from_address(write(found)).picks == found.picks


def test_the_shortest_spelling_leaves_out_what_goes_without_saying():
    assert write(Selection("", (Pick("K7Q2M"), Pick("ABCDE", Form.FULL)))) == "pick=K7Q2M,ABCDE-f"
    assert write(Selection()) == ""


def test_forty_entries_with_a_line_each_have_an_address_that_servers_take():
    full = Selection("x" * TITLE, tuple(Pick(permanent_id.new(), Form.FULL, "A line of a usual length, asked in the club.") for _ in range(MOST)))
    assert len(write(full)) < LONGEST


@pytest.mark.parametrize(
    ("code", "by", "order"),
    [("B", 1, "ACB"), ("B", -1, "BAC"), ("A", -1, "ABC"), ("C", 1, "ABC"), ("X", 1, "ABC"), ("A", 2, "BCA")],
)
def test_an_entry_moves_by_places_and_stays_at_an_end(code, by, order):
    selection = Selection("", tuple(Pick(name * 5) for name in "ABC"))
    assert "".join(found[0] for found in moved(selection, code * 5, by).codes) == order


def test_taking_out_and_adding():
    selection = Selection("", (Pick("AAAAA"), Pick("BBBBB")))
    assert without(selection, "AAAAA").codes == ("BBBBB",)
    assert along(selection, "CCCCC").codes == ("AAAAA", "BBBBB", "CCCCC")
    assert along(selection, "AAAAA") == selection
