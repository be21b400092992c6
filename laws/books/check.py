"""What must hold between the entries of a folder: nothing twice, and nothing named that is not there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .records import EntryRecord, HeadingRecord, Place
from .values import ID, Values

PARTED = ("law", "etiquette", "section")
PARTS = re.compile(r"(?m)(?:\A|\n[ \t]*\n)\((\w{1,6})\)[ \t]")
MARKS = re.compile(r"\[\^(\w{1,8})\]")
SLUG = re.compile(r"^[a-z0-9]+(?:-[a-z0-9]+)*$")


def check_former(former: Sequence[str], slug: str, values: Values, file: str, line: int) -> None:
    """Put to `values` what of the old slugs of an edition can be none: no slug at all, or the one that it has."""
    for old in former:
        if not SLUG.match(old) or old.endswith("\n"):
            values.fault(f"former: “{old[:60]}” may have small letters, digits and single hyphens only", file, line)
        elif old == slug:
            values.fault(f"former: “{old}” is the address that it has now", file, line)


def check(entries: Sequence[EntryRecord], headings: Sequence[HeadingRecord], offenses: dict[str, str], values: Values) -> None:
    """Put to `values` every fault between the entries of one edition."""
    seen: dict[tuple[str, str], Place] = {}
    ids: dict[str, str] = {}
    titles = {re.sub(r"\[\^\w+\]", "", h.title) for h in headings}
    known = {(entry.kind, entry.slug) for entry in entries}
    for entry in entries:
        at = (entry.place.file, entry.place.line)
        key = (entry.kind, entry.slug)
        if key in seen:
            values.fault(f"{entry.label} stands here a second time (first in {seen[key]})", *at)
        seen[key] = entry.place
        for permanent_id in filter(None, (entry.permanent_id, *entry.parts.values())):
            if not ID.match(permanent_id):
                values.fault(f"“{permanent_id}” is no permanent id; leave it out and one is given", *at)
            if permanent_id in ids:
                values.fault(f"the id {permanent_id} is {ids[permanent_id]}'s already", *at)
            ids[permanent_id] = entry.label
        for slug in entry.offenses:
            if slug not in offenses:
                values.fault(f"the offense “{slug}” is not in [offenses] of edition.toml", *at)
        if not SLUG.match(entry.slug):
            values.fault(f"“{entry.slug}” can be no address", *at)
        for kind, number in filter(
            None, (entry.replaced_by, *(e.quoted_in for e in entry.extracts), entry.claim_law and ("law", entry.claim_law[0]))
        ):
            if (kind, number) not in known:
                values.fault(f"{entry.label} names {kind} {number}, which this edition does not have", *at)
        if entry.on and entry.on[0] == "heading" and entry.on[1] not in titles:
            values.fault(f"there is no heading “{entry.on[1]}” for {entry.label} to hang on", *at)
        if entry.on and entry.on[0] != "heading" and entry.on[:2] not in known:
            values.fault(f"there is no {entry.on[0]} {entry.on[1]} for {entry.label} to hang on", *at)
        for name, words in entry.fields.items():
            labels = [label.lower() for label in PARTS.findall(words)] if entry.kind in PARTED else []
            for label in sorted({label for label in labels if labels.count(label) > 1}):
                values.fault(f"part ({label}) stands twice in “{name}” of {entry.label}", *at)
            for mark in MARKS.findall(words):
                if ("footnote", mark.lower()) not in known:
                    values.fault(f"{entry.label} has the mark [^{mark}], and there is no footnote {mark}", *at)
        if entry.status == "withdrawn" and not entry.withdrawn_because:
            values.fault(f"{entry.label} is withdrawn: say why in a line “withdrawn because: …”", *at)
