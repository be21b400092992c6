"""What is offered while a reader types, and how a browser's address bar searches here."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from laws import editing
from tests.builders import make_case, make_edition, make_law, make_penalty, make_term

pytestmark = pytest.mark.django_db
OPENSEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"


@pytest.fixture
def book() -> None:
    make_law("84", text="(a) A revoke by the declarer.\n\n(b) A revoke by an adversary.", title="What a revoke costs", offenses=("revoke",))
    make_penalty("1", "Revoke by Declarer", "150 points", laws="84 a", offenses=("revoke",))
    make_case("11", facts="Dummy asked about a revoke.", title="Dummy asks")
    make_term("revoke", "Not to follow suit although one could.")
    make_term("dummy", "The hand on the table.")


def offered(client: Client, typed: str) -> list[str]:
    """The addresses that are offered, in order."""
    answer = client.get("/search/suggest/", {"q": typed})
    assert answer.status_code == 200
    return re.findall(r'data-address="([^"]*)"', answer.content.decode())


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("dum", "/auction-1912/case/11/"),  # a title
        ("rev", "/search/?offense=revoke"),  # an offense
        ("REV", "/glossary/#revoke"),  # a word of the glossary, in capitals
        ("law 84", "/auction-1912/law/84/"),  # a citation
        ("84b", "/auction-1912/law/84/#b"),
    ],
)
def test_titles_offenses_citations_and_words_of_the_glossary_are_offered(client: Client, typed: str, address: str) -> None:
    assert address in offered(client, typed)


@pytest.mark.usefixtures("book")
def test_the_answer_is_a_list_for_a_combobox_and_nothing_more(client: Client) -> None:
    answer = client.get("/search/suggest/?q=rev")
    page = answer.content.decode()
    assert '<ul role="listbox"' in page
    assert "<html" not in page
    assert "<a" not in page  # an option holds nothing that takes the focus
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "max-age" in answer.headers["Cache-Control"]


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("typed", ["", " ", "r", "\x00", "*", '"', "<script>", "%", "_", "a" * 5000, "‮", "rev\x00", "re OR", "-", "𝕣𝕖𝕧", "ｒｅｖ"])
def test_whatever_is_typed_is_answered(client: Client, typed: str) -> None:
    assert client.get("/search/suggest/", {"q": typed}).status_code == 200
    assert client.get("/search/suggest.json", {"q": typed}).status_code == 200


@pytest.mark.usefixtures("book")
def test_nothing_typed_is_repeated_as_markup(client: Client) -> None:
    make_law("1", title="<b>bold</b> law")
    assert "&lt;" in client.get("/search/suggest/?q=bold").content.decode()


@pytest.mark.usefixtures("book")
def test_a_browser_gets_words_remarks_and_addresses(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.SITE_URL = "https://casebook.example"
    answer = client.get("/search/suggest.json?q=rev")
    typed, words, remarks, addresses = json.loads(answer.content)
    assert answer.headers["Content-Type"] == "application/x-suggestions+json"
    assert typed == "rev"
    assert len(words) == len(remarks) == len(addresses) > 1
    assert "revoke" in words
    assert "https://casebook.example/glossary/#revoke" in addresses


def test_a_browser_is_told_how_to_search(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.SITE_URL = "https://casebook.example"
    answer = client.get("/opensearch.xml")
    assert answer.headers["Content-Type"].startswith("application/opensearchdescription+xml")
    root = ElementTree.fromstring(answer.content)
    assert len(root.findtext(f"{OPENSEARCH}ShortName") or "") <= 16
    templates = {url.get("type"): url.get("template") for url in root.iter(f"{OPENSEARCH}Url")}
    assert templates["text/html"] == "https://casebook.example/search/?q={searchTerms}"
    assert templates["application/x-suggestions+json"] == "https://casebook.example/search/suggest.json?q={searchTerms}"
    assert 'rel="search"' in client.get("/").content.decode()


def test_a_number_goes_on_to_longer_ones(client: Client) -> None:
    for number in ("8", "80", "84", "89", "800", "18"):
        make_law(number)
    make_case("81", facts="A case.")
    make_law("85", edition=make_edition("whist-1889", order=2))
    assert offered(client, "law 8") == [f"/{code}/" for code in ("auction-1912/law/8", "auction-1912/law/80", "auction-1912/law/84", "whist-1889/law/85", "auction-1912/law/89")]
    assert offered(client, "law 84") == ["/auction-1912/law/84/"]
    assert offered(client, "law 1") == ["/auction-1912/law/18/"], "it need not be there itself"
    assert offered(client, "law 8 b") == []


def test_what_was_withdrawn_is_offered_as_that(client: Client) -> None:
    editing.withdraw(make_law("97", title="Cutting anew"), because="It was never played.")
    assert offered(client, "law 97") == ["/auction-1912/law/97/"]
    (where,) = json.loads(client.get("/search/suggest.json?q=law 97").content)[2]
    assert where == "Withdrawn · The Laws of Auction 1912, 1912"


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("typed", "address", "meant"),
    [
        ("renege", "/search/?q=renege", "Here: revoke"),  # a word that no law says
        ("Reneg", "/search/?q=reneg", "Here: revoke"),
        ("failed to follow suit", "/search/?q=failed+to+follow+suit", "Here: revoke"),  # a phrase of the thesaurus
    ],
)
def test_a_word_that_only_the_thesaurus_has_is_offered_with_what_it_means_here(client: Client, typed: str, address: str, meant: str) -> None:
    assert offered(client, typed)[0] == address
    assert json.loads(client.get("/search/suggest.json", {"q": typed}).content)[2][0] == meant
    assert offered(client, "kibitz") == [], "nothing here says what it stands for"
    assert "/search/?q=revoke" not in offered(client, "revoke"), "what is found needs no meaning"


@pytest.mark.parametrize("typed", ["law 8", "8", "renege", "law 99"])
def test_twice_the_entries_take_the_same_number_of_statements(client: Client, typed: str) -> None:
    def statements() -> int:
        offered(client, typed)
        with CaptureQueriesContext(connection) as seen:
            offered(client, typed)
        return len(seen)

    def add(*numbers: int) -> None:
        for number in numbers:
            make_law(str(number), text="A revoke and a deal.", title="Something")

    add(8, 80, 81)
    few = statements()
    add(82, 83, 84, 85, 86)
    assert statements() == few <= 12


@pytest.mark.usefixtures("book")
def test_twice_the_words_take_the_same_number_of_statements(client: Client) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as seen:
            offered(client, "mar")
        return len(seen)

    for number in range(4):
        make_term(f"marmalade {number}", "A jam.")
        make_law(str(number + 1), title=f"Marmalade {number}", offenses=(f"marmalade-{number}",))
    offered(client, "mar")
    few = statements()
    for number in range(4, 8):
        make_term(f"marmalade {number}", "A jam.")
        make_law(str(number + 1), title=f"Marmalade {number}", offenses=(f"marmalade-{number}",))
    offered(client, "mar")
    assert statements() == few
