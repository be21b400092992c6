"""Bringing the terms of a glossary.md into the database."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction

from laws.models import Edition, Term

from .records import Fault, TermRecord, Unreadable


@transaction.atomic
def bring(records: Sequence[TermRecord], edition: Edition | None = None) -> tuple[int, int]:
    """Write the terms, for one edition or for all, and tell how many are new and how many have changed.

    Terms match by their address; those that the file does not have are kept. Raises Unreadable where an address belongs to the terms
    of another edition, or the database refuses a term; then nothing has changed.
    """
    there = {term.slug: term for term in Term.objects.filter(slug__in=[record.slug for record in records])}
    new: list[Term] = []
    changed: list[Term] = []
    faults: list[Fault] = []
    for record in records:
        term = there.get(record.slug) or Term(slug=record.slug)
        if term.pk and term.edition_id != (edition.pk if edition else None):
            faults.append(Fault(f"the glossary has “{record.slug}” for other codes already: give it a “slug:” line", record.place))
            continue
        values = _values(record)
        if term.pk and all(getattr(term, name) == value for name, value in values.items()):
            continue
        (changed if term.pk else new).append(term)
        _set(term, values, edition, record, faults)
    if faults:
        raise Unreadable(faults)
    if new:
        Term.objects.bulk_create(new)
    if changed:
        Term.objects.bulk_update(changed, ["word", "forms", "definition", "games", "see", "in_texts"])
    return len(new), len(changed)


def _values(record: TermRecord) -> dict[str, object]:
    return {
        "word": record.word, "forms": ", ".join(record.forms), "definition": record.meaning, "games": ", ".join(record.games),
        "see": ", ".join(record.see), "in_texts": record.in_texts,
    }  # fmt: skip


def _set(term: Term, values: dict[str, object], edition: Edition | None, record: TermRecord, faults: list[Fault]) -> None:
    term.edition = edition
    for name, value in values.items():
        setattr(term, name, value)
    try:
        term.clean_fields(exclude=["edition"])
        term.clean()
    except ValidationError as error:
        faults += [Fault(f"“{record.word}”: {message}", record.place) for message in error.messages]
