"""The page of an entry of each kind, its preview, and the list of a range."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

import pytest

from laws import editing
from laws.models import Citation, Discussion, Edition, Entry, Extract
from tests.builders import (
    make_case,
    make_edition,
    make_etiquette,
    make_footnote,
    make_heading,
    make_law,
    make_penalty,
    make_section,
)
from tests.views.test_home import queries

pytestmark = pytest.mark.django_db


def page(client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.content.decode())


def beside(html: str, heading: str) -> str:
    """What stands under one heading beside the text."""
    found = re.search(rf"<h2>{heading}</h2>(.*?)</section>", html)
    return re.sub(r' data-short="[^"]*"', "", found[1]) if found else ""


# ---- what a text is


def test_a_law_shows_its_number_its_title_and_its_edition_with_the_year(client):
    make_edition(title="The Laws of Auction Bridge")
    make_law("84", title="What a revoke costs", heading=make_heading("THE REVOKE[^27]"))
    html = page(client, "/auction-1912/law/84/")
    assert re.search("<title> *Law 84: What a revoke costs — The Laws of Auction Bridge, 1912 — Casebook *</title>", html)
    assert '<span class="visually-hidden">Law 84: </span>What a revoke costs</h1>' in html
    assert '<a href="/auction-1912/">The Laws of Auction Bridge, 1912</a>' in html
    assert ">THE REVOKE</a>" in html


@pytest.mark.parametrize(
    ("values", "said", "why"),
    [
        ({"text": "Printed words."}, "as printed, 1912", "printed words are said to be printed"),
        ({"text": "", "digest": "Our words."}, "our digest", "a digest is said to be ours"),
        ({"text": "Words.", "source": "Page 12; a slip put right."}, "Page 12; a slip put right.", "the source of printed words is given"),
        ({"text": "Words.", "editor_note": "A note of ours."}, "<h2>Editor’s note</h2> <p>A note of ours.</p>", "a note is called a note"),
        ({"title": "Ours"}, "Our title", "a title of ours is not passed off as printed"),
        ({"title": "Theirs", "title_is_printed": True}, "Title as printed", "and a printed one is not taken for ours"),
    ],
)
def test_every_text_says_what_it_is(client, values, said, why):
    make_law("84", **values)
    assert said in page(client, "/auction-1912/law/84/"), why


def test_printed_words_come_before_their_digest(client):
    make_law("84", text="The printed words.", digest="The same in brief.")
    html = page(client, "/auction-1912/law/84/")
    assert html.index("<p>The printed words.</p>") < html.index("<p>The same in brief.</p>")


def test_words_that_a_case_quotes_are_shown_as_quoted_there(client):
    law, case = make_law("84", text="", digest="In brief."), make_case("12")
    Extract.objects.create(entry=law, quoted_in=case, part_anchor="b", words="If either of the adversaries revoke ...")
    html = page(client, "/auction-1912/law/84/")
    assert 'Part b, as quoted in <a href="/auction-1912/case/12/">Case 12</a>' in html
    assert re.search("<blockquote> ?<p>If either of the adversaries revoke ...</p> ?</blockquote>", html)
    assert "as printed" not in html


def test_typed_markup_is_never_a_tag(client):
    make_law("84", text="<script>alert(1)</script>", title="<b>x</b>", editor_note="<img src=x>")
    html = page(client, "/auction-1912/law/84/")
    assert "<script>alert" not in html and "<b>x</b>" not in html and "<img" not in html


# ---- parts, links, citing


def test_each_part_has_an_address_and_a_short_one(client):
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    html = page(client, "/auction-1912/law/84/")
    assert '<li class="part" id="b"><a class="part-label" href="#b">b</a>' in html
    for part in law.parts.all():
        assert f'href="/~{part.permanent_id}"' in html


def test_the_citation_box_gives_words_and_a_short_address_to_copy(client):
    make_edition(title="The Laws of Auction Bridge", issued_by="The Whist Club of New York")
    law = make_law("84")
    html = page(client, "/auction-1912/law/84/")
    said = "Law 84, Laws of Auction Bridge (Whist Club of New York, 1912)"
    assert f'{said}<br><a class="short" href="/~{law.permanent_id}">casebook.example/~{law.permanent_id}</a>' in html
    assert f'hidden data-copy="{said}, https://casebook.example/~{law.permanent_id}"' in html
    assert 'hidden data-copy="https://casebook.example/auction-1912/law/84/"' in html


def test_a_section_without_a_number_goes_by_its_title(client):
    make_section("the-revoke", title="The Revoke", title_is_printed=True)
    html = page(client, "/auction-1912/section/the-revoke/")
    assert "<h1>The Revoke</h1>" in html
    assert "“The Revoke”, Laws of Auction 1912 (A club, 1912)" in html


def test_citations_are_links_with_a_preview(client):
    make_law("84", text="It costs:\n\n(b) that.")
    make_case("1", facts="Law 84 b decides it.")
    html = page(client, "/auction-1912/case/1/")
    assert re.search(r'<a class="cite" href="/auction-1912/law/84/#b" data-preview="/auction-1912/law/84/preview/\?part=b">', html)
    assert '<a href="/auction-1912/law/84/#b">Law 84 b: A law</a>' in beside(html, "Cites")


def test_what_cites_an_entry_is_grouped_by_kind_with_a_line_of_context(client):
    make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    make_law("85", text="Except as provided in Law 84, nothing.")
    make_penalty("1", laws="84 b", penalty="150 points")
    make_case("1", facts="", decision="", detail={"decision_digest": "By Law 84 the claim stands."})
    found = beside(page(client, "/auction-1912/law/84/"), "Cited by")
    assert re.findall(r"<h3>(\w+)</h3>", found) == ["Cases", "Penalties", "Laws"]
    assert 'By Law 84 the claim stands. <i class="status">our digest</i>' in found
    assert "150 points <i>(b)</i>" in found
    assert "Except as provided in Law 84, nothing." in found


def test_a_draft_is_not_told_to_cite_anything(client):
    make_law("84")
    make_case("1", facts="Law 84 decides it.", status="draft")
    assert beside(page(client, "/auction-1912/law/84/"), "Cited by") == ""


def test_a_citation_of_nothing_here_is_said_and_not_linked(client):
    make_case("1", facts="Law 98 decides it.")
    found = beside(page(client, "/auction-1912/case/1/"), "Cites")
    assert "<b>Law 98</b> <span>Not in this collection</span>" in found and "<a" not in found


def test_a_misprint_is_told_plainly_with_what_is_meant(client):
    make_etiquette("9")
    meant = make_etiquette("8", title="Leaving the table")
    case = make_case("9", facts="Section 9 of Etiquette says so.")
    Citation.objects.filter(source=case).update(
        verdict="sic", origin="editor", correction=meant, correction_reason="The words are those of Section 8."
    )
    found = beside(page(client, "/auction-1912/case/9/"), "Cites")
    assert '<a href="/auction-1912/etiquette/9/">Etiquette 9: Courtesy</a>' in found
    assert 'what is meant is <a href="/auction-1912/etiquette/8/">Etiquette 8</a>. The words are those of Section 8.' in found


# ---- footnotes


def test_a_note_stands_after_the_text_and_points_back_to_its_mark(client):
    law = make_law("7", text="Slam counts.[^24]")
    make_footnote("24", text="But see Law 7.", on=law)
    html = page(client, "/auction-1912/law/7/")
    assert '<a id="mark-24" href="#note-24"' in html
    assert html.index("Slam counts.") < html.index('<li id="note-24">') < html.index('href="#mark-24"')
    assert html.count('id="note-24"') == html.count('id="mark-24"') == 1


def test_a_note_has_a_page_of_its_own_that_names_what_it_hangs_on(client):
    law = make_law("44", text="One:\n\n(IV) four.[^25]", title="Bidding")
    make_footnote("25", on=law, part="iv")
    assert 'Footnote to <a href="/auction-1912/law/44/#mark-25"' in page(client, "/auction-1912/footnote/25/")
    assert "Law 44 iv, Bidding</a>" in page(client, "/auction-1912/footnote/25/")


def test_a_note_on_a_heading_leads_to_the_heading_among_the_contents(client):
    make_footnote("27", on=make_heading("THE REVOKE[^27]"))
    assert 'to the heading <a href="/auction-1912/#mark-27">THE REVOKE</a>' in page(client, "/auction-1912/footnote/27/")


# ---- cases and penalties


def test_a_case_puts_its_holding_above_its_facts(client):
    make_case("11", holding="No penalty.", facts="Three rounds.", query="Allowed?", decision="No.",
              detail={"place": "New York", "decided_on": date(1912, 11, 30)})  # fmt: skip
    html = page(client, "/auction-1912/case/11/")
    places = [html.index(words) for words in ("<p>No penalty.</p>", "Three rounds.", "Allowed?", "<p>No.</p>")]
    assert places == sorted(places)
    for said in ("Answered no", "30 November 1912", "New York", "The decision in one line, in our own words"):
        assert said in html


def test_a_case_with_a_roman_number_keeps_it(client):
    make_case("XI", edition=make_edition("whist-1889"))
    assert '<span class="visually-hidden">Case XI: </span>' in page(client, "/whist-1889/case/11/")


def test_a_penalty_row_says_who_claims_what_until_when_and_by_which_law(client):
    law = make_law("88", title="Claiming")
    make_law("84", text="It costs:\n\n(a) 150 points;\n\n(b) three tricks.", title="Costs")
    make_penalty("2", offense="Revoke by Adversary", title_is_printed=True, penalty="150 points or 3 tricks", laws="84 b", remedies="150 points | 3 tricks",
                 offenders=("adversary",), detail={"claimant": "the declarer", "claim_until": "before the cut", "claim_law": law})  # fmt: skip
    html = page(client, "/auction-1912/penalty/2/")
    for said in ("<p>150 points or 3 tricks</p>", "Adversary", "The play", "The declarer", "Before the cut", ">Law 88</a>"):
        assert said in html, said
    assert "Offense as printed" in html
    assert "<span>or</span> 3 tricks" in html
    assert '<a href="/auction-1912/law/84/#b">Law 84 b</a> <span class="title">Costs</span>' in html
    assert '<li class="part is-lit"><span class="part-label">b</span><div class="part-text">three tricks.</div></li>' in html
    assert 'id="b"' not in html, "the address #b is the law's own"


# ---- standing, neighbours, dates


def test_the_entries_before_and_after_are_those_that_are_published(client):
    make_law("83", title="Before")
    make_law("84", status="draft")
    make_law("85")
    make_law("86", status="withdrawn")
    make_law("87", title="After")
    html = page(client, "/auction-1912/law/85/")
    assert 'href="/auction-1912/law/83/" rel="prev"' in html
    assert 'href="/auction-1912/law/87/" rel="next"' in html


def test_the_last_amendment_is_dated(client):
    make_law("84", amended_at=datetime(2026, 5, 6, tzinfo=UTC))
    assert re.search(r"Last amended <time [^>]*>6 May 2026</time>", page(client, "/auction-1912/law/84/"))


@pytest.mark.parametrize("status", ["draft", "in review"])
def test_a_draft_is_there_for_editors_only(client, admin_client, status):
    make_law("84", status=status, title="Secret")
    answer = client.get("/auction-1912/law/84/")
    assert answer.status_code == 404 and "Secret" not in answer.content.decode()
    html = page(admin_client, "/auction-1912/law/84/")
    assert "Only editors see this page" in html and 'name="robots" content="noindex"' in html


def test_a_published_page_asks_for_no_session(client):
    make_law("84")
    answer = client.get("/auction-1912/law/84/")
    assert "Cookie" not in answer.get("Vary", "") and not answer.cookies


# ---- previews and ranges


@pytest.mark.parametrize(
    ("address", "said", "why"),
    [
        ("/auction-1912/law/84/preview/", "It costs: (a) this; (b) that.", "the whole law"),
        ("/auction-1912/law/84/preview/?part=b", "<p>that.</p>", "the part that the citation names"),
        ("/auction-1912/law/84/preview/?part=z", "It costs:", "a part that is not there: the law"),
        ("/auction-1912/law/84/preview/?part=%00'\"", "It costs:", "nonsense: the law"),
        ("/auction-1912/case/1/preview/", "<p>Held so.</p>", "a case's holding"),
        ("/auction-1912/penalty/1/preview/", "Revoke by Declarer: 150 points", "a row's penalty"),
    ],
)
def test_a_preview_says_the_first_words_of_what_is_cited(client, address, said, why):
    make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    make_case("1", holding="Held so.")
    make_penalty("1")
    answer = client.get(address)
    html = re.sub(r"\s+", " ", answer.content.decode())
    assert answer.status_code == 200 and said in html and "<html" not in html, why
    assert answer["X-Robots-Tag"] == "noindex"


def test_a_long_preview_ends_with_a_whole_word(client):
    make_law("84", text="word " * 400)
    found = re.search(r"<p>(word[^<]*)</p>", client.get("/auction-1912/law/84/preview/").content.decode())
    assert found and found[1].endswith("word …") and len(found[1]) < 440


def test_a_draft_has_no_preview(client, admin_client):
    make_law("84", status="draft")
    assert client.get("/auction-1912/law/84/preview/").status_code == 404


def test_a_range_is_a_short_list(client):
    for number in ("75", "76", "77", "77a", "78", "79"):
        make_law(number, status="draft" if number == "78" else "published")
    html = page(client, "/auction-1912/law/76-79/")
    assert re.findall(r'<span class="no" aria-hidden="true">(\w+)</span>', html) == ["76", "77", "77a", "79"]
    assert "<h1>Laws 76 to 79</h1>" in html


@pytest.mark.parametrize("ends", ["79-76", "1-2"])
def test_a_range_of_nothing_is_not_found(client, ends):
    for number in ("76", "77", "78", "79"):
        make_law(number)
    assert client.get(f"/auction-1912/law/{ends}/").status_code == 404


# ---- queries


def grow(times: range) -> None:
    """More of everything that hangs on Law 84, cites it or is cited by it."""
    law = Entry.objects.get(kind="law", slug="84", edition=Edition.objects.get(slug="auction-1912"))
    for n in times:
        make_law(str(n))
        make_case(str(n), facts="Law 84 and Law 84 b decide it.")
        make_penalty(str(n), laws="84 a")
        make_footnote(str(n), on=law, text=f"See Law {n}.")
        make_etiquette(str(n), text="Vide Law 84.")
        Extract.objects.create(entry=law, quoted_in=Entry.objects.get(kind="case", slug=str(n)), words="Quoted.")


@pytest.mark.parametrize("path", ["/auction-1912/law/84/", "/auction-1912/case/1/", "/auction-1912/penalty/1/", "/auction-1912/footnote/1/"])
def test_twice_as_much_beside_an_entry_costs_no_more_queries(client, path):
    make_law("84", text="Costs:\n\n(a) this;\n\n(b) that.")
    grow(range(1, 4))
    few = queries(client, path)
    grow(range(4, 10))
    assert queries(client, path) == few


def test_twice_as_many_citations_cost_no_more_queries(client):
    for number in range(80, 90):
        make_law(str(number))
    make_case("1", facts="Laws 80 and 81.")
    make_case("2", facts="Laws 80, 81, 82, 83 and 84, and Law 86, and Law 87.")
    make_penalty("1", laws="80; 81")
    make_penalty("2", laws="80; 81; 82; 83")
    assert queries(client, "/auction-1912/case/1/") == queries(client, "/auction-1912/case/2/")
    assert queries(client, "/auction-1912/penalty/1/") == queries(client, "/auction-1912/penalty/2/")


@pytest.mark.django_db
def test_words_written_for_the_site_are_never_passed_off_as_printed(client):
    make_edition(published_in="An old book")
    for entry in (make_case("1", own_words=True), make_law("1", own_words=True), make_penalty("1", own_words=True)):
        page = client.get(entry.get_absolute_url()).content.decode()
        assert "Written for this site" in page and "as printed" not in page.lower().replace("title as printed", "") and "An old book" not in page


def test_a_page_is_made_in_five_statements_however_much_stands_beside_it(client):
    law = make_law("84", text="(a) None.\n\n(b) Three tricks, as Law 83 says.[^27]", position=84)
    quoting = make_case("1", decision="Law 84 says “three tricks”; see Law 84 b.")
    for number in (83, 85):
        make_law(str(number), text="See Law 84.", position=number)
    make_footnote("27", text="See Law 85.", on=law)
    Extract.objects.create(entry=law, quoted_in=quoting, words="three tricks", part_anchor="b")
    Discussion.objects.create(entry=law, title="Club Bulletin", issue="March 2026")
    editing.renumber(law, "86")
    html = page(client, "/auction-1912/law/86/")
    for told in ("Law 83", "Law 85", "as quoted", "Club Bulletin, March 2026", "Formerly Law 84", "Case 1", 'id="note-27"'):
        assert told in html
    looked_at_glossary = 1  # once a second and process
    assert queries(client, "/auction-1912/law/86/") <= 5 + looked_at_glossary
