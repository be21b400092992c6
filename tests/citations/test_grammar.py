"""The grammar's tables: each row is a printed form, what it must yield, and why it is here."""

from __future__ import annotations

from itertools import pairwise
from time import process_time

import pytest

from laws.citations.grammar import Reference, find, find_cell

AUCTION = {"section": "etiquette", "rule": "law", "§": "law", "number": "case"}


def named(references: list[Reference]) -> list[str]:
    """The targets as a reader would say them: "law 84 b"."""
    return [" ".join(filter(None, (t.kind, t.number, t.part))) for one in references for t in one.targets]


def spans(references: list[Reference]) -> list[str]:
    return [one.text for one in references]


@pytest.mark.parametrize(
    "text, targets, why",
    [
        ("as provided in Law 4; but", "law 4", "a semicolon ends it"),
        ("except as provided in Law\n32.", "law 32", "the line breaks inside"),
        ("see Law\r\n32.", "law 32", "a Windows line break"),
        ("in Law\u00a084.", "law 84", "a no-break space"),
        ("in Law&nbsp;84.", "law 84", "a no-break space of HTML"),
        ("by LAW 84.", "law 84", "capitals"),
        ("Lawſ 84 and 85", "law 84, law 85", "the long s of old books, which a pattern takes for an s"),
        ("by law 84.", "law 84", "small letters"),
        ("law no. 84", "law 84", "an abbreviated number sign"),
        ("Law No. 84", "law 84", "the same with capitals"),
        ("Law number 84", "law 84", "the sign as a word"),
        ("Law #84", "law 84", "the sign of typists"),
        ("_Law_ 84", "law 84", "markup between word and number"),
        ("<i>Law</i> 84", "law 84", "HTML markup between word and number"),
        ("*Law* 84", "law 84", "Markdown between word and number"),
        ("Law _84_ says", "law 84", "the number in markup"),
        ("declaration--Law 84", "law 84", "a dash before the word"),
        ("(Law 84)", "law 84", "brackets around it"),
        ("Law (84)", "law 84", "brackets around the number"),
        ("Rule 49 does", "law 49", "a synonym"),
        ("§ 60 applies", "law 60", "a sign"),
        ("§60(c)", "law 60 c", "a sign close to its number"),
        ("sec. 9", "section 9", "an abbreviation"),
        ("s. 60(c)", "section 60 c", "the shortest abbreviation"),
        ("Case 11", "case 11", "a case"),
        ("Case XI.", "case 11", "a Roman case"),
        ("see note 24", "footnote 24", "a note"),
        ("footnote 24", "footnote 24", "a footnote"),
        ("Penalty 24", "penalty 24", "a row of the table"),
        ("penalty row 24", "penalty 24", "a row of the table, in small letters"),
        ("Section 9 of Etiquette", "etiquette 9", "etiquette by its words"),
        ("Section 10: of Etiquette", "etiquette 10", "a colon that slipped in"),
        ("Section 9, Etiquette", "etiquette 9", "etiquette after a comma"),
        ("Etiquette 10", "etiquette 10", "etiquette alone"),
        ("Etiquette, Section 10", "etiquette 10", "etiquette turned about"),
        ("Sections 9 and 10 of the Etiquette", "etiquette 9, etiquette 10", "two sections"),
        ("Rule 3 of Etiquette", "etiquette 3", "a rule of etiquette is no law"),
        ("Law 84's penalty", "law 84", "a possessive"),
        ("see decisions XX to XXII", "case 20, case 21, case 22", "a Roman range"),
        ("Law 084", "law 84", "a leading nought"),
        ("Law 6000", "law 6000", "large codes exist"),
        ("Law 84 points out that", "law 84", "a verb that looks like a sum"),
        ("Law 52 of the Revised Code", "law 52", "the code at hand by another name"),
        ("see No. 84", "law 84", "a signal makes a number a citation"),
        ("described in paragraphs 52, 53, 55.", "law 52, law 53, law 55", "a code that calls its laws paragraphs"),
    ],
)
def test_one_written_form_names_what_it_names(text: str, targets: str, why: str) -> None:
    assert ", ".join(named(find(text))) == targets, why


