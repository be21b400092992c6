"""The digests are true: they hold the book's numbers and no others, its parts, and are no mere hints of it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from laws import text as markup
from laws.models import Entry
from tests.acceptance.conftest import gold
from tests.conftest import PROJECT

UNITS = "one two three four five six seven eight nine"
TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
WORTH = {
    **{word: value for value, word in enumerate(f"{UNITS} {TEENS}".split(), start=1)},
    **{word: 10 * value for value, word in enumerate(TENS.split(), start=2)},
}
PLACE = {word: f"{value}th" for value, word in enumerate(ORDINALS.split(), start=1)}


def either(words: str) -> str:
    return "(?:" + "|".join(words.split()) + ")"


SMALL = rf"(?:{either(TENS)}(?:[- ]{either(UNITS)})?|{either(TEENS)}|{either(UNITS)})"
NUMBER = re.compile(
    rf"\b(?:(?P<words>(?:(?:{SMALL}|a)\s+)?hundred(?:(?:\s+and)?\s+{SMALL})?|{SMALL})"
    rf"|(?P<place>{either(ORDINALS)})|(?P<half>half)|(?P<figures>\d+)(?P<end>st|nd|rd|th|d)?)\b"
)
# "Any one", "no one", "one another" and the like count nothing; neither does "the one", "one of them" as a pronoun of the writer.
PRONOUN = re.compile(r"\b(?:any|no|every|some|each|either|neither|the|this|that|which|another|such|last) one\b|\bone(?:'s|’s| another| or other)\b|\bones\b")
SHORTEST = 0.40


def numbers(words: str) -> set[str]:
    """The numbers in a text, however they are written: {"13", "1th"} for "thirteen ... the first"."""
    found = set()
    for match in NUMBER.finditer(PRONOUN.sub(" ", words.lower())):
        if match["words"]:
            found.add(str(value(match["words"])))
        elif match["place"]:
            found.add(PLACE[match["place"]])
        else:
            found.add(match["half"] or match["figures"] + ("th" if match["end"] else ""))
    return found


def value(words: str) -> int:
    """What a number in words is worth: "two hundred and fifty" is 250."""
    before, hundred, after = words.partition("hundred")
    if not hundred:
        return sum(WORTH[word] for word in re.findall("[a-z]+", words))
    return 100 * (WORTH.get(before.strip(), 1)) + sum(WORTH.get(word, 0) for word in re.findall("[a-z]+", after))


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("thirteen cards and 13 more", {"13"}),
        ("two hundred and fifty points", {"250"}),
        ("a hundred points", {"100"}),
        ("fifty and one hundred", {"50", "100"}),
        ("the second of three, the 2d of 3", {"2th", "3"}),
        ("twenty-five, thirty", {"25", "30"}),
        ("five or six", {"5", "6"}),
        ("any one may; one packet", {"1"}),
        ("one another, no one, the one that", set()),
        ("Law 37 b and Law 84", {"37", "84"}),
        ("half of them", {"half"}),
    ],
)
def test_numbers_are_read_however_they_are_written(words: str, held: set[str]) -> None:
    assert numbers(words) == held


def bare(words: str, labels: set[str]) -> str:
    """A text without markup, note marks and the labels of its parts."""
    kept = re.sub(r"\[\^?\d+\]", " ", words).replace("_", "")
    kept = re.sub(r"\((?P<label>[a-z]{1,3}|[IVX]{1,5}|\d{1,2}(?:st|d|th|rd|nd))\)", " ", kept)
    for label in labels:
        kept = re.sub(rf"(?m)(?:^|(?<=[.;,:—-]))\s*{re.escape(label)}\.?(?=\s)", " ", kept)
    return kept


def book(edition: str) -> Iterator[tuple[str, str, dict[str, str], set[str]]]:
    """(kind, number, {field: printed words}, labels of parts) of everything in a book that the collection digests."""
    if edition == "auction-1912":
        auction = gold("auction-1912.json")
        for law in auction.get("laws", []):
            yield "law", str(law["number"]), {"digest": law["text"]}, {sub["label"] for sub in law["subs"]}
        for section in auction.get("etiquette", {}).get("sections", []):
            yield "etiquette", str(section["number"]), {"digest": section["text"]}, set()
        for case in auction.get("cases", []):
            facts = case["facts"] if case["query_shares_paragraph_with_facts"] else f"{case['facts']} {case['query'] or ''}"
            yield "case", str(case["number"]), {"facts_digest query_digest": facts, "decision_digest": case["decision"]}, set()
    else:
        whist = gold("citations-whist.json")
        for law in whist.get("laws", []):
            yield "law", str(law["number"]), {"digest": law["text"]}, set(law["subs"])
        for case in whist.get("cases", []):
            fields = {"facts_digest query_digest": case["facts"], "decision_digest": case["decision"], "remark_digest": case["note"] or ""}
            yield "case", markup.arabic(case["number"]), fields, set()  # parts of a decision are found in its words


ROWS = [
    (edition, kind, number, names, words, labels | set(re.findall(r"\(_([a-z])_\)", words)))
    for edition in ("auction-1912", "whist-1889")
    for kind, number, fields, labels in book(edition)
    for names, words in fields.items()
    if words
]
every_digest = pytest.mark.parametrize(
    ("edition", "kind", "number", "names", "words", "labels"), ROWS, ids=[f"{row[0]} {row[1]} {row[2]} {row[3].split('_')[0]}" for row in ROWS]
)


def digest(edition: str, kind: str, number: str, names: str) -> str:
    """What the collection says in our words; "" where it gives the printed ones instead."""
    entry = Entry.objects.select_related("case").get(edition__slug=edition, kind=kind, slug=number)
    holder: Any = entry.case if kind == "case" else entry
    found = "\n\n".join(getattr(holder, name) for name in names.split()).strip()
    printed = any(getattr(holder, name.replace("_digest", "").replace("digest", "text")) for name in names.split())
    assert found or printed, "neither printed words nor a digest"
    return found


@pytest.mark.django_db
@pytest.mark.usefixtures("collection")
@every_digest
def test_a_digest_has_the_numbers_of_its_law(edition: str, kind: str, number: str, names: str, words: str, labels: set[str]) -> None:
    if ours := digest(edition, kind, number, names):
        assert numbers(bare(ours, labels)) == numbers(bare(words, labels))


@pytest.mark.django_db
@pytest.mark.usefixtures("collection")
@every_digest
def test_a_digest_has_the_parts_of_its_law(edition: str, kind: str, number: str, names: str, words: str, labels: set[str]) -> None:
    if ours := digest(edition, kind, number, names):
        assert {anchor for _, anchor in markup.parts(ours)} == {markup.anchor_of(label) for label in labels}


@pytest.mark.django_db
@pytest.mark.usefixtures("collection")
@every_digest
def test_a_digest_is_no_mere_hint_of_its_law(edition: str, kind: str, number: str, names: str, words: str, labels: set[str]) -> None:
    if ours := digest(edition, kind, number, names):
        assert len(markup.plain(ours).split()) >= SHORTEST * len(words.split())


def test_no_run_of_ten_words_is_copied_from_a_book(shared: Path) -> None:
    done = subprocess.run([sys.executable, str(shared / "tools" / "copied_words.py")], cwd=PROJECT, capture_output=True, text=True, timeout=300)
    if "git" in done.stderr:
        pytest.skip("this is no git checkout, so the files of the project cannot be listed")
    seeds = " ".join(re.findall("[a-z0-9]+", " ".join(path.read_text(encoding="utf-8") for path in sorted((shared / "seeds").iterdir())).lower()))
    assert [line for line in done.stdout.splitlines() if not may_stand(line, seeds)] == []


def may_stand(line: str, seeds: str) -> bool:
    """Whether a run may stay: a group heading as printed, or words of the seeds that only run on into the label before or after them."""
    file, number, words = re.fullmatch(r'(.+?):(\d+): "(.*)"', line).groups()  # type: ignore[union-attr]
    source = (PROJECT / file).read_text(encoding="utf-8").splitlines()[int(number) - 1]
    within = re.sub(r"^(?:decision )?(?:\d+ )?|(?: \d+)$", "", words)
    return bool(re.match(r"# [^a-z]+$", source)) or within in seeds
