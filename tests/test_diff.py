"""Word diffs: what was removed, what was added, and that nothing is lost on the way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws import diff


def told(old, new):
    signs = {"same": "{}", "added": "+[{}]", "removed": "-[{}]"}
    return "".join(signs[piece.kind].format(piece.text) for piece in diff.words(old, new))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("", "", ""),
        ("Law 84.", "Law 84.", "Law 84."),
        ("twenty-five points", "fifty points", "-[twenty-five]+[fifty] points"),  # a hyphened number is one word
        ("150 points", "150 points, and no more", "150 points+[, and no more]"),
        ("It is law. It is so.", "It is so.", "It is-[ law. It is] so."),
        ("", "New.", "+[New.]"),
        ("Gone.", "", "-[Gone.]"),
        ("one  two", "one two", "one two"),  # white space alone is no difference
        ("one\ntwo", "one two", "one two"),  # nor is where a line ends
        ("one\n\ntwo", "one two", "one-[\n\ntwo]+[ two]"),  # a paragraph is
        ("dealer's", "dealers", "-[dealer's]+[dealers]"),
        ("a <b> c", "a <i> c", "a <-[b]+[i]> c"),
    ],
)
def test_texts_differ_word_by_word(old, new, said):
    assert told(old, new) == said


def test_a_text_rewritten_at_length_is_one_difference_and_quick():
    old, new = " ".join(f"w{n}" for n in range(9000)), " ".join(f"v{n}" for n in range(9000))
    assert [piece.kind for piece in diff.words(f"Same {old} end", f"Same {new} end")] == ["same", "removed", "added", "same"]


TEXTS = st.text(alphabet="ab .\n-'é(]", max_size=40)


@given(TEXTS, TEXTS)
@settings(max_examples=300, deadline=None)
def test_nothing_of_either_text_is_lost(old, new):
    pieces = diff.words(old, new)
    assert "".join(piece.text for piece in pieces if piece.kind != "removed") == new
    squeezed = "".join("".join(piece.text for piece in pieces if piece.kind != "added").split())
    assert squeezed == "".join(old.split())
    assert diff.differs(pieces) or old.split() == new.split()
