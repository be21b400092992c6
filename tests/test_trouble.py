"""A database that is busy, full or away is told to the reader and to the log, and nothing is half-written."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.middleware import SessionMiddleware
from django.contrib.sessions.models import Session
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError, ProgrammingError
from django.test import Client
from django.urls import reverse

from casebook import trouble
from laws import editing
from laws.models import Entry
from laws.views import home
from tests.builders import make_law
from tests.databases import POSTGRESQL


@pytest.mark.parametrize(
    ("exception", "sentence"),
    [
        (OperationalError("database is locked"), trouble.BUSY),
        (OperationalError("database table is locked"), trouble.BUSY),
        (OperationalError("database or disk is full"), trouble.FULL),
        (OperationalError('could not extend file "base/1/2": No space left on device'), trouble.FULL),
        (OperationalError("disk I/O error"), trouble.FULL),
        (OperationalError("attempt to write a readonly database"), trouble.READ_ONLY),
        (OperationalError("cannot execute INSERT in a read-only transaction"), trouble.READ_ONLY),
        (OperationalError('connection to server at "10.0.0.1", port 5432 failed: Connection refused'), trouble.AWAY),
        (OperationalError("server closed the connection unexpectedly"), trouble.AWAY),
        (OperationalError("terminating connection due to administrator command"), trouble.AWAY),
        (OperationalError("the database system is starting up"), trouble.AWAY),
        (OperationalError("unable to open database file"), trouble.AWAY),
        (OperationalError("sorry, too many connections"), trouble.BUSY),
        (InterfaceError("connection already closed"), trouble.AWAY),
        (ProgrammingError('invalid connection option "foo"'), trouble.AWAY),
        (OperationalError('connection is bad: invalid sslmode value: "nonsense"'), trouble.AWAY),
        (DatabaseError("file is not a database"), trouble.AWAY),
        (DatabaseError("database disk image is malformed"), trouble.AWAY),
        (OperationalError("no such table: laws_entry"), ""),
        (ProgrammingError("syntax error"), ""),
        (IntegrityError("UNIQUE constraint failed: the server"), ""),
        (ValueError("database is locked"), ""),
    ],
)
def test_what_is_the_matter_is_said_for_people(exception: Exception, sentence: str) -> None:
    assert trouble.sentence_for(exception) == sentence


def test_a_reader_is_told_and_the_log_has_a_sentence(db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("server closed the connection unexpectedly\n\tThis probably means ...")

    reverse("home")  # the addresses and their forms are read before the database goes away
    monkeypatch.setattr(logging.getLogger("casebook"), "propagate", True)
    monkeypatch.setattr(home.Edition.objects, "in_order", away)
    answer = Client().get("/")
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert trouble.AWAY in page and "try again" in page and "saved" not in page
    assert any(trouble.AWAY in record.getMessage() and "probably" not in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize("said", ["disk I/O error", "unable to open database file", "attempt to write a readonly database", "database is locked"])
def test_a_session_that_cannot_be_written_is_told_though_no_view_met_it(db: None, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    """The session is saved after the view: Django asks no middleware about that, and takes one that was there for lost."""
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("keeper"))
    key = client.session.session_key

    def refuse(*_: Any, **__: Any) -> None:
        raise OperationalError(said)

    monkeypatch.setattr(Session, "save", refuse)
    monkeypatch.setattr(SessionMiddleware, "process_request", lambda _, request: _changed(request, key))
    answer = client.post("/admin/login/", {"username": "keeper", "password": "wrong"})
    assert answer.status_code == 503
    assert trouble.sentence_for(OperationalError(said)) in answer.content.decode()


def _changed(request: Any, key: str | None) -> None:
    request.session = SessionStore(key)
    request.session["changed"] = True


def test_an_editor_is_told_that_nothing_was_saved(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    law = make_law(number="84", text="As it was.")

    def full(*_: Any, **__: Any) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(editing.index, "update", full)
    client = Client()
    client.force_login(User.objects.create_superuser("keeper"))
    answer = client.post("/admin/laws/offense/add/", {"slug": "made-up", "name": "Made up"})
    assert answer.status_code == 302, "what touches no index is saved"
    answer = client.post("/admin/laws/lawtext/", {"action": "withdraw", "_selected_action": [law.pk]})
    assert answer.status_code in {302, 503}
    assert Entry.objects.get(pk=law.pk).status == "published"


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param("title__regex=((((", id="a pattern that does not close"),
        pytest.param("id__in=99999999999999999999999999", id="a number that no column holds"),
    ],
)
def test_what_cannot_be_looked_for_is_a_bad_request(client: Client, db: None, asked: str) -> None:
    make_law()
    client.force_login(User.objects.create_superuser("editor"))
    none = POSTGRESQL and "id__in" in asked  # it compares numbers of any size, and finds nothing
    assert client.get(f"/admin/laws/lawtext/?{asked}").status_code == (200 if none else 400)


@pytest.mark.parametrize("read", [ipaddress.ip_address, ipaddress.ip_network, ipaddress.ip_interface])
def test_what_is_no_network_address_cannot_be_looked_for(read: Callable[[str], object]) -> None:
    with pytest.raises(ValueError, match="appear") as told:
        read("no'\n address")
    assert trouble.is_senseless(told.value)


def test_a_fault_of_ours_is_no_bad_request() -> None:
    assert not trouble.is_senseless(OperationalError("no such table: laws_entry"))
    assert not trouble.is_senseless(OverflowError("cannot convert float infinity to integer"))
