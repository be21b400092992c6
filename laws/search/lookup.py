"""From what a query names to the entries that it means, code by code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from laws.citations.grammar import DEFAULT_WORDS
from laws.models import Edition, Entry, Part, permanent_id
from laws.models.former import renumbered
from laws.models.prepared import Prepared, PreparedAmong, marks, put
from laws.models.vocabulary import Kind, Status

from . import spoken
from .naming import Name, Naming, read
from .query import words_in

BARE = (Kind.LAW, Kind.CASE, Kind.ETIQUETTE, Kind.PENALTY, Kind.FOOTNOTE)  # what a number alone may be, likeliest first
FALLS_THROUGH = {"section", "§", "rule", "number", "article", "paragraph"}  # in a search box these mean the law where nothing else fits
NEAR = 2
LONGEST_NUMBER = 3  # figures of a number that goes on to a longer one
MOST_MISSING = 3  # of which it is said that they are not there
OPEN = (Status.PUBLISHED, Status.WITHDRAWN)  # the page of what was withdrawn says where it went
SHOWN = ("edition", "kind", "number", "slug", "title", "permanent_id", "status", "replaced_by")  # of an entry that is named
ADDRESS = re.compile(r"https?://[^/\s]+/")
_CODES = Prepared(lambda: Edition.objects.in_order().only("slug", "title", "short_title", "game", "names", "words", "year", "order"))


@dataclass(frozen=True, slots=True)
class Fit:
    """An entry that a query names, and the part. `was`: the number that it is named by, where it has that no longer."""

    entry: Entry
    part: str = ""
    was: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Gone:
    """An entry that a query names and that was withdrawn. `instead`: the published one that stands in its place, where that is named."""

    entry: Entry
    instead: Entry | None = None
    was: str = ""

    @property
    def said(self) -> str:
        """What became of it, in a sentence or two."""
        entry, instead = self.entry, self.instead
        name = f"{self.was}, later {entry.label}," if self.was else f"{entry.label} of {entry.edition.short_title}"
        of = f" of {instead.edition.short_title}" if instead and instead.edition_id != entry.edition_id else ""
        return f"{name} was withdrawn." + (f" {instead.label}{of} stands in its place." if instead else "")


@dataclass(slots=True)
class Named:
    """What a query names: the entries that fit, and notes on what does not. `rest`: words beside the citations, to be searched for."""

    fits: list[Fit] = field(default_factory=list)
    inexact: list[Fit] = field(default_factory=list)  # the entry is there, the part that was named is not
    gone: list[Gone] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    whole: bool = False
    bare: bool = False
    rest: str = ""


MAY_NAME = re.compile(r"[\d~§]|\b(?!i\b)[ivxlc]+\b|\b(?:law|rule|case|section|article)s? i\b", re.I)


def may_name(typed: str) -> bool:
    """Whether a query may name an entry at all: a quick look for a figure, a number in words or Roman letters, a short address."""
    return MAY_NAME.search(typed) is not None or spoken.may_name(typed)


def codes() -> list[Edition]:
    """All codes with what naming an entry needs of them."""
    return _CODES()


def find(typed: str, editions: Sequence[Edition], inside: Edition | None, about: Edition | None = None) -> Named:
    """What `typed` names, inside one edition or in all. What is not there is said of the edition `about`, or else of all.

    At most seven queries, and some more for the nearest numbers where one is not there.
    """
    if typed.startswith("~") and (code := permanent_id.read(typed[1:].strip())):
        return _by_code(code)
    naming, within = _naming(typed, editions)
    codes = [inside] if inside else within or list(editions)
    about = about or (within[0] if len(within) == 1 else None)
    named = Named(whole=naming.whole, bare=all(not name.word for name in naming.names), rest=naming.rest)
    if not naming.names:
        return _by_bare_code(typed) or named
    there = _directory(naming.names, codes)
    gone: list[Fit] = []
    missing: list[Name] = []
    for name in naming.names:
        fits, inexact, withdrawn = _fits(name, codes, there)
        named.fits += [fit for fit in fits if fit not in named.fits]
        named.inexact += inexact if not fits else []
        gone += [fit for fit in withdrawn if fit not in gone]
        if about in codes and len(codes) > 1:
            fits, inexact, withdrawn = _fits(name, [about], there)
        named.notes += [_moved(fit) for fit in fits or inexact if fit.was]
        if not fits and inexact:
            named.notes += [f"{fit.entry.label} has no part {name.part}." for fit in inexact[:1]]
        missing += [name] if not fits and not inexact and not withdrawn else []
    named.gone = _gone(gone)
    named.notes = [*(one.said for one in named.gone), *named.notes, *_missing(missing, named, codes, about)]
    return named


def begun(typed: str, editions: Sequence[Edition]) -> list[Fit]:
    """The entries that a citation names while it is typed, and then those whose numbers go on as it does: "law 8", Laws 80 to 89.

    Withdrawn ones are among them. At most seven queries.
    """
    if typed.startswith("~") or not (read := _naming(typed, editions))[0].whole:
        named = find(typed, editions, None) if typed.startswith("~") else _by_bare_code(typed) or Named()
        return [*named.fits, *named.inexact, *(Fit(one.entry) for one in named.gone)]
    naming, within = read
    codes = within or list(editions)
    there = _directory(naming.names, codes)
    fits: list[Fit] = []
    for name in naming.names:
        exact, _, gone = _fits(name, codes, there)
        fits += [fit for fit in [*exact, *gone] if fit not in fits]
    return [*fits, *_further(naming.names[-1], codes)]


def _further(name: Name, codes: Sequence[Edition]) -> list[Fit]:
    """The entries whose number is one figure longer, by number. One query, none where a number does not go on."""
    if name.part or name.roman or len(name.number) >= LONGEST_NUMBER:
        return []
    slugs = [name.number + figure for figure in "0123456789"]
    kinds = {code.pk: _kinds(name, code) for code in codes}
    known = {code.pk: code for code in codes}
    rows = [row for row in _SUCH(slugs) if row.status == Status.PUBLISHED and row.kind in kinds.get(row.edition_id, ())]
    for row in rows:
        row.edition = known[row.edition_id]
    kind_at, code_at = {str(kind): at for at, kind in enumerate(BARE)}, {code.pk: at for at, code in enumerate(codes)}
    return [Fit(row) for row in sorted(rows, key=lambda row: (kind_at.get(row.kind, len(BARE)), row.slug, code_at[row.edition_id]))]


def of_laws(values: Iterable[str], inside: Edition | None) -> list[str]:
    """What is to be said of laws asked for as a field ("84b", "auction-1912/84b"): that one is not there, or has another number."""
    notes: list[str] = []
    for value in values:
        slug, _, law = value.rpartition("/")
        code = next((one for one in codes() if one.slug == slug), inside) if slug else inside
        notes += find(f"law {law}", codes(), code).notes
    return notes


def _by_code(code: str) -> Named:
    """What a short address names; that of a part which was amended away, its entry."""
    rows = Entry.objects.filter(status__in=OPEN).for_list()
    part = None
    entry = rows.filter(permanent_id=code).first()
    if entry is None and (part := Part.objects.filter(permanent_id=code).first()):
        entry = rows.filter(pk=part.entry_id).first()
    if entry is None:
        return Named(notes=["No entry has that short address."], whole=True)
    if entry.status == Status.WITHDRAWN:
        gone = _gone([Fit(entry)])
        return Named(gone=gone, notes=[one.said for one in gone], whole=True)
    if part and part.retired:
        return Named(inexact=[Fit(entry)], notes=[f"{entry.label} has no part {part.anchor} now."], whole=True)
    return Named([Fit(entry, part.anchor if part else "")], whole=True)


def _gone(fits: Sequence[Fit]) -> list[Gone]:
    """Withdrawn entries with what stands in their places. One query, none for none."""
    keys = {fit.entry.replaced_by_id for fit in fits if fit.entry.replaced_by_id}
    instead = Entry.objects.published().select_related("edition").in_bulk(keys) if keys else {}
    return [Gone(fit.entry, instead.get(fit.entry.replaced_by_id), fit.was) for fit in fits]


def _by_bare_code(typed: str) -> Named | None:
    """What a short address without its tilde names; None for all that has no figure beside a letter, and for what is no address here."""
    code = permanent_id.read(typed) if any(map(str.isdigit, typed)) and any(map(str.isalpha, typed)) else ""
    named = _by_code(code) if code else None
    return named if named and (named.fits or named.inexact or named.gone) else None


def _naming(typed: str, editions: Sequence[Edition]) -> tuple[Naming, list[Edition]]:
    """The citations in a query, and the codes that it names beside them ("law 84 whist")."""
    typed = ADDRESS.sub(" ", typed)
    naming = read(typed)
    if naming.whole:
        return naming, []
    words = words_in(typed)
    for name, codes in _code_names(editions).items():
        for rest in _without(typed, words, name):
            other = read(rest)
            if other.whole and other.names:
                return other, codes
    return naming, []


def _code_names(editions: Sequence[Edition]) -> dict[tuple[str, ...], list[Edition]]:
    """What a reader may call each code, the longest names first."""
    names: dict[tuple[str, ...], list[Edition]] = {}
    for edition in editions:
        called = [edition.slug, edition.title, edition.short_title, edition.game, edition.game.split(" ")[0], *edition.names]
        for words in {tuple(words_in(name)) for name in called} | {tuple(words_in(edition.title))[1:]}:
            if words and not words[0].isdigit():
                names.setdefault(words, []).append(edition)
    return dict(sorted(names.items(), key=lambda item: -len(item[0])))


def _without(typed: str, words: Sequence[str], name: tuple[str, ...]) -> Iterable[str]:
    """The query less a code's name at its beginning or end."""
    pieces = re.findall(r"[^\W_]+|[\W_]+", typed)
    spoken = [at for at, piece in enumerate(pieces) if piece[0].isalnum()]
    if len(spoken) <= len(name) or len(spoken) != len(words):
        return
    if tuple(words[: len(name)]) == name:
        yield re.sub(r"^\W*", "", "".join(pieces[spoken[len(name)] :]))
    if tuple(words[-len(name) :]) == name:
        yield re.sub(r"\W*(?:\b(?:of|in|from) (?:the )?)?\W*$", "", "".join(pieces[: spoken[-len(name)]]))


