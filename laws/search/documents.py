"""What is searched of an entry: its words sorted into columns of different weight, and its lettered parts by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from django.db.models import prefetch_related_objects

from laws import text as markup
from laws.citations.readings import texts
from laws.models import Entry
from laws.models.vocabulary import Kind, Offender

from .statements import rows_among

FIELDS = ("title", "ruling", "words", "number")
WEIGHTS = (6.0, 4.0, 2.0, 2.0)  # of a word found in each field
STANDING = (Kind.LAW, Kind.PENALTY, Kind.CASE, Kind.ETIQUETTE, Kind.SECTION, Kind.FOOTNOTE)  # the order of kinds where all else is equal
BATCH = 400


@dataclass(frozen=True, slots=True)
class Document:
    """One published entry. `fields` are the words of FIELDS, `tags` what it is filtered by ("kind=law").

    `place` is its place among all others, `dated` the day of its decision, else the year of its code, as a number (19121101), `parts` its
    parts by anchor with their words, `cites` the entries that it names, by primary key.
    """

    pk: int
    kind: str
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    place: int
    dated: int
    parts: tuple[tuple[str, str], ...]
    cites: frozenset[int]


def gather(keys: Iterable[int], at_hand: Sequence[Entry] = ()) -> Iterator[Document]:
    """The documents of the published ones among some entries. A fixed number of queries for every 400.

    `at_hand` are those of them that need not be fetched: they are as stored, with their edition and the row of their kind.
    """
    known = {entry.pk for entry in at_hand}
    wanted = sorted(set(keys) - known)
    here = [entry for entry in at_hand if entry.is_published]
    for at in range(0, len(here), BATCH):
        batch = here[at : at + BATCH]
        prefetch_related_objects([entry for entry in batch if entry.heading_id], "heading")
        notes = [entry for entry in batch if entry.kind == Kind.FOOTNOTE]
        prefetch_related_objects(notes, "footnote__anchor", "footnote__anchor_heading")
        yield from _documents(batch)
    for at in range(0, len(wanted), BATCH):
        rows = Entry.objects.published().filter(pk__in=wanted[at : at + BATCH]).order_by("pk")
        rows = rows.select_related("edition", "heading", "case", "penaltyrow", "footnote__anchor", "footnote__anchor_heading")
        yield from _documents(rows)


def _documents(rows: Iterable[Entry]) -> Iterator[Document]:
    entries = list(rows)
    keys = [entry.pk for entry in entries]
    lent, cited, beside = _lent_words(keys), _cited(keys), _Beside.of(keys)
    for entry in entries:
        yield _document(entry, lent.get(entry.pk, {}), cited.get(entry.pk) or _Named(), beside)


STANDS = "c.outcome <> 'dismissed' AND c.target_id IS NOT NULL"
LEANING = f"""SELECT c.source_id FROM laws_citation c WHERE c.field = 'laws' AND {STANDS} AND c.target_id IN ({{}})
UNION SELECT c.target_id FROM laws_citation c WHERE c.field = 'laws' AND {STANDS} AND c.source_id IN ({{}})
UNION SELECT entry_id FROM laws_extract WHERE quoted_in_id IN ({{}})
UNION SELECT entry_id FROM laws_footnote WHERE anchor_id IN ({{}})"""  # noqa: S608


def leaning(keys: Iterable[int], named: Iterable[str] = ()) -> set[int]:
    """The entries whose documents hold words of these: a law and the rows of the table that name it lend each other their titles, what is
    quoted is open once the quoting one is public, and a note knows where it hangs.

    `named` are the laws that rows among them named as they stand in the index ("auction-1912/84"): such a law must give the words back.
    """
    keys = list(keys)
    found = {pk for (pk,) in rows_among(LEANING, keys)}
    if parted := [law.split("/") for law in named]:
        codes, numbers = zip(*parted, strict=True)
        laws = Entry.objects.filter(kind=Kind.LAW, edition__slug__in=set(codes), slug__in=set(numbers))
        found.update(laws.values_list("pk", flat=True))
    return found - set(keys)


BESIDE = """SELECT 'part', entry_id, position, anchor, '' FROM laws_part WHERE entry_id IN ({}) AND NOT retired
UNION ALL SELECT 'offense', t.entry_id, t.id, o.slug, o.name FROM laws_entry_offenses t JOIN laws_offense o ON o.id = t.offense_id
WHERE t.entry_id IN ({})
UNION ALL SELECT 'offender', entry_id, id, offender, '' FROM laws_entryoffender WHERE entry_id IN ({})
UNION ALL SELECT 'phase', entry_id, id, phase, '' FROM laws_entryphase WHERE entry_id IN ({})
UNION ALL SELECT 'extract', x.entry_id, x.position, x.part_anchor, x.words FROM laws_extract x JOIN laws_entry q ON q.id = x.quoted_in_id
WHERE x.entry_id IN ({}) AND q.status IN ('published', 'withdrawn') ORDER BY 3"""


@dataclass(slots=True)
class _Beside:
    """What stands in rows of their own beside some entries, by entry: plain values, since whole models for each would cost the most."""

    parts: dict[int, list[str]]  # anchors
    offenses: dict[int, list[tuple[str, str]]]  # slug and name
    offenders: dict[int, list[str]]
    phases: dict[int, list[str]]
    extracts: dict[int, list[tuple[str, str]]]  # the part and the words

    @classmethod
    def of(cls, keys: Sequence[int]) -> _Beside:
        """One query for a few entries."""
        made = cls({}, {}, {}, {}, {})
        for what, pk, _, name, words in rows_among(BESIDE, keys):
            if what == "part":
                made.parts.setdefault(pk, []).append(name)
            elif what == "offense":
                made.offenses.setdefault(pk, []).append((name, words))
            elif what == "offender":
                made.offenders.setdefault(pk, []).append(name)
            elif what == "phase":
                made.phases.setdefault(pk, []).append(name)
            else:
                made.extracts.setdefault(pk, []).append((name, words))
        return made


LENT = f"""SELECT c.id, c.source_id, c.target_id, p.anchor, r.offense, t.title FROM laws_citation c
JOIN laws_entry s ON s.id = c.source_id JOIN laws_entry t ON t.id = c.target_id
LEFT JOIN laws_part p ON p.id = c.part_id LEFT JOIN laws_penaltyrow r ON r.entry_id = c.source_id
WHERE c.field = 'laws' AND {STANDS} AND s.status = 'published' AND t.status = 'published' AND """  # noqa: S608
LENT = f"{LENT}c.source_id IN ({{}}) UNION {LENT}c.target_id IN ({{}})"


def _lent_words(keys: Sequence[int]) -> dict[int, dict[str, list[str]]]:
    """What a table's rows say of the laws that they name ("") and, by anchor, of their parts; what the laws that a row names are called."""
    found: dict[int, dict[str, list[str]]] = {}
    for _, source, target, anchor, offense, title in sorted(set(rows_among(LENT, keys)), key=itemgetter(0)):
        found.setdefault(target, {}).setdefault("", []).append(offense or "")
        found.setdefault(source, {}).setdefault("", []).append(title)
        if anchor:
            found[target].setdefault(anchor, []).append(offense or "")
    return {pk: {anchor: list(dict.fromkeys(words)) for anchor, words in lent.items()} for pk, lent in found.items()}


