"""What machines read: robots.txt, the sitemap, the icon; and the help page, which nothing else tests."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import make_case, make_edition, make_law, make_penalty

pytestmark = pytest.mark.django_db
NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}


def sitemap(client: Client) -> dict[str, str]:
    """Address -> day of the last change, or ""."""
    root = ET.fromstring(client.get("/sitemap.xml").content)
    return {url.findtext("s:loc", "", NAMES): url.findtext("s:lastmod", "", NAMES) for url in root.findall("s:url", NAMES)}


def test_robots_may_read_all_but_the_admin_and_searches(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    lines = answer.content.decode().splitlines()
    assert [line for line in lines if line.startswith("Disallow")] == ["Disallow: /admin/", "Disallow: /search/"]
    assert "Sitemap: https://casebook.example/sitemap.xml" in lines


def test_the_icon_is_found_where_browsers_look_for_it(client: Client) -> None:
    answer = client.get("/favicon.ico", follow=True)
    assert answer.status_code == 200


def test_the_sitemap_has_every_page_that_is_there_and_none_that_is_not(client: Client) -> None:
    make_law("84")
    make_law("85", status="draft")
    make_law("86", status="withdrawn")
    make_penalty("1")
    make_case("XI", edition=make_edition("whist-1889"))
    make_edition("empty-1900")
    paths = [urlsplit(address).path for address in sitemap(client)]
    pages = "/ /cases/ /finder/ /feeds/ /glossary/ /help/ /search/help/ /finder/declarer/ /finder/declarer/play/ /auction-1912/ /auction-1912/penalties/ /whist-1889/ /whist-1889/cases/"
    assert sorted(paths) == sorted([*pages.split(), "/auction-1912/law/84/", "/auction-1912/penalty/1/", "/whist-1889/case/11/"])


def test_the_sitemap_names_the_public_site_whatever_host_was_asked(client: Client) -> None:
    make_law("84", published_at=datetime(2026, 1, 2, tzinfo=UTC), amended_at=datetime(2026, 3, 4, tzinfo=UTC))
    assert sitemap(client)["https://casebook.example/auction-1912/law/84/"].startswith("2026-03-04")


def test_every_address_of_the_sitemap_answers(client: Client) -> None:
    make_law("84")
    make_penalty("1", laws="84")
    make_case("1", decision="See Law 84.")
    for address in sitemap(client):
        assert client.get(urlsplit(address).path).status_code == 200, address


def test_twice_the_entries_take_the_same_number_of_queries(client: Client) -> None:
    make_law("84")
    make_penalty("1")
    few = queries(client)
    for number in range(1, 6):
        make_law(str(number))
        make_penalty(str(number + 1), offenders=("declarer", "dealer"), phases=("deal", "play"))
        make_case(str(number), edition=make_edition(f"code-{number}"))
    assert queries(client) == few


def queries(client: Client) -> int:
    with CaptureQueriesContext(connection) as seen:
        sitemap(client)
    return len(seen)


def test_help_asks_the_database_nothing(client: Client) -> None:
    with CaptureQueriesContext(connection) as seen:
        page = client.get("/help/").content.decode()
    assert len(seen) == 0
    for words in ("As printed", "Our digest", "Editor&#x27;s note", "https://casebook.example/~7K3QD", "/feeds/"):
        assert words in page or words.replace("&#x27;", "'") in page
