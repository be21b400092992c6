"""What the history tells: which words an editor has changed since they were loaded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from laws.books.load import IMPORTED, LOADED
from laws.models import Case, Edition, Entry, PenaltyRow

FIELDS: tuple[tuple[Any, str, tuple[str, ...]], ...] = (
    (Entry, "id", ("text", "title")),
    (Case, "entry_id", ("facts", "query", "decision", "remark")),
    (PenaltyRow, "entry_id", ("offense", "penalty_text", "laws")),
)


def edited(edition: Edition) -> set[tuple[str, str, str]]:
    """The fields (kind, slug, field) whose words are not those that were last loaded or imported. Six queries, however many entries."""
    found: set[tuple[str, str, str]] = set()
    keys = {entry.pk: (entry.kind, entry.slug) for entry in Entry.objects.in_edition(edition).only("pk", "kind", "slug")}
    for model, key, names in FIELDS:
        last = _last_loaded(model, key, names, keys)
        rows = model.objects.filter(**{"edition" if model is Entry else "entry__edition": edition})
        for row in rows:
            before = last.get(row.pk, dict.fromkeys(names, ""))
            found |= {(*keys[row.pk], name) for name in names if getattr(row, name) != before[name] and getattr(row, name)}
    return found


def _last_loaded(model: Any, key: str, names: Iterable[str], keys: Iterable[int]) -> dict[int, dict[str, str]]:
    rows = model.history.filter(history_change_reason__in=(LOADED, IMPORTED), **{f"{key}__in": list(keys)})
    return {row[key]: row for row in rows.order_by("history_date", "history_id").values(key, *names)}
