"""What a load balancer and a watchman ask: is the process alive, and can it serve?"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware

from laws.search import index

WHATEVER_THE_HOST = ("/healthz", "/readyz")
log = logging.getLogger(__name__)
FINE = "ok"


class Common(CommonMiddleware):
    """Django's, but for who asks whether all is well: a machine may ask by another name than readers, such as 127.0.0.1."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        return None if request.path in WHATEVER_THE_HOST else super().process_request(request)


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers. Asks for nothing else, so that a database that is away does not have every process killed."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"})


def readyz(request: HttpRequest) -> HttpResponse:
    """Whether this process can serve readers: 200 or 503, with a word for each thing that was looked at."""
    found = states()
    ready = all(state == FINE for state in found.values())
    if not ready:
        log.warning("Not ready: %s", "; ".join(f"{name}: {state}" for name, state in found.items() if state != FINE))
    return JsonResponse(found, status=200 if ready else 503, headers={"Cache-Control": "no-store"})


def states() -> dict[str, str]:
    """ "ok", or what is wrong in a sentence, for the database, its migrations and the search index."""
    looks: dict[str, Callable[[], str]] = {"database": _database, "migrations": _migrations, "index": _index}
    found: dict[str, str] = {}
    for name, look in looks.items():
        try:
            found[name] = look()
        except Exception as error:  # whatever it is, the answer must come
            log.warning("Looking at the %s: %s", name, error)
            found[name] = "cannot be reached" if name == "database" else "cannot be told"
        if found["database"] != FINE:
            break
    return found


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return FINE


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(waiting)} not applied: run manage.py migrate" if waiting else FINE


def _index() -> str:
    return index.fault() or FINE


def security_txt(request: HttpRequest) -> HttpResponse:
    """Where somebody who found a hole may write to (RFC 9116). Only where the keeper of the site has said where."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=180)
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}", "Preferred-Languages: en",
             f"Canonical: {settings.SITE_URL}/.well-known/security.txt"]  # fmt: skip
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
