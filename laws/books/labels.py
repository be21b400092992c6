"""What a line may begin with: the label of a law, of a part, of a case or of a note; and what a heading looks like. Pure patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ROMAN_LETTERS = r"[IVXLC]{1,9}"
_ROMAN = re.compile(r"(?:C{1,3}|)(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}

# "84. Where", "57.--If", "14.—", "12) ", "_=37. The Antes.=_ There", "_=3.=_ The table"
# "2d." and "3d." are ordinals, no law 2 d
_ARABIC = re.compile(r"\s*(?P<number>\d{1,4})(?P<suffix>(?!(?<=[23])d)[a-z]|)(?:\.\s?(?:--|—|–|-)\s*|\.\s+|\.\Z|\)\s+)")
_BOLD = re.compile(r"\s*[_*]{0,2}=(?P<number>\d{1,4})(?P<suffix>[a-z]?)\.\s*(?P<title>[^=\n]{0,200}?)\s*=[_*]{0,2}[ \t]*")
# "46 A player can neither": the period is lost
_BARE = re.compile(r"\s*(?P<number>\d{1,4})\s+(?=[A-Z“\"])")
# "7S.", "77,", "79 .", "8o.", "8l.": a printed number as a scanner saw it
_SCANNED = re.compile(r"\s*(?P<number>[\dSsOolIiBZzGgqQ|]{1,4})\s?(?P<mark>[.,:;])\s+(?=[A-Z“\"])")
_LOOKS = {"S": "85", "s": "58", "B": "8", "Z": "2", "z": "2", "G": "6", "g": "9", "q": "9"}
_LOOKS |= dict.fromkeys("OoQ", "0") | dict.fromkeys("lIi|", "1")
_ORDINAL = re.compile(r"\s*(?:[_*]{0,2})(?P<number>\d{1,2})(?:st|nd|rd|th|d)[_*]{0,2}\.?\s?(?:--|—|–|-)?\s*(?=\S)")
_ORDINAL_MARKED = re.compile(r"\s*[_*]{0,2}(?P<number>\d{1,2})(?P<nth>st|nd|rd|th|d)[_*]{0,2}(?:\.\s?(?:--|—|–|-)?\s*|\s?(?:--|—|–)\s*)")
# "XX.—At", "I. A player", "I.--Where"
_ROMAN_LABEL = re.compile(rf"\s*(?P<number>{_ROMAN_LETTERS})\.(?:\s?(?:--|—|–)\s*|\s+)")
# "5 to 10. As in Bridge.", "5-10."
_RANGE = re.compile(r"\s*(?P<first>\d{1,4})\s?(?:to|-|–|—|and)\s?(?P<last>\d{1,4})\.\s+(?=\S)")
# "LAW I", "RULE 3.", "§ 4." alone, or run in: "LAW IV.--Should"
_WORDED = re.compile(
    rf"\s*[_*=]*(?P<word>law|rule|article|art\.|section|sec\.|§)\s*(?:no\.\s*)?(?P<number>\d{{1,4}}|{_ROMAN_LETTERS})(?P<suffix>[a-z]?)"
    r"[_*=]*(?:\s*\Z|[.:]\s*\Z|\.?\s?(?:--|—|–)\s*|[.:]\s+(?=\S))",
    re.I,
)
CASE_LINE = re.compile(rf"\s*[_*=#]*case\s+(?:no\.?\s*)?(?P<number>\d{{1,4}}|{_ROMAN_LETTERS})[.:]?[_*=]*\s*\Z", re.I)
_CASE_RUN_IN = re.compile(rf"\s*[_*=]*CASE\s+(?P<number>\d{{1,4}}|{_ROMAN_LETTERS})[.:]?[_*=]*\s*(?:--|—|–|(?<=[.:])\s)\s*(?=\S)")
FOOTNOTES = re.compile(r"\s*[_*=#]*(?:foot-?\s?)?notes?[.:]?[_*=]*[.:]?\s*\Z", re.I)

# "_a_ If", "(_a_) When", "(a) To", "a) To", "(iv) if", "(2) the"
_LETTER_PART = re.compile(r"\s*(?:\(\s?_?(?P<one>[a-z]{1,2}|[ivx]{1,5})_?\s?\)|_(?P<two>[a-z])[.)]?_[.)]?|(?P<three>[a-z])\))\s+(?=\S)")
_NUMBER_PART = re.compile(r"\s*\((?P<number>\d{1,2})\)\s+(?=\S)")

# "[24] Law 84", "[^1] See", "[2: The Grand", "[B] In some"
_NOTE = re.compile(r"\s*\[\^?(?P<number>\d{1,4}|[A-Za-z])(?P<mark>\]:?|:)\s*(?=\S)")
_BARE_IN_A_RUN = re.compile(r"\s*(?P<number>\d{1,3}) (?=[A-Za-z“\"_(])")
_BARE_NOTE = re.compile(r"\s*(?P<number>\d{1,4})[.)]?\s+(?=\S)")
SYMBOL_NOTE = re.compile(r"\s*(?P<symbol>\*{1,3}|[†‡¶])\s*(?=[A-Z“\"_])")
_MARK = re.compile(r"\[\^?\w{1,4}\]")


@dataclass(frozen=True, slots=True)
class Label:
    """A label as read: its number as it will be printed, its place in the count, and how many characters it takes."""

    number: str
    value: int
    style: str  # arabic | bold | ordinal | roman | worded | bare | scanned | letter | case
    end: int
    title: str = ""
    printed: str = ""
    suffix: str = ""


def roman(letters: str) -> int:
    """The number that a Roman numeral stands for; 0 where it is none."""
    upper = letters.upper()
    if not upper or not _ROMAN.fullmatch(upper):
        return 0
    worth = [_ROMAN_VALUES[letter] for letter in upper]
    return sum(-v if i + 1 < len(worth) and v < worth[i + 1] else v for i, v in enumerate(worth))


def number_of(printed: str) -> int:
    """ "XI" and "11" are 11; 0 where it is neither."""
    return int(printed) if printed.isdigit() and printed.isascii() else roman(printed)


def arabic_label(text: str) -> Label | None:
    """The label of a law in figures: "84. ", "57.--", "50a. ", "_=37. Title.=_"."""
    head = text[:400]
    if match := _BOLD.match(head):
        number, value = match["number"] + match["suffix"], int(match["number"])
        return Label(number, value, "bold", match.end(), match["title"], match[0].strip(), match["suffix"])
    if (match := _ARABIC.match(head)) and (text[match.end() :].strip() or match[0].rstrip().endswith(".")):
        number, value = match["number"] + match["suffix"], int(match["number"])
        return Label(number, value, "arabic", match.end(), "", match[0].strip(), match["suffix"])
    return None


def worded_label(text: str) -> Label | None:
    """ "LAW I", "RULE 3.", "LAW IV.--Should"; a sentence that begins "Law 7 says" is none."""
    match = _WORDED.match(text[:400])
    if match is None or (match.end() < len(text.rstrip()) and not match["word"].isupper() and match["word"] != "§"):
        return None
    value = number_of(match["number"])
    number = str(value) + match["suffix"] if match["number"].isdigit() else match["number"].upper()
    return Label(number, value, "worded", match.end(), "", match[0].strip(), match["suffix"]) if value else None


def ordinal_label(text: str) -> Label | None:
    """ "1st.--", "2d. ", "3rd --"."""
    match = _ORDINAL_MARKED.match(text[:60])
    if match is None or not text[match.end() :].strip():
        return None
    return Label(match["number"], int(match["number"]), "ordinal", match.end(), "", match["number"] + match["nth"])


def roman_label(text: str) -> Label | None:
    """ "XX.—", "I. "; letters that are no numeral are no label."""
    match = _ROMAN_LABEL.match(text[:60])
    value = roman(match["number"]) if match else 0
    return Label(match["number"], value, "roman", match.end(), "", match["number"]) if match and value else None


def range_label(text: str) -> tuple[int, int, int] | None:
    """ "5 to 10. As in Bridge.": (5, 10, where the words begin)."""
    match = _RANGE.match(text[:60])
    if match is None or not 0 < int(match["last"]) - int(match["first"]) < 200:
        return None
    return int(match["first"]), int(match["last"]), match.end()


def doubtful_label(text: str, expected: int) -> tuple[Label, str] | None:
    """A label that is one only because its number is the next in turn, with the reason: "46 A player", "7S. If", "79 . If"."""
    head = text[:80]
    if (match := _BARE.match(head)) and int(match["number"]) == expected:
        return Label(str(expected), expected, "bare", match.end(), "", match["number"]), f"label “{match['number']}” without a period"
    match = _SCANNED.match(head)
    if match is None or not _could_be(match["number"], str(expected)):
        return None
    printed = match[0].strip()
    return Label(str(expected), expected, "scanned", match.end(), "", printed), f"“{printed}” read as {expected}, which is next in turn"


def _could_be(printed: str, number: str) -> bool:
    return len(printed) == len(number) and any(c.isdigit() or c in "lIOoS" for c in printed) and all(
        seen == meant or meant in _LOOKS.get(seen, "") for seen, meant in zip(printed, number, strict=True)
    )  # fmt: skip


def case_label(text: str) -> Label | None:
    """ "CASE 11", "Case II.", "CASE 4.--A player"."""
    match = CASE_LINE.match(text[:80]) or _CASE_RUN_IN.match(text[:80])
    value = number_of(match["number"].upper()) if match else 0
    if match is None or not value:
        return None
    return Label(match["number"].upper(), value, "case", match.end(), "", match[0].strip())


def any_label(text: str) -> Label | None:
    """A label of a law or a case, of whatever style."""
    return arabic_label(text) or worded_label(text) or case_label(text) or ordinal_label(text) or roman_label(text)


def part_label(text: str) -> Label | None:
    """The label of a part in letters or bracketed figures: "_a_ ", "(_a_) ", "(iv) ", "(2) "."""
    if match := _LETTER_PART.match(text[:40]):
        letter = match["one"] or match["two"] or match["three"]
        return Label(letter, ord(letter) - 96 if len(letter) == 1 else roman(letter), "letter", match.end(), "", letter)
    if match := _NUMBER_PART.match(text[:40]):
        return Label(match["number"], int(match["number"]), "figure", match.end(), "", match["number"])
    return None


def note_label(text: str) -> tuple[str, int, bool] | None:
    """The mark that a note begins with: (its number, where the words begin, whether the note is closed by a bracket)."""
    match = _NOTE.match(text[:40])
    return (match["number"], match.end(), match["mark"] == ":") if match else None


def bare_note_label(text: str, expected: int) -> tuple[str, int] | None:
    """A note's number without brackets, under the heading of the notes and in its turn: "2 e.g. If a single"."""
    match = _BARE_NOTE.match(text[:40])
    return (match["number"], match.end()) if match and int(match["number"]) == expected else None


