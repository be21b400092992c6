"""The search page: what is typed is answered, escaped, and never an error."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import make_case, make_edition, make_law, make_penalty

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def book() -> None:
    make_law("84", text="(a) A revoke by the declarer.\n\n(b) A revoke by an adversary.", title="What a revoke costs")
    make_penalty("1", "Revoke by Declarer", "150 points", laws="84 a", offenses=("revoke",))
    make_case("11", facts="Dummy asked about a revoke.", holding="The penalty is lost.", title="Dummy asks", offenses=("revoke",))


def text(client: Client, query: str, **how: object) -> str:
    answer = client.get(f"/search/?{query}", **how)  # type: ignore[arg-type]
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.usefixtures("book")
def test_a_hit_shows_what_it_is_and_what_it_says(client: Client) -> None:
    page = text(client, "q=revoke")
    for words in ('href="/auction-1912/law/84/', "Law 84", "The Laws of Auction 1912, 1912", "<mark>revoke</mark>", "The penalty is lost.", "150 points", "3 found"):
        assert words in page


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(("query", "address"), [("law+84", "/auction-1912/law/84/"), ("law+84b", "/auction-1912/law/84/#b"), ("case+11", "/auction-1912/case/11/")])
def test_a_citation_that_fits_one_entry_leads_there(client: Client, query: str, address: str) -> None:
    answer = client.get(f"/search/?q={query}")
    assert (answer.status_code, answer.headers["Location"]) == (302, address)


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("more", ["&stay=1", "&kind=law"])
def test_a_reader_may_stay_and_see_what_stands_around(client: Client, more: str) -> None:
    page = text(client, f"q=law+84{more}")
    assert 'class="jump-to"' in page
    assert 'href="/auction-1912/law/84/' in page


@pytest.mark.usefixtures("book")
def test_a_citation_that_fits_several_entries_offers_a_choice(client: Client) -> None:
    make_law("84", edition=make_edition("whist-1889", title="The Laws of Whist", year=1889), title="Choosing")
    page = text(client, "q=law+84")
    assert "Which one?" in page
    assert 'href="/whist-1889/law/84/"' in page


@pytest.mark.usefixtures("book")
def test_facets_lead_on_and_what_is_chosen_leads_back(client: Client) -> None:
    assert 'href="?q=revoke&amp;kind=case"' in text(client, "q=revoke")
    page = text(client, "q=revoke&kind=case")
    assert "1 found" in page
    assert 'class="chip" href="?q=revoke"' in page
    assert '<input type="hidden" name="kind" value="case">' in page


@pytest.mark.usefixtures("book")
def test_a_choice_without_a_query_lists_what_it_keeps(client: Client) -> None:
    assert "Dummy asks" in text(client, "kind=case")


@pytest.mark.usefixtures("book")
def test_a_slip_is_mended_and_can_be_searched_for_as_typed(client: Client) -> None:
    page = text(client, "q=revoek")
    assert "Showing results for “revoke”" in page
    assert 'href="?q=revoek&amp;as-typed=1"' in page
    assert "Showing results" not in text(client, "q=revoek&as-typed=1")


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("q=%3Cscript%3Ealert(1)%3C/script%3E", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("q=%22unbalanced", "&quot;unbalanced"),
        ("q=NEAR(revoke+dummy,+3", "NEAR(revoke dummy, 3"),
        ("q=zzzz%00zz", "zzzz"),  # what cannot be seen is left out
        ("q=%E2%80%AElaw+4000", "law 4000"),
        ("q=" + "x" * 3000, "x" * 60),
        ("q=%FF%FE", "�"),
        ("q=a&kind=%22%3E%3Cb%3E", "&quot;&gt;&lt;b&gt;"),
        ("q=revoke&page=-1", "revoke"),
        ("q=revoke&page=" + "9" * 5000, "revoke"),
    ],
)
def test_whatever_is_typed_is_repeated_escaped(client: Client, query: str, shown: str) -> None:
    page = text(client, query)
    assert shown in page
    assert "<script>alert" not in page


def test_an_empty_search_shows_how_to_ask(client: Client) -> None:
    page = text(client, "")
    assert "Ask in your own words" in page
    assert "found" not in page[page.index('id="found"') + 12 : page.index("</p>", page.index('id="found"'))]


def test_finding_nothing_says_what_to_try(client: Client) -> None:
    page = text(client, "q=zzzzzz")
    assert "Nothing found" in page
    assert 'href="/finder/"' in page


@pytest.mark.usefixtures("book")
def test_while_typing_nobody_is_sent_away_and_the_address_follows(client: Client) -> None:
    answer = client.get("/search/?q=law+84&stay=1&kind=", headers=HTMX)
    assert answer.status_code == 200
    assert answer.headers["HX-Replace-Url"] == "/search/?q=law+84&stay=1"
    assert client.get("/search/?q=revoke&stay=1", headers=HTMX).headers["HX-Replace-Url"] == "/search/?q=revoke"


@pytest.mark.usefixtures("book")
def test_the_count_is_announced(client: Client) -> None:
    assert 'id="found" role="status"' in text(client, "q=revoke")


def test_searches_are_not_for_search_engines(client: Client) -> None:
    assert '<meta name="robots" content="noindex">' in text(client, "q=revoke")


@pytest.mark.usefixtures("book")
def test_suggestions_are_a_few_links(client: Client) -> None:
    answer = client.get("/search/suggest/?q=dum")
    page = answer.content.decode()
    assert 'href="/auction-1912/case/11/"' in page
    assert "<html" not in page
    assert answer.headers["X-Robots-Tag"] == "noindex"


def test_a_long_answer_is_paged(client: Client) -> None:
    for number in range(1, 24):
        make_law(str(number), text="A quarrel about marmalade.")
    page = text(client, "q=marmalade&page=2")
    assert "Page 2 of 2" in page
    assert 'rel="prev" href="?q=marmalade"' in page


def test_twice_the_hits_take_the_same_number_of_queries(client: Client) -> None:
    make_law("1", text="A quarrel about marmalade.", offenses=("revoke",))
    make_penalty("1", "Marmalade by declarer")
    few = queries(client)
    for number in range(2, 9):
        make_law(str(number), text="A quarrel about marmalade.", offenses=("revoke", f"offense-{number}"))
        make_penalty(str(number), "Marmalade by declarer", edition=make_edition(f"code-{number}"))
    assert queries(client) == few


def queries(client: Client) -> int:
    with CaptureQueriesContext(connection) as seen:
        text(client, "q=marmalade")
    return len(seen)
