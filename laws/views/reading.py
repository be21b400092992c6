"""What an entry's page shows beside the entry's own words: its notes, its neighbours, the words of laws that it names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from laws.citations import graph
from laws.models import Citation, Edition, Entry
from laws.models.vocabulary import Kind
from laws.sharing import outward


@dataclass(frozen=True, slots=True)
class Words:
    """Some words of an entry as HTML, and whether they are ours."""

    html: SafeString
    is_digest: bool


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote as it stands beside what it hangs on."""

    entry: Entry
    words: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Governing:
    """A law that a penalty row names, with its words; `part` is the part that the row names."""

    entry: Entry
    part: str
    words: tuple[Words, ...]


def notes_on_headings(edition: Edition) -> dict[int, list[Note]]:
    """The published footnotes that hang on an edition's group headings, by the heading's key. At most two queries."""
    rows = Entry.objects.published().of_kind(Kind.FOOTNOTE).in_edition(edition).filter(footnote__anchor_heading__isnull=False)
    found: dict[int, list[Note]] = {}
    notes = list(rows.for_list().select_related("footnote").in_order())
    for note in noted(notes, graph.outgoing(*notes) if notes else ()):
        found.setdefault(note.entry.footnote.anchor_heading_id or 0, []).append(note)
    return found


def noted(notes: Sequence[Entry], rows: Iterable[Citation]) -> list[Note]:
    """Footnotes with their words; `rows` are their citations."""
    own = _by_source(rows)
    return [Note(entry, words_of(entry, own.get(entry.pk, []))) for entry in notes]


def governing(cites: Sequence[graph.Cite]) -> list[Governing]:
    """The laws that a penalty row names, each once and with its words. At most one query."""
    named: dict[int, tuple[Entry, str]] = {}
    for cite in cites:
        if cite.target and cite.target.is_published and cite.field == "laws" and cite.target.kind != Kind.PENALTY:
            named.setdefault(cite.target.pk, (cite.target, cite.part))
    laws = [entry for entry, _ in named.values() if entry.kind != Kind.CASE]
    rows = _by_source(graph.outgoing(*laws) if laws else ())
    return [Governing(entry, named[entry.pk][1], words_of(entry, rows.get(entry.pk, []), named[entry.pk][1])) for entry in laws]


def words_of(entry: Entry, rows: Iterable[Citation], lit: str = "") -> tuple[Words, ...]:
    """An entry's words for a place outside its own page: without addresses of parts and marks, which would stand twice."""
    return tuple(Words(html, ours) for _, html, ours in outward.words(entry, rows, lit))


def _by_source(rows: Iterable[Citation]) -> dict[int, list[Citation]]:
    found: dict[int, list[Citation]] = {}
    for row in rows:
        found.setdefault(row.source_id, []).append(row)
    return found
