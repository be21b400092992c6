"""How an entry is taken elsewhere: the page with all forms, the files, the QR code, and the short address that it leads to."""

from __future__ import annotations

import io
import json
import re
from html import unescape

import pytest
import rispy
import zxingcpp
from django.test import Client
from PIL import Image
from pybtex.database import parse_string

from laws import editing
from laws.models import Entry
from tests.builders import make_case, make_edition, make_heading, make_law, make_penalty, make_section, reword
from tests.views.test_home import queries

pytestmark = pytest.mark.django_db
TEXT = "It costs:\n\n(a) this;\n\n(b) that."


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.content.decode())


def texts(html: str) -> dict[str, str]:
    return {name: unescape(text).strip() for name, text in re.findall(r'<textarea[^>]* id="(\w+)"[^>]*>(.*?)</textarea>', html)}


def test_the_page_has_every_form_of_the_citation(client: Client) -> None:
    make_edition(title="The Laws of Auction Bridge", short_title="Auction 1912", issued_by="The Whist Club of New York")
    law = make_law("84", text=TEXT)
    html = page(client, "/auction-1912/law/84/share/")
    said = texts(html)
    assert list(said) == ["print", "short", "html", "markdown", "bbcode", "frame", "ris", "bibtex", "csl"]
    assert said["print"] == f"Law 84, Laws of Auction Bridge (Whist Club of New York, 1912), https://casebook.example/~{law.permanent_id}"
    assert said["short"] == "Auction 1912, Law 84"
    assert said["frame"].startswith(f'<iframe src="https://casebook.example/embed/{law.permanent_id}/"')
    assert f'src="/~{law.permanent_id}.svg"' in html and f'href="/~{law.permanent_id}.png"' in html
    assert '<link rel="canonical" href="https://casebook.example/auction-1912/law/84/">' in html and 'content="noindex"' in html


def test_a_part_has_its_own(client: Client) -> None:
    part = make_law("84", text=TEXT).parts.get(anchor="b")
    html = page(client, "/auction-1912/law/84/share/?part=b")
    assert "<h1>Cite Law 84 b</h1>" in html
    assert f"https://casebook.example/~{part.permanent_id}" in texts(html)["print"]
    assert f'src="/~{part.permanent_id}.svg"' in html


@pytest.mark.parametrize("part", ["z", "", "%00'\"<", "b" * 5000])
def test_a_part_that_is_not_there_is_the_whole(client: Client, part: str) -> None:
    make_law("84", text=TEXT)
    assert "<h1>Cite Law 84</h1>" in page(client, f"/auction-1912/law/84/share/?part={part}")


@pytest.mark.parametrize(
    ("make", "path"),
    [(make_case, "/auction-1912/case/11/"), (make_penalty, "/auction-1912/penalty/1/"), (make_section, "/auction-1912/section/the-revoke/")],
)
def test_every_kind_has_the_page_and_leads_to_it(client: Client, make, path: str) -> None:
    make()
    assert f'href="{path}share/"' in page(client, path)
    page(client, f"{path}share/")


def test_the_box_beside_the_words_leads_to_each_part(client: Client) -> None:
    make_law("84", text=TEXT)
    html = page(client, "/auction-1912/law/84/")
    assert '<a href="/auction-1912/law/84/share/?part=b">Cite Law 84 b</a>' in html


def test_the_page_is_found_without_its_slash_and_in_capitals(client: Client) -> None:
    make_law("84")
    for path in ("/auction-1912/law/84/share", "/Auction-1912/Law/84/SHARE/"):
        assert client.get(path)["Location"] == "/auction-1912/law/84/share/"


def test_a_draft_is_not_shared_and_a_moved_entry_is_found(client: Client) -> None:
    law = make_law("83a")
    editing.renumber(law, "84")
    make_law("85", status="draft")
    assert client.get("/auction-1912/law/85/share/").status_code == 404
    answer = client.get("/auction-1912/law/83a/share/")
    assert (answer.status_code, answer["Location"]) == (301, "/auction-1912/law/84/share/")
    assert client.get("/auction-1912/law/400/share/").status_code == 404


