"""A printed book into an edition: read it, merge it over what is there, load it, and tell what was unsure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from django.db import transaction

from laws.books.load import IMPORTED, LOADED, Line, Report, load
from laws.books.merge import Conflict, merge
from laws.books.profile import Profile, shipped
from laws.books.proof import Proof
from laws.books.reader import read_book
from laws.books.records import EditionRecord, Fault, Place, Unreadable
from laws.citations import grammar
from laws.exports.records import record_of
from laws.history import edited
from laws.models import Citation
from laws.models.former import edition_called


@dataclass(frozen=True, slots=True)
class Import:
    """What came of an import: what the reader proved, what became of each entry, what was left to an editor."""

    proof: Proof
    report: Report | None = None
    conflicts: list[Conflict] = field(default_factory=list)
    unresolved: list[str] = field(default_factory=list)  # "Law 7: Law 98"
    cited: int = 0
    adrift: list[str] = field(default_factory=list)  # citations in words that were not understood, and so not loaded
    dry_run: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The whole report in plain values."""
        lines = self.report.lines if self.report else []
        return {
            "proof": self.proof.to_dict(),
            "entries": [{"entry": line.label, "state": line.state, "changed": list(line.what), "at": str(line.place)} for line in lines],
            "conflicts": [{"entry": " ".join(c.entry), "field": c.field, "at": str(c.place), "diff": list(c.diff)} for c in self.conflicts],
            "citations": {"found": self.cited, "unresolved": self.unresolved, "in words not understood": self.adrift},
            "loaded": bool(self.report) and not self.dry_run,
        }

    def lines(self) -> list[str]:
        """The whole report for people to read."""
        told = proved(self.proof)
        if self.report:
            told += [str(line) for line in self.report.lines if line.state not in ("same", "kept")]
            told.append(str(self.report))
        told += [f"conflict: {conflict}" for conflict in self.conflicts]
        told.append(f"{self.cited} citations, {len(self.unresolved)} of them unresolved")
        told += [f"  unresolved: {words}" for words in self.unresolved]
        told += [f"  in words not understood: {words}" for words in self.adrift]
        if self.dry_run:
            told.append("This was a dry run: nothing has changed.")
        return told


def proved(proof: Proof) -> list[str]:
    """What the reader proved, in lines: what it found, where every character went, what it was unsure of."""
    accounts = proof.accounts
    found = ", ".join(f"{count} {kind}" for kind, count in proof.counts.items() if count) or "nothing"
    told = [
        f"read lines {proof.region[0]} to {proof.region[1]}: {found}",
        f"{accounts.region:,} characters: {accounts.entries:,} in entries, {accounts.headings:,} in headings and labels, "
        f"{accounts.furniture:,} in furniture, {accounts.not_understood:,} not understood",
    ]
    told += [f"  furniture: {rule}: {size:,} characters on {len(lines)} lines" for rule, lines, size in proof.furniture]
    told += [f"  unsure: {warning}" for warning in proof.warnings()]
    return told + [f"  noted: {notice}" for notice in proof.notices()]


class _DryRun(Exception):
    pass


def bring_in(
    data: bytes,
    *,
    name: str,
    slug: str,
    title: str = "",
    year: int = 0,
    game: str = "",
    profile: Profile | None = None,
    draft: bool = False,
    dry_run: bool = False,
    said: Callable[[Line], object] = lambda line: None,
) -> Import:
    """Read `data` and bring it into the edition `slug`, all or nothing. Without a `profile`, the one that ships for it is taken.

    An input that cannot be read gives an Import whose proof holds the refusal. Raises Unreadable where a new edition lacks what it
    needs, or the database refuses an entry.
    """
    reading = read_book(data, name=name, slug=slug, title=title, profile=profile or profile_for(name, slug))
    if reading.record is None:
        return Import(reading.proof)
    edition = edition_called(slug)
    there = record_of(edition) if edition else _new(reading.record, slug, title, year, game)
    record, conflicts = merge(there, reading.record, edited=edited(edition) if edition else (), draft=draft)
    found: Import | None = None
    try:
        with transaction.atomic():
            report = load(record, said=said, reason=IMPORTED)
            rows = Citation.objects.filter(source__edition__slug=there.slug).exclude(outcome=Citation.Outcome.DISMISSED)
            open_rows = rows.exclude(outcome=Citation.Outcome.RESOLVED).select_related("source")
            unresolved = [f"{row.source.label}: {' '.join(row.words.split())}" for row in open_rows]
            found = Import(reading.proof, report, conflicts, unresolved, rows.count(), _adrift(reading.proof, record), dry_run)
            if dry_run:
                raise _DryRun
    except _DryRun:
        pass
    assert found is not None
    return found


def newer_kept(record: EditionRecord) -> tuple[EditionRecord, int]:
    """A record that was loaded before, with what stands in the database in place of every entry whose words an editor or a book has
    changed since; and how many these are. Where it was never loaded, it is as it was."""
    edition = edition_called(record.slug)
    if edition is None:
        return record, 0
    newer = {(kind, slug) for kind, slug, _ in edited(edition, since=(LOADED,))} & {(entry.kind, entry.slug) for entry in record.entries}
    there = {key: entry for entry in record_of(edition).entries if (key := (entry.kind, entry.slug)) in newer}
    entries = tuple(
        replace(there[key], heading=entry.heading, place=entry.place) if (key := (entry.kind, entry.slug)) in there else entry
        for entry in record.entries
    )
    return replace(record, entries=entries), len(there)


def _adrift(proof: Proof, record: EditionRecord) -> list[str]:
    """The citations in words that the reader could not place: "line 1: Section 10 of Etiquette"."""
    words = {**grammar.DEFAULT_WORDS, **record.words}
    return [
        f"line {first}: {' '.join(reference.text.split())}"
        for first, _, text in proof.not_understood
        for reference in grammar.find(text, words=words)
    ]


def _new(read: EditionRecord, slug: str, title: str, year: int, game: str) -> EditionRecord:
    """The edition that a book makes where there is none yet."""
    printed = re.search(r"-(\d{4})$", slug)
    year = year or (int(printed[1]) if printed else 0) or read.year
    if not year:
        raise Unreadable([Fault("say the year of the new edition (--year 1905), or end its slug with it", Place(slug, 1))])
    title = title or read.title or slug.replace("-", " ").title()
    return replace(
        read, slug=slug, title=title, short_title=read.short_title or title[:60], game=game or read.game or title, year=year,
        headings=(), entries=(), front={}, back={},
    )  # fmt: skip


def profile_for(name: str, slug: str) -> Profile | None:
    """The book profile that ships for an edition, or for a file of that name; None where there is none."""
    return shipped(slug) or shipped(Path(name).stem)
