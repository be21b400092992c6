"""Writing a table as CSV or XLSX, so that no spreadsheet runs what stands in it and nothing is lost on the way back."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font

from laws import xml

from .sheet import GUARDED, guard

FORMATS = {"csv": "text/csv; charset=utf-8", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
WIDE = {"offense", "penalty", "title", "holding", "note", "remedies"}
LONGEST = 32_767  # characters that a cell of a workbook holds
VERY_WIDE = re.compile(r"^(?:facts|query|decision|remark)")


class TooLong(Exception):
    """A text that no workbook can hold; the message says which."""


def table(columns: Sequence[str], rows: Sequence[dict[str, str]], form: str) -> bytes:
    """The file of a table; `form` is "csv" or "xlsx". Raises TooLong where a text does not go into a workbook."""
    return _csv(columns, rows) if form == "csv" else _xlsx(columns, rows)


def _csv(columns: Sequence[str], rows: Sequence[dict[str, str]]) -> bytes:
    """CSV in UTF-8 with its mark, by which Excel knows it. What could be a formula has an apostrophe before it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([guard(row.get(name, "")) for name in columns] for row in rows)
    return out.getvalue().encode("utf-8-sig", "replace")


def _xlsx(columns: Sequence[str], rows: Sequence[dict[str, str]]) -> bytes:
    """A workbook of text cells: a spreadsheet makes neither formulas nor dates of them."""
    for row in rows:
        if long := [name for name in columns if len(row.get(name, "")) >= LONGEST]:
            what = f"“{long[0]}” of {row.get('number', '')}"
            raise TooLong(f"{what} has more than {LONGEST:,} characters, and no workbook holds so many: take CSV.")
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Table")
    sheet.freeze_panes = "A2"
    for at, name in enumerate(columns, start=1):
        width = 60 if VERY_WIDE.match(name) else 34 if name in WIDE else 14
        sheet.column_dimensions[openpyxl.utils.get_column_letter(at)].width = width
    heads = []
    for name in columns:
        head = WriteOnlyCell(sheet, name)
        head.font = Font(bold=True)
        heads.append(head)
    sheet.append(heads)
    for row in rows:
        sheet.append([_text(sheet, row.get(name, "")) for name in columns])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _text(sheet: object, text: str) -> WriteOnlyCell:
    """A cell of text. An apostrophe that stands there is doubled, since reading takes one away."""
    cell = WriteOnlyCell(sheet, "")
    cell.value = xml.clean(f"'{text}" if GUARDED.match(text) else text, "\ufffd") or None
    if text:
        cell.data_type = "s"
        cell.number_format = "@"
        cell.quotePrefix = bool(re.match(r"[=+\-@]", text))
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    return cell