def in_capitals(text: str) -> bool:
    """Whether a line is a heading by its letters: all capitals, at least two together ("THE REVOKE[27]")."""
    if len(text) > 240:
        return False
    words = _MARK.sub("", text)
    return words.upper() == words and re.search(r"[A-Z]{2}", words) is not None and not re.search(r"\s{3,}\S.*\s{3,}\S", words.strip())


class Memory:
    """The labels seen in one run of lines without blank lines: what would be the next one."""

    def __init__(self) -> None:
        self._next: dict[str, int] = {"letter": 1, "ordinal": 1, "roman": 1, "figure": 1}
        self.counts_laws = False

    def saw(self, text: str, fresh: bool = True) -> None:
        """Remember a line; only one that begins a block carries a label."""
        if fresh and (label := _any(text)) and (label.style != "roman" or label.value):
            self._next[label.style] = label.value + 1

    def is_next(self, text: str) -> bool:
        """Whether a line begins with the label that is next in its series: "II." after "I.", "15." after "14."."""
        label = _any(text)
        self.counts_laws = label is not None and label.style in {"arabic", "bold", "bare"}
        return label is not None and self._next.get(label.style) == label.value


def _any(text: str) -> Label | None:
    label = arabic_label(text) or part_label(text) or ordinal_label(text) or roman_label(text)
    if label is None and (match := _BARE_IN_A_RUN.match(text[:12])):  # notes: "1 Vide Law 72." / "2 e.g. If"
        return Label(match["number"], int(match["number"]), "bare", match.end())
    return label
