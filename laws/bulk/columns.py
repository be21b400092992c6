"""The columns of the two tables: what may stand in each, and how an entry is written as a row and a row read as an entry."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from laws.books import cells, remedies
from laws.books.folder import PENALTY_COLUMNS, PENALTY_EXTRAS
from laws.books.records import OFFENDERS, OUTCOMES, PHASES, STATUSES, EntryRecord, Place
from laws.books.values import ID, Values, arabic
from laws.exports.folder import penalty_cells, standing

from .sheet import Cell

WORDS = ("facts", "query", "decision", "remark")
CASE_WORDS = {f"{name}{' in brief' if tail else ''}": f"{name}{tail}" for name in WORDS for tail in ("", "_digest")}
CASE_COLUMNS = ["number", "id", "title", "holding", "outcome", "decided", "place", *CASE_WORDS]
CASE_COLUMNS += ["offender", "phases", "offenses", "note", "source"]
DAYS = {"decided", "published", "amended"}
FIRST_DAY = date(1899, 12, 30)  # from which Excel counts


@dataclass(frozen=True, slots=True)
class Table:
    """One of the tables. `needed` are the heads that must be there, `filled` the cells; `write` and `read` are each other's inverse."""

    kind: str
    name: str
    columns: tuple[str, ...]
    needed: tuple[str, ...]
    filled: tuple[str, ...]
    longest: dict[str, int]
    numbered: re.Pattern[str]
    read_by_all: frozenset[str]  # what readers read: a change of these is an amendment
    write: Callable[[EntryRecord], dict[str, str]]
    read: Callable[[dict[str, str], Values, Place], EntryRecord]


def _case_cells(entry: EntryRecord) -> dict[str, str]:
    return {
        "number": entry.number, "id": entry.permanent_id, "title": entry.title, "holding": entry.holding, "outcome": entry.outcome,
        "decided": entry.decided_on, "place": entry.where, **{column: entry.fields.get(name, "") for column, name in CASE_WORDS.items()},
        "offender": "; ".join(entry.offenders), "phases": "; ".join(entry.phases), "offenses": "; ".join(entry.offenses),
        "note": entry.fields.get("editor_note", ""), "source": entry.source, **standing(entry, "; "),
    }  # fmt: skip


def _case(row: dict[str, str], values: Values, place: Place) -> EntryRecord:
    return EntryRecord(
        kind="case", number=row["number"], slug=arabic(row["number"]), title=row.get("title", ""), own_words=row.get("written") == "here",
        permanent_id=row.get("id", ""), holding=row.get("holding", ""), outcome=row.get("outcome", ""), decided_on=row.get("decided", ""),
        where=row.get("place", ""), place=place,
        fields={name: row.get(column, "") for column, name in CASE_WORDS.items()} | {"editor_note": row.get("note", "")},
        **values.common({**row, "offenders": row.get("offender", "")}, ";", place.file, lambda key: place.line),
    )  # fmt: skip


PENALTIES = Table(
    "penalty", "the table of penalties", (*PENALTY_COLUMNS, *PENALTY_EXTRAS), ("number",), ("offense", "penalty"),
    {"offense": 200, "penalty": 300, "laws": 80, "claimant": 160, "until": 200, "group": 80, "source": 400, "withdrawn because": 300},
    re.compile(r"[0-9]{1,4}[a-z]?"), frozenset({"offense", "penalty", "laws"}), penalty_cells, cells.penalty,
)  # fmt: skip
CASES = Table(
    "case", "the cases", (*CASE_COLUMNS, *PENALTY_EXTRAS), ("number",), (),
    {"title": 200, "holding": 300, "place": 120, "source": 400, "withdrawn because": 300},
    re.compile(r"[0-9]{1,4}[a-z]?|[IVXLC]{1,9}"), frozenset({"title", "holding", *CASE_WORDS}), _case_cells, _case,
)  # fmt: skip
TABLES = {table.kind: table for table in (PENALTIES, CASES)}


def written(table: Table, entry: EntryRecord) -> dict[str, str]:
    """An entry as a row. Its status is always said, since a row that does not say it is a draft."""
    return {**table.write(entry), "status": entry.status}


def read(table: Table, row: dict[str, str], before: EntryRecord | None, place: Place) -> EntryRecord:
    """A row that `check` has found good as an entry; what no column holds is taken from the entry as it was."""
    entry = table.read(row, Values(), place)
    if before is None:
        return entry
    kept: dict[str, Any] = {name: getattr(before, name) for name in ("heading", "slug", "extracts", "parts", "permanent_id", "number")}
    if table.kind == "case":
        kept["title_is_printed"] = before.title_is_printed
    return replace(entry, **kept)


def check(column: str, cell: Cell, number: int, offenses: set[str], values: Values) -> None:
    """Put to `values` what is wrong with one cell. Its place among the faults is the column and the row."""
    text = cell.text

    def wrong(message: str) -> None:
        values.fault(message, column, number)

    if cell.sort == "formula":
        wrong(f"Here stands a formula ({text[:40]}): put its words in place of it.")
    elif cell.sort == "error":
        wrong(f"Here stands an error of the spreadsheet ({text}).")
    elif cell.sort == "date" and column not in DAYS:
        wrong(f"The spreadsheet has made a date of this ({text}): make the column text, and type it again.")
    elif column in DAYS and re.fullmatch(r"[0-9]{1,5}(?:\.[0-9]+)?", text):
        day = (FIRST_DAY + timedelta(days=int(float(text)))).isoformat()
        wrong(f"“{text}” is a day as a spreadsheet counts them, {day} if so: write {day}.")
    elif column == "decided":
        values.day(text, column, number)
    elif column in DAYS:
        values.stamp(text, column, number)
    else:
        _choice(column, text, number, offenses, values)


def _choice(column: str, text: str, number: int, offenses: set[str], values: Values) -> None:
    many = [word.strip() for word in text.split(";") if word.strip()]
    if column == "offender":
        for word in many:
            values.choice(word, OFFENDERS, "offender", column, number)
    elif column == "phases":
        for word in many:
            values.choice(word, PHASES, "phase", column, number)
    elif column == "offenses":
        for word in many:
            values.choice(word, tuple(sorted(offenses)), "offense", column, number)
    elif column == "outcome":
        values.choice(text, OUTCOMES, "outcome", column, number)
    elif column == "status":
        values.choice(text, STATUSES, "status", column, number)
    elif column == "replaced by":
        values.reference(text, column, number)
    elif column == "written" and text not in ("", "here"):
        values.fault(f"“{text}” can only be “here”, or empty", column, number)
    elif column == "id" and text and not ID.match(text):
        values.fault(f"“{text}” is no permanent id: leave it empty, and one is given", column, number)
    elif column == "remedies":
        try:
            remedies.parse(text)
        except ValueError as error:
            values.fault(str(error), column, number)
