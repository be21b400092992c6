"""HTML that leaves the site: whole addresses, nothing of our own scripts and styles, and typed words still words."""

from __future__ import annotations

import re

import pytest

from laws.citations import graph
from laws.sharing import outward
from tests.builders import make_case, make_law

pytestmark = pytest.mark.django_db


def sent(entry) -> str:
    return "".join(outward.whole(html) for _, html, _ in outward.words(entry, graph.outgoing(entry)))


def test_links_lead_to_the_site_and_keep_nothing_of_its_pages() -> None:
    make_law("84", text="It costs:\n\n(b) that.")
    html = sent(make_case("1", facts="By Law 84 b and Law 99 it is so.[^3]"))
    assert '<a href="https://casebook.example/auction-1912/law/84/#b">Law 84 b</a>' in html
    assert not re.search(r"data-|class=|id=|title=|tabindex", html)
    assert "<span>Law 99</span>" in html


def test_parts_are_paragraphs_with_their_letters() -> None:
    make_law("83")
    html = sent(make_law("84", text="It costs:\n\n(a) this, _vide_ Law 83;\n\n(b) that.\n\nAfterwards."))
    assert html == (
        '<p>It costs:</p><p>(a) this, <em>vide</em> <a href="https://casebook.example/auction-1912/law/83/">Law 83</a>;</p><p>(b) that.</p><p>Afterwards.</p>'
    )


@pytest.mark.parametrize("typed", ['<a href="/x" class="y">', '" class="z"', '<ol class="parts"><li>', "id=\"b\" onclick='x'"])
def test_what_is_typed_stays_as_typed(typed: str) -> None:
    html = sent(make_case("1", facts=typed, decision="No."))
    assert re.sub("<[^>]*>", "", html).replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&#x27;", "'") == typed + "No."
    assert set(re.findall(r"<(\w+)", html)) == {"p"}


def test_in_a_frame_links_open_beside_the_page_that_frames_them() -> None:
    make_law("84")
    case = make_case("1", facts="Law 84 decides.")
    html = outward.opening_anew(outward.words(case, graph.outgoing(case))[0][1])
    assert html == '<p><a href="https://casebook.example/auction-1912/law/84/" target="_blank" rel="noopener">Law 84</a> decides.</p>'


def test_one_part_can_stand_alone() -> None:
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) _that_.")
    [(_, html, _)] = outward.words(law, [], "b")
    assert outward.part_alone(html) == "<p><em>that</em>.</p>"
    assert outward.part_alone(outward.words(law, [], "z")[0][1]) == ""
