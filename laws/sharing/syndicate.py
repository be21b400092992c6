"""Feeds as feed readers read them: Atom, RSS 2.0, JSON Feed 1.1. The same items in each."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed, Rss201rev2Feed, SyndicationFeed, rfc3339_date
from django.utils.html import escape
from django.utils.xmlutils import SimplerXMLGenerator

from laws.xml import clean

from .channel import SINCE, Channel, Item

TYPES = {"atom": "application/atom+xml; charset=utf-8", "rss": "application/rss+xml; charset=utf-8", "json": "application/feed+json"}
NAMES = {"atom": "Atom", "rss": "RSS", "json": "JSON Feed"}


class _Atom(Atom1Feed):
    """Atom with the whole text of each item."""

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, item)
        handler.addQuickElement("content", item["html"], {"type": "html"})

    def latest_post_date(self) -> datetime:
        """When the newest item changed; an empty feed has never changed."""
        return super().latest_post_date() if self.items else SINCE


class _Rss(Rss201rev2Feed):
    """RSS with the whole text of each item, and when it was amended."""

    def rss_attributes(self) -> dict[str, str]:
        return {**super().rss_attributes(), "xmlns:content": "http://purl.org/rss/1.0/modules/content/"}

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, item)
        handler.addQuickElement("content:encoded", item["html"])
        handler.addQuickElement("atom:updated", rfc3339_date(item["updateddate"]))

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else SINCE


def written(channel: Channel, items: Sequence[Item], form: str) -> bytes:
    """A feed in one of the forms of TYPES."""
    return WRITERS[form](channel, items)


def _xml(kind: type[SyndicationFeed], ending: str) -> Callable[[Channel, Sequence[Item]], bytes]:
    def write(channel: Channel, items: Sequence[Item]) -> bytes:
        feed = kind(
            title=clean(channel.title),
            link=settings.SITE_URL + channel.page,
            description=escape(clean(channel.about)),  # of RSS alone, and read as HTML
            subtitle=clean(channel.about),
            language="en",
            feed_url=channel.address(ending),
            feed_guid=channel.id,
        )
        for item in items:
            feed.add_item(
                title=clean(item.title),
                link=item.address,
                description=escape(clean(item.summary)),  # read as HTML by both
                unique_id=item.id,
                unique_id_is_permalink=False,
                author_name=clean(item.author),
                pubdate=item.published,
                updateddate=item.updated,
                categories=[clean(tag) for tag in item.tags],
                html=clean(item.html),
            )
        return feed.writeString("utf-8").encode()

    return write


def _json(channel: Channel, items: Sequence[Item]) -> bytes:
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": channel.title,
        "description": channel.about,
        "home_page_url": settings.SITE_URL + channel.page,
        "feed_url": channel.address("json"),
        "language": "en",
        "items": [
            {
                "id": item.id,
                "url": item.address,
                "title": item.title,
                "summary": item.summary,
                "content_html": clean(item.html),
                "date_published": rfc3339_date(item.published),
                "date_modified": rfc3339_date(item.updated),
                "authors": [{"name": item.author}],
                "tags": list(item.tags),
            }
            for item in items
        ],
    }
    return json.dumps(feed, ensure_ascii=False, indent=1).encode()


WRITERS: dict[str, Callable[[Channel, Sequence[Item]], bytes]] = {"atom": _xml(_Atom, "atom"), "rss": _xml(_Rss, "rss"), "json": _json}