@dataclass(slots=True)
class _Named:
    """What an entry cites: laws of its own and other codes with and without their pinpoint ("auction-1912/84b"), and entries by key."""

    laws: dict[str, None] = field(default_factory=dict)
    keys: set[int] = field(default_factory=set)


CITED = f"""SELECT c.source_id, c.target_id, t.kind, e.slug, t.slug, p.anchor FROM laws_citation c
JOIN laws_entry t ON t.id = c.target_id JOIN laws_edition e ON e.id = t.edition_id LEFT JOIN laws_part p ON p.id = c.part_id
WHERE c.source_id IN ({{}}) AND {STANDS} ORDER BY c.id"""  # noqa: S608


def _cited(keys: Sequence[int]) -> dict[int, _Named]:
    found: dict[int, _Named] = {}
    for source, target, kind, code, slug, anchor in rows_among(CITED, keys):
        if source == target:
            continue
        named = found.setdefault(source, _Named())
        named.keys.add(target)
        if kind == Kind.LAW:  # a law that was withdrawn is cited still, and who cites it need not be indexed anew
            named.laws[f"{code}/{slug}"] = None
            if anchor:
                named.laws[f"{code}/{slug}{anchor}"] = None
    return found


def _document(entry: Entry, lent: dict[str, list[str]], named: _Named, beside: _Beside) -> Document:
    pk = entry.pk
    words = [markup.plain(words) for name, words in texts(entry) if name != "laws"]
    words += [markup.plain(words) for _, words in beside.extracts.get(pk, ())]
    offenses, offenders, anchors = beside.offenses.get(pk, ()), beside.offenders.get(pk, ()), beside.parts.get(pk, ())
    title = entry.penaltyrow.offense if entry.kind == Kind.PENALTY else entry.title
    fields = (title, _join([*(name for _, name in offenses), *(Offender(who).label for who in offenders), _ruling(entry)]),
              _join([*words, _around(entry, lent.get("", []))]), _number(entry, anchors))  # fmt: skip
    tags = [f"kind={entry.kind}", f"code={entry.edition.slug}", f"year={_year(entry)}"]
    tags += [f"offense={slug}" for slug, _ in offenses]
    tags += [f"offender={who}" for who in offenders]
    tags += [f"phase={phase}" for phase in beside.phases.get(pk, ())]
    tags += [f"law={law}" for law in named.laws]
    place = (entry.edition.order << 40) + (STANDING.index(Kind(entry.kind)) << 36) + min(entry.position, 2**36 - 1)
    parts = tuple(_parts(entry, lent, anchors, beside.extracts.get(pk, ())))
    return Document(pk, entry.kind, fields, tuple(tags), place, _dated(entry), parts, frozenset(named.keys))