@pytest.mark.parametrize(
    "text, targets, span, why",
    [
        ("(Laws 80, 86 and 92)", "law 80, law 86, law 92", "Laws 80, 86 and 92", "a list without the last comma"),
        ("Laws 80, 86, and 92;", "law 80, law 86, law 92", "Laws 80, 86, and 92", "a list with the last comma"),
        ("Laws 71,\n80 and 92", "law 71, law 80, law 92", "Laws 71,\n80 and 92", "a list over two lines"),
        ("Laws 4 & 6", "law 4, law 6", "Laws 4 & 6", "an ampersand"),
        ("Laws 4 &amp; 6", "law 4, law 6", "Laws 4 &amp; 6", "an ampersand of HTML"),
        ("Laws 84/85", "law 84, law 85", "Laws 84/85", "a stroke"),
        ("Law 84—86 are", "law 84, law 85, law 86", "Law 84—86", "a tight dash after a singular"),
        ("Law 84 — 86 points", "law 84", "Law 84", "a dash of the sentence"),
        ("Laws 4 or 6", "law 4, law 6", "Laws 4 or 6", "or"),
        ("Law 4 and 6 say", "law 4, law 6", "Law 4 and 6", "a singular that means two"),
        ("Laws 80, 86 and two others", "law 80, law 86", "Laws 80, 86", "a word is no number"),
        ("Laws 80, 86 and 2 others", "law 80, law 86", "Laws 80, 86", "others are not a law"),
        ("Laws 80, 86 and the other two", "law 80, law 86", "Laws 80, 86", "the other two are not swallowed"),
        ("Laws 80-82", "law 80, law 81, law 82", "Laws 80-82", "a hyphen"),
        ("Laws 80–82", "law 80, law 81, law 82", "Laws 80–82", "an en dash"),
        ("Laws 80—82", "law 80, law 81, law 82", "Laws 80—82", "an em dash"),
        ("Laws 80 to 82", "law 80, law 81, law 82", "Laws 80 to 82", "to"),
        ("Laws 80 through 82", "law 80, law 81, law 82", "Laws 80 through 82", "through"),
        ("Laws 82-80", "law 82, law 80", "Laws 82-80", "a falling range is its two ends"),
        ("Laws 1-999", "law 1, law 999", "Laws 1-999", "a huge range is its two ends"),
        ("Laws 3, 5-7 and 9", "law 3, law 5, law 6, law 7, law 9", "Laws 3, 5-7 and 9", "a range in a list"),
        ("laws (52 and 53).", "law 52, law 53", "laws (52 and 53)", "a list in brackets closes its bracket"),
        ("Cases II, V and X.", "case 2, case 5, case 10", "Cases II, V and X", "Roman numbers"),
        ("Laws 84a, 84 (b) and 85", "law 84 a, law 84 b, law 85", "Laws 84a, 84 (b) and 85", "a list with pinpoints"),
        ("Law 84, a and b.", "law 84 a, law 84 b", "Law 84, a and b", "two parts of one law"),
        ("Law 84 (a) and (c)", "law 84 a, law 84 c", "Law 84 (a) and (c)", "two bracketed parts"),
        ("Law 37 a-c.", "law 37 a, law 37 b, law 37 c", "Law 37 a-c", "a range of letters"),
        ("Law 60, a to c,", "law 60 a, law 60 b, law 60 c", "Law 60, a to c", "letters with to"),
        ("Law 44, paragraphs ii and iv.", "law 44 ii, law 44 iv", "Law 44, paragraphs ii and iv", "Roman paragraphs"),
        ("paragraphs (a) and (b) of Law 84", "law 84 a, law 84 b", "paragraphs (a) and (b) of Law 84", "parts before the law"),
        ("Laws 80, 86 and 150 points", "law 80, law 86", "Laws 80, 86", "a sum at the end of a list"),
        ("Law 84 and 3 tricks", "law 84", "Law 84", "a sum after a law"),
        ("Under Law 84, 150 may be added", "law 84", "Law 84", "a comma of the sentence"),
        ("Laws 80 and 86\n\n92 cards", "law 80, law 86", "Laws 80 and 86", "a blank line ends everything"),
    ],
)
def test_lists_and_ranges_are_one_reference_with_a_target_each(text: str, targets: str, span: str, why: str) -> None:
    found = find(text)
    assert (", ".join(named(found)), spans(found)) == (targets, [span]), why


