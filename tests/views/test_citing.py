"""What cites an entry: the first of each kind on its page, all of them on a page of their own."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from laws import editing
from laws.models import Citation
from laws.views import beside, cases, citing
from tests.builders import make_case, make_edition, make_law, make_penalty

pytestmark = pytest.mark.django_db
LAW = "/auction-1912/law/84/"
PAGE = f"{LAW}cited-by/"


@pytest.fixture
def cited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Law 84, which five cases, two laws and a row cite; a page of its own shows three of a kind, and lists come three a page."""
    monkeypatch.setattr(beside, "_HANGING", beside._HANGING.replace(f"place <= {beside.SHOWN}", "place <= 3"))
    monkeypatch.setattr(citing, "A_PAGE", 3)
    make_law("84", title="The revoke")
    for number in range(1, 6):
        make_case(str(number), facts=f"Law 84 was read to table {number}. Law 84 again.")
    make_law("85", text="Except as provided in Law 84.")
    make_law("86", text="Law 84 stands.", edition=make_edition("whist-1889"), status="draft")
    make_law("87", text="Law 84 stands.")
    make_penalty("1", laws="84")


def html(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return unescape(answer.content.decode())


def labels(page: str) -> list[str]:
    main = page[page.index("<h1") : page.index("</main>")]
    return re.findall(r'<a href="[^"]+"\s+data-short="[^"]+">([A-Z][a-z]+ \d+)', main)


def test_the_page_of_an_entry_shows_the_first_of_each_kind_and_leads_to_all(client, cited) -> None:
    page = html(client, LAW)
    aside = page[page.index("<h2>Cited by</h2>") : page.index("How to cite")]
    assert re.findall(r"<a href=\"[^\"]+\"\s+data-short=\"[^\"]+\">(\w+ \d+)", aside) == [
        "Case 1", "Case 2", "Case 3", "Penalty 1", "Law 85", "Law 87",
    ]  # fmt: skip
    assert re.findall(r'href="([^"]+cited-by/[^"]*)">([^<]+)<', aside) == [(f"{PAGE}?kind=case", "All 5 cases that cite it")]


def test_where_too_many_cite_it_to_count_no_number_is_told(client, cited, monkeypatch) -> None:
    monkeypatch.setattr(beside, "LOOKED", 4)
    page = html(client, LAW)
    assert "All cases that cite it" in page and "All laws that cite it" in page


def test_the_list_has_all_of_them_page_by_page_with_their_words(client, cited) -> None:
    first = html(client, PAGE)
    assert labels(first) == ["Case 1", "Case 2", "Case 3"]
    assert "Law 84 was read to table 1" in first and "Page 1 of 3" in first
    assert [labels(html(client, f"{PAGE}?page={number}")) for number in (2, 3)] == [["Case 4", "Case 5", "Law 85"], ["Penalty 1", "Law 87"]]


def test_one_kind_of_them_can_be_chosen_and_its_number_is_told(client, cited) -> None:
    page = html(client, f"{PAGE}?kind=law")
    assert labels(page) == ["Law 85", "Law 87"]
    kinds = re.findall(r'<a href="([^"]+)"([^>]*)>(\w+) \((\d+)\)', page)
    assert [(address, "aria-current" in marked, kind, count) for address, marked, kind, count in kinds] == [
        ("?", False, "All", "8"), ("?kind=case", False, "Cases", "5"), ("?kind=penalty", False, "Penalties", "1"), ("?kind=law", True, "Laws", "2"),
    ]  # fmt: skip


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "last", "٣", "9" * 5000])
def test_what_is_no_page_is_the_first_in_every_list(client, cited, monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    monkeypatch.setattr(cases, "PER_PAGE", 2)
    for path in (PAGE, "/cases/", "/auction-1912/cases/"):
        assert "Page 1 of 3" in html(client, f"{path}?page={number}"), path


@pytest.mark.parametrize("params", ["?kind=nonsense", "?page=x", "?page=-1", "?page=0", "?kind=", "?kind=footnote", "?kind=case&kind=nonsense"])
def test_what_means_nothing_in_the_address_changes_nothing(client, cited, params) -> None:
    assert labels(html(client, PAGE + params)) == ["Case 1", "Case 2", "Case 3"]


def test_what_nothing_cites_says_so(client) -> None:
    make_law("9")
    page = html(client, "/auction-1912/law/9/cited-by/")
    assert "Nothing published cites Law 9." in page and 'href="/auction-1912/law/9/"' in page


@pytest.mark.parametrize(("status", "answer"), [("draft", 404), ("in review", 404), ("withdrawn", 410)])
def test_what_readers_may_not_see_has_no_such_list(client, status, answer) -> None:
    make_law("9", status=status)
    make_case("1", facts="Law 9.")
    assert "Case 1" not in html(client, "/auction-1912/law/9/cited-by/", answer)
    assert html(client, "/auction-1912/law/99/cited-by/", 404)


def test_a_dismissed_citation_and_one_of_a_draft_are_in_no_list(client, cited) -> None:
    Citation.objects.filter(source__number="1", source__kind="case").update(outcome="dismissed")
    make_case("9", facts="Law 84.", status="draft")
    assert labels(html(client, f"{PAGE}?kind=case")) == ["Case 2", "Case 3", "Case 4"]
    assert "All 4 cases" in html(client, LAW)


def test_however_many_cite_it_the_list_takes_the_same_queries(client, cited, django_assert_num_queries) -> None:
    with django_assert_num_queries(5):
        client.get(PAGE)
    for number in range(10, 30):
        make_case(str(number), facts="Law 84 again.")
    with django_assert_num_queries(5):
        client.get(PAGE)


@pytest.mark.parametrize(
    "path", ["law/84b/cited-by/", "law/lxxxiv/cited-by/", "rule/84/cited-by", "LAW/84/CITED-BY/", "law/100/cited-by/", "law/84/cited-by"],
    ids=["its part", "a Roman number", "another word", "capitals", "a former number", "no slash"],
)  # fmt: skip
def test_other_spellings_of_the_entry_lead_to_its_list(client, path) -> None:
    law = make_law("100", text="It costs:\n\n(a) this;\n\n(b) that.")
    editing.renumber(law, "84")
    answer = client.get(f"/auction-1912/{path}?kind=case")
    assert (answer.status_code, answer["Location"]) == (301, f"{PAGE}?kind=case")


@pytest.mark.parametrize("path", ["law/85/cited-by/", "law/cited-by/", "cited-by/", "law/84/history/cited-by/"])
def test_a_list_below_nothing_is_not_found(client, path) -> None:
    make_law("84")
    assert client.get(f"/auction-1912/{path}").status_code == 404
