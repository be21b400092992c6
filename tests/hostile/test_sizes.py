"""Too much of anything: fields of ten megabytes, files that unpack without end, requests that are none. The site has a hard limit on its memory."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator

import pytest

from tests import databases

from . import FULL, payloads
from .server import Served, served

MB = 1_000_000
PEAK = 450 * MB  # of memory in use, whatever is sent; a site at rest has some 120
DEEP = "<a>" * 200_000
LAUGHS = '<!DOCTYPE l [<!ENTITY l0 "ha">' + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 13)) + "]>"


@pytest.fixture(scope="module")
def site(shipped_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("hostile")
    address = databases.copy(shipped_database, folder)
    with served(address, folder) as running:
        yield running
    databases.drop(address)


@pytest.fixture(autouse=True)
def unharmed(site: Served) -> Iterator[None]:
    """After each test the same process answers, has never had too much in use, and has logged no error."""
    before = site.log.read_text()
    yield
    assert site.ask("GET", "/auction-1912/law/84/")[0] == 200
    assert site.peak() < PEAK
    told = site.log.read_text()[len(before) :]
    assert not re.search(r"MemoryError|Internal Server Error|WORKER TIMEOUT|SIGKILL", told), told[-3000:]


# ---- fields -----------------------------------------------------------------------------------------------------------------------

LARGE = {
    "one word": "x" * 10 * MB,
    "markup": "<x-h>" * 2 * MB,
    "citations": "Law 84 b, " * MB,
    "ranges": "Laws 1-99 " * MB,
    "quotation marks": "“" * 3 * MB,
    "parts": "\n\n(a) x" * MB,
    "a table": "|" * 10 * MB,
    "line ends": "\n" * 10 * MB,
    "joined letters": "e\u0301" * 3 * MB,
}


@pytest.mark.parametrize("much", LARGE.values() if FULL else list(LARGE.values())[:3], ids=LARGE if FULL else list(LARGE)[:3])
@pytest.mark.parametrize(("path", "name"), [("/proof/", "text"), ("/admin/laws/ruling/preview/", "case-0-facts"), ("/admin/laws/ruling/add/", "title"),
                                            ("/admin/login/", "username"), ("/admin/import-table/", "why")])  # fmt: skip
def test_a_field_of_ten_megabytes_is_refused(site: Served, path: str, name: str, much: str) -> None:
    status, page = site.send(path, {name: much, "edition": "auction-1912"})
    assert status in (0, 400, 403, 413, 422), "refused, or cut short before it was all sent"
    assert len(page) < MB


@pytest.mark.parametrize("much", LARGE.values() if FULL else list(LARGE.values())[2:5], ids=LARGE if FULL else list(LARGE)[2:5])
def test_as_much_as_a_field_may_hold_is_read_in_a_page(site: Served, much: str) -> None:
    status, page = site.send("/proof/", {"text": much[:40_000], "edition": "auction-1912"})
    assert status in (200, 422)
    assert len(page) < 10 * MB


def test_too_many_fields_and_files_are_refused(site: Served) -> None:
    assert site.send("/admin/laws/ruling/add/", {f"n{n}": "x" for n in range(6000)})[0] == 400
    assert site.send("/admin/import-table/", {f"n{n}": ("a.csv", b"x") for n in range(200)})[0] == 400
    assert site.ask("POST", "/proof/", "&".join(f"n{n}=x" for n in range(100_000)).encode(), "application/x-www-form-urlencoded")[0] in (0, 400, 413)
    assert site.ask("POST", "/proof/", b"%u" * 200_000 + b"&" * 50_000, "application/x-www-form-urlencoded")[0] in (0, 400, 413, 422)
    assert site.ask("POST", "/oembed", b'{"a":' * 300_000, "application/json")[0] in (0, 400, 403, 405, 413)


# ---- files ------------------------------------------------------------------------------------------------------------------------

TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def zipped(files: dict[str, bytes | str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def lying(size: int) -> bytes:
    """A zip whose directory says that its sheet is small, and which unpacks to `size`."""
    honest = zipped({"[Content_Types].xml": TYPES, "xl/workbook.xml": "<a/>", "xl/worksheets/sheet1.xml": b" " * size})
    return honest.replace(size.to_bytes(4, "little"), (1000).to_bytes(4, "little"))


def packed_otherwise(way: int) -> bytes:
    """A zip whose sheet is packed by a way that unpacks all at once."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", way) as made:
        for name, data in {"[Content_Types].xml": TYPES.encode(), "xl/workbook.xml": b"<a/>", "xl/worksheets/sheet1.xml": b" " * 38 * MB}.items():
            made.writestr(name, data)
    return out.getvalue()


