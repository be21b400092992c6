"""The glossary and the thesaurus at the desk."""

from __future__ import annotations

import pytest
from django.test import Client

from laws.models import Offense, Synonyms, Term
from laws.search import thesaurus
from tests.builders import make_term

pytestmark = pytest.mark.django_db


def typed(**values: object) -> dict[str, object]:
    return {"word": "chicane", "forms": "", "definition": "Without trumps.", "games": "", "edition": "", "see": "", "slug": "", "in_texts": "on"} | values


def test_a_word_is_added_with_its_address_made(desk: Client) -> None:
    assert desk.post("/admin/laws/term/add/", typed(word=" Odd  trick ", forms="odd tricks,, odd tricks")).status_code == 302
    term = Term.objects.get()
    assert (term.word, term.slug, term.forms) == ("Odd trick", "odd-trick", "odd tricks")


def test_the_same_word_for_another_game_gets_an_address_of_its_own(desk: Client) -> None:
    make_term("honors", "At auction.", games="Auction bridge")
    assert desk.post("/admin/laws/term/add/", typed(word="honors", games="Whist, Dummy whist")).status_code == 302
    assert Term.objects.filter(slug="honors-whist").exists()


@pytest.mark.parametrize(
    ("values", "about"),
    [
        ({"word": ""}, "This field is required"),
        ({"word": "<b>"}, "Write plain words"),
        ({"word": "..."}, "Write a word with letters"),
        ({"definition": "  "}, "required"),
        ({"see": "nonsense"}, "does not explain “nonsense” yet"),
        ({"slug": "A B"}, "small letters"),
        ({"word": "dummy"}, "already"),
    ],
)
def test_what_cannot_stand_comes_back_with_a_sentence(desk: Client, values: dict[str, object], about: str) -> None:
    make_term("dummy", "The hand on the table.")
    page = desk.post("/admin/laws/term/add/", typed(**values))
    assert page.status_code == 200
    assert about in page.content.decode()
    assert Term.objects.count() == 1


def test_a_word_keeps_its_address_whatever_is_typed(desk: Client) -> None:
    term = make_term("chicane", "Without trumps.")
    form = f"/admin/laws/term/{term.pk}/change/"
    assert 'name="slug"' not in desk.get(form).content.decode() and "Once saved it stays as it is" in desk.get(form).content.decode()
    assert desk.post(form, typed(word="chicanery", slug="chicanery")).status_code == 302
    term.refresh_from_db()
    assert (term.word, term.slug) == ("chicanery", "chicane")
    assert desk.get("/glossary/chicane/").status_code in (200, 301, 302)


def test_an_offense_keeps_its_address_whatever_is_typed(desk: Client) -> None:
    offense = Offense.objects.create(slug="revoke", name="Revoke")
    form = f"/admin/laws/offense/{offense.pk}/change/"
    page = desk.get(form).content.decode()
    assert 'name="slug"' not in page and "Once saved it stays as it is" in page
    assert desk.post(form, {"name": "Renounce", "slug": "renounce"}).status_code == 302
    offense.refresh_from_db()
    assert (offense.name, offense.slug) == ("Renounce", "revoke")
    assert desk.get("/feeds/offense/revoke.atom").status_code == 200
    assert 'name="slug"' in desk.get("/admin/laws/offense/add/").content.decode(), "at first it is chosen"


def test_a_meaning_is_added_and_is_in_the_next_search(desk: Client) -> None:
    assert desk.post("/admin/laws/synonyms/add/", {"words": "Pip, spot", "means": "", "in_use": "on", "note": ""}).status_code == 302
    assert ("spot",) in thesaurus.current().meanings[("pip",)]


def test_what_came_with_the_casebook_is_put_out_of_use_and_not_deleted(desk: Client) -> None:
    thesaurus.load()
    shipped = Synonyms.objects.get(words__startswith="knave, jack")
    own = Synonyms.objects.create(words="pip, spot")
    assert desk.post(f"/admin/laws/synonyms/{shipped.pk}/delete/", {"post": "yes"}).status_code == 403
    assert desk.post(f"/admin/laws/synonyms/{own.pk}/delete/", {"post": "yes"}).status_code == 302
    chosen = {"action": "put_out_of_use", "_selected_action": [shipped.pk]}
    desk.post("/admin/laws/synonyms/", chosen)
    assert ("knave",) not in thesaurus.current().meanings.get(("jack",), ())
    desk.post("/admin/laws/synonyms/", chosen | {"action": "put_in_use"})
    assert ("knave",) in thesaurus.current().meanings[("jack",)]


@pytest.mark.parametrize("path", ["/admin/laws/term/", "/admin/laws/synonyms/", "/admin/laws/term/?q=odd", "/admin/laws/synonyms/?q=jack", "/admin/laws/term/add/"])
def test_the_lists_and_forms_open(desk: Client, path: str) -> None:
    thesaurus.load()
    make_term("odd trick", "The seventh.")
    assert desk.get(path).status_code == 200
