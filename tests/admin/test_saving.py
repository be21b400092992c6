"""Saving at the desk: the row, and everything that follows from it, in one go."""

import pytest
from django.core.exceptions import ValidationError

from laws import editing
from laws.models import (
    Case,
    Citation,
    Edition,
    Entry,
    EtiquetteEntry,
    FormerAddress,
    HeadedSection,
    LawText,
    Note,
    Offense,
    Part,
    PenaltyEntry,
    Ruling,
)
from laws.search import answer
from tests.admin.forms import address, complaints, said, saved, send
from tests.builders import make_case, make_edition, make_footnote, make_heading, make_law, make_penalty, make_section

pytestmark = pytest.mark.django_db


def test_a_new_case_is_cited_linked_and_counted_in_one_saving(desk, editor):
    edition, law, revoke = (
        make_edition(),
        make_law("84", text="It costs:\n\n(a) this;\n\n(b) that."),
        Offense.objects.create(slug="revoke", name="Revoke"),
    )
    saved(
        desk, address(Ruling, "add"), edition=edition.pk, number="13", title="Two revokes", _publish="1", offenses=[revoke.pk],
        offenders=["declarer", "dummy"], phases=["play"], case__0__facts="The declarer revoked twice.",
        case__0__decision="Law 84 b applies, not Law 400.", case__0__holding="Each revoke is paid for.", why="The club met on Tuesday.",
    )  # fmt: skip
    case = Entry.objects.get(kind="case", number="13")
    assert (case.slug, case.position, case.status, case.published_at is not None) == ("13", 1, "published", True)
    assert [row.offender for row in case.offenders.all()] == ["declarer", "dummy"]
    assert [row.phase for row in case.phases.all()] == ["play"]
    assert list(case.offenses.all()) == [revoke]
    rows = Citation.objects.filter(source=case).order_by("start")
    assert [(row.target, row.part and row.part.anchor, row.outcome) for row in rows] == [(law, "b", "resolved"), (None, None, "unknown")]
    version = case.history.get()
    assert (version.history_user, version.history_change_reason) == (editor, "The club met on Tuesday.")


def test_a_saved_case_is_found_by_its_new_words_and_no_longer_by_the_old(desk):
    case = make_case("1", facts="A player dropped an umbrella.")
    saved(desk, address(case), case__0__facts="A player dropped a teacup.")
    assert [hit.entry.pk for hit in answer.answer("teacup").hits] == [case.pk]
    assert answer.answer("umbrella").total == 0


def test_saving_a_case_again_reads_its_citations_again(desk):
    one, two, case = make_law("1", text="Words."), make_law("2"), make_case("1", facts="Law 1.")
    saved(desk, address(case), case__0__facts="Law 2.")
    assert [row.target for row in Citation.objects.filter(source=case)] == [two]
    assert not Citation.objects.filter(target=one).exists()


def test_a_new_law_settles_the_citations_that_waited_for_it(desk):
    case = make_case("1", facts="See Law 98.")
    assert Citation.objects.get(source=case).outcome == "unknown"
    saved(desk, address(LawText, "add"), edition=make_edition().pk, number="98", title="Late", text="The last law.", _publish="1")
    assert Citation.objects.get(source=case).target.number == "98"


def test_a_draft_waits_at_the_end_and_settles_nothing(desk):
    make_law("1")
    case = make_case("1", facts="See Law 98.")
    saved(desk, address(LawText, "add"), edition=make_edition().pk, number="98")
    law = Entry.objects.get(kind="law", number="98")
    assert (law.status, law.position, law.published_at) == ("draft", 2, None)
    assert Citation.objects.get(source=case).outcome == "unknown"


def test_an_entry_put_before_another_moves_the_rest_on(desk):
    for number in ("50", "51", "52"):
        make_law(number)
    saved(desk, address(LawText, "add"), edition=make_edition().pk, number="50a", text="Words.", position=2)
    assert list(Entry.objects.order_by("position").values_list("number", "position")) == [("50", 1), ("50a", 2), ("51", 3), ("52", 4)]


def test_parts_follow_the_words(desk):
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    kept = Part.objects.get(anchor="a").permanent_id
    saved(desk, address(law), text="It costs:\n\n(a) this;\n\n(c) more.")
    assert list(Part.objects.order_by("anchor").values_list("anchor", "retired")) == [("a", False), ("b", True), ("c", False)]
    assert Part.objects.get(anchor="a").permanent_id == kept