Directory = dict[tuple[int, str, str], Entry]


def _directory(names: Iterable[Name], codes: Sequence[Edition]) -> Directory:
    """The entries that some names may mean; where none has a number now, the one that had it. Four queries."""
    slugs = {slug: None for name in names for slug in (name.number, name.number + name.part)}
    kinds = {(code.pk, kind): None for code in codes for name in names for kind in _kinds(name, code)}
    former = renumbered(codes, [(code, kind, slug) for slug in slugs for code, kind in kinds])
    by_key = {entry.pk: entry for entry in _entries([code.pk for code in codes], list(slugs), list(set(former.values())))}
    if any(name.part for name in names):
        _know_parts(list(by_key.values()))
    known = {code.pk: code for code in codes}
    for entry in by_key.values():
        entry.edition = known[entry.edition_id]
    there = {(entry.edition_id, entry.kind, entry.slug): entry for entry in by_key.values()}
    return {place: by_key[key] for place, key in former.items() if key in by_key} | there


def _numbered(editions: Iterable[int], slugs: Iterable[str], keys: Iterable[int]) -> QuerySet[Entry]:
    return Entry.objects.filter(Q(slug__in=slugs, edition__in=editions) | Q(pk__in=keys), status__in=OPEN).only(*SHOWN).order_by()


