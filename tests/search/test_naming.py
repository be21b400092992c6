"""Citations as people type them into a search box."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.search.naming import Name, read


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("law 84", [Name("law", "84")]),
        ("LAW 84", [Name("law", "84")]),
        ("law no. 84", [Name("law", "84")]),
        ("law number 84", [Name("law", "84")]),
        ("law:84b", [Name("law", "84", "b")]),
        ("law 84?", [Name("law", "84")]),
        ("84", [Name("", "84")]),
        ("84b", [Name("", "84", "b")]),
        ("84 (b)", [Name("", "84", "b")]),
        ("rule 37 d", [Name("rule", "37", "d")]),
        ("s 60(c)", [Name("section", "60", "c")]),
        ("§ 60", [Name("§", "60")]),
        ("sec. 9 of etiquette", [Name("etiquette", "9")]),
        ("etiquette section 10", [Name("etiquette", "10")]),
        ("laws 76-79", [Name("law", n) for n in ("76", "77", "78", "79")]),
        ("laws 76 to 79", [Name("law", n) for n in ("76", "77", "78", "79")]),
        ("laws 76–79", [Name("law", n) for n in ("76", "77", "78", "79")]),  # en dash
        ("laws 80, 86 and 92", [Name("law", n) for n in ("80", "86", "92")]),
        ("law 84 b c", [Name("law", "84", "b"), Name("law", "84", "c")]),
        ("law 84 a or b", [Name("law", "84", "a"), Name("law", "84", "b")]),
        ("law 68, 2d", [Name("law", "68", "2")]),
        ("68 second", [Name("", "68", "2")]),
        ("case xi", [Name("case", "11", roman=True)]),
        ("XI", [Name("", "11", roman=True)]),
        ("law 44, paragraph iv", [Name("law", "44", "iv")]),
        ("first paragraph of law 72", [Name("law", "72", "1")]),
        ("/law/84", [Name("law", "84")]),
        ("number 6", [Name("number", "6")]),
        ("footnote 26", [Name("footnote", "26")]),
        ("penalty row 24", [Name("penalty", "24")]),
        ("case eleven", [Name("case", "11")]),
        ("Law Eighty-Four", [Name("law", "84")]),
        ("law number eighty four b", [Name("law", "84", "b")]),
        ("law eighty-four, part b", [Name("law", "84", "b")]),
        ("rule one hundred", [Name("rule", "100")]),
        ("the 84th law", [Name("law", "84")]),
        ("eighty-fourth law", [Name("law", "84")]),
        ("the twentieth case", [Name("case", "20")]),
        ("ninth section of etiquette", [Name("etiquette", "9")]),
        ("law 084", [Name("law", "84")]),
        ("Law 30, part a", [Name("law", "30", "a")]),  # not "par", and then "t"
        ("law 60, part z", [Name("law", "60", "z")]),
        ("law 84 parts a and b", [Name("law", "84", "a"), Name("law", "84", "b")]),
        ("law 84 para. b", [Name("law", "84", "b")]),
        ("law 84 section b", [Name("law", "84", "b")]),  # as the grammar of citations reads it
        ("law 84b-d", [Name("law", "84", part) for part in "bcd"]),  # not the Roman number D
        ("law 84 b to c", [Name("law", "84", "b"), Name("law", "84", "c")]),
        ("cases II-IV", [Name("case", number, roman=True) for number in "234"]),
    ],
)
def test_a_citation_alone_is_read(typed: str, names: list[Name]) -> None:
    assert (read(typed).names, read(typed).whole) == (tuple(names), True)


@pytest.mark.parametrize(
    "typed",
    ["13 cards", "I", "mix", "c", "law", "etiquette", "150 points", "two cards", "revoke", "in-laws 3", "84 and dummy", "9 of hearts", "", "-84", "(", "84 -", "laws 5 tox", "law one hundred and nine", "case two cards are shown", "third hand", "one law", "case oneself"],
)
def test_what_is_no_citation_is_left_alone(typed: str) -> None:
    assert not read(typed).whole


def test_a_citation_among_other_words_is_read_with_the_rest() -> None:
    naming = read("revoke under law 84 b")
    assert (naming.names, naming.whole, naming.rest) == ((Name("law", "84", "b"),), False, "revoke under")


@pytest.mark.parametrize(
    ("typed", "name", "rest"),
    [
        ("Case II claim", Name("case", "2", roman=True), "claim"),  # as it was typed, Roman
        ("case 2 claim", Name("case", "2"), "claim"),
        ("law 84 z revoke", Name("law", "84", "z"), "revoke"),  # a letter that is no word
        ("law 84z revoke", Name("law", "84", "z"), "revoke"),
        ("law 84 part a revoke", Name("law", "84", "a"), "revoke"),  # a letter that is said to be a part
        ("law 84 a revoke", Name("law", "84"), "a revoke"),  # the article
        ("law 84 dummy's", Name("law", "84"), "dummy's"),
        ("case 11 y leads", Name("case", "11"), "y leads"),  # a player
    ],
)
def test_what_stands_beside_other_words_is_read_as_if_it_stood_alone(typed: str, name: Name, rest: str) -> None:
    assert (read(typed).names, read(typed).rest) == ((name,), rest)


@given(st.text(max_size=300))
def test_anything_is_read(typed: str) -> None:
    assert all(name.number.isdigit() for name in read(typed).names if not name.roman)


@given(st.text(alphabet="lawsec 0123456789ivxabc.,-()§&#/'\"", max_size=60))
def test_anything_like_a_citation_is_read(typed: str) -> None:
    read(typed)
