"""What a query is answered with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from laws import editing
from laws.models import Edition, Offense, Part
from laws.search import answer as answers
from laws.search import asking, facets, index, listing
from laws.search.answer import Answer, answer, jump, suggest
from laws.search.engine import OutOfTime
from tests.builders import make_case, make_edition, make_etiquette, make_footnote, make_law, make_penalty, make_section
from tests.databases import POSTGRESQL

pytestmark = pytest.mark.django_db


def labels(found: Answer) -> list[str]:
    return [f"{hit.entry.label} {hit.part}".strip() for hit in found.hits]


@pytest.fixture
def code() -> Edition:
    """A small code: a law with parts, its row, a case, a section of etiquette; and another code with a law of the same number."""
    edition, whist = make_edition("auction-1912"), make_edition("whist-1889", year=1889, order=2)
    here: dict[str, Any] = {"edition": edition, "publish": False}
    words = "A revoke costs this:\n\n(a) if the declarer revokes, 150 points;\n\n(b) if an adversary revokes, 150 points or three tricks."
    dummy = "Dummy may\n\n(a) ask whether the declarer is out of a suit;\n\n(c) put right a claim."
    entries = [
        make_law("84", text=words, title="What a revoke costs", offenses=("revoke",), **here),
        make_law("60", text=dummy, title="What dummy may do", **here),
        make_law("49", text="A declaration out of turn may stand.", title="Bidding out of turn", **here),
        make_etiquette("10", text="A trick that was conceded by mistake stays conceded.", title="Tricks conceded", **here),
        make_penalty("2", offense="Revoke by Adversary", penalty="150 points or 3 tricks", laws="84 b", offenders=("adversary",), **here),
        make_case("11", facts="Dummy asked who had trumped the trick.", decision="See Law 60. The revoke stands under Law 84.", **here),
        make_case("10", facts="A player gave up a trick.", decision="Section 10 of Etiquette governs.", **here),
        make_law("84", text="A player may ask for the cards to be placed.", title="Placing cards", edition=whist, publish=False),
        make_case("XI", facts="Honours were not called.", decision="They are lost.", edition=whist, publish=False),
    ]
    editing.publish(entries)
    return edition


# ---- citations -----------------------------------------------------------------------------------------------------------------------


def test_a_former_number_leads_to_the_entry_and_says_what_it_is_now() -> None:
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.")
    editing.renumber(law, "98")
    assert jump("law 84") == "/auction-1912/law/98/"
    assert jump("law 84b") == "/auction-1912/law/98/#b"
    found = answer("law 84")
    assert (found.hits[0].url, found.notes) == ("/auction-1912/law/98/", ("Law 84 of Auction 1912 is now Law 98.",))
    assert answer("law 84 c").notes == ("Law 84 of Auction 1912 is now Law 98.", "Law 98 has no part c.")


def test_where_one_code_has_a_number_and_another_had_it_both_are_offered() -> None:
    law = make_law("84")
    make_law("84", edition=make_edition("whist-1889", order=2))
    editing.renumber(law, "98")
    assert jump("law 84") == ""
    found = answer("law 84")
    assert [hit.url for hit in found.chooser] == ["/auction-1912/law/98/", "/whist-1889/law/84/"]
    assert found.notes == ("Law 84 of Auction 1912 is now Law 98.",)


def test_a_number_that_another_entry_has_now_names_that_one_alone() -> None:
    editing.renumber(make_law("84"), "98")
    make_law("84")
    assert (jump("law 84"), answer("law 84").notes) == ("/auction-1912/law/84/", ())


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("law 84b", "/auction-1912/law/84/#b"),
        ("84 (b)", "/auction-1912/law/84/#b"),
        ("rule 84 b", "/auction-1912/law/84/#b"),
        ("s 60(c)", "/auction-1912/law/60/#c"),  # no section 60 of etiquette: the word falls through to the law
        ("section 10", "/auction-1912/etiquette/10/"),
        ("etiquette 10", "/auction-1912/etiquette/10/"),
        ("sec. 10 of etiquette", "/auction-1912/etiquette/10/"),
        ("number 11", "/auction-1912/case/11/"),
        ("84", "/auction-1912/law/84/"),
        ("law 60, 2d", "/auction-1912/law/60/#c"),  # the second of its parts
        ("https://casebook.example/auction-1912/law/84/#b", "/auction-1912/law/84/#b"),
        ("penalty 2", "/auction-1912/penalty/2/"),
        ("\u202elaw 84", "/auction-1912/law/84/"),
        ("lаw 84", "/auction-1912/law/84/"),  # a Cyrillic letter
    ],
)
def test_a_citation_goes_to_its_entry(code: Edition, typed: str, address: str) -> None:
    found = answer(typed, edition=code)
    assert (found.jump, found.hits[0].url, found.chooser) == (address, address, ())


def test_a_permanent_id_goes_to_its_entry(code: Edition) -> None:
    law = make_law("61", edition=code)
    assert answer(f"~{law.permanent_id.lower()}").jump == "/auction-1912/law/61/"
    assert answer("~ZZZZZ").notes == ("No entry has that short address.",)


def test_a_short_address_without_its_tilde_leads_there_too_and_nothing_else_costs_a_statement() -> None:
    law = make_law("61", text="A law on trumps.", permanent_id="7N0JR")
    Part.objects.filter(pk=make_law("62", text="(a) this\n\n(b) that").parts.get(anchor="b").pk).update(permanent_id="B4KX9")
    assert [jump(typed) for typed in ("7n0jr", "7N0JR", " 7nOjr ", "7n0-jr")] == [law.get_absolute_url()] * 4
    assert answer("7n0jr").jump == law.get_absolute_url() and answer("7n0jr").total == 1
    assert jump("b4kx9") == "/auction-1912/law/62/#b"
    assert (jump("7n0jz"), answer("7n0jz").notes) == ("", ("Nothing was found.",)), "words are words"

    def statements(typed: str) -> int:
        with CaptureQueriesContext(connection) as context:
            jump(typed)
        return len([query for query in context if "permanent_id" in query["sql"] and "WHERE" in query["sql"] and "\"permanent_id\" =" in query["sql"]])

    assert [statements(typed) for typed in ("trick", "law 84", "84 b", "12345", "1912 trumps", "revoke", "law84")] == [0] * 7


@pytest.mark.parametrize("code", ["", "auction-1912/"])
def test_a_field_with_a_part_that_is_not_there_says_what_the_citation_says(code: str) -> None:
    law = make_law("84", text="(a) this\n\n(b) that")
    make_law("85", text="A word, see Law 84 a.")
    assert answer("law 84 c").notes == ("Law 84 has no part c.",)
    assert answer(f"law:{code}84c").notes == answer("", filters={"law": f"{code}84c"}).notes == ("Law 84 has no part c.",)
    assert answer(f"word law:{code}84c").notes[0] == "Law 84 has no part c."
    assert answer(f"law:{code}100").notes[0].startswith("There is no Law 100. The nearest: ")
    assert answer(f"law:{code}84b").notes == ("Nothing was found.",), f"{law.label} b is there, and nothing cites it"


def test_after_a_citation_its_neighbours_follow(code: Edition) -> None:
    assert labels(answer("law 84 b", edition=code)) == ["Law 84 b", "Penalty 2", "Case 11"]
    assert labels(answer("case 11", edition=code)) == ["Case 11", "Law 60", "Law 84"]


def test_several_that_fit_are_offered(code: Edition) -> None:
    found = answer("law 84")
    assert (found.jump, [hit.url for hit in found.chooser]) == ("", ["/auction-1912/law/84/", "/whist-1889/law/84/"])


@pytest.mark.parametrize("typed", ["law 84 whist 1889", "whist-1889 law 84", "law 84 of the laws of whist 1889"])
def test_a_code_that_is_named_decides(code: Edition, typed: str) -> None:
    assert answer(typed).jump == "/whist-1889/law/84/"


def test_a_number_alone_may_be_of_several_kinds(code: Edition) -> None:
    make_law("11", edition=code)
    found = answer("11", edition=code)
    assert [hit.url for hit in found.chooser] == ["/auction-1912/law/11/", "/auction-1912/case/11/"]


def test_a_roman_number_is_the_entry_that_is_printed_so(code: Edition) -> None:
    make_case("11", facts="Honours.", edition=make_edition("old-1880", order=0))
    assert answer("XI").jump == answer("case xi").jump == "/whist-1889/case/11/"
    assert answer("Case XI honours").hits[0].url == "/whist-1889/case/11/", "among other words too"


def test_a_range_lists_its_laws_in_order(code: Edition) -> None:
    for number in ("76", "77", "78"):
        make_law(number, edition=code)
    found = answer("laws 76-78", edition=code)
    assert [hit.entry.number for hit in found.chooser] == ["76", "77", "78"]
    assert labels(found)[:3] == ["Law 76", "Law 77", "Law 78"]


def test_two_parts_are_offered_and_the_law_listed_once(code: Edition) -> None:
    found = answer("law 84 a b", edition=code)
    assert [hit.part for hit in found.chooser] == ["a", "b"]
    assert labels(found).count("Law 84 a") == 1


@pytest.mark.parametrize("typed", ["law 100", "rule 100", "law 85"])
def test_a_law_that_is_not_there_has_no_hit_and_the_nearest_are_named(code: Edition, typed: str) -> None:
    make_law("99", text="It is 100 points.", edition=code)
    found = answer(typed, edition=code)
    assert (found.total, found.hits, found.jump) == (0, (), "")
    assert "There is no" in found.notes[0]
    assert "Law 99" in found.notes[0] or "Law 84" in found.notes[0]


def test_a_part_that_is_not_there_is_said(code: Edition) -> None:
    found = answer("law 84 z", edition=code)
    assert (found.jump, labels(found)[0], found.notes) == ("", "Law 84", ("Law 84 has no part z.",))


def test_a_number_that_nothing_has_is_searched_for_as_a_word(code: Edition) -> None:
    found = answer("150", edition=code)
    assert "Penalty 2" in labels(found)
    assert "number 150" in found.notes[0]


def test_a_citation_among_words_comes_first(code: Edition) -> None:
    assert labels(answer("declaration law 84", edition=code))[0] == "Law 84"


@pytest.mark.parametrize("left_out", ["-declaration", "-declarations", '-"the declaration"', "-declarat*"])
def test_what_is_left_out_is_left_out_of_what_is_cited_too(left_out: str) -> None:
    make_law("1", text="Who makes the declaration.")
    make_law("1", text="Who deals.", edition=make_edition("whist-1889", year=1889, order=2))
    found = answer(f"law 1 {left_out}")
    assert [(hit.entry.edition.slug, hit.entry.label) for hit in found.hits] == [("whist-1889", "Law 1")]
    assert found.notes == ()
    alone = answer(f"law 1 {left_out} code:auction-1912")
    assert (alone.total, alone.notes) == (0, ("What is cited there says what is to be left out.",))
    assert labels(answer("law 1 -revoke code:auction-1912")) == ["Law 1"]


# ---- words ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["revoked", "REVOKE", "a revoking player", "renege", "\x00revoke"])
def test_words_are_found_in_any_form(code: Edition, typed: str) -> None:
    assert {"Law 84", "Penalty 2"} <= {label.removesuffix(" a").removesuffix(" b") for label in labels(answer(typed, edition=code))}


def test_a_law_opens_at_the_part_that_answers(code: Edition) -> None:
    assert "Law 84 a" in labels(answer("declarer revokes", edition=code))
    assert "Law 84 b" in labels(answer("renege by a defender", edition=code)), "the part that the table's row names"
    assert "Law 84" in labels(answer("revoke", edition=code)), "no part says it better than the others"


def test_each_entry_is_listed_once(code: Edition) -> None:
    found = answer("revoke 150 points", edition=code)
    assert len({hit.entry.pk for hit in found.hits}) == len(found.hits) == found.total


def test_a_phrase_must_stand_as_it_is(code: Edition) -> None:
    assert labels(answer('"out of turn"', edition=code)) == ["Law 49"]
    assert answer('"turn of out"', edition=code).total == 0


def test_a_word_can_be_left_out(code: Edition) -> None:
    assert "Penalty 2" not in labels(answer("revoke -adversary", edition=code))
    assert answer("-revoke").notes == ("Say what to find, beside what to leave out.",)


def test_a_word_can_be_begun(code: Edition) -> None:
    assert "Law 49" in labels(answer("declarat*", edition=code))


def test_a_word_that_only_begins_others_is_read_so_and_that_is_said(code: Edition) -> None:
    found = answer("revo", edition=code)
    assert found.total
    assert "begin so" in found.notes[0]


def test_a_slip_is_put_right_and_said(code: Edition) -> None:
    found = answer("out of tunr", edition=code)
    assert (found.corrected, found.notes) == ("out of turn", ())
    assert labels(found)[0] == "Law 49"
    assert answer("out of tunr", edition=code, as_typed=True).corrected == ""


@pytest.mark.parametrize(
    ("typed", "corrected"),
    [
        ("the dealar", "the dealer"),  # a vowel for a vowel
        ("trik", "trick"),  # a letter left out
        ("declaartion", "declaration"),  # two changed places
        ("revokke", "revoke"),  # a letter doubled
        ("dumny", "dummy"),  # the key beside it
        ("adversery", "adversary"),
        ("dubble declareration", "double declaration"),  # two slips in a word
    ],
)
def test_slips_of_fingers_and_ears_are_put_right(typed: str, corrected: str) -> None:
    make_law("1", text="The dealer, a trick, a declaration, a revoke, dummy, an adversary and a double.")
    assert answer(typed).corrected == corrected


@pytest.mark.parametrize("typed", ["cart", "tracks", "provoke", "spider", "consumed", "reversed", "planet"])
def test_plain_english_that_is_not_here_is_not_taken_for_a_word_that_is(typed: str) -> None:
    make_law("1", text="A card, tricks, to prove, spades, to consult, what is referred to, and plans.")
    assert answer(f"{typed} prove").corrected == ""


@pytest.mark.parametrize(
    "typed",
    ["offence", "offences", "defenceless", "recognised", "enquiry", "enquiries", "inquiry", "honours", "practise", "cancelled", "centre", "organisations"],
)
def test_british_spelling_is_the_same_word_and_no_slip(typed: str) -> None:
    words = "offense offensive defenseless recognized inquire honor honesty practice canceled center centuries organization organ"
    make_law("1", text=f"{words}.")
    found = answer(typed)
    assert (found.corrected, found.notes, labels(found)) == ("", (), ["Law 1"])


def test_a_word_is_no_beginning_where_the_others_carry_the_query() -> None:
    make_law("1", text="What happens if a player should revoke.")
    make_law("2", text="Nobody may watch the declaration.")
    found = answer("wat hapens if i revok")
    assert (found.corrected, labels(found)) == ("wat happens if i revok", ["Law 1"])
    assert found.notes == ("No entry says “wat”; it was searched without that.",)
    assert labels(answer("wat")) == ["Law 2"], "alone it is"
    typing = answer("nobody decla")
    assert (labels(typing), typing.notes) == (["Law 2"], ("No entry says “decla”; words that begin so were searched for.",)), "it may still be typed"


@pytest.mark.parametrize("typed", ["trick", "tricky", "telephone", "worth", '"revokke"', "honour"])
def test_a_word_that_exists_is_never_corrected(code: Edition, typed: str) -> None:
    assert answer(typed, edition=code).corrected == ""


def test_where_no_entry_has_all_words_the_best_of_fewer_are_shown_and_said(code: Edition) -> None:
    found = answer("dummy trumped declaration", edition=code)
    assert labels(found)[0] == "Case 11"
    assert "No entry has all of these words" in found.notes[0]


def test_a_word_that_nothing_has_is_left_out_and_said(code: Edition) -> None:
    found = answer("revoke telephone", edition=code)
    assert found.total
    assert any("No entry says “telephone”" in note for note in found.notes)


def test_words_that_say_nothing_are_not_searched_for(code: Edition) -> None:
    found = answer("the of a")
    assert (found.total, len(found.notes)) == (0, 1)


@pytest.mark.parametrize("typed", ["", "   ", "\x00"])
def test_nothing_typed_is_answered_with_nothing(code: Edition, typed: str) -> None:
    assert (answer(typed).total, answer(typed).query, suggest(typed)) == (0, "", [])


def test_a_very_long_query_is_cut_and_that_is_said(code: Edition) -> None:
    found = answer("revoke " * 800)
    assert len(found.query) <= 1000
    assert "1,000" in found.notes[0]
    assert found.total


def test_curly_and_straight_apostrophes_find_the_same(code: Edition) -> None:
    assert labels(answer("dummy’s")) == labels(answer("dummy's")) != []


def test_what_was_found_is_marked_in_title_and_snippet(code: Edition) -> None:
    hit = next(hit for hit in answer("renege", edition=code).hits if hit.entry.kind == "penalty")
    assert hit.title == (("Revoke", True), (" by Adversary", False))
    case = next(hit for hit in answer("trumped", edition=code).hits if hit.entry.kind == "case")
    assert ("trumped", True) in case.snippet


def test_markup_in_an_entry_crosses_as_plain_words(code: Edition) -> None:
    make_law("97", text="A <b>bystander</b> & a _spectator_ should keep silent.", edition=code)
    words = "".join(words for words, _ in answer("bystander", edition=code).hits[0].snippet)
    assert "<b>bystander</b> & a spectator" in words


def test_one_word_leads_to_the_law_and_what_happened_to_its_penalty(code: Edition) -> None:
    assert answer("revoke", edition=code).hits[0].entry.kind == "law"
    assert {hit.entry.kind for hit in answer("revoke by adversary", edition=code).hits[:2]} == {"law", "penalty"}


# ---- pages, suggestions, cost, and whatever else is typed ----------------------------------------------------------------------------


def test_pages_part_the_list_and_lose_nothing(code: Edition) -> None:
    editing.publish([make_law(str(number), text="Shuffling is a duty.", edition=code, publish=False) for number in range(1, 8)])
    pages = [answer("shuffling", edition=code, page=page, per_page=3) for page in (1, 2, 3)]
    assert [len(page.hits) for page in pages] == [3, 3, 1]
    assert len({hit.entry.pk for page in pages for hit in page.hits}) == pages[0].total == 7
    assert answer("shuffling", edition=code, page=99, per_page=3).page == 3


def test_suggestions_go_on_as_the_reader_began(code: Edition) -> None:
    assert [hit.entry.label for hit in suggest("what rev")] == ["Law 84"]
    assert [hit.url for hit in suggest("law 84 b")][:1] == ["/auction-1912/law/84/#b"]
    assert len(suggest("1", limit=1)) <= 1


def test_sections_and_footnotes_are_found(code: Edition) -> None:
    make_section("cheating", text="Whoever marks cards is shown the door.", title="Cheating", edition=code)
    make_footnote("24", text="The door of the card room.", on=None, edition=code)
    assert [hit.entry.kind for hit in answer("door").hits] == ["section", "footnote"]


@pytest.mark.parametrize("typed", ["revoke by adversary", "adversary", "law 84", "dubble revoke", "laws 60-84", "case 11", '"by an adversary"', "adv*"])
def test_the_number_of_queries_does_not_grow(code: Edition, typed: str) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as context:
            answer(typed, edition=code, filters={"kind": "law"})
        return len(context)

    def add(first: int, last: int) -> None:
        words = "Another law about a revoke by an adversary; see Law 84."
        laws = [make_law(str(number), text=words, offenses=("revoke",), edition=code, publish=False) for number in range(first, last)]
        editing.publish(laws)

    add(200, 320)
    few = statements()
    add(320, 440)
    assert statements() == few <= (24 if POSTGRESQL else 20), "PostgreSQL is given its time, and it is taken back, by statements"


# ---- more than can be ranked ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch, code: Edition) -> Edition:
    """As if a page ranked 10 entries and counted 30, with 40 laws about shuffling, the last of which says most about it."""
    monkeypatch.setattr(asking, "HEAD", 10)
    for module in (listing, asking, answers, facets):
        monkeypatch.setattr(module, "BOUND", 30, raising=False)
    words = [f"Shuffling is a duty of player {number}." for number in range(39)] + ["Shuffling, shuffling and more shuffling."]
    made = [make_law(str(at), text=text, title="Shuffling" if at == 139 else "A duty", edition=code, publish=False) for at, text in enumerate(words, start=100)]
    editing.publish(made)
    return code


def test_what_says_a_word_most_comes_first_however_many_say_it(many: Edition) -> None:
    assert labels(answer("shuffling"))[0] == "Law 139"


def test_more_than_the_bound_is_said_and_paged_as_far_as_it(many: Edition) -> None:
    pages = [answer("shuffling", page=page, per_page=7) for page in range(1, 6)]
    assert {(page.total, page.bounded, page.pages) for page in pages} == {(30, True, 5)}
    assert [len(page.hits) for page in pages] == [7, 7, 7, 7, 2]
    assert len({hit.entry.pk for page in pages for hit in page.hits}) == 30, "no entry twice"
    assert "follow by kind" in pages[0].order


def test_what_is_fewer_than_the_bound_is_counted_and_listed_whole(many: Edition) -> None:
    found = answer("player", per_page=50, filters={"kind": "law"})
    assert (found.total, found.bounded) == (30, True)
    found = answer('"player 7"', per_page=50)
    assert (labels(found), found.total, found.bounded, found.order) == (["Law 107"], 1, False, "")


def test_a_phrase_is_counted_among_so_many_as_have_its_words(many: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    """To look at every entry that has the words would cost the more the longer the book is; what was found is said to be not all."""
    monkeypatch.setattr(listing, "TESTED", 14)
    pages = [answer('"duty of player"', page=page, per_page=7, sort=sort) for sort in ("relevance", "number") for page in (1, 2, 3)]
    assert {(page.total, page.bounded, page.pages) for page in pages} == {(15, True, 3)}
    for found in (pages[:3], pages[3:]):
        assert [len(page.hits) for page in found] == [7, 7, 1]
        assert len({hit.entry.pk for page in found for hit in page.hits}) == 15, "no entry twice"
    assert pages[3].order == "Of so many only the first 15 are put in that order."
    (kinds,) = [facet for facet in pages[0].facets if facet.name == "kind"]
    assert [(choice.value, choice.bounded) for choice in kinds.choices] == [("law", True)]


@pytest.mark.parametrize(("typed", "total"), [('"player 37"', 1), ('"shuffling shuffling"', 1), ('"a duty of player 3"', 1), ('"of a duty"', 0)])
def test_a_phrase_that_only_a_later_entry_has_is_found_and_counted_out(many: Edition, monkeypatch: pytest.MonkeyPatch, typed: str, total: int) -> None:
    monkeypatch.setattr(listing, "TESTED", 5)
    found = answer(typed, as_typed=True)
    assert (found.total, found.bounded, len(found.hits)) == (total, False, total)


def test_the_choices_of_a_long_list_are_marked_as_not_counted_out(many: Edition) -> None:
    (kinds,) = [facet for facet in answer("shuffling").facets if facet.name == "kind"]
    assert [(choice.value, choice.bounded) for choice in kinds.choices] == [("law", True)]


@pytest.mark.parametrize(("sort", "first"), [("relevance", "Law 139"), ("number", "Law 100"), ("date", "Law 100"), ("nonsense", "Law 139")])
def test_hits_are_ordered_as_asked(many: Edition, sort: str, first: str) -> None:
    assert labels(answer("shuffling", sort=sort))[0] == first


def test_a_phrase_that_takes_too_long_gives_its_words_and_says_so(many: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        def __getattr__(self, name: str) -> Any:
            return getattr(index.ENGINES[connection.vendor], name)

        @contextmanager
        def limited(self, seconds: float) -> Iterator[None]:
            raise OutOfTime
            yield

    monkeypatch.setattr(answers, "engine", Slow)
    monkeypatch.setattr(asking, "SMALL", 0)  # in a small casebook it is counted beforehand that nothing says it
    found = answer('"duty a is"')
    assert found.total
    assert any("too long" in note for note in found.notes)


def test_the_newest_come_first_by_date(code: Edition) -> None:
    for number, year in (("20", 1911), ("21", 1913), ("22", 1912)):
        make_case(number, facts="A hubbub arose.", detail={"decided_on": date(year, 5, 1)}, edition=code)
    assert labels(answer("hubbub", sort="date")) == ["Case 21", "Case 22", "Case 20"]
    assert labels(answer("hubbub", sort="number")) == ["Case 20", "Case 21", "Case 22"]


@pytest.mark.parametrize("typed", ["hubbub", "law:84", "kind:law OR kind:case"], ids=["ranked", "a field", "all"])
def test_what_has_no_date_is_as_old_as_its_code_whenever_it_was_published(typed: str) -> None:
    old, new = make_edition("old-1913", year=1913, order=1), make_edition("new-2020", year=2020, order=2)
    make_law("84", text="A hubbub.", edition=old)
    make_law("85", text="No hubbub, see Law 84.", edition=old)
    make_case("1", facts="A hubbub under Law 84.", detail={"decided_on": date(2014, 5, 1)}, edition=old)
    make_case("2", facts="A hubbub under Law 84 of 1913.", edition=old)
    make_law("86", text="A hubbub without a date.", edition=new)
    dated = [hit.entry.label for hit in answer(typed, sort="date").hits]
    assert [label for label in dated if label in {"Law 86", "Case 1"}] == [label for label in ("Law 86", "Case 1") if label in dated]
    assert "Case 1" in dated and dated.index("Case 1") < min(dated.index(label) for label in dated if label in {"Law 84", "Law 85", "Case 2"})


# ---- the language ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("trumped OR honours", {"Case 11", "Case XI"}),
        ("revoke kind:penalty", {"Penalty 2"}),
        ("revoke -kind:law", {"Penalty 2", "Case 11"}),
        ("kind:case year:1889", {"Case XI"}),
        ("kind:case code:auction-1912", {"Case 10", "Case 11"}),
        ("law:84b", {"Penalty 2"}),
        ("kind:penalty OR kind:etiquette", {"Penalty 2", "Etiquette 10"}),
        ("offense:revoke kind:law", {"Law 84"}),
        ("year:1880..1900", {"Law 84", "Case XI"}),
    ],
)
def test_fields_and_alternatives_narrow_what_is_found(code: Edition, typed: str, found: set[str]) -> None:
    answered = answer(typed)
    assert {hit.entry.label for hit in answered.hits} == found
    assert answered.total == len(answered.hits)


def test_a_field_that_names_nothing_here_is_read_as_words_and_said(code: Edition) -> None:
    found = answer("revoke offense:murder")
    assert "“murder” is no offense here; it was searched for as plain words." in found.notes
    assert found.total
    assert answer('revoke offense:"Cold Murder"').notes[0].startswith("“Cold Murder” is no offense here"), "as it was typed"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("offense", "Bid or pass out of turn"),  # as a facet calls it; its address is bid-out-of-turn
        ("offense", "bid, or pass, out-of-turn"),
        ("offense", "Bid or pass"),  # the first words of one name alone
        ("phase", "The play"),
        ("offender", "Either side"),
        ("code", "Auction 1912"),
        ("code", "The Laws of Auction 1912"),
    ],
)
def test_a_value_may_be_said_by_its_name(field: str, value: str) -> None:
    Offense.objects.create(slug="bid-out-of-turn", name="Bid or pass out of turn")
    Offense.objects.create(slug="double-out-of-turn", name="Double out of turn")
    wished: dict[str, Any] = {"offenses": ("bid-out-of-turn",), "phases": ("play",), "offenders": ("either-side",)}
    make_case("1", facts="A bid.", **wished)
    make_case("2", facts="A bid.", edition=make_edition("whist-1889", year=1889, order=2))
    for found in (answer(f'bid {field}:"{value}"'), answer("bid", filters={field: value})):
        assert [(hit.entry.edition.slug, hit.entry.label) for hit in found.hits] == [("auction-1912", "Case 1")]
        assert found.notes == ()


def test_first_words_that_several_names_have_name_none() -> None:
    for slug in ("play-out-of-turn", "play-too-soon"):
        Offense.objects.create(slug=slug, name=slug.replace("-", " ").capitalize())
    assert answer("offense:play").notes[0] == "“play” is no offense here; it was searched for as plain words."


def test_a_hit_has_what_a_list_shows(code: Edition) -> None:
    case = next(hit for hit in answer("trumped", edition=code).hits if hit.entry.kind == "case")
    row = next(hit for hit in answer("revoke", edition=code).hits if hit.entry.kind == "penalty")
    assert (case.holding, case.penalty, case.found) == ("Held.", "", ("trumped",))
    assert (row.holding, row.penalty, row.entry.title) == ("", "150 points or 3 tricks", "Revoke by Adversary")
    assert (case.entry.edition.short_title, case.entry.number) == ("Auction 1912", "11")


@pytest.mark.parametrize(("typed", "address"), [("law 84 b", "/auction-1912/law/84/#b"), ("84", ""), ("law 84 z", ""), ("revoke", ""), ("revoke law 84", "")])
def test_a_citation_alone_can_be_gone_to_without_searching(code: Edition, typed: str, address: str) -> None:
    assert jump(typed, code if typed != "84" else None) == address


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.text(max_size=80), st.text(alphabet='law84bc "*-():\'~/#&ANDORNEAR^{}+,.§XIV', max_size=40)))
def test_whatever_is_typed_is_answered(code: Edition, typed: str) -> None:
    found = answer(typed)
    assert len(found.hits) == min(found.total, 20)
    assert found.hits or found.notes or not found.query
    suggest(typed)
