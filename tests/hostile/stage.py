"""A small collection with every kind of row, and then something hostile in every column that holds words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils import timezone

from laws import editing, history
from laws.models import Citation, Discussion, Edition, Entry, Extract, FormerAddress, FormerSlug, Heading, Synonyms, Term, missing
from tests.builders import (
    make_case,
    make_edition,
    make_entry,
    make_etiquette,
    make_footnote,
    make_heading,
    make_law,
    make_penalty,
    make_section,
    make_term,
    reword,
)

from . import payloads

CITING = "See Law 84 b, Laws 80 and 84 and Law 4000. *Vide also* Case 11. He quitted the odd trick.[^1]"
# Columns that no form takes such words into, and whose words are no words: each is checked by a constraint, or is a name in an address.
SPARED = {
    "slug", "permanent_id", "anchor", "part_anchor", "anchor_part", "claim_part", "target_part", "correction_part", "kind", "status", "outcome",
    "field", "form", "target_kind", "history_type", "offender", "phase", "origin", "verdict", "password", "session_key", "session_data", "codename",
    "app_label", "model", "object_id", "username", "app", "path", "name_of_index",
}  # fmt: skip
JSON = {
    "names": lambda: list(payloads.MARKUP),
    "words": lambda: {"section": "etiquette", "rule": "law", **{one: one for one in payloads.MARKUP}},
    "remedies": lambda: {"any": [payloads.MARKUP[4], {"all": [payloads.MARKUP[9], payloads.MARKUP[6]]}]},
    "facets": lambda: {"offenses": ["revoke", *payloads.MARKUP], "offenders": ["declarer"], "phases": ["play"]},
}
KINDS = ["law", "etiquette", "section", "footnote", "case", "penalty"]
OTHERS = ("auth.Group", "auth.User", "admin.LogEntry", "axes.AccessAttempt")  # whose words the desk shows too


def build() -> User:
    """One of everything that there is, published; the editor who may see it all."""
    old = make_edition("whist-1889", title="The Laws of Whist", order=2)
    code = make_edition(supersedes=old, names=["Laws of Auction"], front_text=CITING, front_digest=CITING, back_text=CITING, source_url="https://a.example/")
    FormerSlug.objects.create(slug="auction-1911", edition=code)
    group = make_heading(text=CITING, digest="In brief.", editor_note="A note.", source="The book.")
    make_law("80", text="Nothing.", heading=group)
    law = make_law("84", text=f"{CITING}\n\n(a) One trick.\n\n(b) Two tricks.", digest="In brief.", editor_note="Ours.", source="The book.", heading=group,
                   offenses=("revoke",), offenders=("declarer",), phases=("play",))  # fmt: skip
    make_law("84", text="Of whist.", edition=old)
    case = make_case("11", facts=CITING, query=CITING, decision="“It costs Two tricks.” Vide Law 84 b.", offenses=("revoke",), offenders=("declarer",),
                     phases=("play",), detail={"facts_digest": CITING, "query_digest": "Q", "decision_digest": "D", "remark": CITING, "remark_digest": "R",
                                               "place": "New York", "decided_on": "1912-05-01"})  # fmt: skip
    make_etiquette(text=CITING)
    make_section(text=CITING)
    make_footnote("1", text=CITING, on=law)
    make_penalty(laws="84 a; 84 b", group="Group", remedies="150 points or two tricks", offenses=("revoke",),
                 detail={"claimant": "Either", "claim_until": "the cut", "claim_law": law, "claim_part": "b"})  # fmt: skip
    gone = make_entry("case", "12", title="Gone", detail={"facts": "F", "decision": "D", "holding": "H"})
    editing.withdraw(gone, because="Replaced.", replaced_by=case)
    make_entry("case", "13", title="Draft", status="draft", detail={"facts": CITING, "decision": CITING})
    Extract.objects.create(entry=law, quoted_in=case, words="It costs.", part_anchor="b")
    Discussion.objects.create(entry=law, title="Bulletin", issue="No. 1", url="https://b.example/", note="A note.", date="2026-01-01")
    FormerAddress.objects.create(path="/auction-1912/law/83a/", entry=law)
    make_term("odd trick", forms="odd tricks", games="Auction", see="chicane")
    make_term("chicane", edition=code)
    Synonyms.objects.create(words="jack, knave", note="Why.")
    missing.count("/nowhere/<x-h>/")
    Group.objects.get_or_create(name="Guests")
    editor = User.objects.create_superuser("editor", "editor@casebook.example", "a long enough word")
    LogEntry.objects.create(user=editor, content_type=ContentType.objects.get_for_model(Entry), object_id=str(law.pk), object_repr="Law", action_flag=CHANGE)
    apps.get_model("axes.AccessAttempt").objects.create(username="x", ip_address="127.0.0.1", failures_since_start=1, user_agent="x", attempt_time=timezone.now())
    reword(law, f"{CITING}\n\n(a) One trick.\n\n(b) Three tricks.")
    return editor


def columns(model: type[models.Model]) -> Iterator[models.Field[Any, Any]]:
    """The columns of a model in which somebody's words may stand."""
    for field in model._meta.local_concrete_fields:
        holds = isinstance(field, models.CharField | models.TextField | models.JSONField)
        if holds and not field.choices and field.name not in SPARED and not field.primary_key:
            yield field


