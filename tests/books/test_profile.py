"""Book profiles: what a book is told, and what a fault in one says."""

from __future__ import annotations

from pathlib import Path

import pytest

from laws.books import profile
from laws.books.reader import read_book
from laws.books.records import Unreadable

PROFILES = Path(profile.__file__).parent / "profiles"


def written(folder: Path, text: str) -> Path:
    path = folder / "book.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", sorted(PROFILES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_profile_that_ships_can_be_read(path: Path) -> None:
    told = profile.shipped(path.stem)
    assert told is not None
    assert told.title and told.game and told.year


def test_there_is_no_profile_outside_their_folder() -> None:
    assert profile.shipped("../../../settings") is None
    assert profile.shipped("unheard-of") is None


def test_a_profile_says_what_the_book_does_not(tmp_path: Path) -> None:
    told = profile.Profile.read(
        written(
            tmp_path,
            'title = "Stones"\nyear = 1900\nfurniture = ["CLUB COPY"]\nbegins = "THE LAWS"\nends = "INDEX"\n[words]\nrule = "law"\n'
            '[[corrections]]\nfind = "2. A stome."\nreplace = "2. A stone."\nreason = "a slip of the pen"\n',
        )
    )
    text = "PREFACE\n\nWords.\n\nTHE LAWS\n\n1. A.\n\nCLUB COPY\n\n2. A stome.\n\nINDEX\n\nStone 2\n"
    reading = read_book(text.encode(), name="stones.txt", slug="stones", profile=told)
    assert reading.record
    assert (reading.record.title, reading.record.year, reading.record.words) == ("Stones", 1900, {"rule": "law"})
    assert [entry.fields["text"] for entry in reading.record.entries] == ["A.", "A stone."]
    assert (11, "2. A stome.", "corrected by the profile: a slip of the pen") in reading.proof.guesses
    assert ("furniture named by the profile", (9,), 9) in reading.proof.furniture
    assert reading.proof.accounts.adds_up and reading.proof.region == (5, 11)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("title = ", 1, "no TOML"),
        ('titel = "Stones"', 1, "“titel” is no known key"),
        ('title = "A"\nyear = "1900"', 2, "“year” must be a number"),
        ("furniture = [1]", 1, "“furniture” must be a list"),
        ("title = 4", 1, "“title” must be words"),
        ('[words]\nrule = "lore"', 2, "[words] rule means “lore”"),
        ('[[corrections]]\nfind = "a"', 1, "needs find, replace and reason"),
        ('[[corrections]]\nfind = "a\\nb"\nreplace = "c"\nreason = "d"', 1, "must keep the number of lines: find has 2, replace has 1"),
    ],
)
def test_a_fault_is_a_sentence_with_its_line(text: str, line: int, says: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as caught:
        profile.Profile.read(written(tmp_path, text))
    fault = caught.value.faults[0]
    assert says in fault.message
    assert (fault.place.file, fault.place.line) == ("book.toml", line)


def test_a_profile_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(Unreadable, match="not UTF-8"):
        profile.Profile.read(path)
    with pytest.raises(Unreadable, match="cannot be opened"):
        profile.Profile.read(tmp_path / "none.toml")
