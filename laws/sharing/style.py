"""The site's style of citing: a pattern with names in braces, set once and used by every form of a citation."""

from __future__ import annotations

import string
from collections.abc import Callable

from django.conf import settings

from laws.models import Entry, Part

from .subject import Subject, subject

FIELDS = ("label", "title", "code", "short", "issuer", "year", "source")


def long(entry: Entry, anchor: str = "") -> str:
    """How an entry, or its part `anchor`, is cited in full: "Case 11, Laws of Auction Bridge (Whist Club of New York, 1912)"."""
    return fill(settings.CITATION_STYLE, subject(entry, Part(entry=entry, anchor=anchor) if anchor else None))


def fill(
    pattern: str,
    cited: Subject,
    said: Callable[[str, str], str] = lambda name, value: value,
    between: Callable[[str], str] = lambda words: words,
) -> str:
    """A pattern with its names filled in. `said` prepares a value for a form such as HTML, `between` the words of the pattern itself.

    `source` is issuer and year, or the year alone where nobody is known to have issued the code.
    """
    values = {"source": ", ".join(filter(None, [cited.issuer, str(cited.year)]))}
    values |= {name: str(getattr(cited, name)) for name in FIELDS if name != "source"}
    pieces = []
    for words, name, _, _ in string.Formatter().parse(pattern):
        pieces.append(between(words) + (said(name, values[name]) if name else ""))
    return "".join(pieces)
