"""The laws that a cell names: each by its number and part, and each there to be found. A cell is judged more strictly than a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from laws.citations import grammar
from laws.citations.grammar import Target
from laws.citations.resolve import Directory
from laws.models import Edition, Entry

_RANGE = re.compile(r"(\d{1,4})\s*(?:[-–—]|to|through|bis)\s*(\d{1,4})", re.I)
_KINDS = re.compile(r"\b(?:laws?|rules?|etiquette|cases?|and)\b|[§(){}._]", re.I)
# What stands where a part would, and is none that the grammar knows: "84 z".
_PART = re.compile(r"^\W*(?:law|rule)?\W+\(?([a-z]{1,2}|[ivx]{1,5}|\d(?:st|d|nd|rd|th))\)?\.?\W*$", re.I)


class Named:
    """What the laws' cells of a table name, looked up in one edition in a few queries for all of them."""

    def __init__(self, edition: Edition, cells: Iterable[str]) -> None:
        self.edition = edition
        targets = [target for cell in cells for ref in grammar.find_cell(cell) for target in ref.targets]
        wanted = {(target.kind, number) for target in targets for number in (target.number, f"{target.number}{target.part}")}
        self.directory = Directory.of([edition], wanted)
        numbers = {number for _, number in wanted}
        rows = Entry.objects.in_edition(edition).filter(slug__in=numbers).exclude(status__in=("published", "withdrawn"))
        self.hidden = {(entry.kind, entry.slug): entry for entry in rows}

    def wrong(self, cell: str) -> Iterator[str]:
        """What is wrong with a cell, a sentence each. An empty one is not for this to judge."""
        if not cell.strip():
            return
        pieces = re.split(r"[;,\n]", cell)
        for piece in pieces:
            if not piece.strip():
                yield "Between two signs stands no law: write 36; 37."
            else:
                yield from self._piece(" ".join(piece.split()))

    def canonical(self, cell: str) -> str:
        """One law and its part as the folder format writes them: "Law 88b" is "88 b". What is wrong stays as it is."""
        targets = [target for ref in grammar.find_cell(cell) for target in ref.targets]
        if len(targets) != 1:
            return cell
        answer = self.directory.find(self.edition.pk, targets[0])
        number = answer.entry.slug if answer.entry is not None else targets[0].number
        return number if number != targets[0].number else f"{number} {targets[0].part}".strip()

    def _piece(self, piece: str) -> Iterator[str]:
        if span := _RANGE.search(piece):
            first, last = int(span[1]), int(span[2])
            each = "; ".join(map(str, range(first, last + 1))) if first < last <= first + 12 else f"{first}; …; {last}"
            yield f"“{piece}” is a range: name each law by itself, {each}."
            return
        references = grammar.find_cell(piece)
        if not any(ref.targets for ref in references):
            yield f"“{piece}” names no law: write its number, and the letter of its part where there is one: 84 b."
            return
        bare = piece
        for ref in references:
            bare = bare.replace(ref.text, " ", 1)
        if (letter := _PART.search(bare)) and len(references) == 1 and not references[0].targets[0].part:
            yield from self._target(references[0].targets[0]._replace(part=letter[1].lower()))
            return
        if extra := " ".join(_KINDS.sub(" ", bare).split()):
            yield f"“{piece}”: write the number alone, {'; '.join(ref.text for ref in references)}, without “{extra}”."
            return
        for ref in references:
            for target in ref.targets:
                yield from self._target(target)

    def _target(self, target: Target) -> Iterator[str]:
        answer = self.directory.find(self.edition.pk, target)
        code, label = self.edition.short_title, f"{target.kind.capitalize()} {target.number}"
        if answer.entry is None:
            hidden = self.hidden.get((target.kind, target.number))
            why = f"is {hidden.get_status_display().lower()}: publish it first" if hidden else f"is not in {code}"
            yield f"{label} {why}."
        elif target.part and answer.part is None and answer.entry.slug == target.number:
            parts = [part.label for part in self.directory.parts.get(answer.entry.pk, []) if not part.retired]
            yield f"{label} has no part {target.part}: it has {', '.join(parts) or 'none'}."
