"""A row of the table of penalties held against the law that it names: is the figure there, is the remedy there, is it the right part?

The printed words of the law are read where they are held, and our digest where they are not; the verdict says which. Where the law
refers on ("as in Law 37"), one step is followed. What cannot be compared is said to be so, never taken for agreement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from laws import text as markup
from laws.search.words import WORD, key_of

from .lexicon import NO_PENALTY, Figure, Remedy, figures, remedies, says

AGREES, DIFFERS, UNSURE = "agrees", "differs", "cannot tell"
COUNTED = {"point", "trick"}  # what a pinpointed part counts, the row must count too
_SPARED = re.compile(
    r"\b(?:other\s+than|except(?:ing)?(?:\s+for)?|not\s+being|unless\s+(?:it|he)\s+(?:is|be))\s+(?P<what>(?:[^\W\d_]+\W+){0,2}[^\W\d_]+)",
    re.I,
)
_SMALL = "a an the of by in to or and out turn any all same with from on at for after before during card cards more than"
_COMMON = frozenset(map(key_of, _SMALL.split()))  # words that tell no offense from another


@dataclass(frozen=True, slots=True)
class Leg:
    """One law that a row names, with the part that it points to and the laws that this one refers on to."""

    label: str  # "Law 84"
    part: str = ""
    printed: str = ""
    digest: str = ""
    lent: tuple[str, ...] = ()  # its words as other entries quote them
    about: frozenset[str] = frozenset()  # names of its offenses
    on: tuple[Leg, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.label} {self.part}".strip()

    @property
    def held(self) -> tuple[str, str]:
        """Its words, and what they are called: the printed ones, else the digest, else what others quote."""
        if self.printed.strip():
            return self.printed, "its printed words"
        if self.digest.strip():
            return self.digest, "our digest of it"
        return "\n\n".join(self.lent), "its words as others quote them"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table with what it names."""

    offense: str
    penalty: str
    remedies: dict[str, Any] = field(default_factory=dict)
    about: frozenset[str] = frozenset()
    legs: tuple[Leg, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of it. `basis` tells which words were read: "Law 84 a (its printed words)"."""

    outcome: str
    sentences: tuple[str, ...] = ()
    basis: str = ""


def compare(row: Row) -> Verdict:
    """Hold one row against its laws."""
    legs = [leg for leg in row.legs if leg.held[0].strip()]
    if not legs:
        return Verdict(UNSURE, ("The row names no law whose words are here.",))
    basis = ", ".join(f"{leg.name} ({leg.held[1]})" for leg in legs)
    wrong: list[str] = []
    unsure: list[str] = []
    used: set[Leg] = set()
    for phrase in _phrases(row.remedies) or [row.penalty]:
        sorts, counted = remedies(phrase), figures(phrase)
        if not sorts and not counted:
            unsure.append(f"“{phrase}” names no remedy that can be looked for in a law.")
        for figure in sorted(counted):
            wrong += _figure(figure, legs, used)
        for sort in sorts:
            wrong += _remedy(sort, phrase, row, legs, used)
    if not wrong and not unsure:
        wrong += [f"{leg.name} ({leg.held[1]}) gives none of the remedies of the row." for leg in legs if leg not in used]
    if not wrong:
        wrong += _unsaid(row, legs)
    wrong += [*_own(row), *_filed(row, legs)]
    for leg in legs:
        better, sure = _better_part(row, leg)
        said = f"What the row is about, “{row.offense}”, is in {leg.label} {better} rather than in {leg.name} ({leg.held[1]})."
        (wrong if sure else unsure).extend([said] if better else [])
    if wrong:
        return Verdict(DIFFERS, (*dict.fromkeys(wrong), *unsure), basis)
    return Verdict(UNSURE if unsure else AGREES, tuple(unsure), basis)


def _phrases(tree: dict[str, Any]) -> list[str]:
    """The single remedies of a penalty taken apart."""
    found: list[str] = []
    for items in tree.values():
        for item in items if isinstance(items, list) else []:
            found += _phrases(item) if isinstance(item, dict) else [str(item)]
    return found


def words_at(text: str, part: str) -> str:
    """What a law says in one of its parts, with the words that govern all of them: those before the first part and after the last."""
    blocks = markup.blocks(text)
    if not part or not any(block.kind == "part" and block.anchor == part for block in blocks):
        return markup.plain(text)
    kept = [text[block.start : block.end] for block in blocks if block.kind != "part" or block.anchor == part]
    return markup.plain("\n\n".join(kept))


def _said(leg: Leg) -> str:
    return words_at(leg.held[0], leg.part)


def _onward(legs: Iterable[Leg]) -> list[Leg]:
    return [on for leg in legs for on in leg.on]


def _figure(figure: Figure, legs: Sequence[Leg], used: set[Leg]) -> list[str]:
    """What is wrong with one figure of the row: nothing where a law, or one that it refers on to, has it."""
    fitting = [leg for leg in legs if any(figure.fits(other) for other in figures(_said(leg)))]
    if fitting:
        used.update(fitting)
        return []
    if any(figure.fits(other) for leg in _onward(legs) for other in figures(_said(leg))):
        used.update(legs)
        return []
    leg = legs[0]
    there = sorted(other for other in figures(_said(leg)) if other.unit == figure.unit or not figure.unit)
    instead = f", which says {_list([str(other) for other in there])}" if there else ""
    said = {anchor: figures(markup.words_of_part(leg.held[0], anchor)) for _, anchor in markup.parts(leg.held[0])}
    parts = [anchor for anchor in said if any(figure.fits(other) for other in said[anchor])]
    hint = f" {leg.label} {parts[0]} does say so." if parts and leg.part else ""
    return [f"“{figure}” is not in {leg.name} ({leg.held[1]}){instead}.{hint}"]


def _remedy(sort: Remedy, phrase: str, row: Row, legs: Sequence[Leg], used: set[Leg]) -> list[str]:
    fitting = [leg for leg in legs if _gives(_said(leg), sort, row)]
    if fitting:
        used.update(fitting)
        return []
    if any(_gives(_said(leg), sort, row) for leg in _onward(legs)):
        used.update(legs)
        return []
    leg = legs[0]
    parts = [anchor for _, anchor in markup.parts(leg.held[0]) if _gives(markup.words_of_part(leg.held[0], anchor), sort, row)]
    hint = f" {leg.label} {parts[0]} does." if parts and leg.part else ""
    names = _list([f"{leg.name} ({leg.held[1]})" for leg in legs])
    verb = "has" if len(legs) == 1 else "have"
    return [f"The row says “{phrase}”, and {names} {verb} no words for {sort.name}.{hint}"]


def _gives(words: str, sort: Remedy, row: Row) -> bool:
    if says(words, sort):
        return True
    if sort is not NO_PENALTY:
        return False
    subject = _stems(row.offense)  # "a declaration (other than passing) out of turn" frees a pass
    return any(subject & _stems(spared["what"]) for spared in _SPARED.finditer(words))


def _stems(words: str) -> frozenset[str]:
    return frozenset(key_of(word[0]) for word in WORD.finditer(words)) - _COMMON


def _unsaid(row: Row, legs: Sequence[Leg]) -> list[str]:
    """Points and tricks that a pinpointed part gives and the row does not: a sign that it points to the wrong part."""
    counted = figures(row.penalty) | {figure for phrase in _phrases(row.remedies) for figure in figures(phrase)}
    found = []
    for leg in legs:
        part = markup.words_of_part(leg.held[0], leg.part) if leg.part else ""
        missing = sorted(f for f in figures(part) if f.unit in COUNTED and not any(f.fits(other) for other in counted))
        if missing:
            found.append(f"{leg.name} ({leg.held[1]}) also says {_list([str(f) for f in missing])}, which the row does not.")
    return found


def _own(row: Row) -> list[str]:
    """Where the penalty as printed and the penalty taken apart are not the same."""
    phrases = _phrases(row.remedies)
    if not phrases or phrases == [row.penalty]:
        return []
    apart = {figure for phrase in phrases for figure in figures(phrase)}
    printed = figures(row.penalty)
    if not _match(printed, apart):
        shown, taken = (_list(sorted(map(str, figures_))) or "no figure" for figures_ in (printed, apart))
        return [f"The row prints {shown}, and taken apart it says {taken}."]
    sorts, names = {sort.name for phrase in phrases for sort in remedies(phrase)}, {sort.name for sort in remedies(row.penalty)}
    if sorts != names:
        return [f"The row prints “{row.penalty}”, and taken apart it differs in {_list(sorted(sorts ^ names))}."]
    return []


def _match(these: set[Figure], those: set[Figure]) -> bool:
    return all(any(one.fits(other) for other in those) for one in these) and all(any(one.fits(other) for other in these) for one in those)


def _filed(row: Row, legs: Sequence[Leg]) -> list[str]:
    """Laws that are filed under other offenses than the row: the remedy alone would not tell them from the right one."""
    strange = [leg for leg in legs if row.about and leg.about and not row.about & leg.about]
    return [f"{leg.name} is filed under {_list(sorted(leg.about))}, and the row under {_list(sorted(row.about))}." for leg in strange]


def _better_part(row: Row, leg: Leg) -> tuple[str, bool]:
    """A part that shares more words with the row's offense than the one that is named; sure, where that one shares none."""
    subject = _stems(row.offense)
    shared = {anchor: len(subject & _stems(markup.words_of_part(leg.held[0], anchor))) for _, anchor in markup.parts(leg.held[0])}
    best = max(shared, key=lambda anchor: shared[anchor], default="")
    if leg.part not in shared or shared[best] < 2 or shared[leg.part] >= shared[best]:
        return "", False
    return best, shared[leg.part] == 0


def _list(words: Sequence[str]) -> str:
    """ "150 points", "150 points and 3 tricks"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
