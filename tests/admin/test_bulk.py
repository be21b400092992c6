"""Tables brought in and taken out at the desk."""

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from laws.models import Entry, PenaltyRow
from tests.builders import make_edition, make_law, make_penalty
from tests.bulk.test_bring import NEW, as_csv

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/import-table/"


@pytest.fixture(autouse=True)
def shelf(tmp_path, settings):
    settings.VAR_DIR = tmp_path
    return tmp_path / "imports"


@pytest.fixture
def code():
    make_law("84", text="(a) By the declarer: 150 points.")
    make_penalty("1", laws="84 a")
    return make_edition()


def upload(browser, code, data, name="table.csv", **values):
    return browser.post(ADDRESS, {"table": SimpleUploadedFile(name, data), "edition": code.pk, "kind": "penalty", **values})


def test_a_table_is_looked_at_before_anything_changes_and_then_loaded(desk, code, shelf):
    page = upload(desk, code, as_csv({"number": "1", "penalty": "200 points"}), why="Spring meeting").content.decode()
    assert "0 new, 1 changed, 0 same" in page and "<td>150 points</td>" in page and "<td>200 points</td>" in page
    assert PenaltyRow.objects.get().penalty_text == "150 points"
    answer = desk.post(ADDRESS, {"load": "1"}, follow=True)
    assert "Table.csv: 0 new, 1 changed, 0 same." in answer.content.decode()
    row = PenaltyRow.objects.get()
    assert row.penalty_text == "200 points" and list(shelf.iterdir()) == []
    kept = row.history.first()
    assert (kept.history_change_reason, kept.history_user.username) == ("from a table: Spring meeting", "editor")


def test_what_is_wrong_is_listed_and_nothing_is_kept(desk, code, shelf):
    page = upload(desk, code, as_csv({**NEW, "laws": "999", "offender": "dumy"})).content.decode()
    assert "Row 2, column “laws”: Law 999 is not in Auction 1912." in page and "Row 2, column “offender”" in page
    assert "Load the table" not in page and "errornote" in page and not shelf.exists()


def test_a_table_that_changes_nothing_cannot_be_loaded(desk, code):
    page = upload(desk, code, as_csv({"number": "1", "penalty": "150 points"})).content.decode()
    assert "there is nothing to load" in page and "Load the table" not in page


def test_what_somebody_changed_in_between_is_shown_again_before_it_is_loaded(desk, code):
    upload(desk, code, as_csv({"number": "1", "penalty": "200 points"}))
    PenaltyRow.objects.update(penalty_text="300 points")
    page = desk.post(ADDRESS, {"load": "1"}).content.decode()
    assert "Somebody has changed these entries" in page and "<td>300 points</td>" in page
    assert PenaltyRow.objects.get().penalty_text == "300 points"
    desk.post(ADDRESS, {"load": "1"})
    assert PenaltyRow.objects.get().penalty_text == "200 points"


def test_what_became_impossible_in_between_is_said(desk, code):
    upload(desk, code, as_csv({**NEW, "laws": "84 a"}))
    Entry.objects.filter(kind="law").update(status="draft")
    page = desk.post(ADDRESS, {"load": "1"}, follow=True).content.decode()
    assert "Nothing has been loaded" in page and "Row 2, column “laws”: Law 84 is draft: publish it first." in page
    assert PenaltyRow.objects.count() == 1


def test_loading_without_a_table_says_to_choose_one(desk):
    assert "Choose it again" in desk.post(ADDRESS, {"load": "1"}, follow=True).content.decode()


def test_a_writer_brings_in_drafts_and_is_not_asked_about_publishing(writers_desk, code):
    assert 'name="publish"' not in writers_desk.get(ADDRESS).content.decode()
    upload(writers_desk, code, as_csv({**NEW, "laws": "84 a"}), publish="on")
    writers_desk.post(ADDRESS, {"load": "1"})
    assert Entry.objects.get(kind="penalty", number="3").status == "draft"
    page = upload(writers_desk, code, as_csv({"number": "1", "penalty": "200 points"})).content.decode()
    assert "Penalty 1 is published, and only an editor may change it." in page


def test_what_a_writer_looked_at_is_judged_again_when_it_is_loaded(writers_desk, writer, code):
    upload(writers_desk, code, as_csv({**NEW, "laws": "84 a"}))
    make_penalty("3", laws="84 a")
    page = writers_desk.post(ADDRESS, {"load": "1"}, follow=True).content.decode()
    assert "Penalty 3 is published, and only an editor may change it." in page


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_an_export_is_a_file_that_comes_back_the_same(desk, code, form):
    answer = desk.get("/admin/export-table/", {"edition": code.slug, "kind": "penalty", "format": form})
    assert answer["Content-Disposition"] == f'attachment; filename="auction-1912-penalties.{form}"'
    assert "0 new, 0 changed, 1 same" in upload(desk, code, answer.content, f"t.{form}").content.decode()


@pytest.mark.parametrize("asked", [{}, {"edition": "none", "kind": "case", "format": "csv"}, {"edition": "auction-1912", "kind": "law", "format": "csv"}])
def test_an_export_of_nothing_is_not_found(desk, code, asked):
    assert desk.get("/admin/export-table/", asked).status_code == 404


def test_only_those_who_may_write_entries_bring_tables_in(client, code):
    assert client.get(ADDRESS).status_code == 302 and client.get("/admin/export-table/").status_code == 302
    client.force_login(User.objects.create_user("porter", is_staff=True))
    assert client.get(ADDRESS).status_code == 403 and client.get("/admin/export-table/").status_code == 403


def test_the_page_lists_the_columns_and_has_nothing_that_the_policy_forbids(desk, code):
    page = desk.get(ADDRESS).content.decode()
    assert "<code>claim law</code>" in page and "<code>facts in brief</code>" in page and "style=" not in page and " onclick" not in page
