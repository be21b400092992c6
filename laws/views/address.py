"""What an address that somebody printed, typed or was mailed may name: `/Auction-1912/rule/84b).` is Law 84 b.

Reading is forgiving; finding is not: what is read must be there, part and all, or the address leads nowhere.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from laws import text as markup
from laws.citations.grammar import DEFAULT_WORDS
from laws.models import Edition, FormerSlug
from laws.models.vocabulary import Kind

FILLER = {"no", "nos", "paragraph", "par", "part", "the", "of"}
TOKEN = re.compile(r"§|[a-z]+|\d{1,6}")
RANGE = re.compile(r"(?<!\d)(?P<first>\d{1,4})(?P<a>[a-z]?)[-–—](?P<last>\d{1,4})(?P<b>[a-z]?)$")
LONGEST = 200  # characters; no address of the site comes near, and Python reads no number of thousands of digits
ROMAN = re.compile(r"[ivxlc]{1,9}")
ORDINAL_TAIL = {"st", "nd", "rd", "d", "th"}
PLURALS = {"penalties": "penalty", "etiquettes": "etiquette"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing that an address may name: an entry by its kind and slug, and a part of it or ""."""

    kind: str
    slug: str
    part: str = ""

    @property
    def number(self) -> int:
        """Its number without a letter; 0 for what has none."""
        digits = re.match(r"\d+", self.slug)
        return int(digits[0]) if digits else 0


@dataclass(slots=True)
class Reading:
    """What was made of an address."""

    path: str  # in small letters, without what mail programs add
    edition: Edition | None = None
    wanted: list[Wanted] = field(default_factory=list)  # likeliest first
    listed: str = ""  # the kind, where the address names a whole list
    run: tuple[str, str, str] | None = None  # kind, first, last
    was: str = ""  # the path as it was asked for, where the code has been renamed since: `path` then has its new name

    @property
    def said(self) -> str:
        """The address as words to search for."""
        pieces = self.path.split("/")
        return " ".join(TOKEN.findall(" ".join(pieces[1:] if self.edition else pieces)))


def read(path: str) -> Reading:
    """What `path` may name. One query, for the edition; one more where it has no such name now."""
    reading = Reading(tidy(path[:LONGEST]))
    first, _, rest = reading.path.partition("/")
    slug = first.replace("_", "-")
    reading.edition = Edition.objects.filter(slug=slug).first() if slug else None
    if slug and reading.edition is None and (former := FormerSlug.objects.select_related("edition").filter(slug=slug).first()):
        reading.edition, reading.was = former.edition, reading.path
        reading.path = f"{former.edition.slug}/{rest}".rstrip("/")
    if reading.edition is not None and rest:
        _read_entry(reading, rest)
    return reading


def tidy(path: str) -> str:
    """A path in small letters without doubled slashes, control characters, or the punctuation that followed it in a sentence."""
    path = unicodedata.normalize("NFKC", path).lower().replace("‐", "-")
    path = "".join(ch for ch in path if ch.isprintable())
    path = re.sub(r"[\s.,;:!?)\]}>'\"’”»…*_/&]+$", "", path)
    return re.sub(r"/{2,}", "/", path).strip("/ ")


def _read_entry(reading: Reading, rest: str) -> None:
    tokens = [token for token in TOKEN.findall(rest) if token not in FILLER]
    kinds = _kinds(tokens[0], reading.edition.words if reading.edition else {}) if tokens else []
    if kinds and len(tokens) == 1:
        reading.listed = kinds[0]
        return
    if kinds:
        tokens = tokens[1:]
    kinds = kinds or [Kind.LAW]
    if (ends := RANGE.search(rest)) and int(ends["first"]) < int(ends["last"]):
        reading.run = (kinds[0], ends["first"] + ends["a"], ends["last"] + ends["b"])
    for kind in kinds:
        reading.wanted += [Wanted(kind, slug, part) for slug, part in (_numbers(tokens) if tokens else [])]
    reading.wanted.append(Wanted(Kind.SECTION, "-".join(re.findall(r"[a-z0-9]+", rest.rpartition("/")[2]))))


def _kinds(word: str, meanings: dict[str, str]) -> list[str]:
    """The kinds that a word may mean in a code: what the code says first, then what it means elsewhere."""
    single = PLURALS.get(word, word.removesuffix("s"))
    found = [table[name] for table in (meanings, DEFAULT_WORDS) for name in (word, single) if table.get(name)]
    return list(dict.fromkeys(found))


def _numbers(tokens: list[str]) -> list[tuple[str, str]]:
    """The (slug, part) that figures and letters may mean: ["84", "b"] is a law 84b of its own, or else part b of 84."""
    number, tail = tokens[0], tokens[1:]
    if ROMAN.fullmatch(number):
        number = markup.arabic(number)
    if not number.isdigit():
        return []
    number = str(int(number))
    if len(tail) == 2 and tail[0].isdigit() and tail[1] in ORDINAL_TAIL:
        tail = tail[:1]
    match tail:
        case []:
            return [(number, "")]
        case [part] if len(part) == 1 and part.isalpha():
            return [(number + part, ""), (number, part)]
        case [part] if len(part) <= 8:
            return [(number, part)]
    return []
