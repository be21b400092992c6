"""A site that moves to another database arrives whole: every row with its number, and every dump the same to the byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import databases
from tests.conftest import environment, manage

EDITIONS = ("auction-1912", "whist-1889", "dummy-hoyle")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    """A new database of the kind that the tests run on."""
    (tmp_path / "home").mkdir()
    address = databases.fresh(tmp_path / "home")
    yield address
    databases.drop(address)


def dump(address: str, folder: Path) -> dict[str, bytes]:
    for edition in EDITIONS:
        manage("dump", edition, str(folder / edition), env=environment(DATABASE_URL=address))
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_there_and_back_again_is_the_same_to_the_byte(shipped_database: str, home: str, tmp_path: Path) -> None:
    """Through a file of SQLite: from PostgreSQL and back to it, where the tests run on that."""
    between = databases.fresh_file(tmp_path)
    there = manage("move_database", shipped_database, between, env=environment()).stdout
    back = manage("move_database", between, home, env=environment()).stdout
    assert "counted and compared" in there
    assert back == there, "each table has the same rows and the same checksum, its history and former addresses too"
    assert " laws_historicalentry" in there and " laws_part" in there and " auth_permission" in there
    assert dump(home, tmp_path / "after") == dump(shipped_database, tmp_path / "before")
    made = "from laws.models import Offense; Offense.objects.create(slug='new', name='New'); print('made')"
    assert "made" in manage("shell", "--no-imports", "-c", made, env=environment(DATABASE_URL=home)).stdout, "numbers go on after the last"
    assert "Law 84" in manage("search", "law 84", env=environment(DATABASE_URL=home)).stdout
    said = manage("move_database", shipped_database, home, env=environment(), check=False).stderr
    assert "holds editions already" in said


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        pytest.param("{shipped}", "{shipped}", "the same database", id="to itself"),
        pytest.param("sqlite:///{folder}/empty.sqlite3", "sqlite:///{folder}/new.sqlite3", "There is no database at", id="from a file that is not there"),
        pytest.param("mysql://a/b", "{shipped}", "mysql", id="from what is no database of ours"),
        pytest.param("{shipped}", "casebook.sqlite3", "Write sqlite:///", id="to what is no address"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(shipped_database: str, tmp_path: Path, source: str, target: str, said: str) -> None:
    words = [word.format(shipped=shipped_database, folder=tmp_path) for word in (source, target)]
    done = manage("move_database", *words, env=environment(), check=False)
    assert done.returncode == 1
    assert said in done.stderr and "Traceback" not in done.stderr
    assert not list(tmp_path.glob("*.sqlite3")), "nothing was made of a mistyped name"


def test_a_database_with_no_tables_is_no_casebook(tmp_path: Path) -> None:
    (tmp_path / "empty.sqlite3").touch()
    done = manage("move_database", f"sqlite:///{tmp_path}/empty.sqlite3", f"sqlite:///{tmp_path}/new.sqlite3", env=environment(), check=False)
    assert done.returncode == 1
    assert "another version of Casebook, or empty" in done.stderr and "Traceback" not in done.stderr
