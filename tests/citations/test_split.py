"""A whole book cut into its entries, and the citations of each found with the offsets of the book."""

from __future__ import annotations

from time import process_time

import pytest

from laws.citations.split import find_in_book, split

BOOK = """THE LAWS OF A GAME

THE DEAL

1. The dealer deals, except as provided in Law
2.

2. Another may deal. (See Law 1
b.) If not, he waits.[24]

      [24] Law 3 forbids it.

THE REVOKE[25]

      [25] See Law 1.

3. The penalty is:--

    (_a_) 150 points.

    1st. The first.

    2d. The second.

This rule does not apply to a dead hand.

ETIQUETTE OF THE GAME

1. Speak plainly.

2. Do not sigh; compare Law 2.

DECISIONS BY A COMMITTEE

The cases have arisen in various places, Number 2 in the north.

CASE 1

A deals. Number 2 looks on.

DECISION

Law 2 provides for it. We interpret 2 by adding a word.

CASE 2

                  _1st           2d_

    North         3 Hearts       2 Clubs

DECISION

A loss of 2. Section 2 of Etiquette covers it.

PENALTIES

OFFENSE                          PENALTY                       LAW

Revoke                           150 points or 3 tricks        3 _a_
Playing 2 cards                  New deal                    { 1
                                                             { 2
"""


def entries(text: str) -> list[str]:
    return [f"{piece.kind} {piece.number}" for piece in split(text) if piece.number]


def test_a_book_is_cut_at_its_labels_and_headings() -> None:
    assert entries(BOOK) == [
        "law 1", "law 2", "footnote 24", "footnote 25", "law 3", "etiquette 1", "etiquette 2", "case 1", "case 2",
    ]  # fmt: skip


def test_the_pieces_are_the_whole_text_without_a_gap() -> None:
    pieces = split(BOOK)
    assert "".join(BOOK[piece.start : piece.end] for piece in pieces) == BOOK
    assert all(piece.start <= piece.body <= piece.end for piece in pieces)


def test_every_citation_is_found_where_the_book_has_it_and_nothing_else() -> None:
    found = find_in_book(BOOK, words={"section": "etiquette"})
    assert [one.text for one in found] == [
        "Law\n2", "Law 1\nb", "Law 3", "Law 1", "Law 2", "Law 2", "2", "Section 2 of Etiquette",
    ]  # fmt: skip
    for one in found:
        assert one.text == BOOK[one.start : one.end]
        assert all(one.start <= target.start < target.end <= one.end for target in one.targets)


def test_a_bare_number_is_licensed_only_inside_its_own_entry() -> None:
    bare = [one for one in find_in_book(BOOK) if one.form == "bare"]
    assert [BOOK[one.start - 10 : one.end] for one in bare] == ["interpret 2"]
    assert bare[0].antecedent == BOOK.index("Law 2 provides")