_SLOTS = 8  # of each: codes, slugs, keys
_MARKS = (*marks(_SLOTS, 0), *marks(_SLOTS, ""), *marks(2 * _SLOTS, 0)[_SLOTS:])
_FEW = Prepared(lambda *given: _numbered(given[:_SLOTS], given[_SLOTS : 2 * _SLOTS], given[2 * _SLOTS :]), *_MARKS)


_PARTS = PreparedAmong(lambda keys: Part.objects.filter(entry__in=keys).order_by("position"), like=0, few=12)


def _such(slugs: Sequence[str]) -> QuerySet[Entry]:
    """The entries with some slugs, in every code, whatever their status: as the index of addresses finds them."""
    named = Entry.objects.filter(edition__in=Edition.objects.values("pk"), kind__in=Kind.values, slug__in=slugs)
    return named.only(*SHOWN).order_by()


_SUCH = PreparedAmong(_such, like="", few=10)


def _entries(editions: list[int], slugs: list[str], keys: list[int]) -> Iterable[Entry]:
    """The entries of some codes with some slugs, and those with some keys, as far as naming them needs; withdrawn ones too."""
    if max(len(editions), len(slugs), len(keys)) > _SLOTS:
        return _numbered(editions, slugs, keys)
    asked: tuple[Sequence[int | str], ...] = (editions, slugs, keys)
    return _FEW(*(value for at, given in enumerate(asked) for value in (*given, *_MARKS[at * _SLOTS + len(given) : (at + 1) * _SLOTS])))


def _know_parts(entries: Sequence[Entry]) -> None:
    """Have the parts of some entries at hand. One query."""
    rows = _PARTS(entry.pk for entry in entries)
    for entry in entries:
        put(entry, "parts", [row for row in rows if row.entry_id == entry.pk])


