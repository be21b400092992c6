"""A row of the table of penalties held against its law: agreement, planted errors, and what cannot be told."""

from dataclasses import replace

import pytest

from laws.audit.lexicon import figures
from laws.audit.rows import verdict_on
from laws.audit.table import AGREES, DIFFERS, UNSURE, Leg, Row, compare, words_at
from laws.books import remedies
from tests.builders import make_law, make_penalty

REVOKE = """The penalty for each revoke is this:

(a) When the declarer revokes, the adversaries add 150 points to their score.

(b) When an adversary revokes, the declarer may add one hundred and fifty points to his score, or may take three tricks.

(c) When the same side revokes again in that hand, each further revoke costs 100 points.

The side that revoked scores nothing."""
DEALS = """There must be a new deal:

(a) If the pack is found imperfect.

(b) If any card is exposed during the deal.

(c) If a player is given more than thirteen cards."""


def row(offense, penalty, *legs, apart="", about=()):
    return Row(offense, penalty, remedies.parse(apart or penalty), frozenset(about), legs)


def law(words, part="", label="Law 84", **values):
    return Leg(label, part, printed=words, **values)


# ---- what agrees


@pytest.mark.parametrize(
    ("penalty", "apart", "words", "why"),
    [
        ("150 points", "", "He loses one hundred and fifty points.", "a number in words"),
        ("loss of 50", "", "He forfeits fifty points in the honor column.", "the table does not say what is counted"),
        ("3 tricks", "", "The other side may take three tricks.", "a small number in words"),
        ("25 points", "", "Twenty-five points are added.", "a hyphen"),
        ("200 points", "", "Two hundred points.", "hundreds"),
        ("Made 7 tricks", "", "He is held to have bid to take all the tricks.", "a table counts from the seventh trick"),
        ("None", "", "He incurs no penalty.", "no penalty"),
        ("None", "", "Dummy is not liable to a penalty for it.", "not liable"),
        ("None", "", "Cards exposed by the declarer cannot be called.", "what cannot be called costs nothing"),
        ("New deal", "", "The cards must be dealt again by that player.", "dealt again"),
        ("New deal", "", "Either adversary may demand a fresh deal.", "fresh deal"),
        ("Called lead", "", "The declarer may call a suit.", "a suit is a lead"),
        ("Exposed card or called lead", "Exposed card | called lead", "He may treat it as exposed or call a suit.", "either"),
        ("May be called", "", "The card is subject to call.", "subject to call"),
        ("Partner cannot bid", "", "His partner may not make any further bid.", "debarred, said plainly"),
        ("Partner debarred from bidding", "", "His partner can make no further declaration.", "debarred"),
        ("That suit not be led", "", "The declarer may prohibit a lead of that suit.", "a lead forbidden"),
        ("Liable for revoke", "", "He answers for any revokes that follow.", "liability"),
        ("May be corrected", "", "He may put the mistake right.", "corrected"),
        ("It may be required or prohibited", "It may be required | prohibited", "They may call upon him to play or not to play it.", "both ways"),
        ("Must take highest", "", "The highest is his cut.", "the cut"),
        ("Penalty eliminated", "", "The declarer is precluded from exacting the penalty.", "the penalty lost"),
        ("Score doubled: treble value", "", "The value is treble.", "multiples"),
    ],
)
def test_a_law_may_say_it_in_other_words(penalty, apart, words, why):
    assert compare(row("An offense", penalty, law(words), apart=apart)).outcome == AGREES, why


def test_what_frees_one_player_is_no_penalty_for_him():
    words = "If somebody declares (other than passing) out of turn, then either adversary may ask for a new deal."
    assert compare(row("Pass out of turn", "None", law(words, label="Law 49"))).outcome == AGREES


def test_the_words_round_the_parts_govern_each_of_them():
    assert words_at(DEALS, "b").startswith("There must be a new deal") and "thirteen" not in words_at(DEALS, "b")
    assert compare(row("Card exposed during the deal", "New deal", law(DEALS, "b", "Law 37"))).outcome == AGREES


def test_one_step_is_followed_where_a_law_refers_on():
    on = law("The cards must be dealt again.", label="Law 36")
    first = law("It is treated as a misdeal: see Law 36.", label="Law 40")
    assert compare(row("Wrong deal", "New deal", first)).outcome == DIFFERS
    assert compare(row("Wrong deal", "New deal", replace(first, on=(on,)))).outcome == AGREES


# ---- planted errors


