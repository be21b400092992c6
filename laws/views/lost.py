"""Addresses that no view answers: where they lead since a code was renamed or an entry renumbered, and how often they are asked for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect

from laws.links import UNCOUNTED
from laws.models import Edition, Entry, missing

from .ladder import OPEN, left

OURS = ("/admin/", "/static/")
WAIT = 100  # milliseconds that a page may wait for a busy database to take a count
log = logging.getLogger(__name__)


class Lost:
    """Middleware. A page that is not found is looked for once more under what it was called before; what is nowhere is counted."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if answer.status_code != 404 or request.method not in ("GET", "HEAD") or request.path.startswith(OURS):
            return answer
        try:
            if to := moved(request.path):
                query = request.META.get("QUERY_STRING", "")
                return HttpResponsePermanentRedirect(to + (f"?{query}" if query else ""))
            if UNCOUNTED not in request.META:
                counted(request.path)
        except DatabaseError as error:  # read-only, full, busy: the reader has a page already
            log.info("%s was not counted: %s", request.path[:200], error)
        return answer


def moved(path: str) -> str:
    """The address that now holds what `path` held under an old name of its code or of its entry; "" where nothing says so.

    Whatever stands under an entry moves with it: its preview, its sheet, its feed.
    """
    _, slug, *rest = path.split("/")
    if not slug:
        return ""
    edition = Edition.objects.filter(slug=slug).first() or Edition.objects.filter(former_slugs__slug=slug).first()
    now = edition.slug if edition else slug
    if len(rest) > 2 and not Entry.objects.filter(edition=edition, kind=rest[0], slug=rest[1], status__in=OPEN).exists():
        row = left(edition, f"{slug}/{rest[0]}/{rest[1]}")
        if row is not None:
            return row.entry.get_absolute_url() + "/".join(rest[2:])
    return f"/{'/'.join([now, *rest])}" if now != slug else ""


def counted(path: str) -> None:
    """Count a path that is nowhere, unless the database is too busy to take it at once. Raises DatabaseError."""
    with _hurried(), transaction.atomic():
        missing.count(path)


@contextmanager
def _hurried() -> Iterator[None]:
    """While it holds, SQLite waits for other writers no longer than WAIT: no reader waits for somebody's import."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        before = int(cursor.fetchone()[0])
        cursor.execute(f"PRAGMA busy_timeout = {WAIT}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {before}")
