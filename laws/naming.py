"""What entries and editions are called in running text, and in a few words: strings made of values, without a query.

Templates have these as filters; citations, feeds, previews elsewhere and newsletters use the same words.
"""

from __future__ import annotations

import re
from typing import Any, Protocol

from laws import text as markup
from laws.models import Edition, Entry
from laws.models.vocabulary import Kind

ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
SUMMARY = 155  # characters; search engines and chat programs cut longer descriptions


def pinpoint(anchor: str) -> str:
    """How a part is said after its entry: "b" is " b", "2" is ", second", "" nothing."""
    if not anchor:
        return ""
    if anchor.isdigit() and 0 < int(anchor) <= len(ORDINALS):
        return f", {ORDINALS[int(anchor) - 1]}"
    return f" {anchor}"


class Labelled(Protocol):
    """An entry, or the line that a list has of it."""

    @property
    def label(self) -> str: ...


class Dated(Protocol):
    """An edition, or what a list has of it."""

    @property
    def title(self) -> Any: ...

    @property
    def year(self) -> Any: ...


def cited(entry: Labelled, anchor: str = "") -> str:
    """An entry, or one part of it, as running text names it: "Law 84 b"."""
    return entry.label + pinpoint(anchor)


def called(entry: Entry) -> str:
    """The entry's title; a penalty row goes by its offense. "" where it has none, or where its label is the title already."""
    if entry.kind == Kind.PENALTY:
        return entry.title or entry.penaltyrow.offense
    return entry.title if entry.number else ""


def full_name(entry: Entry) -> str:
    """Label and title: "Law 84: What an established revoke costs"."""
    title = called(entry)
    return f"{entry.label}: {title}" if title else entry.label


def words(entry: Entry) -> str:
    """The words by which an entry is summed up, markup and all: a case's holding, a row's penalty, else its text or digest."""
    if entry.kind == Kind.CASE:
        case = entry.case
        return case.holding or case.decision or case.decision_digest or case.facts or case.facts_digest
    if entry.kind == Kind.PENALTY:
        return f"{entry.penaltyrow.offense}: {entry.penaltyrow.penalty_text}"
    return entry.text or entry.digest


def is_ours(entry: Entry) -> bool:
    """Whether `words` of an entry are ours and not printed ones."""
    if entry.kind == Kind.CASE:
        return bool(entry.case.holding) or not entry.case.decision
    return entry.kind != Kind.PENALTY and not entry.text


def summary(entry: Entry, length: int = SUMMARY) -> str:
    """`words` in plain characters, cut at a word."""
    return shortened(" ".join(markup.plain(words(entry)).split()), length)


def shortened(text: str, length: int) -> str:
    """At most `length` characters of a text, ending with a whole word."""
    if len(text) <= length:
        return text
    kept = text[: length - 2]
    return (kept.rpartition(" ")[0] or kept).rstrip(" ,;:") + " …"


def code_name(edition: Dated) -> str:
    """An edition with its year: "The Laws of Auction Bridge, 1912"."""
    return f"{edition.title}, {edition.year}"


def issuer(edition: Edition) -> str:
    """Who issued a code, as a citation names it: "The Whist Club of New York (adopted 1912)" is "Whist Club of New York"."""
    return re.split(r"[(;,]", edition.issued_by.removeprefix("The "))[0].strip()
