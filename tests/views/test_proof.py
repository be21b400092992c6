"""The proof-reader for anybody: what it finds in a column, the copies with links, and that nothing of a text stays behind."""

import logging
import re
import time
from html import unescape
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from markdown_it import MarkdownIt

from laws.models import Citation, Edition, Entry
from laws.proofreading import copies, judging, reader
from laws.views.proof import MOST, TOO_LONG
from tests.builders import make_case, make_edition, make_law

pytestmark = pytest.mark.django_db
WHERE = "/proof/"
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def code() -> Edition:
    make_law("84", text="It costs:\n\n(a) 150 points;\n\n(b) three tricks.", title="The revoke")
    make_law("85", text="A player may ask his partner whether he has any of the suit.")
    make_case("11", facts="Words.")
    return Edition.objects.get()


def post(text: str, edition: str = "auction-1912", **more):
    return Client().post(WHERE, {"text": text, "edition": edition, **more})


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_the_page_is_empty_until_a_text_comes():
    answer = Client().get(WHERE)
    assert answer.status_code == 200
    assert "Nothing is kept" in answer.content.decode()
    assert "proof" not in answer.context
    assert not answer.cookies, "whoever looks is not known"


def test_a_column_is_read():
    answer = post('Law 84 b, Rule 85 and Law 100. Law 84 provides that "three tricks." See the next law.')
    page = words(answer.content.decode())
    assert answer.status_code == 200
    assert "Found Law 84 b Law 84 b: The revoke" in page
    assert "Unknown Law 100 There is no Law 100 in this code; its last is Law 85." in page
    assert "Word for word" in page
    assert "Which one is meant?" in page


def test_the_code_is_the_one_that_was_chosen():
    make_law("7", edition=make_edition("whist-1889"), title="Of whist")
    assert "Of whist" in post("Law 7 forbids it.", "whist-1889").content.decode()
    assert "There is no Law 7" in post("Law 7 forbids it.").content.decode()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"text": "", "edition": "auction-1912"}, "Paste a text, or type one."),
        ({"text": "Law 84", "edition": "nothing"}, "There is no such code here. Choose one of the list."),
        ({"text": "Law 84"}, "Choose a code."),
        ({"text": "x" * (MOST + 1), "edition": "auction-1912"}, TOO_LONG),
        ({}, "Paste a text, or type one."),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "scripts"])
def test_what_cannot_be_read_gets_a_sentence(sent, sentence, headers):
    answer = Client().post(WHERE, sent, headers=headers)
    assert answer.status_code == 422
    assert sentence in unescape(answer.content.decode())


def test_a_flood_is_not_even_read():
    answer = Client().post(WHERE, {"text": "x" * (13 * MOST), "edition": "auction-1912"})
    assert answer.status_code == 413
    assert TOO_LONG in unescape(answer.content.decode())


def test_the_longest_text_is_read():
    text = ("Law 84 b costs 150 points, as \"three tricks\" shows. " * 1000)[:MOST]
    assert post(text).status_code == 200


def test_scripts_are_answered_with_the_findings_alone():
    answer = Client().post(WHERE, {"text": "Law 84", "edition": "auction-1912"}, headers=HTMX)
    assert answer.content.decode().lstrip().startswith('<div id="findings"')


def test_other_ways_of_asking_are_refused():
    assert Client().put(WHERE).status_code == 405
    assert Client().head(WHERE).status_code == 200


# --- nothing stays


def test_nothing_of_a_text_is_stored_kept_or_logged(caplog):
    secret = "Law 84 and a secret-word-of-somebody"
    with caplog.at_level(logging.DEBUG), CaptureQueriesContext(connection) as queries:
        answer = post(secret)
    assert "secret-word-of-somebody" not in caplog.text
    assert [query["sql"] for query in queries if not query["sql"].startswith("SELECT")] == []
    assert not [query for query in queries if "secret-word" in query["sql"]]
    assert not answer.cookies
    assert "no-store" in answer["Cache-Control"]


def test_a_forged_token_is_not_asked_for():
    assert Client(enforce_csrf_checks=True).post(WHERE, {"text": "Law 84", "edition": "auction-1912"}).status_code == 200


def test_drafts_are_not_told():
    make_law("90", status="draft", title="Not for anybody yet", text="The secret words of a draft that nobody should read.")
    page = post('Law 90 provides that "the secret words of a draft that nobody should read." So does Law 85.').content.decode()
    assert "Not for anybody yet" not in page
    assert "There is no Law 90" in page


