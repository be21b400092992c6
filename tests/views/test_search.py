"""The search page: what is typed is answered, escaped, and never an error."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import unquote_plus, urlencode

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext

from laws.search.answer import Answer, Choice, Facet
from laws.views import search as search_page
from tests.builders import make_case, make_edition, make_law, make_penalty, make_term

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
    assert "Showing results for <b>revoke</b>" in page
    assert '<a href="?q=revoek&amp;as-typed=1">search instead for “revoek”</a>' in page
    assert page.count("Showing results") == 1
    assert "Showing results" not in text(client, "q=revoek&as-typed=1")


def test_a_word_that_exists_is_never_mended(client: Client) -> None:
    make_law("1", text="A trick and a thick pack.")
    assert "Showing results" not in text(client, "q=thick")


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


@pytest.mark.usefixtures("book")
def test_a_hit_carries_the_words_that_were_found(client: Client) -> None:
    page = text(client, "q=revokes+by+an+adversary")
    assert re.search(r'href="/auction-1912/law/84/\?found=(?:\w+\+)*revoke[+\w]*#b"', page)
    carried = client.get("/auction-1912/law/84/?found=revoke+adversary")
    plain = client.get("/auction-1912/law/84/")
    assert carried.content == plain.content  # the server does not look at it; the canonical address has nothing of it


def test_a_long_list_of_words_is_carried_in_part(client: Client) -> None:
    make_law("1", text=" ".join(f"marmalade{n}" for n in range(60)))
    page = text(client, "q=marmalade*")
    (address,) = set(re.findall(r'href="(/auction-1912/law/1/[^"]*)"', page))
    assert len(address) < 400


# ---- order, kinds, bounds --------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("book")
def test_hits_stand_by_kind_where_that_was_chosen(client: Client) -> None:
    page = text(client, "q=revoke")
    assert 'href="?q=revoke&amp;show=kinds"' in page
    page = text(client, "q=revoke&show=kinds")
    kinds = re.findall(r'<section class="kind">\s*<h2>(\w+) <span class="count">(\d+)</span>', page)
    assert sorted(kinds) == [("Cases", "1"), ("Laws", "1"), ("Penalties", "1")]
    assert '<input type="hidden" name="show" value="kinds">' in page  # a search from here stays so


def test_a_kind_with_more_leads_to_all_of_them(client: Client) -> None:
    for number in range(1, 9):
        make_law(str(number), text="A quarrel about marmalade.")
    make_case("1", facts="Marmalade.")
    page = text(client, "q=marmalade&show=kinds")
    assert re.search(r'href="\?q=marmalade&amp;[^"]*kind=law[^"]*">All 8 laws</a>', page)
    assert page.count('<li class="hit"') == search_page.OF_A_KIND + 1


@pytest.mark.usefixtures("book")
def test_one_kind_alone_offers_no_choice_of_kinds(client: Client) -> None:
    assert "show=kinds" not in text(client, "q=revoke&kind=case").replace('name="show"', "")


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("sort", ["number", "date"])
def test_the_order_is_chosen_and_kept_in_the_address(client: Client, sort: str) -> None:
    page = text(client, f"q=revoke&sort={sort}")
    assert f'<input type="hidden" name="sort" value="{sort}">' in page
    assert f"?q=revoke&amp;sort={sort}&amp;kind=case" in page or f"?q=revoke&amp;kind=case&amp;sort={sort}" in page
    assert 'href="?q=revoke"' in page  # and back to the best first


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("more", ["sort=sideways", "sort=", "show=heap", "sort=number&sort=date", "show=kinds&page=99"])
def test_an_order_that_is_none_is_passed_over(client: Client, more: str) -> None:
    assert "found for" in text(client, f"q=revoke&{more}")


def test_by_number_the_laws_stand_in_their_order(client: Client) -> None:
    for number in (30, 4, 17):
        make_law(str(number), text="A quarrel about marmalade." + " marmalade" * (number % 5), position=number)
    page = text(client, "q=marmalade&sort=number")
    assert re.findall(r"/law/(\d+)/\?found", page) == ["4", "17", "30"]


def test_a_bound_is_said_and_not_passed_off_as_a_count() -> None:
    assert search_page.results.counted(1000, True) == "more than 1,000"
    assert search_page.results.counted(1204, False) == "1,204"
    found = Answer("x", total=1000, bounded=True, facets=(Facet("kind", "Kind", (Choice("law", "Laws", 1000, False, True), Choice("case", "Cases", 3, False))),))
    assert search_page.context(search_page.language.read("x"), found, QueryDict("q=x"), {})["total"] == "more than 1,000"
    (menu,) = search_page.menus(found, QueryDict("q=x"))
    assert [option.count for option in menu.options] == ["1,000+", "3"]


# ---- the language ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("query", "there", "absent"),
    [
        ("revoke kind:case", "/case/11/", "/law/84/"),
        ("revoke -kind:case", "/law/84/", "/case/11/"),
        ("law:84", "/penalty/1/", "/case/11/"),
        ("offense:revoke kind:penalty", "/penalty/1/", "/case/11/"),
        ("dummy OR adversary", "/case/11/", "/penalty/1/"),
        ("revoke year:1912", "/law/84/", "nothing"),
        ("revoke kind:case kind:penalty", "/penalty/1/", "/law/84/"),
    ],
)
def test_a_field_narrows_what_is_found(client: Client, query: str, there: str, absent: str) -> None:
    hits = re.findall(r'<h3>\s*<a href="([^"?#]*)', text(client, urlencode({"q": query, "stay": 1})))
    assert any(there in address for address in hits), hits
    assert not any(absent in address for address in hits), hits


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("query", ["revoke year:1700", "revoke code:nowhere", "offense:murder", "law:4000", "revoke year:1915..1912", "kind:banana"])
def test_a_wish_that_nothing_fits_is_answered_with_a_sentence(client: Client, query: str) -> None:
    page = text(client, urlencode({"q": query}))
    assert re.search(r'class="(?:said|big)">\s*\S', page) or "found for" in page


@pytest.mark.usefixtures("book")
def test_a_word_of_the_glossary_is_explained_above_the_hits(client: Client) -> None:
    make_term("revoke", "Not to follow suit although one could.", forms="revokes")
    for query in ("Revokes", "revoke?", "What is a revoke?", "what's a revoke", "define revoke", "what does revoke mean?"):
        assert "Not to follow suit although one could." in text(client, urlencode({"q": query})), query
    for query in ("revoke by dummy", "what is the penalty for a revoke", '"revoke"', "-revoke", "what is"):
        assert "Not to follow suit" not in text(client, urlencode({"q": query})), query


def test_finding_nothing_offers_the_words_one_by_one(client: Client) -> None:
    page = text(client, "q=xylophone+quartet+-dummy")
    assert 'href="/search/?q=xylophone"' in page
    assert 'href="/search/?q=quartet"' in page
    assert 'href="/search/?q=dummy"' not in page


def test_the_language_is_taught_on_a_page_of_its_own(client: Client, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    with django_assert_num_queries(0):
        page = client.get("/search/help/").content.decode()
    for words in ("law:84b", "kind:case", "code:auction-1912", "year:1912..1915", "-dummy", "OR"):
        assert words in page
    assert '/search/help/"' in text(client, "")


@pytest.mark.usefixtures("book")
def test_every_example_of_that_page_is_understood(client: Client) -> None:
    for address in re.findall(r'href="/search/\?q=([^"]*)"', client.get("/search/help/").content.decode()):
        notes = search_page.language.read(unquote_plus(unescape(address))).notes
        assert notes == (), address


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
