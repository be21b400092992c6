"""From ids to an issue, and from the issue to mail, text and Markdown."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from markdown_it import MarkdownIt

from laws import editing
from laws.exports.columns import width_of, wrapped
from laws.models import Entry, Part
from laws.newsletter import mail, sheets
from laws.newsletter.compose import compose
from laws.newsletter.selection import Form, Pick, Selection, read, write
from laws.newsletter.sheets import WIDTH
from tests.builders import make_case, make_edition, make_footnote, make_law, make_penalty

pytestmark = pytest.mark.django_db


def issue(*picks: Pick, title: str = "Club Bulletin"):
    return compose(Selection(title, picks))


def part(entry: Entry, anchor: str) -> Part:
    return entry.parts.get(anchor=anchor)


class TestWhatIsShown:
    def test_entries_stand_in_the_order_that_was_chosen(self):
        one, two, three = make_law("1"), make_case("2"), make_penalty("3")
        made = issue(Pick(three.permanent_id), Pick(one.permanent_id), Pick(two.permanent_id))
        assert [item.article.label for item in made.items] == ["Penalty 3", "Law 1", "Case 2"]
        assert made.codes_of == ("Laws of Auction 1912, 1912",)

    def test_a_part_brings_its_own_words_and_address(self):
        law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that, by Law 84 a.")
        item = issue(Pick(part(law, "b").permanent_id, Form.FULL)).items[0]
        assert item.article.subject.label == "Law 84 b"
        assert item.article.subject.address == "https://casebook.example/auction-1912/law/84/#b"
        assert [block.label for passage in item.article.passages for block in passage.blocks] == ["b"]

    @pytest.mark.parametrize("status", ["draft", "in review"])
    def test_a_draft_is_as_unknown_as_an_id_that_nobody_gave(self, status):
        law = make_law("1", text="A secret.", status=status, permanent_id="DRAFT")
        part_of_it = Part.objects.create(entry=law, anchor="a", label="a", position=0, permanent_id="PARTD")
        made = issue(Pick("DRAFT"), Pick(part_of_it.permanent_id), Pick("ZZZZZ"))
        assert made.items == ()
        assert [row.said.replace(row.code, "?") for row in made.missing] == ["Nothing is published under ?."] * 3

    def test_a_withdrawn_entry_says_why_and_what_to_read_instead(self):
        old, new = make_law("1", text="Old words."), make_law("2")
        editing.withdraw(old, because="It was unclear.", replaced_by=new)
        made = issue(Pick(old.permanent_id, Form.FULL))
        assert made.items == () and "Old words" not in sheets.text(made)
        assert (made.missing[0].said, made.missing[0].instead) == ("Law 1: A law has been withdrawn: It was unclear.", "/auction-1912/law/2/")

    def test_a_part_that_the_law_has_lost_brings_the_whole_law_and_says_so(self):
        law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
        code = part(law, "b").permanent_id
        law.text = "It costs this."
        law.save()
        editing.publish([law])
        made = issue(Pick(code, Form.FULL))
        assert made.items[0].article.label == "Law 84" and "no longer in Law 84" in made.missing[0].said

    def test_the_number_of_queries_does_not_depend_on_the_number_of_entries(self):
        laws = [make_law(str(number), text="See Law 1.\n\n(a) part[^9].") for number in range(1, 9)]
        make_footnote("9", on=laws[0])
        counts = []
        for some in (laws[:2], laws):
            with CaptureQueriesContext(connection, ) as asked:
                issue(*(Pick(law.permanent_id, Form.FULL) for law in some))
            counts.append(len(asked))
        assert counts[0] == counts[1]

    def test_the_address_of_an_issue_says_the_whole_selection(self):
        law = make_law("1")
        chosen = Selection("A & B", (Pick(law.permanent_id, Form.FULL, "So it was."),))
        assert compose(chosen).address == f"https://casebook.example/newsletter/?{write(chosen)}"


@pytest.fixture
def full():
    """An issue with everything that a text can hold, and typed words that look like markup."""
    edition = make_edition()
    law = make_law(
        "84", title="Costs <b>&</b> *more*", edition=edition,
        text="See Law 85 and _this_[^24] | <script>alert(1)</script> & a *star*.\n\n(a) first;\n\n(b) second.\n\n> A quotation.\n\n| Held | Worth |\n| --- | --- |\n| 3 | 30 \\| 40 |",
    )
    make_law("85", edition=edition, digest="In our own words.", text="# not a heading\n\n- no list\n\n1. no number")
    make_footnote("24", on=law, text="A note on it.")
    case = make_case("11", facts="The Declarer leads.\n\nSee Law 84 b.", decision="Law 84.", holding="It costs.", query="Why?")
    penalty = make_penalty("1", offense="Revoke", laws="84 a")
    picks = [Pick(entry.permanent_id, Form.FULL, "Asked <i>last</i> Tuesday & answered") for entry in (case, law, penalty, Entry.objects.get(slug="85"))]
    return issue(*picks, Pick(part(law, "b").permanent_id, Form.LINK), title='Bulletin "March" <1>')


class Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data):
        self.words.append(data)


class TestMail:
    def test_nothing_in_it_hangs_on_a_style_sheet_a_script_or_a_class(self, full):
        tags = Tags(mail.body(mail.mail(full))).found
        assert {tag for tag, _ in tags} & {"script", "style", "link", "iframe", "form", "img"} == set()
        assert [given for _, given in tags if given.keys() & {"class", "id", "data-preview"}] == []
        assert [name for _, given in tags for name in given if name.startswith("on")] == []
        assert all("style" in given for tag, given in tags if tag in {"td", "h1", "h2", "h3", "p", "a"} for _ in [tag]), "each has its own look"

    def test_it_is_made_of_tables_that_give_way_to_a_phone(self, full):
        tables = [given for tag, given in Tags(mail.mail(full)).found if tag == "table" and given.get("role")]
        assert len(tables) == 2 and all(given["role"] == "presentation" for given in tables)
        assert "max-width: 600px" in tables[1]["style"] and tables[1]["width"] == "100%"

    def test_every_link_works_from_anywhere(self, full):
        links = [given["href"] for tag, given in Tags(mail.mail(full)).found if tag == "a"]
        assert links and all(link.startswith("https://casebook.example/") for link in links)
        assert "https://casebook.example/auction-1912/law/84/#b" in links

    def test_dark_mail_programs_are_told_how(self, full):
        page = mail.mail(full)
        assert '<meta name="color-scheme" content="light dark">' in page
        assert re.search(r"<style>@media \(prefers-color-scheme: dark\)", page)
        styles = [given.get("style", "") for tag, given in Tags(page).found if tag == "td"]
        assert all(("color: #" in style) == ("background-color: #" in style) for style in styles if "font-family" in style), "in pairs"

    def test_what_was_typed_stays_words(self, full):
        page = Tags(mail.mail(full))
        said = " ".join(" ".join(page.words).split())
        assert "<script>alert(1)</script>" in said and "Asked <i>last</i> Tuesday & answered" in said and 'Bulletin "March" <1>' in said

    def test_words_that_look_like_a_class_are_not_lost(self):
        law = make_law("1", text='He wrote class="x" and id="y" here.')
        assert 'class="x" and id="y"' in mail.mail(issue(Pick(law.permanent_id, Form.FULL)))

    def test_every_entry_is_cited_as_on_its_page(self, full):
        said = " ".join(" ".join(Tags(mail.mail(full)).words).split())
        for item in full.items:
            assert f"{item.article.citation}, casebook.example/~{item.article.code}" in said

    def test_an_empty_issue_is_a_mail_all_the_same(self):
        assert "Nothing has been chosen yet" in mail.mail(compose(Selection()))


class TestText:
    def test_it_never_exceeds_72_columns_and_keeps_links_whole(self, full):
        lines = sheets.text(full).split("\n")
        assert max(map(width_of, lines)) <= 72
        links = [line for line in lines if "https://" in line]
        assert len(links) == 5 and all(re.fullmatch(r"https://casebook\.example/~[0-9A-Z]{5}", line) for line in links)

    @pytest.mark.parametrize("words", ["x" * 300, "撲克牌" * 60, "a\u0301" * 200, "An address https://example.org/" + "y" * 60 + " in it"])
    def test_long_and_wide_words_are_cut_and_addresses_are_not(self, words):
        law = make_law("1", text=words)
        lines = sheets.text(issue(Pick(law.permanent_id, Form.FULL, words[:300]))).split("\n")
        assert all(width_of(line) <= 72 or line.startswith("https://") for line in lines)
        if "https" in words:
            assert "https://example.org/" + "y" * 60 in lines

    @pytest.mark.parametrize(
        ("typed", "columns"),
        [("❤️", 2), ("👍🏽", 4), ("👨‍👩‍👧", 6), ("🇫🇷", 2), ("1️⃣", 2), ("🫨", 2), ("é", 1), ("e\u0301", 1), ("牌", 2), ("♠", 1), ("co\u00adop", 4)],
    )
    def test_a_picture_has_the_room_that_it_may_take_and_is_not_taken_apart(self, typed, columns):
        assert width_of(typed) == columns
        lines = wrapped(typed * 90, WIDTH)
        assert "".join(lines) == typed.replace("\u00ad", "") * 90
        assert all(width_of(line) <= WIDTH for line in lines)
        if columns > 1 and "\u00ad" not in typed and typed != "🇫🇷":
            assert all(line.count(typed) * len(typed) == len(line) for line in lines)

    def test_an_introduction_loses_nothing_that_is_seen(self):
        law = make_law("1", text="Words.")
        said = "Ask 👩‍⚖️ about a co\u00adoperative dou\u00adble, on 1️⃣\u2028May\u200f!"
        shown = read([("pick", law.permanent_id), (f"say-{law.permanent_id}", said)])
        assert shown.picks[0].say == "Ask 👩‍⚖️ about a cooperative double, on 1️⃣ May!"
        assert shown.picks[0].say in sheets.text(compose(shown))

    def test_it_says_whose_words_are_shown(self, full):
        assert "FACTS (AS PRINTED)" in sheets.text(full) and "IN BRIEF (OUR DIGEST)" in sheets.text(full)

    def test_the_columns_of_a_table_stand_under_one_another(self, full):
        lines = sheets.text(full).split("\n")
        at = lines.index("Held  Worth")
        assert lines[at + 1] == "3     30 \\| 40"


class TestMarkdown:
    def test_it_reads_as_what_was_typed(self, full):
        html = MarkdownIt("commonmark", {"html": True}).enable("table").render(sheets.text_md(full))
        page = Tags(html)
        said = " ".join("".join(page.words).split())
        assert "<script>alert(1)</script>" in said and "a *star*" in said and "# not a heading" in said and "1. no number" in said
        assert [tag for tag, _ in page.found if tag in ("script", "i", "li", "b")] == []
        assert sum(tag == "h2" for tag, _ in page.found) == 5 and sum(tag == "h1" for tag, _ in page.found) == 1

    def test_its_links_are_whole(self, full):
        html = MarkdownIt("commonmark").render(sheets.text_md(full))
        links = [given["href"] for tag, given in Tags(html).found if tag == "a"]
        assert "https://casebook.example/auction-1912/law/84/#b" in links and all(link.startswith("https://casebook.example/") for link in links)