@pytest.mark.parametrize(
    "text, target, span, why",
    [
        ("Law 37 b.) If", "law 37 b", "Law 37 b", "a plain letter"),
        ("(See Law 37\nb.) If", "law 37 b", "Law 37\nb", "a letter on the next line"),
        ("Law 84b,", "law 84 b", "Law 84b", "close to the number"),
        ("LAW 84B.", "law 84 b", "LAW 84B", "a capital close to the number"),
        ("Law 84 (b).", "law 84 b", "Law 84 (b)", "in brackets"),
        ("Law 84(b).", "law 84 b", "Law 84(b)", "in brackets, close"),
        ("Law 84 (_b_).", "law 84 b", "Law 84 (_b_)", "italic in brackets"),
        ("Law 84 _b_.", "law 84 b", "Law 84 _b_", "italic"),
        ("Law 84 <i>b</i>.", "law 84 b", "Law 84 <i>b</i>", "italic in HTML"),
        ("(Law 38, _b_).", "law 38 b", "Law 38, _b_", "italic after a comma"),
        ("Law _84 b_.", "law 84 b", "Law _84 b_", "number and letter in one italic"),
        ("Law 84-b.", "law 84 b", "Law 84-b", "a hyphen"),
        ("Law 60 (a)(vi).", "law 60 a", "Law 60 (a)(vi)", "two levels: the first is the anchor"),
        ("Law 44, paragraph iv.", "law 44 iv", "Law 44, paragraph iv", "a paragraph"),
        ("Law 44, IV.", "law 44 iv", "Law 44, IV", "a Roman part in capitals"),
        ("Law 84, clause (b).", "law 84 b", "Law 84, clause (b)", "a clause"),
        ("Law 68, 2d.", "law 68 2", "Law 68, 2d", "an ordinal label"),
        ("Law 68, second paragraph,", "law 68 2", "Law 68, second paragraph", "an ordinal in words"),
        ("the first paragraph of Law 72.", "law 72 1", "first paragraph of Law 72", "the pinpoint before"),
        ("section 2 of Law 68.", "law 68 2", "section 2 of Law 68", "a section that is a pinpoint"),
        ("Law 84 b provides", "law 84 b", "Law 84 b", "a letter other than a"),
        ("Law 84 a provides", "law 84 a", "Law 84 a", "a verb cannot follow the article"),
        ("Law 84 a is", "law 84 a", "Law 84 a", "nor can is"),
        ("Law 84 a player", "law 84", "Law 84", "the article"),
        ("by Law 84 a Declarer", "law 84", "Law 84", "the article before a capital"),
        ("by Law 84, a player", "law 84", "Law 84", "the article after a comma"),
        ("by Law 58 B must", "law 58", "Law 58", "a player's letter"),
        ("by Law 58, B.", "law 58", "Law 58", "a player's letter after a comma"),
        ("by Law 58 B's hand", "law 58", "Law 58", "a player's hand"),
        ("Law 84 v. the rest", "law 84", "Law 84", "versus"),
        ("Under Law 84 I think", "law 84", "Law 84", "the pronoun"),
        ("Law 68, 4th round", "law 68", "Law 68", "a round of the bidding"),
        ("covered by the first portion of Law 72.", "law 72", "Law 72", "a portion is no numbered part"),
    ],
)
def test_a_pinpoint_belongs_to_the_span_and_an_article_or_a_player_does_not(text: str, target: str, span: str, why: str) -> None:
    found = find(text)
    assert (named(found), spans(found)) == ([target], [span]), why


