"""What every kind of page tells the browser that it may do, and that no page asks for more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collection")]

PAGES = {
    "home": ("/", 200),
    "search": ("/search/?q=revoke", 200),
    "search without an answer": ("/search/?q=zzzzzz", 200),
    "suggestions": ("/search/suggest/?q=rev", 200),
    "finder": ("/finder/", 200),
    "finder, who": ("/finder/declarer/", 200),
    "finder, when": ("/finder/declarer/play/", 200),
    "all cases": ("/cases/", 200),
    "edition": ("/auction-1912/", 200),
    "cases of an edition": ("/auction-1912/cases/", 200),
    "penalties": ("/auction-1912/penalties/", 200),
    "penalties, a wrong filter": ("/auction-1912/penalties/?offender=nobody", None),
    "law": ("/auction-1912/law/84/", 200),
    "etiquette": ("/auction-1912/etiquette/10/", 200),
    "footnote": ("/auction-1912/footnote/24/", 200),
    "case": ("/auction-1912/case/11/", 200),
    "penalty": ("/auction-1912/penalty/2/", 200),
    "section": ("/dummy-hoyle/", 200),
    "range": ("/auction-1912/law/76-79/", 200),
    "preview": ("/auction-1912/law/84/preview/?part=b", 200),
    "help": ("/help/", 200),
    "proof-reader": ("/proof/", 200),
    "not found": ("/auction-1912/law/400/", 404),
    "not found at all": ("/nothing/like/this/", 404),
    "feed of rulings": ("/feeds/rulings.atom", 200),
    "feed of an edition": ("/auction-1912/feed.atom", 200),
    "feed of a law": ("/auction-1912/law/84/feed.rss", 200),
    "feed of a search": ("/feeds/search.json?q=revoke", 200),
    "feeds": ("/feeds/", 200),
    "citing": ("/auction-1912/law/84/share/?part=b", 200),
    "oembed": ("/oembed?url=https://casebook.example/auction-1912/law/84/", 200),
    "oembed, refused": ("/oembed?url=https://elsewhere.example/", 404),
    "card to frame": ("/embed/7N0JR/", 200),
    "card of nothing": ("/embed/ZZZZZ/", 404),
    "QR code": ("/~7N0JR.svg", 200),
    "citation as a file": ("/~7N0JR.ris", 200),
    "picture": ("/~7N0JR/card.png", 200),
    "sitemap": ("/sitemap.xml", 200),
    "robots": ("/robots.txt", 200),
    "admin": ("/admin/login/", 200),
}
every_page = pytest.mark.parametrize(("path", "status"), PAGES.values(), ids=PAGES.keys())
# What may say where to load from; each without a scheme, a wildcard or another host.
SOURCES = {"'none'", "'self'"}


class Elements(HTMLParser):
    """The start tags of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))


def elements(client: Client, path: str) -> list[tuple[str, dict[str, str]]]:
    answer = client.get(path)
    return Elements(answer.content.decode()).found if "html" in answer["Content-Type"] else []


def loaded(found: list[tuple[str, dict[str, str]]]) -> Iterator[str]:
    """The addresses that a browser fetches by itself when it shows the page."""
    for tag, given in found:
        if "src" in given:
            yield given["src"]
        if tag == "link" and given.get("rel") in {"stylesheet", "icon", "preload", "manifest"}:
            yield given["href"]
        yield from (word.split()[0] for word in given.get("srcset", "").split(",") if word.strip())


@every_page
def test_a_page_answers_as_expected(client: Client, path: str, status: int | None) -> None:
    assert client.get(path).status_code in ({status} if status else {200, 400})


@every_page
def test_a_page_may_load_from_this_site_and_run_nothing_inline(client: Client, path: str, status: int | None) -> None:
    policy = client.get(path)["Content-Security-Policy"]
    directives = {name: set(sources) for name, *sources in (part.split() for part in policy.split(";") if part.strip())}
    assert directives["default-src"] == {"'none'"}
    assert {"script-src", "style-src", "form-action", "base-uri", "frame-ancestors"} <= directives.keys()
    framed = directives.pop("frame-ancestors")
    assert framed == ({"*"} if path.startswith("/embed/") else {"'none'"}), "only the card may be framed"
    assert set().union(*directives.values()) <= SOURCES


@every_page
def test_a_page_is_not_framed_sniffed_or_followed(client: Client, path: str, status: int | None) -> None:
    answer = client.get(path)
    assert answer.get("X-Frame-Options") == (None if path.startswith("/embed/") else "DENY")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


@every_page
def test_a_reader_is_given_no_cookie(client: Client, path: str, status: int | None) -> None:
    if path.startswith("/admin/"):
        assert "csrftoken" in client.get(path).cookies, "the login form needs its token"
    else:
        assert client.get(path).cookies == {}


@every_page
def test_a_page_holds_no_inline_script_style_or_handler(client: Client, path: str, status: int | None) -> None:
    for tag, given in elements(client, path):
        assert "style" not in given, (tag, given)
        assert not [name for name in given if name.startswith("on") or name.startswith("hx-on")], (tag, given)
        assert tag != "style"
        if tag == "script":
            assert given.get("src") or given.get("type") == "application/ld+json", "an inline script that a browser would run"
        assert not given.get("href", "").strip().lower().startswith(("javascript:", "data:"))


@every_page
def test_a_page_loads_from_nowhere_else(client: Client, path: str, status: int | None) -> None:
    assert [address for address in loaded(elements(client, path)) if re.match(r"(?:[a-z]+:)?//", address)] == []


@pytest.mark.parametrize("path", ["/", "/auction-1912/law/84/", "/search/?q=revoke"])
def test_a_page_is_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code in {403, 405}
