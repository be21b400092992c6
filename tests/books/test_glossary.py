"""glossary.md: read, refused with its line, loaded, written again byte for byte."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from laws.books import definitions, glossary
from laws.books.records import Fault, Unreadable
from laws.exports import glossary as written
from laws.models import Edition, Synonyms, Term
from tests.builders import make_edition, make_term

FILE = """## chicane
games: Auction bridge
see: honors

### Meaning
A hand without trumps.

## honors
forms: honor, honours

### Meaning
The high trumps.

Or the aces.
"""
COLLECTION = Path(definitions.__file__).resolve().parent.parent / "collection" / "glossary.md"


def faults(text: str) -> list[str]:
    found: list[Fault] = []
    glossary.terms(text, "glossary.md", found)
    return [str(fault) for fault in found]


def test_a_term_is_a_heading_with_lines_and_its_meaning(tmp_path: Path) -> None:
    (tmp_path / "glossary.md").write_text(FILE, encoding="utf-8-sig", newline="\r\n")
    chicane, honors = glossary.read(tmp_path / "glossary.md")
    assert (chicane.word, chicane.slug, chicane.games, chicane.see) == ("chicane", "chicane", ("Auction bridge",), ("honors",))
    assert (honors.forms, honors.meaning) == (("honor", "honours"), "The high trumps.\n\nOr the aces.")
    assert honors.in_texts


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("## chicane\n", "line 1: “chicane” has no meaning"),
        ("## chicane\nmeans: x\n\n### Meaning\nx", "line 2: “means” is no known key"),
        ("## chicane\n\n### Sense\nx", "line 3: “Sense” is no field"),
        ("## chicane\ntexts: maybe\n\n### Meaning\nx", "“texts” can only be “yes” or “no”"),
        ("## [x]\n\n### Meaning\nx", "can be no term"),
        ("## ***\n\n### Meaning\nx", "can be no term"),
        ("## a\n\n### Meaning\nx\n\n## A\n\n### Meaning\ny", "line 6: “A” has the address of “a”"),
        ("# chicane\n\n### Meaning\nx", "begins with two signs"),
        ("some words\n", "belong to no field"),
        ("## a\nforms: <b>\n\n### Meaning\nx", "line 2: “forms” is too long or has brackets"),
        ("## " + "a" * 99 + "\n\n### Meaning\nx", "can be no term"),
        ("## a\n\n### Meaning\n" + "x " * 600, "longer than 1,000 characters"),
    ],
)
def test_what_cannot_be_taken_is_said_with_its_line(text: str, about: str) -> None:
    assert any(about in fault for fault in faults(text)), faults(text)


@pytest.mark.parametrize(("content", "about"), [(b"\xff\xfe", "not UTF-8"), (b"## a\nsee: b\n\n### Meaning\nx", "“b”, which is not explained")])
def test_a_file_with_a_fault_is_not_read(tmp_path: Path, content: bytes, about: str) -> None:
    (tmp_path / "glossary.md").write_bytes(content)
    with pytest.raises(Unreadable, match=about):
        glossary.read(tmp_path / "glossary.md")


def test_the_shipped_glossary_is_large_and_says_nothing_twice() -> None:
    terms = glossary.read(COLLECTION)
    assert len(terms) >= 60
    assert len({term.meaning for term in terms}) == len(terms)
    words = "chicane honors quitted yarborough revoke renounce dummy declarer rubber game trick book slam tierce quint tenace finesse ruff trump".split()
    words += ["odd trick", "no-trumps", "royal spades", "spades", "double", "redouble", "cut in", "misdeal", "exposed card", "treble", "bumper"]
    assert set(words) <= {term.word for term in terms}


@pytest.mark.django_db
class TestLoading:
    def bring(self, text: str, edition: Edition | None = None) -> tuple[int, int]:
        return definitions.bring(glossary.terms(text, "glossary.md", []), edition)

    def test_new_terms_are_made_and_the_same_again_changes_nothing(self) -> None:
        assert self.bring(FILE) == (2, 0)
        assert self.bring(FILE) == (0, 0)
        assert Term.objects.get(slug="honors").spellings == ("honors", "honor", "honours")

    def test_the_file_goes_before_what_was_there_and_keeps_the_rest(self) -> None:
        make_term("honors", "Something else.")
        make_term("yarborough", "Nothing high.")
        assert self.bring(FILE) == (1, 1)
        assert Term.objects.get(slug="honors").definition.startswith("The high trumps.")
        assert Term.objects.count() == 3

    def test_another_slug_in_the_file_is_another_term_and_the_old_address_stays(self) -> None:
        definitions.bring(glossary.terms(FILE, "glossary.md", []))
        definitions.bring(glossary.terms(FILE.replace("## chicane", "## chicane\nslug: without-trumps"), "glossary.md", []))
        assert {"chicane", "without-trumps"} <= set(Term.objects.values_list("slug", flat=True))

    def test_a_code_may_have_terms_of_its_own(self) -> None:
        edition = make_edition()
        self.bring("## trick\n\n### Meaning\nHere it is so.", edition)
        assert Term.objects.get().edition == edition
        with pytest.raises(Unreadable, match="for other codes already"):
            self.bring("## trick\n\n### Meaning\nElsewhere.")

    def test_what_is_written_is_what_was_read(self) -> None:
        self.bring(FILE)
        assert written.compose(written.terms_of(None)) == FILE

    @pytest.mark.parametrize("meaning", ["# no heading", "\\# nor this", "a\n### Meaning\nb", "Line.\n\nLine."])
    def test_a_meaning_that_looks_like_markup_comes_back(self, meaning: str) -> None:
        make_term("trick", meaning)
        text = written.compose(written.terms_of(None))
        Term.objects.all().delete()
        self.bring(text)
        assert Term.objects.get().definition == meaning

    def test_the_collection_comes_back_byte_for_byte(self, tmp_path: Path) -> None:
        self.bring(COLLECTION.read_text(encoding="utf-8"))
        call_command("dump", "glossary", tmp_path / "out", stdout=StringIO())
        assert (tmp_path / "out" / "glossary.md").read_bytes() == COLLECTION.read_bytes()

    def test_an_editions_own_terms_are_dumped_with_it_and_come_back(self, tmp_path: Path) -> None:
        make_term("trick", "Here it is so.", edition=make_edition())
        call_command("dump", "auction-1912", tmp_path / "auction-1912", stdout=StringIO())
        assert (tmp_path / "auction-1912" / "glossary.md").read_text() == "## trick\n\n### Meaning\nHere it is so.\n"
        Term.objects.all().delete()
        call_command("load", tmp_path, verbosity=0, stdout=StringIO())
        assert Term.objects.get().edition == Edition.objects.get()

    def test_a_folder_of_editions_may_hold_the_glossary_beside_them(self, tmp_path: Path) -> None:
        call_command("dump", make_edition().slug, tmp_path / "auction-1912", stdout=StringIO())
        (tmp_path / "glossary.md").write_text(FILE)
        out = StringIO()
        call_command("load", tmp_path, "--dry-run", stdout=out)
        assert "glossary: 2 created, 0 changed" in out.getvalue()
        assert Term.objects.count() == 0
        call_command("load", tmp_path, stdout=out)
        assert Term.objects.count() == 2
        assert Synonyms.objects.count() == 0  # it comes with the shipped collection alone

    def test_a_faulty_glossary_stops_the_load_with_a_sentence(self, tmp_path: Path) -> None:
        call_command("dump", make_edition().slug, tmp_path / "auction-1912", stdout=StringIO())
        (tmp_path / "glossary.md").write_text("## a\n")
        with pytest.raises(CommandError, match=r"glossary\.md, line 1: “a” has no meaning"):
            call_command("load", tmp_path, verbosity=0, stdout=StringIO())

    def test_a_site_from_before_gets_the_words_and_keeps_its_codes(self) -> None:
        make_edition()
        call_command("load", "--if-empty", verbosity=0, stdout=StringIO())
        assert Edition.objects.count() == 1
        assert Term.objects.count() >= 60
        assert Synonyms.objects.count() > 100
        Term.objects.exclude(slug="chicane").delete()
        call_command("load", "--if-empty", verbosity=0, stdout=StringIO())
        assert Term.objects.count() == 1
