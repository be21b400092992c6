"""The one question that every page, command and feed asks: what answers this query? Anything that can be typed gets an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from laws.models import Edition

from . import lookup, query
from .facets import Choice, Facet, narrow
from .finding import NOTHING, begun, find
from .hits import Hit, hit_of, hits_of
from .index import engine
from .snippets import Marker, Piece

__all__ = ["Answer", "Choice", "Facet", "Hit", "Piece", "answer", "suggest"]

MOST_A_PAGE = 200
NO_ENGINE = "Search is not available on this site's database."


@dataclass(frozen=True, slots=True)
class Answer:
    """What answers a query.

    `query` is what was typed, less what cannot be shown. `jump` is the address that a citation names when just one entry fits; where
    several do they are in `chooser`. `notes` are plain sentences. `corrected` is the query that was searched for instead, or "".
    """

    query: str
    hits: tuple[Hit, ...] = ()
    total: int = 0
    facets: tuple[Facet, ...] = ()
    jump: str = ""
    chooser: tuple[Hit, ...] = ()
    notes: tuple[str, ...] = ()
    corrected: str = ""
    page: int = 1
    pages: int = 1


def answer(
    typed: str,
    *,
    filters: Mapping[str, str] | None = None,
    edition: Edition | None = None,
    page: int = 1,
    per_page: int = 20,
    as_typed: bool = False,
) -> Answer:
    """What answers `typed`, inside `edition` where one is given. Never raises for anything typed.

    `filters` narrow it by kind, code, offense, offender, phase and law; with nothing typed they list what they keep. `as_typed` leaves
    slips of the finger as they are. The number of statements does not grow with the entries.
    """
    kept = engine()
    asked = query.read(typed)
    filters = {name: tidied for name, value in (filters or {}).items() if value and (tidied := query.tidy(value))}
    if kept is None:
        return Answer(asked.typed, notes=(NO_ENGINE,))
    if not asked.typed and not filters:
        return Answer(asked.typed, notes=asked.notes)
    inside = _inside(edition, filters)
    found = find(asked, kept, inside, edition, as_typed)
    rows, facets, unknown = narrow(found.rows, filters)
    if found.rows and not rows and not unknown and inside != edition:
        # What has all the words may lie in other codes alone: then what this one has of them.
        found = find(asked, kept, inside, inside, as_typed)
        rows, facets, unknown = narrow(found.rows, filters)
    notes = [*asked.notes, *found.notes, *unknown]
    if found.rows and not rows and not unknown:
        notes = [*asked.notes, f"Nothing fits what was chosen; without that there is more: {len(found.rows)}."]
    elif not rows and not notes:
        notes.append(NOTHING)
    per_page = min(max(per_page, 1), MOST_A_PAGE)
    pages = max(1, -(-len(rows) // per_page))
    page = min(max(page, 1), pages)
    marker = Marker(found.meant)
    hits = hits_of(rows[(page - 1) * per_page : page * per_page], marker)
    open_fits = [fit for fit in found.fits if fit.entry.pk in {row.pk for row in rows}]
    choices = tuple(hit_of(fit.entry, fit.part, 0.0, marker) for fit in open_fits)
    jump = choices[0].url if len(choices) == 1 else ""
    chooser = choices if len(choices) > 1 else ()
    return Answer(asked.typed, hits, len(rows), facets, jump, chooser, tuple(dict.fromkeys(notes)), found.corrected, page, pages)


def suggest(prefix: str, limit: int = 8) -> list[Hit]:
    """Entries whose title, offense or number goes on as `prefix` begins; for a citation the entries that it names. Without snippets."""
    kept = engine()
    asked = query.read(prefix)
    if kept is None or not asked.typed:
        return []
    named = lookup.find(asked.typed, list(Edition.objects.in_order()), None)
    hits = [hit_of(fit.entry, fit.part, 0.0, Marker(())) for fit in named.fits[:limit]] if named.whole else []
    if len(hits) < limit:
        meant, rows = begun(asked.terms, kept)
        hits += [hit for hit in hits_of(rows[: 2 * limit], Marker(meant), snippets=False) if hit.entry.pk not in {h.entry.pk for h in hits}]
    return hits[:limit]


def _inside(edition: Edition | None, filters: Mapping[str, str]) -> Edition | None:
    """The code in which a citation is read: the one asked for, or the one filtered by."""
    if edition is None and (code := filters.get("code", "")):
        return Edition.objects.filter(slug=code.strip()).first()
    return edition
