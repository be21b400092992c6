"""Reading tables: every encoding and separator that spreadsheets write, and every file that is none, with a message of its own."""

from __future__ import annotations

import io
import zipfile
from datetime import date

import openpyxl
import pytest

from laws.bulk import delimited, workbook
from laws.bulk.bring import read
from laws.bulk.columns import CASES, PENALTIES
from laws.bulk.sheet import GUARDED, Cell, Refused, bare, guard, letters
from laws.bulk.writing import table
from tests.bulk.test_bring import TEXTS, saved

HEADS = "number,offense,penalty,laws\n"
GOOD = HEADS + "1,Müller’s revoke,150 points,84 a\n"


def rows(data, name="table.csv", of=PENALTIES):
    sheet = read(data, name, of)
    return [(number, {head: cell.text for head, cell in row.items()}) for number, row in sheet.rows], sheet.notes


def said(data, name="table.csv", of=PENALTIES):
    with pytest.raises(Refused) as caught:
        read(data, name, of)
    return [str(message) for message in caught.value.messages]


def workbook_of(*lines, **how):
    book = openpyxl.Workbook()
    for line in lines:
        book.active.append(line)
    for cells in how.get("merged", ()):
        book.active.merge_cells(cells)
    return saved(book)


# ---- CSV


@pytest.mark.parametrize(
    ("data", "note", "why"),
    [
        (GOOD.encode(), None, "UTF-8"),
        (GOOD.encode("utf-8-sig"), None, "Excel's CSV UTF-8 has a mark"),
        (GOOD.encode("utf-16"), None, "Excel's Unicode text"),
        (GOOD.encode("utf-16-le"), "has no mark of its encoding and was read as UTF-16-LE", "UTF-16 without its mark"),
        (GOOD.encode("cp1252"), "is not UTF-8 (byte 0xfc in line 2) and was read as Windows-1252: look at the accents.", "Excel's plain CSV"),
        (GOOD.replace(",", ";").encode(), "Its cells are parted by semicolons.", "Excel where the comma is a decimal sign"),
        (GOOD.replace(",", "\t").encode("utf-16"), "Its cells are parted by tabs.", "Excel's Unicode text"),
        (b"sep=;\n" + GOOD.replace(",", ";").encode(), "Its cells are parted by semicolons.", "Excel says so itself"),
        (GOOD.replace("\n", "\r\n").encode(), None, "line ends of Windows"),
        (GOOD.replace("\n", "\r").encode(), None, "line ends of old Macs"),
        (b"\n\n" + GOOD.encode() + b"\n,,,\n\n", None, "blank rows"),
        (GOOD.replace("number", " Number ").encode(), None, "heads in capitals, with spaces"),
        (GOOD.replace("laws\n", "laws,,\n").replace("84 a\n", "84 a,,\n").encode(), None, "empty columns at the end"),
    ],
)
def test_a_table_is_read_however_it_was_saved(data, note, why):
    found, notes = rows(data)
    assert [row for _, row in found] == [{"number": "1", "offense": "Müller’s revoke", "penalty": "150 points", "laws": "84 a"}], why
    assert (notes == []) if note is None else any(note in line for line in notes), (why, notes)


def test_rows_are_numbered_as_a_spreadsheet_shows_them():
    data = HEADS + '1,"Two\nlines",x,84\n\n2,b,y,85\n'
    assert [number for number, _ in rows(data.encode())[0]] == [2, 4]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "The file is empty."),
        (b"\n \n", "The file is empty."),
        (b"\x00\x01\x02\x03" * 100, "This is not a text file."),
        (b"%PDF-1.4\n\x9c\x8d\x81\x00\x00\xff" * 30, "This is not a text file."),
        (HEADS.encode() + b'1,"An offense,150 points,84 a\n2,x,y,85\n', "Row 2: A quotation mark opens here (line 2 of the file) and never closes."),
        (HEADS.encode() + b'1,"a\nb",c,84\n2,"x,y,85\n', "Row 3: A quotation mark opens here (line 4 of the file) and never closes."),
        (HEADS.encode() + b'1,"An" offense,c,84\n', "Row 2: Something follows a closing quotation mark (line 2 of the file)"),
        (HEADS.encode() + b'1,"' + b"x" * 200_000 + b'",c,84\n', "Row 2: A quotation mark opens here (line 2 of the file) and never closes."),
        (HEADS.encode() + b"1,Play, and talk,x,84\n", "Row 2: The row has 5 cells, and the first row 4: where a comma stands inside words"),
        (HEADS.encode() + b"1,Play\n", "Row 2: The row has 2 cells, and the first row 4: an empty cell still needs its comma."),
        (b"number,ofense,penalty\n1,a,b\n", "Row 1: There is no column “ofense”: did you mean “offense”?"),
        (b"number,frobnicate\n1,a\n", "Row 1: There is no column “frobnicate”: known are number, id, offense"),
        (b"offense,penalty\na,b\n", "Row 1: The column “number” is missing."),
        (b"number,offense,Offense\n1,a,b\n", "Row 1: The column “offense” stands there 2 times."),
        (b"1,Revoke,150 points\n2,Revoke,x\n", "Row 1: The first row must hold the heads of the columns (number, id, offense"),
        (b"number,offense,\n1,a,stray\n", "Row 2: “stray” stands in column C, which has no head."),
        (HEADS.encode() + b"1,a,b,84\n" * 6000, "Row 5002: The table goes on; at most 5,000 rows are taken at once."),
        (HEADS.encode() + b"," * 2000, "Row 2: The row has 2,001 cells, and no table of ours has so many columns."),
        (HEADS.encode() + b"x" * 10_000_001, "The file is larger than 10 MB: no table of rulings is."),
    ],
)
def test_what_is_no_table_is_said_in_its_own_way(data, says):
    assert said(data)[0].startswith(says), said(data)