def tables() -> list[type[models.Model]]:
    ours = [model for model in apps.get_app_config("laws").get_models() if model._meta.managed and not model._meta.proxy]
    return [*ours, *map(apps.get_model, OTHERS)]


def poison(turn: int) -> None:
    """Something hostile into every column, past all forms; then published anew, so that what is made of the words is hostile too."""
    for model in tables():
        _poison(model, turn)
    editing.publish(Entry.objects.all())
    for model in (Citation, *(model for model in tables() if model.__name__.startswith("Historical"))):
        _poison(model, turn + 1)


def _poison(model: type[models.Model], turn: int) -> None:
    for at, row in enumerate(model._base_manager.order_by("pk")):
        values = {field.name: _hostile(field, turn + at + n, getattr(row, field.name)) for n, field in enumerate(columns(model))}
        values = {name: value for name, value in values.items() if value is not None}
        if values:
            model._base_manager.filter(pk=row.pk).update(**values)


def _hostile(field: models.Field[Any, Any], turn: int, now: Any) -> Any:
    """A hostile value for a column; None where it holds none, being unique or too short."""
    if isinstance(field, models.JSONField):
        return JSON[field.name]() if now is not None else None
    if isinstance(field, models.URLField):
        fit = [url for url in payloads.URLS if len(url) <= (field.max_length or 200)]
        return fit[turn % len(fit)]
    if isinstance(field, models.TextField) and not field.max_length:
        return f"{CITING}\n\n{payloads.long_text(turn)}"
    value = payloads.fitting(field.max_length, turn)
    if field.unique or any(field.name in one.fields for one in field.model._meta.constraints if isinstance(one, models.UniqueConstraint)):
        value = f"{value[: (field.max_length or 999) - 3]}{turn % 1000}" if value else ""
    return value.replace("\x00", "") or None


def known() -> dict[str, list[str]]:
    """What fills the blanks of the addresses: what is there, and at the desk a row of each model."""
    entries = list(Entry.objects.select_related("edition"))
    ids = [entry.permanent_id for entry in entries if entry.kind in ("law", "case", "penalty") and entry.is_public]
    rows = {
        f"{model._meta.app_label}/{model._meta.model_name}": [str(pk) for pk in model._base_manager.values_list("pk", flat=True)[:1]] or ["1"]
        for model in apps.get_models()
        if model._meta.managed
    }
    desks = {
        f"laws/{name}": [str(entry.pk) for entry in entries if entry.kind == kind][:3]
        for kind, name in (("law", "lawtext"), ("etiquette", "etiquetteentry"), ("section", "headedsection"), ("footnote", "note"),
                           ("case", "ruling"), ("penalty", "penaltyentry"))
    }
    return {
        **rows,
        **desks,
        "edition": ["auction-1912"],
        "kind": KINDS,
        **{f"{kind}/slug": sorted({entry.slug for entry in entries if entry.kind == kind}) for kind in KINDS},
        "term/slug": sorted(Term.objects.values_list("slug", flat=True)),
        "first": ["80"], "last": ["84"], "typed": [*ids[:4]], "path": ["nowhere", "auction-1912/law/84", "Law 84 b", "<x-h>"], "url": ["nowhere/"],
        "offender": ["declarer"], "phase": ["play"], "offense": ["revoke"], "day": [timezone.now().date().isoformat()],
        "form": ["atom", "rss", "json", "html", "epub", "md", "csv", "pdf", "svg", "png", "ris", "bib", "txt"],
        "app_label": ["laws", "auth"], "content_type_id": [str(ContentType.objects.get_for_model(Entry).pk)],
        "name": ["submit", "publish", "withdraw", "return", "restore"], "ref": _refs(), "part": ["pages", "0"],
    }  # fmt: skip


def _refs() -> list[str]:
    """The versions of a law, a case, a code and a heading, as the desk names them."""
    rows = [Entry.objects.get(kind="law", slug="84", edition__slug="auction-1912"), Entry.objects.get(kind="case", slug="11"),
            Edition.objects.get(slug="auction-1912"), Heading.objects.get()]  # fmt: skip
    return sorted({version.ref for row in rows for version in history.versions(row)[:3]})
