"""Remedies as they are typed."""

import pytest

from laws.books import remedies


@pytest.mark.parametrize(
    ("typed", "kept", "why"),
    [
        ("150 points", {"any": ["150 points"]}, "a single remedy"),
        ("150 points | 3 tricks", {"any": ["150 points", "3 tricks"]}, "either"),
        ("Made sufficient & partner debarred", {"all": ["Made sufficient", "partner debarred"]}, "both"),
        ("(A & B) | C | D", {"any": [{"all": ["A", "B"]}, "C", "D"]}, "one level of grouping"),
        ("Pay (not extras)", {"any": ["Pay (not extras)"]}, "brackets that group nothing are words"),
        ("", {}, "nothing"),
    ],
)
def test_remedies_are_taken_apart_and_written_back(typed, kept, why):
    assert remedies.parse(typed) == kept, why
    assert remedies.write(kept) == typed


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("A | B & C", "mixes"),
        ("(A & B | C", "does not close"),
        ("A |", "empty remedy"),
        ("((A & B) | C) & D", "once, not twice"),
        ("A) | B", "does not close"),
    ],
)
def test_remedies_that_cannot_be_read_say_why(typed, says):
    with pytest.raises(ValueError, match=says):
        remedies.parse(typed)
