"""What a change of an entry touches, told before it is made: what cites and quotes it, what hangs on its parts, and printed addresses.

Nothing is changed here, and nothing needs mending afterwards: links follow, addresses redirect. It is for an editor to read and to nod.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from laws import text as markup
from laws.citations import graph
from laws.citations.readings import texts
from laws.models import Citation, Entry, Extract, FormerAddress, PenaltyRow
from laws.models.vocabulary import TEXT_FIELDS, Kind, Status
from laws.naming import cited

QUOTED = re.compile(r"[“\"](?P<words>[^“”\"]{12,2000})[”\"]")
SHORTEST = 20  # letters of a quotation that cannot stand in a law by chance
WIDE = 90  # characters of a quotation that are shown


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that is touched: the entry, where it is one, and what becomes of it."""

    says: str
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    lines: tuple[Line, ...]


@dataclass(slots=True)
class Impact:
    """All that one change touches. It is true where that is anything."""

    groups: list[Group] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.groups)

    @property
    def mark(self) -> str:
        """A short word that is the same for the same touches: by it a form says which of them its editor has seen."""
        told = "\n".join(f"{line.entry.pk if line.entry else ''} {line.says}" for group in self.groups for line in group.lines)
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def add(self, title: str, lines: Iterable[Line]) -> None:
        found = tuple(dict.fromkeys(lines))
        if found:
            self.groups.append(Group(title, found))


@dataclass(frozen=True, slots=True)
class _Change:
    """An entry as it is stored and as it is to be."""

    old: Entry
    label: str
    address: str
    withdrawn: bool
    before: str  # the printed words, and digests, as plain text
    after: str
    gone: dict[str, str]  # anchors of the parts that vanish, with their permanent ids
    reworded: bool  # other printed words; a digest is ours to better
    unmarked: frozenset[str] = frozenset()  # the notes whose marks vanish from the words

    @property
    def moved(self) -> bool:
        return self.address != self.old.get_absolute_url()


def of_saving(new: Entry, detail: Any = None) -> Impact:
    """What saving `new` (with the row of its kind, where that holds its words) over what is stored will touch."""
    impact = Impact()
    old = Entry.objects.for_page().filter(pk=new.pk).first() if new.pk else None
    if new.status in (Status.PUBLISHED, Status.WITHDRAWN):
        impact.add("An address that was another’s", _taken_over(new, old))
    if old is None or old.published_at is None:
        return impact
    return _touched(_change(old, new, detail), impact)


def of_withdrawing(entry: Entry) -> Impact:
    """What withdrawing a published entry will touch."""
    old = Entry.objects.for_page().get(pk=entry.pk)
    words = _plain(_words(old))
    change = _Change(old, old.label, old.get_absolute_url(), True, words, words, {}, False)
    return _touched(change, Impact())


def of_publishing(entry: Entry) -> Impact:
    """What publishing an entry as it is stored will touch."""
    new = Entry.objects.select_related("edition").get(pk=entry.pk)
    new.status = Status.PUBLISHED
    return of_saving(new)


def of_restoring_words(entry: Entry, values: dict[str, Any], detail: Any = None) -> Impact:
    """What giving an entry earlier words (`values` of its own fields, and the row of its kind) will touch."""
    new = Entry.objects.select_related("edition").get(pk=entry.pk)
    for name, value in values.items():
        setattr(new, name, value)
    return of_saving(new, detail)


# --- what changes


def _change(old: Entry, new: Entry, detail: Any) -> _Change:
    holder = detail if new.kind in (Kind.CASE, Kind.PENALTY) and detail is not None else new
    names = _names(new.kind)
    own_row = new.kind in (Kind.CASE, Kind.PENALTY)
    now = {name: getattr(holder, name, "") or "" for name in names} if (detail is not None or not own_row) else _words(old)
    was = _words(old)
    there = {anchor for words in now.values() for _, anchor in markup.parts(words)}
    gone = {part.anchor: part.permanent_id for part in old.parts.all() if not part.retired and part.anchor not in there}
    printed = [name for name in names if not name.endswith("digest")]
    # words that were only digested before and are printed now are no other words
    reworded = any(_plain({name: was[name]}) != _plain({name: now[name]}) for name in printed if was[name])
    withdrawn = new.status == Status.WITHDRAWN and old.status != Status.WITHDRAWN
    unmarked = frozenset(_marks(was) - _marks(now))
    return _Change(old, new.label, new.get_absolute_url(), withdrawn, _plain(was), _plain(now), gone, reworded, unmarked)


def _names(kind: str) -> tuple[str, ...]:
    return ("offense", "penalty_text", "laws") if kind == Kind.PENALTY else TEXT_FIELDS[kind]


def _words(entry: Entry) -> dict[str, str]:
    holder = entry.detail() if entry.kind in (Kind.CASE, Kind.PENALTY) else entry
    return {name: getattr(holder, name) for name in _names(entry.kind)}


def _marks(words: dict[str, str]) -> set[str]:
    return {number for value in words.values() for number, _, _ in markup.marks(value)}


def _plain(words: dict[str, str]) -> str:
    return "\n".join(markup.plain(value) for value in words.values() if value)


# --- what is touched


