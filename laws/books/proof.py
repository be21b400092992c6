"""The proof of a reading: every character of the source accounted for, and everything that was supposed on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .cases import QUERY_BY_ITS_FORM
from .drafts import AFTERWORD

_BY_FORM = (QUERY_BY_ITS_FORM, AFTERWORD)

Guess = tuple[int, str, str]  # line, what stands there, the reason for reading it so


@dataclass(frozen=True, slots=True)
class Accounts:
    """Characters of the source, each counted once. `outside` is what lies before and after the region that was read."""

    source: int = 0
    outside: int = 0
    entries: int = 0
    headings: int = 0
    furniture: int = 0
    not_understood: int = 0

    @property
    def region(self) -> int:
        """How many characters were to be read."""
        return self.source - self.outside

    @property
    def adds_up(self) -> bool:
        """Whether entries, headings, furniture and what was not understood are together the region."""
        return self.entries + self.headings + self.furniture + self.not_understood == self.region


@dataclass(frozen=True, slots=True)
class Proof:
    """What a reader can show for itself. All line numbers are those of the source, from 1."""

    refusal: str = ""
    encoding: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    gaps: tuple[tuple[str, str], ...] = ()  # (kind, "62" or "1-83")
    excerpts: tuple[str, ...] = ()  # kinds of which this text has less than half of the numbers between its first and its last
    repeats: tuple[tuple[str, str, tuple[int, ...]], ...] = ()  # (kind, number, lines)
    out_of_order: tuple[tuple[str, str, int], ...] = ()  # (kind, number, line)
    marks_without_notes: tuple[tuple[str, int], ...] = ()  # (mark, line of the entry)
    notes_without_marks: tuple[tuple[str, int], ...] = ()  # (note, line)
    marked_twice: tuple[tuple[str, int], ...] = ()
    other_lists: tuple[tuple[str, int], ...] = ()  # (heading, how many items)
    guesses: tuple[Guess, ...] = ()
    remarks: tuple[tuple[int, str], ...] = ()  # (line, sentence)
    furniture: tuple[tuple[str, tuple[int, ...], int], ...] = ()  # (rule, lines, characters)
    not_understood: tuple[tuple[int, int, str], ...] = ()  # (first line, last line, words)
    region: tuple[int, int] = (0, 0)  # first and last line
    accounts: Accounts = Accounts()

    @property
    def status(self) -> str:
        """error, ok, or ok-with-warnings where an editor should look at something."""
        if self.refusal:
            return "error"
        return "ok-with-warnings" if self.warnings() else "ok"

    def notices(self) -> list[str]:
        """What was decided by the form of the text alone, without a doubt worth an editor's time, and where a list begins above 1."""
        told = [f"line {line}: “{what}”: {reason}" for line, what, reason in self.guesses if reason.startswith(_BY_FORM)]
        if self.accounts.outside:
            told.append(f"only lines {self.region[0]} to {self.region[1]} were read as a code of laws; the rest lies outside")
        return told + [f"{kind} {numbers} not in this text" for kind, numbers in self.gaps if not self._is_lost(kind, numbers)]

    def _is_lost(self, kind: str, numbers: str) -> bool:
        """Whether a gap is a fault: not before a list that begins above 1, nor in a text that has only some of its numbers."""
        return kind not in self.excerpts and numbers != "1" and not numbers.startswith("1-")

    def warnings(self) -> list[str]:
        """Every doubt in a sentence, in the order of the source where it has a line."""
        said = [(line, f"line {line}: “{what}”: {reason}") for line, what, reason in self.guesses if not reason.startswith(_BY_FORM)]
        said += [(line, f"line {line}: {sentence}" if line else sentence) for line, sentence in self.remarks]
        said += [
            (lines[0], f"{kind} {number} is given {_times(len(lines))} (lines {' and '.join(map(str, lines))})")
            for kind, number, lines in self.repeats
        ]
        said += [(line, f"line {line}: {kind} {number} is out of order") for kind, number, line in self.out_of_order]
        said += [(line, f"line {line}: mark {number} has no note") for number, line in self.marks_without_notes]
        said += [(line, f"line {line}: note {number} has no mark") for number, line in self.notes_without_marks]
        said += [(line, f"line {line}: mark {number} is used again") for number, line in self.marked_twice]
        said += [
            (first, f"lines {first}-{last} not understood: {' '.join(words.split())[:80]}") for first, last, words in self.not_understood
        ]
        lost = [f"{kind} {numbers} missing" for kind, numbers in self.gaps if self._is_lost(kind, numbers)]
        return lost + [sentence for _, sentence in sorted(said)]

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values, for JSON."""
        return {
            "status": self.status,
            "refusal": self.refusal,
            "encoding": self.encoding,
            "counts": dict(self.counts),
            "gaps": [{"kind": kind, "numbers": missing} for kind, missing in self.gaps],
            "excerpts": list(self.excerpts),
            "repeats": [{"kind": kind, "number": number, "lines": list(lines)} for kind, number, lines in self.repeats],
            "out_of_order": [{"kind": kind, "number": number, "line": line} for kind, number, line in self.out_of_order],
            "marks_without_notes": [{"mark": mark, "line": line} for mark, line in self.marks_without_notes],
            "notes_without_marks": [{"note": note, "line": line} for note, line in self.notes_without_marks],
            "marked_twice": [{"mark": mark, "line": line} for mark, line in self.marked_twice],
            "other_lists": [{"title": title, "count": count} for title, count in self.other_lists],
            "guesses": [{"line": line, "what": what, "reason": reason} for line, what, reason in self.guesses],
            "remarks": [{"line": line, "sentence": sentence} for line, sentence in self.remarks],
            "furniture": [{"rule": rule, "lines": list(lines), "characters": size} for rule, lines, size in self.furniture],
            "not_understood": [{"from": first, "to": last, "text": words} for first, last, words in self.not_understood],
            "region": {"from": self.region[0], "to": self.region[1]},
            "characters": {
                "source": self.accounts.source,
                "outside the region": self.accounts.outside,
                "region": self.accounts.region,
                "entries": self.accounts.entries,
                "headings": self.accounts.headings,
                "furniture": self.accounts.furniture,
                "not understood": self.accounts.not_understood,
            },
            "warnings": self.warnings(),
            "notices": self.notices(),
        }


def _times(count: int) -> str:
    return {2: "twice", 3: "three times"}.get(count, f"{count} times")


def is_excerpt(values: list[int]) -> bool:
    """Whether less than half of the numbers from the first to the last are there."""
    present = {value for value in values if value}
    return bool(present) and 2 * len(present) < max(present) - min(present) + 1


def gaps(numbers: dict[str, list[int]]) -> list[tuple[str, str]]:
    """What is missing in each list: "62", or "1-83" before a list that begins at 84."""
    found = []
    for kind, values in numbers.items():
        present = sorted({value for value in values if value})
        for before, after in zip([0, *present], present, strict=False):
            if after - before == 2:
                found.append((kind, str(before + 1)))
            elif after - before > 2:
                found.append((kind, f"{before + 1}-{after - 1}"))
    return found
