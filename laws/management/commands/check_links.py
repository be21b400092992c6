"""manage.py check_links FILE-or-URL ...: which links to this site in a newsletter still work."""

from __future__ import annotations

import json
import logging
import re
import sys
import urllib.request
from argparse import ArgumentParser
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.http.request import validate_host
from django.test import Client

from laws.links import UNCOUNTED, Answer, Verdict, check, find

LARGEST_FILE, LARGEST_PAGE = 200_000_000, 10_000_000  # bytes
SECONDS = 20
STATES = ("dead", "moved", "fine")
IDS = re.compile(r'\sid="([^"]+)"')


class Command(BaseCommand):
    help = (
        "Tell which links to this site in a newsletter or an archive of them (HTML, text, mail, mbox) are dead, have moved, or are fine."
        " Ends with 0 where none is dead, 1 where one is, 2 where something could not be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sources", nargs="+", metavar="FILE-or-URL", help="a file, - for what is piped in, or an address with http(s)")
        parser.add_argument(
            "--host", action="append", default=[], metavar="HOST", help="another name of this site, or one that it had; may be repeated"
        )
        parser.add_argument("--json", action="store_true", help="as JSON, for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        logging.getLogger("django.request").setLevel(logging.CRITICAL)  # a dead link is told below, not here
        hosts = [str(urlsplit(settings.SITE_URL).hostname), *options["host"]]
        found: dict[str, int] = {}
        for source in options["sources"]:
            for url, times in find(_read(source), hosts).items():
                found[url] = found.get(url, 0) + times
        verdicts = [check(url, times, _asked) for url, times in found.items()]
        if options["json"]:
            self.stdout.write(json.dumps([asdict(verdict) for verdict in verdicts], ensure_ascii=False, indent=1))
        else:
            self._tell(verdicts, hosts)
        if any(verdict.state == "dead" for verdict in verdicts):
            sys.exit(1)

    def _tell(self, verdicts: list[Verdict], hosts: list[str]) -> None:
        if not verdicts:
            self.stdout.write(f"There is no link to {' or '.join(hosts)} in it.")
            return
        for state in STATES:
            for verdict in (one for one in verdicts if one.state == state):
                times = f" ({verdict.times} times)" if verdict.times > 1 else ""
                said = f"; {verdict.said}" if verdict.said else ""
                to = f" -> {verdict.to}" if verdict.to else ""
                self.stdout.write(f"{state:6} {verdict.url}{times}{to}{said}")
        counts = (f"{sum(one.state == state for one in verdicts)} {state}" for state in STATES)
        self.stdout.write(f"{len(verdicts)} links: {', '.join(counts)}.")


def _read(source: str) -> bytes:
    """What a file or an address holds. Raises CommandError, which ends with 2, where it cannot be read."""
    try:
        if source == "-":
            return _bounded(sys.stdin.buffer.read(LARGEST_FILE + 1), LARGEST_FILE, "what is piped in")
        if "://" in source:
            return _fetched(source)
        path = Path(source)
        if path.is_dir():
            raise CommandError(f"{source} is a folder: name the files in it.", returncode=2)
        with path.open("rb") as file:
            return _bounded(file.read(LARGEST_FILE + 1), LARGEST_FILE, source)
    except OSError as error:
        raise CommandError(f"{source} cannot be read: {getattr(error, 'strerror', None) or error}.", returncode=2) from error


def _fetched(url: str) -> bytes:
    if not url.lower().startswith(("http://", "https://")):
        raise CommandError(f"{url} is no web address: only http and https are fetched.", returncode=2)
    try:
        asked = urllib.request.Request(url, headers={"User-Agent": "casebook check_links"})  # noqa: S310
        with urllib.request.build_opener(_OnlyWeb).open(asked, timeout=SECONDS) as answer:
            return _bounded(answer.read(LARGEST_PAGE + 1), LARGEST_PAGE, url)
    except ValueError as error:
        raise CommandError(f"{url} is no web address: {error}.", returncode=2) from error


def _bounded(data: bytes, most: int, name: str) -> bytes:
    if len(data) > most:
        raise CommandError(f"{name} has more than {most // 1_000_000} MB: split it.", returncode=2)
    return data


class _OnlyWeb(urllib.request.HTTPRedirectHandler):
    """Follows a page that has moved, but never off the web."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if not newurl.lower().startswith(("http://", "https://")):
            raise OSError(f"it sends on to {newurl[:80]}, which is no web address")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


@cache
def _client() -> Client:
    """The site in this process, by a name that it answers to, as a reader without an account meets it."""
    host = str(urlsplit(settings.SITE_URL).hostname)
    if not validate_host(host, settings.ALLOWED_HOSTS):
        host = next((name for name in settings.ALLOWED_HOSTS if not name.startswith((".", "*"))), "localhost")
    return Client(raise_request_exception=False, SERVER_NAME=host)


def _asked(path: str) -> Answer:
    answer = _client().get(path, secure=True, **{UNCOUNTED: "1"})
    is_page = answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html")
    ids = frozenset(IDS.findall(answer.content.decode(errors="replace"))) if is_page else frozenset()
    return Answer(answer.status_code, answer.get("Location", ""), ids)
