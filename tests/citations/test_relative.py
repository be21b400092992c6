"""References without a number: what they are tied to, and the wordings that are left alone."""

from __future__ import annotations

import pytest

from laws.citations.grammar import Reference, find

AUCTION = {"section": "etiquette", "rule": "law", "§": "law", "number": "case"}


def relatives(text: str, **how: object) -> list[Reference]:
    return [one for one in find(text, words=AUCTION, **how) if one.form == "relative"]  # type: ignore[arg-type]


def said(one: Reference) -> str:
    return " ".join(filter(None, (one.targets[0].kind, one.targets[0].number, one.targets[0].part)))


@pytest.mark.parametrize(
    "text, words, target, why",
    [
        ("Law 52 says so. The intent of this law is that it shall", "this law", "law 52", "this law"),
        ("Rule 39 makes it void, which under the terms of the rule is not so.", "the terms of the rule", "law 39", "its terms"),
        ("Rule 24 is quoted. This rule applies only when", "This rule applies", "law 24", "it applies"),
        ("Rule 46 is quoted.\n\nThis rule decides the case.", "This rule decides the case", "law 46", "it decides"),
        ("covered by Law 72.\nThe latter portion of that law does not", "The latter portion of that law", "law 72", "a portion"),
        ("Law 72 and the first part. The law seems clear, the cards", "The law seems clear", "law 72", "it is clear"),
        (
            "Section 10 of Etiquette says. There is no law here, and the section of Etiquette above quoted covers it.",
            "the section of Etiquette above quoted",
            "etiquette 10",
            "a section named by its kind",
        ),
        ("Law 84 provides one thing.\n\nIt also provides: another", "It also provides", "law 84", "it, going on"),
        ("Law 84 is plain. The rule clearly decides this case.", "The rule clearly decides this case", "law 84", "with an adverb"),
        ("Rule 49 is old. It provides that", "It provides", "law 49", "it, in the next sentence"),
        ("Law 44 is long. The second paragraph of that law says", "The second paragraph of that law", "law 44 2", "a part by its place"),
        ("Law 84 says. In that\nlaw there is", "that\nlaw", "law 84", "a line break inside"),
        ("Section 9 says. The intent of that section is", "that section", "etiquette 9", "a section of a code where it is etiquette"),
        ("Law 84 b says. By the said law he", "the said law", "law 84 b", "the said law, part and all"),
        ("Law 84 and Section 9 are near. This law bars it", "This law", "law 84", "the kind decides, not the distance"),
    ],
)
def test_a_relative_reference_is_tied_to_the_one_thing_it_can_mean(text: str, words: str, target: str, why: str) -> None:
    (one,) = relatives(text)
    assert (one.text, said(one)) == (words, target), why


def test_the_antecedent_is_kept_as_evidence() -> None:
    text = "As Law 72 has it. The latter portion of that law"
    label, one = find(text)
    assert (one.evidence, one.antecedent) == ("Law 72", label.start)
    assert text[one.start : one.end] == one.text
    assert (one.targets[0].start, one.targets[0].end) == (one.start, one.end)


def test_a_relative_reference_follows_its_antecedent_into_another_edition() -> None:
    _, one = find("Law 84 of the Laws of Whist, 1889, forbids it. This law is old.")
    assert one.edition == "the Laws of Whist, 1889"


@pytest.mark.parametrize(
    "text, why",
    [
        ("The intent of this law is plain. It also provides more. Law 52", "nothing stands before"),
        ("Laws 6 and 7 say so. That law is plain.", "two laws: which?"),
        ("Law 60 gives rights, given him by law.", "by law"),
        ("Law 60 gives all the protection the law affords him.", "the law in general"),
        ("Law 60, on a strict interpretation of law or the laws", "interpretation"),
        ("Law 60 is an evasion of the law and the spirit of the law.", "the spirit of the law"),
        ("Law 49 stands; card laws and any other law do not", "laws of all kinds"),
        ("Law 49 stands. There is no law affecting this", "no law"),
        ("Law 49 stands. It is a poor rule that", "a rule of life"),
        ("Law 49 stands. It is clear that law and custom agree", "a conjunction"),
        ("Law 49 stands. The old law forbade it. This law is gone", "an authority without a number came between"),
        ("Law 49 stands. In this case", "a case is no law"),
        ("Section 9 stands. This law", "no law stands before"),
        ("Law 49 stands" + " and so on" * 80 + ". It also provides", "too far away for it"),
        ("Law 49, as it says", "it, within the sentence"),
    ],
)
def test_law_in_general_and_a_doubtful_antecedent_are_left_alone(text: str, why: str) -> None:
    assert relatives(text) == [], why


def test_this_law_84_is_a_label_and_no_relative_reference() -> None:
    assert [(one.text, one.form) for one in find("Law 3 and this Law 84")] == [("Law 3", "label"), ("Law 84", "label")]


@pytest.mark.parametrize(
    "text, words, part, why",
    [
        ("unless the second paragraph of this Law allows it.", "the second paragraph of this Law", "2", "a part of itself"),
        ("as in paragraph (b) of this law.", "paragraph (b) of this law", "b", "a lettered part"),
        ("as provided in this Law.", "this Law", "", "the formal capital"),
    ],
)
def test_a_law_that_cites_itself_is_found(text: str, words: str, part: str, why: str) -> None:
    (one,) = find(text, inside=("law", "44"))
    assert (one.text, one.form, said(one)) == (words, "self", f"law 44 {part}".strip()), why


@pytest.mark.parametrize(
    "text", ["This rule does not apply to a revoke.", "A violation of this law", "The law seems clear", "This Law says"]
)
def test_a_law_speaking_of_itself_in_passing_is_no_citation(text: str) -> None:
    assert find(text, inside=("law", "84")) == []
    assert find("As in Law 3. " + text, inside=("law", "84"))[1:] == []
