"""Quotations of laws that are not the law's words. The proof-reader judges them; here it is asked about every text at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from laws.citations.readings import texts
from laws.models import Citation, Entry
from laws.models.vocabulary import Kind, Status
from laws.proofreading import judging, quotations
from laws.proofreading.library import PROVISIONS, WHOLE_CODE, Library, Printed
from laws.proofreading.wording import Token

from .citations import FIELDS
from .finding import KNOW, READ, Finding, known_edition, of
from .ground import Ground

SIGNS = ('"', "“", "„", "«", "'", "‘", "> ", " that ")  # without one of these nothing is quoted


def findings(ground: Ground) -> Iterator[Finding]:
    """Every quotation that differs from the law that it names. In a printed text that is good to know; in words of ours, to be mended."""
    libraries: dict[int, Shelves] = {}
    for entry in ground.entries.values():
        if entry.status != Status.PUBLISHED or entry.kind == Kind.PENALTY or ground.detail(entry) is None or known_edition(entry) is None:
            continue
        if entry.edition_id not in libraries:
            libraries[entry.edition_id] = Shelves(ground, entry.edition_id)
        rows = [row for row in ground.citations.get(entry.pk, ()) if row.target_id is None or row.target_id in ground.entries]
        for name, text in texts(entry):
            mine = [row for row in rows if row.field == name and row.outcome != Citation.Outcome.DISMISSED]
            if mine and any(sign in text for sign in SIGNS):
                mine.sort(key=lambda row: (row.start, row.link_start))
                yield from _judged(entry, name, text, mine, libraries[entry.edition_id])


def _judged(entry: Entry, name: str, text: str, rows: Sequence[Citation], library: Library) -> Iterator[Finding]:
    found = quotations.find(text, [(row.start, row.end) for row in rows])
    for judgement in judging.judge(found, rows, library):
        if judgement.is_amiss and judgement.source is not None:
            words = " ".join(judgement.words.split())
            short = words if len(words) <= 60 else f"{words[:60].rpartition(' ')[0]} …"
            finding = of("quotation", f"“{short}” in {FIELDS.get(name, name)}{_said(judgement)}", entry)
            yield finding if entry.own_words or name.endswith("digest") else replace(finding, severity=KNOW)


def _said(judgement: judging.Judgement) -> str:
    source = judgement.source.label if judgement.source else ""
    if judgement.verdict == judging.ELSEWHERE and judgement.where:
        return f" is quoted from {source}, and stands in {judgement.where.label}."
    if judgement.verdict == judging.ABSENT:
        return f" is quoted from {source}, which says no such thing."
    return f" is quoted from {source}, and differs: {judgement.percent} of 100 words are the same."


class Shelves(Library):
    """The printed words of one code as the audit has read them, so that no quotation asks the database."""

    def __init__(self, ground: Ground, edition: int) -> None:
        super().__init__(edition)
        held = [entry for entry in ground.of_kind(*PROVISIONS) if entry.edition_id == edition and entry.status in READ and entry.text]
        self.whole = [Printed(entry, entry.text) for entry in held if known_edition(entry) is not None]
        for entry in ground.of_kind(Kind.CASE):
            case = ground.detail(entry)
            if case is not None:
                self._cases[entry.pk] = "\n\n".join(filter(None, (case.facts, case.query, case.decision, case.remark)))

    def shelve(self, entries: Iterable[Entry]) -> None:
        """Nothing: all of them are here."""

    def likely(self, quoted: Iterable[Token]) -> list[Printed]:
        """All provisions; none of a code so large that looking through it for every quotation would take too long."""
        return self.whole if len(self.whole) <= WHOLE_CODE else []
