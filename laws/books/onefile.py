"""An edition in one file, JSON or CSV, read into records: the inverse of exports.onefile.

Both forms say the same: the values of the records under the names of their fields, what is empty left out. In CSV each row is one record,
`record` says of what sort; an entry's words have columns of their own. A cell that a spreadsheet would run as a formula has a ' before it.
"""

from __future__ import annotations

import csv
import io
import json
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from . import remedies
from .check import check, check_former
from .records import (
    KINDS,
    OFFENDERS,
    OUTCOMES,
    PHASES,
    STATUSES,
    VERDICTS,
    DiscussionRecord,
    EditionRecord,
    EntryRecord,
    Fault,
    HeadingRecord,
    Place,
    TermRecord,
    Unreadable,
    VerdictRecord,
)
from .values import Values

FORMAT = "casebook edition"
SORTS: dict[str, tuple[str, type[Any]]] = {
    "heading": ("headings", HeadingRecord),
    "citation": ("verdicts", VerdictRecord),
    "discussion": ("discussions", DiscussionRecord),
    "term": ("terms", TermRecord),
}  # what a row of the CSV may be, besides the edition itself and the entries by their kind
WORDS = {
    "text", "digest", "editor_note", "offense", "penalty_text", "laws",
    *(f"{name}{twin}" for name in ("facts", "query", "decision", "remark") for twin in ("", "_digest")),
}  # fmt: skip
LARGEST_CELL = 20_000_000  # characters
FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")


def read(path: Path) -> EditionRecord:
    """The edition in a .json or .csv file. Raises Unreadable, with every fault and its place."""
    try:
        words = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise _refused("the file is not in UTF-8", path.name) from error
    except OSError as error:
        raise _refused(f"the file cannot be read: {error.strerror}", path.name) from error
    return (from_csv if path.suffix.lower() == ".csv" else from_json)(words, path.name)


def from_json(words: str, name: str = "edition.json") -> EditionRecord:
    """The edition that a JSON text holds."""
    try:
        data = json.loads(words)
    except json.JSONDecodeError as error:
        raise Unreadable([Fault(f"this is no JSON: {error.msg}", Place(name, error.lineno))]) from error
    except RecursionError as error:
        raise _refused("this is no edition: lists in it lie too deep in one another", name) from error
    if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
        raise _refused(f"this is no edition: it does not say “format”: “{FORMAT}”", name)
    data.pop("version", None)
    return _settled(data, name, {})


def from_csv(words: str, name: str = "edition.csv") -> EditionRecord:
    """The edition that a CSV text holds."""
    usual = csv.field_size_limit(LARGEST_CELL)  # one for the whole process: it is put back
    reader = csv.DictReader(io.StringIO(words, newline=""))
    data: dict[str, Any] = {}
    lines: dict[int, int] = {}
    faults: list[Fault] = []
    try:
        for row in reader:
            at = Place(name, reader.line_num)
            cells = {key: _unguarded(cell) for key, cell in row.items() if key and cell}
            sort = cells.pop("record", "")
            if sort == "edition":
                data |= _cells(cells, EditionRecord, at, faults)
            elif sort in SORTS:
                data.setdefault(SORTS[sort][0], []).append(_cells(cells, SORTS[sort][1], at, faults))
            elif sort:
                entries = data.setdefault("entries", [])
                lines[len(entries)] = reader.line_num
                entries.append({"kind": sort, **_cells(cells, EntryRecord, at, faults)})
            elif cells:
                faults.append(Fault("this row does not say what it is, in the column “record”", at))
    except csv.Error as error:
        raise Unreadable([Fault(f"this is no CSV: {error}", Place(name, reader.line_num))]) from error
    finally:
        csv.field_size_limit(usual)
    if not data and not faults:
        raise _refused("this is no edition: it has no row whose “record” is edition", name)
    if faults:
        raise Unreadable(faults)
    return _settled(data, name, lines)


def names_of(sort: type[Any]) -> list[str]:
    """The fields of a record that a file has: all but where it was read."""
    return [each.name for each in fields(sort) if each.name != "place"]


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:2] in FORMULA else cell


def _cells(cells: Mapping[str, str], sort: type[Any], at: Place, faults: list[Fault]) -> dict[str, Any]:
    """The cells of a row as the values that JSON would have."""
    kinds = typing.get_type_hints(sort)
    found: dict[str, Any] = {}
    for name, cell in cells.items():
        kind = kinds.get(name)
        if kind is None and sort is EntryRecord:
            found.setdefault("fields", {})[name] = cell
        elif kind is None:
            faults.append(Fault(f"a row of this sort has no “{name}”", at))
        elif kind is str:
            found[name] = cell
        elif kind == tuple[str, ...] and not cell.startswith("["):
            found[name] = [word.strip() for word in cell.split(";")]
        else:
            try:
                found[name] = json.loads(cell)
            except (json.JSONDecodeError, RecursionError):
                faults.append(Fault(f"“{cell[:60]}” cannot be read as the “{name}” of this row", at))
    return found


