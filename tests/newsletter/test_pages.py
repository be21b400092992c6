"""The composer by plain links, its files, and the sheets for paper."""

from __future__ import annotations

import re

import pytest

from laws.exports import pdf
from laws.newsletter.selection import MOST
from tests.builders import make_case, make_edition, make_law, make_penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def shelf():
    make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.", permanent_id="LAW84".replace("L", "1"))
    make_case("11", facts="See Law 84 b.", permanent_id="CASEB")
    make_penalty("1", permanent_id="R0W01")


class TestSteps:
    @pytest.mark.parametrize(
        ("asked", "leads", "why"),
        [
            ("pick=caseb", "pick=CASEB", "another spelling"),
            ("pick=CASEB-h", "pick=CASEB", "what goes without saying"),
            ("pick=CASEB,1AW84&do=up-1AW84", "pick=1AW84,CASEB", "a button that moves"),
            ("pick=CASEB,1AW84&do=out-CASEB", "pick=1AW84", "one that takes out"),
            ("pick=CASEB&as-CASEB=f&say-CASEB=So.", "pick=CASEB-f&say-CASEB=So.", "a form that was filled in"),
            ("pick=CASEB&add=/auction-1912/law/84/", "pick=CASEB,1AW84", "an address within the site"),
            ("pick=CASEB&add=https://casebook.example/auction-1912/law/84b", "pick=CASEB,", "a whole address in another spelling, with its part"),
            ("pick=CASEB&add=casebook.example/~R0W01", "pick=CASEB,R0W01", "one without its scheme"),
            ("pick=CASEB&add=~rowo1", "pick=CASEB,R0W01", "a short one, with look-alikes"),
            ("pick=CASEB&add=law+84", "pick=CASEB,1AW84", "a number"),
            ("pick=CASEB&add=case+11", "pick=CASEB", "what is there already"),
            ("title=+A++b+&pick=CASEB", "title=A+b&pick=CASEB", "a title with too much space"),
        ],
    )
    def test_lead_to_the_address_that_says_the_outcome(self, client, shelf, asked, leads, why):
        reply = client.get(f"/newsletter/?{asked}")
        assert reply.status_code == 302 and reply["Location"].startswith(f"/newsletter/?{leads}"), why
        assert client.get(reply["Location"]).status_code == 200

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("zzzzzz yyyyy", "Nothing was found for “zzzzzz yyyyy”."),
            ("/auction-1912/law/400/", "Nothing is published at /auction-1912/law/400/."),
            ("https://elsewhere.example/x", "Nothing is published at https://elsewhere.example/x."),
            ("it costs", "Which one is “it costs”?"),
        ],
    )
    def test_what_was_not_found_or_not_alone_is_said(self, client, shelf, typed, said):
        page = client.get("/newsletter/", {"pick": "CASEB", "add": typed})
        assert page.status_code == 200 and said in page.content.decode()

    def test_a_choice_carries_on_what_was_chosen(self, client, shelf):
        page = client.get("/newsletter/?pick=CASEB&add=it+costs").content.decode()
        assert 'value="along-1AW84"' in page and 'name="pick"' in page

    def test_a_draft_is_neither_shown_nor_found(self, client, shelf):
        make_law("99", text="A secret of the committee.", status="draft", permanent_id="DRAFT", title="Secret title")
        for query in ("pick=DRAFT", "pick=CASEB&add=DRAFT", "pick=CASEB&add=/auction-1912/law/99/", "pick=CASEB&add=law+99"):
            page = client.get(f"/newsletter/?{query}", follow=True).content.decode()
            assert "secret" not in page.lower(), query

    @pytest.mark.parametrize(
        "query", ["pick=" + "x" * 5000, "title=%00%ff%FE&pick=%F0%9F%82%A1", "pick=CASEB&say-CASEB=" + "%E2%80%AE" * 300, "do=up-", "do=&add=", "add=" + "%27%22%3C" * 90, "add=[::1", "add=http://[x"],
    )  # fmt: skip
    def test_nothing_typed_breaks_it(self, client, shelf, query):
        assert client.get(f"/newsletter/?{query}", follow=True).status_code == 200
        assert client.get(f"/newsletter/newsletter.txt?{query}").status_code == 200

    def test_too_many_are_told(self, client, shelf):
        many = ",".join(f"{a}{b}000" for a in "BCDFGHJ" for b in "BCDFGHJ")
        assert f"holds {MOST} entries" in client.get(f"/newsletter/?pick={many}").content.decode()

    def test_it_can_only_be_read_and_gives_no_cookie(self, client, shelf):
        assert client.post("/newsletter/").status_code == 405
        assert client.get("/newsletter/?pick=CASEB").cookies == {}


