"""A citation as people paste it: plain words, HTML, Markdown, BBCode. Whatever a title holds stays words in each of them."""

from __future__ import annotations

import re
from html import escape

from django.conf import settings

from .style import fill
from .subject import Subject

IN_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>&#~|!])")
NO_BRACKETS = str.maketrans("[]", "()")


def plain(cited: Subject) -> str:
    """The citation in full: "Case 11, Laws of Auction Bridge (Whist Club of New York, 1912)"."""
    return fill(settings.CITATION_STYLE, cited)


def short(cited: Subject) -> str:
    """The citation for tight places: "Auction 1912, Law 84 b"."""
    return fill(settings.CITATION_STYLE_SHORT, cited)


def for_print(cited: Subject) -> str:
    """The citation with the address that can be typed off paper."""
    return f"{plain(cited)}, {cited.short_address}"


def html(cited: Subject) -> str:
    """A link around the citation, the code's name in italics; without a class or a style, so that it looks right wherever it is pasted."""
    say = lambda name, value: f"<em>{escape(value)}</em>" if name == "code" else escape(value)  # noqa: E731
    words = fill(settings.CITATION_STYLE, cited, say, escape)
    return f'<a href="{escape(cited.address)}">{words}</a>'


def markdown(cited: Subject) -> str:
    """A Markdown link. Every character that Markdown could read as its own has a backslash."""
    mark = lambda words: IN_MARKDOWN.sub(r"\\\1", words)  # noqa: E731
    words = fill(settings.CITATION_STYLE, cited, lambda name, value: f"*{mark(value)}*" if name == "code" and value else mark(value), mark)
    return f"[{words}](<{cited.address}>)" if re.search(r"[()\s]", cited.address) else f"[{words}]({cited.address})"


def bbcode(cited: Subject) -> str:
    """A BBCode link. BBCode has no way to write a bracket that is meant as one, so that round ones stand for square ones."""
    say = lambda words: words.translate(NO_BRACKETS)  # noqa: E731
    words = fill(settings.CITATION_STYLE, cited, lambda name, value: f"[i]{say(value)}[/i]" if name == "code" else say(value), say)
    return f"[url={cited.address}]{words}[/url]"
