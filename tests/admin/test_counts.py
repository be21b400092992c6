"""What stands behind each row of a list at the desk is counted by itself, not over a join that carries the texts along."""

import re

import pytest
from django.contrib.admin.sites import site
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from laws.models import Edition, EtiquetteEntry, HeadedSection, Heading, LawText, Note, Offense, PenaltyEntry, Ruling
from tests.admin.forms import address
from tests.builders import make_case, make_heading, make_law

pytestmark = pytest.mark.django_db

counted_lists = pytest.mark.parametrize(
    "model",
    [Ruling, LawText, EtiquetteEntry, HeadedSection, Note, PenaltyEntry, Edition, Heading, Offense],
    ids=lambda model: model._meta.model_name,
)


def grouped_by(sql: str) -> list[str]:
    """The columns after each GROUP BY, as one string a time."""
    return re.findall(r"GROUP BY (.+?)(?:\)| HAVING| ORDER BY|$)", sql)


@counted_lists
@pytest.mark.parametrize("query", ["", "?q=1", "?o=1"], ids=["plain", "searched", "sorted"])
def test_no_list_groups_by_more_than_one_key(desk, model, query):
    make_case("1", facts="See Law 1.", offenses=("revoke",))
    with CaptureQueriesContext(connection) as asked:
        assert desk.get(address(model, "changelist") + query).status_code == 200
    groups = [columns for statement in asked for columns in grouped_by(statement["sql"])]
    assert [columns for columns in groups if not re.fullmatch(r'[\w".]+_id"|\d+', columns)] == []


def first_row(model, request_of):
    request = RequestFactory().get("/")
    request.user = request_of
    return site._registry[model].get_queryset(request).order_by("pk").first()


def test_the_open_citations_of_a_ruling_are_counted_and_others_are_not(editor):
    make_law("1")
    make_case("1", facts="See Law 1, Law 400 and Law 401.", decision="Law 402.")
    make_case("2", facts="Nothing is named here.")
    assert first_row(Ruling, editor).open_citations == 3
    assert list(site._registry[Ruling].get_queryset(RequestFactory().get("/")).order_by("pk").values_list("open_citations", flat=True)) == [3, 0]


def test_entries_are_counted_by_edition_heading_and_offense(editor):
    heading = make_heading("REVOKES")
    for number in ("1", "2"):
        make_law(number, heading=heading, offenses=("revoke", "bid"))
    make_law("3", offenses=("revoke",))
    empty = make_heading("NOTHING UNDER IT")
    assert first_row(Edition, editor).entry_count == 3
    assert first_row(Heading, editor).entry_count == 2
    counts = {row.slug: row.entry_count for row in site._registry[Offense].get_queryset(RequestFactory().get("/"))}
    assert (counts["revoke"], counts["bid"]) == (3, 2)
    assert site._registry[Heading].get_queryset(RequestFactory().get("/")).get(pk=empty.pk).entry_count == 0
