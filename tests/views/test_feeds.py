"""Feeds of rulings, read as a feed reader reads them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import make_case, make_edition, make_law

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
FIRST, THEN, LATER = (datetime(year, 3, 1, 9, tzinfo=UTC) for year in (2026, 2027, 2028))


def feed(client: Client, address: str = "/feeds/rulings.atom") -> ET.Element:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/atom+xml")
    return ET.fromstring(answer.content)


def each(root: ET.Element, path: str) -> list[str]:
    return [found.text or "" for found in root.findall("/".join(ATOM + name for name in path.split("/")))]


def test_a_ruling_comes_in_full_with_its_address_and_an_id_that_stays(client: Client) -> None:
    case = make_case("11", title="Dummy asks", facts="He asked.", decision="Vide _Law_ 84 b.[^3]", holding="It is lost.", permanent_id="7K3QD", published_at=FIRST)
    entry = feed(client).find(ATOM + "entry")
    assert entry is not None
    assert each(entry, "id") == ["tag:casebook.example,2026:7K3QD"]
    assert each(entry, "title") == ["Case 11: Dummy asks"]
    assert entry.find(ATOM + "link").get("href") == "https://casebook.example/auction-1912/case/11/"  # type: ignore[union-attr]
    assert each(entry, "content") == ["It is lost.\n\nFacts\nHe asked.\n\nDecision\nVide Law 84 b."]
    case.slug = "99"
    case.save()
    assert each(feed(client), "entry/id") == ["tag:casebook.example,2026:7K3QD"]


def test_a_digest_says_that_it_is_ours(client: Client) -> None:
    make_case("11", facts="", decision="", detail={"facts_digest": "In brief.", "decision_digest": "Held so."})
    assert "Facts (our digest)\nIn brief." in each(feed(client), "entry/content")[0]


def test_the_newest_comes_first_and_an_amended_one_is_updated_in_its_place(client: Client) -> None:
    make_case("1", published_at=FIRST, amended_at=LATER)
    make_case("2", published_at=THEN)
    root = feed(client)
    assert [title.split(":")[0] for title in each(root, "entry/title")] == ["Case 2", "Case 1"]
    assert each(root, "entry/updated") == [THEN.isoformat(), LATER.isoformat()]
    assert each(root, "entry/published") == [THEN.isoformat(), FIRST.isoformat()]
    assert each(root, "updated") == [LATER.isoformat()]


def test_drafts_laws_and_withdrawn_cases_stay_out(client: Client) -> None:
    make_law("84")
    make_case("1", status="draft")
    make_case("2", status="withdrawn")
    assert each(feed(client), "entry/title") == []


def test_a_code_has_a_feed_of_its_own(client: Client) -> None:
    make_case("1", title="Of auction")
    make_case("XI", title="Of whist", edition=make_edition("whist-1889"))
    root = feed(client, "/whist-1889/feed.atom")
    assert each(root, "entry/title") == ["Case XI: Of whist"]
    assert each(root, "id") != each(feed(client), "id")
    assert {link.get("href") for link in root.findall(ATOM + "link")} == {
        "https://casebook.example/whist-1889/cases/",
        "https://casebook.example/whist-1889/feed.atom",
    }


def test_an_unknown_code_has_no_feed(client: Client) -> None:
    assert client.get("/poker-1999/feed.atom").status_code == 404


@pytest.mark.parametrize("words", ["Ampersand & <tags>", "A bell \x07 and a form feed \x0c", "\ufffe a non-character"])
def test_whatever_a_ruling_holds_the_feed_is_well_formed(client: Client, words: str) -> None:
    make_case("1", title=words, facts=words, holding=words)
    assert len(each(feed(client), "entry/title")) == 1


def test_an_empty_feed_is_always_the_same(client: Client) -> None:
    assert client.get("/feeds/rulings.atom").content == client.get("/feeds/rulings.atom").content


def test_twice_the_rulings_take_the_same_number_of_queries(client: Client) -> None:
    make_case("1", offenses=("revoke",))
    few = queries(client)
    for number in range(2, 6):
        make_case(str(number), offenses=("revoke", f"offense-{number}"), edition=make_edition(f"code-{number}"))
    assert queries(client) == few <= 3


def queries(client: Client) -> int:
    with CaptureQueriesContext(connection) as seen:
        feed(client)
    return len(seen)


@pytest.mark.django_db
def test_a_summary_is_words_whatever_a_reader_takes_it_for(client) -> None:
    make_case("1", holding="<b>Fewer than < 5</b>")
    feed = client.get("/feeds/rulings.atom").content.decode()
    assert "&amp;lt;b&amp;gt;Fewer" in feed
