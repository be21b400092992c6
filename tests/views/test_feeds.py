"""Feeds of rulings, read as a feed reader reads them."""

from __future__ import annotations

import calendar
import re
import time
from datetime import UTC, datetime

import feedparser
import jsonschema
import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from laws import editing
from laws.books.load import load
from laws.exports.records import record_of
from laws.models import Edition, Entry, Offense
from laws.sharing import channel
from tests.builders import make_case, make_edition, make_etiquette, make_law

pytestmark = pytest.mark.django_db
FIRST, THEN, LATER = (datetime(year, 3, 1, 9, tzinfo=UTC) for year in (2026, 2027, 2028))
FORMS = ("atom", "rss", "json")
every_form = pytest.mark.parametrize("form", FORMS)
ALL = "/feeds/rulings."
# What JSON Feed 1.1 asks for, in our own words: a version, a title, items with ids of their own that are texts, and dates of RFC 3339.
STAMP = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"}
URL = {"type": "string", "pattern": "^https://casebook\\.example/"}
TEXT = {"type": "string", "minLength": 1}
JSON_FEED = {
    "type": "object",
    "required": ["version", "title", "items"],
    "additionalProperties": False,
    "properties": {
        "version": {"const": "https://jsonfeed.org/version/1.1"},
        **dict.fromkeys(("title", "description", "language"), TEXT),
        **dict.fromkeys(("home_page_url", "feed_url"), URL),
        "items": {
            "type": "array",
            "uniqueItems": True,
            "items": {
                "type": "object",
                "required": ["id", "url", "title", "content_html", "date_published", "date_modified"],
                "additionalProperties": False,
                "properties": {
                    **dict.fromkeys(("id", "title", "content_html"), TEXT),
                    "summary": {"type": "string"},
                    "url": URL,
                    "date_published": STAMP,
                    "date_modified": STAMP,
                    "authors": {"type": "array", "items": {"type": "object", "required": ["name"], "properties": {"name": TEXT}}},
                    "tags": {"type": "array", "items": TEXT},
                },
            },
        },
    },
}


class Read(dict):
    """One item in the same words, whichever form it came in: id, title, link, html, published, updated, tags, author."""

    __getattr__ = dict.__getitem__


