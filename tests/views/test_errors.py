"""The pages for what cannot be shown."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.template import TemplateDoesNotExist
from django.test import Client, RequestFactory
from django.urls import resolve
from django.views import defaults

from laws.views import errors
from tests.builders import make_edition, make_law

pytestmark = pytest.mark.django_db


def test_a_number_that_never_was_gets_its_neighbours_a_search_and_the_contents(client):
    for number in ("1", "2", "3", "5", "6"):
        make_law(number, title=f"Title {number}")
    make_law("7", title="Secret", status="draft")
    html = client.get("/auction-1912/law/4/").content.decode()
    assert "has no law 4 here" in html
    assert [f"Title {n}" in html for n in "12356"] == [False, True, True, True, True]
    assert 'value="law 4"' in html
    assert 'href="/auction-1912/">Contents of' in html
    assert "Secret" not in html


def test_past_the_end_the_last_ones_are_offered(client):
    for number in ("95", "96", "97"):
        make_law(number)
    html = client.get("/auction-1912/law/400/").content.decode()
    assert html.index("Law 96:") < html.index("Law 97:")


@pytest.mark.parametrize("path", ["/nowhere", "/nowhere/law/84/", "/%3Cscript%3Ealert(1)%3C/script%3E", "/law/84/preview"])
def test_other_addresses_get_a_page_that_helps(client, path):
    answer = client.get(path)
    html = answer.content.decode()
    assert answer.status_code == 404
    assert "There is no page at this address" in html and "<script>alert" not in html
    assert 'rel="canonical"' not in html and 'name="robots" content="noindex"' in html


def test_the_page_is_ours_while_developing_too(client, settings):
    settings.DEBUG = True
    assert "There is no page at this address" in client.get("/nowhere/").content.decode()


def test_a_404_that_a_view_raised_gets_the_same_page(client):
    make_edition()
    request = RequestFactory().get("/auction-1912/law/9/")
    request.resolver_match = resolve("/")
    answer = errors.not_found(request)
    assert answer.status_code == 404 and "has no law 9 here" in answer.content.decode()


def test_a_withdrawn_entry_says_why_and_where_it_went(client):
    new = make_law("85", title="The new law")
    make_law("84", title="The old law", status="withdrawn", withdrawn_because="Replaced after the 1913 meeting.", replaced_by=new, text="Old words.")
    answer = client.get("/auction-1912/law/84/")
    html = answer.content.decode()
    assert answer.status_code == 410
    assert "Replaced after the 1913 meeting." in html
    assert '<a href="/auction-1912/law/85/">Law 85: The new law</a>' in html
    assert "Old words." not in html


def test_a_withdrawn_entry_never_points_to_what_is_not_published(client):
    draft = make_law("85", title="Not yet", status="draft")
    make_law("84", status="withdrawn", replaced_by=draft)
    html = client.get("/auction-1912/law/84/").content.decode()
    assert "Not yet" not in html and "Read instead" not in html


def test_other_spellings_of_a_withdrawn_entry_lead_to_its_page(client):
    make_law("84", status="withdrawn")
    assert client.get("/auction-1912/rule/84")["Location"] == "/auction-1912/law/84/"


@pytest.mark.django_db(databases=[])
def test_the_page_for_a_fault_of_ours_needs_no_database():
    answer = errors.broken(RequestFactory().get("/"))
    assert answer.status_code == 500 and "Something broke on our side" in answer.content.decode()


def test_the_page_for_a_fault_of_ours_needs_no_template_either(monkeypatch):
    def fail(*arguments: object) -> str:
        raise TemplateDoesNotExist("500.html")

    monkeypatch.setattr(errors, "render_to_string", fail)
    answer = errors.broken(RequestFactory().get("/"))
    assert answer.status_code == 500 and "Something broke on our side" in answer.content.decode()


@pytest.mark.parametrize(
    ("view", "status", "said"),
    [(defaults.permission_denied, 403, "You may not do that"), (defaults.bad_request, 400, "That request made no sense to us")],
)
def test_refusals_are_pages_of_ours(view, status, said):
    answer = view(RequestFactory().get("/"), PermissionDenied())
    assert answer.status_code == status and said in answer.content.decode()


def test_a_form_without_its_token_is_refused_in_words():
    answer = Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "x"})
    assert answer.status_code == 403 and "That form had expired" in answer.content.decode()