def _year(entry: Entry) -> int:
    """The year of a decision, else that of the code."""
    day = entry.case.decided_on if entry.kind == Kind.CASE else None
    return day.year if day else entry.edition.year


def _dated(entry: Entry) -> int:
    """The day of a decision, else the year of the code, as a number: 19121101. When it came to this site is no matter of its age."""
    day = entry.case.decided_on if entry.kind == Kind.CASE else None
    return day.year * 10_000 + day.month * 100 + day.day if day else entry.edition.year * 10_000


def _number(entry: Entry, anchors: Sequence[str]) -> str:
    names = [entry.label] if entry.number else [entry.get_kind_display()]
    return _join([*names, *(f"{entry.slug}{anchor}" for anchor in anchors)])


def _ruling(entry: Entry) -> str:
    if entry.kind == Kind.PENALTY:
        row = entry.penaltyrow
        return _join([row.penalty_text, row.claimant, row.claim_until, markup.plain(entry.editor_note)])
    return entry.case.holding if entry.kind == Kind.CASE else ""


def _around(entry: Entry, lent: list[str]) -> str:
    words = [markup.plain(entry.heading.title)] if entry.heading else []
    if entry.kind == Kind.PENALTY:
        words.append(entry.penaltyrow.group)
    if entry.kind == Kind.FOOTNOTE:
        note = entry.footnote
        on = note.anchor_heading or (note.anchor if note.anchor and note.anchor.is_public else None)
        words.append(markup.plain(on.title) if on else "")
    return _join([*words, *lent])


def _parts(
    entry: Entry, lent: dict[str, list[str]], anchors: Sequence[str], extracts: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    for anchor in anchors:
        words = [markup.words_of_part(words, anchor) for _, words in texts(entry)]
        words += [markup.plain(words) for part, words in extracts if part == anchor]
        if any(words):
            yield anchor, _join([*words, *lent.get(anchor, [])])


def _join(words: Iterable[str]) -> str:
    return "\n".join(filter(None, words))