def test_a_withdrawn_entry_can_still_be_cited_and_says_so(client: Client) -> None:
    make_law("84", status="withdrawn")
    assert "is withdrawn" in page(client, "/auction-1912/law/84/share/")


def test_twice_the_parts_take_the_same_number_of_queries(client: Client) -> None:
    make_law("84", text=TEXT)
    make_law("85", text=TEXT + "".join(f"\n\n({letter}) more." for letter in "cdefghij"))
    assert queries(client, "/auction-1912/law/84/share/") == queries(client, "/auction-1912/law/85/share/")


# ---- the QR code


@pytest.mark.parametrize("spelled", [str.upper, str.lower, str.title], ids=["capitals", "small letters", "both"])
@pytest.mark.parametrize("read_as", [{}, {"0": "O", "1": "I"}, {"0": "o", "1": "l"}], ids=["as printed", "O for 0, I for 1", "o for 0, l for 1"])
def test_the_code_leads_to_the_short_address_and_that_in_one_step_to_the_page(client: Client, spelled, read_as: dict[str, str]) -> None:
    make_law("84", text=TEXT, permanent_id="K01Q7")
    picture = Image.open(io.BytesIO(client.get("/~K01Q7.png").content))
    [found] = zxingcpp.read_barcodes(picture)
    assert found.text == "https://casebook.example/~K01Q7"
    code = spelled(found.text.rpartition("~")[2]).translate(str.maketrans(read_as))
    answer = client.get(f"/~{code}")
    assert (answer.status_code, answer["Location"]) == (301, "/auction-1912/law/84/")
    assert client.get(answer["Location"]).status_code == 200


def test_parts_and_headings_have_codes_and_a_misread_id_gives_the_right_one(client: Client) -> None:
    part = make_law("84", text=TEXT, heading=make_heading(permanent_id="0H1B2")).parts.get(anchor="b")
    for code in (part.permanent_id, "0H1B2"):
        assert client.get(f"/~{code}.svg").status_code == 200
    assert client.get("/~oHIb2.png").content == client.get("/~0H1B2.png").content


@pytest.mark.parametrize("tail", [".PNG", ".SVG", ".Png", ".RIS", ".BIB", ".JSON", "/CARD.PNG", "/card.PNG"])
def test_an_ending_is_read_in_capitals_too(client: Client, tail: str) -> None:
    make_law("84", permanent_id="K01Q7")
    shouted, said = client.get(f"/~k01q7{tail}"), client.get(f"/~K01Q7{tail.lower()}")
    assert (shouted.status_code, shouted.content, shouted["Content-Type"]) == (200, said.content, said["Content-Type"])
    assert shouted.get("Content-Disposition") == said.get("Content-Disposition")


@pytest.mark.parametrize("tail", [".ris", ".bib", ".json", "/card.png", ".png", ".svg"])
def test_what_a_part_had_is_its_laws_once_the_part_is_amended_away(client: Client, tail: str) -> None:
    law = make_law("84", text=TEXT)
    part = law.parts.get(anchor="b")
    reword(law, "No parts.")
    answer = client.get(f"/~{part.permanent_id}{tail}")
    assert answer.status_code == 200
    if tail not in (".png", ".svg"):  # a code in print goes on saying what it said
        assert answer.content == client.get(f"/~{law.permanent_id}{tail}").content


def test_a_code_is_kept_by_browsers_and_says_what_it_is(client: Client) -> None:
    law = make_law("84")
    for form, kind in (("svg", "image/svg+xml"), ("png", "image/png")):
        answer = client.get(f"/~{law.permanent_id}.{form}")
        assert answer["Content-Type"] == kind and "max-age=2592000" in answer["Cache-Control"]


