"""Search measured by judged queries, and by strings that were made to break one."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.acceptance.conftest import gold, score

UGLY = gold("ugly/search-queries.json").get("queries", [])
SHOWN = 60  # characters of an echoed query that are looked for; a page may cut a longer one
MACHINERY = ("fts5", "sqlite", "OperationalError", "Traceback", "syntax error", "SELECT ")


def test_judged_queries_find_their_answer(shared: Path, shipped_database: str) -> None:
    """All citations right at rank 1, seven of ten of the others too, nine of ten within three, and a good order within ten."""
    words = [str(shared / "gold" / "queries-public.json"), "--edition", "auction-1912", "--show", "--at1", "0.70", "--at3", "0.90", "--ndcg", "0.75"]
    done = score("score_search.py", *words, database=shipped_database)
    assert done.returncode == 0, done.stdout + done.stderr
    none = [line for line in done.stdout.splitlines() if line.startswith("citations that do not exist")]
    asked = none[0].rsplit(" of ", 1)[1].split()[0]
    assert none[0].endswith(f"{asked} of {asked} answered with no hit")


@pytest.mark.django_db
@pytest.mark.usefixtures("collection")
@pytest.mark.parametrize("ugly", UGLY, ids=lambda ugly: ugly["why"][:40])
def test_whatever_is_typed_gets_a_page_that_repeats_it_escaped(client: Client, ugly: dict[str, Any]) -> None:
    typed = ugly["q"]
    answer = client.get("/search/", {"q": typed})
    if answer.status_code in {301, 302}:
        assert client.get(answer["Location"]).status_code == 200, "a redirect leads to the entry that was named"
        return
    assert answer.status_code == 200
    page = answer.content.decode()
    assert any(words in page for words in echoes(typed)), "the words are on the page, escaped"
    assert "<script>alert" not in page
    assert [word for word in MACHINERY if word in page and word not in typed] == []


def echoes(typed: str) -> list[str]:
    """How a page may repeat what was typed: as it stands, tidied of control characters and doubled spaces, or not at all where it is too long."""
    visible = "".join(ch for ch in typed if ch.isprintable() or ch.isspace())
    tidy = " ".join(visible.split())
    if len(typed) > 1000:
        return ["1,000", "1000", "too long"]
    return [escape(words[:SHOWN]) for words in (typed, visible, tidy)]


@pytest.mark.django_db
@pytest.mark.usefixtures("collection")
@pytest.mark.parametrize("ugly", UGLY, ids=lambda ugly: ugly["why"][:40])
def test_suggestions_answer_whatever_is_typed(client: Client, ugly: dict[str, Any]) -> None:
    answer = client.get("/search/suggest/", {"q": ugly["q"]})
    assert answer.status_code == 200
    assert [word for word in MACHINERY if word in answer.content.decode() and word not in ugly["q"]] == []
