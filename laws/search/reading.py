"""Where search reads: the database that the site's router names for reading, a replica or the primary. Writing is the primary's alone."""

from __future__ import annotations

from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper

from laws.models import Entry


def reading() -> BaseDatabaseWrapper:
    """The connection by which the entries themselves are read just now."""
    return connections[router.db_for_read(Entry)]
