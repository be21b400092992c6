"""The source of a reading: its lines, and a ledger that says of every single character what became of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

Span = tuple[int, int]

UNCLAIMED, ENTRY, HEADING, OUTSIDE = range(4)
_FIRST_RULE = 4
_LINE_END = re.compile(r"\r\n|\r|\n")
#: characters that nobody sees; they stand inside words ("La\u00adw 14") and are dropped
INVISIBLE = re.compile("[\0-\x08\x0b\x0e-\x1f\x7f\u00ad\u200b-\u200d\u2060\ufeff]+")
WHITE = "white space between words and lines"
BLANK = re.compile(r"\s+|&(?:nbsp|ensp|emsp|thinsp|#160|#x0*a0);", re.I)  # an empty cell of a page: <td>&nbsp;</td>


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it is read: its number in the file, its text without furniture, and where its characters stand in the source."""

    number: int
    text: str
    spans: tuple[Span, ...] = ()

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())


@dataclass(slots=True)
class Ledger:
    """Who owns each character of the source: an entry, a heading, a rule that dropped it, or nobody (then it was not understood)."""

    source: str
    owner: bytearray = field(init=False)
    rules: dict[str, int] = field(default_factory=dict)
    rule_lines: dict[str, set[int]] = field(default_factory=dict)
    starts: list[int] = field(init=False)
    tables: dict[int, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.owner = bytearray(len(self.source))
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(self.source))]

    def line_of(self, offset: int) -> int:
        """The line, from 1, that a character stands in."""
        return bisect_right(self.starts, offset)

    def claim(self, start: int, end: int, owner: int) -> None:
        """Give what is still unclaimed between two offsets to an owner: nothing is ever owned twice."""
        if end - start == 1:
            self.owner[start] = self.owner[start] or owner
            return
        table = self.tables.get(owner)
        if table is None:
            table = self.tables[owner] = bytes([owner, *range(1, 256)])
        self.owner[start:end] = self.owner[start:end].translate(table)

    def claim_lines(self, lines: Iterable[Line], owner: int) -> None:
        for line in lines:
            for start, end in line.spans:
                self.claim(start, end, owner)

    def drop(self, start: int, end: int, rule: str) -> None:
        """Give characters to a rule that drops furniture; the rule's name stands in the report."""
        self.claim(start, end, self._code(rule))
        self.rule_lines.setdefault(rule, set()).add(self.line_of(start))

    def drop_lines(self, lines: Iterable[Line], rule: str) -> None:
        for line in lines:
            for start, end in line.spans:
                self.drop(start, end, rule)

    def _code(self, rule: str) -> int:
        return self.rules.setdefault(rule, _FIRST_RULE + len(self.rules))

    def close(self) -> None:
        """What is unclaimed and white goes to its rule, so that only words are left as not understood."""
        code = self._code(WHITE)
        for match in BLANK.finditer(self.source):
            self.claim(match.start(), match.end(), code)

    def count(self, owner: int) -> int:
        return self.owner.count(owner)

    def furniture(self) -> list[tuple[str, list[int], int]]:
        """Each rule with the lines where it dropped something and how many characters."""
        return [(rule, sorted(self.rule_lines.get(rule, ())), self.count(code)) for rule, code in self.rules.items() if self.count(code)]

    def unclaimed(self) -> list[tuple[int, int, str]]:
        """What nobody owns, as (first line, last line, words); stretches parted only by white space are one."""
        white = self._code(WHITE)
        pattern = re.compile(rb"\x00(?:[\x00" + re.escape(bytes([white])) + rb"]*\x00)?")
        return [
            (self.line_of(match.start()), self.line_of(match.end() - 1), self.source[match.start() : match.end()])
            for match in pattern.finditer(self.owner)
        ]


def text_lines(ledger: Ledger) -> list[Line]:
    """The lines of a plain text, without what nobody sees."""
    found = []
    bounds = [*ledger.starts[1:], len(ledger.source)]
    for number, (start, end) in enumerate(zip(ledger.starts, bounds, strict=True), start=1):
        line = ledger.source[start:end].rstrip("\r\n")
        found.append(Line(number, visible(line, start, ledger), ((start, start + len(line)),)))
    return found


def visible(text: str, offset: int, ledger: Ledger) -> str:
    """A stretch of the source without the characters that nobody sees; no-break spaces become spaces."""
    for match in INVISIBLE.finditer(text):
        name = "NUL characters" if "\0" in match[0] else "characters that nobody sees"
        ledger.drop(offset + match.start(), offset + match.end(), name)
    if "\f" in text:
        for match in re.finditer("\f", text):
            ledger.drop(offset + match.start(), offset + match.end(), "form feeds")
        text = text.replace("\f", "")
    return INVISIBLE.sub("", text).replace("\u00a0", " ").replace("\u2028", " ").replace("\u2029", " ").replace("\x85", " ")
