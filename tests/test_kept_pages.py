"""Pages are made once and kept until something published changes, and a reader who has one is told so without a query."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory

from casebook import pages
from casebook.local_memory import BoundedMemory
from laws import editing, freshness
from laws.books import definitions
from laws.books.records import TermRecord
from laws.models import Edition, Entry, Term
from laws.search import index, thesaurus
from tests.builders import make_law
from tests.databases import on_sqlite_only

LAW = "/auction-1912/law/84/"
Committed = Callable[..., Any]


@pytest.fixture(autouse=True)
def keeping(settings: Any, tmp_path: Path, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE[:2], "casebook.pages.KeptPages", *settings.MIDDLEWARE[2:]]  # where casebook.settings has it
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
        "generation": {"BACKEND": "casebook.shared_files.SharedFiles", "LOCATION": tmp_path},
        "pages": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": str(tmp_path)},
    }
    monkeypatch.setattr(pages, "SETTLES", -1.0)
    make_law(number="84", text="The penalty for an established revoke is three tricks.")


def get(path: str = LAW, **headers: str) -> HttpResponse:
    return Client().get(path, headers=headers)  # type: ignore[arg-type, return-value]


def test_a_page_is_made_once_for_all(django_assert_num_queries: Any) -> None:
    first = get()
    with django_assert_num_queries(0):
        second = get()
    assert second.content == first.content
    assert second["X-Request-ID"] != first["X-Request-ID"]
    assert [pair for pair in second.items() if pair[0] != "X-Request-ID"] == [pair for pair in first.items() if pair[0] != "X-Request-ID"]


def test_a_reader_who_has_the_page_is_told_so_without_a_query(django_assert_num_queries: Any) -> None:
    first = get()
    caches["pages"].clear()
    for told in ({"If-None-Match": first["ETag"]}, {"If-None-Match": f'"other", {first["ETag"]}'}, {"If-Modified-Since": first["Last-Modified"]}):
        with django_assert_num_queries(0):
            answer = get(**told)
        assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", first["ETag"])
        assert "Cookie" in answer["Vary"]


@pytest.mark.parametrize(
    "told",
    [
        pytest.param({"If-None-Match": '"another"'}, id="another page"),
        pytest.param({"If-None-Match": "nonsense"}, id="no tag at all"),
        pytest.param({"If-Modified-Since": "Fri, 31 Dec 2100 00:00:00 GMT"}, id="a date to come, from a clock that was wrong"),
        pytest.param({"If-Modified-Since": "yesterday"}, id="no date at all"),
    ],
)
def test_a_reader_who_has_something_else_gets_the_page(told: dict[str, str]) -> None:
    get()
    assert get(**told).status_code == 200


def test_a_kept_page_has_the_content_policy_of_its_view() -> None:
    card = f"/embed/{Entry.objects.get(number='84').permanent_id}/"
    first, second = get(card), get(card)
    assert "frame-ancestors *" in first["Content-Security-Policy"]
    assert second["Content-Security-Policy"] == first["Content-Security-Policy"]
    again = get(card, if_none_match=first["ETag"])
    assert again.status_code == 304
    assert not again.has_header("Content-Security-Policy")  # one that is sent replaces that of the page which the reader has


def test_a_page_that_sets_a_cookie_is_one_reader_s_own(rf: RequestFactory) -> None:
    answer = HttpResponse("for you alone")
    answer.set_cookie("whose", "yours")
    assert not pages.KeptPages(lambda request: answer)(rf.get(LAW)).has_header("ETag")
    assert len(caches["pages"]._cache) == 0


def test_who_comes_over_plain_http_is_sent_to_https_though_the_page_is_kept(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    kept = Client().get(LAW, secure=True)
    assert Client().get(LAW, secure=True).content == kept.content
    for told in ({}, {"If-None-Match": kept["ETag"]}, {"If-Modified-Since": kept["Last-Modified"]}):
        assert get(**told).status_code == 301


def test_a_kept_page_has_every_header_of_one_that_was_just_made(settings: Any) -> None:
    made, kept = Client().get(LAW, secure=True), Client().get(LAW, secure=True)
    assert {"Content-Security-Policy", "Permissions-Policy", "Strict-Transport-Security", "X-Frame-Options"} <= set(made.headers)
    assert dict(kept.headers) | {"X-Request-ID": ""} == dict(made.headers) | {"X-Request-ID": ""}
    assert not get().has_header("Strict-Transport-Security"), "over plain HTTP it is another page"


def test_publishing_makes_every_page_new(django_capture_on_commit_callbacks: Committed) -> None:
    first = get()
    with django_capture_on_commit_callbacks(execute=True):
        law = make_law(number="85", text="See Law 84.")
    second = get(**{"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert b"/auction-1912/law/85/" in second.content, "Law 84 is now cited by Law 85"
    with django_capture_on_commit_callbacks(execute=True):
        editing.withdraw(law, because="It was replaced.")
    assert get("/auction-1912/law/85/").status_code == 410


def looked_long_ago() -> None:
    """As if the last look at the database had run out."""
    caches[freshness.CACHE].delete(freshness.LOOKED)


def test_who_comes_back_later_still_has_the_page(django_assert_max_num_queries: Any, django_assert_num_queries: Any) -> None:
    first = get()
    for _ in range(3):
        looked_long_ago()
        with django_assert_max_num_queries(3):  # the statement, and the savepoint that it has in a test
            answer = get(**{"If-None-Match": first["ETag"]})
        assert (answer.status_code, answer["ETag"], answer["Last-Modified"]) == (304, first["ETag"], first["Last-Modified"])
        with django_assert_num_queries(0):
            assert get(**{"If-None-Match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda: make_law(number="85", text="See Law 84."), id="a law is published"),
        pytest.param(lambda: Term.objects.create(slug="revoke", word="Revoke", definition="Not following suit."), id="a word is explained"),
        pytest.param(lambda: Edition.objects.get().save(), id="a code has another title"),
        pytest.param(lambda: LogEntry.objects.create(user=User.objects.create_user("editor"), action_flag=CHANGE), id="something was saved at the desk"),
        pytest.param(lambda: caches[freshness.CACHE].clear(), id="the cache is lost"),
    ],
)
def test_what_a_process_did_that_was_killed_after_its_commit_is_found_out(change: Callable[[], object]) -> None:
    first = get()
    change()  # whose transaction is never committed for the test, so that nobody is told
    looked_long_ago()
    assert get(**{"If-None-Match": first["ETag"]}).status_code == 200


def test_a_look_does_not_bring_back_a_token_that_another_process_has_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    old, marks = freshness.current(), freshness._marks

    def meanwhile() -> str:
        found = marks()
        monkeypatch.setattr(freshness, "_marks", marks)
        freshness._renew()
        return found

    looked_long_ago()
    monkeypatch.setattr(freshness, "_marks", meanwhile)
    freshness.current()
    assert freshness.current() != old
    assert freshness.current() == freshness.current()


def test_where_the_database_tells_nothing_the_token_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(freshness, "MARKS", "SELECT mark FROM laws_nowhere")
    before = freshness.current()
    assert freshness.current() == before
    looked_long_ago()
    assert freshness.current() != before


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(index.rebuild, id="the index is made anew"),
        pytest.param(lambda: definitions.bring([TermRecord("Revoke", "revoke", "Not following suit.")]), id="a glossary is loaded"),
        pytest.param(thesaurus.load, id="the thesaurus is loaded"),
    ],
)
def test_what_else_readers_see_makes_every_page_new(change: Callable[[], object], django_capture_on_commit_callbacks: Committed) -> None:
    before = freshness.current()
    with django_capture_on_commit_callbacks(execute=True):
        change()
    assert freshness.current() != before


@on_sqlite_only  # on PostgreSQL a statement that fails ends the transaction of the test, which a page does not have
def test_that_search_is_being_put_in_order_is_not_kept_by_anybody() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE laws_search_document")
    for path, status in (("/search/?q=revoke", 200), ("/feeds/search.atom?q=revoke", 503)):
        answer = get(path)
        assert (answer.status_code, answer["Cache-Control"], answer.has_header("ETag")) == (status, "no-store", False), path


def test_what_was_rolled_back_makes_nothing_new() -> None:
    before = freshness.current()
    freshness.renew()  # the test's own transaction is never committed
    assert freshness.current() == before


def test_what_is_saved_at_the_desk_shows_at_once(admin_client: Client, django_capture_on_commit_callbacks: Committed) -> None:
    before = get()["ETag"]
    with django_capture_on_commit_callbacks(execute=True):
        admin_client.post("/admin/laws/offense/add/", {"slug": "made-up", "name": "Made up"})
    assert get()["ETag"] != before


def test_who_has_a_session_is_never_answered_from_what_is_kept(admin_client: Client) -> None:
    get()
    answer = admin_client.get(LAW)
    assert not answer.has_header("ETag")


@pytest.mark.parametrize("form", ["svg", "png", "ris", "bib", "json"])
def test_files_and_codes_of_an_entry_are_not_made_for_who_has_them(form: str, django_assert_num_queries: Any) -> None:
    path = f"/~{Entry.objects.get(number='84').permanent_id}.{form}"
    first = get(path)
    with django_assert_num_queries(0):
        assert get(path, **{"If-None-Match": first["ETag"]}).status_code == 304
        again = get(path)
    assert (again.content, again["Content-Disposition"]) == (first.content, first["Content-Disposition"])


@pytest.mark.parametrize("path", ["/auction-1912/law/85/", "/admin/login/", "/~ABCDE"])
def test_what_is_no_page_for_everybody_is_not_kept(path: str) -> None:
    assert not get(path).has_header("ETag")


@pytest.mark.parametrize(
    "path",
    ["/search/?q=revoke", f"{LAW}?{'x' * 100}", f"{LAW}?n=1", f"{LAW}?page=1&n=1", "/cases/?law=84", "/cases/?page=1234", f"{LAW}?part=%41", f"{LAW}?&"],
)
def test_addresses_that_readers_make_up_are_not_kept_but_still_told_apart(path: str) -> None:
    first = get(path)
    assert get(path, **{"If-None-Match": first["ETag"]}).status_code == 304
    assert len(caches["pages"]._cache) == 0


@pytest.mark.parametrize("path", ["/cases/?page=2", "/cases/?code=auction-1912&year=1912", "/cases/?offense=revoke&page=2", f"{LAW}?part=b", f"{LAW}cited-by/?kind=law"])
def test_addresses_of_the_site_s_own_lists_are_kept(path: str, django_assert_num_queries: Any) -> None:
    assert get(path).status_code == 200
    with django_assert_num_queries(0):
        assert get(path).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param([{"HX-Request": f"x{at}"} for at in range(5)], id="words for a part of the page"),
        pytest.param([{"Host": f"localhost:{at}"} for at in range(1, 6)], id="ports"),
        pytest.param([{"Host": host} for host in ("localhost", "127.0.0.1", "testserver")], id="names of the site"),
        pytest.param([{"Accept-Encoding": f"gzipped{at}"} for at in range(5)], id="codings"),
    ],
)
def test_headers_that_readers_make_up_make_no_page_of_their_own(headers: list[dict[str, str]]) -> None:
    assert len({get(**one)["ETag"] for one in headers}) == 1
    assert len(caches["pages"]._cache) == 1


def test_who_has_some_page_is_told_whether_there_is_one(django_assert_num_queries: Any) -> None:
    made = get(**{"If-None-Match": "*"})
    with django_assert_num_queries(0):
        kept = get(**{"If-None-Match": "*"})
    assert [(answer.status_code, answer.content) for answer in (made, kept)] == [(304, b"")] * 2
    assert made["ETag"] == kept["ETag"] == get()["ETag"]
    assert get("/auction-1912/law/4000/", **{"If-None-Match": "*"}).status_code == 404


def test_who_asks_for_the_head_has_the_length_of_the_page_and_leaves_it_whole_for_others() -> None:
    first, page, second = Client().head(LAW), get(), Client().head(LAW)
    assert (first.content, second.content) == (b"", b"")
    assert int(first["Content-Length"]) == int(second["Content-Length"]) == len(page.content) > 1000


def test_what_is_kept_in_memory_has_a_bound_in_bytes(settings: Any) -> None:
    from casebook import settings as ours  # noqa: PLC0415 - as the site has it

    assert ours.CACHES["pages"]["BACKEND"] == "casebook.local_memory.BoundedMemory"
    kept = BoundedMemory("bound", {"OPTIONS": {"MAX_ENTRIES": 100, "MAX_BYTES": 10_000}})
    for at in range(20):
        kept.set(f"page-{at}", b"x" * 2_000)
        kept.get("page-0")  # many ask for it
    assert sum(map(len, kept._cache.values())) <= 10_000
    assert kept.get("page-0") and kept.get("page-19") and not kept.get("page-10")
    assert len(kept._expire_info) == len(kept._cache) == 4
    kept.set("too-large", b"x" * 20_000)
    assert kept.get("too-large") is None


def test_nothing_is_kept_while_a_change_settles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "SETTLES", 60.0)
    assert not get().has_header("ETag")
    assert len(caches["pages"]._cache) == 0


def test_each_form_of_an_address_has_a_page_of_its_own() -> None:
    tags = {get("/cases/")["ETag"], get("/cases/?code=auction-1912")["ETag"], get("/cases/", **{"HX-Request": "true"})["ETag"], get(LAW)["ETag"]}
    assert len(tags) == 4


def test_a_page_is_sent_compressed_to_those_who_can_read_it() -> None:
    plain, packed = get(), get(**{"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert get(**{"Accept-Encoding": "gzip"}).content == packed.content
    assert not get().has_header("Content-Encoding")


def test_another_host_is_refused_though_the_page_is_kept() -> None:
    get()
    assert Client().get(LAW, headers={"Host": "elsewhere.example"}).status_code == 400


@pytest.mark.parametrize("method", ["get", "set"])
def test_a_cache_that_is_gone_takes_no_page_with_it(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: Any, **__: Any) -> None:
        raise ConnectionError("no Redis there")

    for name in ("generation", "pages"):
        assert isinstance(caches[name], BaseCache)
        monkeypatch.setattr(caches[name], method, gone)
    assert get().status_code == 200
    assert get().status_code == 200
    freshness._renew()


def test_a_clock_that_was_set_back_shows_no_old_page(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Committed) -> None:
    said: list[str] = []
    monkeypatch.setattr(freshness.log, "warning", lambda sentence, *values: said.append(sentence % values))
    first = get()
    monkeypatch.setattr(freshness.time, "time", lambda: 1_000_000_000.0)
    with django_capture_on_commit_callbacks(execute=True):
        make_law(number="85", text="See Law 84.")
    answer = get(**{"If-None-Match": first["ETag"], "If-Modified-Since": first["Last-Modified"]})
    assert answer.status_code == 200
    assert b"law/85/" in answer.content
    assert len(said) == 1 and "was it set back?" in said[0]
