"""Builders of rows with defaults that stand: `make_law(number="84", text="...")`. All of them publish, as the site does."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from laws import editing
from laws import text as markup
from laws.books import remedies as remedies_module
from laws.models import (
    Case,
    Edition,
    Entry,
    EntryOffender,
    EntryPhase,
    EtiquetteSection,
    Footnote,
    Heading,
    Law,
    Offense,
    PenaltyRow,
    Section,
    Term,
)

STAMP = datetime(2026, 1, 5, 12, tzinfo=UTC)
WORDS = {"section": "etiquette", "rule": "law", "§": "law", "number": "case"}


def make_edition(slug: str = "auction-1912", **values: Any) -> Edition:
    """The edition with this slug, made if it is not there."""
    found = Edition.objects.filter(slug=slug).first()
    if found:
        return found
    title = slug.replace("-", " ").title()
    values = {"title": f"The Laws of {title}", "short_title": title, "game": "Auction", "year": 1912, "words": WORDS, "issued_by": "A club",
              "published_at": STAMP} | values  # fmt: skip
    return Edition.objects.create(slug=slug, **values)


def make_heading(title: str = "THE REVOKE", kind: str = "law", edition: Edition | None = None, **values: Any) -> Heading:
    edition = edition or make_edition()
    position = Heading.objects.filter(edition=edition, kind=kind).count()
    return Heading.objects.create(edition=edition, kind=kind, title=title, position=position, **values)


def make_entry(kind: str, number: str, edition: Edition | None = None, offenses: tuple[str, ...] = (), offenders: tuple[str, ...] = (),
               phases: tuple[str, ...] = (), publish: bool = True, detail: dict[str, Any] | None = None, **values: Any) -> Entry:  # fmt: skip
    """An entry with its detail row, offenses, offenders and phases, published unless told otherwise."""
    edition = edition or make_edition()
    values.setdefault("status", "published")
    if values["status"] in ("published", "withdrawn"):
        values.setdefault("published_at", STAMP)
    if values["status"] == "withdrawn":
        values.setdefault("withdrawn_because", "It was replaced.")
    values.setdefault("slug", markup.arabic(number) if number else "section")
    values.setdefault("position", 1 + Entry.objects.filter(edition=edition, kind=kind).count())
    entry = Entry.objects.create(edition=edition, kind=kind, number=number, **values)
    models = {"law": Law, "etiquette": EtiquetteSection, "section": Section, "footnote": Footnote, "case": Case, "penalty": PenaltyRow}
    models[kind].objects.create(entry=entry, **(detail or {}))
    for slug in offenses:
        offense, _ = Offense.objects.get_or_create(slug=slug, defaults={"name": slug.replace("-", " ").capitalize()})
        entry.offenses.add(offense)
    EntryOffender.objects.bulk_create(EntryOffender(entry=entry, offender=name) for name in offenders)
    EntryPhase.objects.bulk_create(EntryPhase(entry=entry, phase=name) for name in phases)
    if publish:
        editing.publish([entry])
    return Entry.objects.for_page().get(pk=entry.pk)


def make_law(number: str = "84", text: str = "", digest: str = "", title: str = "A law", **values: Any) -> Entry:
    if not text and not digest:
        text = f"The words of law number {number}."
    return make_entry("law", number, text=text, digest=digest, title=title, **values)


def make_etiquette(number: str = "10", text: str = "A player should be courteous.", title: str = "Courtesy", **values: Any) -> Entry:
    return make_entry("etiquette", number, text=text, title=title, **values)


def make_section(slug: str = "the-revoke", text: str = "Words under a heading.", title: str = "The revoke", **values: Any) -> Entry:
    return make_entry("section", "", slug=slug, text=text, title=title, **values)


def make_footnote(number: str = "24", text: str = "A note.", on: Entry | Heading | None = None, part: str = "", **values: Any) -> Entry:
    detail = {"anchor_heading" if isinstance(on, Heading) else "anchor": on, "anchor_part": part}
    return make_entry("footnote", number, text=text, detail=detail, **values)


def make_case(number: str = "11", facts: str = "Facts.", decision: str = "Decided.", title: str = "A case", query: str = "", holding: str = "Held.",
              outcome: str = "negative", detail: dict[str, Any] | None = None, **values: Any) -> Entry:  # fmt: skip
    fields = {"facts": facts, "query": query, "decision": decision, "holding": holding, "outcome": outcome, **(detail or {})}
    return make_entry("case", number, title=title, detail=fields, **values)


def make_penalty(number: str = "1", offense: str = "Revoke by Declarer", penalty: str = "150 points", laws: str = "84 a", remedies: str = "",
                 offenders: tuple[str, ...] = ("declarer",), phases: tuple[str, ...] = ("play",), group: str = "", detail: dict[str, Any] | None = None,
                 **values: Any) -> Entry:  # fmt: skip
    fields = {"offense": offense, "penalty_text": penalty, "laws": laws, "group": group,
              "remedies": remedies_module.parse(remedies or penalty), **(detail or {})}  # fmt: skip
    values.setdefault("title", offense)
    return make_entry("penalty", number, offenders=offenders, phases=phases, detail=fields, **values)


def reword(entry: Entry, text: str) -> None:
    """Amend an entry, as an editor does: it has these printed words now."""
    entry.text = text
    editing.store(entry, reworded=True)
    editing.publish([entry])


def make_term(word: str = "chicane", definition: str = "A hand without trumps.", **values: Any) -> Term:
    """A word of the glossary, checked as the desk checks it."""
    term = Term(word=word, definition=definition, **values)
    term.full_clean()
    term.save()
    return term