def test_a_table_of_cases_is_not_taken_for_one_of_penalties():
    assert "There is no column “facts”" in said(b"number,facts\n1,a\n")[0]
    assert rows(b"number,facts\n1,a\n", of=CASES)[0] == [(2, {"number": "1", "facts": "a"})]


# ---- XLSX


def test_a_workbook_is_read_with_its_numbers_dates_and_blank_rows():
    data = workbook_of([None], ["Number", "facts", "decided"], [1, "Facts", date(1912, 11, 30)], [None], [2.0, "More", "1912-12-01"], [])
    assert rows(data, "t.xlsx", CASES)[0] == [
        (3, {"number": "1", "facts": "Facts", "decided": "1912-11-30"}),
        (5, {"number": "2", "facts": "More", "decided": "1912-12-01"}),
    ]


def test_a_workbook_is_known_by_what_it_is_and_not_by_its_name():
    assert rows(workbook_of(["number", "offense"], [1, "a"]), "table.csv")[0] == [(2, {"number": "1", "offense": "a"})]


def test_only_the_first_sheet_is_read_and_that_is_said():
    book = openpyxl.Workbook()
    book.active.append(["number", "offense"])
    book.active.append([1, "a"])
    book.create_sheet("Notes").append(["whatever"])
    assert rows(saved(book), "t.xlsx")[1] == ["Only the sheet “Sheet” was read; there are 2."]


def test_merged_cells_are_named():
    data = workbook_of(["number", "offense", "group"], [1, "a", "x"], [2, "b", None], merged=["C2:C3"])
    assert said(data, "t.xlsx") == ["Row 2: The cells C2:C3 are merged: part them, and write the words into each."]


