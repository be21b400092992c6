"""manage.py load [FOLDER ...]: bring editions from folders into the database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from laws.books import definitions, folder, glossary, onefile
from laws.books.load import Report, load
from laws.books.records import EditionRecord, TermRecord, Unreadable
from laws.importing import newer_kept
from laws.models import Edition, Synonyms, Term
from laws.search import index, thesaurus

FILES = (".json", ".csv")  # an edition in one file
COLLECTION = Path(__file__).resolve().parents[2] / "collection"


class Command(BaseCommand):
    help = (
        "Load editions and the glossary beside them from folders (docs/folder-format.md); without a folder, the collection that ships with"
        " the casebook, and its thesaurus."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folders", nargs="*", type=Path, metavar="FOLDER",
            help="a folder with an edition.toml, a folder of such folders, or a file that export wrote as json or csv",
        )
        parser.add_argument("--dry-run", action="store_true", help="tell what would change, and change nothing")
        parser.add_argument("--if-empty", action="store_true", help="leave alone what the database has some of already")

    def handle(self, *args: Any, **options: Any) -> None:
        paths = options["folders"] or [COLLECTION]
        only_new = bool(options["if_empty"])
        if only_new and Edition.objects.exists():
            if options["verbosity"]:
                self.stdout.write("The database has editions already: nothing loaded but words that it has none of.")
            records = []
        else:
            records = self._read(_editions(paths))
        terms = self._terms([] if only_new and Term.objects.exists() else paths)
        meanings = not options["folders"] and not (only_new and Synonyms.objects.exists())
        try:
            with transaction.atomic():
                reports = [str(self._load(record, options)) for record in records]
                reports += [self._told("glossary", *definitions.bring(terms))] if terms else []
                reports += [self._told("thesaurus", thesaurus.load())] if meanings else []
                transaction.set_rollback(bool(options["dry_run"]))
        except Unreadable as error:
            raise CommandError(self._faults(error)) from error
        except index.Gone as error:
            raise CommandError(f"{error} Nothing has been loaded.") from error
        for report in reports:
            self.stdout.write(report)
        if options["dry_run"]:
            self.stdout.write("This was a dry run: nothing has changed.")

    def _terms(self, paths: list[Path]) -> list[TermRecord]:
        """The terms of the glossaries that stand beside the editions."""
        found: list[TermRecord] = []
        for path in paths:
            file = path / glossary.FILE
            if file.is_file() and not (path / "edition.toml").exists():
                try:
                    found += glossary.read(file)
                except Unreadable as error:
                    raise CommandError(self._faults(error)) from error
        return found

    def _told(self, what: str, new: int, changed: int = 0) -> str:
        return f"{what}: {new} created, {changed} changed"

    def _read(self, folders: list[Path]) -> list[EditionRecord]:
        records, faults = [], []
        for path in folders:
            try:
                records.append(onefile.read(path) if path.is_file() else folder.read(path))
            except Unreadable as error:
                faults += [str(fault) if path.is_file() else f"{path.name}/{fault}" for fault in error.faults]
        if faults:
            raise CommandError(_many(faults))
        return sorted(records, key=lambda record: (bool(record.supersedes), record.order))

    def _load(self, record: EditionRecord, options: dict[str, Any]) -> Report:
        kept = 0
        if not options["folders"]:  # a collection that ships is no later word than the book's or an editor's
            record, kept = newer_kept(record)
        if kept and options["verbosity"]:
            self.stdout.write(f"{record.slug}: {_entries(kept)} the words that editors or a book have given since the last load.")
        said = (lambda line: self.stdout.write(str(line))) if options["verbosity"] and not options["if_empty"] else (lambda line: None)
        return load(record, dry_run=options["dry_run"], said=said)

    def _faults(self, error: Unreadable) -> str:
        return _many([str(fault) for fault in error.faults])


def _entries(count: int) -> str:
    return "1 entry keeps" if count == 1 else f"{count} entries keep"


def _many(faults: list[str]) -> str:
    count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    return "\n".join([*faults, f"Nothing has been loaded: {count}."])


def _editions(paths: list[Path]) -> list[Path]:
    """The folders that hold an edition, named themselves or by the folder that they stand in, and the files that do."""
    found = []
    for path in paths:
        if path.is_file() and path.suffix.lower() in FILES:
            found.append(path)
            continue
        if not path.is_dir():
            raise CommandError(f"{path} is no folder, and no .json or .csv file.")
        inner = sorted(child.parent for child in path.glob("*/edition.toml"))
        found += [path] if (path / "edition.toml").exists() or not inner else inner
    return found
