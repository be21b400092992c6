"""What a reader or an editor may put into an address or a header: statements for the database, paths of files, and plain nonsense.

The names that a view asks for are recorded as it asks, and the statements that reach the database are read: what was typed is never in them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.core.handlers.wsgi import WSGIRequest, get_bytes_from_wsgi
from django.db import connection, transaction
from django.http import QueryDict
from django.test import Client
from django.utils.functional import cached_property

from . import FULL, addresses, payloads, stage, verdict

pytestmark = pytest.mark.django_db
# What is asked for only together with something else, or taken as a whole.
BESIDES = {"newsletter": ("title", "pick", "say-7N0JR", "as-7N0JR", "do", "add"), "oembed": ("url", "format", "maxwidth", "maxheight")}
OF_A_LIST = ("q", "o", "p", "e", "all", "_to_field", "_popup", "_facets", "_changelist_filters", "pk__in", "id__regex", "xhostile", "xhostile__y")
WATCHED = ("/etc/passwd", "/proc/self/environ", "/etc/shadow")


class Recording(QueryDict):
    """The parameters of a request, that remembers what it was asked for."""

    names: ClassVar[set[str]] = set()

    def get(self, key: Any, default: Any = None) -> Any:
        self.names.add(key)
        return super().get(key, default)

    def getlist(self, key: Any, default: Any = None) -> Any:
        self.names.add(key)
        return super().getlist(key, default)

    def __getitem__(self, key: Any) -> Any:
        self.names.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: Any) -> bool:
        self.names.add(key)
        return super().__contains__(key)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names that views have asked for since the set was emptied."""
    recording = cached_property(lambda request: Recording(get_bytes_from_wsgi(request.environ, "QUERY_STRING", ""), encoding=request._encoding))
    recording.__set_name__(WSGIRequest, "GET")
    monkeypatch.setattr(WSGIRequest, "GET", recording)
    Recording.names.clear()
    return Recording.names


@pytest.fixture
def clients() -> dict[bool, Client]:
    """A reader, and (True) an editor who may see everything."""
    editor = stage.build()
    found = {at_the_desk: Client(raise_request_exception=False) for at_the_desk in (False, True)}
    found[True].force_login(editor)
    return found


def got(client: Client, address: str) -> Any:
    """The answer to an address; whatever was done or broken in the database meanwhile is undone."""
    before = transaction.savepoint()
    try:
        return client.get(address)
    finally:
        transaction.savepoint_rollback(before)
        transaction.set_rollback(False)


