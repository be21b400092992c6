"""Words that tell of somebody or ask what becomes of it: an answer need not have them. And what is called just what was typed."""

from __future__ import annotations

import pytest

from laws import editing
from laws.search import rank
from laws.search.answer import answer
from laws.search.concepts import Concept, Variant
from laws.search.matching import Candidate
from laws.search.plan import Meant, Way
from laws.search.signs import BETWEEN
from tests.builders import make_law

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def laws() -> None:
    entries = [
        make_law("49", title="Bidding out of turn", text="A declaration out of turn may stand or be canceled.", publish=False),
        make_law("57", title="Playing on", text="Whoever leads out of turn without waiting for the partner may be called upon.", publish=False),
        make_law("71", title="What a revoke is", text="A revoke is a failure to follow suit.", publish=False),
        make_law("72", title="Penalty", text="A revoke is an offense. A revoke costs three tricks, and a revoke costs the game.", publish=False),
        make_law("73", title="Partners", text="Partners sit opposite each other. A player may lose his place.", publish=False),
    ]
    editing.publish(entries)


def numbers(query: str) -> list[str]:
    return [hit.entry.number for hit in answer(query).hits]


@pytest.mark.parametrize(
    ("query", "first", "why"),
    [
        ("my partner bid out of turn", "49", "it names no partner"),
        ("what happens if a player bids out of turn", "49", "nor what happens, nor a player"),
        ("what do we lose if we revoke", "72", "it says what a revoke costs without the word"),
        ("opponent revoked", "72", "whoever it was"),
    ],
)
def test_who_did_it_and_what_becomes_of_it_bars_no_entry(query: str, first: str, why: str) -> None:
    assert first in numbers(query)[:2], why


def test_an_entry_that_has_such_a_word_comes_higher() -> None:
    assert numbers("partner lead out of turn")[0] == "57"
    assert answer("partner lead out of turn").total == len(numbers("partner lead out of turn"))


def test_where_there_are_only_such_words_they_are_what_is_asked_for() -> None:
    assert numbers("partners") == ["73", "57"]
    assert numbers("player partner loses")[0] == "73"


def test_what_is_called_just_what_was_typed_comes_first() -> None:
    assert numbers("What a revoke is")[0] == "71"
    assert numbers("penalty revoke")[0] == "72", "where the words are others, what is said counts"


def test_an_entry_without_a_title_is_not_called_what_no_title_can_say() -> None:
    untitled = Candidate(1, 1, 0, "", BETWEEN.join(["", "", "r", ""]), "")
    revoke = Meant(Concept(("revoke",), (Variant(("revoke",)),)), (Way("r", 1.0, ("revok",), 1, "revok"),), 1.0)
    [without], [other] = (rank.score([untitled], rank.Asked([revoke], 4.0, title=title)) for title in ("", "x"))
    assert without.score == other.score


def test_a_hit_for_a_phrase_shows_the_phrase_and_not_the_first_of_its_words() -> None:
    words = "A turned card may be seen. " * 12 + "Until the trick is turned and quitted any player may look."
    make_law("91", title="Looking", text=words)
    (hit,) = answer('"turned and quitted"').hits
    assert [said for said, lit in hit.snippet if lit] == ["turned and quitted"]
    assert hit.found == ("turned and quitted",)
