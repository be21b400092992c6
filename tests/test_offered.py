"""What lists can be narrowed by, found the same whether the entries are few or many."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from laws import offered
from laws.models import Edition, Entry
from laws.models.entry import EntryQuerySet
from laws.offered import Offered
from tests.builders import make_case, make_edition, make_law

pytestmark = pytest.mark.django_db
every_size = pytest.mark.parametrize("few", [500, 0])  # fetched, or looked for


@pytest.fixture
def cases() -> EntryQuerySet:
    whist, empty = make_edition("whist-1889", year=1889, order=2), make_edition("empty-1900", year=1900)
    make_law("84", offenses=("claim",))
    decided = [date(1913, 12, 31), date(1914, 1, 1), date(1914, 6, 1), date(1920, 2, 29), date(1913, 1, 1), None]
    for number, day in enumerate(decided, start=1):
        make_case(str(number), offenses=("revoke", "misdeal"), detail={"decided_on": day}, publish=False)
    make_case("7", edition=whist, offenses=("bid",), publish=False)
    make_case("8", edition=whist, detail={"decided_on": date(1890, 5, 5)}, publish=False)
    make_case("9", edition=empty, status="draft", detail={"decided_on": date(1915, 5, 5)}, offenses=("secret",), publish=False)
    make_case("10", edition=empty, status="draft", publish=False)
    return Entry.objects.published().of_kind("case").in_order().for_list()


@every_size
def test_of_all_codes_what_published_cases_have_is_offered(cases: EntryQuerySet, monkeypatch, few: int) -> None:
    monkeypatch.setattr(offered, "FEW", few)
    found = Offered(cases)
    assert found.offenses() == [("bid", "Bid"), ("misdeal", "Misdeal"), ("revoke", "Revoke")]
    assert found.years() == [1920, 1914, 1913, 1912, 1890, 1889]  # two of editions, whose cases have no day
    assert [edition.slug for edition in found.codes()] == ["auction-1912", "whist-1889"]


@every_size
@pytest.mark.parametrize(
    ("code", "offenses", "years"),
    [("auction-1912", ["misdeal", "revoke"], [1920, 1914, 1913, 1912]), ("whist-1889", ["bid"], [1890, 1889]), ("empty-1900", [], [])],
)
def test_of_one_code_its_own_is(cases: EntryQuerySet, monkeypatch, few: int, code: str, offenses: list[str], years: list[int]) -> None:
    monkeypatch.setattr(offered, "FEW", few)
    found = Offered(cases.in_edition(Edition.objects.get(slug=code)))
    assert [slug for slug, _ in found.offenses()] == offenses
    assert found.years() == years


def test_many_are_not_read_for_it(cases: EntryQuerySet, monkeypatch) -> None:
    """Every choice is one look at an index; nothing is scanned but offenses and codes, which are not many."""
    if connection.vendor != "sqlite":
        pytest.skip("the plan of a table of few rows tells nothing there")
    monkeypatch.setattr(offered, "FEW", 0)
    found = Offered(cases)
    with CaptureQueriesContext(connection) as seen:
        found.offenses(), found.years(), found.codes()
    lines = []
    with connection.cursor() as cursor:
        for query in seen.captured_queries:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            lines += [row[3] for row in cursor.fetchall()]
    assert {line.split()[1] for line in lines if line.startswith("SCAN")} == {"laws_offense", "laws_edition", "CONSTANT", "found"}
