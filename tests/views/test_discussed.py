"""“Discussed in”: what editors tell of bulletins and letters about an entry, on its page and in its form."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from laws.models import Discussion
from tests.builders import make_case, make_law
from tests.views.test_home import queries

pytestmark = pytest.mark.django_db


def told(client: Client, path: str) -> str:
    html = re.sub(r"\s+", " ", client.get(path).content.decode())
    found = re.search(r"<h2>Discussed in</h2>(.*?)</section>", html)
    return found[1] if found else ""


def test_a_page_lists_where_it_was_discussed_the_newest_first(client: Client) -> None:
    law = make_law("84")
    Discussion.objects.create(entry=law, title="A letter")
    Discussion.objects.create(entry=law, title="Club Bulletin", issue="January 2026", date=date(2026, 1, 1))
    Discussion.objects.create(entry=law, title="Club Bulletin", issue="March 2026", date=date(2026, 3, 1), url="https://club.example/3", note="A <b> reader asked.")
    found = told(client, "/auction-1912/law/84/")
    assert '<a href="https://club.example/3" rel="external noopener">Club Bulletin, March 2026</a> <span>A &lt;b&gt; reader asked.</span>' in found
    assert re.findall(r"(March|January|letter)", found) == ["March", "January", "letter"]
    assert "<b>A letter</b>" in found, "without an address there is no link"


def test_a_page_of_which_nothing_is_told_says_nothing(client: Client) -> None:
    make_law("84")
    assert "Discussed in" not in client.get("/auction-1912/law/84/").content.decode()


def test_twice_the_discussions_take_the_same_number_of_queries(client: Client) -> None:
    law = make_law("84")
    Discussion.objects.create(entry=law, title="One")
    few = queries(client, "/auction-1912/law/84/")
    for number in range(5):
        Discussion.objects.create(entry=law, title=f"Another {number}")
    assert queries(client, "/auction-1912/law/84/") == few


def test_an_editor_adds_one_in_the_list_and_is_told_of_a_repetition(admin_client: Client, client: Client) -> None:
    case = make_case("11")
    values = {"entry": case.pk, "title": "Club Bulletin", "issue": "March 2026", "date": "", "url": "", "note": ""}
    assert admin_client.post(reverse("admin:laws_discussion_add"), values).status_code == 302
    assert "<b>Club Bulletin, March 2026</b>" in told(client, "/auction-1912/case/11/")
    again = admin_client.post(reverse("admin:laws_discussion_add"), values)
    assert again.status_code == 200 and "has that discussion already" in again.content.decode()
    bad = admin_client.post(reverse("admin:laws_discussion_add"), {**values, "issue": "", "url": "javascript:alert(1)"})
    assert bad.status_code == 200 and "valid URL" in bad.content.decode()


@pytest.mark.parametrize("make", [make_law, make_case])
def test_the_form_of_an_entry_has_a_place_for_them(admin_client: Client, make) -> None:
    entry = make()
    html = admin_client.get(reverse(f"admin:laws_{'ruling' if entry.kind == 'case' else 'lawtext'}_change", args=[entry.pk])).content.decode()
    assert 'name="discussions-TOTAL_FORMS"' in html and 'aria-label="Published in"' in html.replace("published in", "Published in")
