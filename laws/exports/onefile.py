"""An edition as one file, JSON or CSV, which `load` reads back: the inverse of books.onefile."""

from __future__ import annotations

import csv
import io
import json
import typing
from dataclasses import fields, is_dataclass
from typing import Any

from laws.books.onefile import FORMAT, FORMULA, SORTS, names_of
from laws.books.records import EditionRecord, EntryRecord
from laws.models.vocabulary import TEXT_FIELDS

WORDS = list(dict.fromkeys(["offense", "penalty_text", *(name for names in TEXT_FIELDS.values() for name in names), "editor_note"]))


def to_json(record: EditionRecord) -> str:
    """The edition as JSON. Equal records give equal bytes."""
    return json.dumps({"format": FORMAT, "version": 1, **_plain(record)}, ensure_ascii=False, indent=1) + "\n"


def to_csv(record: EditionRecord) -> str:
    """The edition as CSV: a row for the edition, then one for each heading, entry, judged citation, discussion and term."""
    rows = [{"record": "edition", **_row(record)}]
    rows += [{"record": "heading", **_row(heading)} for heading in record.headings]
    rows += [{"record": entry.kind, **_row(entry)} for entry in record.entries]
    rows += [{"record": sort, **_row(one)} for sort, (name, _) in SORTS.items() if sort != "heading" for one in getattr(record, name)]
    names = ["record", *names_of(EntryRecord), *WORDS, *names_of(EditionRecord), *(n for _, kind in SORTS.values() for n in names_of(kind))]
    used = [name for name in dict.fromkeys(names) if any(name in row for row in rows)]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, used, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _plain(value: Any) -> Any:
    """A record as JSON has it, without what is as it is when nothing is said."""
    if is_dataclass(value):
        named = {each.name: (getattr(value, each.name), each) for each in fields(value) if each.name != "place"}
        return {name: _plain(inner) for name, (inner, each) in named.items() if inner not in ("", None, (), {}) and inner != each.default}
    if isinstance(value, tuple | list):
        return [_plain(inner) for inner in value]
    return value


def _row(record: Any) -> dict[str, str]:
    """A record as cells. Lists inside the edition have rows of their own."""
    row: dict[str, str] = {}
    kinds = typing.get_type_hints(type(record))
    for name, value in _plain(record).items():
        if isinstance(record, EditionRecord) and name in {"entries", *(place for place, _ in SORTS.values())}:
            continue
        if isinstance(record, EntryRecord) and name == "kind":
            continue
        if isinstance(record, EntryRecord) and name == "fields":
            row |= {field: _guarded(words) for field, words in value.items()}
        else:
            row[name] = _guarded(_cell(value, kinds[name]))
    return row


def _cell(value: Any, kind: Any) -> str:
    if isinstance(value, str):
        return value
    if kind == tuple[str, ...] and all(_is_word(word) for word in value):
        return "; ".join(value)
    return json.dumps(value, ensure_ascii=False)


def _is_word(value: Any) -> bool:
    """Whether a list's word needs no marks in a cell where semicolons part the words."""
    return isinstance(value, str) and bool(value) and value == value.strip() and ";" not in value and not value.startswith("[")


def _guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
