"""Search reads where the router says, and is kept up on the primary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, connections

from casebook import databases, replicas
from laws.models import Entry
from laws.search import index
from laws.search.answer import answer, suggest
from tests.builders import make_law

AWAY = "elsewhere"
pytestmark = pytest.mark.django_db(databases=["default", AWAY])


@pytest.fixture(scope="module", autouse=True)
def known(django_db_setup: None, shipped_database: str) -> Iterator[None]:
    """A second database, with the shipped collection in it; the tests' own is empty."""
    connections.settings[AWAY] = connections.configure_settings({"default": {}, AWAY: databases.configured(shipped_database)})[AWAY]
    yield
    connections[AWAY].close()
    del connections[AWAY]
    del connections.settings[AWAY]


@pytest.fixture
def elsewhere(settings: Any) -> str:
    settings.DATABASE_ROUTERS = ["casebook.replicas.Router"]
    return AWAY


def test_what_is_searched_is_the_database_that_readers_are_sent_to(elsewhere: str) -> None:
    assert not answer("revoke").hits
    with replicas.asking(elsewhere):
        assert len(answer("revoke").hits) > 5
        assert answer('"established revoke"').hits, "a phrase has a time limit, which is set where it is asked"
        assert suggest("revo")
        assert index.fault() == ""
    assert index.fault() == ""


def test_a_reader_who_is_sent_elsewhere_asks_the_primary_nothing(elsewhere: str, django_assert_num_queries: Any) -> None:
    with replicas.asking(elsewhere), django_assert_num_queries(0, connection=connection):
        answer("revoke")
        suggest("revo")


def test_what_is_published_goes_into_the_index_of_the_primary(elsewhere: str) -> None:
    make_law("84", text="Whoever trumps in error pays for it.")
    assert [hit.entry.label for hit in answer("trumps in error").hits] == ["Law 84"]
    assert Entry.objects.count() == 1