def overlapping() -> bytes:
    """A directory of thousands of files that are all the same bytes."""
    one = zipped({"xl/a.xml": b"<a>" * 3 * MB})
    start = one.index(b"PK\x01\x02")
    end = one.index(b"PK\x05\x06")
    entries = one[start:end] * 5000
    tail = one[end : end + 8] + (5000).to_bytes(2, "little") * 2 + len(entries).to_bytes(4, "little") + start.to_bytes(4, "little") + b"\0\0"
    return one[:start] + entries + tail


def bombs() -> dict[str, bytes]:
    sheet = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
    usual = {"[Content_Types].xml": TYPES, "xl/workbook.xml": "<workbook/>"}
    outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    found = {
        "a sheet of blanks": zipped({**usual, "xl/worksheets/sheet1.xml": b" " * 500 * MB}),
        "a sheet that is said to be small": lying(300 * MB),
        "a sheet packed by bzip2": packed_otherwise(zipfile.ZIP_BZIP2),
        "a sheet packed by LZMA": packed_otherwise(zipfile.ZIP_LZMA),
        "the same file five thousand times": overlapping(),
        "a billion laughs": zipped({**usual, "xl/workbook.xml": f"{LAUGHS}<workbook>&l12;</workbook>"}),
        "laughs among the words": zipped({**usual, "xl/sharedStrings.xml": f"{LAUGHS}<sst><si><t>&l12;</t></si></sst>"}),
        "laughs in UTF-16": zipped({**usual, "xl/workbook.xml": f"{LAUGHS}<workbook>&l12;</workbook>".encode("utf-16")}),
        "laughs in the types": zipped({**usual, "[Content_Types].xml": f"{LAUGHS}<Types>&l12;</Types>"}),
        "a file of the system": zipped({**usual, "xl/sharedStrings.xml": f"{outside}<sst><si><t>&x;</t></si></sst>"}),
        "names that lead out": zipped({**usual, "../../../../tmp/x-h.xml": "<a/>", "/etc/x-h": "x"}),
        "tags without end": zipped({**usual, "xl/worksheets/sheet1.xml": sheet.format("<row>" * 3 * MB)}),
        "tags in one another": zipped({**usual, "xl/worksheets/sheet1.xml": DEEP}),
        "one attribute": zipped({**usual, "xl/workbook.xml": f'<workbook a="{"x" * 30 * MB}"/>'}),
        "a cell without end": zipped({**usual, "xl/worksheets/sheet1.xml": sheet.format(f"<row><c t='inlineStr'><is><t>{'x' * 30 * MB}</t></is></c></row>")}),
        "a row far away": zipped({**usual, "xl/worksheets/sheet1.xml": sheet.format('<row r="2000000000"><c r="XFD2000000000"><v>1</v></c></row>')}),
        "a zip in a zip": zipped({**usual, "xl/a.xml": zipped({"b": b"\0" * 100 * MB})}),
        "no zip": b"PK\x03\x04" + b"\0" * MB,
        "an old workbook": b"\xd0\xcf\x11\xe0" + b"\0" * MB,
        "packed bytes": zlib.compress(b"\0" * 100 * MB),
    }
    return found


def test_a_workbook_that_is_a_bomb_is_refused_in_a_page(site: Served) -> None:
    edition = re.search(rb'<option value="(\d+)">[^<]*Auction', site.ask("GET", "/admin/import-table/")[2])
    assert edition
    for why, data in bombs().items():
        status, page = site.send("/admin/import-table/", {"table": ("table.xlsx", data), "edition": edition[1].decode(), "kind": "penalty", "why": "x-h"})
        assert status == 200, (why, status)
        assert b"errorlist" in page or b"errornote" in page or b"refused" in page or b"messages" in page, why
        assert payloads.CANARY.encode() not in page, why
        assert site.peak() < PEAK, why


