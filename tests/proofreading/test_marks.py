"""Numbers and phrases that are no citations: why each is left alone, or that it is in doubt."""

import pytest

from laws.proofreading.marks import IN_DOUBT, LEFT_ALONE, find

ALONE = [
    ("He adds 150 points.", "150", "an amount"),
    ("They took 10 tricks.", "10", "a number of tricks"),
    ("A loss of 60.", "60", "a score"),
    ("He may add 50 to his score.", "50", "a score"),
    ("North bids 3 Hearts.", "3", "a bid or a number of cards"),
    ("South bid 2 No-trumps.", "2", "a bid or a number of cards"),
    ("A table of 4 players.", "4", "a number of players"),
    ("Of the 12 remaining cards, all were red.", "12", "a number of cards"),
    ("With 4 honors in one hand.", "4", "a number of honors"),
    ("It cost $5.", "5", "a sum of money"),
    ("It was played on 12 October.", "12", "a date"),
    ("On October 12, he won.", "12", "a date"),
    ("Since 1908 it is so.", "1908", "a year"),
    ("See page 45.", "45", "a place in a book"),
    ("On board 7 he led.", "7", "the number of a board"),
    ("By 30 per cent.", "30", "a percentage"),
    ("At 7:30 play began.", "7", "a time"),
    ("They won by 10 to 4.", "10", "a score"),
    ("In the 3d round he passed.", "3d", "a place in an order, or a day"),
    ("Henry VIII played.", "VIII", "the number of a part, a chapter or a king"),
    ("As the note says.[^24]", "24", "the mark of a footnote"),
    ("(1) He pays.", "1", "the label of a part"),
    ("| a | 12 |\n|---|---|\n| b | 13 |", "12", "a figure in a table"),
    ("He asked for 150.", "150", "more than the number of any law in this code (97 is the highest)"),
    ("An evasion of the law.", "the law", "speaks of law in general"),
    ("The old law forbade it.", "The old law", "a law of another code, or of none"),
]
DOUBTFUL = [
    ("By 52 he was bound.", "52"),
    ("See 50.", "50"),
    ("Under XX he pays.", "XX"),
    ("The next law forbids it.", "The next law"),
    ("As that section has it.", "that section"),
    ("Read the preceding paragraph.", "the preceding paragraph"),
    ("These two rules agree.", "These two rules"),
    ("By the law above.", "the law above"),
    ("The last-mentioned law.", "The last-mentioned law"),
    ("Said section is plain.", "Said section"),
    ("The third law is plain.", "The third law"),
    ("Ibid.", "Ibid."),
    ("As supra.", "supra"),
    ("By law twelve he pays.", "law twelve"),
    ("Rule the Ninth is clear.", "Rule the Ninth"),
    ("See Law ??.", "Law ??"),
    ("See Law ___.", "Law ___"),
    ("The 3d section.", "3d"),
]


def marks(text: str, **how):
    return {mark.words: mark for mark in find(text, [], largest=97, **how)}


@pytest.mark.parametrize(("text", "words", "reason"), ALONE, ids=[text for text, *_ in ALONE])
def test_what_is_left_alone_says_why(text, words, reason):
    mark = marks(text)[words]
    assert (mark.state, mark.reason) == (LEFT_ALONE, reason)
    assert text[mark.start : mark.end] == words


@pytest.mark.parametrize(("text", "words"), DOUBTFUL, ids=[text for text, _ in DOUBTFUL])
def test_what_might_mean_a_law_is_in_doubt(text, words):
    mark = marks(text)[words]
    assert (mark.state, bool(mark.reason)) == (IN_DOUBT, True)


def test_every_figure_of_a_text_is_named_or_taken():
    text = "Law 5, 6 tricks, 77 and CASE 12, page 3, 1912, (2), the 4th, 9:15, VII."
    found = find(text, [(0, 5)], largest=97)
    covered = [(0, 5), *((mark.start, mark.end) for mark in found)]
    bare = [at for at, ch in enumerate(text) if ch.isdigit() and not any(start <= at < end for start, end in covered)]
    assert bare == []


def test_what_is_linked_is_not_named_again():
    assert find("By Law 52 and that section.", [(3, 9), (14, 26)]) == []


@pytest.mark.parametrize("kind", ["law", "etiquette"])
def test_a_law_that_says_this_rule_speaks_of_itself(kind):
    assert marks("This rule does not apply.", inside=kind)["This rule"].reason == "the entry speaks of itself"
    assert marks("This rule does not apply.", inside="case")["This rule"].state == IN_DOUBT


def test_a_number_that_no_law_has_is_said_to_be_none():
    (mark,) = find("By 52 he is bound.", [], is_there=lambda number: number < 50)
    assert mark.reason == "no law has this number; if one is meant, write “Law 52”"


@pytest.mark.parametrize("text", ["", "the law" * 3, "9" * 4000, "1 " * 2000, "the next " * 800, "CASE X" * 50, "١٢ ²", "Law Law Law"])
def test_nothing_that_is_typed_makes_it_stumble(text):
    for mark in find(text, [], largest=97):
        assert text[mark.start : mark.end] == mark.words
