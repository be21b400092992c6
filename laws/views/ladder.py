"""The redirect ladder: every other spelling of an address leads to the one address of what it names, for good and in one step.

The rungs, from the surest: the entry that the address reads as, an address that an entry once had, a list or a range, a page of the site
spelled otherwise, a short address without its tilde. Below them stands the page that helps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.urls import Resolver404, resolve
from django.utils.encoding import escape_uri_path
from django.views.decorators.http import require_safe

from laws.models import Edition, Entry, FormerAddress, FormerSlug, Heading, Part, permanent_id
from laws.models.vocabulary import PLURAL, Kind, Status

from . import address, errors

OPEN = (Status.PUBLISHED, Status.WITHDRAWN)
NOT_PAGES = {"entry", "preview", "run", "short", "ladder", "edition", "edition-cases", "edition-feed", "penalties",
             "edition-feed-as", "entry-feed", "offense-feed", "share-code", "share-file", "card", "embed", "embed-bare"}  # fmt: skip
OF_A_CODE = {"penalty-card", "case-sheet", "download"}
OF_AN_EDITION = {"cases": "cases/", "penalties": "penalties/", "feed.atom": "feed.atom"}

BELOW = re.compile(r"/cited-by/*$", re.IGNORECASE)  # the page below an entry's own that only this ladder leads on to


@require_safe
def ladder(request: HttpRequest, path: str) -> HttpResponse:
    """Any address that no other view answers."""
    if below := BELOW.search(path):
        return _citing(request, path, path[: below.start()])
    read = address.read(path)
    found, page = place(read), ""
    here = escape_uri_path(request.path)
    if found and found != here:
        return HttpResponsePermanentRedirect(found)
    if not found and (page := list_of(read) or page_of(read)) and page != here:
        query = request.META.get("QUERY_STRING", "")
        return HttpResponsePermanentRedirect(page + (f"?{query}" if query and "#" not in page else ""))
    if not found and not page and read.edition is None and (code := permanent_id.read(read.path)) and (there := named(code)):
        return HttpResponseRedirect(there)  # not for good: a code may come to have this address
    return errors.missing(request, path)


def _citing(request: HttpRequest, path: str, entry: str) -> HttpResponse:
    """The list of what cites an entry, whose own address was spelled otherwise or has changed."""
    found = place(address.read(entry)).partition("#")[0]
    if not found or f"{found}cited-by/" == escape_uri_path(request.path):
        return errors.missing(request, path)
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(f"{found}cited-by/" + (f"?{query}" if query else ""))


@require_safe
def short(request: HttpRequest, typed: str) -> HttpResponse:
    """The short address of an entry, a part or a group heading, in any letter case and with look-alikes read as meant."""
    code = permanent_id.read(address.tidy(typed))
    if code and (found := named(code)):
        return HttpResponsePermanentRedirect(found)
    draft = Entry.objects.select_related("edition").filter(permanent_id=code).exclude(status__in=OPEN).first() if code else None
    if draft and request.user.is_active and request.user.is_staff:
        return HttpResponseRedirect(draft.get_absolute_url())
    return errors.missing(request, request.path)


def named(code: str) -> str:
    """The address of what a permanent id names, or ""."""
    if entry := Entry.objects.select_related("edition").filter(permanent_id=code, status__in=OPEN).first():
        return entry.get_absolute_url()
    if part := Part.objects.select_related("entry__edition").filter(permanent_id=code, entry__status__in=OPEN).first():
        return part.entry.get_absolute_url() if part.retired else part.get_absolute_url()
    if heading := Heading.objects.select_related("edition").filter(permanent_id=code).first():
        return f"{heading.edition.get_absolute_url()}#h-{heading.permanent_id.lower()}"
    return ""


def place(read: address.Reading) -> str:
    """The address of the entry that an address means in any spelling, its part too: the one that is there, or else the one that was.

    Under a name that the code no longer has, what was there comes first.
    """
    return (former(read) or entry_of(read)) if read.was else (entry_of(read) or former(read))


def entry_of(read: address.Reading) -> str:
    """The address of the first thing read that is there, its part too."""
    if not read.wanted:
        return ""
    rows = Entry.objects.select_related("edition").prefetch_related("parts").filter(edition=read.edition, status__in=OPEN)
    rows = rows.filter(kind__in={wanted.kind for wanted in read.wanted}, slug__in={wanted.slug for wanted in read.wanted})
    there = {(entry.kind, entry.slug): entry for entry in rows}
    return next(filter(None, (_at(there.get((wanted.kind, wanted.slug)), wanted.part) for wanted in read.wanted)), "")


def former(read: address.Reading) -> str:
    """Where the entry is read now that once stood at this address, as it is written or in another spelling, its part too."""
    name, _, rest = (read.was or read.path).partition("/")
    asked = [(rest, ""), *((f"{wanted.kind}/{wanted.slug}", wanted.part) for wanted in read.wanted)]
    there = left(read.edition, name, [rest for rest, _ in asked])
    return next(filter(None, (_at(there.get(rest), part) for rest, part in asked)), "")


def _at(entry: Entry | None, part: str) -> str:
    """The address of an entry, or of its part; "" where there is no such entry or part. A part that was amended away leads to its entry."""
    if entry is None or not part:
        return entry.get_absolute_url() if entry else ""
    row = next((row for row in entry.parts.all() if row.anchor == part), None)
    if row is None:
        return ""
    return entry.get_absolute_url() if row.retired else row.get_absolute_url()


def left(edition: Edition | None, name: str, rests: Iterable[str]) -> dict[str, Entry]:
    """The entries that have left some addresses, each given by what follows the name of its code. At most three queries.

    An entry may have left it under any name that its code has had: under `name`, which was asked for, comes first, and then what left it
    soonest.
    """
    names = [name]
    rests = dict.fromkeys(rests)
    if edition is not None and any(rests):
        names += [edition.slug, *FormerSlug.objects.filter(edition=edition).values_list("slug", flat=True)]
    paths = {f"/{one}/{rest}".rstrip("/") + slash: (one != name, rest) for one in reversed(names) for rest in rests for slash in ("/", "")}
    found = FormerAddress.objects.select_related("entry__edition").prefetch_related("entry__parts")
    rows = found.filter(path__in=paths, entry__status__in=OPEN).order_by("since", "pk")
    there: dict[str, Entry] = {}
    for row in sorted(rows, key=lambda row: paths[row.path][0]):
        there.setdefault(paths[row.path][1], row.entry)
    return there


def list_of(read: address.Reading) -> str:
    """The address of a code, of one of its lists, or of a range of its entries."""
    if read.edition is None:
        return ""
    home = read.edition.get_absolute_url()
    rest = read.path.partition("/")[2]
    if not rest or rest in OF_AN_EDITION:
        return home + OF_AN_EDITION.get(rest, "")
    if read.run:
        kind, first, last = read.run
        both = Entry.objects.published().of_kind(kind).in_edition(read.edition).filter(slug__in={first, last})
        return f"{home}{kind}/{first}-{last}/" if both.count() == 2 else ""
    match read.listed:
        case "":
            return ""
        case Kind.CASE | Kind.PENALTY:
            return f"{home}{PLURAL[Kind(read.listed)].lower()}/"
        case kind:
            return f"{home}#{PLURAL[Kind(kind)].lower()}"


def page_of(read: address.Reading) -> str:
    """A page of the site that was spelled in capitals, or without its slash."""
    for path in (f"/{read.path}/", f"/{read.path}"):
        try:
            found = resolve(path)
        except Resolver404:
            continue
        if read.path and found.url_name not in NOT_PAGES and (read.edition or found.url_name not in OF_A_CODE):
            return path
    return ""