def _touched(change: _Change, impact: Impact) -> Impact:
    rows = list(
        Citation.objects.standing()
        .filter(target=change.old)
        .exclude(source=change.old)
        .select_related("part")
        .prefetch_related(graph.whole_sources())
        .order_by("source__edition__order", "source__kind", "source__position", "field", "start")
    )
    impact.add("Addresses", _addresses(change))
    impact.add("Citations", (line for row in rows if row.source.kind != Kind.PENALTY for line in _cited(change, row)))
    impact.add("Rows of the table of penalties", _penalties(change, [row for row in rows if row.source.kind == Kind.PENALTY]))
    impact.add("Quotations", _quoted(change, rows))
    impact.add("Footnotes", _notes(change))
    impact.add("Withdrawn entries that point here", _pointers(change))
    return impact


def _cited(change: _Change, row: Citation) -> Iterable[Line]:
    words = f"“{' '.join(row.words.split())}”"
    if change.withdrawn:
        yield Line(f"cites it as {words}: its link will lead to the page that says why this was withdrawn.", row.source)
    elif row.part and row.part.anchor in change.gone:
        part = cited(change.old, row.part.anchor)
        yield Line(f"cites {part}, and that part is no longer there: its link will lead to the whole.", row.source)
    elif change.moved and row.verdict != Citation.Verdict.SIC:
        yield Line(f"says {words}: the words stay, and its link will lead to {change.label}.", row.source)
    elif change.reworded:
        yield Line(f"cites it as {words}, and was written with the earlier words in view.", row.source)


def _penalties(change: _Change, rows: list[Citation]) -> Iterable[Line]:
    for row in rows:
        for line in _cited(change, row):
            yield Line(f"({row.source.penaltyrow.offense}: {row.source.penaltyrow.penalty_text}) {line.says}", row.source)
    claims = PenaltyRow.objects.filter(claim_law=change.old).select_related("entry__edition")
    for claim in claims.order_by("entry__edition__order", "entry__position"):
        if claim.claim_part in change.gone:
            part = claim.claim_part
            yield Line(f"({claim.offense}) says that part {part} rules its claim, and that part is no longer there.", claim.entry)
        elif change.withdrawn or change.reworded:
            yield Line(f"({claim.offense}) says that this rules who may claim it, and until when.", claim.entry)


def _quoted(change: _Change, rows: list[Citation]) -> Iterable[Line]:
    if change.withdrawn or not change.reworded:
        return
    before, after = _letters(change.before), _letters(change.after)
    for extract in Extract.objects.filter(entry=change.old).select_related("quoted_in__edition"):
        if _letters(extract.words) not in after:
            yield Line(f"is given as quoting “{_short(extract.words)}”, which it will no longer say so.", extract.quoted_in)
    for source in {row.source_id: row.source for row in rows}.values():
        for words in (found["words"] for _, text in texts(source) for found in QUOTED.finditer(text)):
            said = _letters(words)
            if len(said) >= SHORTEST and said in before and said not in after:
                yield Line(f"quotes “{_short(words)}”, which it will no longer say so.", source)


def _notes(change: _Change) -> Iterable[Line]:
    for note in change.old.footnotes.select_related("entry__edition").order_by("entry__position"):
        if note.anchor_part and note.anchor_part in change.gone:
            yield Line(f"hangs on part {note.anchor_part}, which is no longer there: it will hang on the whole.", note.entry)
        elif change.withdrawn:
            yield Line("hangs on it, and its page will lead to what was withdrawn.", note.entry)
        elif note.entry.number in change.unmarked:
            yield Line(f"hangs on it, and its mark [^{note.entry.number}] is no longer in the words.", note.entry)


def _pointers(change: _Change) -> Iterable[Line]:
    if change.withdrawn:
        for entry in change.old.replaces.select_related("edition").in_order():
            yield Line("tells its readers to read this instead.", entry)


def _addresses(change: _Change) -> Iterable[Line]:
    old = change.old
    if change.moved:
        yield Line(f"{old.get_absolute_url()} will lead to {change.address}. The short address /~{old.permanent_id} stays.")
    for anchor, code in change.gone.items():
        yield Line(f"/~{code} and {old.get_absolute_url()}#{anchor} ({cited(old, anchor)}) will lead to the whole of {change.label}.")
    if change.withdrawn:
        paths = [old.get_absolute_url(), f"/~{old.permanent_id}", *(row.path for row in old.former_addresses.all())]
        yield Line(f"{' and '.join([', '.join(paths[:-1]), paths[-1]])} will say why it was withdrawn, and where to read on.")


def _taken_over(new: Entry, old: Entry | None) -> Iterable[Line]:
    if old is not None and old.published_at is not None and old.get_absolute_url() == new.get_absolute_url():
        return
    rows = FormerAddress.objects.filter(path=new.get_absolute_url()).exclude(entry=new.pk)
    for row in rows.select_related("entry__edition"):
        says = f"had {row.path} until {row.since:%Y-%m-%d}, and readers still come by it. It will show this entry, and say so."
        yield Line(says, row.entry)


def _letters(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", markup.plain(words).lower())


def _short(words: str) -> str:
    plain = " ".join(markup.plain(words).split())
    return plain if len(plain) <= WIDE else f"{plain[:WIDE].rpartition(' ')[0]} …"
