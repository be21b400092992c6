"""What templates say of entries: names, addresses, summaries. Strings in, strings out; nothing here asks the database."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django import template
from django.utils.safestring import SafeString

from laws import text as markup
from laws.citations import link
from laws.models import Edition, Entry
from laws.models.vocabulary import PLURAL, Kind
from laws.naming import called, cited, code_name, full_name, is_ours, pinpoint, shortened, summary, words
from laws.sharing import style

register = template.Library()
WEB = re.compile(r"(?:https?|ftp)://[^\s\x00-\x1f]+", re.IGNORECASE)


@register.filter
def plain(text: str) -> str:
    """A stored text without its markup."""
    return markup.plain(text)


for _name in (pinpoint, cited, called, full_name, words, summary, shortened, code_name, is_ours):
    register.filter(_name)


@register.filter
def address(entry: Entry, anchor: str = "") -> str:
    """The address of an entry or of one part of it within the site: /auction-1912/law/84/#b."""
    return entry.get_absolute_url() + (f"#{anchor}" if anchor else "")


@register.filter
def plural(kind: str) -> str:
    """The word over a list of entries of one kind."""
    return PLURAL[Kind(kind)]


@register.filter
def counted(kind: str, count: int) -> str:
    """The word after a number of entries: "cases" after 12, "case" after 1."""
    if kind == Kind.ETIQUETTE:
        return "rules of etiquette" if count != 1 else "rule of etiquette"
    return (PLURAL[Kind(kind)] if count != 1 else Kind(kind).label).lower()


@register.filter
def list_address(edition: Edition, kind: str) -> str:
    """Where a code's entries of one kind are listed: cases and penalties on pages of their own, the others among the contents."""
    name = PLURAL[Kind(kind)].lower()
    return edition.get_absolute_url() + (f"{name}/" if kind in (Kind.CASE, Kind.PENALTY) else f"#{name}")


@register.filter
def how_to_cite(entry: Entry, anchor: str = "") -> str:
    """How a newsletter cites an entry, in the site's style: "Law 84, Laws of Auction Bridge (Whist Club of New York, 1912)"."""
    return style.long(entry, anchor)


@register.filter
def marked_up(text: str) -> SafeString:
    """A stored text without citations (an introduction, a note of ours) as HTML."""
    return link.render(text, anchors=False, mark_ids=False)


@register.filter
def on_the_web(url: str) -> str:
    """An address that a link may lead to: one of the web, else "". The desk takes no other, but not every row came through the desk."""
    return url if WEB.fullmatch(url) and _host(url) else ""


@register.filter
def bare(url: str) -> str:
    """An address as people read it out: without its scheme."""
    return re.sub(r"^https?://", "", url)


@register.filter
def host(url: str) -> str:
    """The host of an address: "gutenberg.org"."""
    return (_host(url) or url).removeprefix("www.")


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # "http://[": a bracket that never closes
        return ""
