"""By what an entry is found besides its words (offenses, offenders, phases), as its versions keep it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Max

from laws.models import Entry, EntryOffender, EntryPhase, Offense

Facets = dict[str, list[str]]  # {"offenses": ["revoke"], "offenders": ["declarer"], "phases": ["play"]}
BATCH = 500


def of(keys: Iterable[int]) -> dict[int, Facets]:
    """The facets of entries by their primary keys, each list in order. Three queries."""
    found: dict[int, Facets] = {pk: {"offenses": [], "offenders": [], "phases": []} for pk in keys}
    for pk, slug in Entry.offenses.through.objects.filter(entry__in=found).order_by("offense__slug").values_list("entry", "offense__slug"):
        found[pk]["offenses"].append(slug)
    for pk, name in EntryOffender.objects.filter(entry__in=found).order_by("offender").values_list("entry", "offender"):
        found[pk]["offenders"].append(name)
    for pk, name in EntryPhase.objects.filter(entry__in=found).order_by("phase").values_list("entry", "phase"):
        found[pk]["phases"].append(name)
    return found


def keep(entries: Sequence[Entry]) -> None:
    """Have the latest version of each entry remember its facets. Where only they have changed, that is a version of its own."""
    for at in range(0, len(entries), BATCH):
        _keep(entries[at : at + BATCH])


def _keep(entries: Sequence[Entry]) -> None:
    now = of(entry.pk for entry in entries)
    latest = Entry.history.filter(id__in=now).values("id").annotate(latest=Max("history_id")).values_list("latest", flat=True)
    versions = {row.id: row for row in Entry.history.filter(history_id__in=list(latest)).only("history_id", "id", "facets")}
    fresh = [row for row in versions.values() if row.facets is None]
    for row in fresh:
        row.facets = now[row.id]
    Entry.history.bulk_update(fresh, ["facets"], batch_size=BATCH)
    for entry in entries:
        if entry.pk in versions and versions[entry.pk].facets != now[entry.pk]:
            Entry.history.bulk_history_create([entry], update=True, custom_historical_attrs={"facets": now[entry.pk]})


def put(entry: Entry, facets: Facets) -> None:
    """Give an entry the facets of one of its versions; offenses that the site no longer has are left out."""
    entry.offenses.set(Offense.objects.filter(slug__in=facets.get("offenses", [])))
    EntryOffender.objects.filter(entry=entry).delete()
    EntryPhase.objects.filter(entry=entry).delete()
    EntryOffender.objects.bulk_create(EntryOffender(entry=entry, offender=name) for name in facets.get("offenders", []))
    EntryPhase.objects.bulk_create(EntryPhase(entry=entry, phase=name) for name in facets.get("phases", []))
