"""manage.py dump EDITION FOLDER: write an edition as a folder of files."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws.exports import folder
from laws.exports.records import record_of
from laws.models import Edition


class Command(BaseCommand):
    help = "Write an edition as a folder of files (docs/folder-format.md), which `load` reads back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("edition", help="its slug, such as auction-1912")
        parser.add_argument("folder", type=Path, help="where to write; made if it is not there, its files of the format replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        edition = Edition.objects.select_related("supersedes").filter(slug=options["edition"]).first()
        if edition is None:
            known = ", ".join(Edition.objects.values_list("slug", flat=True)) or "none is loaded"
            raise CommandError(f"There is no edition “{options['edition']}”; there are: {known}.")
        try:
            written = folder.write(record_of(edition), options["folder"])
        except folder.Occupied as error:
            raise CommandError(f"{error}. Nothing has been written.") from error
        except OSError as error:
            raise CommandError(f"{options['folder']} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{edition.slug}: {len(written)} files in {options['folder']}")
