"""`manage.py backup`: a copy of the database, taken while the site runs and proved by opening it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from casebook.backups import keeping
from casebook.backups.manifest import Unsound


class Command(BaseCommand):
    help = "Take a backup of the database into a folder, prove it, and let the oldest go. The site may go on running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=settings.BACKUP_DIR, help="where backups are kept (the setting BACKUP_DIR)")
        kept = settings.BACKUPS_KEPT
        parser.add_argument("--keep", type=int, default=kept, help="how many to keep; 0 keeps all (the setting BACKUPS_KEPT)")

    def handle(self, **options: Any) -> None:
        if options["keep"] < 0:
            raise CommandError("--keep is a number of backups, 0 or more.")
        try:
            taken = keeping.take(options["folder"], keep=options["keep"])
        except Unsound as error:
            raise CommandError(str(error)) from error
        entries = taken.manifest.rows.get("laws_entry", 0)
        self.stdout.write(f"{taken.path}: {taken.manifest.bytes:,} bytes, {entries:,} entries, opened and counted.")
        if taken.gone:
            self.stdout.write(f"Older ones let go: {', '.join(path.name for path in taken.gone)}.")
