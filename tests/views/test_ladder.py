"""Any spelling of an address leads, in one step and for good, to the one address of what it names."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from laws import editing
from laws.models import FormerAddress, FormerSlug, Part
from laws.views import named
from tests.builders import (
    make_case,
    make_edition,
    make_etiquette,
    make_footnote,
    make_heading,
    make_law,
    make_penalty,
    make_section,
    reword,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def shelf():
    make_law("50")
    make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    make_law("50a", text="A law of its own.")
    make_law("50", edition=make_edition("whist-1889"), text="One:\n\n(a) a paragraph.")
    make_law("68", text="Order:\n\n(1st) one;\n\n(2d) two.")
    make_law("44", text="Ways:\n\n(IV) four.")
    make_law("76")
    make_law("79")
    make_case("11")
    make_case("XI", edition=make_edition("whist-1889"))
    make_etiquette("10")
    make_footnote("24")
    make_penalty("1")
    make_section("the-revoke", edition=make_edition("dummy-hoyle"))


@pytest.mark.parametrize(
    ("typed", "address", "why"),
    [
        ("/auction-1912/law/84", "/auction-1912/law/84/", "no slash"),
        ("/auction-1912/law/84b", "/auction-1912/law/84/#b", "a part glued to its law"),
        ("/auction-1912/law/84b/", "/auction-1912/law/84/#b", "the same with its slash"),
        ("/auction-1912/law/84-b", "/auction-1912/law/84/#b", "a hyphen"),
        ("/auction-1912/law/84/b", "/auction-1912/law/84/#b", "a slash"),
        ("/auction-1912/law/84%20b", "/auction-1912/law/84/#b", "a space"),
        ("/auction-1912/law/84(b)", "/auction-1912/law/84/#b", "brackets"),
        ("/auction-1912/law/84/%23b", "/auction-1912/law/84/#b", "a mark that a mail program escaped"),
        ("/auction-1912/law/50a", "/auction-1912/law/50a/", "a law of its own beats a part"),
        ("/whist-1889/law/50a", "/whist-1889/law/50/#a", "and where there is none it is the part"),
        ("/auction-1912/law/68-2d", "/auction-1912/law/68/#2", "an ordinal part"),
        ("/auction-1912/law/44iv", "/auction-1912/law/44/#iv", "a roman part"),
        ("/auction-1912/law/44/paragraph-iv", "/auction-1912/law/44/#iv", "a part in words"),
        ("/Auction-1912/Law/84/", "/auction-1912/law/84/", "capitals"),
        ("/AUCTION-1912/LAW/84B", "/auction-1912/law/84/#b", "nothing but capitals"),
        ("/auction_1912/law/84", "/auction-1912/law/84/", "a low line for the hyphen"),
        ("/auction-1912/law/084/", "/auction-1912/law/84/", "a nought before the number"),
        ("/auction-1912/rule/50", "/auction-1912/law/50/", "the code's own word for a law"),
        ("/auction-1912/rules/50/", "/auction-1912/law/50/", "its plural"),
        ("/auction-1912/laws/84/", "/auction-1912/law/84/", "plural kinds"),
        ("/auction-1912/section/10/", "/auction-1912/etiquette/10/", "a section of this code is etiquette"),
        ("/auction-1912/number/11", "/auction-1912/case/11/", "and a number a case"),
        ("/auction-1912/§84", "/auction-1912/law/84/", "a sign"),
        ("/auction-1912/case/xi", "/auction-1912/case/11/", "a roman number"),
        ("/whist-1889/case/XI/", "/whist-1889/case/11/", "a roman number where the code prints one"),
        ("/whist-1889/cases/11", "/whist-1889/case/11/", "plural, no slash"),
        ("/auction-1912/note/24", "/auction-1912/footnote/24/", "a note"),
        ("/auction-1912/penalties/1", "/auction-1912/penalty/1/", "a row of the table"),
        ("/auction-1912/84", "/auction-1912/law/84/", "a number alone is a law's"),
        ("/auction-1912/84b", "/auction-1912/law/84/#b", "and may have a part"),
        ("/auction-1912/law84", "/auction-1912/law/84/", "no slash between word and number"),
        ("/auction-1912/law-84-b", "/auction-1912/law/84/#b", "hyphens all through"),
        ("/auction-1912/law/84/).", "/auction-1912/law/84/", "punctuation that a mail program swallowed"),
        ("/auction-1912/law/84,", "/auction-1912/law/84/", "a comma"),
        ("/auction-1912/law/84/%22%3E", "/auction-1912/law/84/", "a quotation mark and a bracket"),
        ("/auction-1912/law/84/%E2%80%9D", "/auction-1912/law/84/", "a curly one"),
        ("/auction-1912//law//84/", "/auction-1912/law/84/", "doubled slashes"),
        ("/dummy-hoyle/section/The-Revoke", "/dummy-hoyle/section/the-revoke/", "a section by its title"),
        ("/dummy-hoyle/the-revoke", "/dummy-hoyle/section/the-revoke/", "without the word section"),
        ("/auction-1912", "/auction-1912/", "a code"),
        ("/Auction-1912/", "/auction-1912/", "a code in capitals"),
        ("/auction-1912/laws", "/auction-1912/#laws", "a list among the contents"),
        ("/auction-1912/etiquette/", "/auction-1912/#etiquette", "another"),
        ("/auction-1912/case/", "/auction-1912/cases/", "a list with a page of its own"),
        ("/auction-1912/penalties", "/auction-1912/penalties/", "the table"),
        ("/auction-1912/law/76–79", "/auction-1912/law/76-79/", "a range with a dash"),
        ("/auction-1912/Laws/76-79", "/auction-1912/law/76-79/", "a range in the plural"),
        ("/Cases", "/cases/", "a page of the site"),
        ("/search?q=law+84", "/search/?q=law+84", "what was asked is kept"),
        ("/Feeds/Rulings.atom", "/feeds/rulings.atom", "a file"),
    ],
)
def test_other_spellings_lead_to_the_address_in_one_step(client, shelf, typed, address, why):
    answer = client.get(typed)
    assert (answer.status_code, answer.get("Location")) == (301, address), why


def test_every_step_ends_on_a_page(client, shelf):
    for typed in ("/auction-1912/law/84b", "/whist-1889/case/xi", "/auction-1912/Laws/76-79", "/auction-1912/laws", "/dummy-hoyle/the-revoke"):
        assert client.get(client.get(typed)["Location"].partition("#")[0]).status_code == 200, typed


@pytest.mark.parametrize(
    "typed",
    [
        "/auction-1912/law/98/", "/auction-1912/law/84z", "/auction-1912/law/850", "/auction-1912/law/1e9", "/auction-1912/the",
        "/auction-1912/case/12", "/nowhere-1900/law/84/", "/auction-1912/law/76-98", "/~ZZZZZ", "/~84", "/~", "/auction-1912/law/84/b/c/d", "/%00",
        "/%2Fexample.com/", "/" + "x" * 3000, "/auction-1912/" + "9" * 400,
    ],
)  # fmt: skip
def test_what_names_nothing_is_not_found_and_never_the_nearest(client, shelf, typed):
    assert client.get(typed).status_code == 404, typed


def test_no_address_leads_off_the_site(client):
    for typed in ("//example.com", "///example.com/search", "/\\example.com", "/https://example.com/"):
        location = client.get(typed).get("Location", "/")
        assert location.startswith("/") and not location.startswith("//"), typed


class TestShortAddresses:
    def code(self, value: str) -> str:
        law = make_law("84", text="It costs:\n\n(b) that.", permanent_id="7N0J1")
        Part.objects.filter(entry=law).update(permanent_id="K0112")
        make_heading("THE REVOKE", permanent_id="H0PQR")
        return value

    @pytest.mark.parametrize(
        ("typed", "address", "why"),
        [
            ("/~7N0J1", "/auction-1912/law/84/", "an entry"),
            ("/~7N0J1/", "/auction-1912/law/84/", "with a slash"),
            ("/~7n0j1", "/auction-1912/law/84/", "small letters"),
            ("/~7NOJI", "/auction-1912/law/84/", "O for nought and I for one"),
            ("/~7N0Jl.", "/auction-1912/law/84/", "l for one, and the sentence's full stop"),
            ("/~K0112", "/auction-1912/law/84/#b", "a part"),
            ("/~H0PQR", "/auction-1912/#h-h0pqr", "a group heading"),
        ],
    )
    def test_they_lead_to_what_they_name(self, client, typed, address, why):
        answer = client.get(self.code(typed))
        assert (answer.status_code, answer.get("Location")) == (301, address), why

    def test_a_part_that_the_words_have_lost_leads_to_its_law(self, client):
        self.code("")
        Part.objects.update(retired=True)
        assert client.get("/~K0112")["Location"] == "/auction-1912/law/84/"

    def test_a_draft_has_none_but_for_its_editors(self, client, admin_client):
        make_law("85", status="draft", permanent_id="DRAFT")
        assert client.get("/~DRAFT").status_code == 404
        answer = admin_client.get("/~DRAFT")
        assert (answer.status_code, answer["Location"]) == (302, "/auction-1912/law/85/")


def test_an_address_that_an_entry_once_had_leads_to_the_one_that_it_has(client):
    FormerAddress.objects.create(path="/auction-1912/law/83a/", entry=make_law("84"))
    for typed in ("/auction-1912/law/83a/", "/Auction-1912/Law/83A"):
        answer = client.get(typed)
        assert (answer.status_code, answer["Location"]) == (301, "/auction-1912/law/84/")


def test_an_entry_that_stands_at_an_address_beats_one_that_stood_there(client):
    make_law("83")
    FormerAddress.objects.create(path="/auction-1912/law/83/", entry=make_law("84"))
    assert client.get("/auction-1912/law/83/").status_code == 200
    assert client.get("/auction-1912/law/83")["Location"] == "/auction-1912/law/83/"


@pytest.mark.parametrize(
    ("typed", "address", "why"),
    [
        ("/auction-1912/law/84", "/auction-1912/law/98/", "no slash"),
        ("/LAW/84/", "", "no code is named"),
        ("/auction-1912/law/84/b", "/auction-1912/law/98/#b", "its part after a slash, in one step"),
        ("/auction-1912/law/84b", "/auction-1912/law/98/#b", "its part glued to it"),
        ("/auction-1912/law/84b/", "/auction-1912/law/98/#b", "the same with its slash"),
        ("/auction-1912/law/84a", "/auction-1912/law/98/#a", "another part"),
        ("/auction-1912/law/84c", "", "it never had such a part"),
        ("/auction-1912/rule/84", "/auction-1912/law/98/", "the code's own word for a law"),
        ("/auction-1912/law/lxxxiv", "/auction-1912/law/98/", "a roman number"),
        ("/auction-1912/84", "/auction-1912/law/98/", "the number alone"),
        ("/auction-1912/84b/share/", "", "what stands under an entry stands under its kind"),
        ("/auction-1912/law/84b/share/", "/auction-1912/law/98/share/?part=b", "the page of its citations"),
        ("/auction-1912/law/84/share/?part=a", "/auction-1912/law/98/share/?part=a", "the same with a part"),
        ("/auction-1912/law/84b/feed.atom", "/auction-1912/law/98/feed.atom", "its feed"),
        ("/auction-1912/law/84b/history/", "/auction-1912/law/98/history/", "its wordings"),
        ("/auction-1912/rule/84/preview/", "/auction-1912/law/98/preview/", "its preview"),
        ("/bridge-1912/law/84b", "/auction-1912/law/98/#b", "under the old name of its code"),
    ],
)
def test_a_former_number_leads_on_in_every_spelling(client, typed, address, why):
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    FormerSlug.objects.create(slug="bridge-1912", edition=law.edition)
    editing.renumber(law, "98")
    answer = client.get(typed)
    assert (answer.status_code, answer.get("Location", "")) == ((301, address) if address else (404, "")), why


def test_a_former_number_is_read_in_any_spelling_by_what_embeds_a_page(client):
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    editing.renumber(law, "98")
    entry, part = named.by_url(f"{settings.SITE_URL}/auction-1912/rule/84b")
    assert (entry, part.anchor) == (law, "b")


def test_the_entry_that_has_a_number_now_comes_before_the_one_that_had_it_in_every_spelling(client):
    editing.renumber(make_law("84"), "98")
    make_law("84", text="It costs:\n\n(b) that.")
    assert client.get("/auction-1912/rule/84")["Location"] == "/auction-1912/law/84/"
    assert client.get("/auction-1912/law/84b")["Location"] == "/auction-1912/law/84/#b"


@pytest.mark.parametrize("typed", ["/auction-1912/law/84b", "/auction-1912/law/84/b", "/auction-1912/law/84/b/", "/auction-1912/84b"])
def test_a_part_that_was_amended_away_leads_to_its_law(client, typed):
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    reword(law, "It costs that.")
    assert client.get(typed)["Location"] == "/auction-1912/law/84/"
    assert client.get(re.sub(r"b(?=/?$)", "c", typed)).status_code == 404, "a part that never was"


def test_a_draft_cannot_be_guessed_by_its_other_spellings(client):
    make_law("84", status="draft")
    assert client.get("/auction-1912/law/84").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/auction-1912/law/{}/", "/auction-1912/{}", "/auction-1912/law/1-{}/", "/{}/"])
def test_a_number_of_thousands_of_digits_is_not_found_like_any_other(client, path):
    make_law("84")
    assert client.get(path.format("9" * 5000)).status_code == 404


@pytest.mark.django_db
def test_a_list_in_another_spelling_keeps_its_filters(client):
    make_penalty("1")
    answer = client.get("/auction-1912/penalties?offender=dummy")
    assert (answer.status_code, answer["Location"]) == (301, "/auction-1912/penalties/?offender=dummy")


@pytest.mark.django_db
def test_a_range_whose_ends_are_not_both_there_shows_what_is(client):
    for number in ("90", "91"):
        make_law(number)
    page = client.get("/auction-1912/law/90-100/")
    assert page.status_code == 200 and "/auction-1912/law/91/" in page.content.decode()


class TestAShortAddressWithoutItsTilde:
    @pytest.fixture(autouse=True)
    def printed(self):
        law = make_law("84", text="It costs:\n\n(b) that.", permanent_id="7N0J1")
        Part.objects.filter(entry=law).update(permanent_id="K0112")

    @pytest.mark.parametrize("typed", ["/7N0J1", "/7N0J1/", "/7n0j1", "/7NOJI", "/7N0Jl.", "/7N-0J1"])
    def test_leads_to_the_page_in_one_step(self, client, typed):
        reply = client.get(typed)
        assert (reply.status_code, reply["Location"]) == (302, "/auction-1912/law/84/")

    def test_leads_to_a_part(self, client):
        assert client.get("/k0112")["Location"] == "/auction-1912/law/84/#b"

    @pytest.mark.parametrize("typed", ["/ZZZZZ", "/DRAFT", "/7N0J1/84", "/7N0J1.png", "/7N0J", "/7N0J12"])
    def test_leads_nowhere_where_there_is_no_such_id(self, client, typed):
        make_law("99", status="draft", permanent_id="DRAFT")
        assert client.get(typed).status_code == 404

    @pytest.mark.parametrize("page", ["cases", "feeds", "7n0j2", "7n0j3"])
    def test_hides_no_page(self, client, page):
        make_edition("7n0j2")
        make_law("1", permanent_id="7N0J2")
        FormerSlug.objects.create(slug="7n0j3", edition=make_edition("whist-1889"))
        make_law("2", permanent_id="7N0J3")
        make_law("3", permanent_id="CASES")
        make_law("4", permanent_id="FEEDS")
        there = {"7n0j3": "/whist-1889/"}.get(page, f"/{page}/")
        for typed in (page, page.upper(), f"{page}/"):
            assert client.get(f"/{typed}", follow=True).request["PATH_INFO"] == there
        assert client.get(f"/~{page}")["Location"].startswith("/auction-1912/law/")