def test_renumbering_keeps_the_old_address_and_reads_both_numbers_again(desk):
    law, case = make_law("84"), make_case("1", facts="Law 84, not Law 86.")
    saved(desk, address(law), number="86")
    assert list(FormerAddress.objects.values_list("path", "entry")) == [("/auction-1912/law/84/", law.pk)]
    rows = Citation.objects.filter(source=case).order_by("start")
    assert [(row.words, row.target, row.verdict) for row in rows] == [("Law 84", law, "target"), ("Law 86", law, "")]


def test_a_draft_that_is_renumbered_leaves_no_address_behind(desk):
    law = make_law("84", status="draft")
    saved(desk, address(law), number="86")
    assert not FormerAddress.objects.exists()


def test_a_number_given_again_is_anothers_former_address_still(desk):
    law = make_law("84")
    editing.renumber(law, "86")
    saved(desk, address(LawText, "add"), edition=make_edition().pk, number="84", text="A new 84.", status="draft")
    assert FormerAddress.objects.get().entry == law, "a draft takes no address from anybody"
    saved(desk, address(Entry.objects.get(number="84")), _publish="1")
    assert FormerAddress.objects.get().entry == law, "it is remembered still: the page of the new 84 says where readers who want the old one go"


@pytest.mark.parametrize(
    ("changes", "amended"),
    [
        ({"text": "Other words."}, True),
        ({"title": "Another title"}, True),
        ({"source": "Page 12."}, False),
        ({"why": "Only looking."}, False),
    ],
)
def test_an_amendment_is_a_change_of_what_readers_read(desk, changes, amended):
    law = make_law("84")
    saved(desk, address(law), **changes)
    after = Entry.objects.get(pk=law.pk)
    assert after.published_at == law.published_at
    assert (after.amended_at is not None) is amended


def test_words_of_the_case_row_amend_the_case(desk):
    case = make_case("1")
    saved(desk, address(case), case__0__decision="Decided otherwise.", why="On appeal.")
    case.refresh_from_db()
    assert case.amended_at is not None
    assert Case.history.first().history_change_reason == "On appeal."


def test_a_draft_that_is_rewritten_is_not_amended(desk):
    law = make_law("84", status="draft")
    saved(desk, address(law), text="Other words.")
    law.refresh_from_db()
    assert law.amended_at is None


def test_saving_without_a_change_leaves_no_version(desk):
    case = make_case("1", offenders=("dummy", "declarer"), phases=("play",))
    before = list(Entry.history.values_list("pk", flat=True))
    saved(desk, address(case))
    assert list(Entry.history.values_list("pk", flat=True)) == before
    assert [row.offender for row in case.offenders.order_by("pk")] == ["dummy", "declarer"]


def test_withdrawing_keeps_citations(desk):
    new, old, case = make_law("85"), make_law("84"), make_case("1", facts="Law 84.")
    desk.post(f"/admin/laws/lawtext/{old.pk}/move/withdraw/", {"why": "Replaced by Law 85.", "replaced_by": new.pk})
    old.refresh_from_db()
    assert (old.status, old.replaced_by) == ("withdrawn", new)
    assert Citation.objects.get(source=case).target == old


def test_a_step_that_refuses_gives_the_form_back_as_it_was_typed(desk, monkeypatch):
    case = make_case("1", facts="Old facts.")

    def refuse(entries):
        raise ValidationError("Case 1 cannot stand.")

    monkeypatch.setattr(editing, "publish", refuse)
    answer = send(desk, address(case), case__0__facts="New facts.", title="A new title")
    assert answer.status_code == 200
    assert "Case 1 cannot stand." in complaints(answer)
    assert b"New facts." in answer.content and b"A new title" in answer.content
    case.refresh_from_db()
    assert (case.title, case.case.facts, case.history.count()) == ("A case", "Old facts.", 1)


