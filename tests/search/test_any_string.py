"""A slice of `make fuzz`: random strings at the search function and at its page, always the same ones."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from tests.fuzz.search import fault, page_fault, typed_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collection")]


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_whatever_is_typed_has_an_answer_whose_counts_are_true(first: int) -> None:
    faults = {seed: said for seed in range(first, first + 40) if (said := fault(typed_by(random.Random(seed)), whole=seed % 10 == 0))}
    assert faults == {}


def test_whatever_is_typed_has_a_page_and_nothing_is_logged(client: Client) -> None:
    faults = {seed: said for seed in range(1000, 1030) if (said := page_fault(client, typed_by(random.Random(seed))))}
    assert faults == {}


def test_the_strings_are_of_all_sorts() -> None:
    typed = [typed_by(random.Random(seed)) for seed in range(400)]
    signs = {"a NUL": "\0", "half a character": "\ud800", "a quotation mark": '"', "a field": "kind:", "an operator": " OR ", "a comment": "--"}
    assert [name for name, sign in signs.items() if not any(sign in one for one in typed)] == []
    assert max(map(len, typed)) > 5000
    assert sum(one.isascii() for one in typed) > 50
