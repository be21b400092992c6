"""manage.py audit: look at everything, and tell what is broken, what to mend and what to know."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from laws.audit.finding import KNOW, SORTS
from laws.audit.report import Report, audit
from laws.management.editions import edition_called

SHOWN = 5  # of findings that are only good to know


class Command(BaseCommand):
    help = "Look for what is broken or should be mended: citations, parts, notes, drafts, the table against its laws, the index."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--edition", default="", metavar="SLUG", help="only what concerns one edition")
        parser.add_argument("--sort", default="", choices=["", *SORTS], metavar="SORT", help=f"only one sort: {', '.join(SORTS)}")
        parser.add_argument("--json", action="store_true", help="print the whole report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        report = audit(edition_called(options["edition"]) if options["edition"] else None).only(sort=options["sort"])
        if options["json"]:
            self.stdout.write(json.dumps(report.to_dict(), ensure_ascii=False, indent=2))
        else:
            self._print(report, whole=bool(options["sort"]) or options["verbosity"] > 1)
        if report.is_broken:
            sys.exit(1)

    def _print(self, report: Report, *, whole: bool) -> None:
        for group in report.groups():
            self.stdout.write(f"{group.severity.upper()}: {group.sort.title} ({len(group.findings)}). {group.sort.advice}")
            shown = group.findings if whole or group.severity != KNOW else group.findings[:SHOWN]
            for finding in shown:
                mend = f"  [{settings.SITE_URL}{finding.mend}]" if finding.mend else ""
                self.stdout.write(f"  {finding.where}: {finding.sentence}{mend}")
            if len(shown) < len(group.findings):
                self.stdout.write(f"  and {len(group.findings) - len(shown)} more (--sort {group.code})")
        self.stdout.write(f"{report}.")
