"""What a list shows of entries, read in one plain statement: a line each, without the machinery of models."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from laws import text as markup
from laws.models import Case, Edition, Entry, PenaltyRow
from laws.models.vocabulary import TEXT_FIELDS, Kind, Status

from .catalogue import rows_among

TEXTS = ("text", "digest")
CASE_TEXTS = TEXT_FIELDS[Kind.CASE]


def _columns(alias: str, names: Iterable[str]) -> str:
    return ", ".join(f"{alias}.{name}" for name in names)


LINES = f"""SELECT e.id, e.permanent_id, e.kind, e.number, e.slug, e.title, d.id, d.slug, d.title, d.short_title, d.year,
coalesce(p.offense, ''), coalesce(p.penalty_text, ''), coalesce(c.holding, ''), {_columns("e", TEXTS)}, {_columns("c", CASE_TEXTS)}
FROM {Entry._meta.db_table} e JOIN {Edition._meta.db_table} d ON d.id = e.edition_id
LEFT JOIN {PenaltyRow._meta.db_table} p ON p.entry_id = e.id LEFT JOIN {Case._meta.db_table} c ON c.entry_id = e.id
WHERE e.status = '{Status.PUBLISHED}' AND e.id IN ({{}})"""  # noqa: S608
_BEFORE_TEXTS = 14
MARKUP = ("[", "_", "|", "\\", ">")  # a text with none of these reads as it is stored


class Said(NamedTuple):
    """A text as it reads, in one line, and the same in small letters; these are "" where they would not stand in the same places."""

    text: str
    low: str

    @classmethod
    def of(cls, read: str) -> Said:
        low = read.lower()
        return cls(read, low if len(low) == len(read) else "")

    @classmethod
    def stored(cls, text: str) -> Said:
        """The same of a text as it is stored, markup and all."""
        read = markup.plain(text) if any(sign in text for sign in MARKUP) else text
        return cls.of(" ".join((read if read.isascii() else unicodedata.normalize("NFC", read)).split()))


class Code(NamedTuple):
    """The code that an entry is of."""

    pk: int
    slug: str
    title: str
    short_title: str
    year: int

    def get_absolute_url(self) -> str:
        return f"/{self.slug}/"


class Line(NamedTuple):
    """An entry as a list shows it, with the words of the model. `texts` are its words in reading order, markup and all; `said` the same as
    they read.
    """

    pk: int
    permanent_id: str
    kind: str
    number: str
    slug: str
    title: str  # of a penalty row its offense
    edition: Code
    holding: str
    penalty: str
    texts: tuple[str, ...]
    said: tuple[Said, ...]
    heading: Said

    @property
    def label(self) -> str:
        """What the entry is called in running text: "Law 84", "Case XI", a section's title."""
        return f"{Kind(self.kind).label} {self.number}" if self.number else self.title

    def get_kind_display(self) -> str:
        return str(Kind(self.kind).label)

    def get_absolute_url(self) -> str:
        """The address, which is the citation: /auction-1912/law/84/."""
        return f"/{self.edition.slug}/{self.kind}/{self.slug}/"


def line_of(entry: Entry) -> Line:
    """The line of an entry that no list has, since it was withdrawn: what it is called, without its words. No query."""
    code = entry.edition
    heading = Said.of(entry.title or entry.label)
    of = Code(code.pk, code.slug, code.title, code.short_title, code.year)
    return Line(entry.pk, entry.permanent_id, entry.kind, entry.number, entry.slug, entry.title, of, "", "", (), (), heading)


def lines(keys: Iterable[int]) -> dict[int, Line]:
    """The lines of the published ones among some entries, by primary key. One statement."""
    codes: dict[int, Code] = {}
    found: dict[int, Line] = {}
    for row in rows_among(LINES, keys):
        pk, permanent_id, kind, number, slug, title, code, *_ = row
        if code not in codes:
            codes[code] = Code(*row[6:11])
        offense, penalty, holding = row[11:14]
        if kind == Kind.PENALTY:
            title = offense
            texts: tuple[str, ...] = (penalty,)
        else:
            texts = tuple(filter(None, row[_BEFORE_TEXTS:]))
        heading = Said.of(title or (f"{Kind(kind).label} {number}" if number else ""))
        said = tuple(map(Said.stored, texts))
        found[pk] = Line(pk, permanent_id, kind, number, slug, title, codes[code], holding, penalty, texts, said, heading)
    return found
