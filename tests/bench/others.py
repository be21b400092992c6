"""The site beside other search engines, where they are installed: python -m tests.bench.others 10k 100k

`pip install tantivy datasette` into the environment first. tantivy ranks all that matches by bm25 and counts it exactly; Datasette shows a
table with full-text search and facets as a page. Both get the texts of the made-up casebook, in files of their own in var/bench. Times are
the processor's of the whole process, since both work in threads of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any

import django

from .corpus import Query, documents, queries
from .run import FOLDER, SIZES

TEXTS = ("title", "facts", "decision")
FACETS = ("kind", "offense", "year")
ROUNDS = 3
UNLIMITED = 600_000  # milliseconds, where Datasette would rather leave facets out
DOC = "CREATE TABLE doc (id INTEGER PRIMARY KEY, title TEXT, facts TEXT, decision TEXT, kind TEXT, offense TEXT, year INTEGER)"
DOC_WORDS = "CREATE VIRTUAL TABLE doc_words USING fts5(title, facts, decision, content='doc', content_rowid='id', tokenize='porter unicode61')"
Contestant = Callable[[Query], object]


class Tantivy:
    """An index of tantivy's: the first 20 by bm25 with a snippet each; and a count with three facets."""

    def __init__(self, folder: Path, size: int) -> None:
        self.library = import_module("tantivy")
        builder = self.library.SchemaBuilder()
        for name in TEXTS:
            builder.add_text_field(name, stored=True, tokenizer_name="en_stem")
        for name in FACETS:
            builder.add_text_field(name, stored=True, tokenizer_name="raw", fast=True)
        self.schema = builder.build()
        path = folder / f"{size}.tantivy"
        made = (path / "meta.json").exists()
        if not made:
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir(parents=True)
        self.index = self.library.Index(self.schema, path=str(path))
        if not made:
            writer = self.index.writer(128_000_000, 1)
            for one in documents(size):
                said = {name: [str(getattr(one, name))] for name in (*TEXTS, *FACETS)}
                writer.add_document(self.library.Document(**said))
            writer.commit()
            writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()

    def query(self, query: Query) -> Any:
        said = " ".join(query.words)
        typed = f'"{said}"' if query.phrase else f"{said}*" if query.prefix else said
        if query.prefix:
            *whole, begun = query.words
            parts = [self.index.parse_query(word, list(TEXTS)) for word in whole]
            parts.append(self._any([self.library.Query.regex_query(self.schema, name, f"{begun}.*") for name in TEXTS]))
            found = self._all(parts)
        else:
            found = self.index.parse_query(typed, list(TEXTS), conjunction_by_default=True)
        if query.offense:
            found = self._all([found, self.library.Query.term_query(self.schema, "offense", query.offense)])
        return found

    def _any(self, parts: Sequence[Any]) -> Any:
        return self.library.Query.boolean_query([(self.library.Occur.Should, part) for part in parts])

    def _all(self, parts: Sequence[Any]) -> Any:
        return self.library.Query.boolean_query([(self.library.Occur.Must, part) for part in parts])

    def hits(self, query: Query, *, count: bool = False) -> list[tuple[str, str]]:
        asked = self.query(query)
        found = self.searcher.search(asked, 20, count=count)
        cut = self.library.SnippetGenerator.create(self.searcher, asked, self.schema, "facts")
        documents = [self.searcher.doc(address) for _, address in found.hits]
        return [(document["title"][0], cut.snippet_from_doc(document).to_html()) for document in documents]

    def full(self, query: Query) -> object:
        shown = self.hits(query, count=True)
        return shown, self.searcher.aggregate(self.query(query), {name: {"terms": {"field": name, "size": 20}} for name in FACETS})


