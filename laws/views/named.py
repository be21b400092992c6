"""Which entry, and which part of it, an address or a permanent id names: for what is asked about pages, not for the pages themselves."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from django.conf import settings

from laws.models import Entry, Part, permanent_id

from . import address, ladder
from .ladder import OPEN

PAGE = re.compile(r"/(?P<edition>[^/]+)/(?P<kind>[^/]+)/(?P<slug>[^/#]+)/(?:#(?P<part>\w+))?$")
SHARE = re.compile(r"(?P<of>/[^/]+/[^/]+/[^/]+/)share/?")
Named = tuple[Entry, Part | None]
PORTS = {"http": 80, "https": 443}


def by_code(typed: str) -> Named | None:
    """What a permanent id names, typed in any letter case and with look-alikes; published or withdrawn.

    The id of a part that was amended away names its entry: it is in print, and leads somewhere for ever.
    """
    code = permanent_id.read(address.tidy(typed))
    if not code:
        return None
    rows = Entry.objects.for_page().filter(status__in=OPEN)
    if entry := rows.filter(permanent_id=code).first():
        return entry, None
    part = Part.objects.filter(permanent_id=code).first()
    entry = rows.filter(pk=part.entry_id).first() if part else None
    return (entry, None if part is None or part.retired else part) if entry else None


def by_url(url: str) -> Named | None:
    """What a whole address of this site names, in any spelling that leads to a page: short, old, or with the part in it."""
    try:
        asked = urlsplit(url.strip())
        if not _is_ours(asked):
            return None
    except ValueError:  # a port that is no number, a bracket left open
        return None
    path, part = unquote(asked.path), address.tidy(unquote(asked.fragment))
    if shared := SHARE.fullmatch(path):
        path, part = shared["of"], part or next(iter(parse_qs(asked.query).get("part", [])), "")
    if path.startswith("/~"):
        return by_code(path[2:])
    read = address.read(path)
    found = PAGE.match(ladder.place(read))
    return by_address(found["edition"], found["kind"], found["slug"], found["part"] or part) if found else None


def by_address(edition: str, kind: str, slug: str, part: str = "") -> Named | None:
    """An entry by the pieces of its address, with its part where it has that part."""
    entry = Entry.objects.for_page().filter(status__in=OPEN, edition__slug=edition, kind=kind, slug=slug).first()
    if entry is None:
        return None
    anchor = address.tidy(part)
    return entry, next((row for row in entry.parts.all() if row.anchor == anchor and not row.retired), None)


def moved(edition: str, kind: str, slug: str) -> tuple[str, str]:
    """The page and the part that an address means which no entry has as it is written, in any spelling, old or new; "" for none."""
    page, _, part = ladder.place(address.read(f"{edition}/{kind}/{slug}")).partition("#")
    return page, part


def _is_ours(asked: SplitResult) -> bool:
    home = urlsplit(settings.SITE_URL)
    port = asked.port or PORTS.get(asked.scheme)
    ours = {home.port, PORTS.get(home.scheme)} - {None} if home.port is None else {home.port}
    return asked.scheme in PORTS and asked.hostname == home.hostname and (port in ours or (home.port is None and asked.port is None))
