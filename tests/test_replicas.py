"""Whom a reader's request asks: replicas that answer and are up to date, then the primary, then whatever is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, OperationalError, ProgrammingError, router
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory

from casebook import addresses, replicas
from laws.models import Entry

Lag = dict[str, float | None]  # None: it does not answer


class Connections(dict[str, Any]):
    """Stands for django.db.connections: only closing matters here."""

    def __missing__(self, alias: str) -> Connections:
        return self

    def close(self) -> None: ...


@pytest.fixture
def lag(monkeypatch: pytest.MonkeyPatch) -> Lag:
    told: Lag = {"one": 0.0, "two": 0.0}

    def lag_of(alias: str) -> float:
        found = told[alias]
        if found is None:
            raise OperationalError("no server there")
        return found

    monkeypatch.setattr(replicas, "lag_of", lag_of)
    monkeypatch.setattr(replicas, "connections", Connections())
    return told


class Clock:
    at = 100.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def known(clock: Clock) -> replicas.Replicas:
    return replicas.Replicas(("one", "two"), most_lag=10.0, now=clock)


def test_replicas_come_before_the_primary_and_share_the_work(known: replicas.Replicas, lag: Lag) -> None:
    orders = [list(known.in_order()) for _ in range(50)]
    assert {order[2] for order in orders} == {"default"}
    assert {order[0] for order in orders} == {"one", "two"}


@pytest.mark.parametrize("wrong", [pytest.param(None, id="does not answer"), pytest.param(11.0, id="lags")])
def test_a_replica_that_is_no_good_comes_last(known: replicas.Replicas, lag: Lag, wrong: float | None) -> None:
    lag["one"] = wrong
    assert list(known.in_order()) == ["two", "default", "one"]


def test_a_replica_that_is_back_is_asked_again_after_a_while(known: replicas.Replicas, lag: Lag, clock: Clock) -> None:
    lag["one"] = None
    list(known.in_order())
    lag["one"] = 0.0
    clock.at += replicas.LEFT_ALONE - 1
    assert next(known.in_order()) == "two"
    clock.at += 1.1
    assert "one" in list(known.in_order())[:2]


def test_a_lag_is_looked_at_once_a_second_and_not_for_each_page(known: replicas.Replicas, lag: Lag, clock: Clock) -> None:
    list(known.in_order())
    lag["one"] = 60.0
    assert list(known.in_order())[2] == "default"
    clock.at += 1.1
    assert list(known.in_order())[1:] == ["default", "one"]
    lag["one"] = 2.0
    clock.at += 1.1
    assert list(known.in_order())[2] == "default"


# ---- a request ----------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def middleware(settings: Any, lag: Lag) -> Callable[[Callable[[HttpRequest], HttpResponse]], replicas.ReadingElsewhere]:
    settings.REPLICAS = ["one", "two"]
    settings.REPLICA_LAG = 10
    return replicas.ReadingElsewhere


def seen(request: HttpRequest) -> HttpResponse:
    return HttpResponse(replicas.asked.get())


@pytest.mark.parametrize(
    ("how", "primary"),
    [
        pytest.param({"method": "GET", "path": "/"}, False, id="a reader"),
        pytest.param({"method": "HEAD", "path": "/"}, False, id="a reader who wants the head alone"),
        pytest.param({"method": "POST", "path": "/proof/"}, True, id="who sends something"),
        pytest.param({"method": "GET", "path": "/admin/login/"}, True, id="the desk"),
        pytest.param({"method": "GET", "path": "/", "HTTP_COOKIE": "sessionid=abc"}, True, id="an editor, who reads what he wrote"),
    ],
)
def test_readers_ask_replicas_and_writers_the_primary(middleware: Any, how: dict[str, str], primary: bool) -> None:
    request = RequestFactory().generic(how.pop("method"), how.pop("path"), **how)
    said = middleware(seen)(request).content.decode()
    assert (said == "default") is primary
    assert replicas.asked.get() == "default", "the next request begins anew"


def test_a_page_whose_database_dies_under_it_is_made_again(middleware: Any, rf: RequestFactory) -> None:
    alive = {"default"}
    asked = []

    def page(request: HttpRequest) -> HttpResponse:
        asked.append(replicas.asked.get())
        if replicas.asked.get() not in alive:
            raise OperationalError("server closed the connection unexpectedly")
        return HttpResponse("the page")

    def answering(request: HttpRequest) -> HttpResponse:  # what Django's handler does with an exception of a view
        request.resolver_match = type("Match", (), {"func": staticmethod(page), "args": (), "kwargs": {}})()
        try:
            return page(request)
        except Exception as error:
            found = elsewhere.process_exception(request, error)
            return found or HttpResponse(status=500)

    elsewhere = middleware(answering)
    assert elsewhere(rf.get("/")).content == b"the page"
    assert asked[-1] == "default" and set(asked[:-1]) <= {"one", "two"}
    alive.clear()
    assert elsewhere(rf.get("/")).status_code == 500, "nothing answers"
    alive.add("one")
    assert elsewhere(rf.get("/")).content == b"the page", "the primary is away: whatever still answers"
    assert replicas.asked.get() == "default"


def test_other_errors_are_left_to_others(middleware: Any, rf: RequestFactory) -> None:
    request = rf.get("/")
    elsewhere = middleware(seen)
    elsewhere(request)
    assert elsewhere.process_exception(request, Http404()) is None
    assert elsewhere.process_exception(rf.post("/"), OperationalError()) is None


def test_the_router_reads_where_it_is_told_and_writes_to_the_primary() -> None:
    found = replicas.Router()
    with replicas.asking("one"):
        assert (found.db_for_read(Entry), found.db_for_write(Entry)) == ("one", "default")
    assert found.db_for_read(Entry) == "default"
    assert (found.allow_migrate("one", "laws"), found.allow_migrate("default", "laws")) == (False, True)
    assert router.db_for_read(Entry) == "default"


def test_addresses_of_replicas_that_make_no_sense_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for nonsense, why in (
        ("postgres://a/b, mysql://u:hunter2@c/d", "number 2"),
        ("postgres://u:hun/ter2@h/name", "%2F"),
        ("postgres://u:hunter2@h:99999/name", "no address"),
        ("postgres://u:hunter2@h:5432/", "no database"),
        ("postgres://u:hunter2@h/name?foo=bar", "foo"),
    ):
        monkeypatch.setenv("REPLICA_URLS", nonsense)
        with pytest.raises(ImproperlyConfigured, match=f"REPLICA_URLS .*{why}") as refused:
            addresses.replica_addresses("REPLICA_URLS", "postgres://primary/casebook")
        assert "ter2" not in str(refused.value)


def test_sqlite_has_no_replicas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REPLICA_URLS", "postgres://a/b")
    with pytest.raises(ImproperlyConfigured, match="REPLICA_URLS names replicas, which only a PostgreSQL"):
        addresses.replica_addresses("REPLICA_URLS", "sqlite:///casebook.sqlite3")
    assert addresses.replica_addresses("REPLICA_URLS", "postgres://a/casebook") == ["postgres://a/b"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_who_looks_after_the_site_waits_for_no_replica(middleware: Any, rf: RequestFactory, lag: Lag, path: str) -> None:
    lag.clear()  # whoever asked one would meet a KeyError
    assert middleware(seen)(rf.get(path)).content == b"default"


@pytest.mark.parametrize("error", [ProgrammingError('invalid connection option "foo"'), InterfaceError("gone"), DatabaseError("whatever")])
def test_a_replica_that_says_anything_but_its_lag_is_left_alone(
    known: replicas.Replicas, lag: Lag, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuse(alias: str) -> float:
        raise error

    monkeypatch.setattr(replicas, "lag_of", refuse)
    assert next(known.in_order()) == "default"
