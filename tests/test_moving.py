"""A site that moves to another database arrives whole: every row with its number, and every dump the same to the byte."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.conftest import environment, manage

EDITIONS = ("auction-1912", "whist-1889", "dummy-hoyle")


@pytest.fixture(scope="module")
def between(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[str]:
    """The database that the site moves to and back from: PostgreSQL where the tests run on it, else another file."""
    if connection.vendor != "postgresql":
        yield f"sqlite:///{tmp_path_factory.mktemp('between') / 'between.sqlite3'}"
        return
    psycopg = pytest.importorskip("psycopg")
    settings = connection.settings_dict
    host = settings["HOST"] or settings.get("OPTIONS", {}).get("host", "")
    told = {"user": settings["USER"], "password": settings["PASSWORD"], "host": host, "port": settings["PORT"] or 5432, "dbname": "postgres"}
    with psycopg.connect(**{key: value for key, value in told.items() if value}, autocommit=True) as server:
        server.execute("DROP DATABASE IF EXISTS casebook_between")
        server.execute("CREATE DATABASE casebook_between")
        yield f"postgres://{told['user']}:{told['password']}@/casebook_between?host={host.replace('/', '%2F')}&port={told['port']}"
        server.execute("DROP DATABASE casebook_between WITH (FORCE)")


def dump(address: str, folder: Path) -> dict[str, bytes]:
    for edition in EDITIONS:
        manage("dump", edition, str(folder / edition), env=environment(DATABASE_URL=address))
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_there_and_back_again_is_the_same_to_the_byte(shipped_database: str, between: str, tmp_path: Path) -> None:
    home = f"sqlite:///{tmp_path / 'home.sqlite3'}"
    env = environment()
    said = manage("move_database", shipped_database, between, env=env).stdout
    assert "counted and compared" in said
    manage("move_database", between, home, env=env)
    assert dump(home, tmp_path / "after") == dump(shipped_database, tmp_path / "before")
    with sqlite3.connect(shipped_database.removeprefix("sqlite:///")) as before, sqlite3.connect(tmp_path / "home.sqlite3") as after:
        for table in ("laws_historicalentry", "laws_historicalcase", "laws_formeraddress", "laws_part", "laws_citation", "auth_permission", "django_content_type"):
            rows = [connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for connection in (before, after)]
            assert rows[0] == rows[1], table
    shown = manage("search", "law 84", env=environment(DATABASE_URL=home)).stdout
    assert "Law 84" in shown
    made = "from laws.models import Offense; Offense.objects.create(slug='new', name='New'); print('made')"
    assert "made" in manage("shell", "--no-imports", "-c", made, env=environment(DATABASE_URL=between)).stdout, "numbers go on after the last"
    assert "holds editions already" in manage("move_database", shipped_database, between, env=env, check=False).stderr


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        pytest.param("{shipped}", "{shipped}", "the same database", id="to itself"),
        pytest.param("sqlite:///{folder}/empty.sqlite3", "sqlite:///{folder}/new.sqlite3", "another version of Casebook, or empty", id="from nothing"),
        pytest.param("mysql://a/b", "{shipped}", "mysql", id="from what is no database of ours"),
        pytest.param("{shipped}", "casebook.sqlite3", "Write sqlite:///", id="to what is no address"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(shipped_database: str, tmp_path: Path, source: str, target: str, said: str) -> None:
    words = [word.format(shipped=shipped_database, folder=tmp_path) for word in (source, target)]
    done = manage("move_database", *words, env=environment(), check=False)
    assert done.returncode == 1
    assert said in done.stderr and "Traceback" not in done.stderr
