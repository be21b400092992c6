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

register = template.Library()

ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
SUMMARY = 155  # characters; search engines and chat programs cut longer descriptions


@register.filter
def plain(text: str) -> str:
    """A stored text without its markup."""
    return markup.plain(text)


@register.filter
def pinpoint(anchor: str) -> str:
    """How a part is said after its entry: "b" is " b", "2" is ", second", "" nothing."""
    if not anchor:
        return ""
    if anchor.isdigit() and 0 < int(anchor) <= len(ORDINALS):
        return f", {ORDINALS[int(anchor) - 1]}"
    return f" {anchor}"


@register.filter
def cited(entry: Entry, anchor: str = "") -> str:
    """An entry, or one part of it, as running text names it: "Law 84 b"."""
    return entry.label + pinpoint(anchor)


@register.filter
def address(entry: Entry, anchor: str = "") -> str:
    """The address of an entry or of one part of it within the site: /auction-1912/law/84/#b."""
    return entry.get_absolute_url() + (f"#{anchor}" if anchor else "")


@register.filter
def called(entry: Entry) -> str:
    """The entry's title; a penalty row goes by its offense. "" where it has none, or where its label is the title already."""
    if entry.kind == Kind.PENALTY:
        return entry.title or entry.penaltyrow.offense
    return entry.title if entry.number else ""


@register.filter
def full_name(entry: Entry) -> str:
    """Label and title: "Law 84: What an established revoke costs"."""
    title = called(entry)
    return f"{entry.label}: {title}" if title else entry.label


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
def words(entry: Entry) -> str:
    """The words by which an entry is summed up, markup and all: a case's holding, a row's penalty, else its text or digest."""
    if entry.kind == Kind.CASE:
        case = entry.case
        return case.holding or case.decision or case.decision_digest or case.facts or case.facts_digest
    if entry.kind == Kind.PENALTY:
        return f"{entry.penaltyrow.offense}: {entry.penaltyrow.penalty_text}"
    return entry.text or entry.digest


@register.filter
def summary(entry: Entry, length: int = SUMMARY) -> str:
    """`words` in plain characters, cut at a word."""
    return shortened(" ".join(markup.plain(words(entry)).split()), length)


@register.filter
def shortened(text: str, length: int) -> str:
    """At most `length` characters of a text, ending with a whole word."""
    if len(text) <= length:
        return text
    return text[: length - 1].rpartition(" ")[0].rstrip(" ,;:") + " …"


@register.filter
def code_name(edition: Edition) -> str:
    """An edition with its year: "The Laws of Auction Bridge, 1912"."""
    return f"{edition.title}, {edition.year}"


@register.filter
def how_to_cite(entry: Entry) -> str:
    """How a newsletter cites an entry: "Law 84, The Laws of Auction Bridge (Whist Club of New York, 1912)"."""
    edition = entry.edition
    issuer = re.split(r"[(;,]", re.sub(r"^The ", "", edition.issued_by))[0].strip()
    label = entry.label if entry.number else f"“{entry.label}”"
    return f"{label}, {edition.title} ({', '.join(filter(None, [issuer, str(edition.year)]))})"


@register.filter
def is_ours(entry: Entry) -> bool:
    """Whether `words` of an entry are ours and not printed ones."""
    if entry.kind == Kind.CASE:
        return bool(entry.case.holding) or not entry.case.decision
    return entry.kind != Kind.PENALTY and not entry.text


@register.filter
def marked_up(text: str) -> SafeString:
    """A stored text without citations (an introduction, a note of ours) as HTML."""
    return link.render(text, anchors=False, mark_ids=False)


@register.filter
def bare(url: str) -> str:
    """An address as people read it out: without its scheme."""
    return re.sub(r"^https?://", "", url)


@register.filter
def host(url: str) -> str:
    """The host of an address: "gutenberg.org"."""
    return (urlsplit(url).hostname or url).removeprefix("www.")
