"""What joins entries: offenses, offenders and phases, extracts, parts, anchors of notes, the law behind a claim, former addresses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from laws import text as markup
from laws.models import Entry, EntryOffender, EntryPhase, Extract, Footnote, FormerAddress, Heading, Offense, Part, PenaltyRow

from .records import EntryRecord, Place


class Ground(Protocol):
    """What a loading knows by the time that its entries are joined."""

    headings: list[Heading]
    offenses: dict[str, Offense]
    rows: dict[tuple[str, str], Entry]
    reason: str

    def named(self, reference: tuple[str, str] | None) -> Entry | None: ...

    def refuse(self, message: str, place: Place) -> None: ...


class Relations:
    """Joins the entries of one loading. What the database has is read once, and what is new is written once."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.stored = _Stored(list(ground.rows.values()))

    def join(self, entry: Entry, record: EntryRecord) -> list[str]:
        """Give one entry the relations that its record names. Returns the names of those that changed."""
        touched = [
            self._replaced(entry, record),
            self._footnote(entry, record),
            self._claim(entry, record),
            self._offenses_of(entry, record),
            self._choices(entry, record),
            self._extracts(entry, record),
            self._parts(entry, record),
            self._former(entry, record),
        ]
        return [name for name in touched if name]

    def write(self) -> None:
        """Store the rows that `join` has gathered."""
        self.stored.write()

    def _replaced(self, entry: Entry, record: EntryRecord) -> str:
        target = self.ground.named(record.replaced_by)
        if entry.replaced_by_id == (target.pk if target else None):
            return ""
        entry.replaced_by = target
        entry.save()
        return "replaced by"

    def _footnote(self, entry: Entry, record: EntryRecord) -> str:
        if record.kind != "footnote":
            return ""
        note: Footnote = entry.footnote
        anchor = heading = None
        part = ""
        if record.on and record.on[0] == "heading":
            titles = [markup.plain(h.title) for h in self.ground.headings]
            heading = self.ground.headings[titles.index(markup.plain(record.on[1]))]
        elif record.on:
            anchor, part = self.ground.named(record.on[:2]), record.on[2]
        new = (anchor.pk if anchor else None, part, heading.pk if heading else None)
        if (note.anchor_id, note.anchor_part, note.anchor_heading_id) == new:
            return ""
        note.anchor, note.anchor_part, note.anchor_heading = anchor, part, heading
        note._change_reason = self.ground.reason  # type: ignore[attr-defined]
        note.save()
        return "on"

    def _claim(self, entry: Entry, record: EntryRecord) -> str:
        if record.kind != "penalty":
            return ""
        row: PenaltyRow = entry.penaltyrow
        law = self.ground.named(("law", record.claim_law[0])) if record.claim_law else None
        part = record.claim_law[1] if record.claim_law else ""
        if (row.claim_law_id, row.claim_part) == (law.pk if law else None, part):
            return ""
        row.claim_law, row.claim_part = law, part
        row.save()
        return "claim law"

    def _offenses_of(self, entry: Entry, record: EntryRecord) -> str:
        if self.stored.offenses.get(entry.pk, set()) == set(record.offenses):
            return ""
        entry.offenses.set([self.ground.offenses[slug] for slug in record.offenses])
        return "offenses"

    def _choices(self, entry: Entry, record: EntryRecord) -> str:
        said = ""
        for model, name, values in ((EntryOffender, "offender", record.offenders), (EntryPhase, "phase", record.phases)):
            if self.stored.choices[name].get(entry.pk, []) != list(values):
                model.objects.filter(entry=entry).delete()  # type: ignore[attr-defined]
                self.stored.new += [model(entry=entry, **{name: value}) for value in values]
                said = f"{name}s"
        return said

    def _extracts(self, entry: Entry, record: EntryRecord) -> str:
        new = [(self.ground.rows[e.quoted_in].pk, markup.anchor_of(e.part), e.words) for e in record.extracts]
        if self.stored.extracts.get(entry.pk, []) == new:
            return ""
        Extract.objects.filter(entry=entry).delete()
        self.stored.new += [
            Extract(entry=entry, quoted_in_id=pk, part_anchor=part, words=words, position=i) for i, (pk, part, words) in enumerate(new)
        ]
        return "extracts"

    def _parts(self, entry: Entry, record: EntryRecord) -> str:
        if not record.parts:
            return ""
        labels = {anchor: label for words in (entry.digest, entry.text) for label, anchor in markup.parts(words)}
        have = self.stored.parts.get(entry.pk, {})
        said = ""
        for position, (anchor, code) in enumerate(record.parts.items()):
            row = have.get(anchor)
            if row is None:
                self.stored.new.append(
                    Part(
                        entry=entry,
                        anchor=anchor,
                        label=labels.get(anchor, anchor),
                        position=position,
                        permanent_id=code,
                        retired=anchor not in labels,
                    )
                )
                said = "parts"
            elif row.permanent_id != code:
                self.ground.refuse(
                    f"part {anchor} of {entry.label} has the id {row.permanent_id}, which cannot become {code}", record.place
                )
        return said

    def _former(self, entry: Entry, record: EntryRecord) -> str:
        said = ""
        for path in record.former:
            if path not in self.stored.former.get(entry.pk, set()):
                FormerAddress.objects.update_or_create(path=path, defaults={"entry": entry})
                said = "former"
        return said


class _Stored:
    """What the database has of the entries' relations, read once, and the rows to add, written once."""

    def __init__(self, entries: list[Entry]) -> None:
        keys = [entry.pk for entry in entries]
        self.new: list[Any] = []
        self.offenses: dict[int, set[str]] = {}
        self.choices: dict[str, dict[int, list[str]]] = {"offender": {}, "phase": {}}
        self.extracts: dict[int, list[tuple[int, str, str]]] = {}
        self.parts: dict[int, dict[str, Part]] = {}
        self.former: dict[int, set[str]] = {}
        for some in _batches(keys):
            for pk, slug in Entry.offenses.through.objects.filter(entry__in=some).values_list("entry", "offense__slug"):
                self.offenses.setdefault(pk, set()).add(slug)
            for offender in EntryOffender.objects.filter(entry__in=some).order_by("pk"):
                self.choices["offender"].setdefault(offender.entry_id, []).append(offender.offender)
            for phase in EntryPhase.objects.filter(entry__in=some).order_by("pk"):
                self.choices["phase"].setdefault(phase.entry_id, []).append(phase.phase)
            for extract in Extract.objects.filter(entry__in=some).order_by("position"):
                self.extracts.setdefault(extract.entry_id, []).append((extract.quoted_in_id, extract.part_anchor, extract.words))
            for part in Part.objects.filter(entry__in=some):
                self.parts.setdefault(part.entry_id, {})[part.anchor] = part
            for address in FormerAddress.objects.filter(entry__in=some):
                self.former.setdefault(address.entry_id, set()).add(address.path)

    def write(self) -> None:
        for model in (EntryOffender, EntryPhase, Extract, Part):
            rows: list[Any] = [row for row in self.new if type(row) is model]
            model._default_manager.bulk_create(rows, batch_size=500)


def _batches(keys: list[int], size: int = 500) -> Iterable[list[int]]:
    for at in range(0, len(keys), size):
        yield keys[at : at + size]
