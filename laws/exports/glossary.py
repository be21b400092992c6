"""Writing the glossary as glossary.md: the inverse of books.glossary. The same terms give the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from laws.books.glossary import MEANING, slug_of
from laws.books.records import TermRecord
from laws.models import Edition, Term
from laws.models.glossary import listed

HASH = re.compile(r"(?m)^(\\*#)")


def terms_of(edition: Edition | None) -> tuple[TermRecord, ...]:
    """The terms of one edition, or those of none in particular, by their words. One query."""
    rows = Term.objects.filter(edition=edition).in_order()
    return tuple(
        TermRecord(
            word=term.word,
            slug=term.slug,
            forms=tuple(listed(term.forms)),
            meaning=term.definition.replace("\r\n", "\n").strip(),
            games=tuple(listed(term.games)),
            see=tuple(listed(term.see)),
            in_texts=term.in_texts,
        )
        for term in rows
    )


def compose(terms: Iterable[TermRecord]) -> str:
    """The words of the file."""
    return "\n\n".join(_chunk(term) for term in terms) + "\n"


def _chunk(term: TermRecord) -> str:
    meta = {
        "slug": "" if term.slug == slug_of(term.word) else term.slug, "forms": ", ".join(term.forms), "games": ", ".join(term.games),
        "see": ", ".join(term.see), "texts": "" if term.in_texts else "no",
    }  # fmt: skip
    lines = [f"## {term.word}", *(f"{key}: {value}" for key, value in meta.items() if value), "", f"### {MEANING}"]
    return "\n".join([*lines, HASH.sub(r"\\\1", term.meaning)])  # a line that would read as a heading
