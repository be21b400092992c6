"""A page of a long list is the same that one finds who reads the whole list, and costs no reading of it."""

from __future__ import annotations

import pytest
from django.core.paginator import Paginator
from django.db import connection
from django.test.utils import CaptureQueriesContext

from laws.models import Entry
from laws.models.entry import EntryQuerySet
from laws.paging import Long
from tests.builders import make_case, make_edition

pytestmark = pytest.mark.django_db
SIZES = (5, 1, 0, 2, 4)  # cases of each code, in the order of the codes


@pytest.fixture
def rows() -> EntryQuerySet:
    """Codes whose order is not that of their making, with cases that were not made in order either."""
    for at in (3, 0, 4, 2, 1):
        edition = make_edition(f"code-{at}", order=at // 2)  # two codes share a place
        for position in range(SIZES[at], 0, -1):
            make_case(str(position), edition=edition, position=position // 2, publish=False)
    return Entry.objects.published().of_kind("case")


@pytest.mark.parametrize("size", [1, 2, 3, 5, 12, 50])
def test_every_page_is_a_part_of_the_whole_list(rows: EntryQuerySet, size: int) -> None:
    whole = list(rows.in_order())
    pages = Paginator(Long(rows, EntryQuerySet.for_list), size)
    assert pages.count == len(whole) == sum(SIZES)
    assert [list(page) for page in pages] == [whole[at : at + size] for at in range(0, len(whole), size)]


def test_a_list_of_nothing_has_one_empty_page(rows: EntryQuerySet) -> None:
    pages = Paginator(Long(rows.filter(title="None such"), EntryQuerySet.for_list), 5)
    assert (pages.count, pages.num_pages, list(pages.page(1))) == (0, 1, [])


@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_page_takes_three_queries_whatever_codes_it_has_part_of(rows: EntryQuerySet, django_assert_num_queries, number: int) -> None:
    with django_assert_num_queries(3):
        assert list(Paginator(Long(rows, EntryQuerySet.for_list), 3).page(number))


def test_what_is_passed_over_is_passed_over_on_an_index(rows: EntryQuerySet) -> None:
    """Neither the count nor the way to a page reads the entries themselves, or sorts them."""
    if connection.vendor != "sqlite":
        pytest.skip("the plan of a table of few rows tells nothing there")
    with CaptureQueriesContext(connection) as seen:
        list(Paginator(Long(rows, EntryQuerySet.for_list), 3).page(1))
    count, keys = (plan(query["sql"]) for query in seen.captured_queries[:2])
    of_entries = [line for line in (*count, *keys) if "laws_entry" in line or " U0 " in line]
    assert of_entries
    assert all("COVERING INDEX" in line or "PRIMARY KEY" in line for line in of_entries)
    assert not any("ORDER BY" in line for line in keys)


def plan(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return [row[3] for row in cursor.fetchall()]
