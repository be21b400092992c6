"""The shipped collection, audited: nothing is broken, nothing is to be mended, and all 30 rows of the table agree with their laws."""

from __future__ import annotations

import pytest

from laws.audit.finding import KNOW
from laws.audit.ground import survey
from laws.audit.report import audit
from laws.audit.rows import verdicts
from laws.audit.table import AGREES
from laws.bulk.bring import bring_in, take_out
from laws.citations.readings import texts
from laws.exports.records import record_of
from laws.models import Edition, Entry, Offense, PenaltyRow

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collection")]


def sentences(sort):
    return [f"{finding.where}: {finding.sentence}" for finding in audit().findings if finding.sort == sort]


def judged():
    return list(verdicts(survey(), dict(Offense.objects.values_list("pk", "name"))))


def test_nothing_is_broken_and_nothing_is_to_be_mended():
    report = audit()
    assert not report.is_broken and {finding.severity for finding in report.findings} <= {KNOW}, [
        str(finding) for finding in report.findings if finding.severity != KNOW
    ]


def test_all_rows_of_the_table_agree_with_their_laws():
    found = judged()
    assert len(found) == 30 and [(entry, verdict) for entry, verdict in found if verdict.outcome != AGREES] == []


@pytest.mark.parametrize(
    ("number", "changes", "says"),
    [
        ("1", {"penalty_text": "100 points", "remedies": {"any": ["100 points"]}}, "“100 points” is not in Law 84 a (our digest of it)"),
        ("2", {"penalty_text": "150 points or 2 tricks", "remedies": {"any": ["150 points", "2 tricks"]}}, "“2 tricks” is not in Law 84 b"),
        ("5", {"penalty_text": "New deal", "remedies": {"any": ["New deal"]}}, "no words for a new deal"),
        ("13", {"penalty_text": "150 points", "remedies": {"any": ["150 points"]}}, "“150 points” is not in Law 81"),
        ("20", {"penalty_text": "None", "remedies": {"any": ["None"]}}, "no words for freedom from penalty"),
        ("28", {"penalty_text": "Exposed card", "remedies": {"any": ["Exposed card"]}}, "no words for an exposed card"),
        ("30", {"penalty_text": "Must take lowest", "remedies": {"any": ["Must take lowest"]}}, "no words for the lowest card"),
    ],
)
def test_a_wrong_figure_or_remedy_in_it_is_found(number, changes, says):
    PenaltyRow.objects.filter(entry__number=number).update(**changes)
    assert len(sentences("row-differs")) == 1 and says in sentences("row-differs")[0], sentences("row-differs")


@pytest.mark.parametrize(
    ("number", "laws", "says"),
    [
        ("1", "84 c", "“150 points” is not in Law 84 c (our digest of it), which says 100 points."),
        ("1", "84 b", "Law 84 b (our digest of it) also says 3 tricks, which the row does not."),
        ("1", "85", "“150 points” is not in Law 85"),
        ("6", "77", "no words for"),
        ("19", "57", "Law 57 is filed under Double out of turn"),
        ("24", "62", "no words for losing the penalty"),
        ("30", "17", "no words for the highest card"),
    ],
)
def test_a_wrong_law_or_part_in_it_is_found(number, laws, says):
    code = Edition.objects.get(slug="auction-1912")
    bring_in(f"number,laws\n{number},{laws}\n".encode(), name="t.csv", edition=code, kind="penalty")
    assert len(sentences("row-differs")) == 1 and says in sentences("row-differs")[0], sentences("row-differs")


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_the_30_rows_come_back_equal_into_an_empty_table(form):
    code = Edition.objects.get(slug="auction-1912")
    before, data = record_of(code), take_out(code, "penalty", form)
    assert bring_in(data, name=f"t.{form}", edition=code, kind="penalty").changed == []
    Entry.objects.in_edition(code).of_kind("penalty").delete()
    assert str(bring_in(data, name=f"t.{form}", edition=code, kind="penalty")) == "30 new, 0 changed, 0 same"
    after = record_of(code)
    stamped = {"published_at", "place"}  # when they came back, they were published anew
    for old, new in zip(before.entries, after.entries, strict=True):
        for name in set(type(old).__slots__) - stamped:
            assert getattr(old, name) == getattr(new, name), (old.label, name)
    rows = Entry.objects.in_edition(code).of_kind("penalty").select_related("penaltyrow")
    assert all(row.citations.filter(outcome="resolved").count() for row in rows if texts(row))
