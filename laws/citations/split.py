"""Cuts the text of a whole book into its entries, so that each is read by itself: "52" is Law 52 only where Law 52 was named.

A label starts after a blank line or a heading, and never on a wrapped line ("except as provided in Law\\n32."); labels, headings,
note marks and the table of penalties are no citations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .grammar import find
from .lexicon import DEFAULT_WORDS
from .numerals import roman
from .reference import Reference

_ROMAN = r"[IVXLC]{1,9}"
# "CASE 11", "CASE II.", "Case 2", "LAW I", alone on their line
_HEADED = re.compile(
    rf"\s*(?:\#+\s*)?[_*=]*(?P<word>law|rule|case|decision|section)\s+(?P<number>\d{{1,4}}[a-z]?|{_ROMAN})[.:]?[_*=]*\s*\Z", re.I
)
# "LAW IV.--Should", "RULE 3. The": run into their first line, in capitals
_RUN_IN = re.compile(
    rf"\s*(?P<word>LAW|RULE|CASE|SECTION)\s+(?P<number>\d{{1,4}}[a-z]?|{_ROMAN})(?:[.:]\s*(?:--|—|–)|\.\s+(?=[A-Z“\"_*])|\s*(?:--|—|–))"
)
# "84.", "57.--", "1st.--", "_=37. Title.=_", "## 84. Title", "46 A player"
_LABEL = re.compile(
    r"\s*(?:\#+\s*)?[_*=]*(?P<number>\d{1,4}(?:(?P<nth>st|nd|rd|th|(?<=[23])d)|[a-z])?)(?P<mark>\.(?:--|—|–|-)?|\)|--|—)?[_*=]*(?:(?=\s)|(?<=[-—–_=*])(?=\S))"
)
_ROMAN_LABEL = re.compile(rf"\s*(?P<number>{_ROMAN})\.(?:--|—|–|\s)")
_NOTE = re.compile(r"\s*\[\^?(?P<number>\d{1,4}|[A-Za-z])\]:?\s+")
_BARE_NOTE = re.compile(r"\s*(?P<number>\d{1,4})[.)]?\s+(?=\S)")
_TABLE = re.compile(r"\s*OFFEN[CS]E\b.*\bPENALT(?:Y|IES)\b.*\bLAWS?\b", re.I)
_TITLE = re.compile(r"\s*(?:(?:[A-Z][\w’'-]*|of|the|and|or|to|in|for|a)(?:\s+|$)){1,7}\Z")
_FOOTNOTES = re.compile(r"\s*(?:\#+\s*)?[_*=]*foot-?\s?notes?[.:]?[_*=]*[.:]?\s*\Z", re.I)
_OF_A_CASE = re.compile(
    r"[\s_*=#]*(?:DECISIONS?|FACTS|QUER(?:Y|IES)|QUESTIONS?|ANSWERS?|NOTES?|RULING|HOLDING|REASONS?|OPINION)[\s.:—_*=-]*\Z", re.I
)
_ENDS = tuple(".!?:;\"”')]_*=}")
_MARK = re.compile(r"\[\^?\w{1,4}\]")
_LONG_LINE = 110
_LONGEST_HEADING = 240


@dataclass(frozen=True, slots=True)
class Piece:
    """One entry, heading or stretch of plain words: `text[start:end]`; `body` is where its words begin, after its label.

    `kind` is law, etiquette, case, footnote or penalty (the table), or "section" where the words belong to no numbered entry,
    with number "".
    """

    kind: str
    number: str
    start: int
    end: int
    body: int


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    start: int
    after_blank: bool
    before: str  # the line above, if it is not blank
    before_fresh: bool  # that line stands after a blank one

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def split(text: str) -> list[Piece]:
    """The pieces of a book in order, each beginning where the one before ends, and all of the text in them."""
    cutter = _Cutter()
    for line in _lines(text):
        cutter.take(line)
    return cutter.pieces(len(text))


def find_in_book(
    text: str,
    *,
    words: Mapping[str, str] = DEFAULT_WORDS,
    editions: Sequence[str] = (),
    has_part: Callable[[str, str, str], bool] | None = None,
) -> list[Reference]:
    """Every citation of a whole book, each entry read by itself with `inside` set; offsets are the book's."""
    found: list[Reference] = []
    for piece in split(text):
        if piece.kind == "penalty" or piece.body >= piece.end:
            continue
        inside = (piece.kind, piece.number) if piece.number else None
        body = text[piece.body : piece.end]
        found += (_shifted(one, piece.body) for one in find(body, words=words, inside=inside, editions=editions, has_part=has_part))
    return found


def _shifted(reference: Reference, by: int) -> Reference:
    return reference._replace(
        start=reference.start + by,
        end=reference.end + by,
        targets=tuple(target._replace(start=target.start + by, end=target.end + by) for target in reference.targets),
        antecedent=None if reference.antecedent is None else reference.antecedent + by,
    )


def _lines(text: str) -> Iterator[_Line]:
    start, before, blank, fresh = 0, "", True, False
    for raw in text.splitlines(keepends=True):
        line = raw.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")
        if line.strip():
            yield _Line(line, start, blank, before, fresh)
            before, blank, fresh = line, False, blank
        else:
            before, blank, fresh = "", True, False
        start += len(raw)