def test_a_longer_column_asks_no_more_questions():
    def asked(text: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            post(text)
        return len(queries)

    one = 'Law 84 b says: "three tricks are taken here." Case 11, 12. '
    assert asked(one * 2) == asked(one * 20)


# --- the copies


class Links(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.said = ""
        self.tags: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.found += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data):
        self.said += data


TEXTS = [
    "Law 84 b costs 3 tricks; see Rules 84 and 85, and Case 11.",
    "Two\nlines of Law\n84.\n\nA paragraph & <b>bold</b> \"quoted\" *stars* _lines_ [brackets](x) `code` # 1.",
    "# Not a heading\n- not a list\n1. not a list, Law 84\n> not a quotation\n===\n---\n    not code\n\tnor this",
    "Law 84 of nothing: <script>alert('Law 84')</script> &amp; &lt; \\* http://x.example/ ~~no~~ | a | b |",
    "Law 400 and the next law: nothing to link.",
    "Laws 84 to 85; Law 84 (b); (Law 85); “Law 84”; Law 84's.",
    "💥 Law 84, naïve café.",
]


def rows(text: str):
    return reader.proof(reader.column(text, Edition.objects.get())).rows


@pytest.mark.parametrize("text", TEXTS)
def test_the_html_says_the_same_words_with_whole_addresses(text):
    read = Links(copies.html(text, rows(text), "https://club.example"))
    assert read.said.split() == text.split()
    assert read.tags <= {"p", "a"}
    assert all(href.startswith("https://club.example/auction-1912/") for href in read.found)


@pytest.mark.parametrize("text", TEXTS)
def test_the_markdown_reads_as_the_same_words_with_the_same_links(text):
    html = MarkdownIt("commonmark").render(copies.markdown(text, rows(text), "https://club.example"))
    read = Links(html)
    assert read.said.split() == text.split()
    assert read.tags <= {"p", "a"}, html
    assert read.found == Links(copies.html(text, rows(text), "https://club.example")).found


def test_markdown_that_was_markdown_keeps_its_signs():
    text = "# News\n\n*See* Law 84 b."
    copy = copies.markdown(text, rows(text), "https://club.example", is_markdown=True)
    assert copy == "# News\n\n*See* [Law 84 b](https://club.example/auction-1912/law/84/#b)."


def test_markdown_that_has_links_and_code_gets_none_inside_them():
    text = "[Law 84](http://x), `Law 84` and Law 85.\n\n```\nLaw 84\n```\n"
    copy = copies.markdown(text, rows(text), "", is_markdown=True)
    assert copy == text.replace("Law 85", "[Law 85](/auction-1912/law/85/)")


@pytest.mark.parametrize("unit", ["\n", " \n", "\t\n", "\r", "=\n\n", "- \n"])
def test_signs_at_the_beginning_of_lines_are_found_without_reading_on_from_every_line(unit):
    text = unit * (MOST // len(unit) - 6) + "Law 84"
    begun = time.process_time()
    copies.markdown(text, [], "")
    assert time.process_time() - begun < 2, "40,000 line ends once took half a minute"


def test_the_same_quotation_is_compared_once_and_only_so_many_are(monkeypatch):
    compared = []
    monkeypatch.setattr(judging, "_direct", lambda blank, *rest: compared.append(blank) or blank)
    post('Law 85 says "a b c d". ' * 300)
    assert len(compared) == 1
    compared.clear()
    page = words(post("".join(f'Law 85 says "a b c d {at}". ' for at in range(judging.MOST + 40))).content.decode())
    assert len(compared) == judging.MOST
    assert page.count(f"Not compared: there are more than {judging.MOST} quotations to compare; read the rest by itself.") == 40


def test_every_link_of_a_copy_leads_to_a_page():
    text = "Law 84 b, Laws 84 to 85, Case 11 and Rule 85."
    found = Links(copies.html(text, rows(text), "")).found
    assert len(found) == 4
    for href in found:
        assert Client().get(href.partition("#")[0]).status_code == 200, href


def test_the_boxes_hold_the_copies_letter_for_letter():
    text = 'Law 84 b & "<b>"'
    context = post(text).context
    page = post(text).content.decode()
    for name in ("html", "markdown"):
        box = re.search(rf'<textarea[^>]*id="proof-{name}"[^>]*>(.*?)</textarea>', page, re.S)
        assert box is not None
        assert unescape(box[1]).strip("\n") == context[name]
    assert settings.SITE_URL in context["html"]


@override_settings(SITE_URL="https://club.example")
def test_the_addresses_are_those_of_the_site():
    assert 'href="https://club.example/auction-1912/law/84/#b"' in post("Law 84 b").context["html"]


def test_what_is_pasted_is_shown_and_not_obeyed():
    page = post("<script>alert(1)</script> Law 84").content.decode()
    assert "<script>alert" not in page


def test_the_footer_leads_there():
    assert f'href="{reverse("proof")}"' in Client().get("/help/").content.decode()


def test_looking_changes_no_entry():
    before = list(Entry.objects.values()), list(Citation.objects.values())
    post("Law 84 b")
    assert (list(Entry.objects.values()), list(Citation.objects.values())) == before


# --- no text is too much


@pytest.mark.parametrize(
    ("unit", "each"),
    [("§ 84 ", 1), ("Law 84. ", 1), ("Laws 84 to 85, ", 2), ("Laws 1 to 50; ", 50), ("Law 84 a, b, c, d ", 4)],
    ids=["signs", "laws", "short ranges", "ranges", "parts"],
)
def test_only_so_many_citations_of_a_text_are_read_and_it_says_so(unit, each):
    answer = post((unit * MOST)[:MOST])
    rows = answer.context["proof"].rows
    assert reader.MOST - each < len(rows) <= reader.MOST
    (stop,) = answer.context["proof"].stops
    page = words(answer.content.decode())
    assert f"Only the first {stop.count} citations were read. Nothing from “{stop.words} …” on has been looked at: paste the rest" in page
    assert stop.count == len({row.group for row in rows})
    assert stop.words.startswith(unit.strip()[:4])


def test_one_list_without_end_is_read_as_far_as_any_text():
    answer = post(("Laws " + ", ".join(map(str, range(1, 9999))))[:MOST])
    found = answer.context["proof"]
    assert len(found.rows) == reader.MOST
    assert found.rows[-1].target_number == str(reader.MOST)
    (stop,) = found.stops
    page = words(answer.content.decode())
    assert stop.words.lstrip(", ").startswith(str(reader.MOST + 1))
    assert "Only the first citation, or its beginning, was read." in page
    assert "No citation, no number" not in page


def test_a_text_with_just_as_many_is_read_to_its_end():
    text = "Law 84. " * reader.MOST
    assert post(text).context["proof"].stops == ()
    assert len(post(text + "And Law 85.").context["proof"].stops) == 1


def test_nothing_is_said_of_the_words_that_were_not_read():
    found = post("Law 84. " * reader.MOST + 'Law 85 says "never closed. Then 52 and the next law.').context["proof"]
    assert (found.unclosed, found.loose, found.judgements) == ((), (), ())
    assert found.amiss == 1, "that it was not read is what somebody should look at"


@pytest.mark.parametrize("unit", ["52 ", "1912 ", "the next law ", "XX ", "[^1]"])
def test_only_so_many_numbers_and_phrases_are_shown_and_the_rest_is_counted(unit):
    text = (unit * MOST)[: MOST - len(unit)]
    answer = post(text)
    found = answer.context["proof"]
    assert len(found.loose) <= 2 * reader.MOST_LOOSE
    assert len(found.loose) + sum(found.further.values()) >= text.count(unit.strip()) - 1
    assert answer.content.decode().count('class="proof-item') <= 2 * reader.MOST_LOOSE
    assert re.search(r"And \d+ more", words(answer.content.decode()))


def test_only_so_many_quotations_of_nobody_are_shown():
    answer = post("“a” " * 2000)
    assert answer.content.decode().count('class="proof-item') == reader.MOST_LOOSE
    assert f"And {2000 - reader.MOST_LOOSE} more." in words(answer.content.decode())


@pytest.mark.parametrize("unit", ["§ 84 ", "1 ", "Law 84 says “a b c d e”. ", "“1” ", "Laws 1 to 50, "])
def test_a_hostile_text_asks_no_more_of_the_database_than_a_short_one(unit):
    def asked(text: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            post(text)
        return len(queries)

    post(unit)
    assert asked((unit * MOST)[:MOST]) == asked(unit * 3)
