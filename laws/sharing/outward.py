"""HTML that leaves the site: with whole addresses, and without what only our own pages understand."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from laws.citations import link
from laws.citations.readings import texts
from laws.models import Citation, Entry

LINK = re.compile(r'<a (?P<before>[^>]*)href="(?P<path>/[^"]*)"(?P<after>[^>]*)>')
LABEL, WORDS = r'<span class="part-label">(?P<label>.*?)</span>', r'<div class="part-text">(?P<words>.*?)</div></li>'
PART = re.compile(rf'<li class="part[^"]*">{LABEL}{WORDS}', re.S)
LIT = re.compile(rf'<li class="part is-lit">{LABEL}{WORDS}', re.S)
OURS = re.compile(r' (?:class|data-preview|tabindex|role|aria-label|id|title)="[^"]*"')


def words(entry: Entry, rows: Iterable[Citation], part: str = "") -> list[tuple[str, SafeString, bool]]:
    """The fields of an entry: name, HTML, and whether the words are ours. `rows` are its citations; `part` marks one of its parts."""
    by_field: dict[str, list[Citation]] = {}
    for row in rows:
        by_field.setdefault(row.field, []).append(row)
    return [
        (name, link.render(said, by_field.get(name, ()), anchors=False, mark_ids=False, lit=part), name.endswith("digest"))
        for name, said in texts(entry)
    ]


def whole(html: str) -> SafeString:
    """HTML of ours for a feed or a letter: links lead to the site, and nothing stays that needs our style sheet or scripts.

    Parts become paragraphs with their letter, since a list would number them once more.

    The HTML is made by laws.citations.link, which escapes every quotation mark that was typed; so what looks like an attribute is one.
    """
    html = re.sub(r'<ol class="parts">(.*?)</ol>', lambda m: PART.sub(r"<p>(\g<label>) \g<words></p>", m[1]), html, flags=re.S)
    html = LINK.sub(lambda m: f'<a {m["before"]}href="{settings.SITE_URL}{m["path"]}"{m["after"]}>', html)
    return mark_safe(re.sub(r"<[a-z][^>]*>", lambda m: OURS.sub("", m[0]), html))


def part_alone(html: str) -> SafeString:
    """Of an entry's HTML the part that is marked (`words` with `part`) as a paragraph; "" where none is."""
    return mark_safe("".join(f"<p>{found['words']}</p>" for found in LIT.finditer(html)))


def opening_anew(html: str) -> SafeString:
    """HTML of ours for a frame on another site: its links open beside the page that frames it."""
    return mark_safe(LINK.sub(lambda m: f'<a href="{settings.SITE_URL}{m["path"]}" target="_blank" rel="noopener">', html))