@pytest.mark.parametrize(
    "text, why",
    [
        ("in-laws 3", "part of a word"),
        ("mother-in-law 3", "part of a longer word"),
        ("flaws 7", "the end of another word"),
        ("bylaws 3", "by-laws are no laws of a game"),
        ("by-laws 3 and 4", "the same with a hyphen"),
        ("outlaw 3", "the end of another word again"),
        ("application 3 of", "a word with another inside"),
        ("the laws of 1912", "a year"),
        ("the Laws 1912", "a title and its year"),
        ("the laws 3 tricks", "a sum"),
        ("the rules 3 players know", "a count of players"),
        ("Laws 13 cards", "a count of cards"),
        ("Law 1/2 way", "a fraction"),
        ("by law 3 tricks", "a sum after one law"),
        ("in that case 3 may", "the word case"),
        ("in which case 13 cards", "the word case again"),
        ("in case 2 cards are exposed", "in case, with an amount"),
        ("section of the country", "no number"),
        ("Law I think", "the pronoun"),
        ("Case I was told", "the pronoun before was"),
        ("Law 0", "no law is numbered nought"),
        ("Law 84.5", "a decimal"),
        ("Rule 3-handed games", "a game for three"),
        ("rules 12,000 players", "a large number"),
        ("the law\n\n84. Where", "a heading and the law after it"),
        ("DECISION\n50 points were lost", "a heading above a sum"),
        ("[24] The note", "a note mark"),
        ("North  3 Royals  4 Hearts\nEast  6 Clubs", "a bidding table"),
        ("150 points, a loss of 600", "sums"),
        ("Number 6, for example,", "a number of nobody knows what"),
        ("No. 6 came from Mexico", "the same, abbreviated"),
        ("any other law, the old law, by law", "laws without a number"),
        ("the penalty 150", "a penalty's size"),
        ("Y's 60", "an apostrophe"),
        ("decision _c_", "a part of a decision"),
        ("paragraph 3 of the introduction", "a paragraph of something else"),
    ],
)
def test_a_word_a_sum_or_a_year_is_never_a_citation(text: str, why: str) -> None:
    assert find(text) == [], why


@pytest.mark.parametrize(
    "text, signal, why",
    [
        ("_Vide_ Law 72.", "vide", "italic"),
        ("_Vide_ also Laws 47", "vide also", "two words, one of them italic"),
        ("(_vide_\nLaws 6 and 7)", "vide", "a line break"),
        ("See Law 14", "see", "see"),
        ("see also Law 14", "see also", "see also"),
        ("Compare with Case II.", "compare with", "compare"),
        ("Except as provided in Laws 45", "except as provided in", "an exception"),
        ("(except under Law 82)", "except under", "a short exception"),
        ("subject to the\nprovisions of Law 54", "subject to", "with the provisions between"),
        ("under Law 14", "under", "under"),
        ("foresee Law 14", "", "see inside a word"),
        ("the sea. Law 14", "", "nothing"),
        ("see the first paragraph of Law 72", "see", "before a pinpoint"),
    ],
)
def test_the_signal_has_its_own_field_and_is_outside_the_span(text: str, signal: str, why: str) -> None:
    (one,) = find(text)
    assert one.signal == signal, why
    assert "ide" not in one.text.lower() or signal == ""


def test_the_signal_belongs_to_the_first_of_two_kind_words_only() -> None:
    first, second = find("_Vide_ also Law 70, and Law 44, paragraph iv.")
    assert (first.text, first.signal) == ("Law 70", "vide also")
    assert (second.text, second.signal) == ("Law 44, paragraph iv", "")


