"""From the database to records: the inverse of books.load."""

from __future__ import annotations

from datetime import UTC, datetime

from laws import text as markup
from laws.books import remedies
from laws.books.records import KINDS, DiscussionRecord, EditionRecord, EntryRecord, ExtractRecord, HeadingRecord, VerdictRecord
from laws.models import Citation, Edition, Entry, Heading, Offense

from .glossary import terms_of

CASE_FIELDS = [f"{name}{tail}" for name in ("facts", "query", "decision", "remark") for tail in ("", "_digest")]


def record_of(edition: Edition) -> EditionRecord:
    """All of an edition as records, in printed order. Drafts too: a dump loses nothing."""
    headings = sorted(edition.headings.all(), key=lambda h: (KINDS.index(h.kind), h.position))
    rows = Entry.objects.in_edition(edition).for_page().prefetch_related("former_addresses")
    entries = sorted(rows, key=lambda entry: (KINDS.index(entry.kind), entry.position))
    offenses = Offense.objects.filter(entries__edition=edition).distinct().order_by("slug")
    return EditionRecord(
        slug=edition.slug,
        title=edition.title,
        short_title=edition.short_title,
        game=edition.game,
        issued_by=edition.issued_by,
        year=edition.year,
        dated=edition.dated,
        published_in=edition.published_in,
        source_url=edition.source_url,
        names=tuple(edition.names),
        former=tuple(edition.former_slugs.order_by("since", "pk").values_list("slug", flat=True)),
        supersedes=edition.supersedes.slug if edition.supersedes else "",
        order=edition.order,
        published=_stamp(edition.published_at),
        words=dict(edition.words),
        offenses={offense.slug: offense.name for offense in offenses},
        front=_matter(edition.front_text, edition.front_digest, edition.front_source),
        back=_matter(edition.back_text, edition.back_digest, edition.back_source),
        headings=tuple(_heading(heading) for heading in headings),
        entries=tuple(_entry(entry, edition, headings) for entry in entries),
        verdicts=tuple(_verdicts(edition)),
        discussions=tuple(record for entry in entries for record in _discussions(entry)),
        terms=terms_of(edition),
    )


def _matter(text: str, digest: str, source: str) -> dict[str, str]:
    return {name: words for name, words in (("text", text), ("digest", digest), ("source", source)) if words}


def _heading(heading: Heading) -> HeadingRecord:
    return HeadingRecord(
        heading.kind, heading.title, heading.permanent_id, heading.text, heading.digest, heading.editor_note, heading.source
    )


def _entry(entry: Entry, edition: Edition, headings: list[Heading]) -> EntryRecord:
    fields = {name: getattr(entry, name) for name in ("text", "digest", "editor_note")}
    record = {
        "kind": entry.kind,
        "number": entry.number,
        "slug": entry.slug,
        "title": entry.title,
        "title_is_printed": entry.title_is_printed,
        "own_words": entry.own_words,
        "permanent_id": entry.permanent_id,
        "parts": {part.anchor: part.permanent_id for part in entry.parts.all()},
        "heading": next((i for i, h in enumerate(headings) if h.pk == entry.heading_id), None),
        "extracts": tuple(ExtractRecord(e.words, (e.quoted_in.kind, e.quoted_in.slug), e.part_anchor) for e in entry.extracts.all()),
        "offenses": tuple(sorted(offense.slug for offense in entry.offenses.all())),
        "offenders": tuple(row.offender for row in entry.offenders.all()),
        "phases": tuple(row.phase for row in entry.phases.all()),
        "status": entry.status,
        "replaced_by": (entry.replaced_by.kind, entry.replaced_by.slug) if entry.replaced_by else None,
        "withdrawn_because": entry.withdrawn_because,
        "published_at": _stamp(entry.published_at) if entry.published_at != edition.published_at else "",
        "amended_at": _stamp(entry.amended_at),
        "former": tuple(address.path for address in entry.former_addresses.all()),
        "source": entry.source,
    }
    if entry.kind == "case":
        case = entry.case
        fields |= {name: getattr(case, name) for name in CASE_FIELDS}
        record |= {
            "holding": case.holding, "outcome": case.outcome, "where": case.place,
            "decided_on": case.decided_on.isoformat() if case.decided_on else "",
        }  # fmt: skip
    elif entry.kind == "penalty":
        row = entry.penaltyrow
        fields |= {name: getattr(row, name) for name in ("offense", "penalty_text", "laws")}
        record |= {
            "remedies": remedies.write(row.remedies), "claimant": row.claimant, "claim_until": row.claim_until, "group": row.group,
            "claim_law": (row.claim_law.slug, row.claim_part) if row.claim_law else None,
        }  # fmt: skip
    elif entry.kind == "footnote":
        note = entry.footnote
        if note.anchor_heading:
            record["on"] = ("heading", markup.plain(note.anchor_heading.title), "")
        elif note.anchor:
            record["on"] = (note.anchor.kind, note.anchor.slug, note.anchor_part)
    return EntryRecord(fields={name: words for name, words in fields.items() if words}, **record)  # type: ignore[arg-type]


def _discussions(entry: Entry) -> list[DiscussionRecord]:
    key = (entry.kind, entry.slug)
    return [
        DiscussionRecord(key, row.title, row.issue, row.date.isoformat() if row.date else "", row.url, row.note)
        for row in entry.discussions.all()
    ]


def _verdicts(edition: Edition) -> list[VerdictRecord]:
    rows = Citation.objects.filter(source__edition=edition).exclude(verdict="").select_related("source", "correction")
    ordered = sorted(rows, key=lambda row: (KINDS.index(row.source.kind), row.source.position, row.field, row.start, row.pk))
    found = []
    seen = set()
    for row in ordered:
        target = None
        if row.verdict == "sic" and row.correction:
            target = (row.correction.kind, row.correction.slug, row.correction_part)
        elif row.verdict == "target":
            target = (row.target_kind, row.target_number, row.target_part)
        record = VerdictRecord(
            (row.source.kind, row.source.slug), row.field, row.words, row.occurrence, row.verdict, target, row.correction_reason
        )
        if record not in seen:
            seen.add(record)
            found.append(record)
    return found


def _stamp(moment: datetime | None) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z") if moment else ""
