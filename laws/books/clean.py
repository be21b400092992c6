"""Furniture: what stands in a file of a book without being its words, each sort dropped by a rule with a name."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .source import OUTSIDE, Ledger, Line, text_lines

_START = re.compile(r"\s*\*{2,3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG", re.I)
_END = re.compile(r"\s*(?:\*{2,3}\s*)?END OF (?:THE |THIS )?PROJECT GUTENBERG", re.I)
# "{236}", "[Pg 12]", "[Page 12]" inside a line
_PAGE_MARK = re.compile(r"\s?\{\d{1,4}\}|\[(?:Pg|Page|p\.)\s?\d{1,4}\]")
# "( 253 )", "- 253 -", "[253]", "253", "Page 253" alone
_PAGE_LINE = re.compile(r"\s*(?:\(\s*\d{1,4}\s*\)|\[\s?\d{2,4}\s?\]|[-–—]{1,2}\s*\d{1,4}\s*[-–—]{1,2}|\d{1,4}|page \d{1,4})\s*\Z", re.I)
_PART_LINE = re.compile(r"\s*(?:part|page|chapter|file)\s+\d{1,4}\s*\(\s*\d{1,4}\s*/\s*\d{1,4}\s*\)\s*\Z", re.I)
_ORNAMENTED = re.compile(r"\s*[♠♣♥♦♡♢♤♧❦✻☙❧]\s.*\S\s+[♠♣♥♦♡♢♤♧❦✻☙❧]\s*\Z")
_RUNNING = re.compile(r"\s*(?:\d{1,4}\s{2,}(?P<right>[A-Z][A-Z .,'’&-]{3,60})|(?P<left>[A-Z][A-Z .,'’&-]{3,60}?)\s{2,}\d{1,4})\s*\Z")
_STARS = re.compile(r"\s*(?:[*•·~_=—–-]\s*){3,}\Z")
_TAG = re.compile(r"\s*</?[a-z][^<>]{0,200}>\s*\Z", re.I)
_PICTURE = re.compile(r"\s*\[(?:Illustration|Transcriber|Blank page)\b", re.I)
_LONGEST_PICTURE = 60
# "a.s.sist", "em.bar.ra.s.s": letters parted by a filter of rude words
_CENSORED = re.compile(r"\b([A-Za-z]{0,12}?)((?:[a-z]\.){2,4})([a-z]{2,12})\b")
_HYPHEN = re.compile(r"([A-Za-z]{2,})-\Z")
_NEXT_WORD = re.compile(r"\s*([a-z]{2,})")


@dataclass(slots=True)
class Cleaned:
    """Lines without furniture, the lines where a page ended, and what was supposed on the way: (line, what, reason)."""

    lines: list[Line]
    pages_after: set[int] = field(default_factory=set)
    guesses: list[tuple[int, str, str]] = field(default_factory=list)


def clean_text(ledger: Ledger) -> Cleaned:
    """The lines of a plain text, with the furniture dropped and told to the ledger."""
    lines = _inside_gutenberg(text_lines(ledger), ledger)
    cleaned = Cleaned([])
    heads = _running_heads(lines)
    lines = _without_pictures(lines, ledger)
    for at, line in enumerate(lines):
        alone = _is_blank(lines, at - 1) and _is_blank(lines, at + 1)
        rule = _rule_for(line.text, alone, heads) if line.text.strip() else ""
        if rule:
            ledger.drop_lines([line], rule)
            if rule.startswith("page") or rule.startswith("running"):
                cleaned.pages_after.add(line.number)
            line = Line(line.number, "", line.spans)
        elif "{" in line.text or "[" in line.text:
            line = _without_page_marks(line, ledger)
        cleaned.lines.append(line)
    _mend_words(cleaned)
    return cleaned


def _rule_for(text: str, alone: bool, heads: set[str]) -> str:
    """The name of the rule that drops a line, or ""."""
    if len(text) > 200:
        return ""
    if _PART_LINE.match(text):
        return "page numbers"
    if alone and _PAGE_LINE.match(text):
        return "page numbers"
    if _ORNAMENTED.match(text):
        return "running titles"
    if (match := _RUNNING.match(text)) and alone and (match["left"] or match["right"]).strip() in heads:
        return "running titles"
    if _STARS.match(text) and len(set(text.split())) <= 2:
        return "rules and ornaments"
    return "stray tags" if _TAG.match(text) else ""


def _is_blank(lines: list[Line], at: int) -> bool:
    return not 0 <= at < len(lines) or not lines[at].text.strip()


def _running_heads(lines: list[Line]) -> set[str]:
    """Titles that stand beside a number on several lines: "254    THE LAWS OF BRIDGE"."""
    seen: dict[str, int] = {}
    for line in lines:
        if len(line.text) < 90 and (match := _RUNNING.match(line.text)):
            title = (match["left"] or match["right"]).strip()
            seen[title] = seen.get(title, 0) + 1
    return {title for title, times in seen.items() if times > 1}


def _inside_gutenberg(lines: list[Line], ledger: Ledger) -> list[Line]:
    start = next((at for at, line in enumerate(lines) if _START.match(line.text)), -1)
    end = next((at for at, line in enumerate(lines) if at > start and _END.match(line.text)), len(lines))
    if start < 0 and end == len(lines):
        return lines
    ledger.drop_lines(lines[: start + 1], "Project Gutenberg header")
    ledger.drop_lines(lines[end:], "Project Gutenberg licence")
    return lines[start + 1 : end]


def _without_pictures(lines: list[Line], ledger: Ledger) -> list[Line]:
    """ "[Illustration: ...]" over several lines, up to the bracket that closes it."""
    found, at = [], 0
    while at < len(lines):
        end = _end_of_picture(lines, at) if _PICTURE.match(lines[at].text) else -1
        if end >= 0:
            ledger.drop_lines(lines[at : end + 1], "illustrations and transcriber's notes")
            found += [Line(line.number, "", line.spans) for line in lines[at : end + 1]]
            at = end
        else:
            found.append(lines[at])
        at += 1
    return found


def _end_of_picture(lines: list[Line], at: int) -> int:
    depth = 0
    for end in range(at, min(at + _LONGEST_PICTURE, len(lines))):
        depth += lines[end].text.count("[") - lines[end].text.count("]")
        if depth <= 0:
            return end
    return -1


def _without_page_marks(line: Line, ledger: Ledger) -> Line:
    if not _PAGE_MARK.search(line.text):
        return line
    start, end = line.spans[0]
    for match in _PAGE_MARK.finditer(ledger.source, start, end):
        ledger.drop(match.start(), match.end(), "page numbers")
    return Line(line.number, _PAGE_MARK.sub("", line.text), line.spans)


def _mend_words(cleaned: Cleaned) -> None:
    """Words that a filter or a line end broke: "a.s.sist" and "recti-" / "fied"; each one is told."""
    lines = cleaned.lines
    whole: set[str] | None = None
    for at, line in enumerate(lines):
        if "." in line.text and (match := _CENSORED.search(line.text)) and not match[0].startswith(("i.e", "e.g")):
            word = match[0].replace(".", "")
            cleaned.guesses.append((line.number, match[0], f"read as “{word}”: letters parted by points"))
            line = lines[at] = Line(line.number, line.text.replace(match[0], word), line.spans)
        following = at + 1 < len(lines) and _NEXT_WORD.match(lines[at + 1].text)
        if following and (match := _HYPHEN.search(line.text.rstrip())):
            whole = whole if whole is not None else _words(lines)
            _join(cleaned, at, match[1], following[1], whole)


def _words(lines: list[Line]) -> set[str]:
    return {word for line in lines for word in re.findall(r"[a-z]+(?:-[a-z]+)*", line.text.lower())}


def _join(cleaned: Cleaned, at: int, first: str, rest: str, whole: set[str]) -> None:
    """ "recti-" / "fied" is one word; "re-" / "shuffle" keeps its hyphen where the book has "re-shuffle" elsewhere."""
    line, below = cleaned.lines[at], cleaned.lines[at + 1]
    hyphen = "-" if f"{first}-{rest}".lower() in whole and (first + rest).lower() not in whole else ""
    head, tail = line.text.rstrip()[: -1 - len(first)], below.text.lstrip()
    cleaned.lines[at] = Line(line.number, head + first + hyphen + rest, line.spans)
    cleaned.lines[at + 1] = Line(below.number, below.text[: below.indent] + tail[len(rest) :].lstrip() or " ", below.spans)
    cleaned.guesses.append((line.number, f"{first}- {rest}", f"read as “{first}{hyphen}{rest}”: a word parted at the end of a line"))


def outside(ledger: Ledger, start: int, end: int) -> None:
    """Mark characters as lying outside the region that is read."""
    ledger.claim(start, end, OUTSIDE)
