"""Reading an edition from a folder: what is taken, and what is refused with its place."""

from pathlib import Path

import pytest

from laws.books import folder
from laws.books.records import KINDS, OFFENDERS, OUTCOMES, PHASES, STATUSES, Unreadable
from laws.models import vocabulary

EDITION = 'slug = "club-1999"\ntitle = "Laws of the Club"\nshort_title = "Club"\ngame = "Whist"\nyear = 1999\n'
OFFENSES = '\n[offenses]\nrevoke = "Revoke"\n'
LAWS = "# THE REVOKE[^1]\n\n## 84. What it costs\noffenses: revoke\n\n### Text\nThe penalty is:\n\n(a) three tricks;\n\n(b) or points.\n"


def make_folder(tmp_path: Path, **files: str) -> Path:
    """A folder of an edition: `laws` is laws.md, `penalties_csv` penalties.csv, and so on."""
    names = {"edition": "edition.toml", "penalties_csv": "penalties.csv", "citations_csv": "citations.csv"}
    for name, words in {"edition": EDITION + OFFENSES, **files}.items():
        (tmp_path / names.get(name, f"{name}.md")).write_text(words, encoding="utf-8")
    return tmp_path


def faults(path: Path) -> list[str]:
    with pytest.raises(Unreadable) as caught:
        folder.read(path)
    return [str(fault) for fault in caught.value.faults]


def test_a_law_comes_with_its_heading_parts_and_offenses(tmp_path):
    record = folder.read(make_folder(tmp_path, laws=LAWS))
    (law,) = record.entries
    assert (law.kind, law.number, law.slug, law.title, law.offenses) == ("law", "84", "84", "What it costs", ("revoke",))
    assert record.headings[law.heading].title == "THE REVOKE[^1]"
    assert law.fields["text"].endswith("(b) or points.")


def test_a_roman_case_has_an_arabic_address(tmp_path):
    words = "## XI. A case\noutcome: negative\n\n### Facts\nThis.\n\n### Decision, in brief\nThat.\n"
    (case,) = folder.read(make_folder(tmp_path, cases=words)).entries
    assert (case.number, case.slug, case.outcome) == ("XI", "11", "negative")
    assert case.fields == {"facts": "This.", "decision_digest": "That."}


def test_windows_line_ends_and_a_byte_order_mark_are_no_matter(tmp_path):
    make_folder(tmp_path)
    (tmp_path / "laws.md").write_bytes(b"\xef\xbb\xbf" + LAWS.replace("\n", "\r\n").encode())
    assert folder.read(tmp_path) == folder.read(make_folder(tmp_path, laws=LAWS))