def test_a_new_footnote_on_a_law_is_an_entry_of_its_own(desk):
    law = make_law("84", text="It costs:[^24]\n\n(a) this.\n\n(b) that.")
    new = {"number": "24", "anchor_part": "B", "text": "See Law 84 a.", "digest": "", "status": ""}
    rows = {"footnotes__TOTAL_FORMS": 1} | {f"footnotes__0__{name}": value for name, value in new.items()}
    saved(desk, address(law), **rows)
    note = Entry.objects.get(kind="footnote")
    assert (note.number, note.slug, note.status, note.text, note.edition) == ("24", "24", "published", "See Law 84 a.", law.edition)
    assert (note.footnote.anchor, note.footnote.anchor_part) == (law, "b")
    assert Citation.objects.get(source=note).part.anchor == "a"
    saved(desk, address(law), footnotes__0__text="See Law 84 b.", why="A slip.")
    assert Citation.objects.get(source=note).part.anchor == "b"
    assert note.history.first().history_change_reason == "A slip."


def test_a_note_may_be_made_with_its_law(desk):
    new = {"footnotes__TOTAL_FORMS": 1, "footnotes__0__number": "1", "footnotes__0__text": "A note.", "footnotes__0__status": ""}
    saved(desk, address(LawText, "add"), edition=make_edition().pk, number="1", text="Words.[^1]", _publish="1", **new)
    assert Entry.objects.get(kind="footnote").footnote.anchor.number == "1"


def test_a_quotation_elsewhere_is_a_row_of_the_law(desk):
    law, case = make_law("61", digest="In brief."), make_case("12")
    saved(
        desk,
        address(law),
        extracts__TOTAL_FORMS=1,
        extracts__0__quoted_in=case.pk,
        extracts__0__words="as long as",
        extracts__0__position=0,
    )
    assert law.extracts.get().quoted_in == case


def test_a_footnote_may_hang_on_a_heading(desk):
    heading = make_heading("THE REVOKE[^27]")
    saved(
        desk, address(Note, "add"), edition=heading.edition.pk, number="27", text="On the heading.", _publish="1",
        footnote__0__anchor_heading=heading.pk,
    )  # fmt: skip
    assert Entry.objects.get(kind="footnote").footnote.anchor_heading == heading


def test_a_section_gets_its_address_from_its_title_and_keeps_it(desk):
    saved(desk, address(HeadedSection, "add"), edition=make_edition().pk, title="The Dummy’s Rights", text="Words.", _publish="1")
    section = Entry.objects.get(kind="section")
    assert section.slug == "the-dummys-rights"
    saved(desk, address(section), title="Dummy")
    section.refresh_from_db()
    assert (section.title, section.slug) == ("Dummy", "the-dummys-rights")


def test_a_penalty_row_is_typed_as_it_is_printed(desk):
    law = make_law("84", text="It costs:\n\n(a) this.")
    saved(
        desk, address(PenaltyEntry, "add"), edition=make_edition().pk, number="31", status="published", offenders=["dummy"], phases=["play"],
        penaltyrow__0__offense="Revoke by dummy", penaltyrow__0__penalty_text="None, or a new deal", penaltyrow__0__laws="84 a",
        penaltyrow__0__remedies="(no penalty & play goes on) | new deal", penaltyrow__0__claim_law=law.pk, penaltyrow__0__claim_part="A",
    )  # fmt: skip
    entry = Entry.objects.get(kind="penalty")
    row = entry.penaltyrow
    assert (entry.title, entry.title_is_printed) == ("Revoke by dummy", True)
    assert row.remedies == {"any": [{"all": ["no penalty", "play goes on"]}, "new deal"]}
    assert (row.claim_law, row.claim_part) == (law, "a")
    assert Citation.objects.get(source=entry).part.anchor == "a"


def test_a_penalty_that_is_not_taken_apart_counts_as_one(desk):
    row = make_penalty("1")
    saved(desk, address(row), penaltyrow__0__penalty_text="200 points", penaltyrow__0__remedies="")
    row.penaltyrow.refresh_from_db()
    assert row.penaltyrow.remedies == {"any": ["200 points"]}


def test_reading_anew_says_how_many_citations_wait(desk):
    case = make_case("1", facts="Law 400.")
    Citation.objects.all().delete()
    answer = desk.post(address(Ruling, "changelist"), {"action": "reread_selected", "_selected_action": [case.pk]})
    assert said(answer, desk) == ["Read anew: 1. Citations without a target: 1."]
    assert Citation.objects.get().source == case


