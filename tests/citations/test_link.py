"""From text and citations to HTML: links never change the words, and the HTML is always well formed."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from laws.citations import graph, link
from laws.citations.link import render
from laws.models import Citation, Entry
from tests.builders import make_case, make_edition, make_etiquette, make_law

VOID = {"br"}


class Checker(HTMLParser):
    """Raises on a tag that closes what is not open; keeps the words and the links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.links: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag, attrs):
        assert not (tag == "a" and "a" in self.open), "a link inside a link"
        self.open.append(tag)
        if tag == "a" and "cite" in dict(attrs).get("class", ""):
            self.links.append(dict(attrs)["href"])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> out of place"

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.django_db
class TestLinks:
    def page(self, entry: Entry) -> str:
        return "".join(field.html for field in link.fields(entry, graph.outgoing(entry)))

    @pytest.mark.parametrize(
        ("words", "linked", "href", "why"),
        [
            ("See Law 84 b, now.", "Law 84 b", "/auction-1912/law/84/#b", "a pinpoint leads to its part"),
            ("See Law 84 _b_.", "Law 84 <em>b</em>", "/auction-1912/law/84/#b", "markup inside a citation"),
            ("_Vide Law 84_ too", "<em>Law 84</em>", "/auction-1912/law/84/", "a citation inside italics"),
            ("(see Law\n84)", "Law\n84", "/auction-1912/law/84/", "a line break inside a citation is one link"),
            ("> see Law\n> 84", "Law\n84", "/auction-1912/law/84/", "and inside a quotation too"),
            ("Rule 84 says", "Rule 84", "/auction-1912/law/84/", "the code's own word for a law"),
            ("Section 10 of Etiquette", "Section 10 of Etiquette", "/auction-1912/etiquette/10/", "etiquette"),
        ],
    )
    def test_a_citation_is_a_link_to_what_it_cites(self, words, linked, href, why):
        make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
        make_etiquette("10")
        html = self.page(make_case("1", facts=words))
        found = re.search(r'<a class="cite" href="([^"]+)"[^>]*>(.*?)</a>', html, re.S)
        assert found, html
        assert (found[1], unescape(found[2])) == (href, linked), why
        Checker(html)

    def test_every_number_of_a_list_is_a_link_of_its_own(self):
        for number in ("80", "86", "92"):
            make_law(number)
        html = self.page(make_case("1", facts="under Laws 80, 86 and 92."))
        assert Checker(html).links == [f"/auction-1912/law/{n}/" for n in ("80", "86", "92")]

    def test_a_range_is_one_link_to_the_list_of_its_laws(self):
        for number in ("76", "77", "78", "79"):
            make_law(number)
        case = make_case("1", facts="see Laws 76-79.")
        assert Checker(self.page(case)).links == ["/auction-1912/law/76-79/"]
        assert {row.target.slug for row in graph.outgoing(case)} == {"76", "77", "78", "79"}

    @pytest.mark.parametrize(
        ("words", "links"),
        [
            ("Laws 49 and 53 to 60", ["49/", "53-60/"]),
            ("Laws 76-79, 84 and 86", ["76-79/", "84/", "86/"]),
            ("Laws 53 to 60 and 76-79.", ["53-60/", "76-79/"]),
            ("Laws 84 (b) and 86", ["84/#b", "86/"]),
        ],
    )
    def test_a_range_inside_a_list_leads_to_the_list_of_its_laws(self, words, links):
        for number in (49, *range(53, 61), *range(76, 80), 86):
            make_law(str(number))
        make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
        case = make_case("1", facts=f"See {words}.")
        found = [href.removeprefix("/auction-1912/law/") for href in Checker(self.page(case)).links]
        assert found == links
        assert len({(row.link_start, row.link_end) for row in graph.outgoing(case)}) == len(links)

    def test_what_is_not_there_keeps_its_words_and_leads_nowhere(self):
        html = self.page(make_case("1", facts="under Law 98 it is so."))
        assert '<span class="cite-unknown" title="Not in this collection">Law 98</span>' in html
        assert not Checker(html).links

    def test_a_draft_is_never_linked(self):
        make_law("98", status="draft")
        assert "cite-unknown" in self.page(make_case("1", facts="under Law 98."))

    def test_a_misprint_links_as_printed_and_is_marked(self):
        make_etiquette("8")
        make_etiquette("9")
        case = make_case("9", facts="Section 9 of Etiquette says so.")
        Citation.objects.filter(source=case).update(
            verdict="sic", origin="editor", correction=Entry.objects.get(kind="etiquette", slug="8"), correction_reason="The words are 8's."
        )
        html = self.page(case)
        assert 'class="cite corrected" href="/auction-1912/etiquette/9/"' in html
        (cite,) = graph.cites(case)
        assert (cite.target.slug, cite.correction.slug) == ("9", "8")

    @pytest.mark.parametrize(("words", "kind"), [("Law 100", "cite-unknown"), ("Law 7 of the Laws of Whist", "cite-ambiguous")])
    def test_a_correction_of_words_that_lead_nowhere_shows_in_the_text(self, words, kind):
        for slug in ("whist-1889", "whist-1900"):
            make_law("7", edition=make_edition(slug, title="Laws of Whist"))
        meant = make_etiquette("8", title="Watching")
        case = make_case("9", facts=f"{words} provides this.")
        Citation.objects.filter(source=case).update(verdict="sic", origin="editor", correction=meant, correction_reason="It is 8's.")
        html = self.page(case)
        assert f'class="{kind} corrected" title="So printed; Etiquette 8 is meant"' in html
        assert Checker(html).links == []

    def test_a_relative_reference_is_drawn_differently(self):
        make_law("72")
        html = self.page(make_case("8", facts="Law 72 covers it. The latter portion of that law does not apply."))
        assert 'class="cite relative" href="/auction-1912/law/72/"' in html

    def test_only_one_of_two_texts_carries_the_anchors(self):
        law = make_law("60", text="May:\n\n(a) ask;\n\n(b) tell.", digest="May\n\n(a) ask\n\n(b) tell")
        html = self.page(law)
        assert html.count('id="a"') == 1 and html.count('id="b"') == 1

    def test_a_law_does_not_link_to_itself(self):
        assert not Checker(self.page(make_law("84", text="Law 84 speaks of itself."))).links


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "_<b>_",
        "(a) <i>",
        "| <td> |",
        '[^"><script>]',
        "> </blockquote>",
        "&lt;script&gt;",
    ],
)
def test_whatever_is_typed_is_shown_as_words(text):
    html = render(text)
    checker = Checker(html)
    assert not set(re.findall(r"<(\w+)", html)) & {"script", "img", "b", "i"}
    if "|" not in text and "_" not in text and not text.startswith(("(", ">")):
        assert checker.text == text


TYPED = st.text(alphabet=" ab(1)\n_[^2]|\\>-<&\"'", max_size=80)


@pytest.mark.django_db
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(TYPED, st.lists(st.tuples(st.integers(0, 80), st.integers(1, 12)), max_size=4))
def test_links_never_change_the_words_and_the_html_is_well_formed(text, spans):
    edition = make_edition()
    target = Entry(pk=1, edition=edition, kind="law", number="84", slug="84", status="published")
    source = Entry(pk=2, edition=edition, kind="case", number="1", slug="1", status="published")
    rows, at = [], 0
    for start, length in sorted(spans):
        start, end = max(start, at), min(max(start, at) + length, len(text))
        if start < end:
            rows.append(
                Citation(
                    source=source,
                    target=target,
                    link_start=start,
                    link_end=end,
                    start=start,
                    end=end,
                    outcome="resolved",
                    form="label",
                    words=text[start:end],
                )
            )
            at = end
    assert squeezed(Checker(render(text, rows)).text) == squeezed(Checker(render(text)).text)
