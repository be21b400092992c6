"""The reader of printed books, on made-up texts in the shapes that printers have used."""

from __future__ import annotations

import re

import pytest

from laws.books import reader
from laws.books.reader import Reading, read_book
from laws.books.records import EntryRecord


def read(text: str | bytes, name: str = "book.txt") -> Reading:
    return read_book(text.encode() if isinstance(text, str) else text, name=name, slug="made-up")


def entries(reading: Reading, kind: str = "law") -> dict[str, EntryRecord]:
    return {entry.number or entry.slug: entry for entry in reading.record.entries if entry.kind == kind} if reading.record else {}


def words(reading: Reading, kind: str = "law") -> dict[str, str]:
    return {number: entry.fields["text"] for number, entry in entries(reading, kind).items()}


TWO = {"1": "A stone is thrown.", "2": "A stone is kept."}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1. A stone is thrown.\n\n2. A stone is kept.\n", "a figure and a period"),
        ("1.--A stone is thrown.\n\n2.--A stone is kept.\n", "a dash after the period"),
        ("1.—A stone is thrown.\n\n2.—A stone is kept.\n", "a long dash"),
        ("    1st.--A stone is thrown.\n\n    2d.--A stone is kept.\n", "ordinals, where no law has a figure"),
        ("LAW 1.\n\nA stone is thrown.\n\nLAW 2.\n\nA stone is kept.\n", "a word and a figure on a line of their own"),
        ("1) A stone is thrown.\n2) A stone is kept.\n", "no blank line between short laws"),
        ("THE STONES\n1. A stone is thrown.\n\n2. A stone is kept.\n", "no blank line after the heading"),
        ("1. A stone\nis thrown.\n\n2. A stone\nis kept.\n", "wrapped lines"),
        ("_=1.=_ A stone is thrown.\n\n_=2.=_ A stone is kept.\n", "bold labels"),
        ("<p>1. A stone is thrown.</p><p>2. A stone<br>is kept.</p>", "a page"),
        ("<p>&#49;. A&nbsp;stone is thr&shy;own.</p><p>2. A stone is kept.", "entities, and a paragraph that is never closed"),
        ("1. A stone is thrown.\r\n\r\n2. A stone is kept.\r\n", "CRLF"),
        ("1. A stone is thrown.\r\r2. A stone is kept.\r", "CR"),
        ("\ufeff1. A st\0one is thrown.\n\f\n2. A stone is kept.\n", "a mark, a NUL and a form feed"),
    ],
)
def test_laws_are_found_under_whatever_label_they_are_printed(text: str, why: str) -> None:
    assert words(read(text)) == TWO, why


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"])
def test_every_common_encoding_is_read(encoding: str) -> None:
    assert words(read("1. The tournée begins.\n\n2. It ends.\n".encode(encoding))) == {"1": "The tournée begins.", "2": "It ends."}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "The file is empty."),
        (b" \n\n", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 4, "This is not a text file."),
        (b"\xff\xfe1", "The file says that it is UTF-16 but cannot be read as such; save it as UTF-8."),
        (b"12 34 56", "There are no words in this file."),
        (b"Some words, and no law.", "no numbered laws, cases or rows found (1 paragraphs read)"),
    ],
)
def test_what_cannot_be_read_gives_one_sentence(data: bytes, says: str) -> None:
    reading = read(data)
    assert reading.record is None
    assert (reading.proof.refusal, reading.proof.status) == (says, "error")