class _Cutter:
    """Walks down the lines of a book, remembering what it numbers now and where the count stands."""

    def __init__(self) -> None:
        self._cuts: list[tuple[str, str, int, int]] = [("section", "", 0, 0)]
        self._numbers = "law"  # what a label stands for here
        self._count = 0
        self._after_heading = False
        self._said_etiquette = False  # an unheaded etiquette is announced in words, then counts from 1

    def pieces(self, length: int) -> list[Piece]:
        ends = [cut[2] for cut in self._cuts[1:]] + [length]
        made = (Piece(kind, number, start, end, min(body, end)) for (kind, number, start, body), end in zip(self._cuts, ends, strict=True))
        return [piece for piece in made if piece.end > piece.start]

    def take(self, line: _Line) -> None:
        fresh = line.after_blank or self._after_heading or bool(_FOOTNOTES.match(line.text))
        self._after_heading = False
        if _TABLE.match(line.text[:_LONGEST_HEADING]):
            self._cut("penalty", "", line.start, line.end)
        elif fresh and self._heading(line):
            self._after_heading = True
        elif not self._label(line, fresh):
            self._said_etiquette |= "etiquette" in line.text.lower()

    def _cut(self, kind: str, number: str, start: int, body: int) -> None:
        self._cuts.append((kind, number, start, body))
        self._said_etiquette = False

    def _heading(self, line: _Line) -> bool:
        if match := _HEADED.match(line.text):
            return self._numbered_heading(match, line)
        if _FOOTNOTES.match(line.text):
            self._numbers, self._count = "footnote", 0
        elif self._numbers == "case" and _OF_A_CASE.match(line.text):
            return True  # the same case goes on
        elif line.after_blank and _in_capitals(line.text):
            self._numbers_under(line.text.upper())
        else:
            return False
        self._cut("section", "", line.start, line.end)
        return True

    def _numbered_heading(self, match: re.Match[str], line: _Line) -> bool:
        number, word = _arabic(match["number"]), match["word"]
        if not number or line.text.strip()[0].islower():
            return False
        kind = "case" if word.lower() in {"case", "decision"} else "law" if word.lower() in {"law", "rule"} else self._numbers
        self._numbers = kind
        self._cut(kind, number, line.start, line.end)
        return True

    def _numbers_under(self, heading: str) -> None:
        """What the labels under a heading in capitals count: etiquette restarts at 1 under its own, cases under theirs."""
        before = self._numbers
        if "ETIQUETTE" in heading:
            self._numbers = "etiquette"
        elif re.search(r"\b(?:CASES|DECISIONS)\b", heading):
            self._numbers = "case"
        else:
            self._numbers = "law"
        if self._numbers != before:
            self._count = 0

    def _label(self, line: _Line, fresh: bool) -> bool:
        match, kind = self._match(line, fresh)
        if match is None:
            return False
        number = _arabic(match["number"])
        if kind == "law" and number == "1" and self._count > 4 and self._said_etiquette:
            self._numbers = kind = "etiquette"
        if (number[:1].isdigit() and kind != "footnote") or self._numbers == "footnote":
            self._count = int(re.sub(r"\D", "", number) or 0)
        self._cut(kind, number, line.start, line.start + match.end())
        return True

    def _match(self, line: _Line, fresh: bool) -> tuple[re.Match[str] | None, str]:
        """The label that a line starts with and the kind it numbers; on a wrapped line there is none."""
        if fresh and (match := _NOTE.match(line.text)):
            return match, "footnote"
        if fresh and (match := _RUN_IN.match(line.text)) and _arabic(match["number"]):
            return match, {"CASE": "case", "SECTION": self._numbers}.get(match["word"], "law")
        if fresh and self._numbers == "case" and (match := _ROMAN_LABEL.match(line.text)) and _arabic(match["number"]):
            return match, "case"
        if self._numbers == "footnote":
            match = _BARE_NOTE.match(line.text)
            wanted = match is not None and int(match["number"]) == self._count + 1
            return (match if wanted else None), "footnote"
        match = _LABEL.match(line.text)
        if match is None:
            return None, ""
        if match["nth"] and not self._in_turn(match):
            return None, ""  # "1st.", "2d." under Law 68 are its parts; in some codes they are the laws
        return (match if self._starts(match, line, fresh) else None), self._numbers

    def _starts(self, match: re.Match[str], line: _Line, fresh: bool) -> bool:
        """Whether a number at the start of a line is a label there: "46 A player" only in its turn, "32." after "Law" never."""
        marked, in_turn = bool(match["mark"]), self._in_turn(match)
        if not marked and not line.text[match.end() :].lstrip()[:1].isupper():
            return False
        if fresh:
            return marked or in_turn
        under_a_title = line.before_fresh and _TITLE.match(line.before) is not None  # "General Rules" / "84. Where"
        a_paragraph_a_line = max(len(line.before), len(line.text)) > _LONG_LINE or line.before[:1].isdigit()
        after_a_sentence = in_turn and a_paragraph_a_line and line.before.rstrip().endswith(_ENDS)
        return marked and (under_a_title or after_a_sentence)

    def _in_turn(self, match: re.Match[str]) -> bool:
        return int(re.sub(r"\D", "", match["number"])) == self._count + 1


def _in_capitals(line: str) -> bool:
    """Whether a line is a heading by its letters: all capitals, at least two together ("THE REVOKE[27]")."""
    words = _MARK.sub("", line[: _LONGEST_HEADING + 1])
    return len(line) <= _LONGEST_HEADING and words.upper() == words and re.search(r"[A-Z]{2}", words) is not None


def _arabic(number: str) -> str:
    """ "XI" -> "11", "50a" -> "50a"; "" for letters that are no numeral."""
    if number[0].isdigit():
        return re.sub(r"(?<=\d)(?:st|nd|rd|th)\Z|(?<=[23])d\Z", "", number)
    value = roman(number)
    return str(value) if value else number.lower() if len(number) == 1 else ""