@pytest.mark.parametrize(
    "text, form",
    [
        ("Law 84", "label"),
        ("Rule 84", "synonym"),
        ("Laws 84 and 85", "list"),
        ("Laws 84-86", "range"),
        ("Law 84 b", "label+part"),
        ("Section 9 of Etiquette", "etiquette"),
        ("Law 37 a-c", "range"),
    ],
)
def test_the_form_says_how_it_was_written(text: str, form: str) -> None:
    assert [one.form for one in find(text)] == [form]


@pytest.mark.parametrize(
    "text, words, targets, why",
    [
        ("Section 9", AUCTION, ["etiquette 9"], "a section is etiquette in this code"),
        ("Section 9", {}, ["section 9"], "and a section elsewhere"),
        ("Number 6", AUCTION, ["case 6"], "a number is a case in this code"),
        ("Law 84", AUCTION, ["law 84"], "words of a code are laid over the usual ones"),
        ("Law 72, Section 9", AUCTION, ["law 72", "etiquette 9"], "a section that is no pinpoint here"),
        ("Law 72, Section 9", {}, ["law 72 9"], "and is one elsewhere"),
        ("Canon 3", {"canon": "law"}, ["law 3"], "a word of the code's own"),
        ("Canons 3 and 4", {"canon": "law"}, ["law 3", "law 4"], "its plural"),
        ("Rule 49", {"rule": ""}, [], "a word silenced"),
    ],
)
def test_a_word_means_what_the_code_says_it_means(text: str, words: dict[str, str], targets: list[str], why: str) -> None:
    assert named(find(text, words=words)) == targets, why


@pytest.mark.parametrize(
    "text, editions, edition, why",
    [
        ("Law 84 of the Laws of Whist, 1889, says", (), "the Laws of Whist, 1889", "a code known by its form alone"),
        ("Laws 80 and 86 of the old code", (), "the old code", "a code of earlier days"),
        ("Law 84 (Club Code)", ("Club Code",), "Club Code", "a name in brackets"),
        ("Law 84 of the club  code", ("Club Code",), "the club code", "a name in other letters"),
        ("in the Club Code, Law 84", ("Club Code",), "the Club Code", "a name before"),
        ("the Laws of Whist, 1889, Law 84", (), "the Laws of Whist, 1889", "a title before"),
        ("Law 84 of 1909", (), "1909", "a year"),
        ("Law 84 of the table", (), "", "of something else"),
        ("Law 84. The Club Code", ("Club Code",), "", "a name of the next sentence"),
    ],
)
def test_words_that_name_another_edition_are_kept(text: str, editions: tuple[str, ...], edition: str, why: str) -> None:
    (one,) = find(text, editions=editions)
    assert one.edition == edition, why


@pytest.mark.parametrize(
    "text, bare, why",
    [
        ("Law 52 allows it. We interpret 52 by adding words.", ["52"], "interpreted"),
        ("By Law 52 it stands; the meaning put upon 52 by Y", ["52"], "a meaning put upon it"),
        ("Law 50 applies. This spoils the best part of 50.", ["50"], "a part of it"),
        ("Law 52 is plain. 52 provides", ["52"], "it provides"),
        ("We interpret 52 by adding. Law 52", [], "nothing licenses it yet"),
        ("Law 52 is plain. We interpret 53 by", [], "another number"),
        ("Law 50 is plain. A loss of 50", [], "a loss"),
        ("Law 50 is plain. He adds 50 to his score", [], "a score"),
        ("Law 50 is plain. He wins under 50 points", [], "points"),
        ("Law 13 is plain. He held 13 cards", [], "cards"),
        ("Law 52 is plain. See No. 52", ["No. 52"], "a number sign"),
    ],
)
def test_a_bare_number_is_licensed_by_the_same_number_named_before(text: str, bare: list[str], why: str) -> None:
    assert [one.text for one in find(text) if one.text[:3] != "Law"] == bare, why


