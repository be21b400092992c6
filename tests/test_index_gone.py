"""While the search index is gone a saving is refused in a sentence that names the cure, and nothing is half-written."""

from __future__ import annotations

import logging
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client

from casebook import trouble
from laws import editing
from laws.models import Entry, Ruling
from laws.search import index
from tests.admin.forms import address, send
from tests.builders import make_case, make_edition, make_law
from tests.databases import on_sqlite_only

pytestmark = pytest.mark.django_db
LOSSES = (
    *(f"DROP TABLE {name}" for name in ("laws_search", "laws_search_document", "laws_search_word", "laws_search_spelling", "laws_search_state")),
    "DELETE FROM laws_search_state", "ALTER TABLE laws_search_state DROP COLUMN mark", "ALTER TABLE laws_search_document DROP COLUMN cites",
)  # fmt: skip
NOT_FOR_DRAFTS = {f"DROP TABLE {name}" for name in ("laws_search", "laws_search_word", "laws_search_spelling")}  # they have no words in it
BOOK = "LAWS OF MARMALADE\n\n1. Marmalade is spread once.\n\n2. Whoever spreads it twice pays.\n\n3. The spoon is left in the jar.\n"
TABLE = "number,offense,penalty,laws\n1,Spreading twice,A slice,84\n"


@pytest.fixture
def desk() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("keeper"))
    return client


def lose(loss: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(loss)


@pytest.mark.parametrize(
    ("status", "loss"), [*(("published", loss) for loss in LOSSES), *(("draft", loss) for loss in LOSSES if loss not in NOT_FOR_DRAFTS)]
)
def test_a_saving_is_refused_with_the_cure_and_no_traceback(
    desk: Client, status: str, loss: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    case = make_case("1", facts="A player dropped an umbrella.", status=status)
    lose(loss)
    monkeypatch.setattr(logging.getLogger("casebook"), "propagate", True)
    answer = send(desk, address(case), case__0__facts="A player dropped a teacup.")
    page = answer.content.decode()
    assert (answer.status_code, trouble.NO_INDEX in page, "Nothing was saved" in page) == (503, True, True)
    assert Entry.objects.get(pk=case.pk).case.facts == "A player dropped an umbrella."
    told = {id(record) for record in caplog.records if trouble.NO_INDEX in record.getMessage()}
    assert len(told) == 1 and not any(record.exc_info for record in caplog.records if record.levelno >= logging.ERROR)


def test_once_it_is_made_again_the_same_is_saved(desk: Client) -> None:
    case = make_case("1", facts="A player dropped an umbrella.")
    lose("DROP TABLE laws_search_word")
    assert send(desk, address(case), case__0__facts="A player dropped a teacup.").status_code == 503
    index.rebuild()
    assert send(desk, address(case), case__0__facts="A player dropped a teacup.").status_code == 302


def test_a_new_ruling_and_a_deleted_draft_are_refused_too(desk: Client) -> None:
    edition, draft = make_edition(), make_law("84", status="draft")
    lose("DROP TABLE laws_search_document")
    answer = send(desk, address(Ruling, "add"), edition=edition.pk, number="13", title="Two revokes", case__0__facts="It was so.",
                  case__0__decision="It is so.", case__0__holding="So.")  # fmt: skip
    assert answer.status_code == 503 and not Entry.objects.of_kind("case").exists()
    with pytest.raises(index.Gone, match="search --rebuild"), transaction.atomic():
        editing.remove([draft], because="a slip")
    assert Entry.objects.filter(pk=draft.pk).exists()


def folder_of(at: Path) -> list[str]:
    make_law("84", text="Whoever revokes pays.")
    call_command("dump", "auction-1912", at / "auction-1912", stdout=StringIO())
    (text,) = (path for path in at.rglob("*.md") if "revokes pays" in path.read_text())
    text.write_text(text.read_text().replace("revokes pays", "revokes twice pays"))
    return ["load", str(at / "auction-1912")]


def book_of(at: Path) -> list[str]:
    (at / "marmalade.txt").write_text(BOOK)
    return ["import_book", str(at / "marmalade.txt"), "--edition", "marmalade-1901"]


def table_of(at: Path) -> list[str]:
    (at / "table.csv").write_text(TABLE)
    return ["import_table", str(at / "table.csv"), "--edition", make_law("84").edition.slug, "--kind", "penalty", "--publish"]


@pytest.mark.parametrize("command", [folder_of, book_of, table_of])
@pytest.mark.parametrize("loss", LOSSES)
def test_a_command_ends_in_one_sentence(command: Callable[[Path], list[str]], loss: str, tmp_path: Path) -> None:
    given = command(tmp_path)
    before = list(Entry.objects.order_by("pk").values_list("pk", "title", "text"))
    lose(loss)
    with pytest.raises(CommandError) as told:
        call_command(*given, stdout=StringIO())
    assert str(told.value) == "The search index is gone: run manage.py search --rebuild. Nothing has been loaded."
    assert list(Entry.objects.order_by("pk").values_list("pk", "title", "text")) == before


@on_sqlite_only  # on PostgreSQL a statement that fails ends the transaction of the test, which a page does not have
@pytest.mark.parametrize("loss", LOSSES)
def test_the_site_stays_up_without_search(loss: str, desk: Client) -> None:
    make_law("84", text="Whoever revokes pays.")
    lose(loss)
    for path in ("/auction-1912/law/84/", "/search/?q=revoke", "/search/?q=law+84", "/search/suggest/?q=rev", "/finder/"):
        with transaction.atomic():
            assert desk.get(path).status_code in {200, 302}, path
