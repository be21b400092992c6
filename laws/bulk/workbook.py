"""Reading a table from an XLSX file, which is a zip of XML that anybody may have made: within bounds, and without running anything."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from datetime import date, datetime, time
from typing import Any

import openpyxl

from .sheet import MOST_COLUMNS, MOST_ROWS, Cell, Message, Refused, bare

LARGEST_INSIDE = 40_000_000  # bytes, unpacked
MOST_FILES = 400
MOST_TAGS = 1_000_000  # in all files together: a full table of 5,000 rows has fewer
MOST_LINES = 4 * MOST_ROWS  # rows with or without anything in them
USUAL = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
OLD_FORMAT = b"\xd0\xcf\x11\xe0"
_DAMAGED = (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError, ValueError)
_DECLARATION = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.I)
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\b[^>]*\bref="([A-Z]{1,3}\d+:[A-Z]{1,3}\d+)"')


def rows(data: bytes) -> tuple[list[tuple[int, list[Cell]]], list[str]]:
    """The rows of the first sheet of a workbook, and notes on how it was read. Raises Refused where it is none, or out of bounds."""
    data = _bounded(data)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"] or list(book.worksheets)
        if not sheets:
            raise _refused("There is no sheet in this workbook.")
        sheet: Any = sheets[0]
        merged = _merged(data, str(getattr(sheet, "_worksheet_path", "")))
        sheet.reset_dimensions()
        found = _read(sheet)
    except Refused:
        raise
    except Exception as error:  # whatever openpyxl meets in a file that only pretends
        raise _refused("The workbook is damaged and cannot be read: open it in a spreadsheet, and save it anew.") from error
    if merged:
        said = "are merged: part them, and write the words into each."
        raise Refused([Message(_row_of(ref), "", f"The cells {ref} {said}") for ref in merged])
    notes = [f"Only the sheet “{sheet.title}” was read; there are {len(sheets)}."] if len(sheets) > 1 else []
    return found, notes


def _refused(text: str) -> Refused:
    return Refused([Message(0, "", text)])


def _bounded(data: bytes) -> bytes:
    """The same workbook unpacked, once it is sure to be one, to be of a reasonable size, and to declare nothing that grows when it is read.

    It is packed anew because whoever reads a whole file of a zip unpacks all of it, whatever size the zip says that it has.
    """
    if data.startswith(OLD_FORMAT):
        raise _refused("This is an old workbook (XLS), or one with a password: save it as XLSX, without a password.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as inside:
            files = inside.infolist()
            names = {file.filename for file in files}
            if "content.xml" in names:
                raise _refused("This is an OpenDocument table: save it as XLSX or CSV.")
            if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
                raise _refused("This is a zip file, and no XLSX workbook.")
            if len(files) > MOST_FILES or sum(file.file_size for file in files) > LARGEST_INSIDE:
                raise _refused(f"The workbook unpacks to more than {LARGEST_INSIDE // 1_000_000} MB: no table of rulings is so large.")
            if any(file.compress_type not in USUAL for file in files):
                raise _refused("The workbook is packed in a way that no spreadsheet uses: save it anew.")
            tags, out = 0, io.BytesIO()
            with zipfile.ZipFile(out, "w") as bare_zip:
                for file in files:
                    with inside.open(file) as opened:
                        raw = opened.read(file.file_size + 1)  # with a number to stop at, no more than that is ever unpacked
                    tags += _tags(file.filename, raw)
                    bare_zip.writestr(file.filename, raw)
            if tags > MOST_TAGS:
                raise _refused(f"The workbook has too many cells: at most {MOST_ROWS:,} rows are taken at once.")
            return out.getvalue()
    except _DAMAGED as error:
        raise _refused("This is no XLSX workbook, or a damaged one.") from error


def _tags(name: str, raw: bytes) -> int:
    """How many tags a file of a workbook has. Raises Refused where it declares entities."""
    if not name.endswith((".xml", ".rels", ".vml")):
        return 0
    raw = raw.replace(b"\0", b"")
    if _DECLARATION.search(raw):
        raise _refused("The workbook declares entities of its own, which no spreadsheet does: it is not read.")
    return raw.count(b"<")


def _merged(data: bytes, path: str) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as inside:
        name = path.lstrip("/")
        return [ref.decode() for ref in _MERGED.findall(inside.read(name))] if name in inside.namelist() else []


def _row_of(ref: str) -> int:
    return int(re.sub(r"\D", "", ref.split(":", 1)[0]))


def _read(sheet: Any) -> list[tuple[int, list[Cell]]]:
    found: list[tuple[int, list[Cell]]] = []
    for number, cells in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS), start=1):
        if number > MOST_LINES or len(found) > MOST_ROWS + 1:
            raise _refused(f"The sheet goes on for more than {min(number - 1, MOST_LINES):,} rows: delete the empty ones below the table.")
        read = [_cell(cell) for cell in cells]
        while read and not read[-1].text:
            read.pop()
        if read:
            found.append((number, read))
    return found


def _cell(cell: Any) -> Cell:
    """What a cell holds, as text."""
    value, sort = cell.value, getattr(cell, "data_type", "s")
    if value is None:
        return Cell("")
    if sort == "f":
        return Cell(str(getattr(value, "text", value)), "formula")
    if sort == "e":
        return Cell(str(value), "error")
    if isinstance(value, bool):
        return Cell("TRUE" if value else "FALSE", "number")
    if isinstance(value, datetime):
        midnight = (value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0)
        return Cell(value.date().isoformat() if midnight else value.isoformat(), "date")
    if isinstance(value, date | time):
        return Cell(value.isoformat(), "date")
    if isinstance(value, int | float):
        return Cell(str(int(value)) if float(value).is_integer() else repr(value), "number")
    return Cell(bare(str(value)))
