"""A text from outside with its citations made into links, to be pasted elsewhere. But for the links its words are not changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape

from django.utils.safestring import SafeString, mark_safe

from laws.citations.link import address
from laws.exports.markdown import AT_START, SPECIAL
from laws.models import Citation

from .untouched import untouched

_INDENT = re.compile(r"(?m)^(?: {4,}|\t+)")
_BREAK = re.compile(r"\n[^\S\n]*\n\s*")


def html(text: str, rows: Iterable[Citation], site: str) -> SafeString:
    """The text as HTML, a <p> a paragraph. `site`: the address before every link, without a slash at its end."""
    linked = _linked(text, rows, escape, lambda words, path: f'<a href="{escape(site + path)}">{escape(words)}</a>')
    return mark_safe("\n".join(f"<p>{paragraph}</p>" for paragraph in _BREAK.split(linked.strip("\n")) if paragraph.strip()))


def markdown(text: str, rows: Iterable[Citation], site: str, *, is_markdown: bool = False) -> str:
    """The text as Markdown that reads as the text does: what would be taken for a sign has a backslash before it.

    `is_markdown`: the text is Markdown already, and its signs are left to work: nothing is written into its links or its code.
    """
    if is_markdown:
        left_alone = untouched(text)
        free = [row for row in rows if not left_alone.touches(row.link_start, row.link_end)]
        return _linked(text, free, str, lambda words, path: f"[{words}]({site}{path})")
    linked = _linked(text, rows, _signs_off, lambda words, path: f"[{_signs_off(words)}]({site}{path})")
    return AT_START.sub(lambda m: f"{m[1]}{m[3]}\\{m[4]}" if m[3] else f"{m[1]}\\{m[2]}", _INDENT.sub("   ", linked))


def _signs_off(words: str) -> str:
    return SPECIAL.sub(r"\\\1", words)


def _linked(text: str, rows: Iterable[Citation], plain: Callable[[str], str], link: Callable[[str, str], str]) -> str:
    out, at = [], 0
    for start, end, path in _links(rows):
        if start >= at:
            out += [plain(text[at:start]), link(text[start:end], path)]
            at = end
    return "".join([*out, plain(text[at:])])


def _links(rows: Iterable[Citation]) -> Sequence[tuple[int, int, str]]:
    """Where links stand and where they lead; the targets of a range share one."""
    found: dict[tuple[int, int], str] = {}
    for row in rows:
        if row.outcome == Citation.Outcome.RESOLVED and row.target is not None:
            found.setdefault((row.link_start, row.link_end), address(row))
    return sorted((start, end, path) for (start, end), path in found.items())