@pytest.mark.parametrize(
    "text, expected, why",
    [
        ("1. One.\n\n2. Two.\n", ["law 1", "law 2"], "a number and a full stop"),
        ("LAWS\n57.--One.\n\n58.--Two.\n", ["law 57", "law 58"], "a dash, and a heading right above"),
        ("1st.--One.\n\n2d.--Two.\n\n3d.--Three.\n", ["law 1", "law 2", "law 3"], "ordinals"),
        ("_=36. Ties.=_ In case of ties.\n\n_=37.=_ More.\n", ["law 36", "law 37"], "marked labels"),
        ("45. One.\n\n46 A player can.\n\n47. Two.\n", ["law 45", "law 46", "law 47"], "a label without its full stop, in its turn"),
        ("50. One.\n\n50a. Two.\n\n51. Three.\n", ["law 50", "law 50a", "law 51"], "a law put in later"),
        ("LAW I\n\nOne.\n\nLAW II\n\nTwo.\n", ["law 1", "law 2"], "Roman laws on their own line"),
        ("LAW I.--One.\n\nLAW II.--Two.\n", ["law 1", "law 2"], "Roman laws run into their text"),
        ("CASE I.\n\nOne.\n\nCase 2\n\nTwo.\n\nCASE XI.\n\nX.\n", ["case 1", "case 2", "case 11"], "cases"),
        ("CASES AND DECISIONS.\n\nI. A player.\n\n_Decision._ No.\n\nII. Another.\n", ["case 1", "case 2"], "Roman cases without the word"),
        ("1. One.\n\nFOOTNOTES:\n\n[1] _Vide_ Law 2.\n\n[2] Or more.\n", ["law 1", "footnote 1", "footnote 2"], "notes at the end"),
        ("General Rules\n84. Where a player.\n85. Any one.\n", ["law 84", "law 85"], "a title and its laws, a line each"),
        (
            "General Rules\n84. Where a player"
            + " and his partner" * 9
            + ".\n85. Any one"
            + " may" * 30
            + ".\nFootnotes\n1 Vide Law 72.\n2 e.g. so.\n",
            ["law 84", "law 85", "footnote 1", "footnote 2"],
            "a text with a paragraph a line",
        ),
        ("# THE REVOKE\n\n## 84. What it costs\n\nWords.\n", ["law 84"], "headings of Markdown"),
        ("33. As in Law\n32.\n\n34. So.\n", ["law 33", "law 34"], "a wrapped citation"),
        ("57. As in Laws 55, 56,\n58.\n\n58. So.\n", ["law 57", "law 58"], "a wrapped list, though it is next in turn"),
        ("68. These:--\n\n    1st. One.\n\n    2d. Two.\n\n69. So.\n", ["law 68", "law 69"], "ordinals that are parts"),
        ("44. These:--\n\n  I. One.\n\n  II. Two.\n\n45. So.\n", ["law 44", "law 45"], "Roman numbers that are parts"),
        ("6. Thus:--\n\n    3 honors held between partners.\n\n7. So.\n", ["law 6", "law 7"], "a table that starts with a sum"),
        ("CASE 4\n\nDECISION\n\nLaw 84 provides this.\n", ["case 4"], "a paragraph that begins with a citation"),
        (
            "1. One.\n\n2. Two.\n\nETIQUETTE\n\n1. Kind.\n\nSPECIAL RULES\n\n1. Three.\n",
            ["law 1", "law 2", "etiquette 1", "law 1"],
            "counts that start again",
        ),
        (
            "".join(f"{number}. Law.\n\n" for number in range(1, 8)) + "These rules belong to Whist Etiquette.\n\n1. Kind.\n",
            [*(f"law {number}" for number in range(1, 8)), "etiquette 1"],
            "etiquette without a heading",
        ),
        ("", [], "nothing"),
        ("Only words.\n", [], "no label"),
    ],
)
def test_a_label_stands_after_a_blank_line_or_heading_and_never_on_a_wrapped_line(text: str, expected: list[str], why: str) -> None:
    assert entries(text) == expected, why


def test_windows_and_old_line_ends_are_cut_alike() -> None:
    for ends in ("\r\n", "\r"):
        assert entries(BOOK.replace("\n", ends)) == entries(BOOK)


@pytest.mark.parametrize("heading", ["CASE 11", "CASE II.", "LAW IV", "RULES 3 AND 4", "THE REVOKE[27]", "ON LAW 84"])
def test_a_heading_is_no_citation(heading: str) -> None:
    assert find_in_book(f"{heading}\n\nWords follow here.\n") == []


def test_this_rule_of_a_law_is_the_law_itself_and_a_part_of_this_law_is_a_citation() -> None:
    (one,) = find_in_book("43. As in no other.\n\n44. Thus, except by the second paragraph of this Law.\n\nThis rule applies.\n")
    assert (one.form, one.targets[0].number, one.targets[0].part) == ("self", "44", "2")


@pytest.mark.parametrize("line", ["A", "# ", "1. A\n\n", "_=1. ", "OFFENSE PENALTY ", "[1] ", "= "])
def test_hostile_books_take_time_in_proportion_to_their_length(line: str) -> None:
    def seconds(length: int) -> float:
        text = (line * (length // len(line) + 1))[:length] + "a"
        began = process_time()
        find_in_book(text)
        return process_time() - began

    split("1. One.")
    assert seconds(200_000) <= 24 * min(seconds(25_000) for _ in range(3)) + 0.05
