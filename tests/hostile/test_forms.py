"""What is typed into the forms of the site and of the desk, and what is put into the tables and books that are brought in."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import resolve

from laws.bulk.columns import TABLES
from laws.models import Edition
from laws.xml import NOT_XML
from tests.admin.forms import Typed

from . import FULL, addresses, payloads, stage, verdict
from .test_asking import opened, statements_with

pytestmark = pytest.mark.django_db
NONSENSE = ("\x00x-h", "\ud7ff\ufffe\x01\x1b", "\u202e\u2066x-h\u2069\u2028", "-1", "99999999999999999999", "1e400", "0000-00-00", "x" * 20_000, "")
TYPED = (*payloads.MARKUP, *payloads.INJECTIONS, *payloads.URLS, *NONSENSE)
TYPED = tuple(value for value in TYPED if not any("\ud800" <= letter <= "\udfff" for letter in value))  # no form can be sent with those
ALONE = ("proof/", "admin/login/", "admin/import-table/", "admin/import-book/")


@pytest.fixture
def desk() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(stage.build())
    return client


def forms(known: dict[str, list[str]]) -> Iterator[str]:
    """The addresses of the forms for every kind of row that the desk changes, adds, moves or puts back, and of the site's own."""
    for shape in addresses.shapes():
        if shape.route in ALONE or (shape.at_the_desk and shape.route.endswith(("change/", "add/", "password/", "password_change/", "%(name)s/", "%(ref)s/", "deleted/"))):
            found = addresses.every(shape, known)
            yield from found if FULL else found[:2]


def buttons(address: str, turn: int) -> list[dict[str, str]]:
    """What a form is sent with: one button after another in turn where all is tried, since each answer takes its time."""
    names = ("_save", "_preview", "_publish")
    if FULL:
        return [{names[turn % 3]: "1"}]
    return [{name: "1"} for name in (names[:2] if "/laws/" in address else names[:1])]


def sent(client: Client, address: str, values: dict[str, Any]) -> Any:
    """The answer to a form, whose work is undone again."""
    before = transaction.savepoint()
    try:
        return client.post(address, values)
    finally:
        transaction.savepoint_rollback(before)
        transaction.set_rollback(False)


def filled(values: dict[str, Any], turn: int, *, words_only: bool) -> dict[str, Any]:
    """A form with something hostile in each of its fields, or in those alone that hold words and no keys, marks or counts."""
    found: dict[str, Any] = {}
    for at, (name, value) in enumerate(values.items()):
        is_word = isinstance(value, str) and not value.isdigit() and not name.endswith(("_FORMS", "-id", "stamp", "seen", "kind", "edition", "status", "position"))
        spared = name.endswith(("_FORMS", "csrfmiddlewaretoken")) or (words_only and not is_word)
        found[name] = value if spared else TYPED[(turn * 5 + at) % len(TYPED)]
    return found


