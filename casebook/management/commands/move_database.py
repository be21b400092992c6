"""`manage.py move_database FROM TO`: from SQLite to PostgreSQL, and back."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from casebook import addresses
from casebook.moving import CannotMove, move


class Command(BaseCommand):
    help = "Copy a whole site from one database to another, empty one, and prove that all of it is there. Nothing changes in the first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="FROM", help="sqlite:///path/to/file.sqlite3 or postgres://user:password@host:5432/name")
        parser.add_argument("target", metavar="TO", help="the same; it must hold nothing yet")

    def handle(self, **options: Any) -> None:
        try:
            named = [addresses.sensible_database(options[name], name="The address") for name in ("source", "target")]
            moved = move(*named)
        except (CannotMove, ImproperlyConfigured) as error:
            raise CommandError(str(error)) from error
        if options["verbosity"] > 0:
            for table in moved:
                self.stdout.write(f"{table.rows:>9,}  {table.checksum}  {table.table}")
        # The index is no part of the texts: the new database makes its own, in a process that works on it.
        env = {**os.environ, "DATABASE_URL": options["target"]}
        done = subprocess.run([sys.executable, "manage.py", "search", "--rebuild"], cwd=settings.BASE_DIR, env=env, check=False)
        if done.returncode:
            raise CommandError("All rows have been moved, but the search index was not made: run manage.py search --rebuild there.")
        rows = sum(table.rows for table in moved)
        self.stdout.write(f"{rows:,} rows in {len(moved)} tables, counted and compared. Set DATABASE_URL to the new one.")
