"""What is written down beside a backup: which it is, when it was taken, how many rows each table has, and a checksum."""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

NAMED = re.compile(r"casebook-(?P<sequence>\d{6,})-\d{8}T\d{6}Z(?P<suffix>\.[a-z0-9]+)")


class Unsound(Exception):
    """A backup that cannot be trusted, or cannot be taken or put back; the message says why."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """One backup. `sequence` counts up for ever, whatever the clock says; `rows` are by table; `migrations` those that had been applied."""

    sequence: int
    taken_at: str  # ISO 8601, UTC
    engine: str  # sqlite | postgresql
    file: str
    bytes: int
    sha256: str
    rows: dict[str, int] = field(default_factory=dict)
    migrations: tuple[str, ...] = ()

    @property
    def when(self) -> datetime:
        return datetime.fromisoformat(self.taken_at)


def name_of(sequence: int, at: datetime, suffix: str) -> str:
    """The file of a backup: casebook-000042-20261130T101500Z.sqlite3. Sorting names sorts by sequence."""
    return f"casebook-{sequence:06d}-{at.astimezone(UTC):%Y%m%dT%H%M%SZ}{suffix}"


def all_in(folder: Path) -> list[Path]:
    """The backups of a folder that have a manifest, oldest first. What else lies there is left alone."""
    files = [path for path in folder.glob("casebook-*") if NAMED.fullmatch(path.name) and beside(path).is_file()]
    return sorted((path for path in files if path.suffix != ".json"), key=sequence_of)


def unfinished_in(folder: Path) -> list[Path]:
    """What backups that were interrupted have left in a folder."""
    return sorted(path for path in folder.glob("casebook-*.part") if NAMED.match(path.name))


def sequence_of(path: Path) -> int:
    match = NAMED.fullmatch(path.name)
    return int(match["sequence"]) if match else 0


def next_sequence(folder: Path) -> int:
    """One more than any number used in the folder, by finished and unfinished backups alike."""
    used = [int(match["sequence"]) for path in folder.glob("casebook-*") if (match := NAMED.match(path.name))]
    return max(used, default=0) + 1


def beside(path: Path) -> Path:
    """Where the manifest of a backup lies."""
    return path.with_name(path.name + ".json")


def write(manifest: Manifest, path: Path) -> None:
    """Write the manifest whole or not at all."""
    draft = beside(path).with_suffix(".json.part")
    with draft.open("w", encoding="utf-8") as file:
        json.dump(asdict(manifest), file, indent=1, sort_keys=True)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(beside(path))


def read(path: Path) -> Manifest:
    """The manifest of the backup at `path`. Raises Unsound where there is none or it makes no sense."""
    try:
        told = json.loads(beside(path).read_text(encoding="utf-8"))
        manifest = Manifest(**{**told, "migrations": tuple(told["migrations"])})
        manifest.when  # noqa: B018 - a date that cannot be read is found here, not later
    except FileNotFoundError:
        raise Unsound(f"{path.name} has no manifest beside it: it is unfinished, or no backup of this site.") from None
    except (ValueError, TypeError, KeyError, OSError) as error:
        raise Unsound(f"The manifest of {path.name} cannot be read: {error}.") from None
    return manifest


def checksum(path: Path) -> str:
    """SHA-256 of a file, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
