"""What of a record anybody may read: drafts, and all that names them, left out."""

from __future__ import annotations

import re
from dataclasses import replace

from laws.books.records import EditionRecord, EntryRecord

OPEN = ("published", "withdrawn")


def public(record: EditionRecord) -> EditionRecord:
    """The record less its drafts. What is left holds together: nothing in it names what is not in it."""
    open_entries = [entry for entry in record.entries if entry.status in OPEN]
    known = {(entry.kind, entry.slug) for entry in open_entries}
    used = {slug for entry in open_entries for slug in entry.offenses}
    verdicts = (
        verdict for verdict in record.verdicts if verdict.entry in known and (verdict.target is None or verdict.target[:2] in known)
    )
    return replace(
        record,
        entries=tuple(_open(entry, known) for entry in open_entries),
        headings=tuple(replace(row, title=_marked(known, row.title), text=_marked(known, row.text)) for row in record.headings),
        offenses={slug: name for slug, name in record.offenses.items() if slug in used},
        verdicts=tuple(verdicts),
        discussions=tuple(discussion for discussion in record.discussions if discussion.entry in known),
    )


def _open(entry: EntryRecord, known: set[tuple[str, str]]) -> EntryRecord:
    return replace(
        entry,
        fields={name: _marked(known, words) for name, words in entry.fields.items()},
        extracts=tuple(extract for extract in entry.extracts if extract.quoted_in in known),
        replaced_by=entry.replaced_by if entry.replaced_by in known else None,
        on=entry.on if entry.on and (entry.on[0] == "heading" or entry.on[:2] in known) else None,
        claim_law=entry.claim_law if entry.claim_law and ("law", entry.claim_law[0]) in known else None,
    )


def _marked(known: set[tuple[str, str]], words: str) -> str:
    """Words without the marks of notes that are not there."""
    return re.sub(r"\[\^(\w{1,8})\]", lambda mark: mark[0] if ("footnote", mark[1].lower()) in known else "", words)
