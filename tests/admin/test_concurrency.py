"""Two people at one form: the later saving is refused with both texts, nothing is lost, and there are ways to go on."""

import json

import pytest

from laws import editing
from laws.models import Citation, Entry, Extract, Footnote
from tests.admin.forms import Typed, address, complaints, confirmed, saved, typed
from tests.builders import make_case, make_edition, make_footnote, make_heading, make_law, make_penalty

pytestmark = pytest.mark.django_db
TOO_LATE = "Somebody else has saved this since you opened it. Nothing of yours is lost: look below, and save again."


def late(first, second, row, theirs, mine, press=None):
    """Both open the form; the first saves `theirs`, then the second sends `mine`. Returns the answer to the second."""
    where = address(row)
    opened = typed(second, where)
    saved(first, where, **theirs)
    return second.post(where, opened | {name.replace("__", "-"): value for name, value in mine.items()} | (press or {}))


def again(desk, row, answer, **changes):
    """Send the form that came back, with some of it changed."""
    values = Typed(answer.content.decode()).values | {name.replace("__", "-"): value for name, value in changes.items()}
    return confirmed(desk, address(row), desk.post(address(row), values))


def clashes(answer):
    return {clash.label: (clash.theirs, clash.mine, clash.both) for clash in answer.context["overtaken"].clashes}


def test_the_later_saving_is_refused_with_both_texts(desk, chiefs_desk):
    case = make_case("1", facts="Old facts.", title="A case")
    answer = late(desk, chiefs_desk, case, {"case__0__facts": "Their facts."}, {"case__0__facts": "My facts.", "title": "My title"})
    assert answer.status_code == 200 and complaints(answer) == [TOO_LATE]
    assert clashes(answer) == {"Facts as printed": ("Their facts.", "My facts.", True)}
    assert b"<del>Their</del><ins>My</ins> facts." in answer.content
    case = Entry.objects.for_page().get(pk=case.pk)
    assert (case.title, case.case.facts) == ("A case", "Their facts."), "nothing of mine is saved"
    values = Typed(answer.content.decode()).values
    assert (values["title"], values["case-0-facts"]) == ("My title", "My facts."), "nothing of mine is lost"


@pytest.mark.parametrize(
    ("changes", "facts"),
    [
        ({}, "My facts."),  # mine stand in the form
        ({"_take-case__0__facts": "mine"}, "My facts."),
        ({"_take-case__0__facts": "theirs"}, "Their facts."),
        ({"case__0__facts": "Facts of both."}, "Facts of both."),  # merged by hand
    ],
)
def test_there_are_three_ways_to_go_on(desk, chiefs_desk, changes, facts):
    case = make_case("1", facts="Old facts.")
    answer = late(desk, chiefs_desk, case, {"case__0__facts": "Their facts."}, {"case__0__facts": "My facts.", "title": "My title"})
    assert again(chiefs_desk, case, answer, **changes).status_code == 302
    case = Entry.objects.for_page().get(pk=case.pk)
    assert (case.title, case.case.facts) == ("My title", facts)


def test_fields_that_only_one_has_changed_are_put_together(desk, chiefs_desk):
    law = make_law("84", text="Old words.", title="Old title", offenses=("revoke",))
    answer = late(desk, chiefs_desk, law, {"title": "Their title", "offenses": []}, {"text": "My words."})
    assert complaints(answer) == [TOO_LATE], "what they have changed may bear on mine, so that I am asked"
    assert clashes(answer) == {"Title": ("Their title", "Old title", False), "Offenses": ("", "Revoke", False)}
    assert again(chiefs_desk, law, answer).status_code == 302
    law.refresh_from_db()
    assert (law.title, law.text, list(law.offenses.all())) == ("Their title", "My words.", [])


def test_the_same_change_twice_is_no_clash(desk, chiefs_desk):
    law = make_law("84", text="Old words.")
    assert late(desk, chiefs_desk, law, {"text": "New words."}, {"text": "New words."}).status_code == 302


