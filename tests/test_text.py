"""The light markup that texts are written in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws import text as markup


@pytest.mark.parametrize(
    ("label", "anchor", "why"),
    [
        ("b", "b", "a letter"),
        ("B", "b", "a capital letter"),
        ("2d", "2", "an ordinal of the period"),
        ("1st", "1", "an ordinal"),
        ("IV", "iv", "a printed roman number"),
        ("iv", "iv", "a cited roman number"),
        ("(c)", "c", "brackets typed along"),
    ],
)
def test_a_part_is_addressed_by_its_label(label, anchor, why):
    assert markup.anchor_of(label) == anchor, why


@pytest.mark.parametrize(
    ("number", "arabic"),
    [("XI", "11"), ("IV", "4"), ("84", "84"), ("50A", "50a"), ("XLIX", "49"), ("XC", "90"), ("the-revoke", "the-revoke")],
)
def test_a_printed_number_is_arabic_in_addresses(number, arabic):
    assert markup.arabic(number) == arabic


def test_parts_open_a_list_and_the_closing_paragraph_belongs_to_the_law():
    text = "The penalty is:\n\n(a) one hundred,\nor more;\n\n(b) nothing.\n\nNeither side scores."
    kinds = [(block.kind, block.anchor) for block in markup.blocks(text)]
    assert kinds == [("paragraph", ""), ("part", "a"), ("part", "b"), ("paragraph", "")]
    assert markup.words_of_part(text, "a") == "one hundred, or more;"
    assert markup.parts(text) == [("a", "a"), ("b", "b")]


@pytest.mark.parametrize(
    ("text", "plain", "why"),
    [
        ("Slam adds forty points.[^24]", "Slam adds forty points.", "a note mark is no word"),
        ("_Vide_ Law 84 _b_.", "Vide Law 84 b.", "italics go, words stay"),
        ("snake_case_words", "snake_case_words", "an underscore inside a word is itself"),
        (r"\(a) no part", "(a) no part", "a backslash takes away the meaning of what follows"),
        ("> quoted\n> words", "quoted words", "a quotation keeps its words"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a b 1 2", "a table keeps its cells"),
        ("", "", "nothing"),
    ],
)
def test_plain_words_are_the_text_without_its_markup(text, plain, why):
    assert markup.plain(text) == plain, why


def test_a_table_knows_its_head_and_cells():
    (block,) = markup.blocks("| Honors | Worth |\n|---|---|\n| 3 | 2 tricks |")
    assert block.has_head
    assert len(block.rows) == 2 and len(block.rows[1]) == 2


@given(st.text(alphabet=" ab1(\n)_[^]|\\>-#", max_size=120))
def test_every_visible_character_lies_in_one_block(text):
    covered = [0] * len(text)
    for block in markup.blocks(text):
        for start, end in block.spans:
            assert block.start <= start <= end <= block.end
            for at in range(start, end):
                covered[at] += 1
    assert all(count <= 1 for count in covered)
    shown = {at for block in markup.blocks(text) if block.kind == "paragraph" for at in range(block.start, block.end)}
    assert all(covered[at] or text[at] in "\\ \n" for at in shown)
