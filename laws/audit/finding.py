"""What the audit says: findings, each of one sort, with where it is and where it is mended."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import reverse

from laws.models import DESK, Entry
from laws.models.vocabulary import Status

BROKEN, MEND, KNOW = "broken", "to mend", "to know"
SEVERITIES = (BROKEN, MEND, KNOW)
READ = (Status.PUBLISHED, Status.WITHDRAWN)  # what a reader can come to


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort of finding: its heading, and what an editor does about it."""

    title: str
    advice: str
    severity: str


SORTS: dict[str, Sort] = {
    "entry-gone": Sort(
        "Entries that have vanished", "The database was changed behind the desk’s back. Restore the backup, or load the code again.", BROKEN
    ),
    "dangling": Sort(
        "Rows that point to nothing", "Something was removed behind the desk’s back. Save the entry anew, or restore the backup.", BROKEN
    ),
    "left-over": Sort("Left-overs of entries that are gone", "They hurt nobody, and come back to use if the entry is restored.", MEND),
    "no-detail": Sort(
        "Entries without the row of their kind", "Open the form and save it: the row is made anew. Then restore its words.", BROKEN
    ),
    "no-words": Sort("Published entries without words", "Write the words, printed or in brief.", BROKEN),
    "shared-id": Sort("One permanent id for two things", "A short address must mean one thing. Restore the backup of one of them.", BROKEN),
    "citation-gone": Sort("Citations whose target is gone", "Add the target again, or save the citing entry to have it read anew.", BROKEN),
    "citation-hidden": Sort(
        "Links to what readers cannot see", "Publish the target, or save the citing entry to have it read anew.", BROKEN
    ),
    "citation-shifted": Sort("Citations that no longer stand where they are noted", "Save the entry: its citations are read anew.", BROKEN),
    "citation-unread": Sort("Texts whose citations have not been read", "Save the entry: its citations are read anew.", BROKEN),
    "citation-unknown": Sort("Citations that lead nowhere", "Correct the words, name the target, or say that it is no citation.", MEND),
    "citation-ambiguous": Sort("Citations that could mean several things", "Say which entry is meant.", MEND),
    "citation-part": Sort("Citations of a part that the target lacks", "Correct the part, or give the target that part.", MEND),
    "citation-withdrawn": Sort(
        "Citations of withdrawn entries", "The link leads to a page that says where to read on. Nothing need be done.", KNOW
    ),
    "parts": Sort("Parts out of step with the words", "Save the entry: its parts are brought in line with its words.", BROKEN),
    "index": Sort("Search out of step", "Save the entry, or run “manage.py search --rebuild”.", BROKEN),
    "pointer": Sort("Pointers that lead nowhere", "Choose a published entry under “Replaced by”, or none.", BROKEN),
    "former": Sort("Old addresses that lead nowhere", "Publish the entry, or give the address to the one that took its place.", BROKEN),
    "withdrawn": Sort("Withdrawn without a pointer", "Name what replaced it, if anything did.", MEND),
    "row-law": Sort("Rows of the table that name no law", "Write the number of the law: 84 b.", MEND),
    "row-part": Sort("Rows whose law lacks the part", "Correct the part, or give the law that part.", MEND),
    "row-differs": Sort("Rows that differ from their law", "Read the law beside the row, and correct the one that is wrong.", MEND),
    "row-unsure": Sort("Rows that could not be compared with their law", "Read the law beside the row.", KNOW),
    "claim": Sort("Claims under a law that cannot be read", "Name a published law, and a part that it has.", MEND),
    "mark": Sort("Marks without a note", "Write the note, or take the mark away.", MEND),
    "note-unmarked": Sort("Notes that no mark points to", "Put the mark, such as [^24], where the note belongs.", MEND),
    "note-adrift": Sort("Notes that hang on nothing", "Say on which entry or heading the note hangs.", MEND),
    "extract": Sort("Words quoted elsewhere that are not there", "Compare the quoting entry, and correct the words kept here.", MEND),
    "quotation": Sort("Quotations that differ from the law", "Compare the law, and correct the quotation or mark it as printed so.", MEND),
    "old-draft": Sort("Drafts older than a month", "Publish it, or remove it.", MEND),
    "uncited": Sort("Laws that nothing cites", "No case, row, note or law names them. That may be as it should be.", KNOW),
    "digest-only": Sort(
        "Digests without the printed words", "Readers see our digest. Add the printed words where they may be given.", KNOW
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the audit found."""

    sort: str
    sentence: str
    where: str  # "Law 84 (Auction 1912)"
    severity: str
    edition: str = ""  # its slug
    kind: str = ""
    mend: str = ""  # the address of the form in which it is mended; "" where no form helps

    def to_dict(self) -> dict[str, str]:
        return {
            "sort": self.sort, "severity": self.severity, "sentence": self.sentence, "where": self.where, "edition": self.edition,
            "kind": self.kind, "mend": self.mend,
        }  # fmt: skip


def of(sort: str, sentence: str, entry: Entry, *, mend: str = "") -> Finding:
    """A finding about an entry. What readers cannot come to is never broken, only to be mended."""
    severity = SORTS[sort].severity
    if severity == BROKEN and entry.status not in READ:
        severity = MEND
    edition = known_edition(entry)
    code = f" ({edition.short_title})" if edition else ""
    return Finding(sort, sentence, f"{entry.label}{code}", severity, edition.slug if edition else "", entry.kind, mend or form(entry))


def known_edition(entry: Entry) -> Any:
    """The edition of an entry where the audit has it; None where it is gone."""
    return entry._state.fields_cache.get("edition")


def form(entry: Entry) -> str:
    """The address of the form of an entry."""
    model = DESK.get(entry.kind)
    return _form_of(model._meta.model_name).replace("/0/", f"/{entry.pk}/") if model else ""


def citation_form(pk: int) -> str:
    """The address of the form of a citation."""
    return _form_of("citation").replace("/0/", f"/{pk}/")


@cache
def _form_of(model: str) -> str:
    """The address of the form of a row 0, asked for once: there may be thousands of findings."""
    return reverse(f"admin:laws_{model}_change", args=[0])