@pytest.mark.parametrize("path", ["/~ZZZZZ.svg", "/~nonsense.png", "/~ZZZZZ.ris", "/~.json", "/~ZZZZZ/card.png"])
def test_what_is_not_there_has_no_code_and_no_file(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_draft_has_no_code_no_file_and_no_picture(client: Client) -> None:
    law = make_law("84", status="draft")
    for tail in (".svg", ".png", ".ris", ".bib", ".json", "/card.png"):
        assert client.get(f"/~{law.permanent_id}{tail}").status_code == 404


# ---- files


def test_the_files_have_their_types_and_names_and_can_be_read(client: Client) -> None:
    law = make_law("84", text=TEXT, title="A & B {odd} 100 %")
    got = {form: client.get(f"/~{law.permanent_id}.{form}") for form in ("ris", "bib", "json")}
    assert {form: answer["Content-Type"].partition(";")[0] for form, answer in got.items()} == {
        "ris": "application/x-research-info-systems", "bib": "application/x-bibtex", "json": "application/vnd.citationstyles.csl+json"}  # fmt: skip
    assert got["ris"]["Content-Disposition"] == 'attachment; filename="auction-1912-law-84.ris"'
    assert rispy.loads(got["ris"].content.decode())[0]["title"] == "Law 84: A & B {odd} 100 %"
    assert list(parse_string(got["bib"].content.decode(), "bibtex").entries) == ["auction-1912-law-84"]
    assert json.loads(got["json"].content)[0]["title"] == "Law 84: A & B {odd} 100 %"


def test_the_file_of_a_part_is_named_after_it(client: Client) -> None:
    part = make_law("84", text=TEXT).parts.get(anchor="b")
    assert 'filename="auction-1912-law-84-b.bib"' in client.get(f"/~{part.permanent_id.lower()}.bib")["Content-Disposition"]


# ---- previews elsewhere


def metas(html: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', html)
    return {name: unescape(value) for name, value in found}


def test_a_page_tells_other_sites_all_that_a_preview_needs(client: Client) -> None:
    case = make_case("11", title="Dummy asks", holding="It is lost.")
    told = metas(page(client, "/auction-1912/case/11/"))
    assert told["og:title"] == "Case 11: Dummy asks" and told["og:description"] == "It is lost." and told["og:type"] == "article"
    assert re.fullmatch(rf"https://casebook\.example/~{case.permanent_id}/card\.png\?v=[0-9a-f]{{12}}", told["og:image"])
    assert (told["og:image:width"], told["og:image:height"], told["og:image:type"]) == ("1200", "630", "image/png")
    assert told["og:image:alt"].startswith("Case 11: Dummy asks") and told["twitter:card"] == "summary_large_image"
    assert told["twitter:image"] == told["og:image"] and told["article:published_time"].startswith("2026-01-05")


def test_the_picture_is_drawn_once_and_then_said_to_be_the_same(client: Client) -> None:
    case = make_case("11")
    answer = client.get(f"/~{case.permanent_id}/card.png")
    assert answer["Content-Type"] == "image/png" and Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    again = client.get(f"/~{case.permanent_id}/card.png", headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    Entry.objects.filter(pk=case.pk).update(title="Another")
    assert client.get(f"/~{case.permanent_id}/card.png", headers={"if-none-match": answer["ETag"]}).status_code == 200


def test_without_pillow_one_picture_serves_all(client: Client, monkeypatch) -> None:
    monkeypatch.setattr("laws.sharing.picture.Image", None)
    case = make_case("11")
    assert metas(page(client, "/auction-1912/case/11/"))["og:image"] == "https://casebook.example/static/card.png"
    answer = client.get(f"/~{case.permanent_id}/card.png")
    assert (answer.status_code, answer["Location"]) == (302, "/static/card.png")


@pytest.mark.parametrize("path", ["/", "/cases/", "/feeds/", "/search/?q=x", "/auction-1912/"])
def test_every_other_page_has_the_picture_of_the_site(client: Client, path: str) -> None:
    make_case("11")
    assert metas(page(client, path))["og:image"] == "https://casebook.example/static/card.png"


def test_search_engines_are_told_what_an_entry_is_and_cites(client: Client) -> None:
    make_law("84")
    make_case("11", facts="Law 84.", title="</script><b>")
    html = page(client, "/auction-1912/case/11/")
    [block] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    told = json.loads(block)
    assert told["citation"] == ["https://casebook.example/auction-1912/law/84/"] and told["name"] == "Case 11: </script><b>"


def test_a_draft_tells_other_sites_nothing_of_its_words(admin_client: Client) -> None:
    make_law("84", status="draft", title="Secret plan")
    html = page(admin_client, "/auction-1912/law/84/")
    assert "ld+json" not in html and "oembed" not in html and "/share/" not in html
