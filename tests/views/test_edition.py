"""The contents of a code."""

from __future__ import annotations

import re

import pytest

from laws.views import edition
from tests.builders import make_case, make_edition, make_etiquette, make_footnote, make_heading, make_law, make_penalty, make_section
from tests.views.test_home import queries

pytestmark = pytest.mark.django_db


def contents(client, path: str = "/auction-1912/") -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_laws_stand_under_their_headings_in_printed_order(client):
    revoke, general = make_heading("THE REVOKE"), make_heading("GENERAL RULES")
    make_law("85", title="Asking partner", heading=revoke, position=2)
    make_law("84", title="What it costs", heading=revoke, position=1)
    make_law("90", title="Consulting", heading=general, position=3)
    html = contents(client)
    places = [html.index(words) for words in ("THE REVOKE", "What it costs", "Asking partner", "GENERAL RULES", "Consulting")]
    assert places == sorted(places)


def test_the_lists_come_in_their_order_with_an_address_each(client):
    make_footnote("24", on=make_law("1"))
    make_case("1")
    make_penalty("1")
    make_section()
    make_etiquette("1")
    assert re.findall(r'<h2 id="(\w+)">', contents(client)) == ["laws", "etiquette", "sections", "cases", "penalties", "footnotes", "about"]


def test_a_case_shows_its_holding_and_the_table_its_own_page(client):
    make_case("1", holding="The claim fails.")
    make_penalty("1")
    html = contents(client)
    assert "The claim fails." in html
    assert 'href="/auction-1912/penalties/">The table of penalties</a>, 1 row' in re.sub(r"\s+", " ", html)


def test_a_note_that_hangs_on_a_heading_is_shown_there_and_both_point_at_each_other(client):
    heading = make_heading("THE REVOKE[^27]")
    make_law("83", heading=heading)
    make_footnote("27", text="See also Law 83.", on=heading)
    html = re.sub(r"\s+", " ", contents(client))
    assert "[^27]" not in html
    assert 'id="mark-27" href="#note-27"' in html
    assert re.search(r'<li id="note-27">.*?<a class="cite" href="/auction-1912/law/83/".*?href="#mark-27"', html, re.S)


def test_a_heading_shows_its_introduction_and_says_whose_words_they_are(client):
    make_law("1", heading=make_heading("THE DEAL", text="Printed before the laws.", source="Page 12."))
    make_law("2", heading=make_heading("THE PLAY", digest="Ours before the laws."))
    html = re.sub(r"\s+", " ", contents(client))
    assert '<p>Printed before the laws.</p> <p class="status">As printed. Page 12.</p>' in html
    assert '<p>Ours before the laws.</p> <p class="status">In brief, in our own words.</p>' in html


def test_front_and_back_matter_frame_the_lists(client):
    make_edition(front_text="Preface.", back_text="Thanks.", back_source="Page 99.")
    make_law("1", title="Only law")
    html = contents(client)
    assert html.index("Preface.") < html.index("Only law") < html.index("Thanks.") < html.index("Page 99.")


def test_the_edition_says_what_it_is_and_what_it_replaced(client):
    old = make_edition("auction-1910", year=1910, title="The Old Laws")
    make_edition(supersedes=old, issued_by="The Whist Club", published_in="A Book (1913)", source_url="https://www.gutenberg.org/ebooks/1")
    html = contents(client)
    for said in ("The Whist Club", "A Book (1913)", ">gutenberg.org</a>", '<a href="/auction-1910/">The Old Laws, 1910</a>'):
        assert said in html
    assert "Superseded by" in contents(client, "/auction-1910/")


def test_drafts_and_withdrawn_entries_are_not_listed(client):
    make_law("1", title="Shown")
    make_law("2", title="Not yet", status="draft")
    make_law("3", title="No longer", status="withdrawn")
    html = contents(client)
    assert "Shown" in html and "Not yet" not in html and "No longer" not in html


def test_an_edition_that_is_not_there_is_a_404_of_ours(client):
    answer = client.get("/euchre-1900/")
    assert answer.status_code == 404
    assert 'value="euchre 1900"' in answer.content.decode()


def test_more_entries_cost_no_more_queries(client):
    def some(first: int) -> None:
        for number in range(first, first + 3):
            heading = make_heading(f"GROUP {number}[^{number}]")
            law = make_law(str(number), heading=heading)
            make_footnote(str(number), on=heading, text=f"See Law {number}.")
            make_footnote(str(100 + number), on=law)
            make_case(str(number), facts=f"Law {number} applies.")
            make_penalty(str(number))

    some(1)
    few = queries(client, "/auction-1912/")
    some(4)
    assert queries(client, "/auction-1912/") == few


def test_of_a_list_that_is_too_long_the_first_stand_here_and_a_link_leads_to_all(client, monkeypatch):
    """A federation's code may have ten thousand rulings: they would make a page of megabytes."""
    monkeypatch.setattr(edition, "MOST_CASES", 3)
    monkeypatch.setattr(edition, "MOST", 2)
    for number in range(1, 6):
        make_case(str(number), title=f"Ruling {number}")
    make_case("6", title="A draft", status="draft")
    for number in range(1, 5):
        make_law(str(number), title=f"Title {number}")
    make_etiquette("1")
    make_etiquette("2")
    html = contents(client)
    assert re.findall(r"Ruling \d", html) == ["Ruling 1", "Ruling 2", "Ruling 3"]
    assert re.findall(r"Title \d", html) == ["Title 1", "Title 2"]
    links = re.findall(r'<a class="more-link"\s+href="([^"]+)">([^<]+)<', html)
    assert links == [("/search/?code=auction-1912&amp;kind=law", "All 4 laws"), ("/auction-1912/cases/", "All 5 cases")]
    found = client.get(links[0][0].replace("&amp;", "&")).content.decode()
    assert "4 found" in found
