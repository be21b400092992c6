"""From records to the database: one edition at a time, all or nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models.functions import Cast, Concat
from django.utils import timezone
from simple_history.utils import bulk_create_with_history

from laws import editing
from laws.models import (
    Case,
    Citation,
    Discussion,
    Edition,
    Entry,
    EtiquetteSection,
    Footnote,
    FormerSlug,
    Heading,
    Law,
    Offense,
    Part,
    PenaltyRow,
    Section,
)
from laws.models.former import edition_called

from . import definitions, grouping, remedies
from .records import EditionRecord, EntryRecord, Fault, HeadingRecord, Place, Unreadable
from .relations import Relations

DETAILS: dict[str, type[models.Model]] = {
    "law": Law, "etiquette": EtiquetteSection, "section": Section, "footnote": Footnote, "case": Case, "penalty": PenaltyRow,
}  # fmt: skip
POOL = 200
ENTRY_FIELDS = ("text", "digest", "editor_note")
LOADED, IMPORTED = "loaded", "imported"  # reasons in the history; words last changed for another reason are an editor's


@dataclass(frozen=True, slots=True)
class Line:
    """What became of one entry: created, changed, same, or kept (in the database, not in the source)."""

    state: str
    label: str
    place: Place
    what: tuple[str, ...] = ()  # names of the fields that changed

    def __str__(self) -> str:
        changed = f" ({', '.join(self.what)})" if self.what else ""
        return f"{self.state:8} {self.label}{changed}" + (f"  [{self.place}]" if self.place.file else "")


@dataclass(slots=True)
class Report:
    """One line an entry, and how many of each state there were."""

    edition: str
    lines: list[Line] = field(default_factory=list)

    def count(self, state: str) -> int:
        return sum(line.state == state for line in self.lines)

    def __str__(self) -> str:
        counts = [f"{n} {state}" for state in ("created", "changed", "same", "kept") if (n := self.count(state))]
        return f"{self.edition}: {', '.join(counts) or 'nothing in it'}"


class _DryRun(Exception):
    pass


def load(
    record: EditionRecord,
    *,
    dry_run: bool = False,
    said: Callable[[Line], object] = lambda line: None,
    reason: str = LOADED,
    only: Collection[tuple[str, str]] | None = None,
) -> Report:
    """Bring one edition into the database, or tell what would change.

    Entries match by their permanent id, then by kind and number. Entries that the record does not have are kept. `said` hears each
    line as it is settled, and `reason` is what the history says. With `only`, the entries of these kinds and numbers are brought in;
    the others must be stored already, are there to be named, and stay as they are, places and all. Raises Unreadable, with file and
    line, where the database refuses an entry; then nothing has changed.
    """
    report = Report(record.slug)
    try:
        with transaction.atomic():
            _Loading(record, report, said, reason, only).run()
            if dry_run:
                raise _DryRun
    except _DryRun:
        pass
    except IntegrityError as error:
        said_so = f"the database refuses what {record.slug} would become, since two things in it would be one: {error}"
        raise Unreadable([Fault(said_so, Place(record.slug, 1))]) from error
    return report


class _Loading:
    """One loading of one record, inside one transaction."""

    def __init__(
        self,
        record: EditionRecord,
        report: Report,
        said: Callable[[Line], object],
        reason: str,
        only: Collection[tuple[str, str]] | None = None,
    ) -> None:
        self.record = record
        self.only = only
        self.brought = [entry for entry in record.entries if only is None or (entry.kind, entry.slug) in only]
        self.reason = reason
        self.report = report
        self.said = said
        self.taken: set[str] = set()
        self.pool: list[str] = []  # ids that are free, fetched by the hundred
        self.faults: list[Fault] = []

    def run(self) -> None:
        self.edition = self._edition()
        self.offenses = self._offenses()
        self._refuse_foreign_ids()
        self._headings()
        self._entries()
        self._join()
        self._verdicts()
        self._discussions()
        definitions.bring(self.record.terms, self.edition)
        try:
            editing.publish(self.rows[record.kind, record.slug] for record in self.brought)
        except ValidationError as error:
            raise Unreadable([Fault(" ".join(error.messages), Place("", 0))]) from error
        for record in self.brought:
            line = Line(
                self.states[record.kind, record.slug], record.label, record.place, tuple(self.what.get((record.kind, record.slug), ()))
            )
            self.report.lines.append(line)
            self.said(line)
        for entry in self.left:
            line = Line("kept", f"{entry.kind} {entry.number or entry.slug}", Place("", 0))
            self.report.lines.append(line)
            self.said(line)

    # --- the edition and what hangs on it

    def _edition(self) -> Edition:
        record = self.record
        values: dict[str, Any] = {
            name: getattr(record, name)
            for name in ("title", "short_title", "game", "issued_by", "year", "dated", "published_in", "source_url", "order", "words")
        }
        values |= {"names": list(record.names), "published_at": _moment(record.published)}
        for place, matter in (("front", record.front), ("back", record.back)):
            values |= {f"{place}_{name}": matter.get(name, "") for name in ("text", "digest", "source")}
        if record.supersedes:
            values["supersedes"] = edition_called(record.supersedes)
            if values["supersedes"] is None:
                self.refuse(f"“supersedes” names {record.supersedes}, which is not loaded", Place("edition.toml", 1))
        edition = self._known() or Edition(slug=record.slug)
        if _differs(edition, values) or edition.pk is None:
            self._clean(edition, values, Place("edition.toml", 1))
            self._constraints(edition, Place("edition.toml", 1))
            self._stop_on_faults()
            edition.save()
        self._former(edition)
        return edition

    def _known(self) -> Edition | None:
        """The edition that the record speaks of, also where it was renamed here; where it was renamed there, it is renamed here too."""
        found = edition_called(self.record.slug)
        if found is None and (found := Edition.objects.filter(slug__in=self.record.former).order_by("slug").first()):
            try:
                editing.rename(found, self.record.slug)
            except ValidationError as error:
                raise Unreadable([Fault(" ".join(error.messages), Place("edition.toml", 1))]) from error
        return found

    def _former(self, edition: Edition) -> None:
        """Keep the addresses that the edition had where the record comes from. One that is another edition's, or was, is refused."""
        for slug in dict.fromkeys(self.record.former):
            other = edition_called(slug)
            if other is None:
                row = FormerSlug(edition=edition)
                self._clean(row, {"slug": slug}, Place("edition.toml", 1))
                self._stop_on_faults()
                row.save()
            elif other != edition:
                stands = "is" if other.slug == slug else "was"
                self.refuse(f"“former” names {slug}, which {stands} the address of {other.short_title}", Place("edition.toml", 1))
        self._stop_on_faults()

    def _offenses(self) -> dict[str, Offense]:
        found = {offense.slug: offense for offense in Offense.objects.filter(slug__in=self.record.offenses)}
        for slug, name in self.record.offenses.items():
            if slug not in found:
                found[slug] = Offense.objects.create(slug=slug, name=name)
        return found

    def _refuse_foreign_ids(self) -> None:
        """An id of the record that another edition's entry has would make one short address mean two things."""
        given = {e.permanent_id: e for e in self.record.entries} | {p: e for e in self.record.entries for p in e.parts.values()}
        given.pop("", None)
        for model, edition in ((Entry, "edition"), (Part, "entry__edition")):
            rows = model.objects.filter(permanent_id__in=list(given)).exclude(**{edition: self.edition})  # type: ignore[attr-defined]
            for code in rows.values_list("permanent_id", flat=True):
                self.refuse(f"the id {code} belongs to another edition's entry", given[code].place)
        self.taken |= set(given)

    def _headings(self) -> None:
        settled = grouping.settle(self.edition, self.record.headings)
        self.headings = [self._heading(record, *each) for record, each in zip(self.record.headings, settled, strict=True)]

    def _heading(self, record: HeadingRecord, heading: Heading | None, position: int) -> Heading:
        if heading is None:
            heading = Heading(edition=self.edition, kind=record.kind, permanent_id=record.permanent_id or self._id())
        values = {
            "position": position, "title": record.title, "text": record.text, "digest": record.digest, "editor_note": record.note,
            "source": record.source,
        }  # fmt: skip
        if _differs(heading, values) or heading.pk is None:
            self._clean(heading, values, record.place)
            heading.save()
        return heading

    # --- the entries

    def _entries(self) -> None:
        rows = list(Entry.objects.filter(edition=self.edition).select_related(*(m._meta.model_name or "" for m in DETAILS.values())))
        by_id = {entry.permanent_id: entry for entry in rows}
        by_key = {(entry.kind, entry.slug): entry for entry in rows}
        self.rows: dict[tuple[str, str], Entry] = {}
        self.states: dict[tuple[str, str], str] = {}
        self.what: dict[tuple[str, str], list[str]] = {}
        new: list[tuple[EntryRecord, Entry, models.Model]] = []
        moved: list[tuple[Entry, str]] = []
        places: dict[str, int] = {}
        spoken_for = {record.permanent_id for record in self.record.entries} - {""}
        found = [
            by_id.get(record.permanent_id) or _unless(by_key.get((record.kind, record.slug)), record, spoken_for)
            for record in self.record.entries
        ]
        self._make_way(found, by_key)
        for record, entry in zip(self.record.entries, found, strict=True):
            key = (record.kind, record.slug)
            if entry is not None and self.only is not None and key not in self.only:
                self.rows[key] = entry
                places[record.kind] = max(places.get(record.kind, 0), entry.position)
                continue
            if entry is not None and entry.kind != record.kind:
                self.refuse(f"the id {record.permanent_id} is {entry.label}'s already", record.place)
            places[record.kind] = places.get(record.kind, 0) + 1
            place = entry.position if entry is not None and self.only is not None else places[record.kind]
            values = self._values(record, place, entry)
            details = self._details(record)
            if entry is None:
                entry = Entry(edition=self.edition, kind=record.kind, permanent_id=record.permanent_id or self._id())
                self._clean(entry, values, record.place)
                detail = DETAILS[record.kind](entry=entry)
                self._clean(detail, details, record.place)
                new.append((record, entry, detail))
                self.states[key] = "created"
            else:
                if record.permanent_id and record.permanent_id != entry.permanent_id:
                    self.refuse(f"{record.label} has the id {entry.permanent_id}, and an id never changes", record.place)
                self._change(entry, record, values, details, moved)
            self.rows[key] = entry
        self._stop_on_faults()
        bulk_create_with_history([entry for _, entry, _ in new], Entry, batch_size=500, default_change_reason=self.reason)
        for model in DETAILS.values():
            self._create_details([detail for _, _, detail in new if isinstance(detail, model)], model)
        for entry, path in moved:
            editing.keep_address(entry, path)
        seen = {entry.pk for entry in self.rows.values()}
        self.left = [entry for entry in rows if entry.pk not in seen and self.only is None]

    def _make_way(self, found: list[Entry | None], by_key: dict[tuple[str, str], Entry]) -> None:
        """Lift those that move out of the numbers that others of them take: two that change places never have one number at a time.

        A number that stays another entry's is refused.
        """
        moving: dict[int, Entry] = {}
        wanted: list[tuple[EntryRecord, Entry]] = []
        for record, entry in zip(self.record.entries, found, strict=True):
            stays = self.only is not None and (record.kind, record.slug) not in self.only
            if entry is not None and entry.kind == record.kind and entry.slug != record.slug and not stays:
                moving[entry.pk] = entry
                wanted.append((record, entry))
        holders = [(record, by_key.get((record.kind, record.slug))) for record, _ in wanted]
        for record, holder in holders:
            if holder is not None and holder.pk not in moving:
                said = f"{record.label} cannot have the number of {holder.label} ({holder.permanent_id}), which is stored and keeps it"
                self.refuse(said, record.place)
        self._stop_on_faults()
        lifted = [holder.pk for _, holder in holders if holder is not None]
        free = Concat(models.Value("~"), Cast("pk", models.CharField()))  # no entry's own address has such a sign
        Entry.objects.filter(pk__in=lifted).update(slug=free)

    def _create_details(self, details: list[Any], model: type[models.Model]) -> None:
        for detail in details:
            detail.entry_id = detail.entry.pk
        if hasattr(model, "history"):
            bulk_create_with_history(details, model, batch_size=500, default_change_reason=self.reason)
        else:
            model._default_manager.bulk_create(details, batch_size=500)

    def _change(
        self, entry: Entry, record: EntryRecord, values: dict[str, Any], details: dict[str, Any], moved: list[tuple[Entry, str]]
    ) -> None:
        key = (record.kind, record.slug)
        detail = entry.detail()
        changed = _differs(entry, values) + _differs(detail, details)
        self.states[key] = "changed" if changed else "same"
        self.what[key] = changed
        if not changed:
            return
        old = entry.get_absolute_url()
        self._clean(entry, values, record.place)
        entry._change_reason = self.reason  # type: ignore[attr-defined]
        entry.save()
        if old != entry.get_absolute_url():
            moved.append((entry, old))
        if detail is not None and _differs(detail, details):
            self._clean(detail, details, record.place)
            detail._change_reason = self.reason
            detail.save()

    def _values(self, record: EntryRecord, position: int, entry: Entry | None) -> dict[str, Any]:
        before = entry.published_at if entry else None
        published = _moment(record.published_at) or self.edition.published_at or before or timezone.now()
        heading = self.headings[record.heading] if record.heading is not None else None
        return {
            "number": record.number,
            "slug": record.slug,
            "position": position,
            "heading": heading,
            "title": record.title,
            "title_is_printed": record.title_is_printed,
            "own_words": record.own_words,
            "source": record.source,
            "status": record.status,
            "withdrawn_because": record.withdrawn_because,
            "published_at": published if record.status in ("published", "withdrawn") else None,
            "amended_at": _moment(record.amended_at),
            **{name: record.fields.get(name, "") for name in ENTRY_FIELDS},
        }

    def _details(self, record: EntryRecord) -> dict[str, Any]:
        if record.kind == "case":
            names = [f"{name}{tail}" for name in ("facts", "query", "decision", "remark") for tail in ("", "_digest")]
            return {
                **{name: record.fields.get(name, "") for name in names},
                "holding": record.holding,
                "outcome": record.outcome,
                "decided_on": date.fromisoformat(record.decided_on) if record.decided_on else None,
                "place": record.where,
            }
        if record.kind == "penalty":
            return {
                **{name: record.fields.get(name, "") for name in ("offense", "penalty_text", "laws")},
                "remedies": remedies.parse(record.remedies),
                "claimant": record.claimant,
                "claim_until": record.claim_until,
                "group": record.group,
            }
        return {}

    def named(self, reference: tuple[str, str] | None) -> Entry | None:
        return self.rows.get(reference) if reference else None

    def _join(self) -> None:
        relations = Relations(self)
        for record in self.brought:
            key = (record.kind, record.slug)
            touched = relations.join(self.rows[key], record)
            if touched and self.states[key] == "same":
                self.states[key] = "changed"
                self.what[key] = touched
        relations.write()

    def _verdicts(self) -> None:
        """Put what editors have said of citations where the next reading finds it."""
        for record in self.record.verdicts:
            entry = self.rows.get(record.entry)
            if entry is None:
                self.refuse(f"there is no {' '.join(record.entry)} for this row to speak of", record.place)
                continue
            target = self.named(record.target[:2]) if record.target else None
            if record.verdict == "sic" and target is None:
                self.refuse(f"there is no {' '.join((record.target or ('', ''))[:2])} to point to", record.place)
                continue
            kind, number, part = record.target or ("law", "0", "")
            values: dict[str, Any] = {
                "verdict": record.verdict, "origin": "editor", "outcome": "unknown", "form": "label", "target_kind": kind,
                "target_number": number, "target_part": part, "correction": target if record.verdict == "sic" else None,
                "correction_part": part if record.verdict == "sic" else "", "correction_reason": record.reason, "start": 0, "end": 1,
                "link_start": 0, "link_end": 1,
            }  # fmt: skip
            same = Citation.objects.filter(source=entry, field=record.field, words=record.words, occurrence=record.occurrence)
            if not same.filter(verdict=record.verdict, correction=values["correction"], correction_reason=record.reason).exists():
                same.delete()
                group = 900 + record.place.line  # a place of its own until the reading that follows
                Citation.objects.create(
                    source=entry, field=record.field, words=record.words, occurrence=record.occurrence, group=group, **values
                )
        self._stop_on_faults()

    def _discussions(self) -> None:
        """Add what the record tells of discussions elsewhere. Those that an editor has added stay."""
        stored = Discussion.objects.filter(entry__edition=self.edition) if self.record.discussions else ()
        have = {(row.entry_id, row.title, row.issue, row.url): row for row in stored}
        for record in self.record.discussions:
            entry = self.named(record.entry)
            if entry is None:
                self.refuse(f"there is no {' '.join(record.entry)} for this row to speak of", record.place)
                continue
            key = (entry.pk, record.title, record.issue, record.url)
            values = {"date": date.fromisoformat(record.date) if record.date else None, "note": record.note}
            row = have.get(key) or Discussion(entry=entry, title=record.title, issue=record.issue, url=record.url)
            if row.pk is None or _differs(row, values):
                self._clean(row, values, record.place)
                self._stop_on_faults()
                row.save()
                have[key] = row
        self._stop_on_faults()

    # --- faults

    def _id(self) -> str:
        if not self.pool:
            self.pool = editing.free_ids(POOL, self.taken)
            self.taken.update(self.pool)
        return self.pool.pop()

    def _clean(self, row: Any, values: dict[str, Any], place: Place) -> None:
        """Set `values` on `row` and check what can be checked before it is stored."""
        for name, value in values.items():
            setattr(row, name, value)
        try:
            row.clean_fields(exclude=["entry", "edition", "heading", "anchor", "anchor_heading", "claim_law"])
            row.clean()
        except ValidationError as error:
            for name, messages in error.message_dict.items():
                label = name if name != "__all__" else str(row)
                self.faults.append(Fault(f"{label}: {' '.join(messages)}", place))

    def _constraints(self, row: Any, place: Place) -> None:
        try:
            row.validate_constraints()
        except ValidationError as error:
            self.faults += [Fault(message, place) for message in error.messages]

    def refuse(self, message: str, place: Place) -> None:
        self.faults.append(Fault(message, place))

    def _stop_on_faults(self) -> None:
        if self.faults:
            raise Unreadable(self.faults)


def _unless(entry: Entry | None, record: EntryRecord, spoken_for: set[str]) -> Entry | None:
    """The entry that has a record's number, unless another record names it by its id: then the record tells of a new one."""
    return None if entry is not None and entry.permanent_id in spoken_for - {record.permanent_id} else entry


def _differs(row: Any, values: dict[str, Any]) -> list[str]:
    """The names of the values that `row` does not have."""
    return [name for name, value in values.items() if getattr(row, name) != value]


def _moment(stamp: str) -> datetime | None:
    """An ISO 8601 time in UTC, or None for ""."""
    return datetime.fromisoformat(stamp.replace("Z", "+00:00")) if stamp else None
