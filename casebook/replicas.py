"""Readers' questions go to replicas of the database; whoever writes, or has signed in, asks the primary.

A replica that does not answer is left alone for a while and then tried again; one that lags is used only where nothing else answers. A page
whose replica dies under it is made again from the next one, so that the reader sees nothing of it.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

PRIMARY = "default"
LEFT_ALONE = 5.0  # seconds for which a replica that failed is not asked
LOOKED_AT = 1.0  # seconds for which what was found of a replica's lag is believed
AWAY = (OperationalError, InterfaceError)  # what a page meets whose database goes away
NO_USE = (DatabaseError, InterfaceError)  # a replica that says anything but its lag is no use, whatever it says
# A replica that has replayed all it received, from a sender that is there, is up to date however long ago the last change was.
LAG = """
    SELECT CASE
        WHEN NOT pg_is_in_recovery() THEN 0
        WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AND EXISTS (SELECT 1 FROM pg_stat_wal_receiver) THEN 0
        ELSE coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 1e9) END
"""
OF_THE_KEEPER = ("/admin/", "/metrics", "/healthz", "/readyz")  # an answer about the site itself waits for no replica
log = logging.getLogger(__name__)
asked: ContextVar[str] = ContextVar("asked", default=PRIMARY)


class Router:
    """Tells Django which database to ask: for reading the one that the middleware chose, for writing the primary."""

    def db_for_read(self, model: type, **hints: Any) -> str:
        return asked.get()

    def db_for_write(self, model: type, **hints: Any) -> str:
        return PRIMARY

    def allow_relation(self, first: Any, second: Any, **hints: Any) -> bool:
        return True  # all of them hold the same rows

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == PRIMARY


@dataclass(slots=True)
class _Known:
    """What one process knows of a replica, by the monotonic clock."""

    failed_at: float = -LEFT_ALONE
    looked_at: float = -LOOKED_AT
    lag: float = 0.0


@dataclass(slots=True)
class Replicas:
    """The replicas as one process knows them. `now` is a clock that never goes back."""

    aliases: tuple[str, ...]
    most_lag: float
    now: Callable[[], float] = time.monotonic
    known: dict[str, _Known] = field(default_factory=dict)

    def in_order(self) -> Iterator[str]:
        """Whom to ask, best first: replicas that answer and are up to date, the primary, then whatever may still answer."""
        fresh: list[str] = []
        others: list[str] = []
        for alias in random.sample(self.aliases, len(self.aliases)):
            (fresh if self._is_up_to_date(alias) else others).append(alias)
        yield from fresh
        yield PRIMARY
        yield from others

    def failed(self, alias: str) -> None:
        """Leave a replica alone for a while."""
        if alias in self.aliases:
            log.warning("The database “%s” does not answer; it is left alone for %.0f seconds.", alias, LEFT_ALONE)
            self._of(alias).failed_at = self.now()
        connections[alias].close()

    def _of(self, alias: str) -> _Known:
        return self.known.setdefault(alias, _Known())

    def _is_up_to_date(self, alias: str) -> bool:
        known = self._of(alias)
        if self.now() - known.failed_at < LEFT_ALONE:
            return False
        if self.now() - known.looked_at >= LOOKED_AT:
            try:
                lag = lag_of(alias)
            except NO_USE:
                self.failed(alias)
                return False
            if (lag > self.most_lag) != (known.lag > self.most_lag):
                said = "not asked" if lag > self.most_lag else "asked again"
                log.warning("The database “%s” lags by %.0f seconds: %s.", alias, lag, said)
            known.lag, known.looked_at = lag, self.now()
        return known.lag <= self.most_lag


def lag_of(alias: str) -> float:
    """By how many seconds a replica is behind, as it sees it. Raises one of NO_USE where it does not answer."""
    connection = connections[alias]
    if connection.vendor != "postgresql":
        return 0.0
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        cursor.execute(LAG)
        return float(cursor.fetchone()[0])


class ReadingElsewhere:
    """Middleware: chooses the database for a reader's request, and the next one where it fails."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.replicas = Replicas(tuple(settings.REPLICAS), settings.REPLICA_LAG)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not _is_reader(request):
            return self.get_response(request)
        order = self.replicas.in_order()
        request.elsewhere = order  # type: ignore[attr-defined]
        with asking(next(order)):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A database that went away while a page was made: make the page again from the next one."""
        order = getattr(request, "elsewhere", None)
        if order is None or not isinstance(exception, AWAY) or not request.resolver_match:
            return None
        match = request.resolver_match
        self.replicas.failed(asked.get())
        for alias in order:
            asked.set(alias)  # the request's own context: it is put back when the request has been answered
            try:
                response: HttpResponse = match.func(request, *match.args, **match.kwargs)
                return response.render() if hasattr(response, "render") else response
            except NO_USE:
                self.replicas.failed(alias)
        return None


@contextmanager
def asking(alias: str) -> Iterator[None]:
    """Inside, what is read is read from this database."""
    token = asked.set(alias)
    try:
        yield
    finally:
        asked.reset(token)


def _is_reader(request: HttpRequest) -> bool:
    signed_in = settings.SESSION_COOKIE_NAME in request.COOKIES
    return request.method in ("GET", "HEAD") and not signed_in and not request.path.startswith(OF_THE_KEEPER)
