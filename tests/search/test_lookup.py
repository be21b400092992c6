"""What a query names beside words and fields, what it names no longer, and what it names with a slip of the finger."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from laws import editing
from laws.models import Edition, Part
from laws.search.answer import Answer, answer, jump
from tests.builders import make_case, make_edition, make_etiquette, make_law

pytestmark = pytest.mark.django_db


@pytest.fixture
def codes() -> tuple[Edition, Edition]:
    """Two codes that both have a Law 84; only the first has parts of it, a Law 97 and etiquette."""
    auction, whist = make_edition("auction-1912"), make_edition("whist-1889", year=1889, order=2)
    here: dict[str, Any] = {"edition": auction, "publish": False}
    words = "A revoke costs this:\n\n(a) if the declarer revokes, 150 points;\n\n(b) if an adversary revokes, three tricks."
    editing.publish([
        make_law("84", text=words, title="What a revoke costs", **here),
        make_law("97", text="The cards are cut anew.", title="Cutting anew", **here),
        make_law("54", text="Doubling is allowed.", title="Doubling", **here),
        make_case("11", facts="A revoke was claimed.", decision="See Law 84 b.", **here),
        make_etiquette("8", text="No one should look at another's cards.", title="Looking on", **here),
        make_law("8", text="Doubling of stakes is settled before play.", title="Stakes", edition=whist, publish=False),
        make_law("84", text="A player may ask for the cards to be placed.", title="Placing cards", edition=whist, publish=False),
    ])  # fmt: skip
    return auction, whist


def addresses(found: Answer) -> list[str]:
    return [hit.url for hit in found.hits]


# ---- what was withdrawn ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["law 97", "Law 97 of auction 1912", "law 97 code:auction-1912", "law 97 revoke", "97", "law 97 kind:case"])
def test_what_was_withdrawn_is_not_denied(codes: tuple[Edition, Edition], typed: str) -> None:
    law = codes[0].entries.get(slug="97")
    editing.withdraw(law, because="It was never played.")
    found = answer(typed)
    assert found.notes[0] == "Law 97 of Auction 1912 was withdrawn."
    assert not any("There is no" in note for note in found.notes)
    assert [(one.entry.get_absolute_url(), one.instead) for one in found.gone] == [("/auction-1912/law/97/", None)]
    assert (found.jump, jump(typed)) == ("", "")


def test_what_stands_in_its_place_is_found_and_named(codes: tuple[Edition, Edition]) -> None:
    auction, whist = codes
    editing.withdraw(auction.entries.get(slug="97"), because="It says the same.", replaced_by=auction.entries.get(slug="54"))
    found = answer("law 97")
    assert found.notes == ("Law 97 of Auction 1912 was withdrawn. Law 54 stands in its place.",)
    assert (addresses(found)[0], found.jump) == ("/auction-1912/law/54/", "")
    editing.withdraw(auction.entries.get(slug="8"), because="It is of another game.", replaced_by=whist.entries.get(slug="8"))
    assert answer("etiquette 8").notes == ("Etiquette 8 of Auction 1912 was withdrawn. Law 8 of Whist 1889 stands in its place.",)


def test_what_stands_in_its_place_and_was_withdrawn_too_is_not_named(codes: tuple[Edition, Edition]) -> None:
    auction, _ = codes
    editing.withdraw(auction.entries.get(slug="97"), because="It says the same.", replaced_by=auction.entries.get(slug="54"))
    editing.withdraw(auction.entries.get(slug="54"), because="Nobody doubles.")
    found = answer("law 97")
    assert (found.notes, found.total) == (("Law 97 of Auction 1912 was withdrawn.",), 0)


def test_where_another_code_has_the_number_still_it_is_shown_and_not_gone_to(codes: tuple[Edition, Edition]) -> None:
    editing.withdraw(codes[0].entries.get(kind="law", slug="84"), because="It was unjust.")
    found = answer("law 84")
    assert (addresses(found)[0], found.jump, jump("law 84")) == ("/whist-1889/law/84/", "", "")
    assert found.notes == ("Law 84 of Auction 1912 was withdrawn.",)


def test_the_short_address_of_what_is_not_there_any_more_is_known(codes: tuple[Edition, Edition]) -> None:
    law = codes[0].entries.get(kind="law", slug="84")
    part = law.parts.get(anchor="b")
    Part.objects.filter(pk=part.pk).update(retired=True)
    found = answer(f"~{part.permanent_id}")
    assert (addresses(found)[0], found.notes) == ("/auction-1912/law/84/", ("Law 84 has no part b now.",))
    editing.withdraw(law, because="It was unjust.")
    for code in (law.permanent_id, part.permanent_id):
        assert answer(f"~{code}").notes == ("Law 84 of Auction 1912 was withdrawn.",)


def test_the_page_leads_to_what_was_withdrawn_and_to_what_replaced_it(codes: tuple[Edition, Edition], client: Client) -> None:
    auction, _ = codes
    editing.withdraw(auction.entries.get(slug="97"), because="It says the same.", replaced_by=auction.entries.get(slug="54"))
    page = client.get("/search/", {"q": "Law 97"}).content.decode()
    assert '<a href="/auction-1912/law/97/">Why Law 97 was withdrawn</a>' in page
    assert '<a href="/auction-1912/law/54/">Read Law 54 instead</a>' in page
    assert "Law 54 stands in its place." in page


# ---- slips of the finger ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "right", "first"),
    [
        ("etiqutte 8", "etiquette 8", "/auction-1912/etiquette/8/"),
        ("caes 11", "case 11", "/auction-1912/case/11/"),
        ("etiqutte 8 cards", "etiquette 8 cards", "/auction-1912/etiquette/8/"),  # beside other words
        ("caes 11 kind:case", "case 11 kind:case", "/auction-1912/case/11/"),  # and fields
    ],
)
def test_a_citation_with_a_slip_is_looked_up_when_it_was_put_right(codes: tuple[Edition, Edition], typed: str, right: str, first: str) -> None:
    found = answer(typed)
    assert (found.corrected, addresses(found)[0], found.jump) == (right, first, "")
    assert answer(typed, as_typed=True).corrected == ""


def test_a_citation_with_a_slip_that_is_not_there_is_said_not_to_be(codes: tuple[Edition, Edition]) -> None:
    found = answer("caes 99")
    assert (found.corrected, found.total, found.notes[0][:21]) == ("case 99", 0, "There is no Case 99. ")


# ---- what is not there -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("law 99 code:auction-1912", "There is no Law 99 in Auction 1912. The nearest: Law 97."),
        ("law 97 code:whist-1889", "There is no Law 97 in Whist 1889. The nearest: Law 84."),  # another code has it
        ("case 99 kind:case", "There is no Case 99. The nearest: Case 11 in Auction 1912."),
        ("case 99 claim", "There is no Case 99. The nearest: Case 11 in Auction 1912."),
        ("case 99 whist 1889", "There is no Case 99 in Whist 1889."),
        ('law 99 "the cards"', "There is no Law 99. The nearest: Law 97 in Auction 1912; Law 84 in Whist 1889."),
        ("law 84z code:auction-1912", "Law 84 has no part z."),
        ("law 84z kind:law", "Law 84 has no part z."),
        ("law 84z kind:penalty", "Law 84 has no part z."),  # where filters keep nothing
        ("law 84 z revoke", "Law 84 has no part z."),
        ("law 84 b code:whist-1889", "Law 84 has no part b."),  # another code has it
        ("law 84 and 99", "There is no Law 99. The nearest: Law 97 in Auction 1912; Law 84 in Whist 1889."),
        ("laws 84-90", "Not there: Law 85, Law 86, Law 87 and 3 more."),
    ],
)
def test_a_citation_of_what_is_not_there_is_told_whatever_else_is_asked(codes: tuple[Edition, Edition], typed: str, said: str) -> None:
    assert answer(typed).notes[0] == said


def test_what_stands_beside_it_is_searched_for_alone(codes: tuple[Edition, Edition]) -> None:
    found = answer("law 199 revoke")
    assert addresses(found) == addresses(answer("revoke"))
    assert not any("199" in note for note in found.notes[1:])


@pytest.mark.parametrize("typed", ["case eleven", "the 11th case", "the eleventh case of auction 1912"])
def test_a_number_in_words_leads_to_its_entry(codes: tuple[Edition, Edition], typed: str) -> None:
    assert answer(typed).jump == jump(typed) == "/auction-1912/case/11/"


# ---- what filters keep -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["law 84 b doubling", "law 84 b", "law 84", "84", "law 84z revoke", "laws 84-97"])
@pytest.mark.parametrize("name", ["code", "kind"])
def test_a_choice_leads_to_as_many_as_it_says(codes: tuple[Edition, Edition], typed: str, name: str) -> None:
    (facet,) = (facet for facet in answer(typed).facets if facet.name == name)
    offered = {choice.value: choice.count for choice in facet.choices}
    assert {value: answer(typed, filters={name: value}).total for value in offered} == offered
    assert {value: answer(f"{typed} {name}:{value}").total for value in offered} == offered, "as a field, too"


def test_naming_costs_as_many_statements_as_before_and_one_for_what_was_withdrawn(codes: tuple[Edition, Edition]) -> None:
    def statements(typed: str) -> int:
        with CaptureQueriesContext(connection) as context:
            jump(typed)
        return len(context)

    plain = statements("law 54")
    editing.withdraw(codes[0].entries.get(slug="97"), because="It says the same.", replaced_by=codes[0].entries.get(slug="54"))
    assert (statements("law 54"), statements("law 97")) == (plain, plain + 1)
