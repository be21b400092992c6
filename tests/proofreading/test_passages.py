"""Ten columns, each with errors planted in it: every one is found, and nothing else is flagged."""

from __future__ import annotations

import pytest

from laws import editing
from laws.models import Edition, Entry
from laws.proofreading import reader
from tests.builders import make_etiquette, make_law

pytestmark = pytest.mark.django_db

LAWS = {
    "1": "A match is of three games. The side that first wins two games wins the match, and adds 250 points to its score.",
    "2": "Before every deal the pack must be shuffled by the player on the dealer's left, and cut by the player on his right.",
    "3": "There must be a new deal:\n\n(a) If a card is faced in the pack before the deal is ended;\n\n(b) If any player has been dealt a"
    " wrong number of cards, and the error is found before the first trick is turned.",
    "4": "A player who leads out of turn may be called upon to take back his card, and the adversary on his left may name the suit that"
    " shall be led instead.",
    "5": "The penalty for a revoke is three tricks, taken at the end of the hand from the side that revoked.\n\nIt cannot be claimed once"
    " the cards are cut for the following deal.",
    "6": "A card that is dropped face upward on the table is an exposed card, and must be left there until it can be played.",
    "7": "Any player may ask, while a trick is on the table, that each of the others point out the card which he has played.",
}
ETIQUETTE = {
    "1": "No player should touch his cards until the whole pack has been dealt and the dealer has taken up his own hand.",
    "2": "A bystander should make no remark upon the play, nor wander about the room to look at the hands of several players.",
}

# the column; what is wrong in it, each error as (sort, words)
PASSAGES = {
    "a figure changed in a quotation": (
        'Law 1 provides that "the side that first wins two games wins the match, and adds 150 points to its score." They won by 2 games to 1.',
        [("differs", "the side that first wins two games")],
    ),
    "words left out of a quotation": (
        'By Law 2, "before every deal the pack must be shuffled, and cut." So says Law 2: "Before every deal the pack must be shuffled by the'
        ' player on the left, and cut by the player on his right."',
        [
            ("differs", "before every deal the pack must be shuffled, and cut"),
            ("differs", "Before every deal the pack must be shuffled by the player on the left"),
        ],
    ),
    "the right words from the wrong law": (
        'Law 6 prescribes: "the adversary on his left may name the suit that shall be led instead." The dealer said, "I have 13 cards."',
        [("elsewhere", "the adversary on his left may name")],
    ),
    "what another section tells": (
        "Section 1 of Etiquette provides that a bystander should not remark on the play or wander about to look at the hands of several"
        " players; and he did.",
        [("elsewhere", "a bystander should not remark on the play")],
    ),
    "a law that is not there, and one that is": ("Law 14 decides it, not Law 4.", [("unknown", "Law 14")]),
    "parts that the laws do not have": (
        "Under Law 3 a there is a new deal; under Law 3 d there is none, nor under the second paragraph of Law 6.",
        [("lacks", "Law 3 d"), ("lacks", "second paragraph of Law 6")],
    ),
    "numbers and phrases that name no law": (
        "Rule 5 costs 3 tricks and 20 points. By 6 the card stays, and the preceding law forbids more. On page 7 we said so in 1911.",
        [("doubt", "6"), ("doubt", "the preceding law")],
    ),
    "a law made up": (
        'Law 7 says: "Whoever looks twice at the last trick shall buy refreshments for the company." At 9:30 all went home.',
        [("absent", "Whoever looks twice")],
    ),
    "stops and italics": (
        'Law 5 provides: "It cannot be claimed, once the cards are cut for the following deal." It is so, as Law 5 says, “taken at the'
        ' end of the hand.”',
        [("differs", "It cannot be claimed, once")],
    ),
    "a part named that has other words, a number left blank, a mark left open": (
        'Law 3 b provides that "a card is faced in the pack before the deal is ended." See Law ??.\n\nLaw 6 calls it "an exposed card, and'
        " must be left there.",
        [("elsewhere", "a card is faced in the pack"), ("doubt", "Law ??"), ("unclosed", "an exposed card")],
    ),
}


@pytest.fixture
def code() -> Edition:
    for number, text in LAWS.items():
        make_law(number, text=text, publish=False)
    for number, text in ETIQUETTE.items():
        make_etiquette(number, text=text, publish=False)
    editing.publish(Entry.objects.all())
    return Edition.objects.get()


def flagged(found: reader.Proof) -> list[tuple[str, str]]:
    """All that the proof-reader wants looked at."""
    wrong = [(one.state, one.words) for one in found.citations if one.state in ("unknown", "ambiguous")]
    wrong += [("lacks", one.words) for one in found.citations if any(pointer.lacks for pointer in one.pointers)]
    wrong += [(one.verdict, one.words) for one in found.judgements if one.is_amiss]
    wrong += [("doubt", one.mark.words) for one in found.in_doubt]
    return wrong + [("unclosed", words) for _, words in found.unclosed]


@pytest.mark.parametrize(("column", "planted"), PASSAGES.values(), ids=PASSAGES.keys())
def test_each_planted_error_is_found_and_nothing_else_is_flagged(code, column, planted):
    found = reader.proof(reader.column(column, code))
    wrong = flagged(found)
    assert [sort for sort, _ in wrong] == [sort for sort, _ in sorted(planted, key=lambda pair: ORDER.index(pair[0]))], wrong
    for sort, words in planted:
        assert any(kind == sort and said.startswith(words) for kind, said in wrong), (sort, words, wrong)
    assert found.amiss == len(planted)


ORDER = ["unknown", "ambiguous", "lacks", "differs", "elsewhere", "absent", "doubt", "unclosed"]


@pytest.mark.parametrize("entry", [("law", number) for number in LAWS] + [("etiquette", number) for number in ETIQUETTE], ids=str)
def test_every_law_quoted_whole_is_word_for_word(code, entry):
    kind, number = entry
    said = f"Law {number}" if kind == "law" else f"Section {number} of Etiquette"
    words = (LAWS if kind == "law" else ETIQUETTE)[number].replace("\n\n", " ")
    (judgement,) = reader.proof(reader.column(f'{said} provides: "{words}"', code)).judged
    assert judgement.verdict == "word for word"
