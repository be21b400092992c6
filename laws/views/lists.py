"""What the lists have in common: addresses that keep what was chosen, the choices that can be taken back, and paging."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from laws.filters import EntryFilter


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice that narrows a list, and the address of the list without it."""

    label: str
    value: str
    address: str


@dataclass(frozen=True, slots=True)
class Pages:
    """Where a reader stands in a long list; `before` and `after` are addresses, or ""."""

    number: int
    total: int
    before: str
    after: str


def changed(params: QueryDict, **values: object) -> str:
    """The query string of this list with some values changed; None takes one out. The page starts over unless it is given."""
    kept = params.dict()
    for name, value in {"page": None, **values}.items():
        kept.pop(name, None)
        if value is not None:
            kept[name] = str(value)
    return f"?{urlencode([(name, value) for name, value in kept.items() if value])}"


def chosen(found: EntryFilter, params: QueryDict) -> list[Chosen]:
    """What narrows a list, each with the way back."""
    return [Chosen(label, value, changed(params, **{name: None})) for name, label, value in found.chosen()]


def pages(params: QueryDict, number: int, total: int) -> Pages:
    """Paging for page `number` of `total`."""
    before = changed(params, page=number - 1 if number > 2 else None) if number > 1 else ""
    return Pages(number, total, before, changed(params, page=number + 1) if number < total else "")


def page_number(params: QueryDict) -> int:
    """The page asked for; anything that is no page is the first."""
    typed = params.get("page", "")
    return max(1, int(typed)) if typed.isascii() and typed.isdigit() and len(typed) < 7 else 1
