"""What a reader of books yields, and what `load` takes: an edition and its entries as plain values.

Nothing here knows the database. Field names in `EntryRecord.fields` are those of the models (`text`, `digest`, `facts`, `facts_digest`,
...), so that a printed field and its digest stand side by side under names that every part of the project shares.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# The field's fixed words; laws.models.vocabulary gives them names, and a test holds the two together.
KINDS = ("law", "etiquette", "section", "footnote", "case", "penalty")
STATUSES = ("draft", "in review", "published", "withdrawn")
OFFENDERS = ("declarer", "adversary", "dummy", "dealer", "either-side", "anyone", "anyone-but-dummy", "bystander")
PHASES = ("cutting", "deal", "bidding", "before-lead", "play", "scoring")
OUTCOMES = ("affirmative", "negative", "claim-sustained", "claim-denied", "mixed")
VERDICTS = ("sic", "target", "not a citation", "accepted")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in the source: a file and a line, counted from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the source that cannot be taken, in a sentence, with its place."""

    message: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class Unreadable(Exception):
    """A source with faults. Nothing of it may be loaded."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__("\n".join(str(fault) for fault in faults))


@dataclass(frozen=True, slots=True)
class ExtractRecord:
    """Words of an entry as another entry quotes them."""

    words: str
    quoted_in: tuple[str, str]  # kind and number: ("case", "12")
    part: str = ""


@dataclass(frozen=True, slots=True)
class HeadingRecord:
    """A group heading of one list (the laws, the cases ...) and what is printed under it before the first entry."""

    kind: str
    title: str
    permanent_id: str = ""
    text: str = ""
    digest: str = ""
    note: str = ""
    source: str = ""
    place: Place = Place("", 0)


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One law, etiquette section, section, footnote, case or row of the table of penalties."""

    kind: str
    number: str  # as printed: "84", "XI"; a section's is ""
    slug: str  # as in its address: "84", "11", "the-revoke"
    title: str = ""
    title_is_printed: bool = False
    own_words: bool = False  # written for the site, not printed elsewhere
    permanent_id: str = ""
    parts: dict[str, str] = field(default_factory=dict)  # anchor -> permanent id
    heading: int | None = None  # index into EditionRecord.headings
    fields: dict[str, str] = field(default_factory=dict)
    extracts: tuple[ExtractRecord, ...] = ()
    offenses: tuple[str, ...] = ()
    offenders: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    status: str = "published"
    replaced_by: tuple[str, str] | None = None  # kind and number
    withdrawn_because: str = ""
    published_at: str = ""  # ISO 8601; "" is the edition's
    amended_at: str = ""
    former: tuple[str, ...] = ()
    source: str = ""
    # footnotes
    on: tuple[str, str, str] | None = None  # kind, number (or a heading's title), part
    # cases
    holding: str = ""
    outcome: str = ""
    decided_on: str = ""
    where: str = ""
    # penalty rows
    remedies: str = ""
    claimant: str = ""
    claim_until: str = ""
    claim_law: tuple[str, str] | None = None  # number and part
    group: str = ""
    place: Place = Place("", 0)

    @property
    def label(self) -> str:
        """How a report names the entry: "law 84"."""
        return f"{self.kind} {self.number or self.slug}"


@dataclass(frozen=True, slots=True)
class VerdictRecord:
    """What an editor has said about one citation."""

    entry: tuple[str, str]  # kind and number
    field: str
    words: str
    occurrence: int
    verdict: str  # sic | target | not a citation | accepted
    target: tuple[str, str, str] | None = None  # kind, number, part
    reason: str = ""
    place: Place = Place("", 0)


@dataclass(frozen=True, slots=True)
class TermRecord:
    """One word of the glossary with its meaning in words of our own."""

    word: str
    slug: str
    meaning: str
    forms: tuple[str, ...] = ()
    games: tuple[str, ...] = ()  # where it means this in some games alone
    see: tuple[str, ...] = ()
    in_texts: bool = True  # whether it is explained where a text uses it
    place: Place = Place("", 0)


@dataclass(frozen=True, slots=True)
class DiscussionRecord:
    """Where an entry has been discussed elsewhere."""

    entry: tuple[str, str]  # kind and number
    title: str  # "Club Bulletin"
    issue: str = ""  # "March 2026"
    date: str = ""
    url: str = ""
    note: str = ""
    place: Place = Place("", 0)


@dataclass(frozen=True, slots=True)
class EditionRecord:
    """One edition with all that belongs to it."""

    slug: str
    title: str
    short_title: str
    game: str
    issued_by: str
    year: int
    dated: str = ""
    published_in: str = ""
    source_url: str = ""
    names: tuple[str, ...] = ()
    former: tuple[str, ...] = ()  # slugs that it had before it was renamed; they lead to it
    supersedes: str = ""
    order: int = 0
    published: str = ""
    permanent_id: str = ""
    words: dict[str, str] = field(default_factory=dict)
    offenses: dict[str, str] = field(default_factory=dict)
    front: dict[str, str] = field(default_factory=dict)  # text, digest, source
    back: dict[str, str] = field(default_factory=dict)
    headings: tuple[HeadingRecord, ...] = ()
    entries: tuple[EntryRecord, ...] = ()
    verdicts: tuple[VerdictRecord, ...] = ()
    discussions: tuple[DiscussionRecord, ...] = ()
    terms: tuple[TermRecord, ...] = ()
