"""The history of a row at the desk: every version with who, when, why and what.

The pages of simple-history are not used: they carry inline styles, and their "revert" saves a row without what follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from laws.models import Entry

SHOWN = 200  # the latest versions; older ones stay in the database
SHORT = 60  # values longer than this are named, not shown


@dataclass(frozen=True, slots=True)
class Version:
    """One saving: when, by whom, why, and what it changed, a line each."""

    at: datetime
    who: str
    why: str
    what: tuple[str, ...]


def versions(row: models.Model) -> list[Version]:
    """The savings of a row, the latest first; of an entry with those of the row of its kind, in two queries."""
    kept = [row, row.detail()] if isinstance(row, Entry) else [row]
    lines = [line for each in kept if each is not None and hasattr(type(each), "history") for line in _lines(each)]
    lines.sort(key=lambda line: line[0], reverse=True)
    found = []
    for (at, who, why), group in groupby(lines, key=lambda line: (line[0].replace(microsecond=0), *line[1:3])):
        found.append(Version(at, who, why, tuple(dict.fromkeys(what for *_, said in group for what in said))))
    return found


def _lines(row: Any) -> Iterator[tuple[datetime, str, str, list[str]]]:
    kept = type(row).history.filter(**{row._meta.pk.attname: row.pk}).select_related("history_user")
    records = list(kept.order_by("-history_date", "-history_id")[:SHOWN])
    fields = [field for field in row._meta.concrete_fields if field.editable and not field.primary_key]
    for record, before in zip(records, [*records[1:], None], strict=True):
        who = record.history_user.get_username() if record.history_user else "the command line"
        made = ["Made"] if record.history_type == "+" and isinstance(row, Entry) else []
        what = list(_differences(fields, record, before)) if before is not None else made
        yield record.history_date, who, record.history_change_reason or "", what


def _differences(fields: Iterable[Any], record: Any, before: Any) -> Iterator[str]:
    for field in fields:
        new, old = getattr(record, field.attname), getattr(before, field.attname)
        if new == old:
            continue
        name = str(field.verbose_name).capitalize()
        plain = not field.is_relation and len(f"{new}{old}") <= SHORT
        yield f"{name}: {_shown(old)} → {_shown(new)}" if plain else f"{name} changed"


def _shown(value: Any) -> str:
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    return "nothing" if value in (None, "", {}, []) else f"“{value}”"


class WithVersions(admin.ModelAdmin):
    object_history_template = "admin/versions.html"

    def history_view(self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The page behind "History"."""
        row = self.get_object(request, object_id)
        if row is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[attr-defined]
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request), "title": f"History of {row}", "versions": versions(row), "object": row,
            "opts": self.opts, "module_name": str(self.opts.verbose_name_plural).capitalize(), **(extra_context or {}),
        }  # fmt: skip
        request.current_app = self.admin_site.name  # type: ignore[attr-defined]
        return TemplateResponse(request, self.object_history_template, context)
