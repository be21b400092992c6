"""How quoted words differ from those of a law: which stretch of it they are laid over, and what is said of them then."""

import pytest

from laws import diff
from laws.proofreading.comparison import MARKS, SHORTENED, WORD_FOR_WORD, WORDS, compare, nearness

LAW = (
    "The fee for each lost ball is:\n\n"
    "(a) When the host loses it, his guests add 40 points to their score, and may ask for another ball;\n\n"
    "(b) If either guest loses it, the host may claim one game.\n\n"
    "A losing side shall not _then_ be heard, except upon appeal."
)


@pytest.mark.parametrize(
    ("quoted", "how"),
    [
        pytest.param("A losing side shall not then be heard", WORD_FOR_WORD, id="as printed; the law's italics need not be kept"),
        pytest.param("a losing side shall not then be heard, except upon appeal.", WORD_FOR_WORD, id="a small first letter, a stop at its end"),
        pytest.param("his guests add 40 points\nto   their score,", WORD_FOR_WORD, id="another line break, and the comma of the sentence around"),
        pytest.param("The fee for each lost ball is ... one game.", SHORTENED, id="words left out at dots"),
        pytest.param("If either guest loses it … one game", SHORTENED, id="one sign for the dots"),
        pytest.param("When the host loses it his guests add 40 points", MARKS, id="a comma left out"),
        pytest.param("his Guests add 40 points", MARKS, id="a capital put in"),
        pytest.param("A losing side shall _not_ then be heard", MARKS, id="italics put in"),
        pytest.param("his guests add 50 points to their score", WORDS, id="another figure"),
        pytest.param("one game ... The fee for each lost ball is", WORDS, id="dots do not turn the order round"),
        pytest.param("the host may claim a game", WORDS, id="a word changed"),
        pytest.param("", WORDS, id="nothing"),
        pytest.param("... ,", WORDS, id="no word"),
    ],
)
def test_how_a_quotation_differs(quoted, how):
    assert compare(quoted, LAW).how == how


def changed(quoted: str) -> list[tuple[str, str]]:
    return [(piece.kind, piece.text.strip()) for piece in compare(quoted, LAW).changes if piece.kind != diff.SAME]


@pytest.mark.parametrize(
    ("quoted", "changes"),
    [
        ("his guests add 50 points to their score", [("removed", "40"), ("added", "50")]),
        ("the host may promptly claim one game", [("added", "promptly")]),
        ("his guests add points to their score", [("removed", "40")]),
        ("If any guest loses it", [("removed", "either"), ("added", "any")]),
        ("some guests add 40 points", [("removed", "his"), ("added", "some")]),  # a word changed at the beginning
        ("When the host loses it his guests", [("removed", ",")]),
    ],
)
def test_the_changes_lead_from_the_law_to_the_quotation(quoted, changes):
    assert changed(quoted) == changes


def test_words_that_stand_a_little_apart_in_the_law_are_shown_with_what_lies_between():
    found = compare("A losing side shall be heard", LAW)
    assert [piece.text.strip() for piece in found.changes if piece.kind == diff.REMOVED] == ["not then"]


def test_italics_of_the_quotation_alone_are_named():
    assert compare("his guests _add_ 40 points", LAW).italics == ("add",)


@pytest.mark.parametrize("text", ["", "(a) ", "...", "[^3]", "_", "\x00\ud83d"])
def test_a_law_without_words_has_nothing(text):
    assert compare("some words of nobody", text).score == 0.0


def test_labels_of_parts_notes_and_quotation_marks_are_no_words():
    law = "Who says “I yield”[^3] pays:\n\n(a) one point."
    assert compare("Who says 'I yield' pays", law).how == WORD_FOR_WORD


def test_a_hyphen_and_a_long_s_do_not_make_another_word():
    assert compare("it is re‑opened by the houſe", "It is reopened by the house.").score == 1.0


def test_the_score_is_the_share_of_words_that_stand_there_so():
    assert compare("one two three four five six seven nine", "Zero one two three four five six seven eight.").score == 0.875


def test_nearness_of_nothing_is_nothing():
    assert nearness([], ["a"]) == 0.0
    assert nearness(["a", "b"], []) == 0.0
    assert nearness(["a", "b"], ["c", "a", "b"]) == 1.0