def test_the_history_says_who_when_why_and_what(desk):
    case = make_case("1", facts="Old facts.")
    saved(desk, address(case), case__0__holding="Held otherwise.", title="A better title", why="As the minutes have it.")
    page = desk.get(address(case, "history"))
    latest = page.context["versions"][0]
    assert (latest.version.who, latest.version.why) == ("editor", "As the minutes have it.")
    assert "Title: “A case” → “A better title”" in latest.what
    assert "Holding: “Held.” → “Held otherwise.”" in latest.what


def test_an_etiquette_section_is_saved_with_the_row_of_its_kind(desk):
    saved(desk, address(EtiquetteEntry, "add"), edition=make_edition().pk, number="10", text="Be courteous.", _publish="1")
    assert Entry.objects.get(kind="etiquette").detail() is not None


def test_a_code_that_was_renamed_is_found_under_its_new_name(desk):
    whist = make_edition("whist-1889")
    law = make_law("5", edition=whist)
    case = make_case("1", facts="Law 5 of the Good Old Rules.")
    assert not Citation.objects.filter(source=case, target=law).exists()
    saved(desk, address(whist), names="Good Old Rules\nOld Whist")
    assert Edition.objects.get(pk=whist.pk).names == ["Good Old Rules", "Old Whist"]
    assert Citation.objects.get(source=case).target == law


def test_another_meaning_of_a_word_reads_the_code_again(desk):
    edition = make_edition()
    law = make_law("9")
    case = make_case("1", facts="Canon 9 settles it.")
    assert not Citation.objects.filter(source=case).exists()
    saved(desk, address(edition), words="canon = law\nsection = etiquette")
    assert Citation.objects.get(source=case).target == law


def test_a_heading_carries_its_footnotes(desk):
    heading = make_heading("THE REVOKE")
    make_law("83", heading=heading)
    rows = {"footnotes__TOTAL_FORMS": 1, "footnotes__0__number": "27", "footnotes__0__text": "Law 83.", "footnotes__0__status": "published"}
    saved(desk, address(heading), title="THE REVOKE[^27]", **rows)
    note = Entry.objects.get(kind="footnote")
    assert (note.footnote.anchor_heading, note.footnote.anchor) == (heading, None)
    assert Citation.objects.get(source=note).target.number == "83"


def test_the_table_of_penalties_is_typed_on_the_page_of_the_edition(desk):
    edition, law = make_edition(), make_law("84")
    old = make_penalty("1", laws="84")
    new = {"position": "", "number": "2", "offense": "Revoke", "penalty_text": "50 points", "laws": "84", "status": "published"}
    rows = {f"entries__1__{name}": value for name, value in new.items()}
    saved(desk, address(edition), entries__TOTAL_FORMS=2, entries__0__penalty_text="200 points", **rows)
    added = Entry.objects.get(kind="penalty", number="2")
    assert (added.position, added.title, added.penaltyrow.remedies) == (2, "Revoke", {"any": ["50 points"]})
    assert Citation.objects.get(source=added).target == law
    old = Entry.objects.get(pk=old.pk)
    assert (old.penaltyrow.penalty_text, old.penaltyrow.remedies, old.amended_at is not None) == (
        "200 points",
        {"any": ["200 points"]},
        True,
    )


def test_a_note_on_a_section_keeps_its_place_when_saved(desk):
    note = make_footnote("1", on=make_section())
    saved(desk, address(note), text="Other words.")
    note = Entry.objects.get(pk=note.pk)
    assert (note.text, note.footnote.anchor.kind, note.position) == ("Other words.", "section", 1)


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        ((), "as a rule the next one: 13."),  # nothing is printed yet
        (("1", "2", "10"), "The next one free: 11 in"),  # by size, not by letters
        (("1", "4"), "The next one free: 5 in"),  # a gap is not filled: a number is never given twice
        (("I", "II"), "as a rule the next one: 13."),  # an edition that counts in other figures
    ],
    ids=["none", "by size", "a gap", "Roman"],
)
def test_a_new_ruling_is_told_the_next_free_number(desk, numbers, says):
    for number in numbers:
        make_case(number)
    assert says in desk.get(address(Ruling, "add")).context["adminform"].form.fields["number"].help_text


def test_a_draft_has_its_number_and_the_form_of_an_old_ruling_offers_none(desk):
    draft = make_case("7", status="draft")
    assert "The next one free: 8 in" in desk.get(address(Ruling, "add")).content.decode()
    assert "next one free" not in desk.get(address(draft)).content.decode()
