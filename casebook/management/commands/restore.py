"""`manage.py restore FILE`: put a backup back, or only prove that it could be."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from casebook.backups import keeping
from casebook.backups.manifest import Manifest, Unsound
from laws.models import Entry


class Command(BaseCommand):
    help = "Make the database what a backup is. A database that holds entries is overwritten only when you say so; it is backed up first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup, as manage.py backup named it")
        parser.add_argument("--overwrite", action="store_true", help="also where the database holds entries")
        parser.add_argument("--verify", action="store_true", help="a drill: prove the backup and change nothing")

    def handle(self, **options: Any) -> None:
        try:
            if options["verify"]:
                self._tell(keeping.verify(options["file"]), "is sound")
                return
            keeping.verify(options["file"])
            if _holds_entries():
                if not options["overwrite"]:
                    raise CommandError("This database holds entries. Say --overwrite to replace all of it; it is backed up first.")
                before = keeping.take(settings.BACKUP_DIR)
                self.stdout.write(f"What was here is kept in {before.path}.")
            self._tell(keeping.put_back(options["file"]), "has been put back")
        except Unsound as error:
            raise CommandError(str(error)) from error
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("It is of an earlier version of Casebook: run manage.py migrate now.")

    def _tell(self, told: Manifest, what: str) -> None:
        entries, rows = told.rows.get("laws_entry", 0), sum(told.rows.values())
        self.stdout.write(f"{told.file} {what}: taken {told.when:%Y-%m-%d %H:%M} UTC, {entries:,} entries, {rows:,} rows.")


def _holds_entries() -> bool:
    try:
        return Entry.objects.exists()
    except DatabaseError:  # no table yet: an empty database
        return False
