"""HTML as browsers part it into tags and words, keeping where each word stands in the source.

The standard library's parser rescans the rest of the file at every tag that is never closed, which a hostile file can use; this one
goes forward only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .source import Ledger

_LOOKS = re.compile(
    r"\A\s*(?:<!doctype\s+html|<html\b|<\?xml\b|<head\b|<body\b|<!--|<p[\s>]|<div[\s>]|<(?:h[1-6]|table|style|script|ol|ul|dl|pre|center|section|article|main|title|meta|link|hr|br)[\s/>])",
    re.I,
)
_TAG = re.compile(r"</?([a-zA-Z][^\s/>]*)")
_TAG_END = re.compile(r">|=\s*[\"']")
_ATTRIBUTE = re.compile(r"([^\s=\"'/>]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_RAW = {"script", "style", "iframe", "noscript", "textarea", "title", "xmp", "noembed", "template"}
_LONGEST_TAG = 2000


def looks_like_html(text: str) -> bool:
    """Whether a text is a page: by its first tag, or because closing tags are everywhere."""
    head = text[:2000].lstrip("\ufeff")
    return bool(_LOOKS.match(head)) or len(re.findall(r"</(?:p|div|td|li|h[1-6])>", text[:20000], re.I)) > 5


@dataclass(slots=True)
class Event:
    """A tag that opens or closes, or a stretch of words, with its place in the source."""

    kind: str  # open | close | words
    name: str
    start: int
    end: int
    attributes: dict[str, str] = field(default_factory=dict)


def events(source: str, ledger: Ledger) -> Iterator[Event]:
    """Tags and stretches of words in order. Comments, declarations and the insides of scripts are dropped."""
    at, size = 0, len(source)
    unclosed: set[str] = set()  # quotes and ends that were looked for and are not there any more
    while at < size:
        start = source.find("<", at)
        start = size if start < 0 else start
        if start > at:
            yield Event("words", "", at, start)
        if start == size:
            return
        if source.startswith("<!--", start):
            end = source.find("-->", start + 4)
            at = size if end < 0 else end + 3
            ledger.drop(start, at, "comments")
        elif source.startswith(("<!", "<?"), start):
            end = source.find(">", start)
            at = size if end < 0 else end + 1
            ledger.drop(start, at, "markup")
        elif match := _TAG.match(source, start):
            at = _end_of_tag(source, match.end(), unclosed)
            ledger.drop(start, at, "markup")
            name, closes = match[1].lower(), source.startswith("</", start)
            attributes = {} if closes else _attributes(source[match.end() : min(at, match.end() + _LONGEST_TAG)])
            yield Event("close" if closes else "open", name, start, at, attributes)
            if name in _RAW and not closes:
                at = _skip_raw(source, name, at, unclosed, ledger)
        else:
            yield Event("words", "", start, start + 1)
            at = start + 1


def _end_of_tag(source: str, at: int, unclosed: set[str]) -> int:
    while match := _TAG_END.search(source, at):
        quote = match[0][-1]
        if quote == ">":
            return match.end()
        end = -1 if quote in unclosed else source.find(quote, match.end())
        if end < 0:
            unclosed.add(quote)
            at = match.end()
        else:
            at = end + 1
    return len(source)


def _skip_raw(source: str, name: str, at: int, unclosed: set[str], ledger: Ledger) -> int:
    if f"</{name}" in unclosed:
        return at
    match = re.compile(rf"</{name}\b", re.I).search(source, at)
    if match is None:
        unclosed.add(f"</{name}")
        return at
    ledger.drop(at, match.start(), "scripts, styles and page titles")
    return match.start()


def _attributes(text: str) -> dict[str, str]:
    return {match[1].lower(): next((value for value in match.groups()[1:] if value is not None), "") for match in _ATTRIBUTE.finditer(text)}
