"""manage.py import_book FILE-or-URL --edition SLUG: read a printed book of laws into an edition."""

from __future__ import annotations

import json
import re
import sys
import urllib.error
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from laws.books.profile import Profile
from laws.books.records import Unreadable
from laws.importing import bring_in
from laws.search import index

LARGEST = 20_000_000  # bytes; the largest book of laws known has two million
PATIENCE = 30  # seconds that an address may take


class Command(BaseCommand):
    help = "Read a printed book of laws (text, HTML; a file or an address) into an edition, with a report of all that was unsure."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="FILE-or-URL")
        parser.add_argument("--edition", required=True, metavar="SLUG", help="the edition to fill; made if it is not there")
        parser.add_argument("--title", default="", help="the title of a new edition")
        parser.add_argument("--year", type=int, default=0, help="the year of a new edition, where its slug does not end in one")
        parser.add_argument("--game", default="", help="the game of a new edition")
        parser.add_argument("--profile", type=Path, help="a book profile (docs/importing.md); else the one that fits, if any")
        parser.add_argument("--dry-run", action="store_true", help="report, and change nothing")
        parser.add_argument("--draft", action="store_true", help="leave what is new unpublished, for review")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        name, data = fetch(options["source"])
        profile = self._profile(options["profile"])
        quiet = options["json"] or not sys.stderr.isatty()
        with tqdm(desc=name[:30], unit=" entries", file=sys.stderr, disable=quiet, leave=False) as bar:
            try:
                result = bring_in(
                    data, name=name, slug=options["edition"], title=options["title"], year=options["year"], game=options["game"],
                    profile=profile, draft=options["draft"], dry_run=options["dry_run"], said=lambda line: bar.update(),
                )  # fmt: skip
            except Unreadable as error:
                raise CommandError("\n".join([*map(str, error.faults), "Nothing has been loaded."])) from error
            except index.Gone as error:
                raise CommandError(f"{error} Nothing has been loaded.") from error
        if result.proof.refusal:
            if options["json"]:
                self.stdout.write(json.dumps(result.to_dict(), ensure_ascii=False))
            raise CommandError(f"{result.proof.refusal} Nothing has been loaded.")
        self.stdout.write(json.dumps(result.to_dict(), ensure_ascii=False) if options["json"] else "\n".join(result.lines()))

    def _profile(self, path: Path | None) -> Profile | None:
        try:
            return Profile.read(path) if path else None
        except (OSError, Unreadable) as error:
            raise CommandError(f"The profile {path} cannot be used: {error}") from error


def fetch(source: str) -> tuple[str, bytes]:
    """The name and the bytes of a file, or of a page at an http or https address. Raises CommandError with a sentence."""
    try:
        if re.match(r"https?://", source):
            with urllib.request.urlopen(source, timeout=PATIENCE) as answer:  # noqa: S310 - the scheme is checked
                data = answer.read(LARGEST + 1)
        else:
            with Path(source).open("rb") as file:
                data = file.read(LARGEST + 1)
    except (urllib.error.URLError, TimeoutError, OSError) as error:
        reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
        raise CommandError(f"{source} cannot be read: {reason}.") from error
    if len(data) > LARGEST:
        raise CommandError(f"{source} is larger than {LARGEST:,} bytes: no book of laws is.")
    return source.rstrip("/").rsplit("/", 1)[-1], data
