"""The values that a folder's lines and cells hold: choices, dates, references. What cannot be read becomes a fault with its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from .records import KINDS, OFFENDERS, PHASES, STATUSES, Fault, Place

AHEAD = timedelta(days=366)  # of a day that is written down before it comes
ID = re.compile(r"^[0-9A-HJKMNP-TV-Z]{5}$")


def arabic(number: str) -> str:
    """A printed number as in addresses: "XI" is "11", "50a" stays."""
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
    if not number or any(ch not in values for ch in number):
        return number.lower()
    worth = [values[ch] for ch in number]
    return str(sum(-v if i + 1 < len(worth) and v < worth[i + 1] else v for i, v in enumerate(worth)))


class Values:
    """Reads values and gathers the faults of one folder."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, message: str, file: str, line: int = 1) -> None:
        self.faults.append(Fault(message, Place(file, line)))

    def stamp(self, value: str, file: str, line: int) -> str:
        """A time as ISO 8601 in UTC, or "" with a fault."""
        if not value:
            return ""
        try:
            read = datetime.fromisoformat(value)
        except ValueError:
            self.fault(f"“{value}” is no date; write 2026-11-30 or 2026-11-30T18:00:00Z", file, line)
            return ""
        return read.isoformat().replace("+00:00", "Z") if read.tzinfo else read.isoformat() + "Z"

    def common(self, meta: dict[str, str], comma: str, file: str, line: Callable[[str], int]) -> dict[str, Any]:
        """What every kind of entry has, from the lines or cells that say it."""
        many = lambda key: tuple(word.strip() for word in meta.get(key, "").split(comma) if word.strip())  # noqa: E731
        return {
            "offenses": many("offenses"),
            "offenders": tuple(self.choice(w, OFFENDERS, "offender", file, line("offenders")) for w in many("offenders")),
            "phases": tuple(self.choice(w, PHASES, "phase", file, line("phases")) for w in many("phases")),
            "status": self.choice(meta.get("status", "") or "published", STATUSES, "status", file, line("status")),
            "replaced_by": self.reference(meta.get("replaced by", ""), file, line("replaced by")),
            "withdrawn_because": meta.get("withdrawn because", ""),
            "published_at": self.stamp(meta.get("published", ""), file, line("published")),
            "amended_at": self.stamp(meta.get("amended", ""), file, line("amended")),
            "former": many("former"),
            "source": meta.get("source", ""),
        }

    def choice(self, value: str, known: tuple[str, ...], what: str, file: str, line: int) -> str:
        if value and value not in known:
            self.fault(f"“{value}” is no {what}; known are {', '.join(known)}", file, line)
        return value

    def day(self, value: str, file: str, line: int) -> str:
        try:
            day = date.fromisoformat(value) if value else None
        except ValueError:
            self.fault(f"“{value}” is no date; write 1912-11-30", file, line)
            return ""
        if day and day > date.today() + AHEAD:
            self.fault(f"“{value}” is more than a year ahead; write the day of the decision, such as 1912-11-30", file, line)
        return day.isoformat() if day else ""

    def reference(self, value: str, file: str, line: int) -> tuple[str, str] | None:
        """ "law 85" as ("law", "85")."""
        if not value:
            return None
        kind, _, number = value.partition(" ")
        if kind not in KINDS or not number.strip():
            self.fault(f"“{value}” names no entry; write a kind and a number, such as law 85", file, line)
            return None
        return kind, arabic(number.strip()) if kind != "section" else number.strip()

    def on(self, value: str, file: str, line: int) -> tuple[str, str, str] | None:
        if not value:
            return None
        if value.startswith("heading "):
            return "heading", value[8:].strip(), ""
        kind, _, rest = value.partition(" ")
        number, _, part = rest.strip().partition(" ")
        if kind not in KINDS or not number:
            self.fault(f"“on: {value}” names nothing; write law 44, law 44 iv or heading THE REVOKE", file, line)
            return None
        return kind, number if kind == "section" else arabic(number), part.strip()

    def parts(self, value: str, file: str, line: int) -> dict[str, str]:
        found = {}
        for pair in filter(None, (piece.strip() for piece in value.split(","))):
            anchor, _, permanent_id = pair.partition("=")
            if not ID.match(permanent_id.strip()):
                self.fault(f"“{pair}” is no part with its id; write a=2K9VX", file, line)
            found[anchor.strip()] = permanent_id.strip()
        return found
