"""Lists of decided cases, of one code and of all."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from laws.views import cases as view
from tests.builders import make_case, make_edition, make_law

pytestmark = pytest.mark.django_db


def text(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def test_a_case_is_listed_with_its_title_holding_outcome_and_code(client: Client) -> None:
    make_case("11", title="Dummy asks", holding="The revoke is lost.", outcome="claim-denied")
    page = text(client, "/cases/")
    for words in ('href="/auction-1912/case/11/"', "Case 11", "Dummy asks", "The revoke is lost.", "Claim denied", "The Laws of Auction 1912, 1912", "1 case"):
        assert words in page


def test_a_code_lists_its_own_cases_only(client: Client) -> None:
    make_case("11", title="Of auction")
    make_case("XI", title="Of whist", edition=make_edition("whist-1889", year=1889))
    page = text(client, "/whist-1889/cases/")
    assert "Of whist" in page
    assert "Of auction" not in page
    assert 'name="code"' not in page


def test_cases_are_found_by_the_law_that_they_cite(client: Client) -> None:
    make_law("84", text="(a) One.\n\n(b) Two.")
    make_case("1", decision="Vide Law 84 b.", title="Cites it")
    make_case("2", title="Does not")
    page = text(client, "/cases/?law=84+b")
    assert "Cites it" in page
    assert "Does not" not in page


@pytest.mark.parametrize("query", ["law=nonsense", "outcome=perhaps", "code=%3Cscript%3E", "year=12e9", "offense=%00"])
def test_a_wrong_value_is_told_and_no_case_is_shown(client: Client, query: str) -> None:
    make_case("1", title="Not to be shown")
    page = text(client, f"/cases/?{query}")
    assert 'role="alert"' in page
    assert "Not to be shown" not in page
    assert "<script>" not in page


def test_drafts_and_withdrawn_cases_are_not_listed(client: Client) -> None:
    make_case("1", title="A draft", status="draft")
    make_case("2", title="Taken back", status="withdrawn")
    assert "No case has been published here yet" in text(client, "/cases/")


def test_a_long_list_is_paged_and_keeps_what_was_chosen(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "PER_PAGE", 2)
    for number in range(1, 6):
        make_case(str(number), title=f"The case numbered {number}")
    page = text(client, "/cases/?outcome=negative&page=2")
    assert "numbered 3" in page
    assert "numbered 2" not in page
    assert "Page 2 of 3" in page
    assert 'href="?outcome=negative"' in page
    assert 'href="?outcome=negative&amp;page=3"' in page


@pytest.mark.parametrize("page", ["0", "-1", "99", "two", "1e9", "9" * 5000])
def test_a_page_that_is_not_there_shows_one_that_is(client: Client, page: str) -> None:
    make_case("1", title="Only one")
    assert "Only one" in text(client, f"/cases/?page={page}")


def test_an_unknown_code_is_not_found(client: Client) -> None:
    text(client, "/poker-1999/cases/", 404)


@pytest.mark.parametrize("address", ["/cases/", "/auction-1912/cases/?outcome=negative"])
def test_twice_the_cases_take_the_same_number_of_queries(client: Client, address: str) -> None:
    make_case("1", offenses=("revoke",))
    few = queries(client, address)
    for number in range(2, 8):
        make_case(str(number), offenses=(f"offense-{number}",), edition=make_edition(f"code-{number}") if number > 4 else None)
    assert queries(client, address) == few <= 7


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        text(client, address)
    return len(seen)
