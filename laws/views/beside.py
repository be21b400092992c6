"""All that stands on an entry's page beside its own row: what hangs on it, what it cites and who cites it, its notes and neighbours.

Four statements, however much that is; with the entry itself five.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from django.db import connections, models, router

from laws.citations import graph
from laws.models import (
    Citation,
    Discussion,
    Edition,
    Entry,
    EntryOffender,
    EntryPhase,
    Extract,
    Footnote,
    FormerAddress,
    Offense,
    Part,
)  # fmt: skip
from laws.models.prepared import Prepared, PreparedAmong, marks, put
from laws.models.vocabulary import Status

from . import reading

OPEN = (Status.PUBLISHED, Status.WITHDRAWN)
SHOWN = 8  # entries of a kind that cite another and stand on its page; a list of their own has all
LOOKED = 100  # entries that cite it, among which those are chosen, and which are counted: a law may be cited in every ruling

_ENTRY = Prepared(
    lambda edition, kind, slug: (
        Entry.objects.for_page().prefetch_related(None).filter(edition__slug=edition, kind=kind, slug=slug).order_by("pk")
    ),
    *marks(3, ""),
)
_OTHERS = PreparedAmong(lambda keys: Entry.objects.for_list().select_related("footnote").filter(pk__in=keys), like=0, few=40)


def _table(model: type[models.Model]) -> str:
    return model._meta.db_table


# One row for each thing that hangs on an entry: what it is, its key, five texts, a number. The neighbors are looked up as single values,
# so that the index of a list is asked for one row of it. Of those that cite it there are the first of each kind, with how many there are.
_NEIGHBOR = f"""(SELECT id FROM {_table(Entry)} WHERE edition_id = %(edition)s AND kind = %(kind)s AND status = '{Status.PUBLISHED}'
AND position {{}} %(position)s ORDER BY position {{}} LIMIT 1)"""  # noqa: S608
_HANGING = f"""
SELECT 'part' AS what, id, label AS a, anchor AS b, permanent_id AS c, CASE WHEN retired THEN 'yes' ELSE '' END AS d, '' AS e, position AS n
FROM {_table(Part)} WHERE entry_id = %(key)s
UNION ALL SELECT 'offense', o.id, o.slug, o.name, '', '', '', 0 FROM {_table(Offense)} o
JOIN {_table(Entry.offenses.through)} eo ON eo.offense_id = o.id WHERE eo.entry_id = %(key)s
UNION ALL SELECT 'offender', id, offender, '', '', '', '', 0 FROM {_table(EntryOffender)} WHERE entry_id = %(key)s
UNION ALL SELECT 'phase', id, phase, '', '', '', '', 0 FROM {_table(EntryPhase)} WHERE entry_id = %(key)s
UNION ALL SELECT 'discussion', id, title, issue, url, note, coalesce(CAST(date AS text), ''), 0
FROM {_table(Discussion)} WHERE entry_id = %(key)s
UNION ALL SELECT 'extract', id, part_anchor, words, CAST(position AS text), '', '', quoted_in_id
FROM {_table(Extract)} WHERE entry_id = %(key)s
UNION ALL SELECT 'former', id, path, CAST(since AS text), '', '', '', entry_id FROM {_table(FormerAddress)}
WHERE entry_id = %(key)s OR path = %(path)s
UNION ALL SELECT 'note', e.id, '', '', '', '', '', 0 FROM {_table(Footnote)} f JOIN {_table(Entry)} e ON e.id = f.entry_id
WHERE f.anchor_id = %(key)s AND e.status = '{Status.PUBLISHED}'
UNION ALL SELECT 'citing', id, kind, '', '', '', '', many FROM (
    SELECT id, kind, count(*) OVER (PARTITION BY kind) AS many,
    row_number() OVER (PARTITION BY kind ORDER BY code, edition_id, position, id) AS place FROM (
        SELECT DISTINCT s.id, s.kind, s.edition_id, s.position, d."order" AS code FROM {_table(Citation)} c
        JOIN {_table(Entry)} s ON s.id = c.source_id JOIN {_table(Edition)} d ON d.id = s.edition_id
        WHERE c.target_id = %(key)s AND c.source_id <> %(key)s AND c.outcome <> '{Citation.Outcome.DISMISSED}'
        AND s.status = '{Status.PUBLISHED}' LIMIT {LOOKED + 1}) AS looked) AS placed WHERE place <= {SHOWN}
