"""Texts that lack something: printed words, parts, notes, marks, what another entry is said to quote of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from laws import text as markup
from laws.citations.readings import texts
from laws.models import Entry, Heading
from laws.models.vocabulary import TEXT_FIELDS, Kind, Status

from .citations import FIELDS
from .finding import READ, Finding, of
from .ground import Ground

PARTED = (Kind.LAW, Kind.ETIQUETTE, Kind.SECTION)


def findings(ground: Ground) -> Iterator[Finding]:
    """All that is wrong with texts and notes."""
    whole = [e for e in ground.entries.values() if ground.detail(e) is not None]
    for entry in whole:
        yield from _words(entry)
        if entry.kind in PARTED:
            yield from _parts(entry, ground)
    yield from _notes(ground, whole)
    yield from _extracts(ground)


def _words(entry: Entry) -> Iterator[Finding]:
    if entry.status != Status.PUBLISHED or entry.kind == Kind.PENALTY:
        return
    held = {name for name, words in texts(entry) if words.strip()}
    if not held:
        yield of("no-words", "It is published, and has no words.", entry)
    if entry.own_words:
        return
    names = TEXT_FIELDS[entry.kind]
    bare = [name for name, twin in zip(names[::2], names[1::2], strict=True) if twin in held and name not in held]
    if bare and entry.kind == Kind.CASE:
        said = " and ".join(filter(None, [", ".join(FIELDS[name] for name in bare[:-1]), FIELDS[bare[-1]]]))
        yield of("digest-only", f"Of {said} there is only our digest.", entry)
    elif bare:
        yield of("digest-only", "There is only our digest.", entry)


def _parts(entry: Entry, ground: Ground) -> Iterator[Finding]:
    stand = {anchor: label for words in (entry.digest, entry.text) for label, anchor in markup.parts(words)}
    rows = {part.anchor: part for part in ground.parts.get(entry.pk, ())}
    lacking = [stand[anchor] for anchor in stand if anchor not in rows or rows[anchor].retired]
    extra = [part.label for anchor, part in rows.items() if anchor not in stand and not part.retired]
    if lacking:
        yield of("parts", f"Its words have {_named(lacking)}, which cannot be linked: the row is missing.", entry)
    if extra:
        yield of("parts", f"There is a row for {_named(extra)}, and its words have no such part.", entry)


def _named(labels: list[str]) -> str:
    return f"{'part' if len(labels) == 1 else 'the parts'} {', '.join(labels)}"


def _notes(ground: Ground, whole: list[Entry]) -> Iterator[Finding]:
    """Marks and notes must find each other."""
    notes = {(note.edition_id, note.slug): note for note in ground.of_kind(Kind.FOOTNOTE)}
    marked: dict[tuple[int, str], set[tuple[str, int]]] = {}
    for heading in ground.headings.values():
        for number, _, _ in markup.marks(f"{heading.title} {heading.text} {heading.digest}"):
            marked.setdefault((heading.edition_id, number.lower()), set()).add(("heading", heading.pk))
    for edition in ground.editions.values():
        for number, _, _ in markup.marks(" ".join((edition.front_text, edition.front_digest, edition.back_text, edition.back_digest))):
            marked.setdefault((edition.pk, number.lower()), set()).add(("edition", edition.pk))
    for entry in whole:
        if entry.status not in READ:
            continue
        numbers = {number for _, words in [*texts(entry), ("title", entry.title)] for number, _, _ in markup.marks(words)}
        for number in sorted(numbers):
            note = notes.get((entry.edition_id, number.lower()))
            marked.setdefault((entry.edition_id, number.lower()), set()).add(("entry", entry.pk))
            if note is None:
                yield of("mark", f"It has the mark [^{number}], and there is no note {number}.", entry)
            elif note.status not in READ:
                yield of("mark", f"It has the mark [^{number}], and note {number} is {note.get_status_display().lower()}.", entry)
    for key, note in notes.items():
        if note.status == Status.PUBLISHED and ground.detail(note) is not None:
            yield from _note(note, marked.get(key, set()), ground)


def _note(note: Entry, marked: set[tuple[str, int]], ground: Ground) -> Iterator[Finding]:
    row = ground.detail(note)
    stands = _stands(marked, ground)
    anchor, heading = ground.entries.get(row.anchor_id or 0), ground.headings.get(row.anchor_heading_id or 0)
    if not marked:
        yield of("note-unmarked", f"No text has its mark, [^{note.number}].", note)
    if row.anchor_id is None and row.anchor_heading_id is None:
        yield of("note-adrift", "It hangs on nothing.", note)
    elif anchor is not None and anchor.status not in READ:
        yield of("note-adrift", f"It hangs on {anchor.label}, which is {anchor.get_status_display().lower()}.", note)
    elif anchor is not None and marked and ("entry", anchor.pk) not in marked:
        yield of("note-adrift", f"It hangs on {anchor.label}, and its mark stands in {stands}.", note)
    elif heading is not None and marked and ("heading", heading.pk) not in marked:
        yield of("note-adrift", f"It hangs on the heading “{markup.plain(heading.title)}”, and its mark stands in {stands}.", note)
    has = {part.anchor for part in ground.parts.get(anchor.pk, ()) if not part.retired} if anchor is not None else set()
    if anchor is not None and row.anchor_part and row.anchor_part not in has:
        yield of("note-adrift", f"It hangs on part {row.anchor_part} of {anchor.label}, which has no such part.", note)


def _stands(marked: set[tuple[str, int]], ground: Ground) -> str:
    names = [ground.name(pk) for what, pk in sorted(marked) if what == "entry"]
    headings: list[Heading] = [ground.headings[pk] for what, pk in sorted(marked) if what == "heading"]
    names += [f"the heading “{markup.plain(heading.title)}”" for heading in headings]
    return ", ".join(names) or "the front or back matter"


def _extracts(ground: Ground) -> Iterator[Finding]:
    """Words kept "as quoted in Case 12" must stand in Case 12."""
    for extract in ground.extracts:
        entry, source = ground.entries.get(extract.entry_id), ground.entries.get(extract.quoted_in_id)
        if entry is None or source is None or ground.detail(source) is None or entry.status not in READ:
            continue
        if source.status not in READ:
            yield of("extract", f"Its words are quoted in {source.label}, which is {source.get_status_display().lower()}.", entry)
        elif any(not name.endswith("digest") for name, _ in texts(source)):
            said = _letters(" ".join(words for _, words in texts(source)))
            if _letters(extract.words) not in said:
                short = " ".join(extract.words.split())[:60]
                yield of("extract", f"“{short} …” is kept as quoted in {source.label}, and does not stand there.", entry)


def _letters(words: str) -> str:
    return re.sub(r"[\W_]+", "", markup.plain(words).lower())
