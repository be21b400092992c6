"""The thesaurus as rows: filled from the shipped file, changed by editors, and used by the next search in every process."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from laws.models import Generation, Synonyms, generation
from laws.search import thesaurus

pytestmark = pytest.mark.django_db


def means(typed: str) -> set[str]:
    return {" ".join(phrase) for phrase in thesaurus.current().meanings.get(thesaurus.stems(tuple(typed.split())), ())}


def test_until_it_is_loaded_the_shipped_one_stands_in() -> None:
    assert thesaurus.current() is thesaurus.shipped()


def test_loading_fills_the_table_with_every_line() -> None:
    assert thesaurus.load() == Synonyms.objects.count() > 100
    assert thesaurus.current().meanings == thesaurus.shipped().meanings


def test_loading_again_leaves_what_an_editor_has_changed() -> None:
    thesaurus.load()
    row = Synonyms.objects.get(words__startswith="knave, jack")
    row.words += ", rascal"
    row.save()
    assert thesaurus.load() == 0
    assert "rascal" in means("jack")


def test_every_shipped_line_stands_before_the_forms_of_the_desk() -> None:
    thesaurus.load()
    for row in Synonyms.objects.all():
        row.full_clean()


def test_a_line_of_our_own_is_in_the_next_search() -> None:
    thesaurus.load()
    assert "adversary" not in means("villain")
    Synonyms.objects.create(words="villain", means="adversary")
    assert "adversary" in means("villain")
    assert "villain" not in means("adversary")  # it works one way
    Synonyms.objects.create(words="pip, spot")
    assert "spot" in means("pip")
    assert "pip" in means("spot")


@pytest.mark.parametrize("change", ["save", "update", "delete", "rows"])
def test_a_change_by_whatever_way_is_seen(change: str) -> None:
    row = Synonyms.objects.create(words="pip, spot")
    Synonyms.objects.create(words="bid, call")
    assert means("pip") == {"spot"}
    if change == "save":
        row.in_use = False
        row.save()
    elif change == "update":
        Synonyms.objects.filter(pk=row.pk).update(in_use=False)
    elif change == "delete":
        row.delete()
    else:
        Synonyms.objects.filter(pk=row.pk).delete()
    assert means("pip") == set()
    assert means("bid") == {"call"}


def test_with_every_meaning_out_of_use_none_is_left() -> None:
    thesaurus.load()
    Synonyms.objects.update(in_use=False)
    assert means("jack") == set()
    assert thesaurus.current().longest == 1


def test_a_change_by_another_process_is_seen_within_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 100.0
    monkeypatch.setattr(generation.time, "monotonic", lambda: clock)
    monkeypatch.setattr(generation, "connection", type("", (), {"in_atomic_block": False}))
    Synonyms.objects.create(words="pip, spot")
    assert means("pip") == {"spot"}
    Synonyms.objects.all()._raw_delete(connection.alias)  # as another process does it: nothing here hears of it
    Synonyms.objects.bulk_create([Synonyms(words="pip, mark")])
    generation.Kept.looked["thesaurus"] = clock
    assert means("pip") == {"spot"}
    clock += 1.1
    assert means("pip") == {"mark"}


def test_what_was_undone_is_not_kept() -> None:
    first = Generation.objects.filter(name="thesaurus").values_list("mark", flat=True)
    Synonyms.objects.create(words="pip, spot")
    mark = first[0]
    Synonyms.objects.create(words="ace, bullet")
    assert first.all()[0] != mark


def test_twice_the_meanings_cost_no_more_statements() -> None:
    def statements() -> int:
        thesaurus.current()
        with CaptureQueriesContext(connection) as seen:
            thesaurus.current()
        return len(seen)

    Synonyms.objects.bulk_create(Synonyms(words=f"word{n}, other{n}") for n in range(20))
    few = statements()
    Synonyms.objects.bulk_create(Synonyms(words=f"word{n}, other{n}") for n in range(20, 40))
    assert statements() == few == 1


@pytest.mark.parametrize(
    ("words", "means_", "about"),
    [
        ("jack", "", "no synonym"),
        ("jack, Jack", "", "no synonym"),  # the same in capitals
        (", ,", "", "small letters"),
        ("<b>, jack", "", "small letters"),
        ("one two three four five six seven eight nine, jack", "", "too long"),
        ("", "dummy", "cannot be blank"),
    ],
)
def test_what_makes_no_meaning_is_refused_in_a_sentence(words: str, means_: str, about: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Synonyms(words=words, means=means_).full_clean()
    assert about in " ".join(refused.value.messages)


@pytest.mark.parametrize("words", ["“pip”, spot", "ünter, ober", "a, b", "-, jack", "pip > spot, x", ">", "," * 900])
def test_whatever_a_row_says_the_thesaurus_can_be_made(words: str) -> None:
    Synonyms.objects.bulk_create([Synonyms(words=words), Synonyms(words="pip, spot")])
    assert "spot" in means("pip")


@pytest.mark.parametrize(
    ("typed", "period"),
    [
        ("defender", "adversary"),
        ("jack", "knave"),
        ("renege", "revoke"),
        ("deck", "pack"),
        ("bid", "declaration"),
        ("call", "declaration"),
        ("kibitzer", "bystander"),
        ("board", "dummy"),
        ("royals", "royal spades"),
        ("lilies", "royal spades"),
        ("nt", "no trump"),
        ("singleton", "single card"),
        ("down", "under trick"),
        ("opening lead", "original lead"),
        ("contract", "declaration"),
        ("director", "committee"),
        ("spread", "expose"),
        ("tabled", "face upward"),
    ],
)
def test_the_words_of_today_find_those_of_the_books(typed: str, period: str) -> None:
    assert period in {" ".join(phrase) for phrase in thesaurus.shipped().meanings[thesaurus.stems(tuple(typed.split()))]}
