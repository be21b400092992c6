"""Makes records, and the proof of them, of what a walk down a book has found."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from . import cases, notes
from .blocks import Block
from .decode import Decoded
from .drafts import Draft, Found, Head
from .notes import Hung
from .profile import Profile
from .proof import Accounts, Proof, gaps, is_excerpt
from .records import EditionRecord, EntryRecord, HeadingRecord, Place
from .source import ENTRY, HEADING, OUTSIDE, UNCLAIMED, Ledger

_COUNTED = {"law": "laws", "etiquette": "etiquette", "case": "cases", "penalty": "penalty_rows"} | {
    "footnote": "footnotes",
    "section": "sections",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read. `record` is None where nothing could be; `proof.refusal` then says why."""

    record: EditionRecord | None
    proof: Proof


@dataclass(slots=True)
class Assembly:
    """One reading, put together. It is used once: the notes are hung and the ledger is closed on the way."""

    found: Found
    ledger: Ledger
    decoded: Decoded
    blocks: list[Block]
    name: str
    slug: str
    title: str
    profile: Profile

    def reading(self) -> Reading:
        """The records with their proof, or the proof of why there are none."""
        found = self.found
        self._remarks()
        slugs = _slugs(found.drafts)
        hung = notes.hang(found, slugs)
        if not any(draft for draft in found.drafts if not draft.lost):
            return Reading(None, self._proof(hung, refusal=self._nothing()))
        entries = tuple(self._entry(draft, slugs[id(draft)], hung) for draft in found.drafts if not draft.lost)
        title = self.title or self.profile.title or found.title or next((head.title for head in found.headings), self.slug)
        record = EditionRecord(
            slug=self.slug,
            title=title,
            short_title=self.profile.short_title or title[:60],
            game=self.profile.game,
            issued_by=self.profile.issued_by,
            year=self.profile.year,
            dated=self.profile.dated,
            published_in=self.profile.published_in,
            source_url=self.profile.source_url,
            words=dict(self.profile.words),
            front={"text": "\n\n".join(found.front)} if found.front else {},
            back={"text": "\n\n".join(found.back)} if found.back else {},
            headings=tuple(self._heading(head) for head in found.headings),
            entries=entries,
        )
        return Reading(record, self._proof(hung))

    def _nothing(self) -> str:
        return f"no numbered laws, cases or rows found ({len(self.blocks)} paragraphs read)"

    def _remarks(self) -> None:
        kinds = {draft.kind for draft in self.found.drafts}
        if kinds <= {"section", "footnote"} and kinds:
            self.found.remarks.append((0, self._nothing()))
        for head in self.found.headings:
            if head.kind == "penalty" and "penalty" not in kinds:
                self.found.remarks.append((head.line, f"“{head.title}” has an introduction but no rows"))
        if "NUL characters" in self.ledger.rules:
            self.found.remarks.append((0, "NUL characters removed"))

    def _heading(self, head: Head) -> HeadingRecord:
        return HeadingRecord(head.kind, head.title, text="\n\n".join(head.paragraphs), place=Place(self.name, head.line))

    def _entry(self, draft: Draft, slug: str, hung: Hung) -> EntryRecord:
        return EntryRecord(
            kind=draft.kind,
            number=draft.number,
            slug=slug,
            title=draft.title,
            title_is_printed=draft.title_is_printed,
            heading=draft.heading,
            fields=self._fields(draft),
            on=hung.on.get(draft.number) if draft.kind == "footnote" else None,
            remedies=draft.remedies,
            place=Place(self.name, draft.line),
        )

    def _fields(self, draft: Draft) -> dict[str, str]:
        if draft.kind == "penalty":
            return {"offense": draft.offense, "penalty_text": draft.penalty, "laws": "; ".join(draft.laws)}
        if draft.kind != "case":
            return {"text": draft.text}
        body = cases.take_apart(draft.paragraphs)
        fields = {name: "\n\n".join(getattr(body, name)) for name in ("facts", "query", "decision", "remark")}
        if body.guess:
            self.found.guesses.append((draft.line, f"case {draft.number}", body.guess))
        if not fields["facts"]:
            self.found.remarks.append((draft.line, f"case {draft.number} has no facts"))
        if not fields["decision"]:
            self.found.remarks.append((draft.line, f"case {draft.number} has no decision"))
        return {name: words for name, words in fields.items() if words}

    def _proof(self, hung: Hung, refusal: str = "") -> Proof:
        found, ledger = self.found, self.ledger
        ledger.close()
        numbers: dict[str, list[int]] = {}
        for draft in found.drafts:
            if draft.kind in {"law", "etiquette", "case"}:
                numbers.setdefault(draft.kind, []).append(draft.value)
        furniture = [(rule, tuple(lines), size) for rule, lines, size in ledger.furniture()]
        accounts = Accounts(
            source=len(ledger.source),
            outside=ledger.count(OUTSIDE),
            entries=ledger.count(ENTRY),
            headings=ledger.count(HEADING),
            furniture=sum(size for _, _, size in furniture),
            not_understood=ledger.count(UNCLAIMED),
        )
        return Proof(
            refusal=refusal,
            encoding=self.decoded.encoding,
            counts=self._counts(),
            gaps=tuple(gaps(numbers)),
            excerpts=tuple(kind for kind, values in numbers.items() if is_excerpt(values)),
            repeats=tuple((kind, number, tuple(lines)) for kind, number, lines in found.repeats),
            out_of_order=tuple(found.disorder),
            marks_without_notes=tuple(hung.marks_without_notes),
            notes_without_marks=tuple(hung.notes_without_marks),
            marked_twice=tuple(hung.marked_twice),
            other_lists=tuple(found.other_lists),
            guesses=tuple(found.guesses),
            remarks=tuple(found.remarks),
            furniture=tuple(furniture),
            not_understood=tuple(ledger.unclaimed()),
            region=self._lines(),
            accounts=accounts,
        )

    def _lines(self) -> tuple[int, int]:
        numbers = [line.number for block in self.blocks for line in (block.lines[:1] + block.lines[-1:])]
        return (min(numbers), max(numbers)) if numbers else (0, 0)

    def _counts(self) -> dict[str, int]:
        kept = [draft for draft in self.found.drafts if not draft.lost]
        counts = {name: sum(draft.kind == kind for draft in kept) for kind, name in _COUNTED.items()}
        counts["parts"] = sum(len(draft.parts) for draft in kept if draft.kind in {"law", "etiquette"})
        counts["table_references"] = sum(len(draft.laws) for draft in kept)
        counts["law_headings"] = sum(head.kind == "law" for head in self.found.headings)
        counts["case_fragments"] = self.found.fragments
        return counts


def _slugs(drafts: list[Draft]) -> dict[int, str]:
    """The address of each entry: its number in figures, a section's from its title; a second one of a kind gets "-2"."""
    found: dict[int, str] = {}
    used: dict[tuple[str, str], int] = {}
    for draft in drafts:
        base = f"{draft.value}{draft.suffix}" if draft.value else _slugify(draft.number or draft.title) or "untitled"
        times = used[draft.kind, base] = used.get((draft.kind, base), 0) + 1
        found[id(draft)] = base if times == 1 else f"{base}-{times}"
    return found


def _slugify(title: str) -> str:
    plain = unicodedata.normalize("NFKD", re.sub(r"\[\^\w+\]", "", title)).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")[:80].strip("-")
