"""What was typed, read as terms. Nothing that can be typed raises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.search import fields
from laws.search.query import LONGEST, MOST_TERMS, MOST_WISHES, Term, Wish, as_words, fold, read, words_in


def shown(typed: str) -> list[str]:
    """Terms in short: word, "a phrase", begin*, -without; alternatives in one: a | b."""
    marks = {"word": "{}", "phrase": '"{}"', "prefix": "{}*"}
    told = [(term.either, ("-" if term.without else "") + marks[term.form].format(" ".join(term.words))) for term in read(typed).terms]
    return _grouped(told)


def wished(typed: str) -> list[str]:
    """Wishes in short: kind=case, -law=84b; alternatives in one."""
    return _grouped([(wish.either, f"{'-' * wish.without}{wish.name}={wish.value}") for wish in read(typed).filters])


def _grouped(told: list[tuple[int, str]]) -> list[str]:
    groups: dict[object, list[str]] = {}
    for at, (either, words) in enumerate(told):
        groups.setdefault(either or f"alone {at}", []).append(words)
    return [" | ".join(words) for words in groups.values()]


@pytest.mark.parametrize(
    ("typed", "terms"),
    [
        ("lead out of turn", ["lead", "out", "of", "turn"]),
        ("Revoke REVOKE revoke", ["revoke"]),  # said once
        ('"new deal" dealer', ['"new deal"', "dealer"]),
        ("“new deal”", ['"new deal"']),  # as phones type it
        ("revoke -dummy", ["revoke", "-dummy"]),
        ('revoke -"new deal"', ["revoke", '-"new deal"']),
        ("no-trump", ["no", "trump"]),  # a hyphen inside a word leaves nothing out
        ("decl*", ["decl*"]),
        ("dummy's", ["dummy"]),
        ("dummy’s", ["dummy"]),  # the curly apostrophe is the same
        ("revoke/renounce", ["revoke", "renounce"]),
        ("Éclat", ["eclat"]),
        ("title:revoke", ["revoke"]),
        ("'; DROP TABLE laws;--", ["drop", "table", "laws"]),
        ("NEAR(revoke dummy, 3", ["near", "revoke", "dummy", "3"]),
        ("lаw", ["law"]),  # with a Cyrillic letter
        ("закон", ["закон"]),  # a word that is wholly Cyrillic stays
        ("revoke －dummy", ["revoke", "-dummy"]),  # signs of the width of East Asian letters
        ("ｄｅｃｌ＊", ["decl*"]),
        ("＂turned and quitted＂", ['"turned and quitted"']),
        ("revoke\u3000ＯＲ\u3000misdeal", ["revoke | misdeal"]),
        ("revoke —dummy", ["revoke", "-dummy"]),  # whatever dash a keyboard makes of it
        ("revoke −dummy", ["revoke", "-dummy"]),
        ("revoke ﹣dummy", ["revoke", "-dummy"]),
        ("«new deal»", ['"new deal"']),
        ("„new deal“", ['"new deal"']),
        ("❝new deal❞", ['"new deal"']),
        ("*", []),
        ("_", []),
        ("", []),
        ('""', []),
    ],
)
def test_a_query_is_read_as_terms(typed: str, terms: list[str]) -> None:
    assert shown(typed) == terms


@pytest.mark.parametrize(
    ("typed", "about"),
    [
        ('"unbalanced', "not closed"),
        ("r*", "two letters"),
        ("title:revoke", "“title:”"),
        ("revoke AND dummy", "not needed"),
        ("revoke NOT dummy", "-word"),
        ("NEAR(revoke dummy, 3", "plain word"),
        ("revoke -revoke", "both asked for and left out"),
        ("\x00revoke", "cannot be seen"),
        ("‮law 84", "cannot be seen"),
        ("lаw 72", "another alphabet"),
        ("revoke " * 800, "1,000 characters"),
        (" ".join(f"word{n}" for n in range(60)), "first 24 words"),
    ],
)
def test_what_is_not_read_as_it_stands_is_said(typed: str, about: str) -> None:
    assert any(about in note for note in read(typed).notes)


@pytest.mark.parametrize("typed", ["dummy pointed out the revoke", "law 84 b", "case:11", "10:30", "revoke OR renounce", "kind:case -law:84b year:1912.."])
def test_what_is_read_as_meant_needs_no_note(typed: str) -> None:
    assert read(typed).notes == ()


# ---- either, or ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "terms"),
    [
        ("revoke OR renounce", ["revoke | renounce"]),
        ("dummy revoke OR renounce", ["dummy", "revoke | renounce"]),  # it joins the two words beside it
        ("revoke OR renounce OR renege dummy", ["revoke | renounce | renege", "dummy"]),
        ('revoke OR "out of turn" OR decl*', ['revoke | "out of turn" | decl*']),
        ("no-trump OR royals", ['"no trump" | royals']),  # the words of one chunk stay together
        ("(revoke OR renounce) dummy", ["revoke | renounce", "dummy"]),
        ("revoke OR dummy lead OR play", ["revoke | dummy", "lead | play"]),
        ("revoke OR revoke", ["revoke"]),  # an alternative to itself is none
        ("revoke or renounce", ["revoke", "or", "renounce"]),  # small letters are plain words
        ("DUMMY OR PARTNER", ["dummy", "or", "partner"]),  # somebody shouts
        ("84 OR 85", ["84 | 85"]),  # figures have no capitals
    ],
)
def test_or_joins_what_stands_on_both_sides_of_it(typed: str, terms: list[str]) -> None:
    assert shown(typed) == terms


@pytest.mark.parametrize(
    ("typed", "terms"),
    [
        ("OR", ["or"]),
        ("OR revoke", ["or", "revoke"]),
        ("revoke OR", ["revoke", "or"]),
        ("revoke OR OR dummy", ["revoke", "or", "dummy"]),
        ("revoke OR -dummy", ["revoke", "or", "-dummy"]),  # either this, or not that: nobody means it
        ("revoke OR kind:case", ["revoke", "or"]),
        ("kind:case OR revoke", ["or", "revoke"]),
        ("revoke OR *", ["revoke", "or"]),
    ],
)
def test_an_or_with_nothing_to_join_is_a_plain_word_and_said(typed: str, terms: list[str]) -> None:
    assert shown(typed) == terms
    assert any("read as a plain word" in note for note in read(typed).notes)


def test_brackets_are_said_to_mean_nothing() -> None:
    assert any("Brackets" in note for note in read("(lead play) OR revoke").notes)
    assert read("lead (or play) the revoke").notes == ()


# ---- fields ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "wishes"),
    [
        ("kind:case", ["kind=case"]),
        ("kind：case", ["kind=case"]),
        ("ｌａｗ：８４ｂ", ["law=84b"]),
        ("law:84 b", ["law=84b"]),  # a part or a year that stands apart is joined, with a note
        ("law:84 (b)", ["law=84b"]),
        ("law:84 (i)", ["law=84i"]),
        ("-law:84 b", ["-law=84b"]),
        ("law:auction-1912/84 b", ["law=auction-1912/84b"]),
        ("law:84 a", ["law=84a"]),
        ("year:1912 .. 1915", ["year=1912..1915"]),
        ("year:1912.. 1915", ["year=1912..1915"]),
        ("year:1912 ..1915", ["year=1912..1915"]),
        ("year:1912 - 1915", ["year=1912..1915"]),
        ("year:1912 ..", ["year=1912.."]),
        ("kind:Cases", ["kind=case"]),  # in the words that a reader has for it
        ("type:rulings", ["kind=case"]),
        ("kind:row", ["kind=penalty"]),
        ("law:84b", ["law=84b"]),
        ("law:84(b)", ["law=84b"]),
        ('law:"84 b"', ["law=84b"]),
        ('law:"Law 84 b"', ["law=84b"]),
        ("law:084", ["law=84"]),
        ('law:"44 (iv)"', ["law=44iv"]),
        ("law:68(2d)", ["law=682"]),  # as the index writes the second part of Law 68
        ("law:auction-1912/84b", ["law=auction-1912/84b"]),
        ("code:Auction-1912", ["code=auction-1912"]),
        ("offense:revoke", ["offense=revoke"]),
        ("offence:revoke", ["offense=revoke"]),  # as it is spelled in Britain
        ('offense:"lead out of turn"', ["offense=lead-out-of-turn"]),
        ("offense:“lead out of turn”", ["offense=lead-out-of-turn"]),
        ("offender:anyone_but_dummy", ["offender=anyone-but-dummy"]),
        ("phase:before-lead", ["phase=before-lead"]),
        ("year:1912", ["year=1912"]),
        ("year:1912..1915", ["year=1912..1915"]),
        ("year:1912...1915", ["year=1912..1915"]),
        ("year:1912–1915", ["year=1912..1915"]),
        ("year:1912..", ["year=1912.."]),
        ("year:..1915", ["year=..1915"]),
        ("year:1912..1912", ["year=1912"]),
        ("year:1915..1912", ["year=1912..1915"]),  # with a note
        ("-kind:case -law:84b", ["-kind=case", "-law=84b"]),
        ("kind:case,", ["kind=case"]),
        ("(kind:case)", ["kind=case"]),
        ("kind:case kind:law", ["kind=case | kind=law"]),  # no entry is both
        ("kind:case OR kind:law", ["kind=case | kind=law"]),
        ("year:1889 year:1912", ["year=1889 | year=1912"]),
        ("-kind:case -kind:law", ["-kind=case", "-kind=law"]),
        ("law:84 law:72", ["law=84", "law=72"]),  # what cites both
        ("law:84 OR law:72", ["law=84 | law=72"]),
    ],
)
def test_a_field_is_a_wish(typed: str, wishes: list[str]) -> None:
    assert wished(typed) == wishes
    assert shown(typed) == []


@pytest.mark.parametrize(
    ("typed", "terms", "about"),
    [
        ("title:revoke", ["revoke"], "“title:” means nothing here"),
        ('title:"new deal"', ['"new deal"'], "“title:” means nothing here"),
        ("kind:banana", ["banana"], "“banana” is no kind"),
        ("law:revoke", ["revoke"], "“revoke” is no law"),
        ("law:84-86", ["84", "86"], "“84-86” is no law"),
        ("year:abc", ["abc"], "“abc” is no year"),
        ("year:..", ["year"], "is no year"),
        ("year:12", ["12"], "is no year"),
        ("year:0000", ["0000"], "is no year"),
        ("year:१९१२", ["१९१२"], "is no year"),  # figures that the index does not write
        ("kind: case", ["kind", "case"], "without a space"),
        ("law: 84", ["law", "84"], "without a space"),
        ('kind:""', [], "without a space"),
        ("code:???", ["code"], "is no code"),
    ],
)
def test_a_field_that_says_nothing_is_read_as_plain_words(typed: str, terms: list[str], about: str) -> None:
    assert wished(typed) == []
    assert shown(typed) == terms
    assert any(about in note for note in read(typed).notes)


@pytest.mark.parametrize(
    ("typed", "terms", "wishes"),
    [
        ("law:84 a revoke", ["a", "revoke"], ["law=84"]),  # an article
        ("law:84 i revoked", ["i", "revoked"], ["law=84"]),
        ("law:84 by dummy", ["by", "dummy"], ["law=84"]),
        ('"see law:84 b"', ['"see law 84 b"'], []),
        ("year:1912 -1915", ["-1915"], ["year=1912"]),
        ("year:1912.. dummy", ["dummy"], ["year=1912.."]),
    ],
)
def test_what_need_not_belong_to_a_field_is_left_beside_it(typed: str, terms: list[str], wishes: list[str]) -> None:
    assert (shown(typed), wished(typed), read(typed).notes) == (terms, wishes, ())


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("law:84 b", "“law:84 b” was read as “law:84b”."),
        ("year:1912 .. 1915", "“year:1912 .. 1915” was read as “year:1912..1915”."),
        ("revoke kind :case", "A field is written without spaces: kind:case. Here it was read as plain words."),
        ("revoke kind : case", "A field is written without spaces: kind:…. Here it was read as plain words."),
    ],
)
def test_a_space_within_a_field_is_said(typed: str, note: str) -> None:
    assert read(typed).notes == (note,)


def test_years_that_run_backwards_are_turned_and_said() -> None:
    assert any("1912 to 1915" in note for note in read("year:1915..1912").notes)


@pytest.mark.parametrize(
    ("value", "span"), [("1912", (1912, 1912)), ("1912..1915", (1912, 1915)), ("1912..", (1912, fields.LAST_YEAR)), ("..1915", (fields.FIRST_YEAR, 1915))]
)
def test_a_value_of_years_is_a_span(value: str, span: tuple[int, int]) -> None:
    assert fields.years(value) == span


def test_a_wish_remembers_what_was_typed_for_it() -> None:
    assert [wish.said for wish in read('offense:"Bid or  Pass" code:Auction_1912 kind:Case').filters] == ["Bid or Pass", "Auction_1912", "case"]


def test_a_wish_that_this_site_knows_nothing_of_may_be_read_as_words() -> None:
    asked = read("dummy -offense:lead-astray kind:case")
    again = as_words(asked, asked.filters[0])
    assert [term.words for term in again.terms] == [("dummy",), ("lead",), ("astray",)]
    assert [term.without for term in again.terms] == [False, True, True]
    assert again.filters == (Wish("kind", "case"),)


# ---- what may be a citation ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("law 84 b", "law 84 b"),
        ("law:84b", ""),  # what cites it, not the law itself
        ("case:11", "case:11"),
        ('law 84 "new deal" -dummy kind:case', "law 84"),
        ("Law 84 OR Law 85", "Law 84 Law 85"),
        ('"law 84', "law 84"),  # a quotation mark that nobody closed
    ],
)
def test_the_running_words_are_kept_as_they_stand(typed: str, plain: str) -> None:
    assert read(typed).plain == plain


@pytest.mark.parametrize(("typed", "is_plain"), [("law 84 b", True), ("", True), ("law 84 kind:case", False), ('"law 84"', False), ("a OR b", False), ("84 -a", False)])
def test_plain_is_what_uses_none_of_the_language(typed: str, is_plain: bool) -> None:
    assert read(typed).is_plain is is_plain


LANGUAGE = st.lists(
    st.one_of(
        st.sampled_from(["OR", "AND", "-", '"', "(", ")", "*", "kind:", "law:84b", "-law:", "year:1912..", 'code:"', "dummy", "no-trump", "re*", " ", "84", "b"]),
        st.text(max_size=6),
    ),
    max_size=60,
)


@given(st.one_of(st.text(max_size=3000), LANGUAGE.map(" ".join), LANGUAGE.map("".join)))
def test_anything_is_read(typed: str) -> None:
    query = read(typed)
    assert len(query.typed) <= LONGEST
    assert all(ch.isprintable() for ch in query.typed)
    assert len(query.terms) <= MOST_TERMS
    assert len(query.filters) <= MOST_WISHES
    assert all(term.words and term.form in {"word", "phrase", "prefix"} for term in query.terms)
    assert all(len(term.words) == 1 for term in query.terms if term.form != "phrase")
    assert all(wish.name in fields.NAMES and wish.value and wish.value.isprintable() and " " not in wish.value for wish in query.filters)
    assert not any(one.either and one.without for one in (*query.terms, *query.filters))


@given(st.one_of(st.text(max_size=300), LANGUAGE.map(" ".join)))
def test_every_word_is_searched_for_or_something_is_said(typed: str) -> None:
    query = read(typed)
    said = {word for term in query.terms for word in term.words} | {word for wish in query.filters for word in words_in(wish.value)}
    assert said or query.notes or not words_in(query.typed)


@given(st.one_of(st.text(max_size=300), LANGUAGE.map(" ".join)))
def test_alternatives_come_in_company(typed: str) -> None:
    query = read(typed)
    groups = [one.either for one in (*query.terms, *query.filters) if one.either]
    assert all(groups.count(group) > 1 for group in groups)


@given(st.text(max_size=200))
def test_folding_twice_changes_no_word(text: str) -> None:
    assert words_in(fold(text)) == words_in(fold(fold(text)))


def test_terms_can_be_compared() -> None:
    assert read("revoke").terms == (Term(("revoke",), "word"),)
