"""The proof-reader on the twelve cases of 1912, with the printed book loaded: every quotation judged as a careful reader judged it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from laws.citations import graph
from laws.importing import bring_in
from laws.models import Entry
from laws.proofreading import reader
from laws.proofreading.judging import Judgement
from tests.acceptance.conftest import gold

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collection")]
GOLD = gold("auction-1912.json")
QUOTATIONS = GOLD.get("quotations", [])
LEAST = 0.6  # of the words of a quotation that a reader called one


def case(number: int) -> Entry:
    return Entry.objects.select_related("edition", "case").get(edition__slug="auction-1912", kind="case", slug=str(number))


_READ: dict[int, reader.Proof] = {}


@pytest.fixture
def proofs(shared: Path) -> dict[int, reader.Proof]:
    """The proof of each case by its number, with the words of the book beside the digests. Loading the book takes a while: it is done once."""
    if not _READ:
        book = (shared / "books" / "auction-1912-laws-etiquette-cases-penalties.txt").read_bytes()
        bring_in(book, name="auction.txt", slug="auction-1912")
        _READ.update({number: reader.of_rows(case(number), graph.outgoing(case(number))) for number in range(1, 13)})
    return _READ


def printed(proof: reader.Proof) -> list[Judgement]:
    """What is said of the printed quotations of a case."""
    return [one for one in proof.judged if not one.field.endswith("_digest")]


def letters(words: str) -> str:
    return re.sub(r"[^a-z0-9]", "", words.lower())


def said_to_be_of(known: dict[str, Any]) -> str:
    return f"Law {known['law']}" if "law" in known else f"Etiquette {known['etiquette']}"


def opening(known: dict[str, Any]) -> str:
    return letters(known["quoted"].split("...")[0])[:30]


@pytest.mark.parametrize("known", QUOTATIONS, ids=lambda known: f"Case {known['case']}, {said_to_be_of(known)}")
def test_a_quotation_is_judged_as_the_reader_judged_it(proofs: dict[int, reader.Proof], known: dict[str, Any]) -> None:
    (one,) = [one for one in printed(proofs[known["case"]]) if letters(one.words).startswith(opening(known))]
    assert one.source is not None and one.source.entry.label == said_to_be_of(known)
    if known.get("sub"):
        assert one.source.part == known["sub"]
    assert (one.verdict == "word for word") == known["exact"]
    if not known["exact"]:
        assert one.verdict in ("differs", "alike") and one.score >= LEAST


def test_no_other_words_of_the_cases_are_called_a_misquotation(proofs: dict[int, reader.Proof]) -> None:
    known = {(one["case"], opening(one)) for one in QUOTATIONS}
    amiss = [(number, letters(one.words)) for number, proof in proofs.items() for one in printed(proof) if one.is_amiss]
    others = [number for number, words in amiss if not any(number == case and words.startswith(begins) for case, begins in known)]
    assert others == [9]


def test_what_case_9_tells_of_section_9_is_found_in_section_8(proofs: dict[int, reader.Proof]) -> None:
    (one,) = printed(proofs[9])
    assert (one.manner, one.verdict) == ("indirect", "elsewhere")
    assert one.source is not None and one.where is not None
    assert (one.source.label, one.where.label) == ("Etiquette 9", "Etiquette 8")


def test_every_number_of_the_cases_is_linked_or_has_its_reason(proofs: dict[int, reader.Proof]) -> None:
    doubtful = [(number, one.mark.words) for number, proof in proofs.items() for one in proof.in_doubt if not one.field.endswith("_digest")]
    assert doubtful == []


def test_as_shipped_no_digest_is_taken_for_the_words_of_a_law() -> None:
    told = [one.verdict for number in range(1, 13) for one in reader.of_rows(case(number), graph.outgoing(case(number))).judged]
    assert set(told) <= {"not held", "word for word", "differs"}
