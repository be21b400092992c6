"""The stretches of a Markdown text in which nothing may be written: links, code, tags and addresses.  Pure, and in one pass each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .spans import Span, Spans, first_from

_LINE = re.compile(r"[^\n]*\n?")
_FENCE = re.compile(r" {0,3}(?:> ?)*(`{3,}|~{3,})")
_TICKS = re.compile(r"\\`|`+")
_BRACKET = re.compile(r"\\[\s\S]|[\[\]]")
_ADDRESS = re.compile(r"\((?>(?:[^()\\\n]|\\.|\([^()\n]*\))*)\)|\[[^\[\]\n]*\]")  # what follows the words of a link
_DEFINED = re.compile(r"^ {0,3}\[([^\[\]\n]+)\]:.*", re.M)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|https?://[^\s<>()]+")
_ANCHOR = re.compile(r"<a\b[^<>]*>", re.I)
_ANCHOR_ENDS = re.compile(r"</a\s*>", re.I)


def untouched(text: str) -> Spans:
    """Where a Markdown text has links (their words too), definitions of links, code, tags, and addresses."""
    fences = list(_fences(text))
    code = [*fences, *_code(text, Spans(fences))]
    return Spans([*code, *_links(text, Spans(code)), *_tags(text)])


def _fences(text: str) -> Iterator[Span]:
    """Blocks of code between lines of three signs or more; what is not closed goes on to the end."""
    opened, sign = -1, ""
    for line in _LINE.finditer(text):
        found = _FENCE.match(line[0])
        if opened < 0 and found:
            opened, sign = line.start(), found[1]
        elif opened >= 0 and found and found[1].startswith(sign) and not line[0][found.end() :].strip():
            yield opened, line.end()
            opened = -1
    if opened >= 0:
        yield opened, len(text)


def _code(text: str, fences: Spans) -> Iterator[Span]:
    """Code within a line: from some ticks to as many."""
    runs = [found.span() for found in _TICKS.finditer(text) if found[0][0] == "`" and not fences.touches(*found.span())]
    by_length: dict[int, list[int]] = {}
    for start, end in runs:
        by_length.setdefault(end - start, []).append(start)
    done = 0
    for start, end in runs:
        close = first_from(by_length[end - start], end) if start >= done else -1
        if close >= 0:
            done = close + end - start
            yield start, done


def _links(text: str, code: Spans) -> Iterator[Span]:
    """Links with their words, whether their address stands after the words or elsewhere in the text."""
    defined = set()
    for found in _DEFINED.finditer(text):
        defined.add(found[1].casefold())
        yield found.span()
    opened: list[int] = []
    for found in _BRACKET.finditer(text):
        at = found.start()
        if len(found[0]) > 1 or code.touches(at, at + 1):
            continue
        if found[0] == "[":
            opened.append(at)
        elif opened:
            start = opened.pop()
            if address := _ADDRESS.match(text, at + 1):
                yield start, address.end()
            elif at - start < 1000 and text[start + 1 : at].casefold() in defined:
                yield start, at + 1


def _tags(text: str) -> Iterator[Span]:
    for found in _TAG.finditer(text):
        yield found.span()
    ends = [found.end() for found in _ANCHOR_ENDS.finditer(text)]
    for found in _ANCHOR.finditer(text):
        if (end := first_from(ends, found.end())) >= 0:
            yield found.start(), end
