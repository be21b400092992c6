"""Addresses that no view answers: where they lead since a code was renamed or an entry renumbered, and how often they are asked for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect

from laws.links import UNCOUNTED
from laws.models import Entry, missing
from laws.models.former import edition_called

from . import address
from .ladder import OPEN, entry_of, former

OURS = ("/admin/", "/static/")
PAGES = {"ladder", "edition", "edition-cases", "penalties", "entry", "run", "short"}  # views of what a person may look for in vain
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
            if UNCOUNTED not in request.META and _by_a_person(request):
                counted(request.path)
        except DatabaseError as error:  # read-only, full, busy: the reader has a page already
            log.info("%s was not counted: %s", request.path[:200], error)
        return answer


def _by_a_person(request: HttpRequest) -> bool:
    """Whether somebody may have typed or followed the address: none that only programs ask, such as a feed, a card or oEmbed."""
    match = request.resolver_match
    return request.method == "GET" and (match is None or match.url_name in PAGES)


def moved(path: str) -> str:
    """The address that now holds what `path` held under an old name of its code or of its entry; "" where nothing says so.

    Whatever stands under an entry moves with it: its preview, its sheet, its feed.
    """
    _, slug, *rest = path.split("/")
    if not slug:
        return ""
    edition = edition_called(slug)
    if edition is None and rest == [""]:  # an address of an older site that looks like a code's
        return former(address.read(slug))
    now = edition.slug if edition else slug
    if len(rest) > 2 and not Entry.objects.filter(edition=edition, kind=rest[0], slug=rest[1], status__in=OPEN).exists():
        read = address.read("/".join([slug, *rest[:2]]))
        page = "" if entry_of(read) else former(read).partition("#")[0]
        if page:
            return page + "/".join(rest[2:])
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
