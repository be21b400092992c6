"""What a change touches is told before it is made, and is what then happens."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from laws import editing, impact
from laws.models import Entry, Extract
from tests.builders import make_case, make_edition, make_etiquette, make_footnote, make_law, make_penalty

pytestmark = pytest.mark.django_db
TEXT = "It costs:\n\n(a) fifty points for a revoke;\n\n(b) the deal itself."


def told(found):
    """The groups with their lines, each entry by its label."""
    return {group.title: [(line.entry.label if line.entry else "", line.says) for line in group.lines] for group in found.groups}


def changed(entry, **values):
    new = Entry.objects.select_related("edition").get(pk=entry.pk)
    for name, value in values.items():
        setattr(new, name, value)
    return impact.of_saving(new)


def test_a_law_that_nothing_leans_on_is_changed_without_a_word():
    law = make_law("84", text=TEXT)
    assert not changed(law, text="Other words.\n\n(a) And a part.\n\n(b) And another.")


@pytest.mark.parametrize(
    "values",
    [{"title": "Other"}, {"digest": "In brief."}, {"source": "Page 9."}, {"text": TEXT}, {"editor_note": "A note."}, {"position": 7}],
)
def test_what_others_do_not_lean_on_touches_nothing(values):
    law = make_law("84", text=TEXT)
    make_case("1", facts="Law 84 b.")
    assert not changed(law, **values)


def test_printed_words_that_come_in_beside_a_digest_touch_nothing():
    law = make_law("84", digest="In brief.")
    make_case("1", facts="Law 84.")
    assert not changed(law, text="The printed words at last.")


def test_other_words_touch_what_was_written_with_the_earlier_ones_in_view():
    law = make_law("84", text=TEXT)
    make_case("1", facts="Law 84 says so."), make_case("2", facts="Law 84.", status="draft"), make_penalty("3", laws="84 a")
    found = told(changed(law, text=TEXT.replace("fifty", "forty")))
    assert found["Citations"] == [
        ("Case 1", "cites it as “Law 84”, and was written with the earlier words in view."),
        ("Case 2", "cites it as “Law 84”, and was written with the earlier words in view."),
    ]
    assert found["Rows of the table of penalties"] == [
        ("Penalty 3", "(Revoke by Declarer: 150 points) cites it as “84 a”, and was written with the earlier words in view.")
    ]


def test_a_part_that_vanishes_touches_those_who_cite_it_hang_on_it_lean_on_it_and_its_printed_addresses():
    law = make_law("84", text=TEXT)
    make_case("1", facts="Law 84 b."), make_footnote("9", on=law, part="b")
    make_penalty("3", laws="84 a", detail={"claim_law": law, "claim_part": "b"})
    code = law.parts.get(anchor="b").permanent_id
    found = told(changed(law, text="It costs:\n\n(a) fifty points for a revoke."))
    assert found["Addresses"] == [("", f"/~{code} and /auction-1912/law/84/#b (Law 84 b) will lead to the whole of Law 84.")]
    assert found["Citations"] == [("Case 1", "cites Law 84 b, and that part is no longer there: its link will lead to the whole.")]
    assert found["Footnotes"] == [("Footnote 9", "hangs on part b, which is no longer there: it will hang on the whole.")]
    assert ("Penalty 3", "(Revoke by Declarer) says that part b rules its claim, and that part is no longer there.") in found[
        "Rows of the table of penalties"
    ]


def test_another_number_says_where_the_address_leads_and_what_the_citations_do():
    law = make_law("84", text=TEXT)
    case = make_case("1", facts="Law 84 b, and Laws 84 and 85."), make_law("85")
    found = told(changed(law, number="86", slug="86"))
    assert found["Addresses"] == [("", f"/auction-1912/law/84/ will lead to /auction-1912/law/86/. The short address /~{law.permanent_id} stays.")]
    assert found["Citations"] == [
        ("Case 1", "says “Law 84 b”: the words stay, and its link will lead to Law 86."),
        ("Case 1", "says “Laws 84 and 85”: the words stay, and its link will lead to Law 86."),
    ]
    editing.renumber(law, "86")
    rows = case[0].citations.order_by("start", "link_start")
    assert [(row.target.number, row.part and row.part.anchor) for row in rows] == [("86", "b"), ("86", None), ("85", None)], "as it was told"
    editing.publish([case[0]])
    assert [row.target.number for row in case[0].citations.order_by("start", "link_start")] == ["86", "86", "85"], "and it stays so"


def test_a_number_that_another_had_is_taken_over_with_its_address():
    old = make_law("84", title="The old one")
    editing.renumber(old, "86")
    new = make_law("84", status="draft")
    assert not changed(new, text="Other words."), "a draft takes nothing over"
    found = told(changed(new, status="published"))
    (label, says), = found["An address that was another’s"]
    assert label == "Law 86" and says.startswith("had /auction-1912/law/84/ until ") and says.endswith("It will show this entry, and say so.")
    assert told(impact.of_publishing(new)) == found


def test_withdrawing_touches_everything_that_leads_there():
    law, older = make_law("84", text=TEXT), make_law("80", status="withdrawn")
    Entry.objects.filter(pk=older.pk).update(replaced_by=law)
    make_case("1", facts="Law 84."), make_footnote("9", on=law), make_penalty("3", laws="84", detail={"claim_law": law})
    found = told(impact.of_withdrawing(law))
    assert found["Citations"] == [("Case 1", "cites it as “Law 84”: its link will lead to the page that says why this was withdrawn.")]
    assert found["Footnotes"] == [("Footnote 9", "hangs on it, and its page will lead to what was withdrawn.")]
    assert found["Withdrawn entries that point here"] == [("Law 80", "tells its readers to read this instead.")]
    assert [label for label, _ in found["Rows of the table of penalties"]] == ["Penalty 3", "Penalty 3"]
    assert found["Addresses"][0][1] == f"/auction-1912/law/84/ and /~{law.permanent_id} will say why it was withdrawn, and where to read on."


def test_quotations_that_will_no_longer_be_true_are_named():
    law, case = make_law("84", text=TEXT), make_case("12", facts="Law 84 provides: “Fifty points for a revoke”. And: “the deal itself, at least”.")
    other = make_case("13", facts="Law 84.")
    Extract.objects.create(entry=law, quoted_in=other, words="the deal itself")
    found = told(changed(law, text=TEXT.replace("fifty", "forty").replace("the deal", "a deal")))
    assert found["Quotations"] == [
        ("Case 13", "is given as quoting “the deal itself”, which it will no longer say so."),
        ("Case 12", "quotes “Fifty points for a revoke”, which it will no longer say so."),
    ]
    assert case.pk
    assert "Quotations" not in told(changed(law, text=TEXT.replace("costs", "may cost"))), "what is quoted still stands"


def test_a_mark_that_vanishes_leaves_its_note():
    law = make_law("84", text="Words.[^9] More words.")
    make_footnote("9", on=law)
    assert told(changed(law, text="Words. More words."))["Footnotes"] == [
        ("Footnote 9", "hangs on it, and its mark [^9] is no longer in the words.")
    ]


def test_a_reworded_case_touches_the_case_that_cites_it():
    case, _ = make_case("6", facts="Facts."), make_case("7", facts="See Case 6.")
    case = Entry.objects.for_page().get(pk=case.pk)
    detail = case.case
    detail.facts = "Other facts."
    assert [label for label, _ in told(impact.of_saving(case, detail))["Citations"]] == ["Case 7"]


def test_what_another_code_cites_is_told_with_its_code():
    make_edition("whist-1889", names=["Laws of Whist"])
    law = make_law("84", text=TEXT, edition=make_edition("whist-1889"))
    make_etiquette("1", text="Law 84 of the Laws of Whist says otherwise.")
    assert [label for label, _ in told(changed(law, text="Other."))["Citations"]] == ["Etiquette 1"]


def test_the_mark_of_an_impact_changes_with_what_is_touched():
    law = make_law("84", text=TEXT)
    make_case("1", facts="Law 84.")
    one, two = changed(law, text="Other words."), changed(law, text="Still others.")
    assert one.mark == two.mark, "the same is touched"
    make_case("2", facts="Law 84.")
    assert changed(law, text="Other words.").mark != one.mark


def test_more_citations_ask_no_more_questions():
    law = make_law("84", text=TEXT)
    counts = []
    for n in (1, 2, 3):
        make_case(str(n), facts="Law 84 b."), make_penalty(str(n), laws="84 a"), make_footnote(str(n), on=law, part="b")
        with CaptureQueriesContext(connection) as asked:
            assert changed(law, text="Other.")
        counts.append(len(asked))
    assert len(set(counts)) == 1
