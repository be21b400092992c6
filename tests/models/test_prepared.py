"""Questions whose SQL is made once answer what their query sets would."""

from __future__ import annotations

import pytest

from laws.models import Entry, Part
from laws.models.prepared import Prepared, PreparedAmong, marks, put
from tests.builders import make_case, make_edition, make_heading, make_law

pytestmark = pytest.mark.django_db


def of_code(slug: str, status: str):
    rows = Entry.objects.filter(edition__slug=slug, status=status)
    return rows.select_related("edition", "heading", "case").order_by("kind", "position")


def test_rows_and_what_is_related_to_them_are_those_of_the_query_set(django_assert_num_queries) -> None:
    make_law("84", heading=make_heading("THE REVOKE"))
    make_case("11", facts="Facts of it.")
    make_law("1", edition=make_edition("whist-1889"))
    asked = Prepared(of_code, *marks(2, ""))
    with django_assert_num_queries(1):
        found = asked("auction-1912", "published")
        told = [(one.label, one.edition.slug, one.heading.title if one.heading else "", one.published_at) for one in found]
        facts = [one.case.facts for one in found if one.kind == "case"]
    assert told == [(one.label, one.edition.slug, one.heading.title if one.heading else "", one.published_at)
                    for one in of_code("auction-1912", "published")]  # fmt: skip
    assert facts == ["Facts of it."]
    assert [one.label for one in asked("whist-1889", "published")] == ["Law 1"]
    assert asked("whist-1889", "draft") == []


def test_a_row_of_a_query_set_that_leaves_columns_out_fetches_them_when_they_are_asked_for(django_assert_num_queries) -> None:
    make_law("84", text="Three tricks.")
    [law] = Prepared(lambda number: Entry.objects.filter(number=number).only("number").order_by(), *marks(1, ""))("84")
    with django_assert_num_queries(1):
        assert law.text == "Three tricks."


def test_marks_that_are_left_stand_for_nothing() -> None:
    laws = [make_law(str(number)) for number in (1, 2, 3)]
    slots = marks(8, 0)
    asked = Prepared(lambda *keys: Entry.objects.filter(pk__in=keys).order_by("pk"), *slots)
    for some in (laws[:1], laws, []):
        assert asked(*(law.pk for law in some), *slots[len(some) :]) == some


@pytest.mark.parametrize("few", [1, 3, 8], ids=["more than were prepared for", "just as many", "fewer"])
def test_the_rows_of_some_keys_are_the_same_however_many_were_prepared_for(few, django_assert_num_queries) -> None:
    laws = [make_law(str(number)) for number in (1, 2, 3)]
    asked = PreparedAmong(lambda keys: Entry.objects.filter(pk__in=keys).order_by("pk"), like=0, few=few)
    with django_assert_num_queries(1):
        assert asked(law.pk for law in laws) == laws


def test_too_few_values_are_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        Prepared(of_code, *marks(2, ""))("auction-1912")


def test_rows_that_were_put_where_a_manager_looks_are_not_asked_for(django_assert_num_queries) -> None:
    law = make_law("84", text="(a) None.\n\n(b) Three tricks.")
    parts = list(Part.objects.filter(entry=law))
    put(law, "parts", parts[1:])
    with django_assert_num_queries(0):
        assert [part.anchor for part in law.parts.all()] == ["b"]
