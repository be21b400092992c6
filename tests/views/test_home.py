"""The first page."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from laws.models import Entry
from tests.builders import make_case, make_edition, make_law, make_penalty

pytestmark = pytest.mark.django_db


def home(client: Client) -> str:
    answer = client.get("/")
    assert answer.status_code == 200
    return answer.content.decode()


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        assert client.get(path).status_code == 200
    return len(seen)


def test_the_search_field_comes_before_everything_else(client):
    make_case("1")
    html = home(client)
    assert html.count('type="search"') == 1
    assert html.index('type="search"') < html.index("Codes</h2>") < html.index("Latest rulings</h2>")


def test_only_offenders_that_lead_somewhere_are_offered(client):
    make_penalty("1", offenders=("declarer",))
    make_penalty("2", offenders=("dummy",), status="draft")
    make_case("1", offenders=("bystander",))
    assert re.findall(r'href="/finder/([a-z-]+)/"', home(client)) == ["declarer"]


def test_codes_are_listed_with_what_they_hold(client):
    make_law("1")
    make_law("2")
    make_law("3", status="draft")
    make_case("1")
    html = home(client)
    assert '<a href="/auction-1912/#laws">2 laws</a>' in html
    assert '<a href="/auction-1912/cases/">1 case</a>' in html


def test_a_code_with_nothing_published_is_not_listed(client):
    make_edition("empty-1900")
    make_law("1")
    assert "/empty-1900/" not in home(client)


def test_the_latest_rulings_come_first_and_drafts_not_at_all(client):
    for number in ("1", "2", "3"):
        make_case(number, title=f"Ruling {number}")
    make_case("4", title="Ruling 4", status="draft")
    assert re.findall(r"Case \d: Ruling (\d)", home(client)) == ["3", "2", "1"]


def test_a_new_site_says_that_it_is_empty(client):
    assert "No code has been published here yet" in home(client)


def test_more_rulings_cost_no_more_queries(client):
    make_case("1")
    make_penalty("1")
    few = queries(client, "/")
    for number in range(2, 9):
        make_case(str(number))
        make_penalty(str(number))
    make_law("1", edition=make_edition("whist-1889"))
    assert queries(client, "/") == few


def test_the_head_names_the_page_for_readers_and_machines(client):
    html = re.sub(r"\s+", " ", home(client))
    assert '<link rel="canonical" href="https://casebook.example/">' in html
    assert '<meta property="og:url" content="https://casebook.example/">' in html
    assert 'type="application/atom+xml" href="/feeds/rulings.atom"' in html
    assert re.search(r'<html lang="en">.*<a class="skip" href="#main">.*<main id="main"', html, re.S)


def test_the_latest_rulings_are_read_off_an_index_however_many_were_published_at_once(client):
    """A bulk load publishes thousands in one moment: to sort them all for six would make the first page as slow as the book is long."""
    if connection.vendor != "sqlite":
        pytest.skip("the plan of a table of few rows tells nothing there")
    make_case("1")
    assert "TEMP B-TREE" not in Entry.objects.published().of_kind("case").latest_first().for_list()[:6].explain()


def test_of_rulings_published_together_the_higher_number_comes_first(client):
    first, second = make_edition(slug="first-1901"), make_edition(slug="second-1902")
    now = timezone.now()
    for edition, number, position in ((first, "1", 1), (first, "2", 2), (second, "1", 1)):
        make_case(number, edition=edition, position=position, published_at=now)
    assert re.findall(r'href="(/[a-z0-9-]+/case/\d/)"', home(client))[:3] == ["/first-1901/case/2/", "/first-1901/case/1/", "/second-1902/case/1/"]