@pytest.mark.parametrize(
    ("wrong", "says", "why"),
    [
        (row("Revoke by declarer", "50 points", law(REVOKE, "a")), "“50 points” is not in Law 84 a (its printed words), which says 150 points.", "figure"),
        (row("Second revoke", "150 points", law(REVOKE, "c")), "Law 84 a does say so.", "the figure of another part"),
        (row("Revoke by declarer", "150 points", law(REVOKE, "b")), "Law 84 b (its printed words) also says 3 tricks", "the part says more"),
        (row("Revoke by declarer", "150 points", law(REVOKE, "c")), "which says 100 points", "wrong part"),
        (row("Revoke by adversary", "2 tricks", law(REVOKE, "b")), "“2 tricks” is not in Law 84 b", "a figure of tricks"),
        (row("Revoke by declarer", "New deal", law(REVOKE, "a")), "no words for a new deal", "wrong remedy"),
        (row("Bid out of turn", "None", law("Either adversary may demand a new deal.")), "no words for freedom from penalty", "there is a penalty"),
        (row("Bid out of turn", "New deal", law("He incurs no penalty.")), "no words for a new deal", "there is none"),
        (row("Card shown by declarer", "May be called", law("Cards shown by the declarer are not liable to be called.")), "no words for", "denied"),
        (row("Card exposed during the deal", "New deal", law(DEALS, "a", "Law 37")), "is in Law 37 b rather than in Law 37 a", "the offense"),
        (row("Revoke by declarer", "150 points", law(REVOKE, "a"), apart="100 points"), "prints 150 points, and taken apart it says 100", "apart"),
        (row("Lead", "Exposed card or called lead", law("Exposed, or call a suit."), apart="Exposed card"), "taken apart it differs in", "apart"),
        (row("Bid", "New deal", law("A new deal.", about=frozenset({"Misdeal"})), about=["Bid out of turn"]), "filed under Misdeal", "wrong law"),
        (row("Misdeal", "New deal", law("A new deal."), law("A player may look.", label="Law 9")), "Law 9 (its printed words) gives none", "second law"),
    ],
)  # fmt: skip
def test_a_planted_error_is_found(wrong, says, why):
    verdict = compare(wrong)
    assert verdict.outcome == DIFFERS and says in " ".join(verdict.sentences), (why, verdict.sentences)


@pytest.mark.parametrize(
    ("unsure", "says"),
    [
        (row("Talking", "A round of port", law("He pays.")), "“A round of port” names no remedy that can be looked for"),
        (row("Talking", "New deal"), "names no law whose words are here"),
        (row("Talking", "New deal", Leg("Law 3")), "names no law whose words are here"),
    ],
)
def test_what_cannot_be_compared_is_said_to_be_so(unsure, says):
    verdict = compare(unsure)
    assert verdict.outcome == UNSURE and says in " ".join(verdict.sentences)


def test_the_verdict_says_which_words_were_read():
    printed, digest, lent = law("A new deal."), Leg("Law 1", digest="A new deal."), Leg("Law 2", lent=("A new deal.",))
    basis = compare(row("Misdeal", "New deal", printed, digest, lent)).basis
    assert basis == "Law 84 (its printed words), Law 1 (our digest of it), Law 2 (its words as others quote them)"


@pytest.mark.parametrize(
    ("words", "counted"),
    [
        ("150 points or 3 tricks", ["3 tricks", "150 points"]),
        ("Laws 80, 86 and 92: 5 tricks", ["5 tricks"]),
        ("a hundred and twenty-five points", ["125 points"]),
        ("1,000 points", ["1000 points"]),
        ("the second player, once, on one card", []),
        ("fifty honor points", ["50 points"]),
    ],
)
def test_figures_are_read_with_what_they_count(words, counted):
    assert [str(figure) for figure in sorted(figures(words))] == counted


# ---- stored rows


@pytest.mark.django_db
def test_a_stored_row_is_held_against_the_law_that_it_names():
    make_law("84", text=REVOKE)
    good, bad = make_penalty("1", laws="84 a"), make_penalty("2", penalty="50 points", laws="84 a")
    assert verdict_on(good).outcome == AGREES
    assert verdict_on(bad).sentences == ("“50 points” is not in Law 84 a (its printed words), which says 150 points.",)


@pytest.mark.django_db
def test_a_stored_law_that_refers_on_is_followed_one_step():
    make_law("36", text="The cards must be dealt again.")
    make_law("40", text="It is a misdeal: see Law 36.")
    assert verdict_on(make_penalty("1", offense="Wrong deal", penalty="New deal", laws="40")).outcome == AGREES


@pytest.mark.django_db
def test_the_digest_is_read_where_no_printed_words_are_held():
    make_law("84", digest="It costs 150 points.")
    assert verdict_on(make_penalty("1", laws="84")).basis == "Law 84 (our digest of it)"