ROWS = "number,offense,penalty,laws,remedies,offender,phases\n"
FAULTY = [
    ("no edition.toml", {"edition": None}, "edition.toml, line 1: there is no edition.toml"),
    ("TOML that is none", {"edition": 'slug = "x\n'}, "edition.toml, line 1: this is no TOML"),
    ("an unknown key", {"edition": EDITION + 'colour = "red"\n'}, "edition.toml, line 6: “colour” is no known key"),
    ("a wrong type", {"edition": EDITION.replace("1999", '"long ago"', 2).replace('club-"long ago"', "club-1999")}, "edition.toml, line 5: “year”"),
    ("a missing title", {"edition": EDITION.replace('title = "Laws of the Club"\n', "", 1)}, "“title” is missing"),
    ("a word that means nothing", {"edition": EDITION + '[words]\nrule = "rool"\n'}, "edition.toml, line 7: [words] rule means “rool”"),
    ("words outside a field", {"laws": "## 1. A\n\nLost words.\n"}, "laws.md, line 3: these words belong to no field"),
    ("an entry without words", {"laws": "## 1. A\n"}, "laws.md, line 1: law 1 has no words"),
    ("a number that is none", {"laws": "## First. A\n### Text\nx\n"}, "laws.md, line 1: “## First. A” does not begin with a number"),
    ("a field twice", {"laws": "## 1. A\n### Text\nx\n### Text\ny\n"}, "laws.md, line 4: the field “Text” stands here a second time"),
    ("an unknown field", {"laws": "## 1. A\n### Txet\nx\n"}, "laws.md, line 2: “Txet” is no field"),
    ("an unknown line", {"laws": "## 1. A\nofenses: revoke\n### Text\nx\n"}, "laws.md, line 2: “ofenses” is no known key"),
    ("an unlisted offense", {"laws": "## 1. A\noffenses: theft\n### Text\nx\n"}, "laws.md, line 1: the offense “theft” is not in [offenses]"),
    ("the same law twice", {"laws": "## 1. A\n### Text\nx\n\n## 1. B\n### Text\ny\n"}, "laws.md, line 5: law 1 stands here a second time (first in laws.md, line 1)"),
    ("the same id twice", {"laws": "## 1. A\nid: 0QK7M\n### Text\nx\n\n## 2. B\nid: 0QK7M\n### Text\ny\n"}, "laws.md, line 6: the id 0QK7M is law 1's already"),
    ("an id that is none", {"laws": "## 1. A\nid: LOOK\n### Text\nx\n"}, "“LOOK” is no permanent id"),
    ("an outcome that is none", {"cases": "## 1. A\noutcome: maybe\n### Facts\nx\n"}, "cases.md, line 2: “maybe” is no outcome"),
    ("a date that is none", {"cases": "## 1. A\ndecided: 31.2.1912\n### Facts\nx\n"}, "cases.md, line 2: “31.2.1912” is no date"),
    ("a note that hangs on nothing", {"footnotes": "## 1. A\non: law 9\n### Text\nx\n"}, "footnotes.md, line 1: there is no law 9 for footnote 1"),
    ("a note on no heading", {"footnotes": "## 1. A\non: heading NONE\n### Text\nx\n"}, "there is no heading “NONE”"),
    ("withdrawn without a reason", {"laws": "## 1. A\nstatus: withdrawn\n### Text\nx\n"}, "law 1 is withdrawn: say why"),
    ("an empty offense", {"penalties_csv": ROWS + "1,,150 points,84,150 points,declarer,play\n"}, "penalties.csv, line 2: row 1: the column “offense” is empty"),
    ("a quotation mark left open", {"penalties_csv": ROWS + '1,"Revoke,150 points,84,,declarer,play\n'}, "penalties.csv, line 2: this row cannot be read: a quotation mark does not close"),
    ("a cell too many", {"penalties_csv": ROWS + "1,a,b,84,,declarer,play,more\n"}, "penalties.csv, line 2: this row has 8 cells, and the head has 7"),
    ("an unknown column", {"penalties_csv": "number,offence\n1,a\n"}, "penalties.csv, line 1: “offence” is no known column"),
    ("an offender that is none", {"penalties_csv": ROWS + "1,a,b,84,,south,play\n"}, "penalties.csv, line 2: “south” is no offender"),
    ("a phase that is none", {"penalties_csv": ROWS + "1,a,b,84,,declarer,supper\n"}, "“supper” is no phase"),
    ("remedies that mix", {"penalties_csv": ROWS + "1,a,b,84,A | B & C,declarer,play\n"}, "row 1: “A | B & C” mixes"),
    ("a verdict on nothing", {"citations_csv": "entry,field,words,occurrence,verdict,target,reason\ncase 1,facts,Law 1,1,perhaps,,\n"}, "citations.csv, line 2: “perhaps” is no verdict"),
    ("a part twice", {"laws": "## 1. A\n### Text\nIt costs:\n\n(a) one\n\n(a) two\n"}, "laws.md, line 1: part (a) stands twice in “text” of law 1"),
    ("a mark without a note", {"laws": "## 1. A\n### Text\nx[^77]\n"}, "laws.md, line 1: law 1 has the mark [^77], and there is no footnote 77"),
    ("words written elsewhere", {"laws": "## 1. A\nwritten: there\n### Text\nx\n"}, "laws.md, line 2: “written” can only be “here”"),
    ("an extract from nowhere", {"laws": "## 1. A\n### Text\nx\n### As quoted in case 7\ny\n"}, "law 1 names case 7, which this edition does not have"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "files", "says"), FAULTY, ids=[row[0] for row in FAULTY])
def test_a_fault_is_told_with_its_file_and_line(tmp_path, why, files, says):
    missing = files.get("edition", "") is None
    path = make_folder(tmp_path, **{name: words for name, words in files.items() if words is not None})
    if missing:
        (path / "edition.toml").unlink()
    assert any(says in fault for fault in faults(path)), faults(path)


def test_all_faults_are_told_at_once(tmp_path):
    path = make_folder(tmp_path, laws="## 1. A\n\n## 2. B\n\nLost.\n", cases="## X\n")
    assert len(faults(path)) >= 3


def test_a_file_in_another_encoding_is_named(tmp_path):
    make_folder(tmp_path)
    (tmp_path / "laws.md").write_bytes("## 1. A\n### Text\ncafé\n".encode("latin-1"))
    assert faults(tmp_path) == ["laws.md, line 3: the file is not UTF-8 text"]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (KINDS, vocabulary.Kind), (STATUSES, vocabulary.Status), (OFFENDERS, vocabulary.Offender), (PHASES, vocabulary.Phase),
        (OUTCOMES, vocabulary.Outcome),
    ],
)  # fmt: skip
def test_the_readers_know_the_words_that_the_models_know(ours, theirs):
    assert set(ours) == set(theirs.values)