@pytest.mark.parametrize(
    ("text", "numbers", "why"),
    [
        ("1. A stone, as in Law\n2. It is kept.\n\n2. B.\n", ["1", "2"], "a number on a wrapped line is a citation"),
        ("1. A stone, as in Laws 4, 5,\n2.\n\n2. B.\n", ["1", "2"], "also where it ends the law"),
        ("50. A.\n\n50a. B.\n\n51. C.\n", ["50", "50a", "51"], "a law of its own between two"),
        ("1. A.\n\n2 A stone is kept.\n\n3. C.\n", ["1", "2", "3"], "a lost period"),
        ("7. A.\n\n8. B.\n\n9, If so.\n\nl0. If not.\n", ["7", "8", "9", "10"], "a scanner's figures"),
        ("1. A.\n\n1912. In that year.\n\n2. B.\n", ["1", "2"], "a year is no law"),
        ("1. A.\n\n2 to 4. As in whist.\n\n5. B.\n", ["1", "2", "3", "4", "5"], "a range stands for each"),
        ("1. A.\n\n3. B.\n", ["1", "3"], "a missing number stays missing"),
    ],
)
def test_only_labels_begin_laws(text: str, numbers: list[str], why: str) -> None:
    assert list(entries(read(text))) == numbers, why


def test_nothing_is_guessed_silently() -> None:
    proof = read("76. A.\n\n77, If a stone.\n\n7S. If any.\n\n79 . If none.\n\n80 A stone.\n\n82. B.\n").proof
    assert [(line, what) for line, what, _ in proof.guesses] == [(3, "77,"), (5, "7S."), (7, "79 ."), (9, "80")]
    assert ("law", "81") in proof.gaps
    assert "law 81 missing" in proof.warnings()


@pytest.mark.parametrize(
    ("labels", "stored"),
    [
        (["_a_", "_b_"], ["(a)", "(b)"]),
        (["(_a_)", "(_b_)"], ["(a)", "(b)"]),
        (["(a)", "(b)"], ["(a)", "(b)"]),
        (["1st.", "2d."], ["(1st)", "(2d)"]),
        (["I.", "II."], ["(I)", "(II)"]),
        (["(i)", "(ii)"], ["(i)", "(ii)"]),
    ],
)
def test_parts_keep_their_label_and_a_closing_paragraph_is_the_laws(labels: list[str], stored: list[str]) -> None:
    parts = "\n\n".join(f"    {label} A stone\n    is {verb}." for label, verb in zip(labels, ["thrown", "kept"], strict=True))
    text = f"1. So.\n\n2. It is void:--\n\n{parts}\n\nNo side scores.\n\n3. So.\n"
    assert words(read(text))["2"] == f"It is void:--\n\n{stored[0]} A stone is thrown.\n\n{stored[1]} A stone is kept.\n\nNo side scores."


def test_list_marks_that_a_browser_would_make_are_parts() -> None:
    page = (
        "<style>ol {list-style-type: upper-roman}</style><p>1. It is void&mdash;</p><ol><li>If thrown.</li><li>If kept.</li></ol><p>2. So."
    )
    assert words(read(page)) == {"1": "It is void—\n\n(I) If thrown.\n\n(II) If kept.", "2": "So."}


def test_a_number_at_the_start_of_a_line_of_a_law_is_no_part() -> None:
    assert words(read("1. A stone (see Law 4\nb.) If so.\n\n2. B.\n"))["1"] == "A stone (see Law 4 b.) If so."


def test_lists_that_begin_again_are_kept_apart() -> None:
    reading = read("THE LAWS\n\n1. A.\n\n2. B.\n\nETIQUETTE\n\nBe kind.\n\n1. C.\n\n2. D.\n\nRULES FOR THREE\n\n1. E.\n\n2. F.\n")
    assert (words(reading), words(reading, "etiquette")) == ({"1": "A.", "2": "B."}, {"1": "C.", "2": "D."})
    assert words(reading, "section") == {"rules-for-three": "(1) E.\n\n(2) F."}
    assert reading.proof.other_lists == (("RULES FOR THREE", 2),)
    assert [(head.kind, head.title, head.text) for head in reading.record.headings] == [  # type: ignore[union-attr]
        ("law", "THE LAWS", ""), ("etiquette", "ETIQUETTE", "Be kind."),
    ]  # fmt: skip