def _settled(data: dict[str, Any], name: str, lines: Mapping[int, int]) -> EditionRecord:
    """The record that the values make, checked as a folder's is."""
    values = Values()
    decoder = _Decoder(values, name)
    entries = data.pop("entries", [])
    if not isinstance(entries, list):
        raise _refused("“entries” is no list", name)
    made = []
    for at, entry in enumerate(entries):
        decoder.line = lines.get(at, 1)
        made.append(decoder.made(entry, EntryRecord, f"entries[{at}]"))
    decoder.line = 1
    record = decoder.made({**data, "entries": []}, EditionRecord, "")
    if not values.faults:
        record = replace(record, published=values.stamp(record.published, name, 1))
        check_former(record.former, record.slug, values, name, 1)
        made = [_stamped(entry, values) for entry in made]
        _check_values(record, made, values)
        check(made, record.headings, record.offenses, values)
    if values.faults:
        raise Unreadable(values.faults)
    return replace(record, entries=tuple(made))


def _stamped(entry: EntryRecord, values: Values) -> EntryRecord:
    """The entry with its times in UTC."""
    at = (entry.place.file, entry.place.line)
    return replace(entry, published_at=values.stamp(entry.published_at, *at), amended_at=values.stamp(entry.amended_at, *at))


def _check_values(record: EditionRecord, entries: Iterable[EntryRecord], values: Values) -> None:
    """What a folder's reader checks as it reads a line: choices, times, remedies, and that a heading is there."""
    count = len(record.headings)
    for heading in record.headings:
        values.choice(heading.kind, KINDS, "kind of list", "the edition", 1)
    for verdict in record.verdicts:
        values.choice(verdict.verdict, VERDICTS, "verdict", verdict.place.file, verdict.place.line)
    for discussion in record.discussions:
        values.day(discussion.date, discussion.place.file, discussion.place.line)
    for entry in entries:
        at = (entry.place.file, entry.place.line)
        values.choice(entry.kind or "nothing", KINDS, "kind of entry", *at)
        values.choice(entry.status or "nothing", STATUSES, "status", *at)
        values.choice(entry.outcome, OUTCOMES, "outcome", *at)
        for chosen, known, what in ((entry.offenders, OFFENDERS, "offender"), (entry.phases, PHASES, "phase")):
            for one in chosen:
                values.choice(one, known, what, *at)
        values.day(entry.decided_on, *at)
        for name in sorted(set(entry.fields) - WORDS):
            values.fault(f"{entry.label} has no “{name[:40]}”", *at)
        if entry.heading is not None and not 0 <= entry.heading < count:
            values.fault(f"{entry.label} stands under heading {entry.heading}, and the file has {count}", *at)
        try:
            remedies.parse(entry.remedies)
        except ValueError as error:
            values.fault(f"{entry.label}: {error}", *at)


class _Decoder:
    """Makes records of the values of a JSON text by the types of their fields. What has another type becomes a fault."""

    def __init__(self, values: Values, name: str) -> None:
        self.values = values
        self.name = name
        self.line = 1

    def made(self, value: Any, sort: type[Any], at: str) -> Any:
        """The record that a table of values makes."""
        kinds = typing.get_type_hints(sort)
        if not isinstance(value, dict):
            self._fault(at, "a table")
            value = {}
        for key in sorted(set(value) - set(names_of(sort)), key=str):
            self.values.fault(f"{_dotted(at, str(key)[:40])} is unknown here", self.name, self.line)
        given: dict[str, Any] = {}
        for each in fields(sort):
            path = _dotted(at, each.name)
            if each.name == "place":
                given["place"] = Place(self.name, self.line)
            elif each.name in value:
                given[each.name] = self._value(value[each.name], kinds[each.name], path)
            elif each.default is MISSING and each.default_factory is MISSING:  # what is empty is left out; a year never is
                given[each.name] = "" if kinds[each.name] is str else self._value(None, kinds[each.name], path)
        return sort(**given)

    def _value(self, value: Any, kind: Any, at: str) -> Any:
        origin, inner = typing.get_origin(kind), typing.get_args(kind)
        if origin in (types.UnionType, typing.Union):
            return None if value is None else self._value(value, next(one for one in inner if one is not type(None)), at)
        if is_dataclass(kind):
            return self.made(value, typing.cast(type[Any], kind), at)
        if origin is tuple:
            return self._list(value, inner, at)
        if origin is dict:
            if not isinstance(value, dict) or not all(isinstance(word, str) for word in value.values()):
                self._fault(at, "a table of texts")
                return {}
            return dict(value)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self._fault(at, {str: "a text", int: "a whole number", bool: "true or false"}[kind])
            return kind()
        return value

    def _list(self, value: Any, inner: tuple[Any, ...], at: str) -> tuple[Any, ...]:
        many = len(inner) == 2 and inner[1] is Ellipsis
        if not isinstance(value, list) or (not many and len(value) != len(inner)):
            self._fault(at, "a list" if many else f"a list of {len(inner)}")
            return () if many else tuple("" for _ in inner)
        kinds = [inner[0]] * len(value) if many else inner
        return tuple(self._value(one, kind, f"{at}[{i}]") for i, (one, kind) in enumerate(zip(value, kinds, strict=True)))

    def _fault(self, at: str, wanted: str) -> None:
        self.values.fault(f"{at or 'the whole'} should be {wanted}", self.name, self.line)


def _dotted(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name


def _refused(message: str, name: str) -> Unreadable:
    return Unreadable([Fault(message, Place(name, 1))])
