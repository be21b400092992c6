"""manage.py import_table FILE --edition SLUG --kind penalty|case: bring in a table of penalties or cases from CSV or XLSX."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws.bulk.bring import Outcome, bring_in
from laws.bulk.columns import TABLES
from laws.bulk.plan import SAME
from laws.bulk.sheet import LARGEST, Refused
from laws.management.editions import edition_called
from laws.search import index


class Command(BaseCommand):
    help = "Bring in penalties or cases from a CSV or XLSX file (docs/bulk.md): rows there are changed, others added, all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--edition", required=True, metavar="SLUG", help="the edition that the rows belong to")
        parser.add_argument("--kind", required=True, choices=sorted(TABLES), help="what the rows are")
        parser.add_argument("--publish", action="store_true", help="publish new rows that do not say their status; else they are drafts")
        parser.add_argument("--why", default="", help="a reason for the history")
        parser.add_argument("--dry-run", action="store_true", help="tell what would change, and change nothing")
        parser.add_argument("--json", action="store_true", help="print what changes, or is wrong, as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        edition = edition_called(options["edition"])
        path: Path = options["file"]
        try:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror or error}.") from error
        try:
            outcome = bring_in(
                data, name=path.name, edition=edition, kind=options["kind"], why=options["why"], publish=options["publish"],
                dry_run=options["dry_run"],
            )  # fmt: skip
        except Refused as error:
            if options["json"]:
                wrong = [{"row": message.row, "column": message.column, "text": message.text} for message in error.messages]
                self.stdout.write(json.dumps({"loaded": False, "wrong": wrong}, ensure_ascii=False))
            raise CommandError(f"{error}\nNothing has been loaded.") from error
        except index.Gone as error:
            raise CommandError(f"{error} Nothing has been loaded.") from error
        self._tell(outcome, as_json=options["json"])

    def _tell(self, outcome: Outcome, *, as_json: bool) -> None:
        if as_json:
            rows = [
                {
                    "row": line.row, "entry": line.label, "state": line.state, "status": line.status,
                    "changes": [{"column": change.column, "old": change.old, "new": change.new} for change in line.changes],
                }
                for line in outcome.lines
            ]  # fmt: skip
            self.stdout.write(json.dumps({"loaded": not outcome.dry_run, "notes": outcome.notes, "rows": rows}, ensure_ascii=False))
            return
        for note in outcome.notes:
            self.stdout.write(note)
        for line in outcome.lines:
            if line.state != SAME:
                self.stdout.write(f"{line.state:8} {line.label} ({line.status})  [row {line.row}]")
                for change in line.changes:
                    self.stdout.write(f"           {change.column}: {_short(change.old)} → {_short(change.new)}")
        self.stdout.write(f"{outcome}.{' This was a dry run: nothing has changed.' if outcome.dry_run else ''}")


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return f"“{flat if len(flat) <= 60 else flat[:59] + '…'}”" if flat else "nothing"
