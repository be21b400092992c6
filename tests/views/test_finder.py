"""'What happened?': who, when, what, in three taps, and no tap that leads nowhere."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from laws.views import finder
from tests.builders import make_case, make_edition, make_penalty

pytestmark = pytest.mark.django_db
STEP = re.compile(r'href="(/finder/[^"]+)"')
ROW = re.compile(r'href="(/[a-z0-9-]+/penalty/[^"]+)"')


def text(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


@pytest.fixture
def table() -> None:
    make_penalty("1", "Revoke by Declarer", offenders=("declarer",), phases=("play",), group="The revoke")
    make_penalty("2", "Revoke by Adversary", offenders=("adversary",), phases=("play",))
    make_penalty("3", "Pass out of turn", "None", offenders=("anyone",), phases=("bidding",), group="The bidding")
    make_penalty("4", "Holding 14 cards", "New deal", offenders=("anyone",), phases=("deal", "play"))
    make_penalty("5", "Not playing to trick", "New deal", offenders=("anyone-but-dummy",), phases=("play",))
    make_penalty("6", "Second revoke", offenders=("either-side",), phases=("play",))


@pytest.mark.usefixtures("table")
def test_the_first_step_offers_those_whom_the_tables_name_and_lists_every_offense(client: Client) -> None:
    page = text(client, "/finder/")
    assert STEP.findall(page) == [f"/finder/{who}/" for who in ("declarer", "adversary", "either-side", "anyone", "anyone-but-dummy")]
    assert len(ROW.findall(page)) == 6
    assert "The bidding" in page


@pytest.mark.usefixtures("table")
def test_a_player_is_shown_what_anyone_may_not_do_and_is_told_so(client: Client) -> None:
    page = text(client, "/finder/declarer/play/")
    assert [address.split("/")[-2] for address in ROW.findall(page)] == ["1", "4", "5", "6"]
    assert '<i class="status">anyone but dummy</i>' in page
    assert '<i class="status">declarer</i>' not in page


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("who", "whens"),
    [
        ("declarer", ["deal", "bidding", "play"]),  # in the order of the game, not of the table
        ("anyone-but-dummy", ["play"]),
        ("dealer", ["deal", "bidding", "play"]),
    ],
)
def test_the_second_step_offers_only_phases_that_lead_somewhere(client: Client, who: str, whens: list[str]) -> None:
    assert [step for step in STEP.findall(text(client, f"/finder/{who}/")) if step.count("/") == 4] == [f"/finder/{who}/{when}/" for when in whens]


def test_dummy_does_nothing_before_the_bidding_has_ended(client: Client) -> None:
    make_penalty("1", "Revoke by Dummy", "None", offenders=("dummy",), phases=("play",))
    make_penalty("2", "Holding 14 cards", "New deal", offenders=("anyone",), phases=("deal", "play"))
    assert "/finder/dummy/play/" in text(client, "/finder/dummy/")
    assert "/finder/dummy/deal/" not in text(client, "/finder/dummy/")
    text(client, "/finder/dummy/deal/", 404)


@pytest.mark.usefixtures("table")
def test_no_step_leads_nowhere_and_every_row_is_reached(client: Client) -> None:
    reached = set()
    for who in STEP.findall(text(client, "/finder/")):
        whens = [step for step in STEP.findall(text(client, who)) if step.startswith(who) and step != who]
        assert whens
        for when in whens:
            rows = ROW.findall(text(client, when))
            assert rows
            reached |= set(rows)
    assert len(reached) == 6


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("address", ["/finder/nobody/", "/finder/bystander/", "/finder/declarer/scoring/", "/finder/nobody/play/", "/finder/declarer/never/"])
def test_what_leads_nowhere_says_so_beside_what_does(client: Client, address: str) -> None:
    page = text(client, address, 404)
    assert "No penalty in our tables answers to that address" in page
    assert "noindex" in page
    assert STEP.findall(page)


def test_without_a_table_the_page_sends_to_the_search(client: Client) -> None:
    page = text(client, "/finder/")
    assert "No table of penalties has been published here yet" in page
    assert 'href="/search/"' in page


def test_cases_about_the_same_are_listed_below(client: Client) -> None:
    make_penalty("1", offenders=("declarer",), phases=("play",))
    make_case("11", title="Dummy asks", offenders=("declarer",), phases=("play",))
    make_case("12", title="Of the score", offenders=("declarer",), phases=("scoring",))
    page = text(client, "/finder/declarer/play/")
    assert "Dummy asks" in page
    assert "Of the score" not in page


def test_cases_of_others_are_not_read_to_find_those(client: Client) -> None:
    """Of many cases only those are fetched that may be shown: by whom it was done, or by whoever includes him, and when."""
    make_penalty("1", offenders=("declarer",), phases=("play",))
    shown = make_case("11", title="Of anyone", offenders=("anyone",), phases=("play",))
    for number, who, when in (("12", "bystander", "play"), ("13", "declarer", "scoring"), ("14", "dummy", "play")):
        make_case(number, offenders=(who,), phases=(when,))
    assert [row.entry.pk for row in finder.rows_of("case", "declarer", "play")] == [shown.pk]
    assert "Of anyone" in text(client, "/finder/declarer/play/")


def test_the_code_is_named_where_several_have_tables(client: Client) -> None:
    make_penalty("1", group="The revoke")
    assert 'class="code"' not in text(client, "/finder/")
    make_penalty("1", edition=make_edition("bridge-1905", title="The Laws of Bridge", year=1905), group="The revoke")
    assert '<span class="code">The Laws of Bridge, 1905</span>' in text(client, "/finder/")


def test_twice_the_rows_take_the_same_number_of_queries(client: Client) -> None:
    make_penalty("1")
    make_case("1", offenders=("declarer",), phases=("play",))
    few = queries(client)
    for number in range(2, 8):
        make_penalty(str(number), offenders=("declarer", "dealer"), phases=("deal", "play"), group=f"Group {number}")
        make_case(str(number), offenders=("declarer",), phases=("play",))
    assert queries(client) == few <= 6


def queries(client: Client) -> int:
    with CaptureQueriesContext(connection) as seen:
        text(client, "/finder/declarer/play/")
    return len(seen)
