"""The measuring itself, and the lines that it prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from django.template import engines
from django.test import Client, RequestFactory

from laws.search.answer import jump, suggest

from . import building, contestants, quality, upkeep
from .corpus import Query, queries
from .measure import Race, Times

Target = tuple[float, float, float | None]


def run(sizes: Sequence[tuple[str, int]], folder: Path, rounds: int, targets: Mapping[str, Target]) -> None:
    """Measure each size and print what came of it."""
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{'size':6}{'what':28}{'p50 ms':>9}{'p95 ms':>9}{'/bare p50':>11}{'p95':>7}   to keep to")
    before: Times | None = None
    for name, size in sizes:
        raw = contestants.Bare(building.bare(folder, size))
        path = building.casebook(folder, size)
        with building.opened(path):
            times = Race({"bare hits": raw.hits, "bare + count, facets": raw.full, "hits": contestants.hits,
                          "hits + count, facets": contestants.full}, rounds).run(queries())  # fmt: skip
            hits, full, _ = targets.get(name, (None, None, None))[:3]
            _line(name, "bare FTS5, hits", times["bare hits"])
            _line(name, "bare FTS5, count, 3 facets", times["bare + count, facets"])
            _line(name, "search, hits", times["hits"], times["bare hits"], f"{hits} / {full}" if hits else "")
            facets = targets.get(name, (None, None, None))[2]
            _line(name, "search, count, 3 facets", times["hits + count, facets"], times["bare + count, facets"], f"{facets}" if facets else "")
            afresh = Race({"hits": contestants.hits_afresh}, rounds).run(queries())  # apart, since what they forget others would miss
            _line(name, "hits, nothing remembered", afresh["hits"], times["bare hits"])
            share, many = quality.overlap(queries())
            index, text = quality.size_of_index()
            print(f"{name:6}first 20 that bm25 over all has too: {share:.2f} (of {many} queries); index / text: {index / text:.2f}")
            if before is not None:
                print(f"{name:6}p95 of hits beside the size before: {times['hits'].p95 / before.p95:.2f}")
            before = times["hits"]
            _pages(name, rounds)
    upkeep.run(folder, sizes)


def _line(size: str, what: str, times: Times, floor: Times | None = None, target: str = "") -> None:
    ratios = f"{times.p50 / floor.p50:11.2f}{times.p95 / floor.p95:7.2f}   {target}" if floor else ""
    print(f"{size:6}{what:28}{times.p50:9.2f}{times.p95:9.2f}{ratios}")


def _law(query: Query) -> int:
    """A law for a query, always the same; every size has so many."""
    return 5 + len(query.typed) % 30


def _pages(size: str, rounds: int) -> None:
    """The search page beside a page that is nothing but the base template, and what is answered while a reader types beside a bare view."""
    client, request = Client(), RequestFactory().get("/help/")
    base = engines["django"].get_template("base.html")

    def page(query: Query) -> object:
        return client.get("/search/", {"q": query.typed, "offense": query.offense, "stay": 1})

    tasks = queries()[::4]
    times = Race({"template": lambda _: base.render({}, request), "bare view": lambda _: client.get("/robots.txt"), "page": page,
                  "law": lambda query: client.get(f"/{building.CODE}/law/{_law(query)}/"),
                  "suggest": lambda query: suggest(query.words[0]), "jump": lambda query: jump(f"law {_law(query)} b")},
                 rounds).run(tasks)  # fmt: skip
    _line(size, "base template", times["template"])
    _line(size, "search page", times["page"], times["template"], "11" if size == "10k" else "12")
    _line(size, "bare view (robots.txt)", times["bare view"])
    _line(size, "law page, made anew", times["law"], times["bare view"], "10")
    _line(size, "suggestions", times["suggest"], times["bare view"], "p95 3")
    _line(size, "citation jump", times["jump"], times["bare view"], "p95 3")
