"""Narrowing an answer."""

from __future__ import annotations

from typing import Any

import pytest

from laws import editing
from laws.search.answer import Answer, answer
from tests.builders import make_case, make_edition, make_law, make_penalty

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def codes() -> None:
    auction, whist = make_edition("auction-1912"), make_edition("whist-1889", year=1889, order=2)
    here: dict[str, Any] = {"offenses": ("revoke",), "edition": auction, "publish": False}
    entries = [
        make_law("84", text="(a) A revoke by the declarer.\n\n(b) A revoke by an adversary.", **here),
        make_law("72", text="A revoke, in whist.", **{**here, "edition": whist}),
        make_penalty("1", offense="Revoke by Declarer", laws="84 a", offenders=("declarer",), **here),
        make_penalty("2", offense="Revoke by Adversary", laws="84 b", offenders=("adversary",), **here),
        make_case("11", facts="A revoke.", decision="Law 84 b governs.", phases=("play",), **{**here, "offenses": ("revoke", "calling-attention")}),
    ]
    editing.publish(entries)


def choices(found: Answer, name: str) -> dict[str, int]:
    return next(({choice.value: choice.count for choice in facet.choices} for facet in found.facets if facet.name == name), {})


def test_facets_count_what_was_found() -> None:
    found = answer("revoke")
    assert choices(found, "kind") == {"law": 2, "case": 1, "penalty": 2}
    assert choices(found, "code") == {"auction-1912": 4, "whist-1889": 1}
    assert choices(found, "offender") == {"declarer": 1, "adversary": 1}
    assert choices(found, "law") == {"auction-1912/84": 3}


@pytest.mark.parametrize("filters", [{}, {"kind": "penalty"}, {"code": "auction-1912", "phase": "play"}, {"law": "84b"}, {"offender": "declarer"}])
def test_each_count_is_the_length_of_the_list_it_leads_to(filters: dict[str, str]) -> None:
    found = answer("revoke", filters=filters)
    offered = [(facet.name, choice) for facet in found.facets for choice in facet.choices]
    assert offered
    for name, choice in offered:
        assert answer("revoke", filters={**filters, name: choice.value}).total == choice.count, (name, choice)


@pytest.mark.parametrize(
    ("filters", "total"),
    [
        ({"kind": "case"}, 1),
        ({"code": "whist-1889"}, 1),
        ({"offense": "calling-attention"}, 1),
        ({"law": "84"}, 3),
        ({"law": "84b"}, 2),  # those that cite the part
        ({"law": "auction-1912/84b"}, 2),
        ({"kind": "case", "offender": "declarer"}, 0),
        ({"kind": "", "phase": "  "}, 5),  # nothing chosen
        ({"utm_source": "mail"}, 5),  # no filter of ours
    ],
)
def test_filters_narrow(filters: dict[str, str], total: int) -> None:
    assert answer("revoke", filters=filters).total == total


@pytest.mark.parametrize("filters", [{"kind": "lawyer"}, {"code": "nowhere"}, {"offense": "murder"}, {"offender": "me"}, {"phase": "night"}, {"law": "x"}, {"law": "\x00"}])
def test_a_value_that_is_not_known_is_said_and_finds_nothing(filters: dict[str, str]) -> None:
    found = answer("revoke", filters=filters)
    if filters == {"law": "\x00"}:
        assert found.total == 5, "what cannot be seen is nothing"
        return
    assert (found.total, found.hits) == (0, ())
    assert any("is no" in note for note in found.notes)


def test_filters_alone_list_what_they_keep_in_the_order_of_the_codes() -> None:
    assert [hit.entry.label for hit in answer("", filters={"kind": "law"}).hits] == ["Law 84", "Law 72"]


def test_a_citation_is_read_in_the_code_that_is_chosen() -> None:
    make_law("84", text="Another.", edition=make_edition("whist-1889"))
    assert answer("84", filters={"code": "whist-1889"}).jump == "/whist-1889/law/84/"


def test_an_empty_list_says_that_the_choice_made_it_empty() -> None:
    assert answer("adversary", filters={"offender": "declarer", "kind": "case"}).notes[-1].startswith("Nothing fits what was chosen")


def test_what_is_chosen_is_marked() -> None:
    kinds = next(facet for facet in answer("revoke", filters={"kind": "law"}).facets if facet.name == "kind")
    assert [choice.value for choice in kinds.choices if choice.chosen] == ["law"]
    assert [choice.label for choice in kinds.choices] == ["Laws", "Cases", "Penalties"]


FIELDS = [
    "kind:case", "-kind:law", "kind:law OR kind:case", "offense:revoke", "-offense:calling-attention", "law:84", "law:84b", "code:auction-1912",
    "-code:whist-1889", "offender:declarer", "phase:play", "year:1912", "year:..1890", "kind:case offense:revoke law:84b",
]  # fmt: skip


@pytest.mark.parametrize("filters", [{}, {"kind": "case"}, {"code": "auction-1912", "offense": "revoke"}])
def test_each_count_is_true_whatever_fields_stand_in_the_query(filters: dict[str, str]) -> None:
    for typed in [*FIELDS, *(f"revoke {fields}" for fields in FIELDS), "84 revoke kind:case", "revoke -declarer"]:
        for facet in answer(typed, filters=filters).facets:
            for choice in facet.choices:
                led = answer(typed, filters={**filters, facet.name: choice.value}, facets=()).total
                assert led == choice.count, (typed, facet.name, choice)


def test_what_stands_in_the_query_itself_cannot_be_taken_back() -> None:
    found = answer("revoke kind:case")
    assert choices(found, "kind") == {"case": 1}
    assert not any(choice.chosen for facet in found.facets for choice in facet.choices)
    assert "law" not in choices(answer("revoke -kind:law"), "kind")
    both = next(facet for facet in answer("kind:case", filters={"kind": "case"}).facets if facet.name == "kind")
    assert [(choice.value, choice.count, choice.chosen) for choice in both.choices] == [("case", 1, True)], "what the address holds can be"


def test_where_nothing_was_typed_the_other_values_of_what_was_chosen_are_offered() -> None:
    assert choices(answer("", filters={"kind": "case"}), "kind") == {"law": 2, "case": 1, "penalty": 2}
