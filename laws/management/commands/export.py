"""manage.py export EDITION --format FORM --output FILE: write a whole code as one file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws.exports import pdf, shelf, whole
from laws.models import Edition


class Command(BaseCommand):
    help = (
        "Write a whole code as one file: html, epub, pdf, md to read, json and csv to load again. Only what is published, and what has"
        " been withdrawn in json and csv."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("edition", help="its slug, such as auction-1912")
        parser.add_argument("--format", required=True, choices=sorted(whole.FORMS), help="the form of the file")
        parser.add_argument("--output", required=True, type=Path, metavar="FILE", help="where to write; a file that is there is replaced")
        parser.add_argument("--drafts", action="store_true", help="drafts too, in json and csv: for the editors' own copy")

    def handle(self, *args: Any, **options: Any) -> None:
        edition = self._edition(options["edition"])
        form, path = options["format"], options["output"]
        if options["drafts"] and not whole.FORMS[form].is_data:
            raise CommandError(f"--drafts goes with json and csv; {form} is for readers and has only what is published.")
        if form == "pdf" and not pdf.is_there():
            raise CommandError("PDF needs an extra: pip install -r requirements-pdf.txt. Nothing has been written.")
        if path.is_dir():
            raise CommandError(f"{path} is a folder: name a file in it.")
        if not edition.entries.published().exists() and not options["drafts"]:
            raise CommandError(f"Nothing of {edition.slug} is published yet. Nothing has been written.")
        data = whole.with_drafts(edition, form) if options["drafts"] else whole.FORMS[form].write(edition)
        try:
            shelf.write(path, data)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{edition.slug}: {len(data):,} bytes in {path}")

    def _edition(self, slug: str) -> Edition:
        edition = Edition.objects.select_related("supersedes").filter(slug=slug).first()
        if edition is None:
            known = ", ".join(Edition.objects.values_list("slug", flat=True)) or "none is loaded"
            raise CommandError(f"There is no edition “{slug}”; there are: {known}.")
        return edition
