"""What machines read: robots.txt, the sitemap, the icon; and the help page, which nothing else tests."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from laws.views import sitemaps
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


# ---- a sitemap in parts


def found(client: Client, path: str) -> list[str]:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"].startswith("noindex")
    return [urlsplit(loc.text).path for loc in ET.fromstring(answer.content).iter(f"{{{NAMES['s']}}}loc")]


def test_a_large_site_has_the_same_addresses_in_parts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(1, 8):
        make_law(str(number))
        make_law(str(number + 50), status="draft")
    make_penalty("1")
    whole = found(client, "/sitemap.xml")
    monkeypatch.setattr(sitemaps, "MOST", 4)
    assert "sitemapindex" in client.get("/sitemap.xml").content.decode()
    parts = {path: found(client, path) for path in found(client, "/sitemap.xml")}
    assert sorted(path for part in parts.values() for path in part) == sorted(whole)
    assert all(0 < len(part) <= 4 for path, part in parts.items() if path != "/sitemap-pages.xml")


def test_a_part_has_the_same_entries_however_many_follow(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemaps, "MOST", 2)
    for number in range(1, 5):
        make_law(str(number))
    first = found(client, "/sitemap.xml")[1]
    before = found(client, first)
    for number in range(5, 9):
        make_law(str(number))
    assert found(client, first) == before


def test_a_part_reads_its_own_rows_only(client: Client) -> None:
    make_law("84")
    if connection.vendor != "sqlite":
        pytest.skip("the plan of a table of few rows tells nothing there")
    with CaptureQueriesContext(connection) as seen:
        client.get("/sitemap-0.xml")
    [sql] = [query["sql"] for query in seen.captured_queries if "laws_entry" in query["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        assert [row[3] for row in cursor.fetchall()] == ["SEARCH laws_entry USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"]


@pytest.mark.parametrize("path", ["/sitemap-7.xml", "/sitemap-99999999999999999999999.xml", "/sitemap-x.xml", "/sitemap-.xml"])
def test_a_part_that_is_not_there_is_not_found(client: Client, path: str) -> None:
    make_law("84")
    assert client.get(path).status_code == 404
