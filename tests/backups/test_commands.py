"""`manage.py backup` and `restore`, as an owner runs them, on files of SQLite."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import environment, manage
from tests.databases import on_sqlite_only

pytestmark = on_sqlite_only

Run = Callable[..., str]


@pytest.fixture
def database(shipped_database: str, tmp_path: Path) -> Path:
    """A copy of the shipped database that a test may write to."""
    copy = tmp_path / "casebook.sqlite3"
    with sqlite3.connect(shipped_database.removeprefix("sqlite:///")) as shipped, sqlite3.connect(copy) as mine:
        shipped.backup(mine)
    return copy


@pytest.fixture
def run(database: Path, tmp_path: Path) -> Run:
    env = environment(DATABASE_URL=f"sqlite:///{database}", BACKUP_DIR=str(tmp_path / "backups"))

    def run(*words: str, fails: bool = False, **changes: str) -> str:
        done = manage(*words, env={**env, **changes}, check=False)
        assert (done.returncode != 0) == fails, f"{done.stdout}\n{done.stderr}"
        return done.stderr if fails else done.stdout

    return run


@pytest.fixture(scope="module")
def taken(shipped_database: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one backup of the shipped database."""
    folder = tmp_path_factory.mktemp("taken")
    manage("backup", "--folder", str(folder), env=environment(DATABASE_URL=shipped_database))
    return folder


@pytest.fixture
def kept(taken: Path, tmp_path: Path) -> Path:
    """A backup of the shipped database that a test may spoil."""
    shutil.copytree(taken, tmp_path / "backups")
    return backups_in(tmp_path / "backups")[0]


def backups_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.sqlite3"))


def entries_in(database: Path) -> int:
    with sqlite3.connect(database) as connection:
        return int(connection.execute("SELECT count(*) FROM laws_entry").fetchone()[0])


def test_a_backup_is_opened_and_counted_and_can_be_put_back(run: Run, database: Path, tmp_path: Path) -> None:
    count = entries_in(database)
    assert f"{count} entries, opened and counted" in run("backup")
    [kept] = backups_in(tmp_path / "backups")
    assert {path.name for path in kept.parent.iterdir()} == {kept.name, f"{kept.name}.json"}
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM laws_citation")
    assert "--overwrite" in run("restore", str(kept), fails=True)
    assert "has been put back" in run("restore", "--overwrite", str(kept))
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM laws_citation").fetchone()[0] > 100
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert len(backups_in(tmp_path / "backups")) == 2, "what was overwritten is kept"


def test_what_readers_have_of_the_state_that_was_overwritten_is_not_good_any_more(run: Run, kept: Path) -> None:
    token = ("shell", "--no-imports", "-c", "from laws import freshness; print(freshness.current())")
    before = run(*token)
    run("restore", "--overwrite", str(kept))
    assert run(*token) != before


def test_an_empty_place_takes_a_backup_without_being_told_twice(run: Run, kept: Path, tmp_path: Path) -> None:
    new = tmp_path / "elsewhere" / "new.sqlite3"
    assert "has been put back" in run("restore", str(kept), DATABASE_URL=f"sqlite:///{new}")
    assert entries_in(new) > 300


def test_a_drill_proves_a_backup_and_changes_nothing(run: Run, database: Path, kept: Path, tmp_path: Path) -> None:
    before = database.read_bytes()
    assert "is sound" in run("restore", "--verify", str(kept))
    assert database.read_bytes() == before
    assert len(backups_in(tmp_path / "backups")) == 1


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4096])


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 255
    path.write_bytes(content)


def _lose_rows(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM laws_citation")
    manifest = path.with_name(path.name + ".json")
    told = json.loads(manifest.read_text())
    told["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(told))


def _no_manifest(path: Path) -> None:
    path.with_name(path.name + ".json").unlink()


def _empty_manifest(path: Path) -> None:
    path.with_name(path.name + ".json").write_text("{}")


def _other_file(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        pytest.param(_cut, "checksum", id="the end is missing"),
        pytest.param(_flip, "checksum", id="a byte is another"),
        pytest.param(_lose_rows, "laws_citation has 0 rows for", id="rows are missing though the checksum was made to fit"),
        pytest.param(_no_manifest, "no manifest", id="nothing says what it is"),
        pytest.param(_empty_manifest, "manifest", id="the manifest says nothing"),
        pytest.param(_other_file, "There is no file", id="it is not there"),
    ],
)
def test_a_backup_that_cannot_be_trusted_is_refused_and_nothing_changes(run: Run, database: Path, kept: Path, damage: Callable[[Path], None], said: str) -> None:
    damage(kept)
    before = database.read_bytes()
    assert said in run("restore", "--overwrite", str(kept), fails=True)
    assert database.read_bytes() == before


def test_the_oldest_go_by_their_number_and_not_by_the_clock(run: Run, kept: Path) -> None:
    folder, first = kept.parent, kept
    late = folder / "casebook-000001-29991231T235959Z.sqlite3"  # taken before the clock was set back
    shutil.move(first, late)
    shutil.move(f"{first}.json", f"{late}.json")
    (folder / "casebook-notes.txt").write_text("what else lies there is left alone")
    run("backup", "--keep", "2")
    assert late in backups_in(folder)
    assert late.name in run("backup", "--keep", "2")
    assert late not in backups_in(folder)
    assert [path.name[:15] for path in backups_in(folder)] == ["casebook-000002", "casebook-000003"]
    assert (folder / "casebook-notes.txt").exists()


def test_a_place_that_cannot_be_written_is_named_and_nothing_is_left(run: Run, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("a file where the folder should be")
    assert "could not be written" in run("backup", fails=True)


def test_a_site_without_a_database_says_so(run: Run, tmp_path: Path) -> None:
    said = run("backup", fails=True, DATABASE_URL=f"sqlite:///{tmp_path / 'none.sqlite3'}")
    assert "nothing to back up" in said
    assert not (tmp_path / "backups").exists()


def test_a_backup_taken_while_others_write_is_of_one_moment(run: Run, database: Path, tmp_path: Path) -> None:
    stop = threading.Event()
    written = []

    def write() -> None:  # two rows at a time: a copy of one moment has both or neither
        connection = sqlite3.connect(database, timeout=20)
        connection.execute("PRAGMA journal_mode=WAL")
        while not stop.is_set():
            with connection:
                for half in ("a", "b"):
                    connection.execute("INSERT INTO laws_offense (slug, name) VALUES (?, ?)", (f"made-up-{len(written)}-{half}", f"Made up {len(written)} {half}"))
            written.append(1)
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        run("backup")
        run("backup")
    finally:
        stop.set()
        writer.join()
    assert len(written) > 10
    for kept in backups_in(tmp_path / "backups"):
        with sqlite3.connect(kept) as copy:
            assert copy.execute("SELECT count(*) FROM laws_offense WHERE slug LIKE 'made-up-%'").fetchone()[0] % 2 == 0
        assert "is sound" in run("restore", "--verify", str(kept))
