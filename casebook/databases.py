"""How a database is reached, from its address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=134217728; PRAGMA foreign_keys=ON;"


def configured(address: str) -> dict[str, Any]:
    """Django's settings for the database at `address`. The folder of a file of SQLite is made, for its owner alone.

    Raises ImproperlyConfigured where it cannot be.
    """
    found: dict[str, Any] = {**dj_database_url.parse(address, conn_max_age=60, conn_health_checks=True)}
    if found["ENGINE"].endswith("sqlite3"):
        folder = Path(found["NAME"]).parent
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            said = f"DATABASE_URL names a file in {folder}, a folder that cannot be made: {error.strerror}."
            raise ImproperlyConfigured(said) from None
        # A transaction asks for the right to write at its start: one that asks halfway may be refused, and its work with it.
        return {**found, "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": PRAGMAS}}
    # Between the site and PostgreSQL may stand pgbouncer in transaction mode: nothing is kept in a connection from one to the next.
    return {**found, "DISABLE_SERVER_SIDE_CURSORS": True, "OPTIONS": {"connect_timeout": 3, **found.get("OPTIONS", {})}}


def replicas(addresses: list[str]) -> dict[str, dict[str, Any]]:
    """The settings of all replicas by the names that they have here. A test sees the primary in them."""
    mirror = {"TEST": {"MIRROR": "default"}}
    return {f"replica-{at}": configured(address) | mirror for at, address in enumerate(addresses, 1)}
