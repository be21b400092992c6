"""From what a citation says to what it means: the entries and parts that references name.

A reference is resolved inside its own edition unless its words name another. Nothing is ever resolved to "the nearest".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import connection

from laws import text as markup
from laws.models import Edition, Entry, Extract, Part

from .grammar import Reference, Target

CITABLE = ("published", "withdrawn")  # a withdrawn entry's page says where it went


class Answer(NamedTuple):
    """What one target turned out to be."""

    entry: Entry | None
    part: Part | None
    outcome: str  # resolved | unknown | ambiguous


QUOTATION = re.compile(r"""[\s,:;]{0,4}(?:that\s+)?["“](?P<words>[^"”]{12,})["”]""")
SHORTEST = 30  # letters of a quotation that cannot be two parts' by chance
UNKNOWN = Answer(None, None, "unknown")
AMBIGUOUS = Answer(None, None, "ambiguous")


@dataclass(slots=True)
class Directory:
    """The entries and parts of some editions by what a citation calls them. Made once for a batch of citations."""

    entries: dict[tuple[int, str, str], Entry] = field(default_factory=dict)
    _parts: dict[int, list[Part]] | None = None
    _extracts: dict[int, list[Extract]] | None = None

    @classmethod
    def of(cls, editions: Iterable[Edition], wanted: Iterable[tuple[str, str]], *, bare: bool = False) -> Directory:
        """The directory of `editions` for the kinds and numbers that are `wanted`, in a query for each kind; two more for parts.

        `bare`: nothing but the keys of the entries is wanted.
        """
        numbers: dict[str, list[str]] = {}
        for kind, number in sorted(set(wanted)):
            numbers.setdefault(kind, []).append(number)
        found = cls()
        known = {edition.pk: edition for edition in editions}
        for kind, slugs in numbers.items():
            for entry in _bare(kind, slugs) if bare else Entry.objects.filter(kind=kind, slug__in=slugs, status__in=CITABLE).order_by():
                if entry.edition_id in known:
                    entry.edition = known[entry.edition_id]
                    found.entries[entry.edition_id, entry.kind, entry.slug] = entry
        return found

    @property
    def parts(self) -> dict[int, list[Part]]:
        """The parts of the entries, by entry."""
        if self._parts is None:
            self._parts = {}
            for part in Part.objects.filter(entry__in=[entry.pk for entry in self.entries.values()]).order_by("position"):
                self._parts.setdefault(part.entry_id, []).append(part)
        return self._parts

    @property
    def extracts(self) -> dict[int, list[Extract]]:
        """What is quoted elsewhere of the parts of the entries, by entry."""
        if self._extracts is None:
            self._extracts = {}
            for extract in Extract.objects.filter(entry__in=list(self.parts)).exclude(part_anchor=""):
                self._extracts.setdefault(extract.entry_id, []).append(extract)
        return self._extracts

    def find(self, edition: int, target: Target) -> Answer:
        """The entry and part that `target` names in one edition.

        "50a" is a law of its own where the code has one, and else paragraph a of Law 50.
        """
        kind, number, anchor = target.kind, target.number, target.part
        if own := self.entries.get((edition, kind, f"{number}{anchor}")) if anchor and len(anchor) == 1 else None:
            return Answer(own, None, "resolved")
        entry = self.entries.get((edition, kind, number))
        if entry is None:
            return UNKNOWN
        return Answer(entry, self.part(entry, anchor), "resolved")

    def quoted(self, answer: Answer, ref: Reference, text: str) -> Answer:
        """The same answer with the part whose words `text` quotes right after a relative reference, if they are a part's.

        "It also provides: 'If either of the adversaries revoke, ...'" names Law 84, and quotes b of it.
        """
        if ref.form != "relative" or answer.entry is None or answer.part or not (words := QUOTATION.match(text, ref.end)):
            return answer
        said = _letters(words["words"])
        for part in self.parts.get(answer.entry.pk, []):
            texts = [markup.words_of_part(answer.entry.text, part.anchor)]
            texts += [extract.words for extract in self.extracts.get(answer.entry.pk, []) if extract.part_anchor == part.anchor]
            if len(said) >= SHORTEST and any(said in _letters(printed) for printed in texts):
                return answer._replace(part=part)
        return answer

    def part(self, entry: Entry, anchor: str) -> Part | None:
        """The part called `anchor`; where parts have letters or roman numbers, "2" is the second of them."""
        if not anchor:
            return None
        parts = [part for part in self.parts.get(entry.pk, []) if not part.retired]
        for part in parts:
            if part.anchor == anchor:
                return part
        if anchor.isdigit() and not any(part.anchor.isdigit() for part in parts) and 0 < int(anchor) <= len(parts):
            return parts[int(anchor) - 1]
        return None


# The code and the status are put so that an entry is looked up by code, kind and slug, which are unique together, and not by its status.
BARE = """SELECT id, edition_id, kind, slug, status FROM laws_entry
WHERE kind = %s AND slug IN ({}) AND edition_id IN (SELECT id FROM laws_edition)"""
CITABLE = ("published", "withdrawn")
MOST = 500  # values in one statement


def _bare(kind: str, slugs: Sequence[str]) -> Iterator[Entry]:
    """The citable entries of a kind with some numbers; what else they hold is fetched where it is asked for."""
    with connection.cursor() as cursor:
        for at in range(0, len(slugs), MOST):
            batch = slugs[at : at + MOST]
            cursor.execute(BARE.replace("{}", ", ".join(["%s"] * len(batch))), [kind, *batch])
            for *row, status in cursor.fetchall():
                if status in CITABLE:
                    yield Entry.from_db(connection.alias, ("id", "edition_id", "kind", "slug"), row)


def names_of(editions: Iterable[Edition]) -> dict[str, set[int]]:
    """What texts may call each edition, in small letters, with the editions that go by it."""
    names: dict[str, set[int]] = {}
    for edition in editions:
        bare = edition.title.removeprefix("The ")
        for name in {edition.title, bare, edition.short_title, f"{bare}, {edition.year}", f"{bare} of {edition.year}", *edition.names}:
            names.setdefault(_fold(name), set()).add(edition.pk)
    return names


def spoken_names(editions: Iterable[Edition], but: int) -> list[str]:
    """The names by which a text of edition `but` (its primary key) may speak of the others.

    A name of a single word is none: a code called "Dummy" would take "Section 9 of Etiquette, Dummy is not to leave" for itself.
    """
    others = [edition for edition in editions if edition.pk != but]
    names = {name for e in others for name in (e.title, e.title.removeprefix("The "), e.short_title, *e.names)}
    return sorted(name for name in names if len(name.split()) > 1)


def editions_named(words: str, names: Mapping[str, set[int]]) -> Sequence[int]:
    """The primary keys of the editions that `words` may name: none, one, or several."""
    folded = _fold(words)
    return sorted(names.get(folded) or names.get(folded.removeprefix("the ")) or ())


def _letters(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", markup.plain(words).lower())


def _fold(words: str) -> str:
    return " ".join(markup.plain(words).lower().split()).strip(" .,;")