@contextmanager
def statements_with(word: str) -> Iterator[list[str]]:
    """The statements that reach the database with a word in them, as the database is to run them, without their values."""
    found: list[str] = []

    def read(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if word in str(sql):
            found.append(str(sql)[:300])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(read):
        yield found


def some(turn: int, count: int, values: tuple[str, ...] = payloads.INJECTIONS, *, every: bool = FULL) -> Iterator[str]:
    """All the values, or a few of them, others each turn."""
    yield from values if every else (values[(turn * 3 + n * 7) % len(values)] for n in range(count))


def query(names: Any, value: str) -> str:
    return "&".join(f"{quote(name)}={quote(value.encode('utf-8', 'surrogatepass'))}" for name in sorted(names))


def places(known: dict[str, list[str]]) -> Iterator[tuple[addresses.Shape, str, bool]]:
    """One address of each shape, of each kind of file too, and whether it is to take every value; the desk's own forms of other apps stand
    for one another.

    In full all addresses come, but what takes long to make, and what only differs from another address in its blanks, takes a few values.
    """
    for shape in addresses.shapes():
        if shape.name == "logout" or (shape.route.startswith("admin/axes/") and not FULL):
            continue
        found = addresses.every(shape, known)
        dear = shape.blanks[-1:] == ("form",)
        for at, address in enumerate(found):
            slow = address.endswith(("pdf", "epub", "png"))
            if FULL or not at or (dear and not slow):
                yield shape, address, FULL and not at and not slow


def lists() -> Iterator[tuple[str, set[str]]]:
    """The lists of the desk with the names by which they can be narrowed, all columns in turn."""
    for model, desk in admin.site._registry.items():
        columns = {field.name for field in model._meta.get_fields()}
        filters = {name for name in desk.list_filter if isinstance(name, str)}
        lookups = {f"{name}__{how}" for name in (columns if FULL else sorted(columns)[:3]) for how in ("exact", "in", "regex", "isnull", "gte", "date")}
        yield f"/admin/{model._meta.app_label}/{model._meta.model_name}/", {*columns, *filters, *lookups, *OF_A_LIST}


def test_no_parameter_of_any_address_becomes_part_of_a_statement(clients: dict[bool, Client], asked: set[str]) -> None:
    tried, found = 0, []
    with statements_with(payloads.WORD) as touched:
        for at, (shape, address, every) in enumerate(places(stage.known())):
            client = clients[shape.at_the_desk]
            asked.clear()
            client.get(address)
            names = {name for name in asked if isinstance(name, str)} | set(BESIDES.get(shape.name.partition("-")[0], ()))
            turns = [(names, value) for value in some(at, 2, every=every) if names]
            turns += [({name}, value) for n, name in enumerate(sorted(names)) for value in some(at + n, 1, every=every)]
            for together, value in turns:
                answer: Any = got(client, f"{address}?{query(together, value)}")
                faults = verdict.broken(answer) + (verdict.of_answer(answer) if "<x-h>" in value else [])
                found.append((f"{address} {sorted(together)} {value[:40]!r}", faults))
                tried += 1
    assert verdict.told(found) == {}
    assert touched == []
    assert tried > 200


def test_no_list_of_the_desk_is_narrowed_by_a_statement(clients: dict[bool, Client]) -> None:
    found = []
    with statements_with(payloads.WORD) as touched:
        for at, (address, names) in enumerate(lists()):
            for n, name in enumerate(sorted(names)[:: 1 if FULL else 3]):
                for value in some(at + n, 3 if FULL else 1, every=FULL and "__" not in name):
                    answer: Any = got(clients[True], f"{address}?{query([name], value)}")
                    found.append((f"{address}?{name}={value[:40]!r}", verdict.broken(answer)))
    assert verdict.told(found) == {}
    assert touched == []


def test_no_part_of_an_address_is_a_statement_or_a_file(clients: dict[bool, Client]) -> None:
    known = stage.known()
    values = (*payloads.PATHS, *(quote(value.encode("utf-8", "surrogatepass"), safe="")[:4000] for value in payloads.INJECTIONS))
    found = []
    with statements_with(payloads.WORD) as touched, opened() as files:
        for at, shape in enumerate(addresses.shapes()):
            usual = {blank: (known.get(blank) or ["law"])[0] for blank in shape.blanks} | {"slug": "84", "object_id": "1", "key": "1", "id": "1"}
            for n, blank in enumerate(dict.fromkeys(shape.blanks)):
                for value in some(at + n, 2 if shape.at_the_desk else 8, values):
                    address = "/" + shape.filled({**usual, blank: value})[1:].replace("/", "%2f", 1) if value.startswith("/") else shape.filled({**usual, blank: value})
                    answer: Any = got(clients[shape.at_the_desk], address)
                    body = verdict.body_of(answer)
                    faults = verdict.broken(answer) + ["a file of the system"] * (payloads.CANARY.encode() in body) + ["a header"] * ("X-H" in answer)
                    found.append((address[:120], faults))
    assert verdict.told(found) == {}
    assert touched == []
    assert files == []


# ---- files ------------------------------------------------------------------------------------------------------------------------

_armed: list[list[str]] = []


def _heard(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and _armed and str(arguments[0]).startswith(WATCHED):
        _armed[-1].append(str(arguments[0]))


@contextmanager
def opened() -> Iterator[list[str]]:
    """Which of the WATCHED files were opened, by whatever way of Python's."""
    if not getattr(sys, "_casebook_hears", False):
        sys.addaudithook(_heard)  # it cannot be taken off again
        sys._casebook_hears = True  # type: ignore[attr-defined]
    _armed.append([])
    try:
        yield _armed[-1]
    finally:
        _armed.pop()


def test_an_opened_file_is_heard_of() -> None:
    with opened() as files, open("/etc/passwd") as file:
        file.read(1)
    assert files == ["/etc/passwd"]


# ---- headers ----------------------------------------------------------------------------------------------------------------------

LONG = "x-h," * 4000
HEADERS = {
    "another host": ("Host", "evil.example"),
    "a host with a path": ("Host", "testserver/../evil.example"),
    "a host that is markup": ("Host", '"><x-h>'),
    "a host without an end": ("Host", "[::1"),
    "a port that is none": ("Host", "testserver:99999999"),
    "no host": ("Host", ""),
    "a forwarded host": ("X-Forwarded-Host", "evil.example"),
    "a forwarded address": ("X-Forwarded-For", LONG),
    "a forwarded address that is markup": ("X-Forwarded-For", "<x-h>, '; DROP TABLE laws_entry; --"),
    "a forwarded scheme": ("X-Forwarded-Proto", "javascript"),
    "forwarded": ("Forwarded", "for=evil.example;host=evil.example;proto=x"),
    "an overriding path": ("X-Original-URL", "/admin/"),
    "an overriding method": ("X-HTTP-Method-Override", "DELETE"),
    "a long language": ("Accept-Language", "en;q=" + "0." * 5000),
    "a language that is a path": ("Accept-Language", "../../../etc/passwd"),
    "a long mark": ("If-None-Match", LONG),
    "any mark": ("If-None-Match", "*"),
    "a mark left open": ("If-None-Match", 'W/"x-h'),
    "a mark of another": ("If-Match", '"x-h"'),
    "no day": ("If-Modified-Since", "Xxx, 99 Foo 99999 99:99:99 GMT"),
    "the last day": ("If-Modified-Since", "Fri, 31 Dec 9999 23:59:60 GMT"),
    "an old day": ("If-Unmodified-Since", "Thu, 01 Jan 0000 00:00:00 GMT"),
    "too many ranges": ("Range", "bytes=" + "0-1," * 3000),
    "cookies of nonsense": ("Cookie", "sessionid=../../etc/passwd; csrftoken=<x-h>; =; ;;a=\"b; \x7f=1"),
    "a long cookie": ("Cookie", "sessionid=" + "x" * 16000),
    "many cookies": ("Cookie", "; ".join(f"c{n}=x" for n in range(3000))),
    "no session": ("Cookie", "sessionid=' OR 1=1 --; messages=xhostile:xhostile:xhostile"),
    "a page that asks": ("HX-Current-URL", "http://[x-h"),
    "a part of a page": ("HX-Request", "true"),
    "a typed answer": ("HX-Prompt", "%ff%fe<x-h>"),
    "where from": ("Referer", "javascript:x-h()"),
    "where from, no address": ("Referer", "http://[x-h"),
    "an origin": ("Origin", "http://[x-h"),
    "who asks": ("User-Agent", "<x-h>" + "x" * 8000),
    "what is wanted": ("Accept", LONG),
    "how it is packed": ("Accept-Encoding", "gzip;q=x, br;q=-1, " + LONG),
    "a number of its own": ("X-Request-ID", "x-h\u00ff" * 50),
    "who signs in": ("Authorization", "Basic !!!!"),
    "a token": ("Authorization", "Bearer " + "\u00ff" * 20),
    "a kind without parts": ("Content-Type", "multipart/form-data"),
    "a kind in no writing": ("Content-Type", "application/x-www-form-urlencoded; charset=x-h"),
    "a kind of nothing": ("Content-Type", "\u00ff/;;;=\"x-h"),
}
ASKED = ("/", "/auction-1912/law/84/", "/search/?q=odd+trick", "/proof/", "/oembed?url=https://casebook.example/auction-1912/law/84/", "/feeds/rulings.atom",
         "/admin/login/", "/admin/laws/ruling/", "/nowhere/", "/healthz", "/readyz", "/metrics", "/auction-1912/whole.json", "/newsletter/")  # fmt: skip


def test_no_header_breaks_a_page_or_finds_its_way_into_it(clients: dict[bool, Client], settings: Any) -> None:
    found = []
    form = {"CONTENT_TYPE": "application/x-www-form-urlencoded"}
    for at, (why, (name, value)) in enumerate(HEADERS.items()):
        key = name.upper().replace("-", "_") if name.startswith("Content-") else f"HTTP_{name.upper().replace('-', '_')}"
        for behind_proxy in (False, True) if FULL else (at % 2 == 0,):
            settings.BEHIND_PROXY = behind_proxy
            for address in ASKED:
                client: Any = clients[address.startswith("/admin/laws")]
                answers = [client.get(address, **{key: value}), client.generic("POST", address, b"text=a&username=a&password=b", **{**form, key: value})]
                for answer in answers:
                    told = answer.get("Location", "") + verdict.body_of(answer).decode("utf-8", "replace")
                    faults = verdict.broken(answer) + verdict.of_answer(answer) + ["it names another host"] * ("evil.example" in told)
                    found.append((f"{why}: {address} {answer.status_code}", faults))
    assert verdict.told(found) == {}
