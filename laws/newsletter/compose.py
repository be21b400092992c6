"""From a selection to an issue: the entries that it names, as plain values that every renderer takes.

What is not published is never shown. A withdrawn entry, a draft and an id that nobody gave are each told in a sentence; a draft's is the
same as an unknown one's, so that nothing can be learned by trying ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Q

from laws import naming
from laws.exports import articles
from laws.exports.articles import Article
from laws.models import Entry, Part
from laws.models.vocabulary import Status

from .selection import Form, Pick, Selection, write

UNTITLED = "From the casebook"


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of an issue."""

    pick: Pick
    article: Article

    @property
    def is_full(self) -> bool:
        return self.pick.form == Form.FULL

    @property
    def has_brief(self) -> bool:
        """Whether its line in brief is shown: it says nothing new before the whole words of a law, but a case's holding does."""
        return self.pick.form == Form.HOLDING or (self.is_full and self.article.kind == "case")


@dataclass(frozen=True, slots=True)
class Missing:
    """An entry that was asked for and is not shown, with the reason and where to read instead ("" for nowhere)."""

    code: str
    said: str
    label: str = ""
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Issue:
    """A newsletter, composed."""

    title: str
    items: tuple[Item, ...]
    missing: tuple[Missing, ...]
    address: str  # of the composer with this selection, to come back to or to send to a colleague

    @property
    def codes_of(self) -> tuple[str, ...]:
        """The printed codes that the entries are from, each once: they tell the reader what "Law 84" means here."""
        return tuple(dict.fromkeys(f"{item.article.subject.code}, {item.article.subject.year}" for item in self.items))


def compose(selection: Selection) -> Issue:
    """The issue that a selection asks for. The number of queries does not depend on the number of entries."""
    entries, parts = _named(selection.codes)
    shown = [entry for entry in entries.values() if entry.is_published]
    made = {article.code: article for article in articles.of(shown)}
    items, missing = [], []
    for pick in selection.picks:
        part = parts.get(pick.code)
        entry = entries.get(part.entry.permanent_id if part else pick.code)
        article = made.get(entry.permanent_id) if entry else None
        if entry is None or article is None:
            missing.append(_missing(pick.code, entry))
        elif part is None:
            items.append(Item(pick, article))
        elif part.retired:
            gone = f"Part {part.label} is no longer in {entry.label}; the whole of it is shown."
            missing.append(Missing(pick.code, gone, entry.label, entry.get_absolute_url()))
            items.append(Item(pick, article))
        else:
            items.append(Item(pick, articles.part_of(article, part)))
    query = write(selection)
    address = f"{settings.SITE_URL}/newsletter/" + (f"?{query}" if query else "")
    return Issue(selection.title or UNTITLED, tuple(items), tuple(missing), address)


def brief_label(article: Article) -> str:
    """What the short form of an entry is called: a case has a holding, a row a penalty, the others are in brief."""
    return {"case": "Holding only", "penalty": "Penalty only"}.get(article.kind, "In brief")


def form_label(form: Form, article: Article) -> str:
    """What a form is called for this entry."""
    return brief_label(article) if form == Form.HOLDING else form.label


def _named(codes: Sequence[str]) -> tuple[dict[str, Entry], dict[str, Part]]:
    """The entries that some permanent ids name, and the parts, whose entries are among the former."""
    parts = {part.permanent_id: part for part in Part.objects.filter(permanent_id__in=codes)}
    keys = {part.entry_id for part in parts.values()}
    found = list(Entry.objects.for_page().filter(Q(permanent_id__in=codes) | Q(pk__in=keys)))
    by_key = {entry.pk: entry for entry in found}
    for part in parts.values():
        part.entry = by_key[part.entry_id]
    return {entry.permanent_id: entry for entry in found}, parts


def _missing(code: str, entry: Entry | None) -> Missing:
    if entry is None or entry.status != Status.WITHDRAWN:
        return Missing(code, f"Nothing is published under {code}.")
    instead = entry.replaced_by if entry.replaced_by and entry.replaced_by.is_published else None
    said = f"{naming.full_name(entry)} has been withdrawn: {entry.withdrawn_because}"
    return Missing(code, said, instead.label if instead else "", instead.get_absolute_url() if instead else "")
