"""manage.py export_table FILE --edition SLUG --kind penalty|case: write a table of penalties or cases as CSV or XLSX."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws.bulk.bring import take_out
from laws.bulk.columns import TABLES
from laws.bulk.writing import FORMATS, TooLong
from laws.management.editions import edition_called


class Command(BaseCommand):
    help = "Write penalties or cases as a CSV or XLSX file (by the end of its name), which import_table reads back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--edition", required=True, metavar="SLUG", help="the edition to export from")
        parser.add_argument("--kind", required=True, choices=sorted(TABLES), help="what to export")

    def handle(self, *args: Any, **options: Any) -> None:
        edition = edition_called(options["edition"])
        path: Path = options["file"]
        form = path.suffix.lower().lstrip(".")
        if form not in FORMATS:
            raise CommandError(f"{path.name} must end in .{' or .'.join(FORMATS)}.")
        try:
            path.write_bytes(take_out(edition, options["kind"], form))
        except TooLong as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from error
        self.stdout.write(f"{path}")
