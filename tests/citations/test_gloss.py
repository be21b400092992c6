"""Words of the glossary in the texts: the longest wins, never inside a longer word or a link, once a field, and no text is changed."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from laws.citations import gloss, graph, link
from laws.models import Term
from tests.builders import make_case, make_edition, make_law, make_term
from tests.citations.test_link import Checker


def glossary(*words: str) -> gloss.Glossary:
    """A glossary of terms written "odd trick/odd tricks": the word and its other forms."""
    terms = [Term(word=word, forms=", ".join(forms), slug=word.replace(" ", "-"), definition="It is so.") for word, *forms in (w.split("/") for w in words)]
    return gloss.Glossary(terms)


def found(text: str, *words: str, taken: tuple[tuple[int, int], ...] = ()) -> list[str]:
    return [text[one.start : one.end] for one in glossary(*words).find(text, taken)]


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("He wins the odd trick.", ("trick", "odd trick"), ["odd trick"]),  # the longest
        ("A trick, then the odd trick, a trick", ("trick", "odd trick"), ["trick", "odd trick"]),  # each once
        ("Odd tricks count", ("odd trick/odd tricks",), ["Odd tricks"]),  # a form that is listed, and capitals
        ("Odd tricks count", ("odd trick",), []),  # a form that is not
        ("At no-trump the trump suit", ("trump",), ["trump"]),  # not in the longer word
        ("untrumped trumpet", ("trump",), []),
        ("the dummy’s hand and dummy's cards", ("dummy",), ["dummy"]),  # less the s of a possessive
        ("an _odd_ trick", ("odd trick",), []),  # italics begin or end inside it: better not
        ("a _revoke_ costs", ("revoke",), ["revoke"]),
        ("odd\ntrick", ("odd trick",), ["odd\ntrick"]),  # a line's end is a blank
        ("It is odd\n\ntrick two", ("odd trick",), []),  # the end of a paragraph is not
        ("odd, trick", ("odd trick",), []),
        ("chicane[^9] counts", ("chicane",), ["chicane"]),
        ("Éclat and éclat", ("éclat",), ["Éclat"]),
        ("", ("trick",), []),
        ("trick", (), []),
    ],
)
def test_a_term_is_found_where_it_stands_as_a_word(text: str, words: tuple[str, ...], expected: list[str]) -> None:
    assert found(text, *words) == expected


def test_a_term_is_never_found_in_a_citation() -> None:
    text = "See the revoke law, and the revoke."
    assert found(text, "revoke", taken=((4, 18),)) == ["revoke"]
    assert glossary("revoke").find(text, ((4, 18),))[0].start == 28


def test_the_text_that_explains_a_word_does_not_point_at_it() -> None:
    assert [one.term.word for one in glossary("revoke", "renounce").but("Revoke").find("A revoke is a renounce")] == ["renounce"]


def test_the_pass_is_one_however_many_terms_there_are() -> None:
    many = glossary(*(f"term{number}" for number in range(5000)), "revoke")
    assert [one.term.word for one in many.find("the revoke " * 3000)] == ["revoke"]


WORDS = st.lists(st.sampled_from(["revoke", "Law 84", "dummy", "_", "no-trump", "odd", "trick", "\n\n", "(a) ", "[^2]", "<b>", "&", "| ", "> ", "’s", " "]), max_size=40)
TERMS = glossary("revoke", "dummy", "odd trick", "trick", "no-trump", "law")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.text(max_size=200), WORDS.map(" ".join), WORDS.map("".join)))
def test_pointing_words_out_changes_no_word_and_leaves_the_html_well_formed(text: str) -> None:
    plain, pointed = Checker(link.render(text)), Checker(link.render(text, glossary=TERMS))
    assert "".join(pointed.words) == "".join(plain.words)
    assert pointed.links == plain.links


@pytest.mark.django_db
def test_links_to_the_glossary_are_no_citations_and_do_not_move_one() -> None:
    make_law("84", digest="What a revoke costs.")
    case = make_case("11", decision="The revoke is dealt with in Law 84, and a revoke it stays.")
    make_term("revoke", "Not to follow suit.")
    make_term("law 84", "A law.")
    rows = graph.outgoing(case)
    (field,) = [field for field in link.fields(case, rows, glossary=gloss.of(case.edition)) if field.name == "decision"]
    assert field.html.count('class="cite"') == 1
    assert field.html.count('class="gloss"') == 1
    assert '<a class="gloss" href="/glossary/#revoke" data-preview="/glossary/revoke/preview/">revoke</a>' in field.html
    assert Checker(field.html).links == ["/auction-1912/law/84/"]


@pytest.mark.django_db
class TestWhereATermHolds:
    def words(self, slug: str, game: str) -> set[str]:
        edition = make_edition(slug, game=game)
        return {one.term.slug for one in gloss.of(edition).find("honors and dummy")}

    def test_a_games_own_meaning_goes_before_the_one_for_all(self) -> None:
        make_term("honors", "In general.")
        make_term("honors", "At whist.", slug="honors-whist", games="Whist, Dummy whist")
        assert self.words("whist-1889", "Whist") == {"honors-whist"}
        assert self.words("auction-1912", "Auction bridge") == {"honors"}

    def test_a_codes_own_meaning_goes_before_its_games(self) -> None:
        edition = make_edition("whist-1889", game="Whist")
        make_term("honors", "At whist.", games="Whist")
        make_term("honors", "In this code.", slug="honors-1889", edition=edition)
        assert self.words("whist-1889", "Whist") == {"honors-1889"}
        assert self.words("whist-1900", "Whist") == {"honors"}

    def test_a_word_that_all_know_is_not_pointed_out(self) -> None:
        make_term("dummy", "The hand on the table.", in_texts=False)
        assert self.words("auction-1912", "Auction bridge") == set()

    def test_what_an_editor_changes_holds_at_once(self) -> None:
        term = make_term("dummy", "The hand on the table.")
        assert self.words("auction-1912", "Auction bridge") == {"dummy"}
        term.word = "dumby"
        term.save()
        assert self.words("auction-1912", "Auction bridge") == set()
        term.delete()
        make_term("dummy", "Again.")
        assert self.words("auction-1912", "Auction bridge") == {"dummy"}


@pytest.mark.django_db
def test_twice_the_terms_cost_no_more_statements() -> None:
    edition = make_edition()

    def statements() -> int:
        with CaptureQueriesContext(connection) as seen:
            gloss.of(edition)
            gloss.of(edition)
        return len(seen)

    for number in range(5):
        make_term(f"term{number}", "It is so.")
    gloss.of(edition)
    few = statements()
    for number in range(5, 10):
        make_term(f"term{number}", "It is so.")
    gloss.of(edition)
    assert statements() == few == 2  # one look a call, inside a transaction; see Kept