def test_an_etiquette_may_go_on_with_the_numbers_of_the_laws() -> None:
    reading = read("THE LAWS\n\n1. A.\n\n2. B.\n\nETIQUETTE\n\n3. C.\n\n4. D.\n")
    assert (list(entries(reading)), list(entries(reading, "etiquette"))) == (["1", "2"], ["3", "4"])


def test_an_etiquette_without_a_heading_is_known_by_its_announcement() -> None:
    reading = read("1. A.\n\n2. B.\n\nThe following is the etiquette.\n\n1. C.\n\n2. D.\n")
    assert list(entries(reading, "etiquette")) == ["1", "2"]
    assert reading.record.headings[-1].text == "The following is the etiquette."  # type: ignore[union-attr]
    assert len(reading.proof.guesses) == 1


def test_titles_in_bold_are_titles_or_beginnings_of_sentences() -> None:
    laws = entries(read("_=1. The Stones.=_ A stone is thrown.\n\n_=2. The Last Stone=_ of a side is kept.\n"))
    assert (laws["1"].title, laws["1"].title_is_printed, laws["1"].fields["text"]) == ("The Stones", True, "A stone is thrown.")
    assert (laws["2"].title, laws["2"].fields["text"]) == ("The Last Stone", "_The Last Stone_ of a side is kept.")


def test_notes_hang_on_their_marks_wherever_they_are_printed() -> None:
    between = "THE STONES[2]\n\n1. A stone.[1]\n\n   [1] It is round.\n\n2. It is void:--\n\n   _a_ If thrown.[3]\n\n   [2] Of all sorts.\n\n   [3] By hand.\n\n3. So.\n"
    places = {number: note.on for number, note in entries(read(between), "footnote").items()}
    assert places == {"1": ("law", "1", ""), "2": ("heading", "THE STONES", ""), "3": ("law", "2", "a")}
    at_the_end = "1. A stone.[1]\n\n2. B[2] c.\n\nFOOTNOTES:\n\n[1] It is round.\n\nAnd hard.\n\n[2] So.\n"
    notes = entries(read(at_the_end), "footnote")
    assert notes["1"].fields["text"] == "It is round.\n\nAnd hard."
    assert notes["2"].on == ("law", "2", "")


def test_bare_numbers_glued_to_words_are_marks_where_the_notes_have_no_brackets() -> None:
    reading = read("1. A stone that is lost1 is kept;2 so it is.\n\n2. B.\n\nFootnotes\n1 By a side.\n2 In a box.\n")
    assert words(reading)["1"] == "A stone that is lost[^1] is kept;[^2] so it is."
    assert [note.on for note in entries(reading, "footnote").values()] == [("law", "1", "")] * 2


def test_symbols_become_numbers() -> None:
    reading = read("1. A stone* is thrown.\n\n* A round one.\n\n2. A box* is kept.\n\n* Of wood.\n")
    assert words(reading) == {"1": "A stone[^1] is thrown.", "2": "A box[^2] is kept."}
    assert words(reading, "footnote") == {"1": "A round one.", "2": "Of wood."}


def test_notes_and_marks_without_each_other_are_told() -> None:
    proof = read("1. A.[1]\n\n2. B.[3]\n\n3. C.[1]\n\n   [1] D.\n\n   [2] E.\n\n   [1] F.\n").proof
    assert proof.marks_without_notes == (("3", 3),)
    assert proof.notes_without_marks == (("2", 9),)
    assert proof.marked_twice == (("1", 5),)
    assert proof.repeats == (("footnote", "1", (7, 11)),)
    assert [(first, last) for first, last, _ in proof.not_understood] == [(11, 11)]


