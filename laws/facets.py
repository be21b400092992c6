"""By what an entry is found besides its words (offenses, offenders, phases), as its versions keep it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from django.db import connection

from laws.models import Entry, EntryOffender, EntryPhase, Offense

Facets = dict[str, list[str]]  # {"offenses": ["revoke"], "offenders": ["declarer"], "phases": ["play"]}
BATCH = 500
VERSIONS = Entry.history.model


OF = """SELECT t.entry_id, 'offenses', o.slug FROM laws_entry_offenses t JOIN laws_offense o ON o.id = t.offense_id WHERE t.entry_id IN ({})
UNION ALL SELECT entry_id, 'offenders', offender FROM laws_entryoffender WHERE entry_id IN ({})
UNION ALL SELECT entry_id, 'phases', phase FROM laws_entryphase WHERE entry_id IN ({}) ORDER BY 3"""


def of(keys: Iterable[int]) -> dict[int, Facets]:
    """The facets of entries by their primary keys, each list in order. A query for every 500."""
    found: dict[int, Facets] = {pk: {"offenses": [], "offenders": [], "phases": []} for pk in keys}
    wanted = list(found)
    with connection.cursor() as cursor:
        for at in range(0, len(wanted), BATCH):
            batch = wanted[at : at + BATCH]
            cursor.execute(OF.replace("{}", ", ".join(["%s"] * len(batch))), batch * 3)
            for pk, name, value in cursor.fetchall():
                found[pk][name].append(value)
    return found


def keep(entries: Sequence[Entry]) -> None:
    """Have the latest version of each entry remember its facets. Where only they have changed, that is a version of its own."""
    for at in range(0, len(entries), BATCH):
        _keep(entries[at : at + BATCH])


LATEST = """SELECT h.id, h.history_id, h.facets FROM laws_historicalentry h
JOIN (SELECT max(history_id) AS latest FROM laws_historicalentry WHERE id IN ({}) GROUP BY id) l ON l.latest = h.history_id"""


def _keep(entries: Sequence[Entry]) -> None:
    now = of(entry.pk for entry in entries)
    if not now:
        return
    fresh: dict[str, list[int]] = {}  # versions by the facets that they are to have: many have the same
    changed = set()
    with connection.cursor() as cursor:
        cursor.execute(LATEST.replace("{}", ", ".join(["%s"] * len(now))), list(now))
        for pk, version, kept in cursor.fetchall():
            if kept is None:
                fresh.setdefault(json.dumps(now[pk]), []).append(version)
            elif json.loads(kept) != now[pk]:
                changed.add(pk)
    for said, keys in fresh.items():
        VERSIONS.objects.filter(history_id__in=keys).update(facets=json.loads(said))
    for entry in entries:
        if entry.pk in changed:
            Entry.history.bulk_history_create([entry], update=True, custom_historical_attrs={"facets": now[entry.pk]})


def put(entry: Entry, facets: Facets) -> None:
    """Give an entry the facets of one of its versions; offenses that the site no longer has are left out."""
    entry.offenses.set(Offense.objects.filter(slug__in=facets.get("offenses", [])))
    EntryOffender.objects.filter(entry=entry).delete()
    EntryPhase.objects.filter(entry=entry).delete()
    EntryOffender.objects.bulk_create(EntryOffender(entry=entry, offender=name) for name in facets.get("offenders", []))
    EntryPhase.objects.bulk_create(EntryPhase(entry=entry, phase=name) for name in facets.get("phases", []))
