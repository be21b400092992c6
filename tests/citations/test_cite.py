"""Reading citations into rows, and settling them as entries come and go."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from laws import editing, impact
from laws.citations import graph
from laws.citations.unsettled import unsettled
from laws.models import Citation, Entry
from tests.builders import make_case, make_edition, make_footnote, make_law, make_penalty

pytestmark = pytest.mark.django_db


def rows(entry):
    return [
        (r.words, r.target_kind, r.target_number, r.target_part, r.outcome)
        for r in Citation.objects.filter(source=entry).order_by("start", "pk")
    ]


def test_a_citation_settles_by_itself_when_its_target_comes():
    note = make_footnote("1", text="Vide Law 72.")
    assert rows(note) == [("Law 72", "law", "72", "", "unknown")]
    law = make_law("72")
    assert rows(note) == [("Law 72", "law", "72", "", "resolved")]
    assert [m.source for _, ms in graph.cited_by(law) for m in ms] == [note]


def test_a_part_settles_when_the_law_gets_it():
    make_law("84", text="No parts yet.")
    row = make_penalty("1", laws="84 b")
    assert Citation.objects.get(source=row).part is None
    law = Entry.objects.get(kind="law")
    law.text = "It costs:\n\n(a) this;\n\n(b) that."
    law.save()
    editing.publish([law])
    assert Citation.objects.get(source=row).part.anchor == "b"


def test_a_law_of_its_own_beats_a_paragraph():
    make_law("50", text="Words:\n\n(a) first.")
    case = make_case("1", facts="Law 50a decides.")
    assert Citation.objects.get(source=case).target.slug == "50"
    own = make_law("50a")
    assert Citation.objects.get(source=case).target == own


def test_a_new_code_does_not_answer_for_an_old_one():
    make_law("7", edition=make_edition("new-code"))
    note = make_footnote("1", text="See Law 7.")
    assert rows(note)[0][-1] == "unknown"


def test_another_edition_is_cited_by_its_name():
    law = make_law("7", edition=make_edition("whist-1889", title="The Laws of Whist", year=1889))
    case = make_case("1", facts="As in Law 7 of the Laws of Whist.")
    assert Citation.objects.get(source=case).target == law


def test_a_name_that_two_editions_bear_is_ambiguous():
    for slug in ("whist-1864", "whist-1889"):
        make_law("7", edition=make_edition(slug, title="The Laws of Whist"))
    case = make_case("1", facts="As in Law 7 of the Laws of Whist.")
    assert rows(case)[0][-1] == "ambiguous"


@pytest.mark.parametrize("verdict", ["sic", "not a citation", "accepted", "target"])
def test_what_an_editor_said_survives_every_new_reading(verdict):
    other = make_law("8")
    make_law("9")
    case = make_case("1", facts="Law 9 here, and Law 9 there.")
    second = Citation.objects.get(source=case, occurrence=2)
    second.verdict, second.origin, second.correction_reason = verdict, "editor", "Said so."
    if verdict == "sic":
        second.correction = other
    if verdict == "target":
        second.target_number = "8"
    second.save()
    case.case.facts = "Some words more. " + case.case.facts
    case.case.save()
    editing.publish([case])
    first, second = Citation.objects.filter(source=case).order_by("start")
    assert (first.verdict, first.target.slug) == ("", "9")
    assert (second.verdict, second.correction_reason) == (verdict, "Said so.")
    expected = {"sic": ("resolved", "9"), "not a citation": ("dismissed", None), "accepted": ("resolved", "9"), "target": ("resolved", "8")}
    assert (second.outcome, second.target.slug if second.target else None) == expected[verdict]
    if verdict == "sic":
        assert second.correction == other


def test_a_dismissed_citation_is_in_no_list():
    law = make_law("9")
    case = make_case("1", facts="Law 9 is a play.")
    Citation.objects.update(verdict="not a citation", origin="editor")
    editing.publish([case])
    assert graph.cited_by(law) == [] and graph.cites(case) == []


def test_publishing_again_keeps_the_rows():
    make_law("9")
    case = make_case("1", facts="Law 9.")
    before = list(Citation.objects.values_list("pk", flat=True))
    editing.publish([case])
    assert list(Citation.objects.values_list("pk", flat=True)) == before


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"start": 5, "end": 5}, "a span that ends where it starts"),
        ({"link_start": 0, "link_end": 99}, "a link that leaves its citation"),
        ({"outcome": "resolved", "target": None}, "found, but nothing named"),
        ({"verdict": "sic"}, "a verdict that no editor gave"),
    ],
)
def test_the_database_refuses_rows_that_cannot_be(values, why):
    make_law("9")
    make_case("1", facts="Law 9.")
    with pytest.raises(IntegrityError), transaction.atomic():
        Citation.objects.update(**values)
    assert why


def test_cited_by_takes_the_same_queries_however_many_cite():
    law = make_law("9")

    def queries():
        with CaptureQueriesContext(
            connection,
        ) as caught:
            graph.cited_by(law)
        return len(caught)

    for number in range(1, 4):
        make_case(str(number), facts="Law 9 again.")
    few = queries()
    for number in range(4, 10):
        make_case(str(number), facts="Law 9 again.")
    assert queries() == few == 2


def test_cited_by_groups_by_kind_and_shows_the_words_around():
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    make_penalty("1", laws="84 b")
    make_case(
        "3", facts="The players agreed that _under_ Law 84 (a) it would cost them, and that Law 84 b would not apply to anyone here at all."
    )
    (kind_a, (case,)), (kind_b, (row,)) = graph.cited_by(law)
    assert (kind_a, kind_b) == ("case", "penalty")
    assert case.parts == ("a", "b") and row.parts == ("b",)
    assert "that under Law 84 (a) it would cost" in case.context


def test_drafts_are_in_no_cited_by_list():
    law = make_law("9")
    make_case("1", facts="Law 9.", status="draft")
    assert graph.cited_by(law) == []


def test_a_relative_reference_means_the_part_that_it_goes_on_to_quote():
    law = make_law("84", text="It costs:\n\n(a) one hundred points to the side that revoked;\n\n(b) three tricks, or points, as the declarer may choose.")
    quoting = 'Law 84 is clear. It also provides: "three tricks, or points, as the declarer may choose."'
    case = make_case("1", facts=quoting)
    other = make_case("2", facts=quoting.replace("three tricks", "seven tricks"))
    parts = [[row.part and row.part.anchor for row in Citation.objects.filter(source=e, form="relative")] for e in (case, other)]
    assert parts == [["b"], [None]] and law.parts.count() == 2


def test_each_target_that_an_editor_names_keeps_its_own_link():
    make_law("80"), make_law("86"), make_law("87")
    case = make_case("1", facts="Under Laws 80 and 86.")
    rows = Citation.objects.filter(source=case)
    rows.update(verdict="target", origin="editor")
    rows.filter(target_number="86").update(target_number="87")
    editing.publish([case])
    drawn = [(r.target.slug, case.case.facts[r.link_start : r.link_end]) for r in Citation.objects.filter(source=case).order_by("start", "pk")]
    assert drawn == [("80", "80"), ("87", "86")]


def test_a_code_of_one_word_does_not_take_the_words_after_a_citation_for_its_name():
    make_law("9", edition=make_edition("dummy-1897", title="Dummy", short_title="Dummy"))
    law = make_law("9")
    case = make_case("1", facts="According to Law 9, Dummy is not to leave his seat.")
    assert Citation.objects.get(source=case).target == law


@pytest.mark.parametrize("ask", [graph.cited_by, impact.of_withdrawing], ids=["cited by", "impact"])
def test_the_words_of_an_entry_are_fetched_once_however_often_it_cites(ask):
    law = make_law("84")
    make_case("1", facts="By Law 84. " * 40)
    with CaptureQueriesContext(connection) as asked:
        assert ask(law)
    told = [query["sql"] for query in asked if "laws_citation" in query["sql"] and '"facts"' in query["sql"]]
    assert told == [], "a row for each citation would bring all the words each time"


@pytest.mark.parametrize(
    ("change", "again"),
    [
        ({}, set()),
        ({"title": "Another title", "text": "(a) Other words.\n\n(b) More of them."}, set()),
        ({"text": "(a) Other words."}, {"2"}),  # part b is gone, and who names it must know
        ({"status": "withdrawn", "withdrawn_because": "Doubtful."}, set()),  # its page is still there, and says where to read on
        ({"status": "draft"}, {"1", "2"}),
        ({"number": "85", "slug": "85"}, {"3"}),  # what was unknown so far has come
    ],
)
def test_only_what_may_mean_something_else_now_is_read_again(change, again):
    law = make_law("84", text="(a) Words.\n\n(b) More words.")
    make_law("84", edition=make_edition("new-code"))
    cases = {name: make_case(name, facts=f"{words} decides.") for name, words in {"1": "Law 84", "2": "Law 84 b", "3": "Law 85"}.items()}
    for name, value in change.items():
        setattr(law, name, value)
    law.save()
    editing._sync_parts([law])
    numbers = {case.pk: name for name, case in cases.items()}
    assert {numbers[pk] for pk in unsettled([Entry.objects.get(pk=law.pk)])} == again