def test_a_third_saving_is_told_too(desk, chiefs_desk):
    law = make_law("84", text="Old words.")
    answer = late(desk, chiefs_desk, law, {"text": "Their words."}, {"text": "My words."})
    saved(desk, address(law), text="Their latest words.")
    answer = again(chiefs_desk, law, answer)
    assert clashes(answer) == {"Printed words": ("Their latest words.", "My words.", True)}
    assert again(chiefs_desk, law, answer).status_code == 302
    assert Entry.objects.get(pk=law.pk).text == "My words."


def test_who_and_when_are_compared_as_well(desk, chiefs_desk):
    case = make_case("1", offenders=("dummy",), phases=("play",))
    answer = late(desk, chiefs_desk, case, {"offenders": ["dealer"]}, {"offenders": ["declarer", "dummy"]})
    assert clashes(answer) == {"Who": ("Dealer", "Declarer, Dummy", True)}
    assert again(chiefs_desk, case, answer, **{"_take-offenders": "theirs"}).status_code == 302
    assert [row.offender for row in Entry.objects.get(pk=case.pk).offenders.all()] == ["dealer"]


def test_what_the_command_line_has_changed_is_noticed(desk):
    law = make_law("84", text="Old words.")
    opened = typed(desk, address(law))
    Entry.objects.filter(pk=law.pk).update(digest="Written by the loader.")
    answer = desk.post(address(law), opened | {"text": "My words."})
    assert clashes(answer) == {"In brief": ("Written by the loader.", "", False)}


@pytest.mark.parametrize("stamp", ["", "{", "[]", '{"title": 5}', "null", '{"text":"00000000"}', "x" * 5000])
def test_a_form_without_a_good_stamp_overwrites_nothing(desk, stamp):
    law = make_law("84", text="Stored words.")
    answer = desk.post(address(law), typed(desk, address(law)) | {"text": "Other words.", "_stamp": stamp})
    assert clashes(answer) == {"Printed words": ("Stored words.", "Other words.", True)}
    assert Entry.objects.get(pk=law.pk).text == "Stored words."
    assert again(desk, law, answer).status_code == 302
    assert Entry.objects.get(pk=law.pk).text == "Other words."


def test_both_add_a_footnote_and_both_are_kept(desk, chiefs_desk):
    law = make_law("84", text="Words.[^1] And more.[^2]")
    rows = [{f"footnotes__0__{name}": value for name, value in row.items()} | {"footnotes__TOTAL_FORMS": 1}
            for row in ({"number": "1", "text": "Theirs.", "status": ""}, {"number": "2", "text": "Mine.", "status": ""})]  # fmt: skip
    answer = late(desk, chiefs_desk, law, *rows)
    assert again(chiefs_desk, law, answer).status_code == 302
    assert list(Entry.objects.of_kind("footnote").order_by("number").values_list("text", flat=True)) == ["Theirs.", "Mine."]


def test_a_footnote_changed_on_its_own_page_is_noticed_on_the_page_of_its_law(desk, chiefs_desk):
    law = make_law("84", text="Words.[^1]")
    note = make_footnote("1", text="Old note.", on=law)
    opened = typed(chiefs_desk, address(law))
    saved(desk, address(note), text="Their note.")
    answer = chiefs_desk.post(address(law), opened | {"footnotes-0-text": "My note.", "title": "My title"})
    assert [(clash.theirs, clash.mine) for clash in answer.context["overtaken"].clashes] == [("Their note.", "My note.")]
    assert again(chiefs_desk, law, answer, **{"_take-footnotes__0__text": "theirs"}).status_code == 302
    assert (Entry.objects.get(pk=note.pk).text, Entry.objects.get(pk=law.pk).title) == ("Their note.", "My title")


def test_a_row_that_the_other_took_out_comes_back_if_i_have_changed_it(desk, chiefs_desk):
    law, case = make_law("84", text="Words to quote."), make_case("1")
    for at, words in enumerate(("Words", "to quote")):
        Extract.objects.create(entry=law, quoted_in=case, words=words, position=at)
    answer = late(desk, chiefs_desk, law, {"extracts__0__DELETE": "on", "extracts__1__DELETE": "on"}, {"extracts__1__words": "quote"})
    assert complaints(answer) == [TOO_LATE]
    assert again(chiefs_desk, law, answer).status_code == 302
    assert list(law.extracts.values_list("words", flat=True)) == ["quote"], "the one that I had left alone stays out"


