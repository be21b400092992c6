"""Which words of a text are quoted, from what, and how firmly. L is where a citation stands: "[Law 1]"."""

import re

import pytest

from laws.proofreading.quotations import DIRECT, INDIRECT, SPEECH, UNNAMED, find, unclosed

CITATION = re.compile(r"\[([^\]]+)\]")


def read(text: str):
    """The quotations of a text whose citations stand in square brackets, each with the words of what it is quoted from."""
    spans, plain, at = [], "", 0
    for match in CITATION.finditer(text):
        plain += text[at : match.start()]
        spans.append((len(plain), len(plain) + len(match[1])))
        plain += match[1]
        at = match.end()
    plain += text[at:]
    return [(one.words, one.manner, one.firm, [plain[slice(*spans[place])] for place in one.cited], one.why) for one in find(plain, spans)]


FIRM = [
    ('[Law 1] provides, "some words of a law."', "a comma"),
    ('[Law 1] provides that "some words of a law."', "that"),
    ('[Law 1] provides: "some words of a law."', "a colon"),
    ('[Law 1] expressly prescribes that “some words of a law.”', "an adverb, curly marks"),
    ('[Law 1] says in part: "some words of a law."', "in part"),
    ('[Law 1], which provides that "some words of a law," is plain.', "which"),
    ('[Law 1] reads as follows: "some words of a law."', "as follows"),
    ('[Law 1] forbids it, and adds that "some words of a law."', "a second verb"),
    ('[Law 1] of the Laws of Whist states that "some words of a law."', "a code named between"),
    ('[Law 1]: "some words of a law."', "a colon alone"),
    ('[Law 1] ("some words of a law") is plain.', "brackets"),
    ('"some words of a law" ([Law 1]).', "named after, in brackets"),
    ('"some words of a law," says [Law 1].', "named after, with its verb"),
    ('In the words of [Law 1], "some words of a law."', "in the words of"),
    ("[Law 1] provides that ‘some words of a law.’", "single curly marks"),
    ("[Law 1] provides that 'some words of a law.'", "single straight marks"),
    ("[Law 1] provides:\n\n> some words of a law.", "set off as a block"),
    ("[Law 1] provides that «some words of a law.»", "French marks"),
    ('[It also provides]: "some words of a law."', "a citation that has its verb in it"),
    ('[It provides] that "some words of a law."', "the same with that"),
    ('[Law 1]\nprovides that "some words\nof a law."', "wrapped lines"),
]


@pytest.mark.parametrize(("text", "why"), FIRM, ids=[why for _, why in FIRM])
def test_words_that_a_law_is_said_to_have(text, why):
    ((words, manner, firm, cited, reason),) = read(text)
    assert re.sub(r"\s+", " ", words).strip(" .,") == "some words of a law"
    assert (manner, firm, len(cited), reason) == (DIRECT, True, 1, "")


NOBODYS = [
    ('The dealer said, "Pass me the cards, will you?"', SPEECH, "speech"),
    ('"Pass me the cards," said the dealer.', SPEECH, "speech, its speaker after it"),
    ('[Law 1] was read. The dealer then said, "Pass me the cards."', SPEECH, "a sentence after a law"),
    ('Under [Law 1] the chairman says: "Pass me the cards."', SPEECH, "somebody speaks near a law"),
    ('A "revoke" is a bad thing.', UNNAMED, "a word picked out"),
    ('[Law 1] has a "revoke" in it.', UNNAMED, "a word picked out near a law"),
]


@pytest.mark.parametrize(("text", "reason", "why"), NOBODYS, ids=[why for *_, why in NOBODYS])
def test_words_that_are_no_laws(text, reason, why):
    ((_, _, firm, _, said),) = read(text)
    assert (firm, said) == (False, reason)


def test_a_second_piece_belongs_to_the_same_law():
    found = read('[Law 1] provides that "the first piece of it," and that "the second piece of it." "A third piece," it adds, "and a fourth."')
    assert [(words, cited) for words, _, _, cited, _ in found][:2] == [
        ("the first piece of it,", ["Law 1"]),
        ("the second piece of it.", ["Law 1"]),
    ]


