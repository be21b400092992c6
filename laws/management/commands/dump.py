"""manage.py dump EDITION FOLDER: write an edition as a folder of files."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws.books.glossary import FILE as GLOSSARY
from laws.exports import folder, glossary
from laws.exports.records import record_of
from laws.models import Edition


class Command(BaseCommand):
    help = "Write an edition, or the glossary that all share, as files (docs/folder-format.md) that `load` reads back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("edition", help="its slug, such as auction-1912; or “glossary”")
        parser.add_argument("folder", type=Path, help="where to write; made if it is not there, its files of the format replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["edition"] == "glossary":
            self._glossary(options["folder"])
            return
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

    def _glossary(self, where: Path) -> None:
        """The terms that belong to no one edition."""
        try:
            where.mkdir(parents=True, exist_ok=True)
            (where / GLOSSARY).write_text(glossary.compose(glossary.terms_of(None)), encoding="utf-8", newline="\n")
        except OSError as error:
            raise CommandError(f"{where} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"glossary: {where / GLOSSARY}")