UNION ALL SELECT 'before', {_NEIGHBOR.format("<", "DESC")}, '', '', '', '', '', 0
UNION ALL SELECT 'after', {_NEIGHBOR.format(">", "ASC")}, '', '', '', '', '', 0
"""  # noqa: S608


class _Hanging(NamedTuple):
    """A row of that statement."""

    what: str
    pk: int
    a: str
    b: str
    c: str
    d: str
    e: str
    n: int


@dataclass(frozen=True, slots=True)
class CitedBy:
    """The first entries of a kind that cite another. `total` is how many there are, "" where they are not all counted; `more`: not all
    are here.
    """

    kind: str
    mentions: list[graph.Mention]
    total: str
    more: bool


@dataclass(slots=True)
class Beside:
    """What stands beside an entry."""

    rows: list[Citation] = field(default_factory=list)  # its own citations
    cited_by: list[CitedBy] = field(default_factory=list)
    notes: list[reading.Note] = field(default_factory=list)
    before: Entry | None = None
    after: Entry | None = None
    formerly: list[FormerAddress] = field(default_factory=list)  # the numbers that it had, and the entries that had its number before it


def entry_at(edition: str, kind: str, slug: str) -> Entry | None:
    """The entry at an address, whatever its status."""
    return next(iter(_ENTRY(edition, kind, slug)), None)


def of(entry: Entry) -> Beside:
    """What stands beside an entry. What hangs on it as its parts and facets do is then at hand on the entry itself."""
    hanging = sorted(_hanging(entry), key=lambda row: row.pk or 0)
    citing = [row for row in hanging if row.what == "citing"]
    cited = graph.incoming(entry, [row.pk for row in citing]) if citing else []
    wanted = {key for row in hanging for key in _named(row)} - {entry.pk}
    others = {one.pk: one for one in _OTHERS(sorted(wanted))} if wanted else {}
    cited = [row for row in cited if row.source_id in others]  # what has gone between two statements is passed over, here and below
    for row in cited:
        row.source = others[row.source_id]
    everyone = {**others, entry.pk: entry}
    _know(entry, hanging, everyone)
    own, of_notes = graph.outgoing_with_notes(entry)
    notes = [others[row.pk] for row in hanging if row.what == "note" and row.pk in others]
    neighbors = {row.what: others.get(row.pk) for row in hanging if row.what in ("before", "after")}
    hanging.sort(key=lambda row: row.b if row.what == "former" else "", reverse=True)
    former = [row for row in hanging if row.what == "former" and row.n in everyone]
    formerly = [FormerAddress(id=row.pk, path=row.a, entry=everyone[row.n]) for row in former]
    return Beside(
        own,
        _cited_by(graph.mentions_of(cited), {row.a: row.n for row in citing}),
        reading.noted(sorted(notes, key=lambda note: (note.position, note.pk)), of_notes),
        neighbors["before"],
        neighbors["after"],
        [one for one in formerly if one.entry.status in OPEN and (one.entry_id != entry.pk or one.said)],
    )


def _hanging(entry: Entry) -> list[_Hanging]:
    values: dict[str, str | int | None] = {"key": entry.pk, "edition": entry.edition_id, "kind": entry.kind, "position": entry.position}
    values["path"] = entry.get_absolute_url()
    with connections[router.db_for_read(Entry)].cursor() as cursor:
        cursor.execute(_HANGING, values)
        return [_Hanging._make(row) for row in cursor.fetchall()]


def _named(row: _Hanging) -> Iterable[int]:
    """The other entries that a row is about."""
    if row.what in ("before", "after", "note", "citing"):
        return (row.pk,) if row.pk else ()
    return (row.n,) if row.what in ("extract", "former") else ()


def _cited_by(mentions: Iterable[tuple[str, list[graph.Mention]]], many: Mapping[str, int]) -> list[CitedBy]:
    """What cites, by kind, with how many there are of each."""
    counted = sum(many.values()) <= LOOKED
    return [CitedBy(kind, found, str(many[kind]) if counted else "", many[kind] > len(found) or not counted) for kind, found in mentions]


def _know(entry: Entry, hanging: Sequence[_Hanging], everyone: Mapping[int, Entry]) -> None:
    """Put what hangs on an entry where its managers look first."""
    of_kind: dict[str, list[_Hanging]] = {}
    for row in hanging:
        of_kind.setdefault(row.what, []).append(row)
    key = entry.pk

    def rows(what: str) -> list[_Hanging]:
        return of_kind.get(what, [])

    parts = [Part(id=r.pk, entry_id=key, label=r.a, anchor=r.b, permanent_id=r.c, retired=bool(r.d), position=r.n) for r in rows("part")]
    extracts = [
        Extract(id=row.pk, entry_id=key, part_anchor=row.a, words=row.b, position=int(row.c), quoted_in=everyone[row.n])
        for row in sorted(rows("extract"), key=lambda row: int(row.c))
        if row.n in everyone
    ]
    told = [
        Discussion(id=r.pk, entry_id=key, title=r.a, issue=r.b, url=r.c, note=r.d, date=date.fromisoformat(r.e) if r.e else None)
        for r in rows("discussion")
    ]
    told.sort(key=lambda one: (one.date is None, -(one.date or date.min).toordinal(), one.title, one.issue, one.pk))
    parts.sort(key=lambda part: part.position)
    put(entry, "parts", parts)
    put(entry, "offenses", [Offense(id=row.pk, slug=row.a, name=row.b) for row in sorted(rows("offense"), key=lambda row: row.b)])
    put(entry, "offenders", [EntryOffender(id=row.pk, entry_id=key, offender=row.a) for row in rows("offender")])
    put(entry, "phases", [EntryPhase(id=row.pk, entry_id=key, phase=row.a) for row in rows("phase")])
    put(entry, "extracts", extracts)
    put(entry, "discussions", told)
