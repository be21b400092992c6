"""The shipped collection as a reader meets it: every address, every anchor, and citations that are the same in the database and on the page."""

from __future__ import annotations

import re
from collections import defaultdict
from html.parser import HTMLParser
from urllib.parse import urldefrag, urlsplit

import pytest

from laws.citations import graph, link
from laws.models import Citation, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collection")]


class Page(HTMLParser):
    """The ids and links of a page; `cites` are the citations linked in running words, `beside` all links after the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.cites: list[str] = []
        self.beside: list[str] = []
        self.open: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
            if "cite" in values.get("class", "").split():
                self.cites.append(values["href"])
            if any(name == "aside" for name, _ in self.open):
                self.beside.append(values["href"])
        if tag not in {"meta", "link", "input", "br", "path", "circle", "img", "rect", "hr"}:
            self.open.append((tag, values.get("class", "")))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass


@pytest.fixture(scope="module")
def pages() -> dict[str, Page]:
    return {}


def page_at(client, pages: dict[str, Page], path: str) -> Page:
    if path not in pages:
        answer = client.get(path)
        assert answer.status_code == 200, path
        pages[path] = Page(answer.content.decode())
    return pages[path]


def sitemap(client) -> list[str]:
    return [urlsplit(url).path for url in re.findall(r"<loc>([^<]+)</loc>", client.get("/sitemap.xml").content.decode())]


def test_every_address_answers_and_every_anchor_that_is_linked_exists(client, pages):
    addresses = sitemap(client)
    assert len(addresses) > 311
    wanted: dict[str, set[str]] = defaultdict(set)
    for path in addresses:
        page = page_at(client, pages, path)
        assert len(page.ids) == len(set(page.ids)), f"an id stands twice on {path}"
        for href in page.links:
            target, anchor = urldefrag(href)
            if anchor and not target.startswith("http"):
                wanted[urlsplit(target).path or path].add(anchor)
    missing = {(path, anchor) for path, anchors in wanted.items() for anchor in anchors - set(page_at(client, pages, path).ids)}
    assert missing == set()


def test_links_lead_somewhere(client, pages):
    known = set(sitemap(client))
    inner = {urlsplit(href).path for path in known for href in page_at(client, pages, path).links if href.startswith("/")}
    for path in sorted(inner - known):
        assert client.get(path).status_code in {200, 301, 302}, path


def test_citation_rows_are_the_links_of_the_page_both_ways(client, pages):
    rows = list(Citation.objects.standing().select_related("source__edition", "target__edition", "part").order_by("pk"))
    assert all(row.outcome == "resolved" for row in rows)
    drawn: dict[int, set[str]] = defaultdict(set)
    cited_by: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        if row.target_id != row.source_id or row.part:
            drawn[row.source_id].add(link.address(row))
        if row.target_id != row.source_id:
            cited_by[row.target_id].add(row.source_id)
    entries = {entry.pk: entry for entry in Entry.objects.published().for_page()}
    for entry in entries.values():
        page = page_at(client, pages, entry.get_absolute_url())
        notes = {note.pk for note in entries.values() if note.kind == "footnote" and note.footnote.anchor_id == entry.pk}
        expected = drawn[entry.pk].union(*(drawn[pk] for pk in notes))
        linked = {href if not href.startswith("#") else entry.get_absolute_url() + href for href in page.cites}
        if entry.kind == "penalty":  # its page shows the governing laws' words too, with their own links
            assert expected <= linked, entry
        else:
            assert linked == expected, entry
        told = {mention.source.pk for _, mentions in graph.cited_by(entry) for mention in mentions}
        assert told == cited_by[entry.pk], entry
        assert {entries[pk].get_absolute_url() for pk in told} <= set(page.beside), entry
