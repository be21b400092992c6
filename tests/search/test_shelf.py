"""What a process remembers of the index: read once while it stands, and never after it has changed."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from laws import editing
from laws.search import index, shelf
from laws.search.answer import answer
from laws.search.shelf import Shelf
from tests.builders import make_law

pytestmark = pytest.mark.django_db


def found(typed: str) -> list[tuple[str, str]]:
    return [(hit.entry.label, "".join(words for words, _ in hit.snippet)) for hit in answer(typed).hits]


def statements(typed: str) -> list[str]:
    with CaptureQueriesContext(connection) as asked:
        answer(typed, facets=())
    return [query["sql"] for query in asked if "laws_" in query["sql"]]


def kept() -> Shelf:
    engine = index.engine()
    assert engine is not None
    return Shelf.opened(engine)


def test_a_second_reader_asks_for_no_word_no_document_and_no_line() -> None:
    make_law("84", text="Whoever revokes pays three tricks.")
    found("revokes pays")
    again = statements("pays revokes")
    assert not [sql for sql in again if "laws_search_word" in sql or "laws_search_document" in sql or "laws_entry" in sql]
    assert any("laws_search_state" in sql for sql in again)


def test_other_words_of_an_entry_are_seen_by_the_next_reader() -> None:
    law = make_law("84", text="Whoever revokes pays three tricks.")
    assert found("revokes") == [("Law 84", "Whoever revokes pays three tricks.")]
    law.text = "Whoever revokes pays two tricks."
    law.save()
    editing.publish([law])
    assert found("revokes") == [("Law 84", "Whoever revokes pays two tricks.")]


def test_what_is_undone_is_forgotten() -> None:
    law = make_law("84", text="Whoever revokes pays three tricks.")
    before = found("revokes")
    with transaction.atomic():
        law.text = "Whoever revokes pays nothing."
        law.save()
        editing.publish([law])
        assert found("revokes") == [("Law 84", "Whoever revokes pays nothing.")]
        transaction.set_rollback(True)
    assert found("revokes") == before


def test_a_full_shelf_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    make_law("84", text="Whoever revokes pays three tricks.")
    found("revokes")
    first = kept()
    assert kept() is first
    monkeypatch.setattr(shelf, "MOST_LINES", 0)
    assert kept() is not first
    assert found("revokes")


def test_an_index_that_never_changed_has_no_mark_to_be_remembered_by() -> None:
    assert kept() is not kept()