class Datasette:
    """A page of Datasette's: 20 rows of a search, with three facets."""

    def __init__(self, folder: Path, size: int) -> None:
        path = folder / f"datasette_{size}.sqlite3"
        if not path.exists():
            with closing(sqlite3.connect(path)) as made, made:
                made.execute(DOC)
                made.execute(DOC_WORDS)
                rows = ((one.index + 1, *(getattr(one, name) for name in (*TEXTS, *FACETS))) for one in documents(size))
                made.executemany("INSERT INTO doc VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
                for name in FACETS:
                    made.execute(f"CREATE INDEX doc_{name} ON doc ({name})")
                made.execute("INSERT INTO doc_words (doc_words) VALUES ('rebuild')")
        limits = {"sql_time_limit_ms": UNLIMITED, "facet_time_limit_ms": UNLIMITED, "default_page_size": 20}
        self.site = import_module("datasette.app").Datasette([str(path)], settings=limits)
        self.at = f"/{path.stem}/doc"
        self.loop = asyncio.new_event_loop()

    def page(self, query: Query) -> object:
        words = [f'"{word}"' for word in query.words]
        said = f'"{" ".join(query.words)}"' if query.phrase else " ".join(words) + ("*" if query.prefix else "")
        asked = {"_search": said, "_searchmode": "raw", "_facet": list(FACETS), **({"offense": query.offense} if query.offense else {})}
        answer = self.loop.run_until_complete(self.site.client.get(self.at, params=asked))
        answer.raise_for_status()
        return answer


def race(contestants: dict[str, Contestant], tasks: Sequence[Query]) -> dict[str, tuple[float, float]]:
    """Milliseconds at p50 and p95 of each contestant: every task in turn, of all rounds the least."""
    least = {name: [float("inf")] * len(tasks) for name in contestants}
    for _ in range(ROUNDS):
        for at, task in enumerate(tasks):
            for name, contestant in contestants.items():
                start = process_time()
                contestant(task)
                least[name][at] = min(least[name][at], process_time() - start)
    ordered = {name: sorted(times) for name, times in least.items()}
    return {name: (1000 * times[len(times) // 2], 1000 * times[int(0.95 * len(times))]) for name, times in ordered.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", nargs="*", default=["10k"], choices=list(SIZES), help=f"of {', '.join(SIZES)}")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the databases are kept")
    chosen = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("SECRET_KEY", "for measuring only, and nowhere served: 0123456789 abcdef")
    os.environ["DEBUG"] = "0"
    django.setup()
    logging.disable(logging.WARNING)
    from django.test import Client  # noqa: PLC0415 only now are there models

    from . import building, contestants  # noqa: PLC0415

    for name in chosen.sizes:
        size = SIZES[name]
        with building.opened(building.casebook(chosen.folder, size)):
            if find_spec("tantivy"):
                tantivy = Tantivy(chosen.folder, size)
                _print(name, race({"search, hits": contestants.hits, "tantivy, hits": tantivy.hits, "search, count, 3 facets": contestants.full,
                                   "tantivy, count, 3 facets": tantivy.full}, queries()))  # fmt: skip
            if find_spec("datasette"):
                client, datasette = Client(), Datasette(chosen.folder, size)

                def page(query: Query, client: Client = client) -> object:
                    return client.get("/search/", {"q": query.typed, "offense": query.offense, "stay": 1})

                _print(name, race({"search page": page, "Datasette's page": datasette.page}, queries()[::4]))
    if not (find_spec("tantivy") or find_spec("datasette")):
        print("Neither tantivy nor datasette is installed here: pip install tantivy datasette")


def _print(size: str, times: dict[str, tuple[float, float]]) -> None:
    """The lines of a race; each second contestant beside the one before it."""
    before = (1.0, 1.0)
    for at, (name, (p50, p95)) in enumerate(times.items()):
        ratio = f"{p50 / before[0]:9.1f}{p95 / before[1]:8.1f}  times the site's" if at % 2 else ""
        print(f"{size:6}{name:28}{p50:9.2f}{p95:9.2f}{ratio}")
        before = (p50, p95)


if __name__ == "__main__":
    main()
