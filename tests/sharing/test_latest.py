"""Which entries were last changed, found without going through all of them."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from laws.models import Citation, Edition, Entry, Offense
from laws.sharing import latest
from laws.sharing.latest import Among
from tests.builders import make_case, make_edition, make_law

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def rulings() -> list[Entry]:
    """Forty rulings of two codes, many of them published in the same moment, some amended since; a draft, a withdrawn one, a law."""
    dice = random.Random(7)
    law = make_law("84")
    codes = [law.edition, make_edition("whist-1889")]
    for number in range(1, 41):
        words = "Law 84." if number % 3 else "Plain."
        case = make_case(str(number), decision=words, edition=codes[number % 2], offenses=("revoke",) if number % 4 else (), publish=number % 10 == 0)
        amended = DAY + timedelta(days=dice.randrange(6)) if dice.random() < 0.4 else None
        Entry.objects.filter(pk=case.pk).update(published_at=DAY + timedelta(days=dice.randrange(3)), amended_at=amended)
    make_case("90", status="draft", offenses=("revoke",))
    make_case("91", status="withdrawn", offenses=("revoke",), amended_at=DAY + timedelta(days=50))
    return list(Entry.objects.published().of_kind("case").prefetch_related("offenses"))


def by_hand(rows: list[Entry]) -> list[int]:
    """The same order in plain words."""
    return [row.pk for row in sorted(rows, key=lambda row: (-max(row.published_at, row.amended_at or DAY).timestamp(), row.edition_id, -row.position))]


@pytest.mark.parametrize("few", [1000, 0])  # fetched and sorted, or found on the way through the order
@pytest.mark.parametrize("most", [1, 7, 100])
def test_the_last_changed_come_first_whatever_they_are_found_by(rulings, monkeypatch, few: int, most: int) -> None:
    monkeypatch.setattr(latest, "FEW", few)
    code, revoke = Edition.objects.get(slug="whist-1889"), Offense.objects.get(slug="revoke")
    citing = set(Citation.objects.filter(target__slug="84").values_list("source", flat=True))
    asked = [
        (None, None, rulings),
        (code, None, [row for row in rulings if row.edition_id == code.pk]),
        (None, Among(Entry.offenses.through.objects.filter(offense=revoke), "entry"), [row for row in rulings if revoke in row.offenses.all()]),
        (None, Among(Citation.objects.filter(target__slug="84"), "source"), [row for row in rulings if row.pk in citing]),
        (None, tuple(row.pk for row in rulings[:9]), rulings[:9]),
    ]
    for edition, among, expected in asked:
        found = latest.latest(most, ("case",), edition, among)
        assert [row.pk for row in found] == by_hand(expected)[:most] != []


def test_the_last_change_of_all_counts_what_was_withdrawn(rulings) -> None:
    assert latest.last_change() == DAY + timedelta(days=50)


def test_nothing_has_changed_where_nothing_was_ever_published() -> None:
    assert latest.last_change() is None
    make_case("1", status="draft")
    assert latest.last_change() is None


def test_the_last_changed_are_read_off_an_index_however_many_were_published_at_once(rulings) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the plan of a table of few rows tells nothing there")
    rows = Entry.objects.published().of_kind("case").last_changed_first().values("pk")
    for asked, index in ((rows, "entry_last_changed"), (rows.in_edition(Edition.objects.all()[0]), "entry_last_changed_of_a_code")):
        plan = asked[:50].explain()
        assert f"INDEX {index} " in plan and "TEMP B-TREE" not in plan


def test_one_ruling_in_many_is_found_by_its_key(rulings, django_assert_num_queries) -> None:
    """What few rulings have is not looked for on the way through all of them."""
    if connection.vendor != "sqlite":
        pytest.skip("the plan of a table of few rows tells nothing there")
    plan = Entry.objects.filter(pk__in=[rulings[0].pk]).last_changed_first().values_list("pk", "kind", "status").explain()
    assert "PRIMARY KEY" in plan
    with django_assert_num_queries(3):
        list(latest.latest(50, ("case",), None, Among(Citation.objects.filter(target__slug="84"), "source")))