def test_whatever_is_typed_into_a_form_is_taken_as_words_or_refused_in_a_page(desk: Client) -> None:
    found, tried = [], 0
    with statements_with(payloads.WORD) as touched, opened() as files:
        for at, address in enumerate(forms(stage.known())):
            opening: Any = desk.get(address)
            values = Typed(opening.content.decode()).values if opening.status_code == 200 else {}
            for turn in range(at % 8, len(TYPED), 8) if FULL else (at, at + 11):
                for words_only in (True, False):
                    for button in buttons(address, at + turn // 8 + words_only):
                        answer = sent(desk, address, {**filled(values, turn, words_only=words_only), **button})
                        found.append((f"{address} {turn} {button} {answer.status_code}", verdict.broken(answer) + verdict.of_answer(answer)))
                        tried += 1
    assert verdict.told(found) == {}
    assert (touched, files) == ([], [])
    assert tried > 150


@pytest.mark.parametrize("turn", range(0, len(TYPED), 1 if FULL else 6))
def test_the_proof_reader_and_the_preview_show_what_was_typed_as_words(desk: Client, turn: int) -> None:
    text = f"See Law 84 b: “It costs {TYPED[turn]} two tricks.”\n\n{payloads.long_text(turn)}\n\n{TYPED[turn]}"
    found = []
    for address, values in (
        ("/proof/", {"text": text, "edition": "auction-1912"}),
        ("/proof/", {"text": text, "edition": "auction-1912", "is_markdown": "on"}),
        ("/proof/", {"text": text, "edition": text}),
        ("/admin/laws/ruling/preview/", {"edition": str(Edition.objects.get(slug="auction-1912").pk), "number": TYPED[turn], "title": TYPED[turn], "case-0-facts": text,
                                         "case-0-decision": text, "case-0-holding": TYPED[turn], "text": text}),
        ("/admin/laws/lawtext/preview/", {"edition": TYPED[turn], "number": "84", "text": text}),
        ("/admin/login/", {"username": TYPED[turn], "password": TYPED[turn], "next": TYPED[turn]}),
    ):  # fmt: skip
        answer = sent(desk, address, values)
        found.append((f"{address} {answer.status_code}", verdict.broken(answer) + verdict.of_answer(answer)))
    assert verdict.told(found) == {}


# ---- uploads ----------------------------------------------------------------------------------------------------------------------


def workbook(rows: list[list[str]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append([NOT_XML.sub("", value)[:30_000] for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def table(kind: str, turn: int) -> list[list[str]]:
    """A table whose every cell is hostile, with a right number first, so that its other cells are looked at."""
    heads = list(TABLES[kind].columns)
    row = [TYPED[(turn * 7 + at) % len(TYPED)] for at in range(len(heads))]
    return [heads, ["901", *row[1:]], row, [TYPED[turn % len(TYPED)]] * len(heads)]


def delimited(rows: list[list[str]]) -> bytes:
    return "\n".join(",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows).encode("utf-8", "replace")


NAMES = ("../../../../tmp/x-h.csv", "/etc/passwd.csv", "x-h\x00.csv", '"><x-h>.csv', "a" * 300 + ".csv", "..\\..\\x-h.csv", "CON.csv", "‮vsc.csv", ".csv")


@pytest.mark.parametrize("kind", ["penalty", "case"])
@pytest.mark.parametrize("turn", range(0, len(TYPED), 1 if FULL else 12))
def test_whatever_stands_in_a_table_is_taken_as_words_or_refused_by_its_row(desk: Client, settings: Any, tmp_path: Any, turn: int, kind: str) -> None:
    settings.VAR_DIR = tmp_path
    edition, found = Edition.objects.get(slug="auction-1912"), []
    with statements_with(payloads.WORD) as touched, opened() as files:
        for at, data in enumerate((delimited(table(kind, turn)), workbook(table(kind, turn)), delimited([["x-h", payloads.MARKUP[turn % 20]], ["a"]]))):
            upload = SimpleUploadedFile(NAMES[(turn + at) % len(NAMES)], data)
            answer = sent(desk, "/admin/import-table/", {"table": upload, "edition": edition.pk, "kind": kind, "why": TYPED[turn % len(TYPED)][:80], "publish": "on"})
            found.append((f"{at}: {answer.status_code}", verdict.broken(answer) + verdict.of_answer(answer)))
            answer = sent(desk, "/admin/import-table/", {"load": "1"})
            found.append((f"{at}, loaded: {answer.status_code}", verdict.broken(answer) + verdict.of_answer(answer)))
    assert verdict.told(found) == {}
    assert (touched, files) == ([], [])
    assert {path.parent.name for path in tmp_path.rglob("*") if path.is_file()} <= {"imports", "exports", "making"}, "nothing was written elsewhere"


BOOKS = {
    "text": "THE LAWS OF {0}\n\n1. {0}\n\n2. See Law 1 {0}.\n\n(a) {0}\n\nCASE 1\n\n{0}\n\nDECISION\n\n{0}",
    "page": "<html><head><title>{0}</title><script>x-h()</script></head><body><h1>{0}</h1><h2>LAWS</h2><p>1. {0}</p><p>2. <b onclick=x-h()>{0}</b> See Law 1.</p>"
    "<table><tr><td>{0}</td></tr></table><iframe srcdoc='<x-h>'></iframe></body></html>",
    "entities": '<!DOCTYPE x [<!ENTITY a "{0}"><!ENTITY b SYSTEM "file:///etc/passwd"><!ENTITY c "&a;&a;&a;">]><html><body><p>1. &b; &c;</p></body></html>',
}


@pytest.mark.parametrize("shape", BOOKS)
@pytest.mark.parametrize("turn", range(0, len(TYPED), 1 if FULL else 12))
def test_whatever_stands_in_a_book_is_taken_as_words_or_refused(desk: Client, settings: Any, tmp_path: Any, turn: int, shape: str) -> None:
    settings.VAR_DIR = tmp_path
    book = BOOKS[shape].replace("{0}", TYPED[turn][:2000]).encode("utf-8", "replace")
    found = []
    with statements_with(payloads.WORD) as touched, opened() as files:
        for name in ("book.txt", "book.html", NAMES[turn % len(NAMES)].replace(".csv", ".htm")):
            values = {"book": SimpleUploadedFile(name, book), "edition": "hoyle-1900", "title": TYPED[turn][:200], "year": "1900"}
            answers = [desk.post("/admin/import-book/", values), desk.post("/admin/import-book/", {"load": "1"})]
            if Edition.objects.filter(slug="hoyle-1900").exists():
                answers += [desk.get(address) for address in ("/hoyle-1900/", "/hoyle-1900/law/1/", "/hoyle-1900/whole.html", "/hoyle-1900/whole.md", "/hoyle-1900/law/2/")]
            for answer in answers:
                where = getattr(answer, "request", {}).get("PATH_INFO", "")
                page = b"" if answer.status_code != 200 else verdict.body_of(answer)
                found.append((f"{name} {where} {answer.status_code}", verdict.broken(answer) + verdict.of_answer(answer) + ["a file"] * (payloads.CANARY.encode() in page)))
    assert verdict.told(found) == {}
    assert (touched, files) == ([], [])
    assert {path.parent.name for path in tmp_path.rglob("*") if path.is_file()} <= {"imports", "exports", "making"}


def test_every_form_of_the_desk_is_reached(desk: Client) -> None:
    reached = {resolve(address).view_name for address in forms(stage.known())}
    assert {"admin:laws_ruling_change", "admin:laws_edition_change", "admin:laws_term_add", "proof", "import-table", "import-book"} <= reached