@pytest.mark.parametrize(
    ("text", "fields", "why"),
    [
        ("CASE 1\n\nA throws.\n\nMay he?\n\nDECISION\n\nNo.\n", {"facts": "A throws.", "query": "May he?", "decision": "No."}, "a heading"),
        ("CASE I.\n\nA throws. May he?\n\n_Decision_--No.\n\n_Note._ So.\n",
         {"facts": "A throws.", "query": "May he?", "decision": "No.", "remark": "So."}, "marks in italics"),
        ("CASE 1\n\nA throws.\n\nQuery: May he?\n\nDECISION: No.\n", {"facts": "A throws.", "query": "Query: May he?", "decision": "No."}, "words"),
        ('CASE 1\n\nA says, "May I?"\n\nDECISION\n\nNo.\n', {"facts": 'A says, "May I?"', "decision": "No."}, "a question that is quoted is no query"),
        ("CASE 1\n\nThe question is whether he may.\n\nDECISION\n\nNo.\n", {"facts": "The question is whether he may.", "decision": "No."}, "nothing else"),
        ("CASES\n\nI. A throws. May he?\n\n_Decision._—No.\n\nII.—B throws.\n\n_Decision._—Yes.\n",
         {"facts": "A throws.", "query": "May he?", "decision": "No."}, "numbers alone under a heading"),
        ("FACTS\n\n1. A.\n\nCASE 1\n\nFacts.\n\nA throws.\n\nQuestion.\n\nMay he?\n\nAnswer.\n\nNo.\n",
         {"facts": "A throws.", "query": "May he?", "decision": "No."}, "a heading for each"),
    ],
)  # fmt: skip
def test_a_case_is_taken_apart_however_it_is_marked(text: str, fields: dict[str, str], why: str) -> None:
    case = next(iter(entries(read(text), "case").values()))
    assert case.fields == fields, why


def test_a_table_in_a_case_stays_a_table() -> None:
    text = "CASE 1\n\nThe bids:--\n\n             _1st        2d_\n\n    North    1 Club      No\n    East     No          2 Hearts\n\nB claims.\n\nDECISION\n\nNo.\n"
    facts = next(iter(entries(read(text), "case").values())).fields["facts"]
    assert "|  | 1st | 2d |\n| --- | --- | --- |\n| North | 1 Club | No |\n| East | No | 2 Hearts |" in facts


def test_words_after_the_last_case_are_not_of_it() -> None:
    reading = read(
        "CASE 1\n\nA.\n\nDECISION\n\nB.\n\nAcknowledgment is made to all.\n\nSUMMARIZED PENALTIES\n\nOFFENSE    PENALTY    LAW\n\nA    B    4\n"
    )
    assert reading.record and reading.record.back == {"text": "Acknowledgment is made to all."}


def test_furniture_is_dropped_by_rules_with_names() -> None:
    text = "1. A stone {12} is\n\n( 13 )\n\n♦   The Laws   ♣\n\nthrown.\n\n* * * * *\n\n[Illustration: a\nstone]\n\n2. B.\n"
    reading = read(text)
    assert words(reading) == {"1": "A stone is thrown.", "2": "B."}
    assert {rule for rule, _, _ in reading.proof.furniture} >= {
        "page numbers", "running titles", "rules and ornaments", "illustrations and transcriber's notes",
    }  # fmt: skip


def test_a_chapter_of_laws_is_found_in_a_long_book() -> None:
    prose = "\n\n".join(f"A paragraph of prose, the one with the number {number}, that says nothing of stones." for number in range(80))
    laws = "\n\n".join(f"{number}. A stone is thrown {number} times by every side, one after the other." for number in range(1, 30))
    book = f"CHAPTER ONE\n\n{prose}\n\n\n\nTHE LAWS OF STONES\n\n{laws}\n\n\n\nCHAPTER THREE\n\n{prose}\n"
    reading = read(
        f"About\n\n*** START OF THE PROJECT GUTENBERG EBOOK STONES ***\n\n{book}\n\n*** END OF THE PROJECT GUTENBERG EBOOK STONES ***\n\nLicence\n"
    )
    assert list(entries(reading)) == [str(number) for number in range(1, 30)]
    assert reading.proof.region[0] > 160 and "of prose" not in repr(reading.record)
    assert reading.proof.accounts.adds_up and reading.proof.accounts.outside > len(prose)


