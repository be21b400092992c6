"""What a feed tells: the rulings of one code, on one law, about one offense, or that answer a search."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlencode

from django.conf import settings
from django.utils.html import format_html

from laws import naming
from laws.citations import graph, link
from laws.models import Citation, Edition, Entry, Offense
from laws.models.former import edition_called, first_slug
from laws.models.vocabulary import Kind
from laws.search.answer import MOST_A_PAGE, answer, asks
from laws.search.engine import Gone

from . import latest, outward
from .subject import one_line

LATEST = 50  # rulings in a feed
DEEPEST = 5  # pages of a search that are looked through
NAMES = uuid.UUID("9b1c6c4e-5d0b-4f0e-8f0a-6f2f5f0d8a17")  # under which ids of feeds and rulings are made; never changes
SINCE = datetime(2026, 1, 1, tzinfo=UTC)  # when an empty feed last changed


@dataclass(frozen=True, slots=True)
class Channel:
    """One feed, whatever it is written in. `path` is its address without the ending, `page` that of the page about the same."""

    key: str
    title: str
    about: str
    page: str
    path: str
    edition: Edition | None = None
    among: latest.Among | tuple[int, ...] | None = None
    kinds: tuple[str, ...] = (Kind.CASE,)
    query: str = ""

    @property
    def id(self) -> str:
        return permanent(f"feed:{self.key}")

    def address(self, ending: str) -> str:
        """Where the feed is read: https://casebook.example/feeds/rulings.atom."""
        return f"{settings.SITE_URL}{self.path}.{ending}" + (f"?{self.query}" if self.query else "")


@dataclass(frozen=True, slots=True)
class Item:
    """One ruling. `published` and `updated` differ once it has been amended; the id stays."""

    id: str
    title: str
    address: str
    author: str
    published: datetime
    updated: datetime
    summary: str
    html: str
    tags: tuple[str, ...]


def permanent(name: str) -> str:
    """An id (RFC 9562) that depends on a permanent id or a feed's key alone: it outlives renumbering, and the site's own address."""
    return f"urn:uuid:{uuid.uuid5(NAMES, name)}"


def of_all() -> Channel:
    about = "Decided cases under the laws of card games, each in full."
    return Channel("rulings", f"{settings.SITE_NAME}: latest rulings", about, "/cases/", "/feeds/rulings")


def of_edition(edition: Edition) -> Channel:
    title = one_line(f"{settings.SITE_NAME}: rulings under {edition}")
    path = edition.get_absolute_url()
    about = one_line(f"Decided cases under {naming.code_name(edition)}, each in full.")
    return Channel(f"code/{first_slug(edition)}", title, about, f"{path}cases/", f"{path}feed", edition)


def of_entry(entry: Entry) -> Channel:
    """The rulings that cite one law, or another entry."""
    citing = latest.Among(Citation.objects.standing().filter(target=entry).exclude(source=entry), "source")
    title = one_line(f"{settings.SITE_NAME}: rulings on {entry.label}, {entry.edition.short_title}")
    about = one_line(f"Decided cases that cite {naming.full_name(entry)}, {naming.code_name(entry.edition)}.")
    path = entry.get_absolute_url()
    return Channel(f"on/{entry.permanent_id}", title, about, path, f"{path}feed", among=citing)


def of_offense(offense: Offense) -> Channel:
    title = f"{settings.SITE_NAME}: rulings on {offense.name}"
    about = latest.Among(Entry.offenses.through.objects.filter(offense=offense), "entry")
    path = f"/feeds/offense/{offense.slug}"
    page = f"/cases/?offense={offense.slug}"
    return Channel(f"offense/{offense.slug}", title, f"Decided cases about {offense.name}.", page, path, among=about)


def of_search(typed: str, filters: Mapping[str, str], as_typed: bool = False) -> Channel:
    """What answers a search, cases unless it asks for another kind. The feed's address keeps the search."""
    kept = {name: value for name, value in sorted({"q": typed, **filters, "as-typed": "1" if as_typed else ""}.items()) if value}
    asked = {"kind": Kind.CASE.value, **filters}
    keys: list[int] = []
    for page in range(1, DEEPEST + 1) if asks(typed, filters) else ():
        found = answer(typed, filters=asked, page=page, per_page=MOST_A_PAGE, as_typed=as_typed)
        if found.passing:
            raise Gone(found.notes[0])  # an empty feed would be kept for as long as nothing is published
        keys += [hit.entry.pk for hit in found.hits]
        if page >= found.pages:
            break
    code = edition_called(filters["code"]) if filters.get("code") else None
    named = urlencode({**kept, "code": first_slug(code)} if code else kept)  # the code may be renamed, and the feed stays the same
    said = naming.shortened(one_line(typed) or one_line(", ".join(filters.values())), 80)
    query = urlencode(kept)
    title = f"{settings.SITE_NAME}: “{said}”"
    about = "What answers a saved search, in full."
    return Channel(f"search?{named}", title, about, f"/search/?{query}", "/feeds/search", None, tuple(keys), tuple(Kind.values), query)


def items(channel: Channel) -> list[Item]:
    """What the feed holds: what changed last, by its day of publication, so that an amended one keeps its place. Three to five queries."""
    rows_of_feed = latest.latest(LATEST, channel.kinds, channel.edition, channel.among).for_list().prefetch_related("offenses")
    found = sorted(rows_of_feed, key=lambda entry: entry.published_at or SINCE, reverse=True)
    rows: dict[int, list[Citation]] = {}
    for row in graph.outgoing(*found) if found else ():
        rows.setdefault(row.source_id, []).append(row)
    return [_item(entry, rows.get(entry.pk, [])) for entry in found]


def last_change() -> datetime:
    """When anything that a feed could tell of last changed; what was withdrawn counts, since it has left. One query."""
    return max(SINCE, latest.last_change() or SINCE)


def _item(entry: Entry, rows: list[Citation]) -> Item:
    published = entry.published_at or SINCE
    return Item(
        id=permanent(entry.permanent_id),
        title=one_line(naming.full_name(entry)),
        address=settings.SITE_URL + entry.get_absolute_url(),
        author=one_line(entry.edition.issued_by or entry.edition.title),
        published=published,
        updated=max(published, entry.amended_at or published),
        summary=one_line(naming.summary(entry, 400)),
        html=outward.whole(_html(entry, rows)),
        tags=tuple(one_line(tag) for tag in (entry.edition.short_title, *(offense.name for offense in entry.offenses.all()))),
    )


def _html(entry: Entry, rows: list[Citation]) -> str:
    """A ruling from its holding to its last word. Digests say that they are ours."""
    pieces = []
    if entry.kind == Kind.PENALTY:
        pieces.append(format_html("<p><strong>{}</strong></p>", naming.summary(entry)))
    elif entry.kind == Kind.CASE and entry.case.holding:
        pieces.append(format_html("<p><strong>{}</strong> <em>(in one line, in our own words)</em></p>", entry.case.holding))
    for name, html, ours in outward.words(entry, rows) if entry.kind != Kind.PENALTY else ():
        label = link.NAMES[name.removesuffix("_digest")]
        pieces.append(format_html("<h2>{}{}</h2>{}", label, " (our digest)" if ours else "", html))
    return "".join(pieces)
