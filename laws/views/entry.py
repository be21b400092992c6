"""The page of one entry, its preview for a link, and the short list that a range such as Laws 76-79 leads to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import text as markup
from laws import wordings
from laws.citations import gloss, graph, link
from laws.models import Entry, FormerAddress
from laws.models.vocabulary import Kind, Status
from laws.sharing import picture, schema
from laws.sharing.subject import subject

from . import beside, errors, ladder, reading

PREVIEW = 420  # characters


@require_safe
def entry(request: HttpRequest, edition: str, kind: str, slug: str) -> HttpResponse:
    """An entry of any kind; what is withdrawn answers 410, a draft only its editors."""
    found = beside.entry_at(edition, kind, slug)
    if found is None or not may_read(request, found):
        return ladder.ladder(request, request.path)
    if found.status == Status.WITHDRAWN:
        return errors.gone(request, found)
    return render(request, "entry.html", page(found))


def may_read(request: HttpRequest, entry: Entry) -> bool:
    """Whether the reader may see that an entry is there. The session is only asked about drafts, so that pages stay free of cookies."""
    return entry.status in (Status.PUBLISHED, Status.WITHDRAWN) or bool(request.user.is_active and request.user.is_staff)


def page(entry: Entry) -> dict[str, Any]:
    """All that the page of an entry shows, in a number of queries that does not depend on how much is cited or cites."""
    there = beside.of(entry)
    rows = there.rows
    cites = graph.cites(entry, rows)
    cited = subject(entry)
    fields = link.fields(entry, rows, {note.entry.number: note.entry.get_absolute_url() for note in there.notes}, gloss.of(entry.edition))
    return {
        "entry": entry,
        "edition": entry.edition,
        "fields": fields,
        "has_printed": any(not field.is_digest for field in fields),
        "has_digest": any(field.is_digest for field in fields),
        "parts": [part for part in entry.parts.all() if not part.retired],
        "laws": link.cell(entry.penaltyrow.laws, [row for row in rows if row.field == "laws"]) if entry.kind == Kind.PENALTY else "",
        "governing": reading.governing(cites) if entry.kind == Kind.PENALTY else [],
        "notes": there.notes,
        "cites": cites,
        "cited_by": there.cited_by,
        "before": there.before,
        "after": there.after,
        "outdated": wordings.outdated(entry, [cite.target for cite in cites if cite.target]),
        "formerly": there.formerly,
        "cited": cited,
        "picture": picture.version(picture.card(cited, settings.SITE_NAME)) if picture.can_draw() else "",
        "schema": schema.block(schema.legislation(entry, [cite.target.get_absolute_url() for cite in cites if cite.target])),
    }


@require_safe
def preview(request: HttpRequest, edition: str, kind: str, slug: str) -> HttpResponse:
    """A few words of an entry, or of the part that `?part=` names, for the pop-up over a link. A fragment, not for search engines."""
    found = Entry.objects.for_list().filter(edition__slug=edition, kind=kind, slug=slug).first()
    if found is None or found.status not in (Status.PUBLISHED, Status.WITHDRAWN):
        return errors.missing(request, request.path)
    part = request.GET.get("part", "")
    words = next((said for text in (found.text, found.digest) if (said := markup.words_of_part(text, part))), "")
    context = {"entry": found, "part": part if words else "", "part_words": words, "length": PREVIEW}
    answer = render(request, "fragments/preview.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
def run(request: HttpRequest, edition: str, kind: str, first: str, last: str) -> HttpResponse:
    """The entries from one number to another, as a short list."""
    entries = between(edition, kind, first, last)
    if not entries and (gone := withdrawn_between(edition, kind, first, last)):
        return errors.all_gone(request, gone)
    if not entries:
        return ladder.ladder(request, request.path)
    context = {"entries": entries, "kind": kind, "first": entries[0], "last": entries[-1], "edition": entries[0].edition}
    return render(request, "run.html", context)


def between(edition: str, kind: str, first: str, last: str) -> list[Entry]:
    """The published entries of a list from one printed number to another, whether or not both ends are there."""
    rows = Entry.objects.published().of_kind(kind).filter(edition__slug=edition)
    return list(rows.filter(pk__in=_keys(rows.values_list("pk", "slug"), first, last)).for_list().in_order())


def withdrawn_between(edition: str, kind: str, first: str, last: str) -> list[Entry]:
    """What once stood between two numbers of a list where nothing stands now: withdrawn since, or under other numbers."""
    rows = Entry.objects.of_kind(kind).filter(status__in=ladder.OPEN)
    here = rows.filter(edition__slug=edition).values_list("pk", "slug")
    start = f"/{edition}/{kind}/"
    left = FormerAddress.objects.filter(path__startswith=start, entry__status__in=ladder.OPEN).values_list("entry", "path")
    keys = {*_keys(here, first, last), *_keys(((pk, path.removeprefix(start)) for pk, path in left), first, last)}
    return list(rows.filter(pk__in=keys).for_list().in_order())


def _keys(rows: Iterable[tuple[int, str]], first: str, last: str) -> list[int]:
    """The keys of those rows whose numbers lie between two others."""
    low, high = _digits(first), _digits(last)
    return [pk for pk, slug in rows if low <= _digits(slug) <= high]


def _digits(slug: str) -> int:
    """The number in a slug: "50a" is 50; -1 for none."""
    found = re.match(r"\d{1,6}", slug)
    return int(found[0]) if found else -1
