"""The glossary page, the pop-up over a word, and the words in the texts."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import make_case, make_edition, make_law, make_term

pytestmark = pytest.mark.django_db


def text(client: Client, path: str = "/glossary/") -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_word_has_its_place_its_meaning_its_like_and_a_way_into_the_laws(client: Client) -> None:
    make_term("odd trick", "The seventh trick, after the book.", see="book")
    make_term("book", "The first six tricks.")
    page = text(client)
    assert '<div id="odd-trick">' in page
    assert "The first six tricks." in page
    assert '<a href="#book">book</a>' in page
    assert 'href="/search/?q=%22odd+trick%22&amp;kind=law"' in page
    assert page.index('id="letter-b"') < page.index('id="book"') < page.index('id="letter-o"')


def test_a_meaning_points_to_other_words_but_not_to_its_own(client: Client) -> None:
    make_term("revoke", "A revoke is to renounce wrongly.", forms="revokes")
    make_term("renounce", "Not to follow suit.")
    page = text(client)
    assert '<a class="gloss" href="/glossary/#renounce"' in page
    assert 'href="/glossary/#revoke"' not in page


def test_two_meanings_of_a_word_say_where_they_hold(client: Client) -> None:
    make_term("honors", "At auction.", games="Auction bridge")
    make_term("honors", "At whist.", games="Whist")
    page = text(client)
    assert 'id="honors"' in page
    assert 'id="honors-whist"' in page
    assert "At auction." in text(client, "/glossary/honors/preview/")


def test_an_empty_glossary_says_so(client: Client) -> None:
    assert "No word has been explained here yet." in text(client)


def test_a_preview_is_a_fragment_with_the_meaning(client: Client) -> None:
    make_term("chicane", "A hand <without> trumps.")
    answer = client.get("/glossary/chicane/preview/")
    page = answer.content.decode()
    assert "A hand &lt;without&gt; trumps." in page
    assert 'href="/glossary/#chicane"' in page
    assert "<html" not in page
    assert answer.headers["X-Robots-Tag"] == "noindex"


def test_a_word_has_an_address_of_its_own_that_leads_to_its_place(client: Client) -> None:
    make_term("odd trick", "The seventh.")
    answer = client.get("/glossary/odd-trick/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/glossary/#odd-trick")


@pytest.mark.parametrize("path", ["/glossary/nothing/", "/glossary/nothing/preview/", "/glossary/A B/"])
def test_a_word_that_is_not_there_is_a_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_law_explains_a_word_once_a_field_and_never_in_a_heading_or_a_citation(client: Client) -> None:
    make_term("revoke", "Not to follow suit.")
    make_law("83", title="What a revoke is")
    make_case("1", facts="A revoke and a revoke.", decision="Revoke: see Law 83.", title="The revoke")
    page = text(client, "/auction-1912/case/1/")
    assert page.count('class="gloss"') == 2  # one in the facts, one in the decision
    assert page.count('<a class="cite" href="/auction-1912/law/83/"') >= 1
    heading = page[page.index("<h1>") : page.index("</h1>")]
    assert "gloss" not in heading


def test_a_new_meaning_is_on_the_page_at_once(client: Client) -> None:
    make_case("1", facts="He was chicane.")
    assert 'class="gloss"' not in text(client, "/auction-1912/case/1/")
    make_term("chicane", "Without trumps.")
    assert 'class="gloss"' in text(client, "/auction-1912/case/1/")


def test_twice_the_words_take_the_same_number_of_statements(client: Client) -> None:
    edition = make_edition()
    make_law("1", text=" ".join(f"term{n}" for n in range(40)))

    def statements(path: str) -> int:
        text(client, path)
        with CaptureQueriesContext(connection) as seen:
            text(client, path)
        return len(seen)

    for number in range(10):
        make_term(f"term{number}", "It is so.", edition=edition if number % 2 else None)
    few = {path: statements(path) for path in ("/glossary/", "/auction-1912/law/1/")}
    for number in range(10, 20):
        make_term(f"term{number}", "It is so.", edition=edition if number % 2 else None)
    assert {path: statements(path) for path in few} == few
