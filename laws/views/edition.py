"""The contents of a code: its lists by group, the matter before and after them, and what the edition is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import text as markup
from laws.exports import whole
from laws.models import Edition, Entry, Heading
from laws.models.vocabulary import Kind

from . import errors
from .reading import Note, notes_on_headings

ORDER = (Kind.LAW, Kind.ETIQUETTE, Kind.SECTION, Kind.CASE, Kind.PENALTY, Kind.FOOTNOTE)
MOST_CASES, MOST = 60, 500  # entries of a list that its code's contents show; a page of their own has all
BULKY = ("text", "digest", "editor_note", "case__facts", "case__facts_digest", "case__decision", "case__decision_digest")


@dataclass(slots=True)
class Group:
    """What stands under one heading of a list, or under none."""

    heading: Heading | None
    entries: list[Entry] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    @property
    def title(self) -> str:
        return markup.plain(self.heading.title) if self.heading else ""

    @property
    def marks(self) -> list[str]:
        """The numbers of the notes that hang on the heading."""
        return [number for number, _, _ in markup.marks(self.heading.title)] if self.heading else []


@dataclass(slots=True)
class Shelf:
    """One list of a code: its laws, its cases, and so on. `count` is how many there are, not all of which need stand here."""

    kind: Kind
    groups: list[Group] = field(default_factory=list)
    count: int = 0

    @property
    def is_whole(self) -> bool:
        return self.count <= sum(len(group.entries) for group in self.groups)


@require_safe
def contents(request: HttpRequest, edition: str) -> HttpResponse:
    """A code's contents. The number of queries does not depend on the number of entries."""
    found = Edition.objects.select_related("supersedes").prefetch_related("superseded_by").filter(slug=edition).first()
    if found is None:
        return errors.missing(request, request.path)
    forms = [(name, whole.FORMS[name]) for name in whole.offered()]
    return render(request, "edition.html", {"edition": found, "shelves": shelves(found), "forms": forms})


def shelves(edition: Edition) -> list[Shelf]:
    """The lists of a code that hold something, each with its groups in printed order. Five queries, and one for each too long list."""
    counts = dict(tally([edition]).get(edition.pk, []))
    entries = Entry.objects.published().in_edition(edition).exclude(_beyond(edition, counts))
    rows = list(entries.in_order().for_list().select_related("footnote__anchor__edition").defer(*BULKY))
    headings = list(edition.headings.all())
    notes = notes_on_headings(edition)
    found = []
    for kind in ORDER:
        by_heading = {heading.pk: Group(heading, notes=notes.get(heading.pk, [])) for heading in headings if heading.kind == kind}
        loose = Group(None)
        for entry in rows:
            if entry.kind == kind:
                by_heading.get(entry.heading_id or 0, loose).entries.append(entry)
        groups = [group for group in (loose, *by_heading.values()) if group.entries or (group.heading and has_words(group.heading))]
        if any(group.entries for group in groups):
            found.append(Shelf(kind, groups, counts.get(kind, 0)))
    return found


def _beyond(edition: Edition, counts: Mapping[Kind, int]) -> Q:
    """What of the lists that are too long does not stand among the contents."""
    beyond = Q(pk__in=[])
    for kind, count in counts.items():
        if count > (most := MOST_CASES if kind == Kind.CASE else MOST):
            rows = Entry.objects.published().in_edition(edition).of_kind(kind).order_by("position", "pk")
            beyond |= Q(kind=kind, position__gte=rows.values_list("position", flat=True)[most])
    return beyond


def has_words(heading: Heading) -> bool:
    """Whether something is printed under a heading itself."""
    return bool(heading.text or heading.digest or heading.editor_note)


def tally(editions: Iterable[Edition]) -> dict[int, list[tuple[Kind, int]]]:
    """How many published entries of each kind each edition has, by the edition's key, in the order of the contents. One query."""
    rows = Entry.objects.published().filter(edition__in=[edition.pk for edition in editions])
    counts = {
        (row["edition"], row["kind"]): row["n"] for row in rows.order_by().values("edition", "kind").annotate(n=Count("pk"))
    }
    found: dict[int, list[tuple[Kind, int]]] = {}
    for key, _ in counts:
        found[key] = [(kind, counts[key, kind]) for kind in ORDER if (key, kind) in counts]
    return found
