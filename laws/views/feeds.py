"""Atom feeds of rulings, in full: of all codes, and of each."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.xmlutils import SimplerXMLGenerator

from laws import text as markup
from laws.citations.cite import texts
from laws.models import Edition, Entry
from laws.models.vocabulary import Kind

LATEST = 50
FIRST_YEAR = 2026  # since when the feeds' own ids stand; never changes
NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
LABELS = {"facts": "Facts", "query": "Query", "decision": "Decision", "remark": "Remark"}


def tag(year: int, name: str) -> str:
    """An id that stays the same wherever the entry moves (RFC 4151): tag:casebook.example,2026:7K3QD."""
    return f"tag:{urlsplit(settings.SITE_URL).hostname},{year}:{name}"


def changed_at(entry: Entry) -> datetime | None:
    """When a ruling was published, or last amended if that was later."""
    return max(filter(None, [entry.published_at, entry.amended_at]), default=None)


def whole(entry: Entry) -> str:
    """A ruling from its holding to its last word, as plain text. Digests say that they are ours."""
    pieces = [entry.case.holding] if entry.case.holding else []
    for name, words in texts(entry):
        ours = " (our digest)" if name.endswith("_digest") else ""
        pieces.append(f"{LABELS[name.removesuffix('_digest')]}{ours}\n{markup.plain(words)}")
    return NOT_XML.sub("", "\n\n".join(pieces))


class Atom(Atom1Feed):
    """Atom with the whole text of each item."""

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, item)
        handler.addQuickElement("content", item["whole"], {"type": "text"})

    def latest_post_date(self) -> datetime:
        """When the newest item changed; an empty feed has never changed."""
        return super().latest_post_date() if self.items else datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)


class RulingsFeed(Feed):
    """The latest published cases of all codes, newest first."""

    feed_type = Atom

    def get_object(self, request: HttpRequest, **named: str) -> Edition | None:
        return None

    def title(self, edition: Edition | None) -> str:
        return f"{settings.SITE_NAME}: latest rulings"

    def subtitle(self, edition: Edition | None) -> str:
        return "Decided cases under the laws of card games, each in full."

    def link(self, edition: Edition | None) -> str:
        return settings.SITE_URL + reverse("cases")

    def feed_url(self, edition: Edition | None) -> str:
        return settings.SITE_URL + reverse("feed")

    def feed_guid(self, edition: Edition | None) -> str:
        return tag(FIRST_YEAR, "rulings")

    def items(self, edition: Edition | None) -> list[Entry]:
        rows = Entry.objects.published().of_kind(Kind.CASE)
        rows = rows.in_edition(edition) if edition else rows
        return list(rows.latest_first().for_list().prefetch_related("offenses")[:LATEST])

    def item_title(self, item: Entry) -> str:
        return NOT_XML.sub("", item.heading_line)

    def item_description(self, item: Entry) -> str:
        return escape(NOT_XML.sub("", item.case.holding))  # Atom calls its summary HTML

    def item_link(self, item: Entry) -> str:
        return settings.SITE_URL + item.get_absolute_url()

    def item_guid(self, item: Entry) -> str:
        return tag(item.published_at.year if item.published_at else FIRST_YEAR, item.permanent_id)

    def item_author_name(self, item: Entry) -> str:
        return NOT_XML.sub("", item.edition.issued_by or item.edition.title)

    def item_pubdate(self, item: Entry) -> datetime | None:
        return item.published_at

    def item_updateddate(self, item: Entry) -> datetime | None:
        return changed_at(item)

    def item_categories(self, item: Entry) -> list[str]:
        return [item.edition.short_title, *(offense.name for offense in item.offenses.all())]

    def item_extra_kwargs(self, item: Entry) -> dict[str, str]:
        return {"whole": whole(item)}


class EditionFeed(RulingsFeed):
    """The latest published cases of one code."""

    def get_object(self, request: HttpRequest, **named: str) -> Edition:
        return Edition.objects.get(slug=named["edition"])

    def title(self, edition: Edition | None) -> str:
        return f"{settings.SITE_NAME}: rulings under {edition}"

    def link(self, edition: Edition | None) -> str:
        return settings.SITE_URL + reverse("edition-cases", args=[edition.slug if edition else ""])

    def feed_url(self, edition: Edition | None) -> str:
        return settings.SITE_URL + reverse("edition-feed", args=[edition.slug if edition else ""])

    def feed_guid(self, edition: Edition | None) -> str:
        return tag(FIRST_YEAR, f"rulings/{edition.slug if edition else ''}")