def test_words_that_look_like_markup_stay_words() -> None:
    reading = read("<p>1. &lt;b&gt;A&lt;/b&gt; &amp;c.<script>alert(1)</script></p><p>&gt; is no quotation</p><p>2. B<!-- 3. C. --></p>")
    assert words(reading) == {"1": "<b>A</b> &c.\n\n\\> is no quotation", "2": "B"}


def test_headed_texts_without_numbers_are_sections() -> None:
    reading = read(
        "STONES.\n\nThere are many.\n\n_=The Throw.=_ A stone is thrown.\n\n_=Marks=_ are needed.\n\nAnd boxes.\n\nBOXES.\n\nOf wood.\n"
    )
    assert words(reading, "section") == {
        "the-throw": "A stone is thrown.",
        "marks": "_Marks_ are needed.\n\nAnd boxes.",
        "boxes": "Of wood.",
    }
    assert any("no numbered laws" in sentence for _, sentence in reading.proof.remarks)


def test_a_repeated_law_is_not_loaded_and_a_repeated_case_has_an_address_of_its_own() -> None:
    reading = read("1. A.\n\n2. B.\n\n2. C.\n\n3. D.\n")
    assert words(reading) == {"1": "A.", "2": "B.", "3": "D."}
    assert reading.proof.repeats == (("law", "2", (3, 5)),)
    cases = [entry.slug for entry in read("CASE 4\n\nA.\n\nCASE 4\n\nB.\n").record.entries]  # type: ignore[union-attr]
    assert cases == ["4", "4-2"]


def test_every_entry_knows_its_line() -> None:
    laws = entries(read("THE LAWS\n\n1. A.\n\n\n2. B.\n"))
    assert [str(law.place) for law in laws.values()] == ["book.txt, line 3", "book.txt, line 6"]


def test_addresses_can_be_addresses() -> None:
    reading = read("CASES\n\nCASE XI.\n\nA.\n\nÉTIQUETTE À TROIS; OR: “STONES”\n\nBe kind.\n")
    assert all(re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", entry.slug) for entry in reading.record.entries)  # type: ignore[union-attr]


def test_what_has_more_paragraphs_than_any_book_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MOST_BLOCKS", 20)
    read = read_book(b"1. Words.\n\n" * 30, name="book.txt", slug="a-1900")
    assert read.proof.refusal == "There are more than 20 paragraphs in this file: no book of laws has so many."


def test_a_file_of_lines_without_end_is_refused_before_they_are_parted(monkeypatch):
    monkeypatch.setattr(reader, "MOST_LINES", 20)
    monkeypatch.setattr(reader, "_blocks", lambda ledger, profile: pytest.fail("it was parted"))
    read = reader.read_book(b"1. x\n\n" * 30, name="book.txt", slug="hoyle")
    assert (read.record, read.proof.refusal) == (None, "There are more than 20 lines in this file: no book of laws has so many.")
    assert read.record is None


def test_tags_without_end_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MOST_TAGS", 20)
    read = read_book(b"<html><body>" + b"<p>" * 30, name="book.html", slug="a-1900")
    assert (read.record, read.proof.refusal) == (None, "There are more than 20 tags in this file: no book of laws has so many.")


def test_a_law_without_end_is_refused_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MOST_CHARACTERS", 100)
    book = b"LAWS\n\n1. Short.\n\n2. " + b"See Law 1. " * 30 + b"\n\n3. Short too.\n"
    read = read_book(book, name="book.txt", slug="a-1900")
    assert (read.record, read.proof.refusal) == (None, "Law 2 alone, in line 5, would have more than 100 characters: none has so many.")
