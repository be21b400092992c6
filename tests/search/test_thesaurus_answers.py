"""What readers of today ask, answered from the old books by way of the thesaurus. Over the shipped collection."""

from __future__ import annotations

import pytest

from laws.models import Synonyms
from laws.search.answer import answer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collection")]


def addresses(typed: str, first: int = 10) -> list[str]:
    return [hit.url for hit in answer(typed, per_page=first).hits]


def test_renege_by_a_defender_finds_the_law_at_its_part_the_row_and_the_case() -> None:
    found = addresses("renege by a defender")
    assert {"/auction-1912/law/84/#b", "/auction-1912/penalty/2/", "/auction-1912/case/12/"} <= set(found)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("jack of trumps honour", "/auction-1912/law/5/"),
        ("kibitzer says something", "/auction-1912/law/97/"),
        ("torn deck", "/auction-1912/law/96/"),
        ("defender calls attention to the trick", "/auction-1912/law/92/"),
    ],
)
def test_modern_words_find_the_law(typed: str, address: str) -> None:
    assert any(found.startswith(address) for found in addresses(typed, 5)), addresses(typed, 5)


def test_a_line_that_an_editor_adds_is_in_the_next_answer() -> None:
    assert "/auction-1912/law/97/" not in addresses("heckler")
    Synonyms.objects.create(words="heckler, bystander")
    assert "/auction-1912/law/97/" in addresses("heckler")
