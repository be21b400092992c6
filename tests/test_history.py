"""What readers could read, from one amendment to the next, and which old citations had other words in view."""

from datetime import UTC, date, datetime

import pytest

from laws import editing, history, wordings
from laws.models import Case, Entry
from tests.builders import STAMP, make_case, make_law, make_penalty

pytestmark = pytest.mark.django_db


def amend(entry, day, **values):
    """Other words from a day on."""
    for name, value in values.items():
        setattr(entry, name, value)
    entry.amended_at = datetime(*day, 12, tzinfo=UTC)
    entry.save()
    editing.publish([entry])


def told(entry):
    return [(wording.since.date(), wording.until and wording.until.date(), dict(wording.fields)["Printed words"]) for wording in wordings.wordings(entry)]


@pytest.fixture
def law():
    """Law 84, amended twice."""
    law = make_law("84", text="Fifty points.")
    amend(law, (2026, 2, 1), text="One hundred points.")
    amend(law, (2026, 3, 1), text="One hundred points, and the deal.")
    return law


def test_each_amendment_begins_a_wording(law):
    assert told(law) == [
        (STAMP.date(), date(2026, 2, 1), "Fifty points."),
        (date(2026, 2, 1), date(2026, 3, 1), "One hundred points."),
        (date(2026, 3, 1), None, "One hundred points, and the deal."),
    ]


def test_drafts_and_what_readers_do_not_read_are_no_wordings():
    law = make_law("84", text="A first idea.", status="draft")
    law.text = "A second idea."
    law.save()
    law.status, law.published_at = "published", STAMP
    law.save()
    editing.publish([law])
    amend(law, (2026, 2, 1), source="Page 12.")
    editing.withdraw(law, because="A mistake.")
    law.text = "Words that were never public."
    law.save()
    assert told(law) == [(STAMP.date(), None, "A second idea.")]


def test_a_case_is_read_with_the_row_of_its_kind():
    case = make_case("1", facts="Old facts.")
    case.case.facts = "New facts."
    case.case.save()
    amend(case, (2026, 2, 1))
    changes = wordings.changes(*wordings.wordings(case))
    assert [(change.label, [piece.text.strip() for piece in change.pieces]) for change in changes] == [
        ("Facts as printed", ["Old", "New", "facts."])
    ]


def test_words_written_here_are_not_called_printed():
    case = make_case("1", facts="Old facts.", own_words=True)
    case.case.facts = "New facts."
    case.case.save()
    amend(case, (2026, 2, 1))
    (change,) = wordings.changes(*wordings.wordings(case))
    assert change.label == "Facts"
    told = {label for version in history.versions(case) for label in history.said(version)}
    assert {label for label in told if "printed" in label.lower()} == {"Title as printed"}, "which is a tick that says so itself"
    law = make_law("84", text="Words.", own_words=True)
    assert "Words" in dict(wordings.wordings(law)[0].fields)
    now_printed = history.versions(law)[0]
    law.own_words = False
    law.save()
    found = history.differences(now_printed, history.versions(law)[0])
    assert "Printed words" not in [one.label for one in found], "the words are the same, whatever they are called"


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ((2026, 1, 4), None),  # before it was here
        ((2026, 1, 5), "Fifty points."),
        ((2026, 1, 31), "Fifty points."),
        ((2026, 2, 1), "One hundred points."),  # the day of the amendment belongs to the new words
        ((2030, 1, 1), "One hundred points, and the deal."),
    ],
)
def test_a_day_has_one_wording(law, day, words):
    wording = wordings.on(wordings.wordings(law), date(*day))
    assert (dict(wording.fields)["Printed words"] if wording else None) == words


@pytest.mark.parametrize(
    ("decided", "words"),
    [
        (date(1912, 5, 1), "Fifty points."),  # older than the site: the first wording that it kept
        (date(2026, 1, 20), "Fifty points."),
        (date(2026, 2, 10), "One hundred points."),
        (date(2026, 3, 1), None),  # decided under the words of today
        (date(2026, 4, 1), None),
    ],
)
def test_a_decision_had_the_words_of_its_day_in_view(law, decided, words):
    case = make_case("1", facts="Law 84.", detail={"decided_on": decided})
    found = wordings.outdated(case, [law])
    assert [dict(wording.fields)["Printed words"] for _, wording in found] == ([words] if words else [])


def test_what_is_no_decision_speaks_for_the_day_on_which_it_was_last_written(law):
    row = make_penalty("1", laws="84")
    assert [target for target, _ in wordings.outdated(row, [law])] == [law]
    amend(row, (2026, 4, 1))
    assert wordings.outdated(row, [law]) == []


def test_nothing_is_asked_where_nothing_was_amended(django_assert_num_queries):
    case, one = make_case("1"), make_law("1")
    with django_assert_num_queries(0):
        assert wordings.outdated(case, [one]) == []


def test_twice_as_many_amended_laws_ask_no_more_questions(django_assert_max_num_queries):
    case = Entry.objects.for_page().get(pk=make_case("1", detail={"decided_on": date(1912, 1, 1)}).pk)
    laws = []
    for _ in range(2):
        for _ in range(2):
            laws.append(make_law(str(len(laws) + 1), text="Old."))
            amend(laws[-1], (2026, 2, 1), text="New.")
        with django_assert_max_num_queries(1):
            assert len(wordings.outdated(case, laws)) == len(laws)


def test_rows_of_one_saving_are_one_version_however_long_a_book_takes_to_load():
    case = make_case("1")
    entry, detail = Entry.history.get(id=case.pk), Case.history.get(entry_id=case.pk)
    detail.history_date = entry.history_date.replace(year=entry.history_date.year)
    assert [version.ref for version in history.versions(case)] == [f"{entry.history_id}-{detail.history_id}"]
