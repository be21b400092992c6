"""manage.py load [FOLDER ...]: bring editions from folders into the database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from laws.books import folder
from laws.books.load import Report, load
from laws.books.records import EditionRecord, Unreadable
from laws.models import Edition

COLLECTION = Path(__file__).resolve().parents[2] / "collection"


class Command(BaseCommand):
    help = "Load editions from folders (docs/folder-format.md); without a folder, the collection that ships with the casebook."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folders", nargs="*", type=Path, metavar="FOLDER", help="a folder with an edition.toml, or a folder of such folders"
        )
        parser.add_argument("--dry-run", action="store_true", help="tell what would change, and change nothing")
        parser.add_argument("--if-empty", action="store_true", help="do nothing where the database has an edition already")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and Edition.objects.exists():
            if options["verbosity"]:
                self.stdout.write("The database has editions already; nothing loaded.")
            return
        folders = _editions(options["folders"] or [COLLECTION])
        records = self._read(folders)
        try:
            with transaction.atomic():
                reports = [self._load(record, options) for record in records]
        except Unreadable as error:
            raise CommandError(self._faults(error)) from error
        for report in reports:
            self.stdout.write(str(report))
        if options["dry_run"]:
            self.stdout.write("This was a dry run: nothing has changed.")

    def _read(self, folders: list[Path]) -> list[EditionRecord]:
        records, faults = [], []
        for path in folders:
            try:
                records.append(folder.read(path))
            except Unreadable as error:
                faults += [f"{path.name}/{fault}" for fault in error.faults]
        if faults:
            raise CommandError(_many(faults))
        return sorted(records, key=lambda record: (bool(record.supersedes), record.order))

    def _load(self, record: EditionRecord, options: dict[str, Any]) -> Report:
        said = (lambda line: self.stdout.write(str(line))) if options["verbosity"] and not options["if_empty"] else (lambda line: None)
        return load(record, dry_run=options["dry_run"], said=said)

    def _faults(self, error: Unreadable) -> str:
        return _many([str(fault) for fault in error.faults])


def _many(faults: list[str]) -> str:
    count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    return "\n".join([*faults, f"Nothing has been loaded: {count}."])


def _editions(paths: list[Path]) -> list[Path]:
    """The folders that hold an edition, named themselves or by the folder that they stand in."""
    found = []
    for path in paths:
        if not path.is_dir():
            raise CommandError(f"{path} is no folder.")
        inner = sorted(child.parent for child in path.glob("*/edition.toml"))
        found += [path] if (path / "edition.toml").exists() or not inner else inner
    return found
