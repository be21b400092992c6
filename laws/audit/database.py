"""What the database itself must hold, and loses when somebody changes it behind the desk's back: keys, rows, ids, the index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef

from laws.models import Citation, Entry
from laws.models.vocabulary import Kind, Status
from laws.search import index

from .finding import MEND, SORTS, Finding, form, of
from .ground import DETAILS, Ground

OWNERS = ("source", "entry")  # the field by which a row hangs on an entry
WORDS = {  # the field by which a row is told from others of its sort
    "citation": "words", "part": "label", "formeraddress": "path", "extract": "words", "entryoffender": "offender", "entryphase": "phase",
}  # fmt: skip
_OF_KINDS = {model for model, _ in DETAILS.values()}
SAID_ELSEWHERE = {(Citation, "target")}


def findings(ground: Ground) -> Iterator[Finding]:
    """All that foreign keys, one-to-one rows, unique ids and the index have lost."""
    for pk, name in ground.gone.items():
        said = f"{name} was never deleted at the desk, and is not in the database (number {pk})."
        yield Finding("entry-gone", said, name, SORTS["entry-gone"].severity)
    for model in apps.get_app_config("laws").get_models(include_auto_created=True):
        if not model.__name__.startswith("Historical") and not model._meta.proxy:
            for field in model._meta.concrete_fields:
                if isinstance(field, models.ForeignKey) and (model, field.name) not in SAID_ELSEWHERE:
                    yield from _dangling(model, field, ground)
    yield from _details(ground)
    yield from _ids(ground)
    yield from _index(ground)


def _dangling(model: Any, field: Any, ground: Ground) -> Iterator[Finding]:
    """The rows of a model whose key in `field` leads to nothing."""
    there = field.related_model._base_manager.filter(pk=OuterRef(field.attname))
    names = {f.name: f.attname for f in model._meta.concrete_fields if f.related_model is Entry}
    owner = next((names[name] for name in OWNERS if name in names), "pk" if model is Entry else "")
    words = WORDS.get(model._meta.model_name, "")
    rows = model._base_manager.filter(~Exists(there), **{f"{field.attname}__isnull": False}).order_by("pk")
    for row in rows.values("pk", field.attname, *({owner, words} - {"", "pk"})):
        what = f"{model._meta.verbose_name} {f'“{row[words]}”' if words else row['pk']}"
        yield _lost(what, field, row[field.attname], ground.entries.get(row[owner]) if owner else None, ground)


def _lost(what: str, field: Any, key: int, owner: Entry | None, ground: Ground) -> Finding:
    """A row whose key leads nowhere: `what` it is, and the entry that it belongs to, if that is there."""
    of_entry = field.related_model is Entry
    gone = ground.name(key) if of_entry else f"{field.related_model._meta.verbose_name} number {key} of the database, which is gone"
    if owner is None:
        return Finding("left-over", f"The {what} is left of {gone}.", ground.gone.get(key, "") if of_entry else what, MEND)
    if field.model is Entry or field.model in _OF_KINDS:
        return of("dangling", f"Under “{field.verbose_name}” it names {gone}.", owner)
    return of("dangling", f"Its {what} names, under “{field.verbose_name}”, {gone}.", owner)


def _details(ground: Ground) -> Iterator[Finding]:
    for entry in ground.entries.values():
        if entry.kind not in DETAILS:
            yield of("no-detail", f"Its kind is “{entry.kind}”, which is none.", entry)
        elif ground.detail(entry) is None:
            yield of("no-detail", f"It has no row of its kind: {_holds(entry.kind)}.", entry)
    for kind, rows in ground.details.items():
        for pk in rows:
            owner = ground.entries.get(pk)
            if owner is not None and owner.kind != kind:
                yield of("left-over", f"It has the row of a {Kind(kind).label.lower()} beside that of its own kind.", owner)


def _holds(kind: str) -> str:
    held: dict[str, str] = {
        Kind.CASE: "its facts, query and decision are lost",
        Kind.PENALTY: "its offense and penalty are lost",
        Kind.FOOTNOTE: "what it hangs on is lost",
    }
    return held.get(kind, "it can be neither published nor found")


def _ids(ground: Ground) -> Iterator[Finding]:
    """Entries, parts and headings share one set of short addresses."""
    seen: dict[str, str] = {}
    holders = [(e.permanent_id, e.label, e) for e in ground.entries.values()]
    for entry in ground.entries.values():
        holders += [(part.permanent_id, f"part {part.label} of {entry.label}", entry) for part in ground.parts.get(entry.pk, ())]
    for code, name, entry in holders:
        if code in seen:
            yield of("shared-id", f"~{code} is both {seen[code]} and {name}.", entry)
        seen.setdefault(code, name)
    for heading in ground.headings.values():
        if heading.permanent_id in seen:
            said = f"~{heading.permanent_id} is both {seen[heading.permanent_id]} and the heading “{heading.title}”."
            yield Finding("shared-id", said, heading.title, SORTS["shared-id"].severity, kind=heading.kind)


def _index(ground: Ground) -> Iterator[Finding]:
    """What is published must be found, and nothing else."""
    if index.engine() is None:
        return
    indexed = index.indexed()
    for entry in ground.entries.values():
        if entry.status == Status.PUBLISHED and entry.pk not in indexed:
            yield of("index", "It is published, and search does not find it.", entry)
        elif entry.status != Status.PUBLISHED and entry.pk in indexed:
            said = f"It is {entry.get_status_display().lower()}, and search finds it."
            found = of("index", said, entry)
            yield Finding(found.sort, said, found.where, SORTS["index"].severity, found.edition, found.kind, form(entry))
    for pk in sorted(indexed - set(ground.entries)):
        yield Finding("index", f"Search finds {ground.name(pk)}.", ground.gone.get(pk, f"number {pk}"), SORTS["index"].severity)
