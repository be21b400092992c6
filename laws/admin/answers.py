"""What an editor answers the proof-reader, as it is sent along with a form: accepted, means another, sic, not a citation.

Each answer belongs to some words in some place: field, words, and which of several equal ones. It is sent with every form until it is
saved, so that answers given before a ruling is first saved are not lost, and a text may change around them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from laws.models import Citation, Edition, Entry
from laws.naming import cited
from laws.search import lookup

Verdict = Citation.Verdict
Place = tuple[str, str, int]  # field, words, which of several equal ones

PREFIX = "say"
MOST = 500  # answers of one form
TAKE = "take-sic"  # the button that takes up a proposal: its value is the key of the answer and what is meant
CHOICES = [
    ("", "As it is read"),
    (Verdict.ACCEPTED.value, "Right: accepted as found"),
    (Verdict.TARGET.value, "Means another entry"),
    (Verdict.SIC.value, "Sic: printed so, another is meant"),
    (Verdict.NOT_A_CITATION.value, "Not a citation"),
]
OF_LOOSE = [choice for choice in CHOICES if choice[0] in ("", Verdict.TARGET, Verdict.NOT_A_CITATION)]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer as it stands in the form. `was` is what was stored when the form was opened; only what differs from it is saved."""

    place: Place
    verdict: str = ""
    meant: str = ""  # as an editor types it: "etiquette 8", "law 84 b"
    reason: str = ""
    was: str = ""
    problem: str = ""  # why it cannot be saved yet
    choices: tuple[tuple[str, str], ...] = tuple(CHOICES)

    @property
    def key(self) -> str:
        return key_of(self.place)

    @property
    def at(self) -> str:
        return json.dumps(self.place, ensure_ascii=False)

    @property
    def state(self) -> str:
        """All that was said, in one line, to be compared with `was`."""
        return json.dumps([self.verdict, self.meant, self.reason], ensure_ascii=False) if self.verdict else ""

    @property
    def is_new(self) -> bool:
        return self.state != self.was


def key_of(place: Place) -> str:
    """A short name for a place, the same on every reading."""
    return hashlib.blake2s(json.dumps(place, ensure_ascii=False).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def sent(data: QueryDict) -> dict[Place, Answer]:
    """The answers in a form, by their place. What no form of ours sends is passed over."""
    found: dict[Place, Answer] = {}
    for name in [name for name in data if name.startswith(f"{PREFIX}-") and name.endswith("-at")][:MOST]:
        stem = name.removesuffix("-at")
        place = _place(data.get(name, ""))
        if place is None or key_of(place) != stem.removeprefix(f"{PREFIX}-"):
            continue
        said = {each: data.get(f"{stem}-{each}", "").strip()[:300] for each in ("verdict", "meant", "reason")}
        if said["verdict"] not in ("", *Verdict.values):
            said["verdict"] = ""
        found[place] = Answer(place, said["verdict"], said["meant"], said["reason"], data.get(f"{stem}-was", "")[:1000])
    return _taken(data.get(TAKE, ""), found)


def _taken(button: str, found: dict[Place, Answer]) -> dict[Place, Answer]:
    """With the proposal whose button was pressed."""
    key, _, meant = button.partition(" ")
    for place, answer in found.items():
        if meant and answer.key == key:
            reason = answer.reason or f"{meant} says this; what is printed does not."
            found[place] = replace(answer, verdict=Verdict.SIC, meant=meant, reason=reason[:300])
    return found


def _place(typed: str) -> Place | None:
    try:
        field, words, occurrence = json.loads(typed)
    except (ValueError, TypeError):
        return None
    if not (isinstance(field, str) and isinstance(words, str) and isinstance(occurrence, int)):
        return None
    return (field, words, occurrence) if field and words and len(words) <= 300 and 0 < occurrence < 30_000 else None


def stored(rows: Iterable[Citation]) -> dict[Place, Answer]:
    """The answers that are stored with an entry, as its citations hold them."""
    found: dict[Place, Answer] = {}
    for row in rows:
        if not row.verdict:
            continue
        meant = ""
        if row.verdict == Verdict.SIC and row.correction:
            meant = cited(row.correction, row.correction_part)
        elif row.verdict == Verdict.TARGET:
            meant = f"{row.target_kind} {row.target_number} {row.target_part}".strip()
        answer = Answer((row.field, row.words, row.occurrence), row.verdict, meant, row.correction_reason)
        found.setdefault(answer.place, replace(answer, was=answer.state))
    return found


def settle(answers: Mapping[Place, Answer], edition: Edition) -> tuple[list[Citation], dict[Place, Answer]]:
    """The new ones among some answers as rows with verdicts, and all answers again, with what is wrong with single ones."""
    rows: list[Citation] = []
    told = dict(answers)
    editions: list[Edition] = []
    for place, answer in answers.items():
        if not answer.is_new:
            continue
        if answer.verdict in (Verdict.SIC, Verdict.TARGET) and not editions:
            editions = list(Edition.objects.all())
        row, problem = _row(answer, edition, editions)
        if problem:
            told[place] = replace(answer, problem=problem)
        else:
            rows.append(row)
    return rows, told


def _row(answer: Answer, edition: Edition, editions: list[Edition]) -> tuple[Citation, str]:
    field, words, occurrence = answer.place
    row = Citation(
        field=field, words=words, occurrence=occurrence, start=0, end=len(words), link_start=0, link_end=len(words), verdict=answer.verdict,
        correction_reason=answer.reason,
    )  # fmt: skip
    if answer.verdict not in (Verdict.SIC, Verdict.TARGET):
        row.correction_reason = ""
        return row, ""
    meant, part, problem = _meant(answer.meant, edition, editions)
    if meant is None:
        return row, problem
    if answer.verdict == Verdict.SIC:
        row.correction, row.correction_part = meant, part
        return row, "" if answer.reason else "Say in a sentence why the printed words mean another entry."
    if meant.edition_id != edition.pk:
        return row, f"{meant.label} is of {meant.edition.short_title}, which the printed words do not name. Mark it “sic” instead."
    row.target_kind, row.target_number, row.target_part = meant.kind, meant.slug, part
    return row, ""


def _meant(typed: str, edition: Edition, editions: list[Edition]) -> tuple[Entry | None, str, str]:
    """The entry and part that an editor names, in the entry's own code if it is there; else why not."""
    if not typed:
        return None, "", "Say which entry is meant: “etiquette 8”, “law 84 b”."
    named = lookup.find(typed, editions, edition)
    if not named.fits:
        named = lookup.find(typed, editions, None)
    if len(named.fits) == 1:
        return named.fits[0].entry, named.fits[0].part, ""
    if named.fits:
        return None, "", f"“{typed}” may be {' or '.join(cited(fit.entry, fit.part) for fit in named.fits[:4])}. Say which."
    return None, "", " ".join(named.notes) or f"“{typed}” names no entry. Write it as you would say it: “etiquette 8”, “law 84 b”."


def with_choices(found: Any, answers: Mapping[Place, Answer], *, loose: bool = False) -> Any:
    """A citation or a loose number of a proof with the answer that belongs to it."""
    words = found.mark.words if loose else found.words
    place = (found.field, words, found.occurrence)
    answer = answers.get(place) or Answer(place)
    return replace(found, choice=replace(answer, choices=tuple(OF_LOOSE)) if loose else answer)
