"""Most citations are plain and are read at a look, by the words around them. The long way must say the same of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from laws.citations import around, grammar, pinpoint, tail
from laws.citations.grammar import find

EDITIONS = ("The Laws of Whist", "Vide Mecum", "Bridge")
WORDS = """
a the The of in by to with see See vide Vide (vide under Under (under also but but, cf. compare Compare in, time, time. is was held provided
prescribed described as except Except subject accordance according pursuant read provisions terms this that that, such said same latter
above paragraph paragraphs clause section sections part (a) (b) a b iv xi ii. first second 2d. 3d and or and, nor old code, code laws rules
edition Whist Whist, Bridge Bridge, Laws 1912 1912, 84 9. 79). player player. player) player; (see In By Mecum Mecum, for For penalty revoke?
laid down notwithstanding mix ill _vide_ *see*
""".split()
KINDS = ["Law", "law", "Laws", "laws", "LAW", "Rule", "rules", "Section", "Sections", "section", "Case", "Cases", "case", "Penalty",
         "Etiquette", "Note", "§"]  # fmt: skip
NUMBERS = ["84", "7", "84 b", "84 a", "84, 86 and 91", "3 and 4", "60 to 62", "9 of Etiquette", "9 of Etiquette 3", "84 (b)", "XII", "150"]
AFTER = [" governs it.", ".", ", which see.", " and Case 5.", "; no more.", ", the words say.", " is plain.", ")", " read with Law 3.",
         ", the first.", ", the first paragraph.", ", the final word.", " of the Laws of Whist.", ", Bridge.", ", in Bridge", " points.",
         " permits it.", " in time.", " of Etiquette.", ", Etiquette.", " of the old code.", " a player", ", read", " a, b", " tricks"]  # fmt: skip
GAPS = [" "] * 12 + ["\n", "\n\n", "  ", "\xa0"]


@contextmanager
def the_long_way() -> Iterator[None]:
    """Inside, nothing is told by a look."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grammar._Scan, "_at_a_look", lambda self, start, at: False)
        patch.setattr(grammar, "may_be_determiner", lambda text, at: True)
        patch.setattr(pinpoint, "may_stand_before", lambda text, at: True)
        patch.setattr(tail, "_plain", lambda text, at, how: None)
        patch.setattr(around, "_is_plain_before", lambda text, at: False)
        patch.setattr(around, "_names_no_code", lambda text, at, codes: False)
        patch.setattr(around, "_ALONE", ("\0",))
        yield


def made_up(seed: int) -> str:
    """Words of the kind that stand before and behind citations, in any order, with a few citations among them."""
    chance = random.Random(seed)
    said = []
    for _ in range(chance.randint(1, 4)):
        said += [chance.choice(WORDS) + chance.choice(GAPS) for _ in range(chance.randint(0, 5))]
        said.append(chance.choice(KINDS) + chance.choice(GAPS) + chance.choice(NUMBERS) + chance.choice(AFTER) + chance.choice(GAPS))
    return "".join(said)


@pytest.mark.parametrize("before", ["Vide ", "but see ", "as provided under ", "The words of ", "in the old code, ", "played. ", "(", "Case 3 and "])
@pytest.mark.parametrize("number", ["84", "84 b", "84 a"])
@pytest.mark.parametrize("after", [" governs it.", ".", ", which see.", " and Case 5.", "; no more.", ", the words say.", " is plain.", ")"])
def test_what_is_read_in_one_step_is_what_is_read_word_by_word(before, number, after):
    text = f"A player revokes. {before}Law {number}{after}"
    quick = find(text, editions=EDITIONS)
    with the_long_way():
        assert find(text, editions=EDITIONS) == quick != []


@pytest.mark.parametrize("part", [None, lambda kind, number, part: part != "a"], ids=["unknown parts", "known parts"])
@pytest.mark.parametrize("start", range(0, 8000, 1000))
def test_any_words_around_citations_say_the_same_at_a_look_and_the_long_way(start, part):
    texts = [made_up(seed) for seed in range(start, start + 1000)]
    quick = [find(text, editions=EDITIONS, has_part=part, inside=("law", "9") if at % 3 else None) for at, text in enumerate(texts)]
    with the_long_way():
        for at, text in enumerate(texts):
            assert find(text, editions=EDITIONS, has_part=part, inside=("law", "9") if at % 3 else None) == quick[at], text


@pytest.mark.parametrize("text", ["See cf. also laws 3 and 4; no more.", "The paragraphs was of Case 150 is plain."])
def test_these_said_something_else(text):
    quick = find(text)
    with the_long_way():
        assert find(text) == quick != []


def test_a_word_before_of_is_no_list_of_letters():
    assert [one.text for one in find("the paragraph was of Case 150")] == ["Case 150"]
    assert [one.text for one in find("the paragraphs (a) and _b_ of Law 84")] == ["paragraphs (a) and _b_ of Law 84"]


def test_what_two_words_tell_is_not_remembered_without_end(monkeypatch):
    monkeypatch.setattr(around, "_MOST_REMEMBERED", 3)
    editions = ("A code of this test alone",)
    for word in ("played", "called", "revoked", "dealt", "led"):
        assert [one.text for one in find(f"who {word} Law 9.", editions=editions)] == ["Law 9"]
    assert len(around.codes(editions).remembered) == 3
