"""The words of an entry and the references in them, field by field, as the grammar finds them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from laws.models import Edition, Entry
from laws.models.vocabulary import TEXT_FIELDS, Kind

from . import grammar
from .grammar import Reference
from .resolve import spoken_names

QUOTE = re.compile(r"(?m)^> ?")
DETAIL = {Kind.CASE: "case", Kind.PENALTY: "penaltyrow"}


@dataclass(slots=True)
class Reading:
    """One field of one entry with the references found in it."""

    entry: Entry
    field: str
    text: str
    references: list[Reference]
    stopped: int | None = None  # the character at which reading stopped, where there was too much


def texts(entry: Entry) -> list[tuple[str, str]]:
    """The fields of an entry that hold words, with their words, in reading order."""
    holder = getattr(entry, DETAIL[Kind(entry.kind)]) if entry.kind in DETAIL else entry
    return [(name, words) for name in TEXT_FIELDS[entry.kind] if (words := getattr(holder, name))]


def readings_of(entry: Entry, editions: list[Edition]) -> list[Reading]:
    """The references in the fields of one entry, as the grammar finds them now. `editions` are all there are."""
    return references_in(entry, spoken_names(editions, entry.edition_id))


def references_in(entry: Entry, others: Sequence[str], most: int | None = None) -> list[Reading]:
    """The same, where the names of the `others` are at hand; each text up to the reference that brings what it names to `most`."""
    words = entry.edition.words
    found = []
    for name, text in texts(entry):
        if name == "laws":
            references = grammar.find_cell(text)
        elif ">" in text:
            bare = QUOTE.sub(lambda mark: " " * len(mark[0]), text)  # of the same length, so that offsets stay
            found_in = grammar.find(bare, words=words, inside=(entry.kind, entry.slug), editions=others, most=most)
            references = [ref._replace(text=text[ref.start : ref.end]) for ref in found_in]
        else:
            references = grammar.find(text, words=words, inside=(entry.kind, entry.slug), editions=others, most=most)
        found.append(Reading(entry, name, text, references))
    return found


def bounded(reading: Reading, most: int) -> Reading:
    """The reading as far as its references name no more than `most` things; of one that alone names more, the first of them."""
    named = 0
    for at, reference in enumerate(reading.references):
        named += len(reference.targets)
        if named > most and at:
            return replace(reading, references=reading.references[:at], stopped=reference.start)
        if named > most:
            targets = reference.targets[:most]
            end = targets[-1].end
            cut = reference._replace(end=end, text=reading.text[reference.start : end], targets=targets)
            return replace(reading, references=[cut], stopped=end)
    return reading