def test_verdicts_on_one_citation_do_not_overwrite_each_other(desk, chiefs_desk):
    one, two, case = make_law("1"), make_law("2"), make_case("1", facts="Law 1.", decision="Decided.")
    row = Citation.objects.get(source=case)
    opened = typed(chiefs_desk, address(row))
    saved(desk, address(row), verdict="sic", correction=two.pk, correction_reason="A slip.")
    row = Citation.objects.get(source=case)
    answer = chiefs_desk.post(address(row), opened | {"verdict": "not a citation"})
    assert clashes(answer)["Verdict"] == ("Printed so, means another", "Not a citation", True)
    assert Citation.objects.get(source=case).correction == two
    assert one.pk


def test_the_table_on_the_page_of_a_code_is_compared_row_by_row(desk, chiefs_desk):
    edition = make_edition()
    rows = [make_penalty(str(n), laws="84") for n in (1, 2)]
    answer = late(desk, chiefs_desk, edition, {"entries__0__penalty_text": "200 points"}, {"entries__1__penalty_text": "300 points"})
    assert complaints(answer) == [TOO_LATE]
    assert again(chiefs_desk, edition, answer).status_code == 302
    assert [Entry.objects.get(pk=row.pk).penaltyrow.penalty_text for row in rows] == ["200 points", "300 points"]


def test_headings_are_compared_too(desk, chiefs_desk):
    heading = make_heading("THE REVOKE")
    answer = late(desk, chiefs_desk, heading, {"title": "THE REVOKE[^27]"}, {"title": "REVOKES"})
    assert clashes(answer) == {"Title": ("THE REVOKE[^27]", "REVOKES", True)}


@pytest.mark.parametrize("status", ["in review", "published"])
def test_a_writer_who_comes_too_late_is_given_the_words_back(writers_desk, desk, status):
    case = make_case("1", facts="Old facts.", status="draft")
    button = {"_submit": "1"} if status == "in review" else {"_publish": "1"}
    mine = {"case__0__facts": "My <b>facts</b>.", "title": "My title"}
    answer = late(desk, writers_desk, case, {"case__0__facts": "Their facts.", **button}, mine)
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "My &lt;b&gt;facts&lt;/b&gt;." in page and "My title" in page, "what was typed can be copied"
    assert f"Case 1 is {status} by now" in " ".join(page.split())
    case = Entry.objects.for_page().get(pk=case.pk)
    assert (case.case.facts, case.title) == ("Their facts.", "A case")


def test_an_entry_that_was_deleted_meanwhile_leads_to_the_list(desk, chiefs_desk):
    law = make_law("84", status="draft")
    opened = typed(chiefs_desk, address(law))
    desk.post(address(law, "delete"), {"post": "yes"})
    assert chiefs_desk.post(address(law), opened | {"text": "Mine."}).status_code == 302
    assert not Entry.objects.exists()


def test_a_number_taken_meanwhile_is_said_and_nothing_lost(desk, chiefs_desk):
    edition = make_edition()
    where = "/admin/laws/lawtext/add/"
    opened = typed(chiefs_desk, where)
    saved(desk, where, edition=edition.pk, number="84", text="Theirs.")
    answer = chiefs_desk.post(where, opened | {"edition": edition.pk, "number": "84", "text": "Mine."})
    assert complaints(answer)[0] == "Auction 1912 has a Law 84 already (draft)." and b"Mine." in answer.content


def test_saving_marks_nothing_as_changed_that_a_browser_sends_otherwise(desk):
    """Line ends come back as CR LF, and white space around a text is dropped: that is no change of anybody's."""
    law = make_law("84", text="One line.\n\nAnother line.\n", status="draft")
    opened = typed(desk, address(law))
    answer = desk.post(address(law), opened | {"text": opened["text"].replace("\n", "\r\n")})
    assert answer.status_code == 302


def test_the_stamp_of_a_page_is_short_and_marks_every_field(desk):
    law = make_law("84")
    stamp = json.loads(typed(desk, address(law))["_stamp"])
    assert {"edition", "number", "title", "text", "digest", "offenses", "source"} - {"edition"} <= stamp.keys()
    assert "why" not in stamp and all(len(mark) == 8 for mark in stamp.values())
    assert Footnote.objects.count() == 0 and editing.may_delete(law) is False
