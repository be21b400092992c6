"""What a table would change: every row held against what is stored, every changed cell checked, before anything is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from laws.books import check as between
from laws.books.records import EditionRecord, EntryRecord, Place
from laws.books.values import Values, arabic
from laws.exports.records import record_of
from laws.models import Edition, Entry, Offense
from laws.models.vocabulary import Status
from laws.workflow import MOVES, may_edit, refusal

from .columns import Table, check, read, written
from .references import Named
from .sheet import Cell, Message, Refused, Sheet

FILE = "table"
LISTS = {"offender", "phases", "offenses", "former"}
KEPT_WHEN_EMPTY = {"number", "id", "status", "published", "amended", "written"}
NEW, CHANGED, SAME = "new", "changed", "same"


@dataclass(frozen=True, slots=True)
class Change:
    """One cell that would change."""

    column: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Line:
    """What would become of one row."""

    row: int
    label: str
    state: str
    status: str
    changes: tuple[Change, ...] = ()


@dataclass(slots=True)
class Plan:
    """All that would change. `record` is the edition with it, `only` the entries that are new or changed."""

    record: EditionRecord
    lines: list[Line] = field(default_factory=list)
    only: set[tuple[str, str]] = field(default_factory=set)


def plan(sheet: Sheet, table: Table, edition: Edition, *, user: Any = None, publish: bool = False, now: datetime | None = None) -> Plan:
    """What the rows of a table would change in an edition. `publish` publishes new rows that do not say their status.

    `user` is who asks; None may do everything. Raises Refused with a message for every cell that cannot be taken.
    """
    return _Planning(sheet, table, edition, user, publish, now or datetime.now(UTC)).plan()


def clean(text: str) -> str:
    """A cell without the white space that nobody meant. A tab stays: it was typed, or kept from an export."""
    return text.replace("\r\n", "\n").strip(" \n\u00a0")


class _Planning:
    def __init__(self, sheet: Sheet, table: Table, edition: Edition, user: Any, publish: bool, now: datetime) -> None:
        self.sheet, self.table, self.edition, self.user, self.publish = sheet, table, edition, user, publish
        self.now = now.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        self.there = record_of(edition)
        self.before = {entry.slug: entry for entry in self.there.entries if entry.kind == table.kind}
        self.stored = {slug: written(table, entry) for slug, entry in self.before.items()}
        self.rows = {row.slug: row for row in Entry.objects.in_edition(edition).of_kind(table.kind).select_related("edition")}
        self.known = {(entry.kind, entry.slug) for entry in self.there.entries}
        self.offenses = dict(Offense.objects.values_list("slug", "name"))
        self.messages: list[Message] = []
        self.named = Named(edition, [cell.text for _, row in sheet.rows for name, cell in row.items() if name in ("laws", "claim law")])

    def plan(self) -> Plan:
        lines: list[Line] = []
        made: dict[str, EntryRecord] = {}
        seen: dict[str, int] = {}
        for number, row in self.sheet.rows:
            printed = clean(row["number"].text)
            if not self.table.numbered.fullmatch(printed):
                self._say(number, "number", f"“{printed}” is no number: write 24." if printed else "The number is missing.")
                continue
            slug = arabic(printed)
            if slug in seen:
                self._say(number, "number", f"The number {printed} stands in row {seen[slug]} already.")
                continue
            seen[slug] = number
            line, entry = self._row(number, slug, printed, row)
            lines.append(line)
            if entry is not None:
                made[slug] = entry
        record = self._merged(made)
        self._between(record, made)
        if self.messages:
            order = {"": -1, **{name: at for at, name in enumerate(self.table.columns)}}
            raise Refused(sorted(self.messages, key=lambda message: (message.row, order[message.column])))
        return Plan(record, lines, {(self.table.kind, slug) for slug in made})

    def _say(self, row: int, column: str, text: str) -> None:
        self.messages.append(Message(row, column, f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.?!' else '.'}"))

    # --- one row

    def _row(self, number: int, slug: str, printed: str, row: dict[str, Cell]) -> tuple[Line, EntryRecord | None]:
        before = self.before.get(slug)
        old = self.stored.get(slug, {})
        changes = {name: cell for name, cell in row.items() if name != "number" and self._differs(name, cell.text, old.get(name, ""))}
        status = clean(row["status"].text) if "status" in row else ""
        status = status or (before.status if before else "published" if self.publish else "draft")
        known = self.rows.get(slug)
        label = f"{known.get_kind_display() if known else self.table.kind.capitalize()} {printed}"
        state = NEW if before is None else CHANGED if changes else SAME
        shown = tuple(Change(name, old.get(name, ""), clean(cell.text)) for name, cell in changes.items())
        line = Line(number, label, state, status, shown)
        if state == SAME:
            return line, None
        count = len(self.messages)
        self._cells(number, changes, row, before, status)
        self._standing(number, slug, label, status, changes)
        if len(self.messages) > count:
            return line, None
        full = {**dict.fromkeys(self.table.columns, ""), **old, **{name: clean(cell.text) for name, cell in changes.items()}}
        if "claim law" in changes:
            full["claim law"] = self.named.canonical(full["claim law"])
        entry = read(self.table, {**full, "number": before.number if before else printed, "status": status}, before, Place(FILE, number))
        return line, self._stamped(entry, before, changes)

    def _differs(self, column: str, text: str, old: str) -> bool:
        """Whether a cell says something else than what is stored. What an empty cell cannot mean, it leaves alone."""
        if column in LISTS:
            return [word.strip() for word in text.split(";") if word.strip()] != [word.strip() for word in old.split(";") if word.strip()]
        if column in KEPT_WHEN_EMPTY and not text.strip():
            return False
        return old not in (text, clean(text)) and old.replace("\r\n", "\n") not in (text.replace("\r\n", "\n"), clean(text))

    def _cells(self, number: int, changes: dict[str, Cell], row: dict[str, Cell], before: EntryRecord | None, status: str) -> None:
        values = Values()
        for name, cell in changes.items():
            check(name, replace(cell, text=clean(cell.text)), number, set(self.offenses), values)
            if (longest := self.table.longest.get(name)) and len(clean(cell.text)) > longest:
                values.fault(f"these are {len(clean(cell.text))} characters; at most {longest} have room", name, number)
        for fault in values.faults:
            self._say(fault.place.line, fault.place.file, fault.message)
        for name in self.table.filled:
            if (before is None and not (name in row and clean(row[name].text))) or (name in changes and not clean(changes[name].text)):
                self._say(number, name, f"The {name} is empty.")
        self._references(number, changes, row, before, status)

    def _references(self, number: int, changes: dict[str, Cell], row: dict[str, Cell], before: EntryRecord | None, status: str) -> None:
        laws = changes.get("laws")
        if self.table.kind == "penalty" and status == Status.PUBLISHED and (before is None or laws) and not (laws and clean(laws.text)):
            self._say(number, "laws", "No law is named: a published row says on which it rests, such as 84 b.")
        for name in ("laws", "claim law"):
            if name in changes and changes[name].sort != "date":
                for sentence in self.named.wrong(clean(changes[name].text)):
                    self._say(number, name, sentence)
        if "replaced by" in changes:
            target = Values().reference(clean(changes["replaced by"].text), "", 0)
            if target and target not in self.known:
                self._say(number, "replaced by", f"{self.edition.short_title} has no {' '.join(target)}.")

    # --- who may do it, and what becomes of it

    def _standing(self, number: int, slug: str, label: str, status: str, changes: dict[str, Cell]) -> None:
        before, stored = self.before.get(slug), self.rows.get(slug)
        if "id" in changes and before is not None:
            self._say(number, "id", f"{label} has the id {before.permanent_id}, and an id never changes: leave the cell empty.")
        editor = self.user is None or self.user.has_perm("laws.publish_entry")
        if before is None:
            if status != Status.DRAFT and status in Status.values and not editor:
                self._say(number, "status", "Only an editor may publish: leave it empty, and the row becomes a draft.")
        elif stored is not None and not editor and not may_edit(self.user, stored):
            self._say(number, "", f"{label} is {stored.get_status_display().lower()}, and only an editor may change it.")
        elif stored is not None and status != stored.status and status in Status.values:
            self._moved(number, stored, status, editor)
        if status == Status.WITHDRAWN and not self._filled(changes, "withdrawn because", slug):
            self._say(number, "withdrawn because", "Say why it is withdrawn; its page will show it.")

    def _moved(self, number: int, stored: Entry, status: str, editor: bool) -> None:
        """A change of status is a step of the workflow, for those who may take it."""
        move = next((move for move in MOVES.values() if stored.status in move.before and move.after == status), None)
        if move is None:
            said = f"{stored.label} is {stored.get_status_display().lower()}, and cannot become {status}"
            self._say(number, "status", f"{said}: correct it, or withdraw it." if stored.published_at else f"{said} in a table.")
        elif said := refusal(self.user or _Anybody(), stored, move):
            self._say(number, "status", said)

    def _filled(self, changes: dict[str, Cell], name: str, slug: str) -> str:
        return clean(changes[name].text) if name in changes else self.stored.get(slug, {}).get(name, "")

    def _stamped(self, entry: EntryRecord, before: EntryRecord | None, changes: Iterable[str]) -> EntryRecord:
        """With the times that the change makes true."""
        public = before is not None and before.status in (Status.PUBLISHED, Status.WITHDRAWN)
        if not public and entry.status == Status.PUBLISHED and "published" not in changes:
            return replace(entry, published_at=self.now)
        moved = before is not None and before.status != entry.status
        if public and "amended" not in changes and (moved or self.table.read_by_all & set(changes)):
            return replace(entry, amended_at=self.now)
        return entry

    # --- the edition with it

    def _merged(self, made: dict[str, EntryRecord]) -> EditionRecord:
        heading = max((i for i, heading in enumerate(self.there.headings) if heading.kind == self.table.kind), default=None)
        new = [replace(entry, heading=heading) for slug, entry in made.items() if slug not in self.before]
        kept = [made.get(entry.slug, entry) if entry.kind == self.table.kind else entry for entry in self.there.entries]
        offenses = {slug: self.offenses[slug] for entry in made.values() for slug in entry.offenses if slug in self.offenses}
        entries = (*kept, *new)
        return replace(self.there, entries=entries, offenses={**self.there.offenses, **offenses}, verdicts=(), discussions=(), terms=())

    def _between(self, record: EditionRecord, made: dict[str, EntryRecord]) -> None:
        """What the loader of folders asks of entries among one another."""
        if self.messages:
            return
        values = Values()
        between.check(record.entries, record.headings, record.offenses, values)
        for fault in values.faults:
            if fault.place.file == FILE:
                self._say(fault.place.line, "", fault.message)


class _Anybody:
    """Who asks from the command line: whoever keeps the machine may do everything."""

    def has_perm(self, permission: str) -> bool:
        return True


def counted(lines: Iterable[Line]) -> Iterator[tuple[str, int]]:
    """How many rows there are of each state, in words."""
    lines = list(lines)
    for state in (NEW, CHANGED, SAME):
        yield state, sum(line.state == state for line in lines)
