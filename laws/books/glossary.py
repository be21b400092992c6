"""Reading glossary.md: words of the games, each a heading with `key: value` lines and its meaning (docs/folder-format.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from . import markdown
from .records import Fault, Place, TermRecord, Unreadable

FILE = "glossary.md"
KEYS = {"forms": 300, "games": 200, "see": 200, "slug": 60, "texts": 10}  # and how long each may be
MEANING = "Meaning"
LONGEST_WORD = 60
LONGEST_MEANING = 1000
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
MARKUP = re.compile(r"[\[\]<>{}|]")
ESCAPED = re.compile(r"(?m)^\\(\\*#)")


def read(path: Path) -> tuple[TermRecord, ...]:
    """The terms of one file. Raises Unreadable with every fault found, each with its line."""
    faults: list[Fault] = []
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise Unreadable([Fault("the file is not UTF-8 text", Place(path.name, line))]) from error
    found = terms(text, path.name, faults)
    _see(found, faults)
    if faults:
        raise Unreadable(sorted(faults, key=lambda fault: fault.place.line))
    return found


def terms(text: str, file: str, faults: list[Fault]) -> tuple[TermRecord, ...]:
    """The terms in the text of one file; what cannot be taken is put to `faults`."""
    found: list[TermRecord] = []
    for chunk in markdown.chunks(text, file, faults):
        if chunk.level == 2:
            found.append(_term(chunk, file, faults))
        elif chunk.level == 1 or chunk.fields:
            faults.append(Fault("a term begins with two signs: “## chicane”", Place(file, chunk.line)))
    _check(found, faults)
    return tuple(found)


def slug_of(word: str) -> str:
    """A word as it stands in an address: "No-trump" is "no-trump"."""
    return re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")


def _term(chunk: markdown.Chunk, file: str, faults: list[Fault]) -> TermRecord:
    place = Place(file, chunk.line)
    for key, (value, line) in chunk.meta.items():
        if key not in KEYS:
            faults.append(Fault(f"“{key}” is no known key here; known are {', '.join(sorted(KEYS))}", Place(file, line)))
        elif len(value) > KEYS[key] or MARKUP.search(value):
            faults.append(Fault(f"“{key}” is too long or has brackets in it", Place(file, line)))
    for name, (_, line) in chunk.fields.items():
        if name != MEANING:
            faults.append(Fault(f"“{name}” is no field here; a term has one, “{MEANING}”", Place(file, line)))
    meta = {key: value for key, (value, _) in chunk.meta.items()}
    meaning = ESCAPED.sub(r"\1", chunk.fields.get(MEANING, ("", 0))[0].strip())
    record = TermRecord(
        word=" ".join(chunk.title.split()),
        slug=meta.get("slug") or slug_of(chunk.title),
        forms=_listed(meta.get("forms", "")),
        meaning=meaning,
        games=_listed(meta.get("games", "")),
        see=_listed(meta.get("see", "")),
        in_texts=meta.get("texts", "yes") != "no",
        place=place,
    )
    faults += [Fault(message, place) for message in _faults(record, meta.get("texts", "yes"))]
    return record


def _faults(record: TermRecord, texts: str) -> list[str]:
    found = []
    if not SLUG.fullmatch(record.slug) or len(record.word) > LONGEST_WORD or MARKUP.search(record.word):
        found.append(f"“{record.word}” can be no term: write a word or a short phrase after ##")
    if not record.meaning:
        found.append(f"“{record.word}” has no meaning: put “### {MEANING}” and a sentence under it")
    if len(record.meaning) > LONGEST_MEANING:
        found.append(f"the meaning of “{record.word}” is longer than {LONGEST_MEANING:,} characters")
    if texts not in ("yes", "no"):
        found.append("“texts” can only be “yes” or “no”")
    return found


def _listed(words: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(" ".join(word.split()) for word in words.split(",") if word.strip()))


def _check(found: Sequence[TermRecord], faults: list[Fault]) -> None:
    """No address stands twice."""
    seen: dict[str, TermRecord] = {}
    for record in found:
        if record.slug in seen:
            faults.append(
                Fault(f"“{record.word}” has the address of “{seen[record.slug].word}”: give one of them a “slug:” line", record.place)
            )
        seen.setdefault(record.slug, record)


def _see(found: Sequence[TermRecord], faults: list[Fault]) -> None:
    """What a term says to see is there. An edition's own terms may also point to those that all editions share."""
    words = {record.word.lower() for record in found}
    for record in found:
        faults += [
            Fault(f"“{record.word}” says to see “{other}”, which is not explained here", record.place)
            for other in record.see
            if other.lower() not in words
        ]
