"""The table of penalties: every row with its law, narrowed by the address, in a fixed number of queries."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import make_edition, make_law, make_penalty

pytestmark = pytest.mark.django_db
TABLE = "/auction-1912/penalties/"


@pytest.fixture
def table() -> None:
    make_law("84", text="(a) One.\n\n(b) Two.")
    make_penalty("1", "Revoke by Declarer", laws="84 a", group="The revoke", offenses=("revoke",))
    make_penalty("2", "Revoke by Adversary", "150 points or 3 tricks", laws="84 b", offenders=("adversary",), offenses=("revoke",))
    make_penalty("3", "Misdeal", "New deal", laws="36", offenders=("dealer",), phases=("deal",), group="The deal")


def text(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


@pytest.mark.usefixtures("table")
def test_every_row_stands_under_its_heading_with_its_penalty_and_its_law(client: Client) -> None:
    page = text(client, TABLE).partition("<caption>")[2]
    assert page.count('scope="rowgroup"') == 2
    assert page.index("The revoke") < page.index("Revoke by Adversary") < page.index("The deal") < page.index("Misdeal")
    assert 'href="/auction-1912/penalty/2/"' in page
    assert "150 points or 3 tricks" in page
    assert 'href="/auction-1912/law/84/#b"' in page
    assert "3 offenses" in page


@pytest.mark.usefixtures("table")
def test_a_heading_still_stands_over_a_row_whose_first_row_is_filtered_out(client: Client) -> None:
    page = text(client, TABLE + "?offender=adversary").partition("<caption>")[2]
    assert "The revoke" in page
    assert "The deal" not in page
    assert "1 of 3 offenses" in page


@pytest.mark.usefixtures("table")
def test_what_is_chosen_can_be_taken_back_one_by_one(client: Client) -> None:
    page = text(client, TABLE + "?offender=adversary&offense=revoke&law=")
    assert 'href="?offense=revoke"' in page
    assert 'href="?offender=adversary"' in page


@pytest.mark.usefixtures("table")
def test_a_wrong_value_is_told_and_no_row_is_shown(client: Client) -> None:
    page = text(client, TABLE + "?offender=%3Cb%3Enobody")
    assert "“&lt;b&gt;nobody” is none of the choices" in page
    assert 'role="alert"' in page
    assert "<table" not in page


@pytest.mark.usefixtures("table")
def test_choices_that_leave_nothing_say_what_to_do(client: Client) -> None:
    page = text(client, TABLE + "?offender=dealer&phase=play")
    assert "No row of the table answers to all of that" in page
    assert f'href="{TABLE}"' in page


def test_a_code_without_a_table_says_where_there_is_one(client: Client) -> None:
    make_penalty("1")
    make_edition("whist-1889", title="The Laws of Whist", year=1889)
    page = text(client, "/whist-1889/penalties/", 404)
    assert "The Laws of Whist has no table of penalties" in page
    assert f'href="{TABLE}"' in page


def test_a_draft_is_not_in_the_table(client: Client) -> None:
    make_penalty("1", status="draft")
    assert "has no table" in text(client, TABLE, 404)


def test_an_unknown_code_is_not_found(client: Client) -> None:
    text(client, "/poker-1999/penalties/", 404)


def test_twice_the_rows_take_the_same_number_of_queries(client: Client) -> None:
    make_law("84")
    make_penalty("1", laws="84", offenses=("revoke",))
    few = queries(client)
    for number in range(2, 8):
        make_penalty(str(number), laws=f"84; {number}", offenses=("revoke", f"offense-{number}"), offenders=("declarer", "dealer"), group=f"Group {number}")
    assert queries(client) == few <= 7


def queries(client: Client) -> int:
    with CaptureQueriesContext(connection) as seen:
        text(client, TABLE + "?phase=play")
    return len(seen)
