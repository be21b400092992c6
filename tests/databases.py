"""Databases for tests: the test database with and without the shipped collection, and new ones for sites that run as processes.

The tests run on the kind of database that DATABASE_URL names, and on SQLite where it names none; tools/postgres.py runs a command with a
PostgreSQL of its own.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

POSTGRESQL = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
on_sqlite_only = pytest.mark.skipif(POSTGRESQL, reason="this is about a database in a file")
on_postgresql_only = pytest.mark.skipif(not POSTGRESQL, reason="this is about PostgreSQL (make test-postgres)")


class FileImages:
    """The test database twice, as it was migrated and with the shipped collection loaded, so that loading is paid for once."""

    def __init__(self) -> None:
        self.empty = self._taken()
        load_collection()
        self.loaded = self._taken()
        self.put(self.empty)

    @staticmethod
    def _taken() -> sqlite3.Connection:
        connection.ensure_connection()
        image = sqlite3.connect(":memory:", check_same_thread=False)
        connection.connection.backup(image)
        return image

    @staticmethod
    def put(image: sqlite3.Connection) -> None:
        """Make the test database what the image is."""
        connection.ensure_connection()
        image.backup(connection.connection)

    def forget(self) -> None:
        """Leave nothing behind."""


class ServerImages:
    """The same on PostgreSQL, where the loaded image is a database of its own, and the tests are sent to the one or the other."""

    def __init__(self) -> None:
        self.empty = connection.settings_dict["NAME"]
        self.loaded = f"{self.empty}_loaded"
        self.forget()
        connection.close()
        _on_server(f'CREATE DATABASE "{self.loaded}" TEMPLATE "{self.empty}"')
        self.put(self.loaded)
        load_collection()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        self.put(self.empty)

    @staticmethod
    def put(name: str) -> None:
        """Send the tests to that database."""
        connection.close()
        connection.settings_dict["NAME"] = name

    def forget(self) -> None:
        """Leave nothing behind."""
        _on_server(f'DROP DATABASE IF EXISTS "{self.loaded}" WITH (FORCE)')


def load_collection() -> None:
    call_command("load", verbosity=0, stdout=StringIO())


def fresh(folder: Path) -> str:
    """The DATABASE_URL of a new and empty database, of the kind that the tests run on, for processes that a test starts."""
    if not POSTGRESQL:
        return fresh_file(folder)
    name = f"casebook_{uuid4().hex[:12]}"
    _on_server(f'CREATE DATABASE "{name}"')
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def fresh_file(folder: Path) -> str:
    """The DATABASE_URL of a new SQLite file, whatever the tests run on."""
    return f"sqlite:///{folder / 'casebook.sqlite3'}"


def copy(address: str, folder: Path) -> str:
    """The DATABASE_URL of a copy of a database that is read now and then; who reads it on PostgreSQL has to connect again."""
    if not POSTGRESQL:
        target = fresh_file(folder)
        shutil.copy(address.removeprefix("sqlite:///"), target.removeprefix("sqlite:///"))
        return target
    source, name = urlsplit(address).path[1:], f"casebook_{uuid4().hex[:12]}"
    _on_server(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{source}'", f'CREATE DATABASE "{name}" TEMPLATE "{source}"'
    )
    return urlsplit(address)._replace(path=f"/{name}").geturl()


def drop(address: str) -> None:
    """Drop what `fresh` made. A file goes with its folder."""
    if POSTGRESQL:
        _on_server(f'DROP DATABASE IF EXISTS "{urlsplit(address).path[1:]}" WITH (FORCE)')


def _on_server(*statements: str) -> None:
    """Run statements about databases, which can be in none of those that they are about."""
    with psycopg.connect(os.environ["DATABASE_URL"], dbname="postgres", autocommit=True) as server:
        for statement in statements:
            server.execute(statement)  # type: ignore[call-overload]
