"""The redirect ladder: every other spelling of an address leads to the one address of what it names, for good and in one step.

The rungs, from the surest: the entry that the address reads as, an address that an entry once had, a list or a range, a page of the site
spelled otherwise. Below them stands the page that helps.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.urls import Resolver404, resolve
from django.utils.encoding import escape_uri_path
from django.views.decorators.http import require_safe

from laws.models import Edition, Entry, FormerAddress, FormerSlug, Heading, Part, permanent_id
from laws.models.vocabulary import PLURAL, Kind, Status

from . import address, errors

OPEN = (Status.PUBLISHED, Status.WITHDRAWN)
NOT_PAGES = {"entry", "preview", "run", "short", "ladder", "edition", "edition-cases", "edition-feed", "penalties",
             "edition-feed-as", "entry-feed", "offense-feed", "share-code", "share-file", "card", "embed"}  # fmt: skip
OF_A_CODE = {"penalty-card", "case-sheet", "download"}
OF_AN_EDITION = {"cases": "cases/", "penalties": "penalties/", "feed.atom": "feed.atom"}


@require_safe
def ladder(request: HttpRequest, path: str) -> HttpResponse:
    """Any address that no other view answers."""
    read = address.read(path)
    found = (former(read) or entry_of(read)) if read.was else (entry_of(read) or former(read))
    here = escape_uri_path(request.path)
    if found and found != here:
        return HttpResponsePermanentRedirect(found)
    if not found and (page := list_of(read) or page_of(read)) and page != here:
        query = request.META.get("QUERY_STRING", "")
        return HttpResponsePermanentRedirect(page + (f"?{query}" if query and "#" not in page else ""))
    return errors.missing(request, path)


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


def entry_of(read: address.Reading) -> str:
    """The address of the first thing read that is there, its part too."""
    if not read.wanted:
        return ""
    rows = Entry.objects.select_related("edition").prefetch_related("parts").filter(edition=read.edition, status__in=OPEN)
    rows = rows.filter(kind__in={wanted.kind for wanted in read.wanted}, slug__in={wanted.slug for wanted in read.wanted})
    there = {(entry.kind, entry.slug): entry for entry in rows}
    for wanted in read.wanted:
        entry = there.get((wanted.kind, wanted.slug))
        if entry and not wanted.part:
            return entry.get_absolute_url()
        if entry and any(part.anchor == wanted.part and not part.retired for part in entry.parts.all()):
            return f"{entry.get_absolute_url()}#{wanted.part}"
    return ""


def former(read: address.Reading) -> str:
    """Where the entry is read now that once stood at this address."""
    row = left(read.edition, read.was or read.path)
    return row.entry.get_absolute_url() if row else ""


def left(edition: Edition | None, path: str) -> FormerAddress | None:
    """The entry that has left an address, given without its outer slashes. It may have left it under any name that its code has had.

    What left the address as it is written comes first, then what left it soonest under another name.
    """
    first, _, rest = path.partition("/")
    names = [first]
    if edition is not None and rest:
        names += [edition.slug, *FormerSlug.objects.filter(edition=edition).values_list("slug", flat=True)]
    paths = [f"/{name}/{rest}".rstrip("/") + slash for name in names for slash in ("/", "")]
    found = FormerAddress.objects.select_related("entry__edition").filter(path__in=paths, entry__status__in=OPEN)
    rows = list(found.order_by("since", "pk"))
    return next((row for row in rows if row.path in paths[:2]), rows[0] if rows else None)


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
