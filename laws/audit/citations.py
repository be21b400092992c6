"""Citations that lead nowhere, astray, or no longer stand where they are noted; and laws that none leads to."""

from __future__ import annotations

from collections.abc import Iterator

from laws.citations.readings import readings_of, texts
from laws.models import Citation, Entry
from laws.models.vocabulary import Kind, Status

from .finding import READ, Finding, citation_form, known_edition, of
from .ground import Ground

FIELDS = {
    "text": "the printed words", "digest": "the digest", "facts": "the facts", "facts_digest": "the facts in brief", "query": "the query",
    "query_digest": "the query in brief", "decision": "the decision", "decision_digest": "the decision in brief", "remark": "the remark",
    "remark_digest": "the remark in brief", "laws": "the laws of the row",
}  # fmt: skip


def findings(ground: Ground) -> Iterator[Finding]:
    """All that is wrong with citations."""
    there = {(e.edition_id, e.kind, e.slug): e for e in ground.entries.values() if e.status in READ}
    parts = {part.pk: part for parts in ground.parts.values() for part in parts}
    for source in ground.entries.values():
        if source.kind in (Kind.CASE, Kind.PENALTY) and ground.detail(source) is None:
            continue  # said elsewhere, and there is no text to look at
        words = dict(texts(source))
        for row in ground.citations.get(source.pk, ()):
            if row.outcome != Citation.Outcome.DISMISSED:
                yield from _place(row, source, words.get(row.field, ""))
                yield from _target(row, source, ground, there)
                yield from _part(row, source, ground, parts.get(row.part_id or 0))
        yield from _unread(source, ground)
    yield from _uncited(ground)


def _place(row: Citation, source: Entry, text: str) -> Iterator[Finding]:
    where = FIELDS.get(row.field, row.field)
    if not text:
        yield of("citation-shifted", f"“{row.words}” is noted in {where}, and there are no words there.", source)
    elif text[row.start : row.end][:300] != row.words:
        stands = " ".join(text[row.start : row.end].split()) or "nothing"
        yield of("citation-shifted", f"“{row.words}” is noted in {where} at a place where “{stands[:60]}” stands.", source)


def _unread(source: Entry, ground: Ground) -> Iterator[Finding]:
    """Citations in the words of an entry of which no row is noted, so that they are no links."""
    if source.status not in READ or known_edition(source) is None:
        return
    noted = {(row.field, row.start, row.end) for row in ground.citations.get(source.pk, ())}
    for reading in readings_of(source, list(ground.editions.values())):
        for ref in reading.references:
            if ref.targets and (reading.field, ref.start, ref.end) not in noted:
                where = FIELDS.get(reading.field, reading.field)
                said = f"“{' '.join(ref.text.split())}” in {where} is a citation, and is not noted as one."
                yield of("citation-unread", said, source)


def _target(row: Citation, source: Entry, ground: Ground, there: dict[tuple[int, str, str], Entry]) -> Iterator[Finding]:
    said = f"“{' '.join(row.words.split())}”"
    target = ground.entries.get(row.target_id or 0)
    if row.outcome == Citation.Outcome.AMBIGUOUS:
        yield of("citation-ambiguous", f"{said} could mean several things.", source, mend=citation_form(row.pk))
    elif row.outcome == Citation.Outcome.UNKNOWN:
        yield from _unknown(row, source, there, said)
    elif row.target_id is None:
        yield of("citation-gone", f"{said} is noted as found, and has no target.", source)
    elif target is None:
        yield of("citation-gone", f"{said} leads to {ground.name(row.target_id)}.", source)
    elif target.status not in READ:
        yield of("citation-hidden", f"{said} leads to {target.label}, which is {target.get_status_display().lower()}.", source)
    elif not row.target_edition and not row.verdict and _astray(row, source, target):
        means = f"{row.target_kind} {row.target_number}{row.target_part}"
        yield of("citation-shifted", f"{said} means {means}, and leads to {target.label}.", source)
    elif target.status == Status.WITHDRAWN and source.status == Status.PUBLISHED:
        yield of("citation-withdrawn", f"{said} leads to {target.label}, which is withdrawn.", source, mend=citation_form(row.pk))


def _unknown(row: Citation, source: Entry, there: dict[tuple[int, str, str], Entry], said: str) -> Iterator[Finding]:
    found = there.get((source.edition_id, row.target_kind, row.target_number))
    if found is not None and not row.target_edition:
        yield of("citation-unread", f"{said} leads nowhere, although {found.label} is there.", source)
        return
    what = f"{row.target_kind} {row.target_number}{row.target_part}"
    code = f"“{row.target_edition}”" if row.target_edition else "this code"
    sort = "row-law" if row.field == "laws" else "citation-unknown"
    yield of(sort, f"{said} leads nowhere: there is no {what} in {code}.", source, mend=citation_form(row.pk))


def _astray(row: Citation, source: Entry, target: Entry) -> bool:
    names = {row.target_number, f"{row.target_number}{row.target_part}"}
    return target.kind != row.target_kind or target.slug not in names or target.edition_id != source.edition_id


def _part(row: Citation, source: Entry, ground: Ground, part: object) -> Iterator[Finding]:
    target = ground.entries.get(row.target_id or 0)
    if target is None or row.outcome != Citation.Outcome.RESOLVED or not row.target_part:
        return
    said, sort = f"“{' '.join(row.words.split())}”", "row-part" if row.field == "laws" else "citation-part"
    has = [p.label for p in ground.parts.get(target.pk, ()) if not p.retired]
    parts = f"has the parts {', '.join(has)}" if has else "has no parts"
    if part is None and row.part_id is None and target.slug == row.target_number:
        yield of(sort, f"{said} names part {row.target_part}, and {target.label} {parts}.", source)
    elif part is not None and getattr(part, "retired", False):
        yield of(sort, f"{said} names part {row.target_part}, which the words of {target.label} no longer have; it {parts}.", source)


def _uncited(ground: Ground) -> Iterator[Finding]:
    published = {pk for pk, entry in ground.entries.items() if entry.status == Status.PUBLISHED}
    for law in ground.of_kind(Kind.LAW):
        if law.status == Status.PUBLISHED and not (ground.cited.get(law.pk, set()) & published) - {law.pk}:
            yield of("uncited", "Nothing that is published cites it.", law)