class TestFiles:
    @pytest.mark.parametrize(("form", "kind"), [("html", "text/html"), ("txt", "text/plain"), ("md", "text/markdown")])
    def test_each_form_comes_as_a_file(self, client, shelf, form, kind):
        reply = client.get(f"/newsletter/newsletter.{form}?pick=CASEB-f")
        assert reply["Content-Type"] == f"{kind}; charset=utf-8" and reply["Content-Disposition"] == f'attachment; filename="newsletter.{form}"'
        assert "Case 11" in reply.content.decode()

    def test_pdf_is_made_here_or_said_to_be_missing(self, client, shelf, monkeypatch):
        if pdf.is_there():
            assert client.get("/newsletter/newsletter.pdf?pick=CASEB-f").content.startswith(b"%PDF-")
        monkeypatch.setattr(pdf, "is_there", lambda: False)
        reply = client.get("/newsletter/newsletter.pdf?pick=CASEB")
        assert reply.status_code == 501 and "requirements-pdf.txt" in reply.content.decode()

    def test_only_the_mail_may_have_styles_on_its_elements(self, client, shelf):
        assert "'unsafe-inline'" in client.get("/newsletter/mail/?pick=CASEB")["Content-Security-Policy"]
        for path in ("/newsletter/?pick=CASEB", "/newsletter/print/?pick=CASEB"):
            assert "unsafe" not in client.get(path)["Content-Security-Policy"]
        assert "script-src 'self'" in client.get("/newsletter/mail/")["Content-Security-Policy"]


class TestPaper:
    def test_the_card_has_a_code_for_each_row(self, client, shelf):
        page = client.get("/auction-1912/penalties/card/").content.decode()
        assert page.count("<img") == 1 and 'src="/~R0W01.svg"' in page and "~R0W01" in page

    def test_the_sheet_has_the_case_and_the_laws_that_it_cites_in_full(self, client, shelf):
        page = client.get("/auction-1912/case/11/sheet/").content.decode()
        for words in ("Held.", "See ", "It costs:", "(a)", "(b)", "the case names b"):
            assert words in page
        assert "Decided." not in page and "The decision with its reasons" in page, "the holding stands for it"

    def test_a_case_without_a_holding_brings_its_decision(self, client):
        make_case("12", holding="", decision="Decided so.")
        assert "Decided so." in client.get("/auction-1912/case/12/sheet/").content.decode()

    @pytest.mark.parametrize("path", ["/auction-1912/case/99/sheet/", "/nowhere/penalties/card/", "/auction-1912/law/84/sheet/"])
    def test_what_is_not_there_has_no_sheet(self, client, shelf, path):
        assert client.get(path).status_code == 404

    def test_a_draft_has_none(self, client):
        make_case("13", status="draft", edition=make_edition())
        assert client.get("/auction-1912/case/13/sheet/").status_code == 404

    @pytest.mark.parametrize("path", ["/auction-1912/penalties/card/", "/auction-1912/case/11/sheet/", "/newsletter/print/?pick=CASEB-f"])
    def test_a_sheet_runs_and_loads_nothing_from_elsewhere(self, client, shelf, path):
        page = client.get(path).content.decode()
        assert not re.search(r'(?:src|href)="(?:https?:)?//(?!casebook\.example)', page) and " style=" not in page
