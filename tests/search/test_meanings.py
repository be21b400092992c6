"""The thesaurus, the words that say nothing, and slips of the finger."""

from __future__ import annotations

import pytest

from laws.search import concepts, correct, query, thesaurus

THESAURUS = thesaurus.shipped()


def meant(typed: str) -> list[set[str]]:
    """What each concept of a query may be called in a text."""
    wanted = concepts.read(query.read(typed).terms, THESAURUS)
    return [{" ".join(variant.words) for variant in concept.variants} for concept in wanted.concepts]


@pytest.mark.parametrize(
    ("typed", "period"),
    [
        ("defender", "adversary"),
        ("opponents", "adversary"),  # in any form of the word
        ("jack", "knave"),
        ("renege", "revoke"),
        ("deck", "pack"),
        ("bid", "declaration"),
        ("kibitzer", "bystander"),
        ("onlooker", "bystander"),
        ("board", "dummy"),
        ("honour", "honor"),
        ("honor", "honour"),
        ("penalise", "penalize"),
        ("notrump", "no trump"),
        ("no trumps", "notrumps"),
        ("undertricks", "under trick"),
        ("slip of the tongue", "inadvertent"),
    ],
)
def test_words_of_today_find_those_of_the_books(typed: str, period: str) -> None:
    (only,) = meant(typed)
    assert period in only


def test_a_meaning_may_hold_one_way_only() -> None:
    assert "dummy" in meant("board")[0]
    assert "board" not in meant("dummy")[0]


def test_the_word_itself_counts_more_than_its_likes() -> None:
    (concept,) = concepts.read(query.read("deck").terms, THESAURUS).concepts
    assert concept.variants[0].worth == 1.0
    assert max(variant.worth for variant in concept.variants[1:]) < 1.0


def test_what_is_joined_by_or_is_one_concept() -> None:
    (either, other) = concepts.read(query.read('deck OR "new deal" OR revo* dummy').terms, THESAURUS).concepts
    assert either.typed == ("dummy",) or other.typed == ("dummy",)
    joined = either if either.required else other
    assert {("deck",), ("pack",), ("new", "deal"), ("revo",)} <= {variant.words for variant in joined.variants}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("can dummy ask who won the trick?", ["dummy", "ask", "won", "trick"]),
        ("what is the penalty", ["penalty"]),
        ("the of a", []),
        ('"I have the rest"', ["i have the rest"]),  # what is quoted is meant
    ],
)
def test_a_question_loses_its_empty_words(typed: str, kept: list[str]) -> None:
    wanted = concepts.read(query.read(typed).terms, THESAURUS)
    assert [" ".join(concept.typed) for concept in wanted.concepts] == kept


def test_every_line_of_the_thesaurus_is_well_formed() -> None:
    assert all(phrase and all(phrase) for phrase in THESAURUS.meanings)
    assert all(phrase for phrases in THESAURUS.meanings.values() for phrase in phrases)
    assert not THESAURUS.empty & {"dummy", "revoke", "turn", "out", "before", "card"}


CANDIDATES = {"double": 9, "trouble": 1, "turn": 8, "etiquette": 3, "declarer": 20, "revoke": 12, "lead": 9, "dead": 1}


@pytest.mark.parametrize(
    ("typed", "better"),
    [
        ("dubble", "double"),
        ("trun", "turn"),  # two letters changed places
        ("etiquete", "etiquette"),
        ("declarar", "declarer"),
        ("leed", "lead"),
        ("telephone", ""),  # near to nothing
        ("urn", ""),  # too short to tell
        ("xurn", ""),  # a short word must begin alike
    ],
)
def test_a_slip_is_read_as_the_nearest_word(typed: str, better: str) -> None:
    assert correct.nearest(typed, CANDIDATES) == better
