"""The keeper's page at the desk: what runs here, what it holds, and when it was last backed up."""

from __future__ import annotations

import platform
from datetime import UTC, datetime, timedelta

import django
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from laws.models import Citation, Edition, Entry
from laws.models.vocabulary import Status

from . import health
from .backups import keeping

OLD = timedelta(days=2)


def status(request: HttpRequest) -> HttpResponse:
    """For superusers alone: it says which versions run."""
    if not request.user.is_superuser:
        raise PermissionDenied
    taken = keeping.newest(settings.BACKUP_DIR)
    context = {
        **admin.site.each_context(request),
        "title": "This site",
        "states": health.states(),
        "versions": _versions(),
        "counts": _counts(),
        "backup": taken,
        "backup_is_old": taken is None or datetime.now(UTC) - taken.when > OLD,
        "backup_folder": settings.BACKUP_DIR,
    }
    return TemplateResponse(request, "admin/status.html", context)


def _versions() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()" if connection.vendor == "sqlite" else "SHOW server_version")
        database = cursor.fetchone()[0]
    name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(connection.vendor, connection.vendor)
    return {"Python": platform.python_version(), "Django": django.get_version(), name: database}


def _counts() -> dict[str, int]:
    by_status = dict(Entry.objects.values_list("status").annotate(Count("pk")))
    entries = {f"Entries: {label.lower()}": by_status.get(value, 0) for value, label in Status.choices}
    return {"Editions": Edition.objects.count(), **entries, "Citations": Citation.objects.count()}
