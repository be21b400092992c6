"""A citation as people paste it: the site's style, and every odd character still only words in each form."""

from __future__ import annotations

import re
from datetime import date
from html.parser import HTMLParser

import pytest
from django.core.exceptions import ImproperlyConfigured
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from casebook import environment, settings
from laws.sharing import markup, style
from laws.sharing.forms import forms, frame
from laws.sharing.subject import Subject, one_line, subject
from tests.builders import make_case, make_edition, make_etiquette, make_law, make_penalty, make_section

ODD = ["a * b _c_ [d](e) <f> `g`", "[b]bold[/b] [url=x]", "& &amp; &#91; \\* \\", "“quoted” 'single' \"double\"", "♠ ♥ é ß 漢字 \U0001f0a1", "| # ! ~ {x} -- --- ..."]
words = st.text(st.characters(blacklist_categories=("Cs",)), min_size=1, max_size=60).map(one_line).filter(bool)


def made(**values: object) -> Subject:
    """A subject with defaults that stand."""
    plain = {"label": "Case 11", "title": "Dummy asks", "kind": "case", "code": "Laws of Auction Bridge", "short": "Auction 1912",
             "issuer": "Whist Club of New York", "year": 1912, "published_in": "A book (Boston, 1913)", "decided": date(1912, 11, 30), "gist": "Held.",
             "address": "https://casebook.example/auction-1912/case/11/", "short_address": "https://casebook.example/~7K3QD",
             "key": "auction-1912-case-11"}  # fmt: skip
    return Subject(**{**plain, **values})  # type: ignore[arg-type]


# ---- the style


def test_the_two_forms_of_the_default_style() -> None:
    assert markup.plain(made()) == "Case 11, Laws of Auction Bridge (Whist Club of New York, 1912)"
    assert markup.short(made(label="Law 84 b")) == "Auction 1912, Law 84 b"
    assert markup.for_print(made()).endswith("1912), https://casebook.example/~7K3QD")


def test_nobody_known_to_have_issued_a_code_leaves_no_stray_comma() -> None:
    assert markup.plain(made(issuer="")) == "Case 11, Laws of Auction Bridge (1912)"


def test_the_style_can_be_set(settings) -> None:
    settings.CITATION_STYLE = "{code} {year}: {label}, {title} & more"
    assert markup.plain(made()) == "Laws of Auction Bridge 1912: Case 11, Dummy asks & more"
    assert "<em>Laws of Auction Bridge</em> 1912: Case 11, Dummy asks &amp; more</a>" in markup.html(made())


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("{label} {page}", "“{page}”"),
        ("{code}", "must have {label}"),
        ("{label", "no partner"),
        ("{label!r}", "“{label}”"),
        ("{label:>500000000}", "“{label}”"),
        ("{label.__class__}", "__class__"),
        ("{}", "“{}”"),
    ],
)
def test_a_style_that_makes_no_sense_is_refused_in_a_sentence(monkeypatch, raw: str, said: str) -> None:
    monkeypatch.setenv("CITATION_STYLE", raw)
    with pytest.raises(ImproperlyConfigured, match=re.escape(said)):
        environment.pattern("CITATION_STYLE", "{label}", settings.CITED)


def test_the_settings_and_the_style_know_the_same_names() -> None:
    assert set(settings.CITED) == set(style.FIELDS)


# ---- what is cited


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (lambda: make_law("84", title="What a revoke costs"), "Law 84, Laws of Auction Bridge (Whist Club of New York, 1912)"),
        (lambda: make_case("XI"), "Case XI, Laws of Auction Bridge (Whist Club of New York, 1912)"),
        (lambda: make_etiquette("10"), "Etiquette 10, Laws of Auction Bridge (Whist Club of New York, 1912)"),
        (lambda: make_penalty("24"), "Penalty 24, Laws of Auction Bridge (Whist Club of New York, 1912)"),
        (lambda: make_section(title="The Revoke"), "“The Revoke”, Laws of Auction Bridge (Whist Club of New York, 1912)"),
    ],
)
def test_every_kind_is_cited(entry, said: str) -> None:
    make_edition(title="The Laws of Auction Bridge", issued_by="The Whist Club of New York (adopted in November)")
    assert markup.plain(subject(entry())) == said


@pytest.mark.django_db
def test_a_part_is_cited_with_its_own_words_and_addresses() -> None:
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.\n\n(2d) the other.")
    part = law.parts.get(anchor="b")
    cited = subject(law, part)
    assert (cited.label, cited.gist, cited.key) == ("Law 84 b", "that.", "auction-1912-law-84-b")
    assert cited.address == "https://casebook.example/auction-1912/law/84/#b"
    assert cited.short_address == f"https://casebook.example/~{part.permanent_id}"
    assert subject(law, law.parts.get(anchor="2")).label == "Law 84, second"


# ---- odd characters in each form


class Words(HTMLParser):
    """The text of some HTML and its tags."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text, self.tags = "", []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@given(words, words)
def test_html_holds_the_words_and_nothing_but_a_link_and_the_codes_italics(label: str, code: str) -> None:
    cited = made(label=label, code=code)
    read = Words(markup.html(cited))
    assert read.text == markup.plain(cited)
    assert read.tags == [("a", {"href": cited.address}), ("em", {})]


@given(words, words)
def test_markdown_comes_back_as_the_same_words(label: str, code: str) -> None:
    cited = made(label=label, code=code)
    tokens = MarkdownIt("commonmark").parse(markup.markdown(cited))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    inner = tokens[1].children or []
    assert inner[0].type == "link_open" and inner[0].attrs["href"] == cited.address and inner[-1].type == "link_close"
    assert "".join(token.content for token in inner if token.type == "text") == markup.plain(cited)


@pytest.mark.parametrize("odd", ODD)
def test_bbcode_has_no_brackets_but_its_own(odd: str) -> None:
    text = markup.bbcode(made(label=odd, code=odd))
    assert re.findall(r"\[[^\]]*\]", text) == ["[url=https://casebook.example/auction-1912/case/11/]", "[i]", "[/i]", "[/url]"]
    assert re.sub(r"\[[^\]]*\]", "", text) == markup.plain(made(label=odd, code=odd)).translate(str.maketrans("[]", "()"))


@given(st.text())
def test_one_line_is_one_line_of_what_can_be_seen(text: str) -> None:
    said = one_line(text)
    assert len(said.splitlines()) <= 1 and one_line(said) == said
    said.encode()


def test_all_forms_have_words_and_names_of_their_own() -> None:
    found = forms(made())
    assert len({form.name for form in found}) == len(found) == 9
    assert all(form.text.strip() and form.label and form.hint and 1 <= form.lines <= 14 for form in found)


@pytest.mark.parametrize("odd", [*ODD, '"><script>alert(1)</script>'])
def test_the_frame_is_one_line_with_a_name_and_no_script(odd: str) -> None:
    read = Words(frame(made(title=odd), 300, 200))
    assert "\n" not in frame(made(title=odd))
    assert [tag for tag, _ in read.tags] == ["iframe"]
    assert read.tags[0][1]["title"] == f"Case 11: {odd}" and read.tags[0][1]["src"] == "https://casebook.example/embed/7K3QD/"
