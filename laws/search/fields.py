"""The fields of the query language: `kind:case`, `law:84b`, `code:auction-1912`, `offense:revoke`, `year:1912..1915`. Pure.

What a field may say is settled here as far as it can be without asking what there is: whether a site has the code or the offense
that is named, its index knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .letters import fold

NAMES = {
    "kind": "kind kinds type", "code": "code codes edition", "law": "law laws cites", "offense": "offense offence offenses offences",
    "offender": "offender offenders", "phase": "phase phases", "year": "year years",
}  # fmt: skip
CALLED = {form: name for name, forms in NAMES.items() for form in forms.split()}
SINGLE = ("kind", "code", "year")  # of which an entry has one
KINDS = {
    "law": "law laws rule rules", "case": "case cases decision decisions ruling rulings", "penalty": "penalty penalties row rows table",
    "etiquette": "etiquette manners", "section": "section sections", "footnote": "footnote footnotes note notes",
}  # fmt: skip
KIND_OF = {form: kind for kind, forms in KINDS.items() for form in forms.split()}
CITATIONS = frozenset("case rule section sec etiquette footnote note penalty row no number art article paragraph".split())
FIRST_YEAR, LAST_YEAR = 1000, 9999
LONGEST_SAID = 60  # characters of a value that a note repeats

_LAW = re.compile(
    r"(?:(?P<code>[a-z0-9]+(?:-[a-z0-9]+)*)/)?(?:laws?[\s.]*)?(?P<number>\d{1,4})"
    r"(?:[\s(.]*(?P<letters>[a-z]{1,2}|[ivx]{2,5})|[\s(.]+(?P<digit>\d)(?:st|nd|rd|d|th)?)?[\s).]*",
    re.ASCII,
)
_SPAN = re.compile(r"(?P<first>\d{4})?(?:\.{2,3}|-)(?P<last>\d{4})?", re.ASCII)
_YEAR = re.compile(r"\d{4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Wish:
    """One field: `name` is kind, code, law, offense, offender, phase or year. Wishes with the same `either`, not 0, are alternatives.

    `value` is as the index knows it: "case", "auction-1912", "84b" or "auction-1912/84b", "revoke", "1912", "1912..1915", "1912..".
    `typed` is what a reader wrote for it, where a note may have to repeat that.
    """

    name: str
    value: str
    without: bool = False
    either: int = 0
    typed: str = field(default="", compare=False)

    @property
    def said(self) -> str:
        """Its value as a note repeats it."""
        return self.typed or self.value


def slug_of(words: str) -> str:
    """Words in small letters as the address of an offense would be made of them: "lead-out-of-turn"."""
    return re.sub(r"[\W_]+", "-", words).strip("-")


def read(name: str, value: str, without: bool = False) -> tuple[Wish | None, str]:
    """The wish that `name:value` makes, and a note. Without a wish it is to be read as plain words."""
    own = CALLED.get(name.lower(), "")
    typed = " ".join(value.split()).strip(" ,;")
    value = fold(typed)
    if not own:
        return None, "" if name.lower() in CITATIONS and value else _unknown(name, value)
    if not value:
        return None, f"Write what to look for right after “{own}:”, without a space: {_sample(own)}. It was read as plain words."
    match own:
        case "kind":
            kind = KIND_OF.get(value, "")
            return (Wish("kind", kind, without), "") if kind else (None, _not_a("kind", value, f"Kinds are {', '.join(KINDS)}."))
        case "law":
            return _law(value, without)
        case "year":
            return _year(value, without)
    slug = slug_of(value)
    return (Wish(own, slug, without, typed=typed[:LONGEST_SAID]), "") if slug else (None, _not_a(own, value, ""))


def years(value: str) -> tuple[int, int]:
    """The first and the last year of a year's value: "1912.." is 1912 to 9999."""
    first, dots, last = value.partition("..")
    low = int(first) if first else FIRST_YEAR
    return low, int(last) if last else LAST_YEAR if dots else low


def _law(value: str, without: bool) -> tuple[Wish | None, str]:
    found = _LAW.fullmatch(value)
    if not found:
        return None, _not_a("law", value, f"Write its number: {_sample('law')}.")
    law = f"{int(found['number'])}{found['letters'] or found['digit'] or ''}"
    return Wish("law", f"{found['code']}/{law}" if found["code"] else law, without), ""


def _year(value: str, without: bool) -> tuple[Wish | None, str]:
    if _YEAR.fullmatch(value) and int(value) >= FIRST_YEAR:
        return Wish("year", value, without), ""
    span = _SPAN.fullmatch(value)
    if not span or not (span["first"] or span["last"]):
        return None, _not_a("year", value, "Write 1912, 1912..1915, 1912.. or ..1912.")
    first, last = span["first"] or "", span["last"] or ""
    if first and last and first > last:
        return Wish("year", f"{last}..{first}", without), f"“{first}..{last}” runs backwards; it was read as {last} to {first}."
    return Wish("year", first if first == last else f"{first}..{last}", without), ""


def _unknown(name: str, value: str) -> str:
    if not value:
        return ""
    known = ", ".join(f"{field}:" for field in ("kind", "code", "law", "offense", "year"))
    return f"“{name[:40]}:” means nothing here; it was read as plain words. The fields are {known}."


def _not_a(name: str, value: str, more: str) -> str:
    return f"“{value[:LONGEST_SAID]}” is no {name} here; it was read as plain words. {more}".strip()


def _sample(name: str) -> str:
    samples = {"kind": "kind:case", "code": "code:auction-1912", "law": "law:84b", "offense": "offense:revoke", "year": "year:1912..1915"}
    return samples.get(name, f"{name}:dealer" if name == "offender" else f"{name}:play")
