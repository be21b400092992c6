"""What the lists are narrowed by, and what is said of values that cannot be meant."""

from __future__ import annotations

from datetime import date

import pytest
from django.http import QueryDict

from laws.filters import AllCasesFilter, CaseFilter, LawField, PenaltyFilter
from laws.models import Entry
from tests.builders import make_case, make_edition, make_law, make_penalty

pytestmark = pytest.mark.django_db


def penalties(query: str) -> PenaltyFilter:
    return PenaltyFilter(QueryDict(query), Entry.objects.published().of_kind("penalty").in_order())


def cases(query: str) -> AllCasesFilter:
    return AllCasesFilter(QueryDict(query), Entry.objects.published().of_kind("case").in_order())


def numbers(found: PenaltyFilter | CaseFilter) -> list[str]:
    return [entry.number for entry in found.qs]


@pytest.mark.parametrize(
    ("typed", "kind", "number", "part"),
    [
        ("84", "law", "84", ""),  # a bare number is a law's
        ("84 b", "law", "84", "b"),
        ("84b", "law", "84", "b"),
        (" 84  (b). ", "law", "84", "b"),  # as copied out of a sentence
        ("Law 84 b", "law", "84", "b"),
        ("rule 84", "law", "84", ""),
        ("XI", "law", "11", ""),
        ("etiquette 9", "etiquette", "9", ""),
    ],
)
def test_a_law_is_read_as_anybody_would_cite_it(typed: str, kind: str, number: str, part: str) -> None:
    found = LawField(required=False).clean(typed)
    assert found is not None
    assert (found.kind, found.number, found.part) == (kind, number, part)


@pytest.mark.parametrize("typed", ["the revoke", "84 and 85", "laws 80-92", "84 b or so", "-1", "84; drop table", "<b>"])
def test_what_names_no_single_law_is_refused_in_a_sentence(typed: str) -> None:
    found = penalties("law=" + typed.replace(";", "%3B"))
    assert "Write its number" in found.form.errors["law"][0]


class TestPenalties:
    @pytest.fixture(autouse=True)
    def table(self) -> None:
        make_law("84", text="(a) One.\n\n(b) Two.")
        make_penalty("1", "Revoke by Declarer", laws="84 a", offenses=("revoke",))
        make_penalty("2", "Revoke by Adversary", "150 points or 3 tricks", laws="84 b", offenders=("adversary",), offenses=("revoke", "play"))
        make_penalty("3", "Misdeal", "New deal", laws="36; 37", offenders=("dealer",), phases=("deal", "play"), offenses=("misdeal",))
        make_penalty("4", "A draft", status="draft", offenses=("misdeal",))

    @pytest.mark.parametrize(
        ("query", "kept"),
        [
            ("", ["1", "2", "3"]),
            ("offense=revoke", ["1", "2"]),
            ("offender=dealer", ["3"]),
            ("phase=play", ["1", "2", "3"]),
            ("phase=deal", ["3"]),
            ("penalty=points", ["1", "2"]),
            ("penalty=TRICKS+150", ["2"]),  # words in any order and case
            ("penalty=100%25", []),  # a per cent sign is no wildcard
            ("law=84", ["1", "2"]),
            ("law=84+b", ["2"]),
            ("law=37", ["3"]),  # not in the collection: found as printed
            ("law=9", []),
            ("offense=revoke&offender=adversary&phase=play", ["2"]),
            ("offense=&offender=&law=", ["1", "2", "3"]),  # a form that was sent empty
            ("unheard=of", ["1", "2", "3"]),
        ],
    )
    def test_each_choice_narrows_the_table(self, query: str, kept: list[str]) -> None:
        assert numbers(penalties(query)) == kept

    @pytest.mark.parametrize("query", ["offense=murder", "offender=nobody", "phase=later", "law=x", "penalty=%00", "offender=nobody&phase=play"])
    def test_a_value_that_cannot_be_meant_shows_no_row(self, query: str) -> None:
        found = penalties(query)
        assert numbers(found) == []
        assert len(found.form.errors) == 1

    def test_a_wrong_choice_is_named_in_the_sentence(self) -> None:
        assert "“nobody” is none of the choices" in penalties("offender=nobody").form.errors["offender"][0]

    def test_only_offenses_of_the_table_are_offered(self) -> None:
        make_law("50", offenses=("claim",))
        offered = [value for value, _ in penalties("").form.fields["offense"].choices]
        assert offered == ["", "misdeal", "play", "revoke"]

    def test_what_is_chosen_is_told_in_words(self) -> None:
        assert penalties("offender=adversary&law=84+b").chosen() == [("offender", "Offender", "Adversary"), ("law", "Law", "84 b")]

    def test_what_is_chosen_wrongly_is_told_as_typed(self) -> None:
        assert penalties("offender=nobody").chosen() == [("offender", "Offender", "nobody")]


class TestCases:
    @pytest.fixture(autouse=True)
    def rulings(self) -> None:
        whist = make_edition("whist-1889", year=1889, order=2)
        make_law("84", text="(a) One.\n\n(b) Two.")
        make_law("84", edition=whist)
        make_case("1", decision="Law 84 b is plain.", outcome="affirmative", offenses=("revoke",))
        make_case("2", decision="See Law 84.", outcome="negative", detail={"decided_on": date(1913, 5, 1)})
        make_case("III", decision="See Law 84.", outcome="negative", edition=whist)
        make_case("IV", decision="Plain.", outcome="", edition=whist)

    @pytest.mark.parametrize(
        ("query", "kept"),
        [
            ("", ["1", "2", "III", "IV"]),
            ("law=84", ["1", "2", "III"]),
            ("law=84+b", ["1"]),
            ("code=whist-1889", ["III", "IV"]),
            ("law=84&code=whist-1889", ["III"]),
            ("outcome=negative", ["2", "III"]),
            ("year=1913", ["2"]),  # the year of the decision, where it is known
            ("year=1912", ["1"]),  # else that of the edition
            ("offense=revoke", ["1"]),
        ],
    )
    def test_each_choice_narrows_the_list(self, query: str, kept: list[str]) -> None:
        assert numbers(cases(query)) == kept

    @pytest.mark.parametrize("query", ["code=bridge-2007", "outcome=perhaps", "year=1850", "year=soon", "offense=murder", "law=see+below"])
    def test_a_value_that_cannot_be_meant_shows_no_case(self, query: str) -> None:
        found = cases(query)
        assert numbers(found) == []
        assert len(found.form.errors) == 1

    def test_a_citation_that_an_editor_dismissed_does_not_count(self) -> None:
        case = Entry.objects.get(kind="case", number="2")
        case.citations.update(outcome="dismissed", origin="editor", verdict="not a citation")
        assert numbers(cases("law=84")) == ["1", "III"]
