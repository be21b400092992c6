"""What the grammar hands back: one Reference for each kind word (or bare number), one Target for each thing cited."""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """One thing cited.  `start` and `end` are the written number with its own pinpoint: the words that become one link."""

    kind: str  # law | etiquette | footnote | case | penalty | section
    number: str  # arabic figures; "50a" is number "50", part "a": a resolver tries a law 50a first
    part: str  # "" or an anchor: "b", "2" (for 2d, second), "iv"
    start: int
    end: int


class Reference(NamedTuple):
    """One citation as printed; `text == source[start:end]`.  The signal and the edition's name lie outside the span."""

    start: int
    end: int
    text: str
    signal: str  # "vide also", "see", "except as provided in" ... or ""
    form: str  # label | synonym | list | range | label+part | bare | etiquette | relative | self | table-cell
    targets: tuple[Target, ...]  # the targets of a range share one start and end
    edition: str = ""  # words that name another edition, as printed ("the Laws of Whist, 1889")
    evidence: str = ""  # relative: the antecedent's words; bare: the citation that licenses it
    antecedent: int | None = None  # offset of those words
