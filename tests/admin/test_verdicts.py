"""What an editor says of a citation holds, whatever is read anew."""

import pytest

from laws.models import Citation, Entry
from tests.admin.forms import address, complaints, saved, send
from tests.builders import make_case, make_edition, make_etiquette, make_law

pytestmark = pytest.mark.django_db


def citations(case):
    return Citation.objects.filter(source=case).order_by("start", "pk")


@pytest.fixture
def case():
    make_law("1", text="Words."), make_law("2", text="Words.")
    return make_case("1", facts="Law 1 says so.", decision="Law 1 again.")


def test_sic_keeps_the_words_and_points_to_what_was_meant_after_every_saving(desk, case):
    right = make_etiquette("8", text="Words.")
    row = citations(case).get(field="facts")
    reason = "Section 8 says it; Law 1 does not."
    saved(desk, address(row), verdict="sic", correction=right.pk, correction_reason=reason)
    for facts in ("Law 1 says so.", "As everybody knows, Law 1 says so, and Law 2 too."):
        saved(desk, address(case), case__0__facts=facts)
        row = citations(case).get(field="facts", words="Law 1")
        assert (row.verdict, row.origin, row.target.number, row.correction, row.correction_reason) == ("sic", "editor", "1", right, reason)
    assert citations(case).get(field="decision").verdict == "", "the same words elsewhere are another citation"


def test_another_target_takes_the_link(desk, case):
    two = Entry.objects.get(kind="law", number="2")
    saved(desk, address(citations(case).get(field="facts")), verdict="target", correction=two.pk)
    saved(desk, address(case), title="Another title")
    row = citations(case).get(field="facts")
    assert (row.target, row.outcome, row.verdict, row.correction) == (two, "resolved", "target", None)


def test_what_is_no_citation_is_dismissed_and_comes_back_when_the_verdict_goes(desk, case):
    saved(desk, address(citations(case).get(field="facts")), verdict="not a citation")
    saved(desk, address(case), title="Another title")
    row = citations(case).get(field="facts")
    assert (row.outcome, row.target) == ("dismissed", None)
    saved(desk, address(row), verdict="")
    row = citations(case).get(field="facts")
    assert (row.outcome, row.verdict, row.origin, row.target.number) == ("resolved", "", "grammar", "1")


def test_sic_holds_for_every_target_of_the_words(desk):
    for number in ("1", "2", "3"):
        make_law(number, text="Words.")
    case = make_case("1", facts="Laws 1 and 2.")
    three = Entry.objects.get(kind="law", number="3")
    saved(desk, address(citations(case)[1]), verdict="sic", correction=three.pk, correction_reason="A misprint.")
    assert [(row.target.number, row.correction) for row in citations(case)] == [("1", three), ("2", three)]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"verdict": "sic", "correction_reason": "Why."}, "Choose the entry that is meant."),
        ({"verdict": "target"}, "Choose the entry that is meant."),
        ({"verdict": "sic", "correction": "law 2"}, "Say in a sentence why the printed words mean another entry."),
        ({"verdict": "target", "correction": "law 2", "correction_part": "b"}, "Law 2 has no parts; there is no “b”."),
        ({"verdict": "target", "correction": "whist"}, "Law 9 is of Whist 1889, which the printed words do not name."),
    ],
)
def test_a_verdict_that_says_too_little(desk, case, changes, sentence):
    entries = {"law 2": Entry.objects.get(kind="law", number="2"), "whist": make_law("9", edition=make_edition("whist-1889"))}
    row = citations(case).get(field="facts")
    changes = {name: entries[value].pk if value in entries else value for name, value in changes.items()}
    assert complaints(send(desk, address(row), **changes)) == [sentence]
    row.refresh_from_db()
    assert row.verdict == ""


def test_a_target_is_not_named_twice_by_one_citation(desk):
    one, _ = make_law("1", text="Words."), make_law("2", text="Words.")
    case = make_case("1", facts="Laws 1 and 2.")
    answer = send(desk, address(citations(case)[1]), verdict="target", correction=one.pk)
    assert complaints(answer) == ["The same citation names Law 1 already."]


def test_the_verdict_stands_in_the_history_of_the_entry(desk, case):
    saved(desk, address(citations(case).get(field="facts")), verdict="accepted")
    history = desk.get(address(citations(case).get(field="facts"), "history"), follow=True)
    assert history.redirect_chain == [(address(case, "history"), 302)]
    latest = history.context["versions"][0].version
    assert (latest.who, latest.why) == ("editor", "“Law 1”: accepted as found")


def test_going_on_editing_leads_to_the_row_that_was_read_anew(desk, case):
    row = citations(case).get(field="facts")
    answer = saved(desk, address(row), verdict="not a citation", _continue="Save and continue editing")
    assert answer["Location"] == address(citations(case).get(field="facts"))
    assert desk.get(answer["Location"]).status_code == 200


def test_citations_without_a_target_come_first(desk, case):
    make_case("2", facts="Law 2.", decision="Law 400.")
    rows = desk.get("/admin/laws/citation/").context["cl"].result_list
    assert [row.outcome for row in rows] == ["unknown", "resolved", "resolved", "resolved"]


def test_citations_are_neither_made_nor_deleted_by_hand(desk, case):
    row = citations(case).first()
    assert desk.get("/admin/laws/citation/add/").status_code == 403
    assert desk.post(address(row, "delete"), {"post": "yes"}).status_code == 403
    assert b"delete_selected" not in desk.get("/admin/laws/citation/").content


def test_offsets_cannot_be_typed(desk, case):
    row = citations(case).get(field="facts")
    saved(desk, address(row), verdict="accepted", start=3, end=4, words="other")
    row = citations(case).get(field="facts")
    assert (row.start, row.end, row.words) == (0, 5, "Law 1")


def test_an_entry_shows_what_it_cites_and_what_cites_it(desk, case):
    page = desk.get(address(case)).content.decode()
    assert "Law 1: A law (Auction 1912)" in page
    page = desk.get(address(Entry.objects.get(kind="law", number="1"))).content.decode()
    assert "Case 1: A case (Auction 1912)" in page
