"""Importing a book at the desk."""

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from laws.models import Edition, Entry
from tests.test_importing import BOOK

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/import-book/"
MARMALADE = BOOK.encode()


@pytest.fixture(autouse=True)
def shelf(tmp_path, settings):
    settings.VAR_DIR = tmp_path
    return tmp_path / "imports"


@pytest.fixture
def desk(client):
    client.force_login(User.objects.create_superuser("editor"))
    return client


def upload(desk, words=MARMALADE, name="marmalade.txt", **values):
    return desk.post(ADDRESS, {"book": SimpleUploadedFile(name, words), "edition": "marmalade-1901", "title": "Marmalade", **values})


def test_a_book_is_reported_on_before_anything_changes_and_then_loaded(desk, shelf):
    page = upload(desk).content.decode()
    assert "3 created" in page and "Load the book" in page
    assert not Entry.objects.exists()
    answer = desk.post(ADDRESS, {"load": "1"}, follow=True)
    assert "marmalade-1901: 3 created" in answer.content.decode()
    assert Entry.objects.count() == 3 and not list(shelf.iterdir())


def test_loading_without_a_book_says_to_choose_one(desk):
    assert "Choose it again" in desk.post(ADDRESS, {"load": "1"}, follow=True).content.decode()
    assert not Edition.objects.exists()


@pytest.mark.parametrize(
    ("words", "name", "values", "says"),
    [
        (b"\x00\x01\x02" * 50, "book.txt", {}, "errorlist"),
        (b"", "book.txt", {}, "empty"),
        (MARMALADE, "book.exe", {}, "A book is one of"),
        (MARMALADE, "book.txt", {"edition": "search"}, "an address of the site itself"),
        (MARMALADE, "book.txt", {"edition": "Two Words"}, "small letters"),
        (MARMALADE, "book.txt", {"edition": "marmalade"}, "say the year"),
    ],
)
def test_what_cannot_be_taken_is_said_on_the_form(desk, words, name, values, says):
    page = upload(desk, words, name, **values)
    assert page.status_code == 200 and says in page.content.decode()
    assert not Edition.objects.exists()


def test_only_those_who_may_add_entries_import(client):
    assert client.get(ADDRESS).status_code == 302
    client.force_login(User.objects.create_user("reader", is_staff=True))
    assert client.get(ADDRESS).status_code == 403


def test_the_page_has_nothing_that_the_policy_forbids(desk):
    page = upload(desk).content.decode()
    assert "style=" not in page and " onclick" not in page and reverse("import-book") in desk.get("/admin/laws/edition/").content.decode()
    assert settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]["script-src"] == ["'self'"]
