"""What is searched of an entry: its words sorted into columns of different weight, and its lettered parts by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Q

from laws import text as markup
from laws.citations.cite import texts
from laws.models import Citation, Entry
from laws.models.vocabulary import Kind

from .words import for_index

COLUMNS = ("number", "title", "offense", "ruling", "digest", "text", "around")
WEIGHTS = (2.0, 6.0, 4.0, 4.0, 2.0, 2.0, 2.0)  # of a word found in each column
STANDING = (Kind.LAW, Kind.PENALTY, Kind.CASE, Kind.ETIQUETTE, Kind.SECTION, Kind.FOOTNOTE)  # the order of kinds where all else is equal
BATCH = 400


@dataclass(frozen=True, slots=True)
class PartDocument:
    anchor: str
    words: str


@dataclass(frozen=True, slots=True)
class Document:
    """One published entry. `tags` are what it is filtered by ("kind=law"), `place` sorts it among all others."""

    pk: int
    columns: tuple[str, ...]  # the words of COLUMNS
    tags: tuple[str, ...]
    place: str
    parts: tuple[PartDocument, ...]


def gather(keys: Iterable[int]) -> Iterator[Document]:
    """The documents of the published ones among some entries. A fixed number of queries for every 400."""
    wanted = sorted(set(keys))
    for at in range(0, len(wanted), BATCH):
        rows = Entry.objects.published().filter(pk__in=wanted[at : at + BATCH])
        rows = rows.select_related("edition", "heading", "case", "penaltyrow", "footnote__anchor", "footnote__anchor_heading")
        entries = list(rows.prefetch_related("parts", "offenses", "offenders", "phases", "extracts"))
        lent = _lent_words(entries)
        cited = _cited(entries)
        for entry in entries:
            yield _document(entry, {anchor: words for (pk, anchor), words in lent.items() if pk == entry.pk}, cited.get(entry.pk, []))


def leaning(keys: Iterable[int], former: Iterable[Iterable[str]] = ()) -> set[int]:
    """The entries whose documents hold words of these: a law and the rows of the table that name it lend each other their titles.

    `former` are tags with which these entries stand in the index: laws that a row no longer names must give its words back.
    """
    keys = list(keys)
    rows = Citation.objects.standing().filter(field="laws", target__isnull=False)
    pairs = rows.filter(Q(source__in=keys) | Q(target__in=keys)).values_list("source", "target")
    found = {pk for pair in pairs for pk in pair}
    named = {tag.removeprefix("law=") for tags in former if "kind=penalty" in tags for tag in tags if tag.startswith("law=")}
    if named:
        codes, numbers = zip(*(law.split("/") for law in named), strict=True)
        laws = Entry.objects.filter(kind=Kind.LAW, edition__slug__in=set(codes), slug__in=set(numbers))
        found.update(laws.values_list("pk", flat=True))
    return found - set(keys)


def _lent_words(entries: list[Entry]) -> dict[tuple[int, str], list[str]]:
    """What a table's rows say of the laws that they name and, by anchor, of their parts; and what the laws that a row names are called."""
    keys = [entry.pk for entry in entries]
    rows = Citation.objects.between_published().filter(field="laws").filter(Q(source__in=keys) | Q(target__in=keys))
    found: dict[tuple[int, str], list[str]] = {}
    named = rows.values_list("source", "target", "part__anchor", "source__penaltyrow__offense", "target__title")
    for source, target, anchor, offense, title in named:
        found.setdefault((target, ""), []).append(offense or "")
        found.setdefault((source, ""), []).append(title)
        if anchor:
            found.setdefault((target, anchor), []).append(offense or "")
    return {key: list(dict.fromkeys(words)) for key, words in found.items()}


def _cited(entries: list[Entry]) -> dict[int, list[str]]:
    """The laws that each entry cites, with and without their pinpoint: "auction-1912/84", "auction-1912/84b"."""
    rows = Citation.objects.between_published().filter(source__in=[entry.pk for entry in entries], target__kind=Kind.LAW)
    found: dict[int, list[str]] = {}
    for source, target, code, slug, anchor in rows.values_list("source", "target", "target__edition__slug", "target__slug", "part__anchor"):
        if source != target:
            found.setdefault(source, []).extend([f"{code}/{slug}", *([f"{code}/{slug}{anchor}"] if anchor else [])])
    return found


def _document(entry: Entry, lent: dict[str, list[str]], cited: list[str]) -> Document:
    printed = [markup.plain(words) for name, words in texts(entry) if not name.endswith("digest") and name != "laws"]
    digests = [markup.plain(words) for name, words in texts(entry) if name.endswith("digest")]
    extracts = [markup.plain(extract.words) for extract in entry.extracts.all()]
    title = entry.penaltyrow.offense if entry.kind == Kind.PENALTY else entry.title
    columns = (
        _number(entry),
        title,
        _offense(entry),
        _ruling(entry),
        _join(digests),
        _join([*printed, *extracts]),
        _around(entry, lent.get("", [])),
    )
    kinds = [f"kind={entry.kind}", f"code={entry.edition.slug}", f"is={entry.edition.slug}/{entry.slug}"]
    what = [f"offense={offense.slug}" for offense in entry.offenses.all()]
    who = [f"offender={row.offender}" for row in entry.offenders.all()]
    when = [f"phase={row.phase}" for row in entry.phases.all()]
    laws = [f"law={law}" for law in dict.fromkeys(cited)]
    place = f"{entry.edition.order:05}.{STANDING.index(Kind(entry.kind))}.{entry.position:07}"
    return Document(
        entry.pk, tuple(for_index(words) for words in columns), (*kinds, *what, *who, *when, *laws), place, tuple(_parts(entry, lent))
    )


def _number(entry: Entry) -> str:
    names = [entry.label] if entry.number else [entry.get_kind_display()]
    return _join([*names, *(f"{entry.slug}{part.anchor}" for part in entry.parts.all() if not part.retired)])


def _offense(entry: Entry) -> str:
    names = [offense.name for offense in entry.offenses.all()]
    return _join([*names, *(row.get_offender_display() for row in entry.offenders.all())])


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
        on = entry.footnote.anchor_heading or entry.footnote.anchor
        words.append(markup.plain(on.title) if on else "")
    return _join([*words, *lent])


def _parts(entry: Entry, lent: dict[str, list[str]]) -> Iterator[PartDocument]:
    for part in entry.parts.all():
        words = [markup.words_of_part(words, part.anchor) for _, words in texts(entry)]
        words += [markup.plain(extract.words) for extract in entry.extracts.all() if extract.part_anchor == part.anchor]
        if not part.retired and any(words):
            yield PartDocument(part.anchor, for_index(_join([*words, *lent.get(part.anchor, [])])))


def _join(words: Iterable[str]) -> str:
    return "\n".join(filter(None, words))
