"""PostgreSQL: pg_dump of one moment, proved by reading all of it back, and pg_restore in one transaction."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from .manifest import Unsound

SUFFIX = ".dump"
DJANGOS = ("pool", "isolation_level", "server_side_binding", "assume_role")  # options that PostgreSQL's own programs do not know
SECRET = ("password",)
QUOTED = re.compile(r"[\\']")
COPY = re.compile(rb'COPY (?:\w+\.)?"?(?P<table>\w+)"? \(.*\) FROM stdin;')


def take(settings: Mapping[str, object], to: Path, tables: Sequence[str]) -> dict[str, int]:
    """Dump the database to the file `to`; return how many rows each table had at the moment that was dumped."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        rows = {}
        for name in tables:
            cursor.execute(f'SELECT count(*) FROM "{name}"')  # noqa: S608 - names of tables come from the models
            rows[name] = cursor.fetchone()[0]
        how = ("--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={to}")
        _run("pg_dump", settings, *how, f"--dbname={_where(settings)}")
    return rows


def look_into(backup: Path, tables: Sequence[str], settings: Mapping[str, object]) -> dict[str, int]:
    """Read a dump from end to end and count its rows. Raises Unsound where it cannot be read."""
    command = [_program("pg_restore"), "--file=-", str(backup)]
    rows: dict[str, int] = {}
    table = ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as reading:  # noqa: S603
        assert reading.stdout and reading.stderr
        for line in reading.stdout:
            if table and line == b"\\.\n":
                table = ""
            elif table:
                rows[table] += 1
            elif match := COPY.match(line):
                table = match["table"].decode()
                rows[table] = 0
        said = reading.stderr.read().decode(errors="replace").strip()
    if reading.returncode:
        raise Unsound(f"{backup.name} cannot be read: {said.splitlines()[0] if said else 'pg_restore gave up'}")
    return {name: count for name, count in rows.items() if name in tables}


def put_back(backup: Path, settings: Mapping[str, object]) -> None:
    """Make the database what the dump is, in one transaction."""
    connection.close()  # our own connection must not hold a lock that the restoring waits for
    how = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
    _run("pg_restore", settings, *how, f"--dbname={_where(settings)}", str(backup))


def _where(settings: Mapping[str, Any]) -> str:
    """The database as PostgreSQL's programs take it, with whatever the address says of the way to it: a socket, TLS."""
    options = {name: value for name, value in settings.get("OPTIONS", {}).items() if name not in DJANGOS and name not in SECRET}
    told = {"host": settings.get("HOST"), "port": settings.get("PORT"), "user": settings.get("USER"), "dbname": settings["NAME"]}
    found = {**{name: value for name, value in told.items() if value}, **options}
    quoted = {name: QUOTED.sub(r"\\\g<0>", str(value)) for name, value in found.items()}
    return " ".join(f"{name}='{value}'" for name, value in quoted.items())


def _program(name: str) -> str:
    found = shutil.which(name)
    if not found:
        raise Unsound(f"{name} is not installed on this machine. It comes with PostgreSQL’s client programs.")
    return found


def _run(program: str, settings: Mapping[str, Any], *arguments: str) -> None:
    """Run one of PostgreSQL's programs; the password goes in by the environment, where no list of processes shows it."""
    password = settings.get("PASSWORD") or settings.get("OPTIONS", {}).get("password")
    env = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
    done = subprocess.run([_program(program), *arguments], env=env, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise Unsound(f"{program} failed: {(done.stderr.strip() or 'it said nothing').splitlines()[0]}")
