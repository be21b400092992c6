"""What an address of the composer says: which entries, in which order, how much of each, with which words before it.

    /newsletter/?title=Club+Bulletin&pick=K7Q2M-f,7N0J1&say-K7Q2M=Asked+last+Tuesday.

An address is short, may be cut or mistyped on its way, and never has more in it than this module takes. Nothing here asks the database.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from unicodedata import category
from urllib.parse import urlencode

from laws.models import permanent_id

MOST = 40  # entries
TITLE, SAY = 120, 300  # characters
LONGEST = 6000  # characters of an address; servers and mail programs cut longer ones
SPLIT = re.compile(r"[\s,;+]+")
JOINERS = "\u200c\u200d"  # they hold letters apart, and pictures together
PICTURES = range(0x1F000, 0x1FB00)  # newer ones than Python knows among them


class Form(StrEnum):
    """How much of an entry a newsletter gives."""

    FULL = "f"
    HOLDING = "h"
    LINK = "t"

    @property
    def label(self) -> str:
        return {"f": "Full text", "h": "Holding only", "t": "Title and link"}[self.value]


@dataclass(frozen=True, slots=True)
class Pick:
    """One entry, or part of one, by its permanent id."""

    code: str
    form: Form = Form.HOLDING
    say: str = ""  # a line before it, in the editor's words


@dataclass(frozen=True, slots=True)
class Selection:
    """A newsletter as it was asked for. `faults` are sentences about what could not be read."""

    title: str = ""
    picks: tuple[Pick, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(pick.code for pick in self.picks)


def read(pairs: Iterable[tuple[str, str]]) -> Selection:
    """The selection in the names and values of an address. Reads anything; what makes no sense becomes a fault."""
    found: dict[str, Pick] = {}
    title, says, forms, faults, left_out = "", dict[str, str](), dict[str, Form](), [], 0
    for name, value in pairs:
        if name == "title":
            title = line(value, TITLE)
        elif name == "pick":
            for word in filter(None, SPLIT.split(value[:LONGEST])):
                pick = _pick(word)
                if pick is None:
                    faults.append(f"“{line(word, 40)}” is no permanent id, so nothing was added for it.")
                elif pick.code not in found and len(found) >= MOST:
                    left_out += 1
                else:
                    found.setdefault(pick.code, pick)
        elif name.startswith("say-"):
            says[permanent_id.read(name[4:])] = line(value, SAY)
        elif name.startswith("as-") and value in set(Form):
            forms[permanent_id.read(name[3:])] = Form(value)
    if left_out:
        faults.append(f"A newsletter holds {MOST} entries; {left_out} more were left out.")
    picks = tuple(replace(pick, say=says.get(pick.code, ""), form=forms.get(pick.code, pick.form)) for pick in found.values())
    return Selection(title, picks, tuple(dict.fromkeys(faults))[:10])


def _pick(word: str) -> Pick | None:
    """ "K7Q2M-f" as a pick; small letters and look-alikes are read as meant."""
    code, _, form = word.strip("~/.").partition("-")
    read_as = permanent_id.read(code)
    known = form.lower() if form.lower() in set(Form) else Form.HOLDING
    return Pick(read_as, Form(known)) if read_as else None


def write(selection: Selection) -> str:
    """The query string that says the same, in its one shortest spelling; "" for an empty selection."""
    pairs = [("title", selection.title)] if selection.title else []
    if selection.picks:
        pairs.append(("pick", ",".join(pick.code if pick.form == Form.HOLDING else f"{pick.code}-{pick.form}" for pick in selection.picks)))
    pairs += [(f"say-{pick.code}", pick.say) for pick in selection.picks if pick.say]
    return urlencode(pairs, safe=",")


def line(words: str, length: int) -> str:
    """Typed words as one line of at most `length` characters, without what no reader sees. No word is torn, and no picture taken apart."""
    seen = "".join(map(_seen, words[: 4 * length]))
    return " ".join(seen.split())[:length].strip(f" {JOINERS}")


def _seen(ch: str) -> str:
    """A character as a reader sees it: soft hyphens and marks of direction are nothing, what parts lines is a space."""
    kind = category(ch)
    if ch.isprintable() or ch in JOINERS or (kind == "Cn" and ord(ch) in PICTURES):
        return ch
    return "" if kind in ("Cf", "Cs", "Cn", "Co") else " "


# --- what the buttons do


def moved(selection: Selection, code: str, by: int) -> Selection:
    """The selection with one entry `by` places further down; up where `by` is below 0. At an end it stays."""
    picks = list(selection.picks)
    at = next((i for i, pick in enumerate(picks) if pick.code == code), None)
    if at is None or not 0 <= at + by < len(picks):
        return selection
    picks.insert(at + by, picks.pop(at))
    return replace(selection, picks=tuple(picks))


def without(selection: Selection, code: str) -> Selection:
    """The selection less one entry."""
    return replace(selection, picks=tuple(pick for pick in selection.picks if pick.code != code))


def along(selection: Selection, code: str) -> Selection:
    """The selection with one entry more at its end, unless it is in it, or it is full."""
    if code in selection.codes:
        return selection
    if len(selection.picks) >= MOST:
        return replace(selection, faults=(*selection.faults, f"A newsletter holds {MOST} entries: take one out first."))
    return replace(selection, picks=(*selection.picks, Pick(code)))
