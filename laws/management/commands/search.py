"""manage.py search QUERY: what the site's search answers, for people and for measuring."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws.models import Edition
from laws.search import index
from laws.search.answer import Answer, Hit, answer


class Command(BaseCommand):
    help = "Search the published entries. With - each line of standard input is a query."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query", nargs="?", help="what to search for, or - for one query a line on standard input")
        parser.add_argument("--edition", metavar="SLUG", help="search this edition alone")
        parser.add_argument("--limit", type=int, default=20, help="the most hits for a query (20)")
        parser.add_argument("--json", action="store_true", help="print one line of JSON for each query")
        parser.add_argument("--rebuild", action="store_true", help="make the index anew from all published entries first")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["limit"] < 1:
            raise CommandError("--limit must be 1 or more.")
        if options["rebuild"]:
            self._rebuild()
        if options["query"] is None:
            if not options["rebuild"]:
                raise CommandError("Say what to search for.")
            return
        edition = self._edition(options["edition"])
        for typed in self._queries(options["query"]):
            found = answer(typed, edition=edition, per_page=options["limit"])
            self.stdout.write(json.dumps(as_data(typed, found), ensure_ascii=False) if options["json"] else as_list(found))

    def _rebuild(self) -> None:
        try:
            count = index.rebuild()
        except index.NoEngine as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The index holds {count} entries.")

    def _edition(self, slug: str | None) -> Edition | None:
        if slug is None:
            return None
        edition = Edition.objects.filter(slug=slug).first()
        if edition is None:
            raise CommandError(f"There is no edition “{slug}”.")
        return edition

    def _queries(self, typed: str) -> list[str]:
        if typed != "-":
            return [typed]
        return sys.stdin.buffer.read().decode("utf-8", errors="replace").removesuffix("\n").split("\n")


def as_data(typed: str, found: Answer) -> dict[str, Any]:
    """An answer as the values that --json prints."""
    facets = {facet.name: {choice.value: choice.count for choice in facet.choices} for facet in found.facets}
    return {
        "query": typed.encode("utf-8", "replace").decode(), "hits": [_hit(hit) for hit in found.hits], "notes": list(found.notes),
        "total": found.total, "jump": found.jump, "chooser": [hit.url for hit in found.chooser], "corrected": found.corrected,
        "facets": facets,
    }  # fmt: skip


def _hit(hit: Hit) -> dict[str, Any]:
    entry = hit.entry
    return {
        "edition": entry.edition.slug, "kind": entry.kind, "number": entry.slug if entry.number else "", "part": hit.part,
        "title": _words(hit.title), "snippet": _words(hit.snippet), "score": hit.score,
    }  # fmt: skip


def as_list(found: Answer) -> str:
    """An answer as a list to read."""
    lines = [*found.notes]
    for at, hit in enumerate(found.hits, start=1):
        where = f"{hit.entry.label} {hit.part}".strip() + f", {hit.entry.edition.short_title}"
        lines += [f"{at:3}. {where}: {_words(hit.title)}", f"     {_words(hit.snippet)}", f"     {hit.url}"]
    return "\n".join(lines)


def _words(pieces: tuple[tuple[str, bool], ...]) -> str:
    return "".join(words for words, _ in pieces)