def test_a_bare_number_keeps_the_citation_that_licenses_it() -> None:
    label, bare = find("True it is that Law 52 says so. We interpret 52 by reading.")
    assert (bare.form, bare.evidence, bare.antecedent) == ("bare", "Law 52", label.start)


@pytest.mark.parametrize(
    "text, known, target",
    [("Law 84 a is", {"a"}, "law 84 a"), ("Law 84 a is", {"b"}, "law 84"), ("Law 84 a player", {"a"}, "law 84")],
)
def test_a_doubtful_letter_is_settled_by_the_parts_the_law_has(text: str, known: set[str], target: str) -> None:
    assert named(find(text, has_part=lambda kind, number, part: part in known)) == [target]


def test_each_written_number_is_a_link_of_its_own_and_a_range_is_one() -> None:
    text = "Laws 80, 84 _b_ and 90-92"
    (one,) = find(text)
    assert [text[t.start : t.end] for t in one.targets] == ["80", "84 _b_", "90-92", "90-92", "90-92"]


@pytest.mark.parametrize(
    "cell, targets, links, why",
    [
        ("84 _a_", ["law 84 a"], ["84 _a_"], "a part"),
        ("36; 37", ["law 36", "law 37"], ["36", "37"], "a semicolon"),
        ("{ 36\n{ 37", ["law 36", "law 37"], ["36", "37"], "braces"),
        ("50a", ["law 50 a"], ["50a"], "a law of its own, or a part: the resolver knows"),
        ("16", ["law 16"], ["16"], "a number"),
        ("84 a, b", ["law 84 a", "law 84 b"], ["84 a", "b"], "two parts"),
        ("60-62", ["law 60", "law 61", "law 62"], ["60-62"], "a range"),
        ("Law 84; Etiquette 9", ["law 84", "etiquette 9"], ["84", "9"], "kind words"),
        ("150 points", [], [], "a sum in the wrong column"),
        ("none", [], [], "no number"),
        ("", [], [], "nothing"),
    ],
)
def test_a_cell_of_the_penalty_table_is_read_without_kind_words(cell: str, targets: list[str], links: list[str], why: str) -> None:
    found = find_cell(cell)
    assert (named(found), spans(found)) == (targets, links), why
    assert all(one.form == "table-cell" for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "Laws 80, 86 and Law 92, and (_vide_ Law 3, paragraph iv) Law 3; We interpret 3 by 92. That law, Section 9 of Etiquette.",
        "The first paragraph of Law 72 and the second paragraph of Law 72, the latter portion of that law, It also provides 72.",
        "laws (3, laws 4 (5 and Rule 6) of the Laws of Whist, Law 7 _a_ 8 (b) (c) § 9 §§ 10-12",
    ],
)
def test_references_are_sorted_never_overlap_and_repeat_the_text(text: str) -> None:
    found = find(text)
    assert found and all(before.end <= after.start for before, after in pairwise(found))
    for one in found:
        assert one.text == text[one.start : one.end]
        assert all(one.start <= target.start < target.end <= one.end for target in one.targets)


@pytest.mark.parametrize(
    "unit",
    ["1, ", "LawLaw", "(", "Law (1, ", "Law 1 a, ", "Law      \n", "_*_*", "§", "This rule applies. ", "section 1 of Law ", " ", "1",
     "Section 1. Law 2. That law "],
)  # fmt: skip
def test_hostile_text_takes_time_in_proportion_to_its_length(unit: str) -> None:
    """Eight times the text may take three times eight times the time; a quadratic reading would take sixty-four times."""

    def seconds(length: int) -> float:
        text = "By Law 1, " + (unit * (length // len(unit) + 1))[:length]
        began = process_time()
        find(text)
        return process_time() - began

    find("Law 1")
    short = min(seconds(25_000) for _ in range(3))
    assert any(seconds(200_000) <= 24 * short + 0.05 for _ in range(4)), "other work on the machine may disturb one reading, not four"
