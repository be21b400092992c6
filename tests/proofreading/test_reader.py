"""The proof of a text, in an edition: what each citation comes to, what is said of quotations, and what an editor has said before."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from laws import editing
from laws.citations import cite
from laws.models import Citation, Edition, Entry
from laws.proofreading import judging, reader
from tests.builders import make_case, make_edition, make_etiquette, make_law

pytestmark = pytest.mark.django_db
WATCHING = "The dummy should not rise from his chair in order to look on at his partner's play."


def proof(text: str, slug: str = "auction-1912") -> reader.Proof:
    return reader.proof(reader.column(text, Edition.objects.get(slug=slug)))


def test_a_citation_is_found_with_its_title_and_address():
    make_law("84", text="It costs:\n\n(b) three tricks.", title="The revoke")
    (one,) = proof("See Law 84 b.").citations
    assert (one.state, one.words, one.field) == ("found", "Law 84 b", "facts")
    assert [(pointer.label, pointer.title, pointer.href) for pointer in one.pointers] == [("Law 84 b", "The revoke", "/auction-1912/law/84/#b")]
    assert not one.is_open


def test_a_number_that_an_entry_had_before_says_which_it_has_now():
    law = make_law("84")
    editing.renumber(law, "98")
    (one,) = proof("Law 84 forbids it.").citations
    assert (one.state, one.note) == ("unknown", "Law 84 is Law 98 now")


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Law 100 forbids it.", "there is no Law 100 in this code; its last is Law 84"),
        ("Law 60 forbids it.", "there is no Law 60 in this code"),
        ("Case 3 forbids it.", "there is no Case 3 in this code"),
        ("Law 7 of the Laws of Whist forbids it.", "there is no such entry of “the Laws of Whist” here"),
    ],
)
def test_an_unknown_citation_says_what_there_is(text, note):
    make_law("84")
    (one,) = proof(text).citations
    assert (one.state, one.note, one.is_open) == ("unknown", note, True)


def test_a_citation_that_may_mean_two_codes_is_ambiguous():
    make_law("84")
    for slug in ("whist-1889", "whist-1900"):
        make_law("7", edition=make_edition(slug, title="Laws of Whist", names=["Laws of Whist"]))
    (one,) = proof("Law 7 of the Laws of Whist forbids it.").citations
    assert (one.state, one.is_open) == ("ambiguous", True)


@pytest.mark.parametrize(
    ("cited", "lacks"),
    [
        ("Law 44, paragraph iv", "Law 44 has no part iv: it has no parts"),
        ("Law 84 d", "Law 84 has no part d: its parts are a, b"),
        ("Law 84 b", ""),
        ("Law 50a", ""),  # a law of its own
        ("second paragraph of Law 84", ""),  # b is the second
    ],
)
def test_a_pinpoint_that_the_target_lacks_is_said(cited, lacks):
    make_law("44", text="Words.")
    make_law("50a", text="Words.")
    make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    (one,) = proof(f"See {cited}, he said.").citations
    assert one.pointers[0].lacks == lacks
    assert one.is_open == bool(lacks)


def test_a_relative_citation_names_what_it_was_read_from():
    make_law("72")
    found = proof("Law 72 covers it. The latter portion of that law does not apply.")
    assert [(one.words, one.evidence) for one in found.citations] == [("Law 72", ""), ("The latter portion of that law", "Law 72")]


def judged(text: str) -> judging.Judgement:
    (one,) = proof(text).judgements
    return one


def test_the_words_of_another_law_are_found_elsewhere_and_proposed_for_the_citation():
    make_etiquette("8", text=WATCHING + " Neither should he call attention to the score.")
    make_etiquette("9", text="If a player say that he has the rest, the others should not show their cards.")
    found = proof("Section 9 of Etiquette provides that Dummy shall not rise from his chair in order to look on at his partner's play.")
    (one,) = found.judgements
    assert (one.verdict, one.source.label, one.where.label) == ("elsewhere", "Etiquette 9", "Etiquette 8")
    assert found.citations[0].proposed.label == "Etiquette 8"
    assert one.score >= judging.TOLD_ELSEWHERE


def test_a_quotation_from_elsewhere_is_settled_once_the_citation_is_marked_sic():
    right = make_etiquette("8", text=WATCHING)
    make_etiquette("9", text="If a player say that he has the rest, the others should not show their cards.")
    case = make_case("9", facts="Section 9 of Etiquette provides that Dummy shall not rise from his chair in order to look on at his partner's play.")
    words = "Section 9 of Etiquette"
    row = Citation(field="facts", words=words, occurrence=1, verdict="sic", correction=right, correction_reason="It is 8's.", start=0, end=22)
    assert (reader.proof(case).amiss, reader.proof(case, [row]).amiss) == (1, 0)


def test_a_law_of_which_only_a_digest_is_held_cannot_be_compared():
    make_law("84", digest="A revoke costs three tricks.")
    one = judged('Law 84 provides that "a revoke shall cost three tricks."')
    assert (one.verdict, one.reason) == ("not held", "only a digest of Law 84 is held, not its printed words")
    assert not one.is_amiss


def test_the_words_of_a_law_that_is_not_here_are_not_judged():
    make_law("84")
    one = judged('Law 100 provides that "a revoke shall cost three tricks."')
    assert (one.verdict, one.reason) == ("not judged", "Law 100 leads to no entry here, so that there is nothing to compare it with")


def test_a_case_is_quoted_from_all_that_it_prints():
    make_case("11", facts="The Declarer leads three rounds of trumps.", decision="The question is decided in the negative.")
    one = judged('Case 11 holds that "the question is decided in the negative."')
    assert (one.verdict, one.source.label) == ("word for word", "Case 11")


def test_words_of_several_laws_are_compared_with_each():
    make_law("1", text="One thing is allowed to the dealer.")
    make_law("2", text="Another thing is forbidden to everybody.")
    one = judged('Laws 1 and 2 provide that "another thing is forbidden to everybody."')
    assert (one.verdict, one.source.label) == ("word for word", "Law 2")


def test_a_digest_is_told_in_other_words_and_not_called_wrong():
    make_law("46", text="whoever makes the final declaration shall play the hand, unless the winning suit was first named by the partner.")
    one = judged("Law 46 provides that if the partner bid the winning suit first, he plays the hand.")
    assert (one.verdict, one.is_amiss) == ("alike", False)


def test_what_an_editor_said_is_shown():
    make_law("1", text="Words.")
    right = make_etiquette("8", text="Words.")
    case = make_case("5", facts="Law 1 says so, and Law 2.")
    said = [
        Citation(field="facts", words="Law 1", occurrence=1, verdict="sic", correction=right, correction_reason="It is 8's.", start=0, end=5),
        Citation(field="facts", words="Law 2", occurrence=1, verdict="not a citation", start=0, end=5),
    ]
    one, two = reader.proof(case, said).citations
    assert (one.state, one.meant.label, one.reason, one.is_open) == ("found", "Etiquette 8", "It is 8's.", False)
    assert (two.state, two.is_open) == ("dismissed", False)


def test_a_bare_number_can_be_made_a_citation_by_an_editor():
    make_law("52", text="Words.")
    case = make_case("5", facts="In 52 it is said.")
    assert [one.mark.words for one in reader.proof(case).in_doubt] == ["52"]
    row = Citation(
        field="facts", words="52", occurrence=1, verdict="target", target_kind="law", target_number="52", start=0, end=2, link_start=0, link_end=2
    )
    found = reader.proof(case, [row])
    assert ([one.pointers[0].href for one in found.citations], found.in_doubt) == (["/auction-1912/law/52/"], [])


def test_nothing_is_stored_by_looking():
    make_law("84")
    before = list(Citation.objects.values()), list(Entry.objects.values())
    proof('Law 84 provides that "nothing is so." See Law 1 and the next law.')
    assert (list(Citation.objects.values()), list(Entry.objects.values())) == before


def test_the_proof_agrees_with_the_citations_that_are_stored():
    make_law("84", text="(b) Words.")
    case = make_case("5", facts="Law 84 b and Law 100.", decision="See Rule 84.")

    def told(rows):
        return {(row.field, row.start, row.end, row.outcome) for row in rows}

    assert told(Citation.objects.filter(source=case)) == told(cite.read([case], {case.pk: []})[case.pk]) != set()


def test_a_longer_text_asks_no_more_questions():
    for number in range(1, 13):
        make_law(f"{number}", text=f"Law number {number} has words of its own, and {number} of them are rare: zeta{number}, eta{number}.")
    make_case("1", facts="Words of a case.")

    def asked(count: int) -> int:
        text = " ".join(f'Law {n} provides that "law number {n} has these words of its own." See Case 1, and {n + 20}.' for n in range(1, count + 1))
        with CaptureQueriesContext(connection) as queries:
            proof(text)
        return len(queries)

    assert asked(2) == asked(12)


def test_a_large_code_is_searched_by_its_rarer_words(monkeypatch):
    monkeypatch.setattr("laws.proofreading.library.WHOLE_CODE", 2)
    for number in range(1, 8):
        make_law(f"{number}", text=f"Players of table {number} shall keep their counters in a box marked alpha{number}.")
    make_law("8", text="A candidate for admission must apply to the secretary in writing beforehand.")
    one = judged('Law 3 provides that "a candidate for admission must apply to the secretary in writing beforehand."')
    assert (one.verdict, one.where.label) == ("elsewhere", "Law 8")


@pytest.mark.parametrize("text", ["", " \n", "\x00", "Law 84 " * 500, '"' * 999, "💥 Law 84 b[^1] _x_ | a |", "<script>Law 84</script>", "\ud800"])
def test_nothing_that_is_pasted_makes_it_stumble(text):
    make_law("84")
    found = proof(text)
    assert found.amiss >= 0