def test_each_quotation_goes_to_its_own_law():
    found = read('[Law 1] provides that "one thing is so," but [Law 2] says: "another thing is so."')
    assert [cited for *_, cited, _ in found] == [["Law 1"], ["Law 2"]]


def test_a_quotation_inside_a_quotation_belongs_to_it():
    found = read('[Law 1] provides: "If a player say "I have the rest," he is bound."')
    assert [words for words, *_ in found] == ['If a player say "I have the rest," he is bound.']


def test_a_mark_at_the_beginning_of_each_paragraph_carries_a_quotation_on():
    found = read('[Law 1] provides: "The first paragraph.\n\n"The second paragraph."\n\nThat is all.')
    assert [words for words, *_ in found] == ['The first paragraph.\n\n"The second paragraph.']


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('He said "this and that.\n\nA new paragraph.', 1),
        ('He said “this and that.', 1),
        ('He said "this" and "that."', 0),
        ('A strip 5" wide, and 3" long.', 0),
        ("The players' cards and the dealer's.", 0),
        ("", 0),
    ],
)
def test_a_quotation_that_nothing_closes_is_told(text, count):
    assert len(unclosed(text)) == count


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("[Section 9] provides that Dummy shall not rise from his chair; but he may.", "Dummy shall not rise from his chair"),
        ("[Law 1] clearly provides that, before play, a card may be changed. More.", "before play, a card may be changed"),
        ("[Law 1] says that nobody may look, but all may ask.", "nobody may look"),
        ("According to [Law 1], nobody may look at his cards.", "nobody may look at his cards"),
        ("[It further provides] that nobody may look.", "nobody may look"),
    ],
)
def test_what_is_told_without_marks_is_an_indirect_quotation(text, clause):
    ((words, manner, firm, cited, _),) = read(text)
    assert (words, manner, firm, len(cited)) == (clause, INDIRECT, True, 1)


@pytest.mark.parametrize(
    "text",
    [
        "[Law 1] does not apply, and that is all.",
        "The dealer says that nobody may look.",
        'It is said that [Law 1] applies.',
        "[Law 1] gives the dealer that right.",
    ],
)
def test_what_only_mentions_a_law_quotes_nothing(text):
    assert read(text) == []


@pytest.mark.parametrize("text", ['"' * 2000, '“”' * 1000, "> \n" * 500, "[Law 1] says " * 300, '[Law 1] "' * 300, "'" * 999])
def test_nothing_that_is_typed_makes_it_stumble(text):
    for words, *_ in read(text):
        assert isinstance(words, str)


class Counted(str):
    """A text that counts the characters that are looked for or cut out of it."""

    read = 0

    def __getitem__(self, key):
        found = super().__getitem__(key)
        Counted.read += len(found)
        return found

    def find(self, *args):
        found = super().find(*args)
        Counted.read += (found if found >= 0 else len(self)) - (args[1] if len(args) > 1 else 0)
        return found


HOSTILE = ["“", "„", "«", '"', "“a ", '"a ', "“ “ ” ", "“a\n\n", "> “a\n\n", "‘a ", "Law 1 says ‘a ", "Law 1 says that a b c ", "Law 1 says “a "]


def characters(unit: str, times: int) -> int:
    text = Counted(unit * times)
    cited = [match.span() for match in re.finditer("Law 1", text)]
    Counted.read = 0
    find(text, cited)
    unclosed(text)
    return Counted.read


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_text_twice_as_long_is_twice_the_reading(unit):
    once, twice = characters(unit, 400), characters(unit, 800)
    assert twice <= 2.5 * once + 5000, "the rest of the text was read anew at every mark"


@pytest.mark.parametrize(("text", "count"), [("“a “b” c”", 1), ("“a “b c”", 1), ("“a “b” c” “d”", 2), ("“a\n\nb” “c”", 1), ("“a\n\n“b”", 1)])
def test_marks_inside_marks_belong_to_the_outer_ones(text, count):
    assert len(find(text, [])) == count
