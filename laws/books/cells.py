"""A row of a table of penalties, from its cells to a record. The folder format and tables from a spreadsheet share it."""

from __future__ import annotations

import re

from . import remedies
from .records import EntryRecord, Place
from .values import Values


def penalty(row: dict[str, str], values: Values, place: Place, heading: int | None = None) -> EntryRecord:
    """The record of one row; what cannot be read becomes a fault among `values`. `row` has the columns of penalties.csv."""
    file, start = place.file, place.line
    number = row.get("number", "")
    if not re.fullmatch(r"[0-9]{1,4}[a-z]?", number):
        values.fault(f"“{number}” is no number of a row", file, start)
    for name in ("offense", "penalty"):
        if not row.get(name):
            values.fault(f"row {number}: the column “{name}” is empty", file, start)
    try:
        remedies.parse(row.get("remedies", ""))
    except ValueError as error:
        values.fault(f"row {number}: {error}", file, start)
    claim = re.fullmatch(r"([0-9]{1,4}[a-z]?)(?: (\w+))?", row.get("claim law", ""))
    if row.get("claim law") and not claim:
        values.fault(f"row {number}: “{row['claim law']}” is no law; write 84 b", file, start)
    return EntryRecord(
        kind="penalty",
        own_words=row.get("written", "") == "here",
        number=number,
        slug=number.lower() or "0",
        title=row.get("offense", ""),
        title_is_printed=True,
        permanent_id=row.get("id", ""),
        heading=heading,
        fields={
            "offense": row.get("offense", ""), "penalty_text": row.get("penalty", ""), "laws": row.get("laws", ""),
            "editor_note": row.get("note", ""),
        },
        remedies=row.get("remedies", ""),
        claimant=row.get("claimant", ""),
        claim_until=row.get("until", ""),
        claim_law=(claim[1], claim[2] or "") if claim else None,
        group=row.get("group", ""),
        **values.common({**row, "offenders": row.get("offender", "")}, ";", file, lambda key: start),
        place=place,
    )  # fmt: skip
