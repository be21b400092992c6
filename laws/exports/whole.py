"""A whole code in any of the forms that it can be carried away in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from laws.models import Citation, Edition

from . import onefile, pdf
from .book import book_of
from .epub import epub
from .page import page
from .public import public
from .records import record_of
from .sheet import sheet

VERSION = 1  # of what is written: another number makes every kept file anew
PAPER = """
@page { size: A4; margin: 20mm 24mm; @bottom-center { content: counter(page); font: 9pt serif; } }
@page :first { @bottom-center { content: none; } }
body { max-width: none; padding: 0; font-size: 10.5pt; }
h1 { font: normal 24pt serif; } h2 { font: normal 17pt var(--serif); letter-spacing: 0; text-transform: none; }
nav a::after { content: leader(" . ") target-counter(attr(href), page); }
nav h2 { break-before: auto; }
"""


@dataclass(frozen=True, slots=True)
class Form:
    """One form of file."""

    label: str
    content_type: str
    write: Callable[[Edition], bytes]
    is_data: bool = False  # `load` reads it back


FORMS: dict[str, Form] = {
    "html": Form("One web page", "text/html; charset=utf-8", lambda edition: page(book_of(edition)).encode()),
    "epub": Form("E-book (EPUB)", "application/epub+zip", lambda edition: epub(book_of(edition))),
    "pdf": Form("PDF", "application/pdf", lambda edition: pdf.pdf(page(book_of(edition)), PAPER)),
    "md": Form("Markdown", "text/markdown; charset=utf-8", lambda edition: sheet(book_of(edition)).encode()),
    "json": Form("JSON", "application/json", lambda edition: onefile.to_json(public(record_of(edition))).encode(), True),
    "csv": Form("Table (CSV)", "text/csv; charset=utf-8", lambda edition: onefile.to_csv(public(record_of(edition))).encode(), True),
}


def offered() -> list[str]:
    """The forms that can be written here."""
    return [name for name in FORMS if name != "pdf" or pdf.is_there()]


def with_drafts(edition: Edition, form: str) -> bytes:
    """An edition with its drafts, in one of the forms that `load` reads back: for its editors only."""
    write = {"json": onefile.to_json, "csv": onefile.to_csv}[form]
    return write(record_of(edition)).encode()


def fingerprint(edition: Edition) -> str:
    """The same for as long as every form of the edition would be written the same. A dozen queries."""
    rows = Citation.objects.filter(source__edition=edition).order_by("source_id", "field", "group", "pk")
    target = (f"target__{name}" for name in ("edition__slug", "kind", "slug", "status"))
    led = list(rows.values_list("words", "outcome", "part__anchor", *target))
    told = [VERSION, settings.SITE_URL, settings.SITE_NAME, settings.CITATION_STYLE, onefile.to_json(record_of(edition)), led]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:32]
