"""What was typed, read as terms. Nothing that can be typed raises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.search.query import LONGEST, Term, fold, read, words_in


def shown(typed: str) -> list[str]:
    """Terms in short: word, "a phrase", begin*, -without."""
    marks = {"word": "{}", "phrase": '"{}"', "prefix": "{}*"}
    return [("-" if term.without else "") + marks[term.form].format(" ".join(term.words)) for term in read(typed).terms]


@pytest.mark.parametrize(
    ("typed", "terms"),
    [
        ("lead out of turn", ["lead", "out", "of", "turn"]),
        ("Revoke REVOKE revoke", ["revoke"]),  # said once
        ('"new deal" dealer', ['"new deal"', "dealer"]),
        ("“new deal”", ['"new deal"']),  # as phones type it
        ("revoke -dummy", ["revoke", "-dummy"]),
        ('revoke -"new deal"', ["revoke", '-"new deal"']),
        ("no-trump", ["no", "trump"]),  # a hyphen inside a word leaves nothing out
        ("decl*", ["decl*"]),
        ("dummy's", ["dummy"]),
        ("dummy’s", ["dummy"]),  # the curly apostrophe is the same
        ("revoke/renounce", ["revoke", "renounce"]),
        ("Éclat", ["eclat"]),
        ("title:revoke", ["revoke"]),
        ("'; DROP TABLE laws;--", ["drop", "table", "laws"]),
        ("NEAR(revoke dummy, 3", ["near", "revoke", "dummy", "3"]),
        ("lаw", ["law"]),  # with a Cyrillic letter
        ("закон", ["закон"]),  # a word that is wholly Cyrillic stays
        ("*", []),
        ("_", []),
        ("", []),
        ('""', []),
    ],
)
def test_a_query_is_read_as_terms(typed: str, terms: list[str]) -> None:
    assert shown(typed) == terms


@pytest.mark.parametrize(
    ("typed", "about"),
    [
        ('"unbalanced', "not closed"),
        ("r*", "two letters"),
        ("title:revoke", "“title:”"),
        ("revoke OR dummy", "plain words"),
        ("\x00revoke", "cannot be seen"),
        ("‮law 84", "cannot be seen"),
        ("lаw 72", "another alphabet"),
        ("revoke " * 800, "1,000 characters"),
        (" ".join(f"word{n}" for n in range(60)), "first 24 words"),
    ],
)
def test_what_is_not_read_as_it_stands_is_said(typed: str, about: str) -> None:
    assert any(about in note for note in read(typed).notes)


def test_plain_words_need_no_note() -> None:
    assert read("dummy pointed out the revoke").notes == ()


@given(st.text(max_size=3000))
def test_anything_is_read(typed: str) -> None:
    query = read(typed)
    assert len(query.typed) <= LONGEST
    assert all(ch.isprintable() for ch in query.typed)
    assert all(term.words and term.form in {"word", "phrase", "prefix"} for term in query.terms)


@given(st.text(max_size=200))
def test_folding_twice_changes_no_word(text: str) -> None:
    assert words_in(fold(text)) == words_in(fold(fold(text)))


def test_terms_can_be_compared() -> None:
    assert read("revoke").terms == (Term(("revoke",), "word"),)
