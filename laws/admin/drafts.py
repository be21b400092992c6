"""An entry as it stands in a form that is being filled in: made in memory, stored nowhere, and taken as it is, faults and all."""

from __future__ import annotations

import copy
from datetime import date

from django.http import QueryDict

from laws.models import Case, Edition, Entry, Footnote
from laws.models.vocabulary import TEXT_FIELDS, Kind, Outcome
from laws.proofreading.reader import NOWHERE

MOST = 200_000  # characters of one field; what is longer is cut for the preview, and refused by nothing else
_PLAIN = ("number", "title", "text", "digest", "editor_note", "source")
_OF_CASE = ("holding", "place", *TEXT_FIELDS[Kind.CASE])


def draft(kind: str, stored: Entry | None, data: QueryDict) -> Entry | None:
    """The entry that a form holds; None where no edition is there to read it by.

    `stored` is what the form was opened from, with its edition and the row of its kind; None for a new entry.
    """
    edition = _edition(stored, data)
    if edition is None:
        return None
    entry = copy.copy(stored) if stored is not None else Entry(pk=NOWHERE, kind=kind)
    entry._state = copy.copy(entry._state)
    entry._state.fields_cache = dict(entry._state.fields_cache)
    entry.edition = edition
    for name in _PLAIN:
        if name in data:
            setattr(entry, name, _words(data, name))
    if "number" in data or "title" in data:
        entry.own_words = "own_words" in data
    if kind == Kind.CASE:
        entry.case = _case(entry, stored, data)
    elif kind == Kind.FOOTNOTE and stored is None:
        entry.footnote = Footnote(entry=entry)
    entry._prefetched_objects_cache = {name: [] for name in ("extracts", "parts", "offenses", "offenders", "phases", "discussions")}  # type: ignore[attr-defined]
    return entry


def _is_key(typed: str) -> bool:
    return typed.isascii() and typed.isdigit()


def _edition(stored: Entry | None, data: QueryDict) -> Edition | None:
    asked = data.get("edition", "")
    if stored is not None and (not _is_key(asked) or stored.published_at is not None):
        return stored.edition
    return Edition.objects.filter(pk=int(asked[:18])).first() if _is_key(asked) else None


def _case(entry: Entry, stored: Entry | None, data: QueryDict) -> Case:
    case = copy.copy(stored.case) if stored is not None and hasattr(stored, "case") else Case()
    case._state = copy.copy(case._state)
    case._state.fields_cache = {}
    case.entry = entry
    for name in _OF_CASE:
        if f"case-0-{name}" in data:
            setattr(case, name, _words(data, f"case-0-{name}"))
    outcome = data.get("case-0-outcome", case.outcome)
    case.outcome = outcome if outcome in Outcome.values else ""
    if "case-0-decided_on" in data:
        case.decided_on = _day(data.get("case-0-decided_on", ""))
    return case


def _words(data: QueryDict, name: str) -> str:
    """What is typed in a field as it would be stored: with the line ends of a text, and no white space around it."""
    return str(data[name])[:MOST].replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").strip()


def _day(typed: str) -> date | None:
    try:
        return date.fromisoformat(typed.strip())
    except ValueError:
        return None

