"""Bringing a table in, and taking one out: read it, plan it, write it through the loader's door, all or nothing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from laws.books.load import load
from laws.books.records import Unreadable
from laws.exports.records import record_of
from laws.models import Edition

from . import delimited, workbook
from .columns import TABLES, Table, written
from .plan import SAME, Line, counted, plan
from .sheet import LARGEST, Message, Refused, Sheet, laid_out
from .writing import table as file_of

REASON = "from a table"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a table changes, or would change."""

    lines: tuple[Line, ...]
    notes: tuple[str, ...]
    dry_run: bool

    @property
    def changed(self) -> list[Line]:
        return [line for line in self.lines if line.state != SAME]

    @property
    def mark(self) -> str:
        """Two outcomes with the same mark change the same cells in the same way."""
        return hashlib.sha256(repr(self.changed).encode()).hexdigest()

    def __str__(self) -> str:
        return ", ".join(f"{count} {state}" for state, count in counted(self.lines))


class _DryRun(Exception):
    pass


def read(data: bytes, name: str, table: Table) -> Sheet:
    """The rows of a CSV or XLSX file. Raises Refused where it cannot be read, or its heads are not those of the table."""
    if len(data) > LARGEST:
        raise Refused([Message(0, "", f"The file is larger than {LARGEST // 1_000_000} MB: no table of rulings is.")])
    if data[:2] == b"PK" or data.startswith(workbook.OLD_FORMAT) or name.lower().endswith((".xlsx", ".xlsm")):
        rows, notes = workbook.rows(data)
    else:
        rows, notes = delimited.rows(data, table.columns)
    return laid_out(rows, table.columns, table.needed, notes)


def bring_in(
    data: bytes,
    *,
    name: str,
    edition: Edition,
    kind: str,
    user: Any = None,
    why: str = "",
    publish: bool = False,
    dry_run: bool = False,
    now: datetime | None = None,
) -> Outcome:
    """Bring a table into an edition: rows that are there are changed, others are added, and what the table does not have stays.

    `user` is who does it, and None whoever keeps the machine. A dry run goes the whole way and takes it back. Raises Refused, with a
    message for everything that is wrong; then nothing has changed.
    """
    table = TABLES[kind]
    sheet = read(data, name, table)
    try:
        with transaction.atomic():
            found = plan(sheet, table, edition, user=user, publish=publish, now=now)
            if found.only:
                load(found.record, reason=f"{REASON}: {why}"[:100] if why else REASON, only=found.only)
            outcome = Outcome(tuple(found.lines), tuple(sheet.notes), dry_run)
            if dry_run:
                raise _DryRun
    except _DryRun:
        pass
    except Unreadable as error:
        raise Refused([Message(fault.place.line, "", fault.message) for fault in error.faults]) from error
    return outcome


def take_out(edition: Edition, kind: str, form: str) -> bytes:
    """A table of an edition as a file; `form` is csv or xlsx. Drafts too: what is brought back finds all of it."""
    table = TABLES[kind]
    rows = [written(table, entry) for entry in record_of(edition).entries if entry.kind == kind]
    filled = [name for name in table.columns if name in (*table.needed, *table.filled, "status") or any(row.get(name) for row in rows)]
    standard = [name for name in table.columns if name in filled or name in table.columns[: _plain(table)]]
    return file_of(standard, rows, form)


def _plain(table: Table) -> int:
    """How many columns every export has; the rest only where they say something."""
    return table.columns.index("written")
