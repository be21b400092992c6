"""What the history tells: every version of an entry with who, when and why, what two of them differ in, and the way back to any.

A version is what one saving left: a row of the entry's own history with the row of its kind that stood beside it. Its `ref` names the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import zip_longest
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from laws import diff, editing, facets
from laws.books import remedies
from laws.books.load import DETAILS, IMPORTED, LOADED
from laws.models import Case, Edition, Entry, Footnote, Heading, PenaltyRow
from laws.models.vocabulary import Kind

FIELDS: tuple[tuple[Any, str, tuple[str, ...]], ...] = (
    (Entry, "id", ("text", "title")),
    (Case, "entry_id", ("facts", "query", "decision", "remark")),
    (PenaltyRow, "entry_id", ("offense", "penalty_text", "laws")),
)
KEPT: dict[str, Any] = {Kind.CASE: Case, Kind.PENALTY: PenaltyRow, Kind.FOOTNOTE: Footnote}  # kinds whose rows have a history
BACK = ("title", "title_is_printed", "text", "digest", "editor_note", "source", "own_words")  # what putting back a version brings back
ONE_SAVING = timedelta(seconds=60)  # rows of one saving are not further apart; a large book is long in loading
SHOWN = 200  # the latest rows; older ones stay in the database
SHORT = 60  # values longer than this are named in a list of versions, not shown


@dataclass(frozen=True, slots=True)
class Version:
    """What one saving left."""

    ref: str  # "12-7": the keys of its rows in the two histories, 0 where there is none
    at: datetime
    who: str
    why: str
    entry: Any
    detail: Any

    @property
    def deleted(self) -> bool:
        return bool(self.entry.history_type == "-")


@dataclass(frozen=True, slots=True)
class Difference:
    """A field in which two versions differ."""

    label: str
    pieces: list[diff.Piece]


# --- versions


def versions(row: Any) -> list[Version]:
    """The versions of an entry, a code or a heading, the latest first. At most two queries."""
    if isinstance(row, Entry):
        return versions_of({row.pk: row.kind})[row.pk]
    records = type(row).history.filter(**{row._meta.pk.attname: row.pk}).select_related("history_user")
    return list(_versions(list(records)))


def versions_of(kinds: Mapping[int, str]) -> dict[int, list[Version]]:
    """The versions of several entries by their primary keys, the latest first. A query for the entries, and one for each kind of row."""
    rows: dict[int, list[Any]] = {pk: [] for pk in kinds}
    for record in Entry.history.filter(id__in=kinds).select_related("history_user").order_by("-history_date", "-history_id"):
        rows[record.id].append(record)
    for kind in sorted(set(kinds.values()) & set(KEPT)):
        keys = [pk for pk, own in kinds.items() if own == kind]
        records = KEPT[kind].history.filter(entry_id__in=keys).select_related("history_user")
        for record in records.order_by("-history_date", "-history_id"):
            rows[record.entry_id].append(record)
    return {pk: list(_versions(records)) for pk, records in rows.items()}


def _versions(records: list[Any]) -> Iterator[Version]:
    """Rows of both histories, gathered by saving."""
    records = sorted(records, key=lambda record: (record.history_date, record.history_id))[-SHOWN:]
    found: list[Version] = []
    group: list[Any] = []
    entry = detail = None
    for record, after in zip_longest(records, records[1:]):
        group.append(record)
        entry, detail = (record, detail) if _is_entry(record) else (entry, record)
        if (after is None or not _goes_with(after, group)) and entry is not None:
            why = next((row.history_change_reason for row in group if row.history_change_reason), "")
            ref = f"{entry.history_id}-{detail.history_id if detail else 0}"
            found.append(Version(ref, record.history_date, who(group[0]), why, entry, detail))
            group = []
    return reversed(found)


def _goes_with(record: Any, group: list[Any]) -> bool:
    first = group[0]
    reasons = {row.history_change_reason for row in (record, *group) if row.history_change_reason}
    return (
        len(reasons) < 2
        and record.history_user_id == first.history_user_id
        and record.history_date - first.history_date <= ONE_SAVING
        and type(record) not in {type(row) for row in group}
    )


def _is_entry(record: Any) -> bool:
    """Whether a row is of the entry itself (or of a code, or a heading), and not of the row of its kind."""
    return not isinstance(record, tuple(model.history.model for model in KEPT.values()))


def who(record: Any) -> str:
    """Who made a row of the history."""
    return record.history_user.get_username() if record.history_user else "the command line"


# --- what a version says


def said(version: Version, ours: bool | None = None) -> dict[str, str]:
    """What a version holds, by the names of the fields, as an editor reads it. `ours`: whether they are named as words written here are."""
    return {label: shown(field, value) if field else value for label, (field, value) in _held(version, ours).items()}


def is_ours(version: Version) -> bool:
    """Whether the words of a version were written for the site."""
    return bool(getattr(version.entry, "own_words", False))


def label_of(field: Any, ours: bool) -> str:
    """What a field is called. Of words written here (`ours`) no label says that they were printed; a tick that says so itself stays."""
    name = str(field.verbose_name)
    return name.removesuffix(" as printed").removeprefix("printed ") if ours and field.get_internal_type() != "BooleanField" else name


def summary(old: Version | None, new: Version) -> tuple[str, ...]:
    """What a version changed in the one before, a line a field: short values are shown, longer ones named. No query."""
    if old is None or new.deleted:
        return ("Deleted" if new.deleted else "Made",)
    before, after = _held(old, is_ours(new)), _held(new)
    lines = []
    for label, (field, value) in after.items():
        was = before.get(label, (field, None))[1]
        if was != value and not (field is None and was is None):
            plain = (field is None or not field.is_relation) and len(f"{was}{value}") <= SHORT
            lines.append(f"{label}: {_named(field, was)} → {_named(field, value)}" if plain else f"{label} changed")
    return tuple(lines)


def _named(field: Any, value: Any) -> str:
    words = (shown(field, value) if field else value) or ""
    return f"“{words}”" if words else "nothing"


def _held(version: Version, ours: bool | None = None) -> dict[str, tuple[Any, Any]]:
    """The fields of a version with their values as stored; the facets last, which are no fields."""
    record = version.entry
    ours = is_ours(version) if ours is None else ours
    found = dict(_values(record, record.instance_type, ours))
    if version.detail is not None:
        found |= dict(_values(version.detail, version.detail.instance_type, ours))
    facets_then = getattr(record, "facets", None)
    return found | {name.capitalize(): (None, ", ".join(values)) for name, values in (facets_then or {}).items()}


def _values(record: Any, model: Any, ours: bool) -> Iterator[tuple[str, tuple[Any, Any]]]:
    for field in model._meta.concrete_fields:
        if field.editable and not field.primary_key and field.name not in ("kind", "edition", "permanent_id"):
            label = label_of(field, ours)
            yield label[:1].upper() + label[1:], (field, getattr(record, field.attname))


def shown(field: Any, value: Any) -> str:
    """The value of a field in words."""
    if value in (None, "", {}, []):
        return ""
    if field.is_relation:
        row = field.remote_field.model.objects.filter(pk=value).first()
        return str(row) if row else f"something deleted since ({value})"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "\n".join(f"{name} = {one}" for name, one in value.items()) if field.name != "remedies" else remedies.write(value)
    if isinstance(value, list):
        return "\n".join(map(str, value))
    if isinstance(value, datetime | date):
        return f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else f"{value:%Y-%m-%d}"
    return str(dict(field.flatchoices).get(value, value))


def differences(old: Version | None, new: Version) -> list[Difference]:
    """The fields in which two versions differ, each word by word."""
    before, after = said(old, is_ours(new)) if old else {}, said(new)
    labels = [*after, *(label for label in before if label not in after)]
    pairs = [(label, before.get(label, ""), after.get(label, "")) for label in labels]
    return [Difference(label, diff.words(a, b)) for label, a, b in pairs if a != b]


# --- the way back


def restorable(version: Version) -> tuple[dict[str, Any], Any]:
    """What putting back a version of an entry gives: the values of its own fields, and the row of its kind as it stood."""
    return {name: getattr(version.entry, name) for name in BACK}, version.detail


@transaction.atomic
def restore(entry: Entry, version: Version, *, why: str) -> None:
    """Give an entry the words and facets of one of its versions. Raises ValidationError where they cannot stand today."""
    found = Entry.objects.select_for_update(of=("self",)).select_related("edition").get(pk=entry.pk)
    values, row = restorable(version)
    detail: dict[str, Any] = {}
    if row is not None:
        for field in KEPT[entry.kind]._meta.concrete_fields:
            if not field.primary_key:
                detail[field.attname] = _still_there(field, getattr(row, field.attname))
    editing.put_back(found, values, detail, version.entry.facets, why=why)


def _still_there(field: Any, value: Any) -> Any:
    """A value of an old row, without what it names where that is gone."""
    if value is None or not field.is_relation or field.remote_field.model.objects.filter(pk=value).exists():
        return value
    return None


def deleted() -> list[Version]:
    """The last version of every entry that was deleted, the latest first."""
    gone = Entry.history.filter(history_type="-").exclude(id__in=Entry.objects.values("pk"))
    records = {record.id: record for record in gone.order_by("history_date").select_related("history_user")}
    found = [rows[0] for rows in versions_of({pk: record.kind for pk, record in records.items()}).values() if rows]
    return sorted(found, key=lambda version: version.at, reverse=True)


@transaction.atomic
def revive(version: Version, *, why: str) -> Entry:
    """Bring a deleted entry back, as a draft, under the key and the permanent id that it had.

    Raises ValidationError where its number, or its code, belongs to another by now.
    """
    record = version.entry
    if Entry.objects.filter(pk=record.id).exists():
        raise ValidationError("It is here already.")
    if not Edition.objects.filter(pk=record.edition_id).exists():
        raise ValidationError("The code that it belonged to has been deleted too.")
    entry: Entry = record.instance
    entry.status = "draft"
    entry.published_at = entry.amended_at = None
    entry.replaced_by_id = None
    entry.heading = Heading.objects.filter(pk=record.heading_id).first()
    entry._change_reason = why or None  # type: ignore[attr-defined]
    entry.full_clean()
    entry.save(force_insert=True)
    values: dict[str, Any] = {}
    if version.detail is not None:
        fields = [field for field in KEPT[entry.kind]._meta.concrete_fields if not field.primary_key]
        values = {field.attname: _still_there(field, getattr(version.detail, field.attname)) for field in fields}
    row: Any = DETAILS[entry.kind](entry=entry, **values)
    row._change_reason = why or None
    row.save()
    kept = Entry.history.filter(id=record.id, facets__isnull=False).order_by("-history_id").first()  # the row of a deletion has none
    if kept is not None:
        facets.put(entry, kept.facets)
    editing.publish([entry])
    return entry


# --- what an editor has changed since it was loaded


def edited(edition: Edition, since: Sequence[str] = (LOADED, IMPORTED)) -> set[tuple[str, str, str]]:
    """The fields (kind, slug, field) whose words are not those that were last loaded or imported. Six queries, however many entries.

    `since`: the reasons of the versions to compare with; with LOADED alone, what a book has brought in counts as changed too.
    """
    found: set[tuple[str, str, str]] = set()
    keys = {entry.pk: (entry.kind, entry.slug) for entry in Entry.objects.in_edition(edition).only("pk", "kind", "slug")}
    for model, key, names in FIELDS:
        last = _last_loaded(model, key, names, keys, since)
        rows = model.objects.filter(**{"edition" if model is Entry else "entry__edition": edition})
        for row in rows:
            before = last.get(row.pk, dict.fromkeys(names, ""))
            found |= {(*keys[row.pk], name) for name in names if getattr(row, name) != before[name] and getattr(row, name)}
    return found


def _last_loaded(model: Any, key: str, names: Iterable[str], keys: Iterable[int], since: Sequence[str]) -> dict[int, dict[str, str]]:
    rows = model.history.filter(history_change_reason__in=since, **{f"{key}__in": list(keys)})
    return {row[key]: row for row in rows.order_by("history_date", "history_id").values(key, *names)}
