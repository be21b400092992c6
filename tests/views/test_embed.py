"""The card that other sites may frame: that page and no other."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.builders import make_case, make_edition, make_law, make_penalty, reword
from tests.views.test_home import queries

pytestmark = pytest.mark.django_db


def card(client: Client, code: str) -> str:
    answer = client.get(f"/embed/{code}/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_the_card_may_be_framed_and_the_page_may_not(client: Client) -> None:
    law = make_law("84")
    framed, own = client.get(f"/embed/{law.permanent_id}/"), client.get("/auction-1912/law/84/")
    assert "frame-ancestors *" in framed["Content-Security-Policy"] and "X-Frame-Options" not in framed
    assert "frame-ancestors 'none'" in own["Content-Security-Policy"] and own["X-Frame-Options"] == "DENY"
    assert "default-src 'none'" in framed["Content-Security-Policy"] and "script-src 'self'" in framed["Content-Security-Policy"]


def test_a_case_shows_its_holding_and_its_words_with_links_that_open_anew(client: Client) -> None:
    make_edition(title="The Laws of Auction Bridge")
    make_law("84")
    case = make_case("11", title="Dummy asks", holding="It is lost.", facts="Law 84 decides.")
    html = card(client, case.permanent_id)
    assert "It is lost." in html and "in our own words" in html and "As printed" in html
    assert '<a href="https://casebook.example/auction-1912/law/84/" target="_blank" rel="noopener">Law 84</a> decides.' in html
    links = re.findall(r"<a [^>]*>", html)
    assert links and all('target="_blank"' in link and 'rel="noopener"' in link and 'href="https://casebook.example/' in link for link in links)
    assert "<script" not in html and 'content="noindex"' in html


def test_a_part_stands_alone(client: Client) -> None:
    part = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.").parts.get(anchor="b")
    html = card(client, part.permanent_id)
    assert "<p>that.</p>" in html and "this" not in html and "Law 84 b" in html


def test_a_row_shows_its_penalty(client: Client) -> None:
    assert '<p class="holding">150 points</p>' in card(client, make_penalty("1").permanent_id)


def test_a_digest_says_that_it_is_ours_and_own_words_are_not_passed_off_as_printed(client: Client) -> None:
    assert "Our digest" in card(client, make_law("84", digest="In brief.").permanent_id)
    assert "As printed" not in card(client, make_law("85", own_words=True).permanent_id)


def test_a_withdrawn_entry_says_why_and_where_to_read_instead(client: Client) -> None:
    now = make_law("85")
    html = card(client, make_law("84", text="Old words.", status="withdrawn", withdrawn_because="Printed twice.", replaced_by=now).permanent_id)
    assert "Printed twice." in html and "https://casebook.example/auction-1912/law/85/" in html and "Old words." not in html


def test_one_spelling_is_the_address_and_others_lead_to_it(client: Client) -> None:
    make_law("84", permanent_id="K01Q7")
    answer = client.get("/embed/kOiq7/")
    assert (answer.status_code, answer["Location"]) == (301, "/embed/K01Q7/")
    assert "frame-ancestors *" in answer["Content-Security-Policy"]


def test_an_address_without_its_slash_leads_to_the_one_with_it(client: Client) -> None:
    make_law("84", permanent_id="K01Q7")
    for typed in ("K01Q7", "k01q7"):
        answer = client.get(f"/embed/{typed}")
        assert (answer.status_code, answer["Location"]) == (301, "/embed/K01Q7/")
    assert client.get("/embed/ZZZZZ").status_code == 404


def test_a_part_that_was_amended_away_leads_to_its_law(client: Client) -> None:
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.", permanent_id="K01Q7")
    part = law.parts.get(anchor="b")
    reword(law, "It costs that.")
    answer = client.get(f"/embed/{part.permanent_id}/")
    assert (answer.status_code, answer["Location"]) == (301, "/embed/K01Q7/")
    assert "It costs that." in card(client, "K01Q7")


def test_what_is_not_there_says_so_inside_the_frame(client: Client) -> None:
    draft = make_law("84", status="draft", title="Secret")
    for code in ("ZZZZZ", "nonsense", draft.permanent_id):
        answer = client.get(f"/embed/{code}/")
        assert answer.status_code == 404 and "X-Frame-Options" not in answer and "Secret" not in answer.content.decode()


def test_more_citations_take_the_same_number_of_queries(client: Client) -> None:
    for number in range(80, 90):
        make_law(str(number))
    one, many = make_case("1", facts="Law 80."), make_case("2", facts="Laws 80, 81, 82, 83 and 84, and Law 86.")
    assert queries(client, f"/embed/{one.permanent_id}/") == queries(client, f"/embed/{many.permanent_id}/")