def feed(client: Client, address: str) -> tuple[dict, list[Read]]:
    """A feed, read by a parser that others wrote, which had nothing to complain of."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    if ".json" in address:
        assert answer["Content-Type"] == "application/feed+json"
        told = answer.json()
        jsonschema.validate(told, JSON_FEED)
        return told, [
            Read(id=i["id"], title=i["title"], link=i["url"], html=i["content_html"], published=datetime.fromisoformat(i["date_published"]),
                 updated=datetime.fromisoformat(i["date_modified"]), tags=i["tags"], author=i["authors"][0]["name"], summary=i["summary"])
            for i in told["items"]
        ]  # fmt: skip
    assert answer["Content-Type"].startswith("application/atom+xml" if ".atom" in address else "application/rss+xml")
    told = feedparser.parse(answer.content, response_headers={"content-type": answer["Content-Type"]}, sanitize_html=False)
    assert not told.bozo, told.get("bozo_exception")
    return told.feed, [
        Read(id=e.id, title=e.title, link=e.link, html=e.content[0].value, published=moment(e.published_parsed), updated=moment(e.updated_parsed),
             tags=[tag.term for tag in e.get("tags", [])], author=e.author, summary=e.summary)
        for e in told.entries
    ]  # fmt: skip


def moment(parsed: time.struct_time) -> datetime:
    return datetime.fromtimestamp(calendar.timegm(parsed), UTC)


def titles(client: Client, address: str) -> list[str]:
    return [item.title.partition(":")[0] for item in feed(client, address)[1]]


# ---- what a ruling looks like in a feed


@every_form
def test_a_ruling_comes_in_full_with_whole_addresses_and_what_is_ours_said(client: Client, form: str) -> None:
    make_law("84", text="It costs:\n\n(b) that.")
    make_case("11", title="Dummy asks", facts="", decision="Vide _Law_ 84 b.[^3]", holding="It is lost.", detail={"facts_digest": "He asked."}, published_at=FIRST,
              offenses=("revoke",))  # fmt: skip
    [item] = feed(client, ALL + form)[1]
    assert (item.title, item.link) == ("Case 11: Dummy asks", "https://casebook.example/auction-1912/case/11/")
    assert "<strong>It is lost.</strong>" in item.html and "in our own words" in item.html
    assert "<h2>Facts (our digest)</h2><p>He asked.</p><h2>Decision</h2>" in item.html
    assert 'href="https://casebook.example/auction-1912/law/84/#b"' in item.html and "data-preview" not in item.html
    assert item.summary == "It is lost." and "Revoke" in item.tags and item.author == "A club"


@every_form
def test_an_id_outlives_a_new_number_another_host_and_another_title(client: Client, form: str) -> None:
    case = make_case("11", permanent_id="7K3QD")
    [before] = feed(client, ALL + form)[1]
    editing.renumber(case, "99")
    with override_settings(SITE_URL="https://another.example", SITE_NAME="Another"):
        [after] = channel.items(channel.of_all())
    assert after.address == "https://another.example/auction-1912/case/99/"
    assert before.id == after.id == channel.permanent("7K3QD")
    assert before.id.startswith("urn:uuid:")


def test_the_ids_never_change() -> None:
    """What feed readers have kept since the first of these feeds was read."""
    assert channel.permanent("7K3QD") == "urn:uuid:7310dc1d-2df3-5d05-a3a7-3349521d1b87"


@every_form
def test_the_newest_comes_first_and_an_amended_one_is_updated_in_its_place(client: Client, form: str) -> None:
    make_case("1", published_at=FIRST, amended_at=LATER)
    make_case("2", published_at=THEN)
    items = feed(client, ALL + form)[1]
    assert [item.title.split(":")[0] for item in items] == ["Case 2", "Case 1"]
    assert [item.published for item in items] == [THEN, FIRST]
    if form != "rss":  # feedparser knows no time of amendment in RSS
        assert [item.updated for item in items] == [THEN, LATER]


@every_form
def test_amending_changes_the_one_item_and_adds_none(client: Client, form: str) -> None:
    case = make_case("1", decision="So.")
    [before] = feed(client, ALL + form)[1]
    case.case.decision = "Otherwise."
    case.case.save()
    Entry.objects.filter(pk=case.pk).update(amended_at=timezone.now())
    editing.publish([case])
    [after] = feed(client, ALL + form)[1]
    assert (before.id, before.published) == (after.id, after.published) and "Otherwise." in after.html


@every_form
def test_a_ruling_from_long_ago_that_is_amended_is_told_of(client: Client, form: str, monkeypatch) -> None:
    monkeypatch.setattr(channel, "LATEST", 2)
    make_case("1", published_at=FIRST, amended_at=LATER)
    for number in "234":
        make_case(number, published_at=THEN)
    assert titles(client, ALL + form) == ["Case 4", "Case 1"]


@every_form
def test_drafts_laws_and_withdrawn_cases_stay_out(client: Client, form: str) -> None:
    make_law("84")
    make_case("1", status="draft")
    case = make_case("2")
    assert titles(client, ALL + form) == ["Case 2"]
    editing.withdraw(case, because="Wrong.")
    assert titles(client, ALL + form) == []


@every_form
@pytest.mark.parametrize("words", ["Ampersand & <tags>", "A bell \x07 and a form feed \x0c", "\ufffe a non-character", "]]> end", "<script>alert(1)</script>"])
def test_whatever_a_ruling_holds_the_feed_is_well_formed(client: Client, form: str, words: str) -> None:
    make_case("1", title=words, facts=words, holding=words, edition=make_edition(title=words, short_title=words, issued_by=words))
    [item] = feed(client, ALL + form)[1]
    assert "<script" not in item.html


@pytest.mark.parametrize("form", ["atom", "rss", "json"])
def test_whatever_a_code_or_an_offense_is_called_its_feed_is_well_formed(client: Client, form: str) -> None:
    words = "Re\x0bvo\x1bke \ufffe<b> & more"
    edition = make_edition(title=words, short_title=words)
    offense = Offense.objects.create(slug="odd", name=words)
    make_case("1", edition=edition, title=words, offenses=("odd",))
    for path in (f"/feeds/offense/{offense.slug}.{form}", f"/{edition.slug}/feed.{form}", f"/feeds/search.{form}?offense=odd"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert b"\x0b" not in answer.content and b"\x1b" not in answer.content


def test_a_summary_is_words_whatever_a_reader_takes_it_for(client: Client) -> None:
    make_case("1", holding="<b>Fewer than < 5</b>")
    assert "&amp;lt;b&amp;gt;Fewer" in client.get("/feeds/rulings.atom").content.decode()


# ---- which rulings


@every_form
def test_a_code_has_a_feed_of_its_own(client: Client, form: str) -> None:
    make_case("1", title="Of auction")
    make_case("XI", title="Of whist", edition=make_edition("whist-1889"))
    assert titles(client, f"/whist-1889/feed.{form}") == ["Case XI"]
    told = feed(client, f"/whist-1889/feed.{form}")[0]
    links = {told["home_page_url"], told["feed_url"]} if form == "json" else {link["href"] for link in told.links}
    assert links == {"https://casebook.example/whist-1889/cases/", f"https://casebook.example/whist-1889/feed.{form}"}


@every_form
def test_a_law_has_a_feed_of_the_rulings_that_cite_it(client: Client, form: str) -> None:
    make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    make_law("85")
    make_etiquette("10", text="Vide Law 84.")
    make_case("1", facts="Law 84 b, and Law 84 again.")
    make_case("2", facts="Law 85.")
    make_case("3", facts="Law 84.", status="draft")
    assert titles(client, f"/auction-1912/law/84/feed.{form}") == ["Case 1"]


@every_form
def test_an_offense_has_a_feed(client: Client, form: str) -> None:
    make_case("1", offenses=("revoke",))
    make_case("2", offenses=("misdeal",))
    assert titles(client, f"/feeds/offense/revoke.{form}") == ["Case 1"]


@every_form
def test_a_search_has_a_feed_that_keeps_it_in_its_address(client: Client, form: str) -> None:
    make_law("84", text="A revoke by dummy costs nothing.")
    make_case("1", facts="Dummy made a revoke.")
    make_case("2", facts="A misdeal.")
    make_case("XI", facts="Dummy made a revoke.", edition=make_edition("whist-1889"))
    address = f"/feeds/search.{form}?q=revoke+dummy"
    assert sorted(titles(client, address)) == ["Case 1", "Case XI"]
    assert titles(client, f"{address}&code=whist-1889") == ["Case XI"]
    assert titles(client, f"{address}&kind=law") == ["Law 84"]
    told = feed(client, f"{address}&stay=1&page=7")[0]
    own = told["feed_url"] if form == "json" else next(link["href"] for link in told.links if link["rel"] == "self")
    assert own == f"https://casebook.example/feeds/search.{form}?q=revoke+dummy", "what is no part of the search is left out"


def test_a_feed_of_each_thing_has_an_id_of_its_own(client: Client) -> None:
    make_law("84")
    make_case("1", facts="Law 84.", offenses=("revoke",))
    addresses = ["/feeds/rulings.atom", "/auction-1912/feed.atom", "/auction-1912/law/84/feed.atom", "/feeds/offense/revoke.atom", "/feeds/search.atom?q=facts",
                 "/feeds/search.atom?q=law"]  # fmt: skip
    ids = [feed(client, address)[0].id for address in addresses]
    assert len(set(ids)) == len(ids)


@every_form
@pytest.mark.parametrize("query", ["q=%00", "q=" + "x" * 3000, "q=%22", "kind=nothing", "law=zz", "q=*&offense=none", "q=AND+OR+("])
def test_any_search_gets_a_feed(client: Client, form: str, query: str) -> None:
    make_case("1")
    feed(client, f"/feeds/search.{form}?{query}")


@pytest.mark.parametrize("query", ["q=%22", "q=%00", "q=*", "q=%22%22&kind=%00", "q=-facts", "q=...&offense="])
def test_the_feed_of_a_query_that_says_nothing_to_find_is_empty(client: Client, query: str) -> None:
    make_case("1")
    assert titles(client, f"/feeds/search.atom?{query}") == []
    assert len(titles(client, f"/feeds/search.atom?{query}&code=auction-1912")) == ("-facts" not in query), "what was chosen is listed"


def test_an_empty_search_is_all_rulings(client: Client) -> None:
    answer = client.get("/feeds/search.rss?q=+")
    assert (answer.status_code, answer["Location"]) == (302, "/feeds/rulings.rss")


@every_form
@pytest.mark.parametrize("path", ["/poker-1999/feed.", "/auction-1912/law/400/feed.", "/feeds/offense/nothing.", "/auction-1912/law/85/feed."])
def test_what_is_not_there_has_no_feed(client: Client, form: str, path: str) -> None:
    make_law("85", status="draft")
    assert client.get(path + form).status_code == 404


def test_the_feed_of_a_law_moves_with_it(client: Client) -> None:
    editing.renumber(make_law("83a"), "84")
    answer = client.get("/auction-1912/law/83a/feed.json")
    assert (answer.status_code, answer["Location"]) == (301, "/auction-1912/law/84/feed.json")


@every_form
@pytest.mark.parametrize("path", ["/auction-1912/feed.", "/auction-1912/law/84/feed.", "/feeds/search.{}?q=facts&code=auction-1912"])
def test_a_feed_keeps_its_id_and_its_items_whatever_becomes_of_the_name_of_the_code(client: Client, form: str, path: str) -> None:
    make_law("84")
    make_case("1", facts="Facts of Law 84.")
    path = path.format(form) if "{}" in path else path + form
    edition, renamed = Edition.objects.get(), path.replace("auction-1912", "club-2001")
    before = told_by(client, path)
    editing.rename(edition, "bridge-1999")
    editing.rename(edition, "club-2001")
    assert told_by(client, renamed) == before
    answer = client.get(path, follow=True)
    assert answer.status_code == 200 and told_by(client, answer.request["PATH_INFO"] + "?" + answer.request["QUERY_STRING"]) == before
    editing.rename(edition, "auction-1912")
    assert told_by(client, path) == before, "under its first name again"


def test_a_feed_of_a_code_has_the_same_id_where_the_code_was_brought_under_its_new_name(client: Client) -> None:
    make_case("1")
    before = told_by(client, "/auction-1912/feed.atom")
    edition = Edition.objects.get()
    editing.rename(edition, "bridge-1999")
    editing.rename(edition, "alpha-2001")
    record = record_of(edition)
    assert record.former == ("auction-1912", "bridge-1999"), "in their order"
    for model in (Entry, Edition, Edition.history.model):
        model.objects.all().delete()
    load(record)
    assert told_by(client, "/alpha-2001/feed.atom") == before


def told_by(client: Client, path: str) -> tuple[str, list[str]]:
    """The id of a feed, which a JSON feed has not, and those of its items."""
    told, found = feed(client, path)
    return told.get("id", ""), [item.id for item in found]


# ---- asking again


@every_form
@pytest.mark.parametrize("path", ["/feeds/rulings.", "/auction-1912/feed.", "/auction-1912/law/84/feed."])
def test_a_reader_who_has_the_newest_is_told_so(client: Client, form: str, path: str) -> None:
    make_law("84")
    case = make_case("1", facts="Law 84.", published_at=FIRST)
    answer = client.get(path + form)
    for header in ({"if-none-match": answer["ETag"]}, {"if-modified-since": answer["Last-Modified"]}):
        again = client.get(path + form, headers=header)
        assert (again.status_code, again.content) == (304, b"")
    assert "max-age" in answer["Cache-Control"] and not answer.cookies
    editing.withdraw(case, because="Wrong.")
    for header in ({"if-none-match": answer["ETag"]}, {"if-modified-since": answer["Last-Modified"]}):
        assert client.get(path + form, headers=header).status_code == 200, "it has lost a ruling"


def test_another_title_is_another_feed_though_nothing_was_amended(client: Client) -> None:
    case = make_case("1")
    answer = client.get("/feeds/rulings.atom")
    Entry.objects.filter(pk=case.pk).update(title="Another title")
    assert client.get("/feeds/rulings.atom", headers={"if-none-match": answer["ETag"]}).status_code == 200


@every_form
def test_an_empty_feed_is_always_the_same(client: Client, form: str) -> None:
    assert feed(client, ALL + form)[1] == []
    assert client.get(ALL + form).content == client.get(ALL + form).content


# ---- queries and discovery


@pytest.mark.parametrize("path", ["/feeds/rulings.atom", "/auction-1912/feed.rss", "/auction-1912/law/84/feed.json", "/feeds/search.json?q=facts", "/feeds/"])
def test_twice_the_rulings_take_the_same_number_of_queries(client: Client, path: str) -> None:
    make_law("84")
    make_case("1", offenses=("revoke",), facts="Facts of Law 84.")
    few = queries(client, path)
    for number in range(2, 6):
        make_case(str(number), offenses=("revoke", f"offense-{number}"), facts="Facts of Law 84.", edition=make_edition(f"code-{number}"))
        make_case(str(number), facts="Facts of Law 84.")
    assert queries(client, path) == few
    assert few <= 7 or "search" in path or "law" in path, "two of them ask what a code was called first"


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        assert client.get(path).status_code == 200
    return len(seen)


def offered(client: Client, path: str) -> set[str]:
    """The feeds that a page names to feed readers."""
    html = client.get(path).content.decode()
    found = re.findall(r'<link rel="alternate"\s+type="application/(?:atom\+xml|rss\+xml|feed\+json)"\s+href="([^"]+)"', html)
    return {address.replace("&amp;", "&") for address in found}


@pytest.mark.parametrize(
    ("path", "own"),
    [
        ("/", set()),
        ("/cases/", set()),
        ("/feeds/", set()),
        ("/auction-1912/", {"/auction-1912/feed.atom"}),
        ("/auction-1912/law/84/", {"/auction-1912/feed.atom", "/auction-1912/law/84/feed.atom"}),
        ("/search/?q=law+of+nothing&code=auction-1912", {"/feeds/search.atom?q=law+of+nothing&code=auction-1912"}),
    ],
)
def test_every_page_names_the_feeds_that_belong_to_it(client: Client, path: str, own: set[str]) -> None:
    make_law("84")
    make_case("1", facts="Law 84 of nothing.")
    found = offered(client, path)
    assert found == {"/feeds/rulings.atom", "/feeds/rulings.rss", "/feeds/rulings.json"} | own
    for address in found:
        feed(client, address)


def test_the_page_about_feeds_names_every_code_and_offense_that_has_rulings(client: Client) -> None:
    make_case("1", offenses=("revoke",))
    make_law("1", edition=make_edition("whist-1889"))
    html = client.get("/feeds/").content.decode()
    for address in ("/feeds/rulings.json", "/auction-1912/feed.rss", "/feeds/offense/revoke.atom"):
        assert f'href="{address}"' in html
    assert "/whist-1889/feed" not in html, "no ruling yet"