def _fits(name: Name, codes: Sequence[Edition], there: Directory) -> tuple[list[Fit], list[Fit], list[Fit]]:
    """The entries that a name means, those that lack only its part, and those that were withdrawn."""
    fits: list[Fit] = []
    inexact: list[Fit] = []
    gone: list[Fit] = []
    for code in codes:
        for kind in _kinds(name, code):
            fit = _fit(name, code, kind, there)
            if fit is None:
                continue
            (gone if fit.entry.status == Status.WITHDRAWN else inexact if name.part and not _has(fit, name) else fits).append(fit)
            if name.word:
                break
    if name.roman and (printed := [fit for fit in fits if not fit.entry.number[:1].isdigit()]):
        return printed, [], []
    return fits, inexact, gone


def _fit(name: Name, code: Edition, kind: str, there: Directory) -> Fit | None:
    own = there.get((code.pk, kind, name.number + name.part)) if len(name.part) == 1 else None
    if own:
        return Fit(own, "", _was(own, code, kind, name.number + name.part))
    entry = there.get((code.pk, kind, name.number))
    return Fit(entry, _anchor(entry, name.part), _was(entry, code, kind, name.number)) if entry else None


def _was(entry: Entry, code: Edition, kind: str, slug: str) -> str:
    """What an entry was called that is found by a number that it once had: "Law 84 of Auction 1912"; "" where it has it still."""
    return "" if (entry.edition_id, entry.kind, entry.slug) == (code.pk, kind, slug) else f"{Kind(kind).label} {slug} of {code.short_title}"


def _moved(fit: Fit) -> str:
    """That an entry has another number now."""
    return f"{fit.was} is now {fit.entry.label}."


def _has(fit: Fit, name: Name) -> bool:
    own = name.number + name.part
    return bool(fit.part) or fit.entry.slug == own or f" {own} of " in fit.was


def _anchor(entry: Entry, part: str) -> str:
    """The part that is called so; where parts have letters, "2" is the second of them."""
    anchors = [row.anchor for row in sorted(entry.parts.all(), key=lambda row: row.position) if not row.retired]
    if part in anchors:
        return part
    if part.isdigit() and 0 < int(part) <= len(anchors) and not any(anchor.isdigit() for anchor in anchors):
        return anchors[int(part) - 1]
    return ""


def _kinds(name: Name, code: Edition) -> list[str]:
    """The kinds that a name's word may mean in a code, the surest first."""
    if not name.word:
        return list(BARE)
    meanings = {str(word).lower(): kind for word, kind in code.words.items()}
    kinds = [meanings.get(name.word) or DEFAULT_WORDS.get(name.word, ""), DEFAULT_WORDS.get(name.word, "")]
    if name.word in FALLS_THROUGH:
        kinds.append(Kind.LAW)
    return [kind for kind in dict.fromkeys(kinds) if kind]


def _missing(names: Sequence[Name], named: Named, codes: Sequence[Edition], about: Edition | None) -> list[str]:
    """That there are no such entries, and which numbers are nearest where nothing was named beside them. One query a code and kind."""
    if named.fits and len(names) > 1:
        more = f" and {len(names) - MOST_MISSING} more" if len(names) > MOST_MISSING else ""
        return [f"Not there: {', '.join(name.said for name in names[:MOST_MISSING])}{more}."]
    notes = []
    looked = [about] if about else codes
    for name in names[:MOST_MISSING]:
        if not name.word:
            notes.append(f"No entry has the number {name.said}; it was searched for as a word.")
            continue
        near = [words for code in looked[:6] if (words := _nearest(name, code, len(looked) > 1))]
        where = f" in {about.short_title}" if about else ""
        notes.append(f"There is no {name.said}{where}." + (f" The nearest: {'; '.join(near)}." if near else ""))
    return notes


def _nearest(name: Name, code: Edition, several: bool) -> str:
    kind = next(iter(_kinds(name, code)), "")
    number = int(name.number)
    around = [str(value) for value in range(max(0, number - NEAR), number + NEAR + 1)]
    rows = Entry.objects.published().in_edition(code).of_kind(kind)
    last = rows.exclude(number="").order_by("-position").values_list("pk", flat=True)[:1]
    found = list(rows.filter(Q(slug__in=around) | Q(pk__in=list(last))).order_by("position"))
    close = [entry for entry in found if entry.slug in around] or found
    return " and ".join(entry.label for entry in close[:3]) + (f" in {code.short_title}" if several else "") if close else ""
