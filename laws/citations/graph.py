"""Who cites whom: what an entry cites, and what cites it, as the pages tell it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, Q, prefetch_related_objects

from laws.models import Citation, Entry, Footnote
from laws.models.citation import CitationQuerySet
from laws.models.entry import EntryQuerySet
from laws.models.prepared import Prepared, PreparedAmong, marks
from laws.models.vocabulary import Kind

from .readings import texts

ORDER = (Kind.CASE, Kind.PENALTY, Kind.LAW, Kind.ETIQUETTE, Kind.SECTION, Kind.FOOTNOTE)
CONTEXT = 90  # characters of context on either side


@dataclass(slots=True)
class Mention:
    """One entry that cites another, however often it does."""

    source: Entry
    parts: tuple[str, ...]
    context: str
    form: str
    in_digest: bool


@dataclass(slots=True)
class Cite:
    """One thing that an entry cites."""

    words: str
    target: Entry | None
    part: str
    outcome: str
    field: str
    form: str
    correction: Entry | None = None
    correction_part: str = ""
    correction_reason: str = ""


def cited_by(entry: Entry, sources: Iterable[int] | None = None) -> list[tuple[str, list[Mention]]]:
    """The published entries that cite `entry`, by kind, each once with a line of context; or those of some entries (their keys).

    Two queries, however many there are.
    """
    if sources is None:
        found = Citation.objects.standing().filter(target=entry.pk, source__status="published").exclude(source=entry.pk)
        rows = list(found.select_related("part").order_by())
    else:
        rows = incoming(entry, sources)
    prefetch_related_objects(rows, whole_sources())
    return mentions_of(rows)


def citing(entry: Entry) -> EntryQuerySet:
    """The published entries that cite `entry`."""
    rows = Citation.objects.standing().filter(target=entry.pk).values("source")
    return Entry.objects.published().filter(pk__in=rows).exclude(pk=entry.pk)


def incoming(entry: Entry, sources: Iterable[int]) -> list[Citation]:
    """The citations of `entry` by some entries (their keys), without the sources themselves. One query."""
    return _OF_SOURCES(sources, entry.pk)


def mentions_of(rows: Iterable[Citation]) -> list[tuple[str, list[Mention]]]:
    """What cites, by kind and in reading order; `rows` are `incoming` ones with their sources at hand."""
    by_source: dict[int, list[Citation]] = {}
    for row in sorted(rows, key=_place):
        by_source.setdefault(row.source_id, []).append(row)
    mentions: dict[str, list[Mention]] = {}
    for group in by_source.values():
        first = next((row for row in group if row.form not in ("relative", "bare")), group[0])
        parts = dict.fromkeys(row.part.anchor for row in group if row.part)
        digest = first.field.endswith("digest")
        mentions.setdefault(first.source.kind, []).append(Mention(first.source, tuple(parts), context(first), first.form, digest))
    return [(kind, mentions[kind]) for kind in ORDER if kind in mentions]


def _place(row: Citation) -> tuple[int, ...]:
    """Where a citation stands among all of them."""
    source = row.source
    return (source.edition.order, source.edition_id, source.position, source.pk, row.start, row.pk)


def whole_sources() -> Prefetch:
    """For a query of citations: their sources with all their words, each fetched once, however often it cites."""
    return Prefetch("source", Entry.objects.select_related("edition", "case", "penaltyrow"))


def context(row: Citation) -> str:
    """A line of plain words around a citation."""
    text = dict(texts(row.source)).get(row.field, "")
    if row.field == "laws" or not text:
        return ""
    start, end = max(0, row.start - CONTEXT), min(len(text), row.end + CONTEXT)
    before, after = text[start : row.start], text[row.end : end]
    if start:
        before = "… " + before[before.find(" ") + 1 :]
    if end < len(text):
        after = after[: after.rfind(" ")] + " …" if " " in after else after + "…"
    return " ".join(re.sub(r"\[\^\w+\]|[_|]|^> ?|\\", "", before + row.words + after, flags=re.M).split())


def cites(entry: Entry, rows: Iterable[Citation] | None = None) -> list[Cite]:
    """What `entry` cites, in reading order, each target once; unresolved ones too. `rows` are its citations where they are at hand."""
    found: dict[tuple[object, ...], Cite] = {}
    for row in outgoing(entry) if rows is None else rows:
        target = row.target if row.target and row.target.status in ("published", "withdrawn") else None
        part = row.part.anchor if row.part else ""
        key = (target.pk, part) if target else (row.target_kind, row.target_number, row.target_part)
        if row.outcome == Citation.Outcome.DISMISSED or row.target_id == entry.pk:
            continue
        if key not in found or row.correction:
            found[key] = Cite(
                row.words, target, part, row.outcome if target else "unknown", row.field, row.form, row.correction, row.correction_part,
                row.correction_reason,
            )  # fmt: skip
    return list(found.values())


def outgoing(*entries: Entry, most: int | None = None) -> list[Citation]:
    """The citations of some entries, or the first `most` of them, with all that showing them needs, in one query."""
    return list(_shown(Citation.objects.filter(source__in=entries))[:most])


def outgoing_with_notes(entry: Entry) -> tuple[list[Citation], list[Citation]]:
    """The same of one entry, and those of the footnotes that hang on it, in one query."""
    rows = _OUTGOING(entry.pk)
    return [row for row in rows if row.source_id == entry.pk], [row for row in rows if row.source_id != entry.pk]


def _shown(rows: CitationQuerySet) -> CitationQuerySet:
    return rows.select_related("target__edition", "target__penaltyrow", "part", "correction__edition").order_by("field", "group", "pk")


_OUTGOING = Prepared(
    lambda key: _shown(Citation.objects.filter(Q(source=key) | Q(source__in=Footnote.objects.filter(anchor=key).values("entry")))),
    *marks(1, 0),
)
_OF_SOURCES = PreparedAmong(
    lambda sources, key: Citation.objects.standing().filter(target=key, source__in=sources).select_related("part").order_by(),
    0,
    40,
    *marks(41, 0)[-1:],
)
