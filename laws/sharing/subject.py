"""What is shared, as plain values: an entry or one of its parts, with its names and addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from django.conf import settings

from laws import naming
from laws import text as markup
from laws.models import Entry, Part

GIST = 400  # characters
UNSEEN = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Subject:
    """An entry or a part of one, as it is cited. Every text is a single line that any file format can hold."""

    label: str  # "Law 84 b"
    title: str  # "What an established revoke costs"; "" where it has none but its label
    kind: str  # law, case, ...
    code: str  # "Laws of Auction Bridge"
    short: str  # "Auction 1912"
    issuer: str  # "Whist Club of New York"; may be ""
    year: int
    published_in: str
    decided: date | None
    gist: str  # its holding, its penalty or its first words
    address: str  # https://casebook.example/auction-1912/law/84/#b
    short_address: str  # https://casebook.example/~7K3QD
    key: str  # auction-1912-law-84-b

    @property
    def name(self) -> str:
        """Label and title: "Law 84 b: What an established revoke costs"."""
        return f"{self.label}: {self.title}" if self.title else self.label


def subject(entry: Entry, part: Part | None = None) -> Subject:
    """What is cited when `entry`, or `part` of it, is. The entry's edition and its detail row should be at hand; asks nothing else."""
    edition = entry.edition
    anchor = part.anchor if part else ""
    label = naming.cited(entry, anchor)
    of_part = next((said for words in (entry.text, entry.digest) if (said := markup.words_of_part(words, anchor))), "") if part else ""
    return Subject(
        label=one_line(label if entry.number else f"“{entry.label}”{naming.pinpoint(anchor)}"),
        title=one_line(naming.called(entry)),
        kind=entry.kind,
        code=one_line(edition.title.removeprefix("The ")),
        short=one_line(edition.short_title),
        issuer=one_line(naming.issuer(edition)),
        year=edition.year,
        published_in=one_line(edition.published_in),
        decided=entry.case.decided_on if entry.kind == "case" else None,
        gist=one_line(naming.shortened(of_part, GIST) or naming.summary(entry, GIST)),
        address=settings.SITE_URL + (part or entry).get_absolute_url(),
        short_address=f"{settings.SITE_URL}/~{(part or entry).permanent_id}",
        key="-".join(filter(None, [edition.slug, entry.kind, entry.slug, anchor])),
    )


def one_line(words: str) -> str:
    """Words without line breaks, doubled spaces, or characters that no reader sees and some formats refuse."""
    return " ".join(UNSEEN.sub(" ", words).split())
