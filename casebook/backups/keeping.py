"""Taking a backup, proving it, keeping so many, putting one back."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from laws import freshness

from . import manifest, postgres, sqlite
from .manifest import Manifest, Unsound

log = logging.getLogger(__name__)
ENGINES: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgres}


@dataclass(frozen=True, slots=True)
class Taken:
    """A backup that was taken and proved, and those that went because there were enough."""

    path: Path
    manifest: Manifest
    gone: tuple[Path, ...] = ()


def take(folder: Path, *, keep: int = 0) -> Taken:
    """Copy the database into `folder`, prove the copy, and then let the oldest go until `keep` are left (0: none go).

    The copy has its name only once it has been proved. Raises Unsound, and leaves nothing behind, where that fails.
    """
    engine = _engine()
    tables = _tables()
    if "laws_entry" not in tables:
        raise Unsound("The database has no tables yet (manage.py migrate makes them): there is nothing to back up.")
    now = datetime.now(UTC)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for rest in manifest.unfinished_in(folder):
            log.warning("%s is what a backup left that was interrupted: delete it, unless one is being taken just now.", rest.name)
        sequence = manifest.next_sequence(folder)
        path = folder / manifest.name_of(sequence, now, engine.SUFFIX)
        draft = path.with_name(path.name + ".part")
        draft.touch(mode=0o600, exist_ok=False)  # two backups at once: the second is told so
        try:
            rows = engine.take(connection.settings_dict, draft, tables)
            found = _compared(draft, path.name, rows)
            _to_disk(draft)
            told = Manifest(sequence, now.isoformat(timespec="seconds"), connection.vendor, path.name, draft.stat().st_size,
                            manifest.checksum(draft), found, _migrations())  # fmt: skip
            draft.replace(path)
            manifest.write(told, path)
        finally:
            for rest in folder.glob(draft.name + "*"):  # the draft, and what the database may have put beside it
                rest.unlink(missing_ok=True)
    except OSError as error:
        raise Unsound(f"The backup could not be written to {folder}: {error.strerror or error}.") from error
    return Taken(path, told, tuple(_let_go(folder, keep)))


def verify(path: Path) -> Manifest:
    """Prove a backup: the file is the one that was taken, opens, and has the rows that its manifest says. Raises Unsound."""
    if not path.is_file():
        raise Unsound(f"There is no file {path}.")
    told = manifest.read(path)
    if told.engine not in ENGINES:
        raise Unsound(f"{path.name} was taken of a database of the kind “{told.engine}”, which is not known here.")
    if manifest.checksum(path) != told.sha256:
        raise Unsound(f"{path.name} has changed since it was taken: its checksum is another one.")
    _compared(path, path.name, told.rows, ENGINES[told.engine])
    return told


def put_back(path: Path) -> Manifest:
    """Prove a backup, then make the database what it was. Raises Unsound, and changes nothing, where it cannot be done."""
    told = verify(path)
    if told.engine != connection.vendor:
        raise Unsound(f"{path.name} is of the kind “{told.engine}”; this site's database is “{connection.vendor}”.")
    settings = dict(connection.settings_dict)
    connection.close()
    _engine().put_back(path, settings)
    freshness.renew()  # what readers have is of the state that was overwritten
    return told


def newest(folder: Path) -> Manifest | None:
    """The last backup of a folder that can be read; None where there is none."""
    for path in reversed(manifest.all_in(folder)):
        try:
            return manifest.read(path)
        except Unsound:
            continue
    return None


def _engine() -> ModuleType:
    if connection.vendor not in ENGINES:
        raise Unsound(f"There is no backup for a database of the kind “{connection.vendor}”.")
    return ENGINES[connection.vendor]


def _tables() -> list[str]:
    """The tables of all models that are there, and that of the migrations."""
    return sorted({*connection.introspection.django_table_names(only_existing=True), "django_migrations"})


def _migrations() -> tuple[str, ...]:
    return tuple(sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()))


def _compared(path: Path, name: str, expected: dict[str, int], engine: ModuleType | None = None) -> dict[str, int]:
    found: dict[str, int] = (engine or _engine()).look_into(path, list(expected), connection.settings_dict)
    wrong = [f"{table} has {found.get(table, 0)} rows for {count}" for table, count in expected.items() if found.get(table, 0) != count]
    if wrong:
        raise Unsound(f"{name} does not hold what the database held: {'; '.join(wrong)}.")
    return found


def _let_go(folder: Path, keep: int) -> list[Path]:
    """Delete the oldest by their numbers, not by the clock, which may have been set back."""
    gone = manifest.all_in(folder)[:-keep] if keep else []
    for path in gone:
        manifest.beside(path).unlink()
        path.unlink()
    return gone


def _to_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