def test_a_table_or_a_book_without_end_is_refused_in_a_page(site: Served) -> None:
    edition = re.search(rb'<option value="(\d+)">[^<]*Auction', site.ask("GET", "/admin/import-table/")[2])
    assert edition
    tables = {"columns": b"," * 9 * MB, "one row of many lines": b'"\n",,,,,,' * MB, "rows": b"number\n" + b"1\n" * 4 * MB, "one cell": b'number\n"' + b"x" * 9 * MB, "too large": b"x" * 11 * MB, "NULs": b"\0" * 9 * MB,
              "marks": b'"' * 9 * MB}  # fmt: skip
    units = {"tags": b"<p>", "tags in one another": b"<div>", "attributes": b"a=1 ", "open": b"<", "signs": b"&", "labels": b"1. x\n\n", "words": b"Law 84 ", "NULs": b"\0",
             "blanks": b" ", "comments": b"<!--", "quotations": b"\xe2\x80\x9c"}  # fmt: skip
    starts = {"attributes": b"<p ", "words": b"1. ", "blanks": b"1. a"}
    books = {why: starts.get(why, b"") + unit * (3_900_000 // len(unit)) for why, unit in units.items()}
    books |= {"laughs": f"{LAUGHS}<html><p>1. &l12;</p></html>".encode(), "too large": b"x" * 21 * MB}
    for why, data in list(tables.items())[:: 1 if FULL else 2]:
        status, page = site.send("/admin/import-table/", {"table": ("table.csv", data), "edition": edition[1].decode(), "kind": "penalty"})
        assert (status, len(page) < 5 * MB, site.peak() < PEAK) == (200, True, True), (why, status, site.peak())
    for why, data in list(books.items())[:: 1 if FULL else 4]:
        name = "book.html" if data.lstrip().startswith((b"<", b"&")) else "book.txt"
        status, page = site.send("/admin/import-book/", {"book": (name, data), "edition": "hoyle-1900", "year": "1900"})
        assert (status, len(page) < 20 * MB, site.peak() < PEAK) == (200, True, True), (why, status, site.peak())


# ---- requests that are none -------------------------------------------------------------------------------------------------------

HEAD = b"Host: casebook.example\r\nX-Forwarded-Proto: https\r\n"
REQUESTS = {
    "no request": b"\0\x01\x02\x03\r\n\r\n",
    "a long line": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a long header": b"GET / HTTP/1.1\r\n" + HEAD + b"X-H: " + b"x" * 200_000 + b"\r\n\r\n",
    "too many headers": b"GET / HTTP/1.1\r\n" + HEAD + b"".join(b"X-H%d: x\r\n" % n for n in range(5000)) + b"\r\n",
    "no length": b"POST /proof/ HTTP/1.1\r\n" + HEAD + b"Content-Length: x-h\r\n\r\nq=1",
    "a length below nothing": b"POST /proof/ HTTP/1.1\r\n" + HEAD + b"Content-Length: -5\r\n\r\nq=1",
    "a length without end": b"POST /proof/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 99999999999999\r\n\r\nq=1",
    "two lengths": b"POST /proof/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 3\r\nContent-Length: 9\r\n\r\nq=1",
    "a request in a request": b"POST /proof/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x-h HTTP/1.1\r\n\r\n",
    "a chunk that is none": b"POST /proof/ HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\nZZZ\r\nx",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: casebook.example\r\nHost: evil.example\r\n\r\n",
    "a header in a header": b"GET / HTTP/1.1\r\nHost: casebook.example\r\nX-H: a\r b\r\n\r\n",
    "a version of its own": b"GET / HTTP/9.9\r\n" + HEAD + b"\r\n",
    "a method of its own": b"X-H / HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a whole address": b"GET http://evil.example/ HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a static file outside": b"GET /static/../../../../etc/passwd HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a static file outside, in code": b"GET /static/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a path outside": b"GET /../../../../etc/passwd HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a NUL": b"GET /\0/etc/passwd HTTP/1.1\r\n" + HEAD + b"\r\n",
    "letters of no writing": b"GET /\xff\xfe\x80/ HTTP/1.1\r\n" + HEAD + b"\r\n",
    "parts without an end": b"POST /admin/login/ HTTP/1.1\r\n" + HEAD + b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 20\r\n\r\n--x\r\nContent-Dispositi",
    "parts with a long edge": b"POST /proof/ HTTP/1.1\r\n" + HEAD + b"Content-Type: multipart/form-data; boundary=" + b"x" * 5000 + b"\r\nContent-Length: 2\r\n\r\nab",
    "parts packed": b"POST /proof/ HTTP/1.1\r\n" + HEAD + b"Content-Encoding: gzip\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\n\x1f\x8b\x08",
}


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_a_request_that_is_none_is_refused_and_the_site_goes_on(site: Served, request_: bytes) -> None:
    answer = site.raw(request_)
    status = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
    assert not status or int(status[1]) < 500, answer[:300]
    assert payloads.CANARY.encode() not in answer
    assert b"evil.example" not in answer
    assert not re.search(rb"(?i)^server: gunicorn/|python/\d|django/\d", answer), "no version is told"
