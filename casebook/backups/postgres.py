"""PostgreSQL: pg_dump of one moment, proved by reading all of it back, and put back by psql in one transaction."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from django.db import connection, transaction

from .manifest import Unsound

SUFFIX = ".dump"
DJANGOS = ("pool", "isolation_level", "server_side_binding", "assume_role")  # options that PostgreSQL's own programs do not know
SECRET = ("password",)
QUOTED = re.compile(r"[\\']")
COPY = re.compile(rb'COPY (?:\w+\.)?"?(?P<table>\w+)"? \(.*\) FROM stdin;')
# A dump drops what it names; tables that came with a later migration would stay, and hold on to those that it drops. So all that the site's
# role has in its schema goes first: views before tables, tables before the sequences that some of them own. Extensions are left alone.
AWAY = """SET client_min_messages = warning;
DO $away$
DECLARE one record;
BEGIN
  FOR one IN
    SELECT n.nspname, c.relname,
      CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind IN ('v', 'm', 'r', 'p', 'S')
      AND c.relowner = (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = current_user)
      AND NOT EXISTS (
        SELECT 1 FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY position(c.relkind::text IN 'vmrpS')
  LOOP
    EXECUTE format('DROP %s IF EXISTS %I.%I CASCADE', one.kind, one.nspname, one.relname);
  END LOOP;
END
$away$;"""


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


def put_back(backup: Path, settings: Mapping[str, Any]) -> None:
    """Make the database what the dump is, in one transaction. Raises Unsound, and changes nothing, where that fails."""
    connection.close()  # our own connection must not hold a lock that the restoring waits for
    reading = [_program("pg_restore"), "--clean", "--if-exists", "--no-owner", "--no-privileges", "--file=-", str(backup)]
    writing = [_program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null", f"--dbname={_where(settings)}"]
    # What they complain of goes into files: a pipe that nobody reads while the other is full would stop both.
    with tempfile.TemporaryFile() as complaint, tempfile.TemporaryFile() as refusal:
        with (
            subprocess.Popen(reading, stdout=subprocess.PIPE, stderr=complaint) as dump,  # noqa: S603
            subprocess.Popen(writing, stdin=subprocess.PIPE, stderr=refusal, env=_env(settings)) as server,  # noqa: S603
        ):
            assert dump.stdout and server.stdin
            with contextlib.suppress(BrokenPipeError):  # psql has stopped at an error, which it tells
                server.stdin.write(f"BEGIN;\n{AWAY}\n".encode())
                shutil.copyfileobj(dump.stdout, server.stdin)
                dump.stdout.close()
                if dump.wait() == 0:  # psql that is left without a COMMIT undoes all of it
                    server.stdin.write(b"\nCOMMIT;\n")
                    server.stdin.flush()
            with contextlib.suppress(BrokenPipeError):
                server.stdin.close()
            dump.stdout.close()
        if server.returncode:
            raise Unsound(f"psql failed: {_first_line(refusal)}. The database is as it was.")
        if dump.returncode:
            raise Unsound(f"pg_restore failed: {_first_line(complaint)}. The database is as it was.")


def _first_line(said: IO[bytes]) -> str:
    said.seek(0)
    lines = [line for line in said.read().decode(errors="replace").splitlines() if "NOTICE:" not in line]
    return next((line for line in lines if "ERROR:" in line), lines[0] if lines else "it said nothing")


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


def _env(settings: Mapping[str, Any]) -> dict[str, str]:
    """The password goes in by the environment, where no list of processes shows it."""
    password = settings.get("PASSWORD") or settings.get("OPTIONS", {}).get("password")
    return {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}


def _run(program: str, settings: Mapping[str, Any], *arguments: str) -> None:
    """Run one of PostgreSQL's programs."""
    done = subprocess.run([_program(program), *arguments], env=_env(settings), capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise Unsound(f"{program} failed: {(done.stderr.strip() or 'it said nothing').splitlines()[0]}")
