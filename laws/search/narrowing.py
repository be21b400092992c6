"""From what a reader chose or wrote as a field to the tags of the index: `kind=case`, `law=auction-1912/84b`, `year=1912`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from laws.models import Edition, Offense
from laws.models.former import slugs_now
from laws.models.vocabulary import PLURAL, Kind, Offender, Phase

from . import fields
from .letters import fold
from .listing import Filter
from .query import Wish
from .shelf import Shelf

LABELS = {"kind": "Kind", "code": "Code", "offense": "Offense", "offender": "Offender", "phase": "Phase", "law": "Law cited"}
NAMES = (*LABELS, "year")
CALLED: dict[str, Iterable[tuple[str, str]]] = {"kind": tuple(PLURAL.items()), "offender": Offender.choices, "phase": Phase.choices}
FIXED = {"kind": Kind.values, "offender": Offender.values, "phase": Phase.values}
YEAR = re.compile(r"[0-9]{4}(?:\.\.(?:[0-9]{4})?)?|\.\.[0-9]{4}")
YEARS = (1400, 2200)  # the years that a code may have


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Filters, and the wishes whose value this site does not know."""

    filters: tuple[Filter, ...] = ()
    unknown: tuple[Wish, ...] = ()


def chosen(values: Mapping[str, str]) -> list[Wish]:
    """What was chosen on a page, as wishes; what names no filter of ours is passed over."""
    return [Wish(name, value.lower() if name == "law" else value) for name in NAMES if (value := values.get(name, "").strip())]


def read(wishes: Sequence[Wish], shelf: Shelf, *, written: bool = False) -> Narrowing:
    """The filters that wishes make, `written` in a query or chosen on a page.

    What the site does not know by its address may be known by its name. One statement for named codes, for a law whose code is not, for
    what no entry has, or for names.
    """
    if not wishes:
        return Narrowing()
    wishes = _as_called_now(wishes)
    codes = list(Edition.objects.values_list("slug", flat=True)) if any(w.name == "law" and "/" not in w.value for w in wishes) else []
    tags = {wish: _tags(wish, codes) for wish in wishes}
    there = shelf.vocabulary({tag for some in tags.values() for tag in some})
    unknown = [wish for wish in wishes if not any(tag in there for tag in tags[wish]) and not _exists(wish)]
    if by_name := _by_name(unknown):
        return read([by_name.get(wish, wish) for wish in wishes], shelf, written=written)
    groups: dict[object, list[Wish]] = {}
    for at, wish in enumerate(wish for wish in wishes if wish not in unknown):
        groups.setdefault((wish.name, wish.either) if wish.either else at, []).append(wish)
    filters = []
    for group in groups.values():
        every = tuple(tag for wish in group for tag in tags[wish] if tag in there) or tags[group[0]]
        signs = tuple(there[tag].sign for tag in every if tag in there)
        filters.append(Filter(group[0].name, every, signs, group[0].without, written))
    return Narrowing(tuple(filters), tuple(unknown))


def _as_called_now(wishes: Sequence[Wish]) -> list[Wish]:
    """The wishes with the slugs that their codes have now: a search that was saved before a code was renamed still finds in it."""
    named = {wish: _code(wish) for wish in wishes}
    now = slugs_now(filter(None, named.values()))
    return [replace(wish, value=now[code] + wish.value[len(code) :]) if (code := named[wish]) in now else wish for wish in wishes]


def _code(wish: Wish) -> str:
    """The slug of the code that a wish names; "" where it names none."""
    return wish.value if wish.name == "code" else wish.value.rpartition("/")[0] if wish.name == "law" else ""


def _by_name(wishes: Iterable[Wish]) -> dict[Wish, Wish]:
    """Those of some wishes that say a value by its name, or by the first words of just one name: "Bid or pass out of turn"."""
    found = {}
    for wish in wishes:
        said, names = fields.slug_of(fold(wish.value)), _names(wish.name)
        fits = {value for value, name in names if name == said} or {value for value, name in names if name.startswith(f"{said}-")}
        if said and len(fits) == 1:
            found[wish] = replace(wish, value=fits.pop())
    return found


def _names(field: str) -> list[tuple[str, str]]:
    """The values of a field that have names, each with a name of it, written as an address."""
    called: Iterable[tuple[str, str]] = CALLED.get(field, ())
    match field:
        case "offense":
            called = Offense.objects.values_list("slug", "name")
        case "code":
            titles = Edition.objects.values_list("slug", "short_title", "title")
            called = [(slug, title) for slug, *both in titles for title in both]
    return [(value, fields.slug_of(fold(name))) for value, name in called]


def _tags(wish: Wish, codes: Iterable[str]) -> tuple[str, ...]:
    if wish.name == "law" and "/" not in wish.value:
        return tuple(f"law={code}/{wish.value}" for code in codes) or (f"law={wish.value}",)
    if wish.name == "year":
        first, last = fields.years(wish.value) if YEAR.fullmatch(wish.value) else (0, -1)
        years = range(max(first, YEARS[0]), min(last, YEARS[1]) + 1)
        return tuple(f"year={year}" for year in years) or (f"year={wish.value}",)
    return (f"{wish.name}={wish.value}",)


def _exists(wish: Wish) -> bool:
    """Whether a value means something on this site though no entry has it."""
    value = wish.value
    match wish.name:
        case "code":
            return Edition.objects.filter(slug=value).exists()
        case "offense":
            return Offense.objects.filter(slug=value).exists()
        case "law":
            code, _, number = value.rpartition("/")
            return number[:1].isdigit() and (not code or Edition.objects.filter(slug=code).exists())
        case "year":
            return YEAR.fullmatch(value) is not None
    return value in FIXED[wish.name]
