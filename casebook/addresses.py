"""Addresses of databases and of Redis, from the environment.

One that leads nowhere is refused with a sentence that names the setting and not the address: there is mostly a password in it.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from . import environment

POSTGRESQL = ("postgres", "postgresql", "pgsql")
WRITE_POSTGRESQL = "Write postgres://user:password@host:5432/name."
OF_DJANGO = {"assume_role", "pool", "server_side_binding"}  # options that it takes for itself; all others are for the server's library


def database_address(name: str, default: str) -> str:
    """A database address such as sqlite:///casebook.sqlite3 or postgres://user:password@host/name."""
    return sensible_database(os.environ.get(name, "").strip() or default, name=name)


def replica_addresses(name: str, primary: str) -> list[str]:
    """Addresses of replicas of the database at `primary`, with commas."""
    found = environment.words(name, [])
    if found and not primary.startswith(POSTGRESQL):
        raise ImproperlyConfigured(f"{name} names replicas, which only a PostgreSQL in DATABASE_URL has. Leave it out.")
    for at, address in enumerate(found, 1):
        if address.partition("://")[0] not in POSTGRESQL:
            raise ImproperlyConfigured(f"{name} has no PostgreSQL as number {at}. {WRITE_POSTGRESQL[:-1]}, with commas between.")
        sensible_database(address, name=name)
    return found


def sensible_database(raw: str, *, name: str) -> str:
    """A database's address that is already at hand; `name` is what a complaint calls it."""
    scheme = raw.partition(":")[0]
    if scheme not in {"sqlite", *POSTGRESQL} or "://" not in raw:
        begin = f"begins with “{scheme[:20]}”" if "@" not in scheme else "has no scheme"
        raise ImproperlyConfigured(f"{name} {begin}. Write sqlite:///path/to/file.sqlite3 or postgres://user:password@host:5432/name.")
    parts = _parts(raw, name)
    if scheme == "sqlite":
        _check_file(parts, name)
    else:
        _check_server(raw, parts, name)
    return raw


def cache_address(name: str) -> str:
    """The address of a Redis that all processes of the site share, or "" for none."""
    raw = os.environ.get(name, "").strip()
    if not raw:
        return ""
    sentence = f"{name} is no address of a Redis. Write redis://host:6379/0, with / or # in a password as %2F or %23, or leave it out."
    try:
        number, scheme = urlsplit(raw).path.strip("/"), urlsplit(raw).scheme
    except ValueError:
        raise ImproperlyConfigured(sentence) from None
    if scheme not in {"redis", "rediss", "unix"} or "://" not in raw or (scheme == "unix") != (not number.isdigit() and bool(number)):
        raise ImproperlyConfigured(sentence)
    library = environment.needed("redis", name)
    try:
        library.ConnectionPool.from_url(raw).make_connection()  # which connects nobody yet, but reads all of it
    except (ValueError, TypeError):
        raise ImproperlyConfigured(sentence) from None
    return raw


def _parts(raw: str, name: str) -> SplitResult:
    try:
        parts = urlsplit(raw)
        if not raw.startswith("sqlite:"):
            parts.port  # noqa: B018
    except ValueError:  # a password with / or [ in it is what mostly breaks one
        raise _broken(name) from None
    return parts


def _broken(name: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} is no address. Write signs such as / # [ in a user or password as %2F %23 %5B.")


def _check_file(parts: SplitResult, name: str) -> None:
    """Refuse what SQLite could not keep anything in, and what would be left out of an address without a word."""
    file = unquote(parts.path[1:])
    if parts.netloc or file in {"", ":memory:"}:
        raise ImproperlyConfigured(f"{name} names no file. Write sqlite:///path/to/file.sqlite3, from the root on sqlite:////path/to/it.")
    if parts.query or parts.fragment:
        raise ImproperlyConfigured(f"{name} has options, of which SQLite takes none. Write ? or # in the name of a file as %3F or %23.")
    if Path(file).is_dir() or file.endswith("/"):
        raise ImproperlyConfigured(f"{name} names a folder, “{file}”. Write the name of a file in it, such as casebook.sqlite3.")


def _check_server(raw: str, parts: SplitResult, name: str) -> None:
    """Refuse what PostgreSQL's own library would not even try."""
    if find_spec("psycopg") is None:
        raise ImproperlyConfigured(f"{name} names PostgreSQL, which needs more packages: pip install -r requirements-postgres.txt.")
    if {"/", "@"} & set(parts.path[1:]) or parts.fragment:
        raise _broken(name)
    options: dict[str, Any] = dj_database_url.parse(raw).get("OPTIONS", {})  # type: ignore[assignment]
    if not parts.path[1:] and not {"service", "dbname"} & set(options):
        raise ImproperlyConfigured(f"{name} names no database on its server. {WRITE_POSTGRESQL}")
    conninfo = environment.needed("psycopg.conninfo", name)
    for option in sorted(set(options) - OF_DJANGO):
        try:
            conninfo.make_conninfo("", **{option: options[option]})
        except Exception:  # the library's own, whose sentence may repeat what was typed
            raise ImproperlyConfigured(f"{name} has an option that PostgreSQL does not know: “{option[:40]}”.") from None
