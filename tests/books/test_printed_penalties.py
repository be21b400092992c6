"""Tables of penalties in every shape that they are printed or scanned in."""

from __future__ import annotations

import pytest

from laws.books import penalties, remedies
from laws.books.reader import read_book

HEAD = "OFFENSE                PENALTY              LAW\n\n"


def rows(text: str) -> list[tuple[str, str, str]]:
    record = read_book(text.encode(), name="table", slug="table").record
    found = [entry.fields for entry in record.entries if entry.kind == "penalty"] if record else []
    return [(row["offense"], row["penalty_text"], row["laws"]) for row in found]


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        (HEAD + "Stone thrown           2 points             84 _a_\nStone lost             None                 63\n",
         [("Stone thrown", "2 points", "84 a"), ("Stone lost", "None", "63")], "columns of blanks"),
        (HEAD + "Stone thrown out of    May be taken back    40\n  turn by a side       before the count\n",
         [("Stone thrown out of turn by a side", "May be taken back before the count", "40")], "both cells wrapped"),
        (HEAD + "                     { A new count\nStone hidden         {     or               76\n                     { A lost turn\n",
         [("Stone hidden", "A new count or A lost turn", "76")], "a brace of penalties"),
        (HEAD + "Stone      { Thrower   None                 72\n  lost     {\n  by       { Keeper    A lost turn        { 67\n                                          { 72\n",
         [("Stone lost by Thrower", "None", "72"), ("Stone lost by Keeper", "A lost turn", "67; 72")], "a brace of offenses and one of laws"),
        ("OFFENSE\tPENALTY\tLAW\n\nStone thrown\t2 points\t84 _a_\nStone lost  in water\tNone\t63\n\tof any sort\n",
         [("Stone thrown", "2 points", "84 a")], "tabs"),
        ("OFFENSE PENALTY LAW\n\nThrowing 2 stones New count 81 Holding 14 stones A lost turn 37 _d_\n",
         [("Throwing 2 stones", "New count", "81"), ("Holding 14 stones", "A lost turn", "37 d")], "rows run together"),
        ('OFFENSE,PENALTY,LAW\r\nStone thrown,"2 points, or none",84 a\r\nStone lost,None,36; 37\r\n',
         [("Stone thrown", "2 points, or none", "84 a"), ("Stone lost", "None", "36; 37")], "CSV"),
        ("<table><tr><th>OFFENSE<th>PENALTY<th>LAW<tr><td>Stone thrown<td>2 points<td>84<i>a</i><tr><td rowspan=2>Stone lost by<td>Thrower<td>None<td>72"
         "<tr><td>Keeper<td>A lost turn<td>{67<br>{72</table>",
         [("Stone thrown", "2 points", "84 a"), ("Stone lost by Thrower", "None", "72"), ("Stone lost by Keeper", "A lost turn", "67; 72")], "cells of a page"),
    ],
)  # fmt: skip
def test_rows_are_read_in_every_shape(text: str, expected: list[tuple[str, str, str]], why: str) -> None:
    assert rows(text)[: len(expected)] == expected, why


def test_amounts_are_no_laws() -> None:
    assert rows("OFFENSE PENALTY LAW\n\nStone lost 150 points or 3 stones 84 _b_ Playing with 13 stones None 2\n") == [
        ("Stone lost", "150 points or 3 stones", "84 b"), ("Playing with 13 stones", "None", "2"),
    ]  # fmt: skip


def test_what_was_joined_by_guess_is_told() -> None:
    text = "OFFENSE PENALTY LAW\n\nTwo stones thrown at All may be kept 70\nonce by a side\n"
    proof = read_book(text.encode(), name="table", slug="table").proof
    assert any(line == 3 and "once by a side" in reason for line, _, reason in proof.guesses)


@pytest.mark.parametrize(
    ("penalty", "typed"),
    [
        ("150 points or 3 tricks", "150 points | 3 tricks"),
        ("Made good and partner silent", "Made good & partner silent"),
        ("All taken and partner silent; or new deal; or nothing", "(All taken & partner silent) | new deal | nothing"),
        ("Highest or lowest card or win or lose", "Highest or lowest card or win or lose"),
        ("None", "None"),
    ],
)
def test_remedies_are_taken_apart_where_the_print_shows_how(penalty: str, typed: str) -> None:
    assert penalties.taken_apart(penalty) == typed
    assert remedies.write(remedies.parse(typed)) == typed


def test_a_penalty_with_signs_of_its_own_has_no_remedies() -> None:
    assert penalties.Row("A", "One | two & three", ["4"], 1).remedies == ""
