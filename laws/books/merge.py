"""A book's reading over an edition that is there: printed words come in beside the digest, and an editor's words stay.

Pure: both sides are records. What comes out is the edition as it is to be, for `load`, and what was left alone, for the owner to settle.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from .records import EditionRecord, EntryRecord, HeadingRecord, Place

PRINTED = ("text", "facts", "query", "decision", "remark", "offense", "penalty_text", "laws")
Key = tuple[str, str]  # kind and slug


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field that an editor has changed, and that the book has otherwise. The editor's words stay."""

    entry: Key
    field: str
    place: Place
    diff: tuple[str, ...]  # lines: "- the editor's", "+ the book's"

    def __str__(self) -> str:
        return f"{' '.join(self.entry)}, {self.field}: an editor's words stay  [{self.place}]\n" + "\n".join(
            f"    {line}" for line in self.diff
        )


def merge(
    there: EditionRecord, book: EditionRecord, *, edited: Collection[tuple[str, str, str]] = (), draft: bool = False
) -> tuple[EditionRecord, list[Conflict]]:
    """The edition `there` with the printed words of `book`, and the conflicts.

    `edited` names the fields (kind, slug, field) that an editor has changed since they were loaded. Entries match by kind and number. With
    `draft`, entries that the edition lacks come in as drafts, and those that are published are left as they are.
    """
    headings, places = _headings(there, book)
    known = {(entry.kind, entry.slug): entry for entry in there.entries}
    conflicts: list[Conflict] = []
    merged: dict[Key, EntryRecord] = dict(known)
    for entry in book.entries:
        key = (entry.kind, entry.slug)
        heading = places[entry.heading] if entry.heading is not None else None
        old = known.get(key)
        if old is None:
            merged[key] = replace(entry, heading=heading, status="draft" if draft else entry.status)
        elif not (draft and old.status == "published"):
            merged[key] = _over(old, entry, heading, edited, conflicts)
    entries = sorted(merged.values(), key=lambda entry: _place(entry, book, there))
    front = there.front or book.front
    back = {**book.back, **there.back}
    return replace(there, headings=tuple(headings), entries=tuple(entries), front=front, back=back), conflicts


def _over(
    old: EntryRecord, new: EntryRecord, heading: int | None, edited: Collection[tuple[str, str, str]], conflicts: list[Conflict]
) -> EntryRecord:
    fields = dict(old.fields)
    for name in PRINTED:
        words = new.fields.get(name, "")
        if not words or same_words(fields.get(name, ""), words):
            continue
        if fields.get(name) and (old.kind, old.slug, name) in edited:
            conflicts.append(Conflict((old.kind, old.slug), name, new.place, diff(fields[name], words)))
            continue
        fields[name] = words
    changed = fields != old.fields
    return replace(
        old,
        fields=fields,
        heading=old.heading if old.heading is not None else heading,
        on=old.on or new.on,
        title=old.title or new.title,
        title_is_printed=old.title_is_printed if old.title else new.title_is_printed,
        remedies=old.remedies or new.remedies,
        source=(new.source or old.source) if changed else old.source,
        place=new.place,
    )


def same_words(ours: str, theirs: str) -> bool:
    """Whether two texts say the same: markup, note marks, white space and the shape of quotation marks aside."""
    return _bare(ours) == _bare(theirs)


def _bare(text: str) -> str:
    text = re.sub(r"\[\^?\w+\]|[_*\\|>]|-{2,}:?|\(\w{1,4}\)\s", "", text)
    text = text.translate(str.maketrans("“”‘’", "\"\"''"))
    return re.sub(r"\s+", "", text)


def diff(ours: str, theirs: str) -> tuple[str, ...]:
    """The words in which two texts differ, each with the words around it."""
    a, b = ours.split(), theirs.split()
    lines = []
    for tag, a1, a2, b1, b2 in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            before, after = " ".join(a[max(0, a1 - 3) : a1]), " ".join(a[a2 : a2 + 3])
            lines += [f"- … {before} [{' '.join(a[a1:a2])}] {after} …", f"+ … {before} [{' '.join(b[b1:b2])}] {after} …"]
    return tuple(lines)


def _headings(there: EditionRecord, book: EditionRecord) -> tuple[list[HeadingRecord], list[int]]:
    """The headings of both, and where each of the book's has come to stand."""
    found = list(there.headings)
    places = []
    for heading in book.headings:
        at = next(
            (i for i, old in enumerate(found) if old.kind == heading.kind and _bare(old.title).lower() == _bare(heading.title).lower()),
            None,
        )
        if at is None:
            found.append(heading)
            at = len(found) - 1
        else:
            old = found[at]
            marked = heading.title if "[^" in heading.title and "[^" not in old.title else old.title
            found[at] = replace(old, title=marked, text=old.text or heading.text)
        places.append(at)
    return found, places


def _place(entry: EntryRecord, book: EditionRecord, there: EditionRecord) -> tuple[int, str]:
    digits = re.match(r"\d+", entry.slug)
    if digits:
        return int(digits[0]), entry.slug
    order = [(e.kind, e.slug) for e in there.entries] + [(e.kind, e.slug) for e in book.entries]
    return order.index((entry.kind, entry.slug)), ""