def zip_of(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as inside:
        for name, words in files.items():
            inside.writestr(name.replace("__", "/"), words)
    return out.getvalue()


def altered(change, packing=zipfile.ZIP_DEFLATED):
    """A good workbook with its files changed, or packed in another way."""
    good, out = zipfile.ZipFile(io.BytesIO(workbook_of(["number", "offense"], [1, "a"]))), io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as inside:
        for name in good.namelist():
            inside.writestr(name, change(name, good.read(name)))
    return out.getvalue()


def lying(size=30_000_000):
    """A workbook whose zip says that its sheet has a thousand bytes."""
    honest = altered(lambda name, data: b" " * size if name.endswith("sheet1.xml") else data)
    return honest.replace(size.to_bytes(4, "little"), (1000).to_bytes(4, "little"))


LAUGHS = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><x>&b;</x>'


def laughing(encoding="utf-8"):
    return altered(lambda name, data: LAUGHS.encode(encoding) if name.endswith("sheet1.xml") else data)


def test_no_more_is_unpacked_than_the_zip_says(monkeypatch):
    data, unpacked = lying(), []
    read_whole = zipfile.ZipExtFile.read
    monkeypatch.setattr(zipfile.ZipExtFile, "read", lambda file, n=-1: unpacked.append(n) or read_whole(file, n))
    with pytest.raises(Refused):
        workbook.rows(data)
    assert unpacked and min(unpacked) >= 0 and max(unpacked) < 100_000, "never all that there is"


def test_a_row_without_end_is_not_read_to_its_end():
    assert said(b"number" + b"," * 2_000_000) == ["Row 1: The row goes on and on, with more than 100,000 commas."]
    assert said((HEADS + "1," + '"\n",,,,,,' * 60_000).encode())[0].startswith("Row 2: The row goes on and on")


@pytest.mark.parametrize(
    ("data", "says", "why"),
    [
        (zip_of(x="y"), "This is a zip file, and no XLSX workbook.", "a zip of something"),
        (zip_of(mimetype="x") + b"", "This is a zip file, and no XLSX workbook.", "another zip"),
        (b"PK\x03\x04 and nothing more", "This is no XLSX workbook, or a damaged one.", "cut short"),
        (workbook_of(["number"], [1])[:-300], "This is no XLSX workbook, or a damaged one.", "cut off"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "This is an old workbook (XLS), or one with a password", "XLS"),
        (laughing(), "The workbook declares entities of its own, which no spreadsheet does: it is not read.", "billion laughs"),
        (laughing("utf-16"), "The workbook declares entities of its own", "billion laughs, hidden in UTF-16"),
        (lying(), "This is no XLSX workbook, or a damaged one", "a file that unpacks to more than the zip says"),
        (altered(lambda name, data: data, zipfile.ZIP_BZIP2), "The workbook is packed in a way that no spreadsheet uses", "a packing that unpacks all at once"),
        (altered(lambda name, data: data + b" " * 45_000_000 if name.endswith("sheet1.xml") else data), "The workbook unpacks to more than 40 MB", "bomb"),
        (altered(lambda name, data: data.replace(b"</sheetData>", b"<a>" * 1_100_000) if name.endswith("sheet1.xml") else data), "The workbook has too many", "deep"),
        (altered(lambda name, data: b"<nonsense" if name.endswith("workbook.xml") else data), "The workbook is damaged and cannot be read", "damaged"),
        (altered(lambda name, data: b"" if name.endswith("sheet1.xml") else data), "The workbook is damaged and cannot be read", "an empty sheet file"),
        (workbook_of([None]), "There is nothing in the table.", "empty"),
    ],
)
def test_what_is_no_workbook_is_said_in_its_own_way(data, says, why):
    assert said(data, "table.xlsx")[0].startswith(says), (why, said(data, "table.xlsx"))


def test_a_workbook_with_broken_bytes_is_refused_wherever_they_are():
    whole = workbook_of(["number", "offense"], [1, "a"])
    for at in range(30, len(whole) - 60, 7):
        broken = bytearray(whole)
        broken[at] ^= 0x55
        try:
            read(bytes(broken), "t.xlsx", PENALTIES)
        except Refused as refused:
            assert all(message.text for message in refused.messages)


def test_an_opendocument_table_is_told_from_a_workbook():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as inside:
        inside.writestr("content.xml", "<x/>")
    assert said(out.getvalue(), "t.ods") == ["This is an OpenDocument table: save it as XLSX or CSV."]


def test_a_sheet_that_never_ends_is_left():
    far = b'<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>end</t></is></c></row></sheetData>'
    data = altered(lambda name, data: data.replace(b"</sheetData>", far) if name.endswith("sheet1.xml") else data)
    assert said(data, "t.xlsx") == ["The sheet goes on for more than 20,000 rows: delete the empty ones below the table."]


@pytest.mark.parametrize(
    ("value", "cell"),
    [("=A1+1", Cell("=A1+1", "formula")), (84, Cell("84", "number")), (1.5, Cell("1.5", "number")), (True, Cell("TRUE", "number")),
     ("#REF!", Cell("#REF!", "error")), (date(2026, 3, 4), Cell("2026-03-04", "date"))],
)  # fmt: skip
def test_what_a_spreadsheet_made_of_a_cell_is_known(value, cell):
    found, _ = workbook.rows(workbook_of(["number", "offense"], [1, value]))
    assert found[1][1][1] == cell


# ---- formulas


@pytest.mark.parametrize("text", [*TEXTS, "", "'", "''", "'tis", "=", "plain"])
def test_a_guarded_cell_is_bare_again(text):
    assert bare(guard(text)) == text
    assert guard(text)[:1] not in set("=+-@\t\r\n") or guard(text) == ""
    assert GUARDED.match(guard(text)) or guard(text) == text


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_written_table_is_read_as_the_same_cells(form):
    written = [{"number": str(i), "offense": text, "penalty": f"x{text}"} for i, text in enumerate(TEXTS, start=1)]
    found, notes = rows(table(["number", "offense", "penalty"], written, form), f"t.{form}")
    assert [row for _, row in found] == written and notes == []


def test_columns_have_the_letters_of_a_spreadsheet():
    assert [letters(at) for at in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


def test_the_heads_decide_what_parts_the_cells():
    found, _ = delimited.rows(b"number;offense\n1;a, b\n", PENALTIES.columns)
    assert [cell.text for cell in found[1][1]] == ["1", "a, b"]
