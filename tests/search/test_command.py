"""manage.py search."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.builders import make_edition, make_law, make_penalty

pytestmark = pytest.mark.django_db


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("search", *words, stdout=out)
    return out.getvalue()


@pytest.fixture(autouse=True)
def code() -> None:
    make_law("84", text="(b) If an adversary revokes: 150 points.", title="What a revoke costs")
    make_penalty("2", offense="Revoke by Adversary", laws="84 b")


def test_a_hit_is_printed_with_all_that_measures_it() -> None:
    found = json.loads(run("--edition", "auction-1912", "--json", "law 84b"))
    assert found["query"] == "law 84b"
    assert [(hit["edition"], hit["kind"], hit["number"], hit["part"]) for hit in found["hits"]] == [
        ("auction-1912", "law", "84", "b"),
        ("auction-1912", "penalty", "2", ""),
    ]
    assert {"title", "snippet", "score"} <= found["hits"][0].keys()


def test_each_line_of_standard_input_is_a_query(monkeypatch: pytest.MonkeyPatch) -> None:
    class Typed:
        buffer = io.BytesIO("revoke\n\n\xff\x00 \nlaw 84\n".encode("latin-1"))

    monkeypatch.setattr("sys.stdin", Typed)
    lines: list[dict[str, Any]] = [json.loads(line) for line in run("--json", "-").splitlines()]
    assert [bool(line["hits"]) for line in lines] == [True, False, False, True]


def test_without_json_people_can_read_it() -> None:
    said = run("revoke", "--limit", "1")
    assert "Law 84" in said or "Penalty 2" in said
    assert "/auction-1912/" in said


def test_the_limit_holds() -> None:
    assert len(json.loads(run("--json", "--limit", "1", "revoke"))["hits"]) == 1


@pytest.mark.parametrize("words", [["--edition", "nowhere", "x"], ["--limit", "0", "x"], []])
def test_nonsense_is_refused_with_a_sentence(words: list[str]) -> None:
    with pytest.raises(CommandError, match=r"\.$"):
        run(*words)


def test_the_index_can_be_made_anew() -> None:
    make_edition()
    assert run("--rebuild") == "The index holds 2 entries.\n"
