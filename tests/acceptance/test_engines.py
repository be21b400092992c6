"""The two engines side by side: what SQLite answers to the judged queries, PostgreSQL answers too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests import databases
from tests.acceptance.conftest import gold
from tests.processes import environment, manage

BOOK = "auction-1912-laws-etiquette-cases-penalties.txt"
QUERIES = [one["query"] for one in gold("queries-public.json").get("queries", [])]
AGREEING = 0.9  # of the queries in words, those whose first hit is the same


def answers(database: str, book: Path, *, filled: bool) -> list[dict[str, Any]]:
    """What a site of its own in that database answers to each query once it has read the book."""
    env = environment(DATABASE_URL=database)
    if not filled:
        manage("migrate", "--no-input", env=env)
        manage("load", env=env)
    manage("import_book", str(book), "--edition", "auction-1912", env=env)
    done = manage("search", "--edition", "auction-1912", "--json", "-", env=env, input="\n".join(QUERIES) + "\n")
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


@databases.on_postgresql_only
def test_both_engines_answer_the_judged_queries_alike(shared: Path, shipped_database: str, tmp_path: Path) -> None:
    book = shared / "books" / BOOK
    server = databases.copy(shipped_database, tmp_path)
    try:
        here = answers(server, book, filled=True)
    finally:
        databases.drop(server)
    there = answers(databases.fresh_file(tmp_path), book, filled=False)
    assert len(here) == len(there) == len(QUERIES)
    pairs = list(zip(here, there, strict=True))
    assert [one["query"] for one, other in pairs if one["jump"] != other["jump"]] == []
    assert [one["query"] for one, other in pairs if one["facets"] != other["facets"]] == []
    assert [one["query"] for one, other in pairs if one["total"] != other["total"]] == []
    same = [one["hits"][:1] == other["hits"][:1] for one, other in pairs]
    assert sum(same) >= AGREEING * len(same)
