"""The public face of the reader of printed books: bytes in, records and their proof out. Nothing here knows the database."""

from __future__ import annotations

import re

from . import penalties, region
from .assembly import Assembly, Reading
from .blocks import Block, group
from .clean import clean_text
from .decode import decode
from .html import html_blocks
from .html_tags import looks_like_html
from .profile import Profile
from .proof import Guess, Proof
from .segment import Segmenter
from .source import INVISIBLE, OUTSIDE, Ledger, Line

MOST_BLOCKS, MOST_LINES, MOST_TAGS = 100_000, 300_000, 300_000
MOST_CHARACTERS = 300_000  # of one law or case: more may cite a hundred thousand others
_CSV_HEADER = re.compile(r"\ufeff?\s*\"?OFFEN[CS]ES?\"?\s*[,;]", re.I)


def read_book(data: bytes, *, name: str, slug: str, title: str = "", profile: Profile | None = None) -> Reading:
    """Read one book of laws.

    `name` is the file's name, for places; `slug` the edition's. Raises nothing for any bytes: what cannot be read at all gives no
    record and one sentence in `proof.refusal`.
    """
    decoded = decode(data)
    if decoded.refusal:
        return Reading(None, Proof(refusal=decoded.refusal))
    if decoded.text.count("\n") > MOST_LINES:  # each becomes a value: a few megabytes of blank lines would take a gigabyte
        return Reading(None, Proof(refusal=_too_many(MOST_LINES, "lines")))
    if decoded.text.count("<") > MOST_TAGS:
        return Reading(None, Proof(refusal=_too_many(MOST_TAGS, "tags")))
    profile = profile or Profile()
    ledger = Ledger(decoded.text)
    blocks, guesses = _blocks(ledger, profile)
    if len(blocks) > MOST_BLOCKS:
        return Reading(None, Proof(refusal=_too_many(MOST_BLOCKS, "paragraphs")))
    if decoded.guess:
        guesses.insert(0, (1, name, decoded.guess))
    walker = Segmenter(blocks, ledger, profile)
    kept = _region(blocks, walker, ledger, profile)
    walker.blocks = kept
    found = walker.walk()
    found.guesses[:0] = guesses
    reading = Assembly(found, ledger, decoded, kept, name, slug, title, profile).reading()
    for entry in reading.record.entries if reading.record else ():
        if sum(map(len, entry.fields.values())) > MOST_CHARACTERS:
            which = f"{entry.label.capitalize()} alone, in line {entry.place.line},"
            return Reading(None, Proof(refusal=f"{which} would have more than {MOST_CHARACTERS:,} characters: none has so many."))
    return reading


def _too_many(most: int, what: str) -> str:
    return f"There are more than {most:,} {what} in this file: no book of laws has so many."


def _blocks(ledger: Ledger, profile: Profile) -> tuple[list[Block], list[Guess]]:
    if _CSV_HEADER.match(ledger.source):
        return _csv_blocks(ledger), []
    if looks_like_html(ledger.source):
        return html_blocks(ledger), []
    cleaned = clean_text(ledger)
    _profile_furniture(cleaned.lines, ledger, profile)
    _corrections(cleaned.lines, cleaned.guesses, profile)
    return group(cleaned.lines, cleaned.pages_after), cleaned.guesses


def _csv_blocks(ledger: Ledger) -> list[Block]:
    """A CSV file is one table; each row knows its lines."""
    source, bounds = ledger.source, [*ledger.starts[1:], len(ledger.source)]
    for match in INVISIBLE.finditer(source):
        ledger.drop(match.start(), match.end(), "characters that nobody sees")
    rows, row_lines = [], []
    for row, first, end in penalties.read_csv(source):
        if first < len(bounds) and any(cell.strip() for cell in row):
            span = (ledger.starts[first], bounds[min(end, len(bounds)) - 1])
            rows.append([INVISIBLE.sub("", cell) for cell in row])
            row_lines.append([Line(first + 1, " ".join(row), (span,))])
    if not rows:
        return []
    return [Block([line for lines in row_lines for line in lines], kind="table", rows=rows, row_lines=row_lines)]


def _profile_furniture(lines: list[Line], ledger: Ledger, profile: Profile) -> None:
    if not profile.furniture:
        return
    dropped = {" ".join(one.split()) for one in profile.furniture}
    for at, line in enumerate(lines):
        if " ".join(line.text.split()) in dropped:
            ledger.drop_lines([line], "furniture named by the profile")
            lines[at] = Line(line.number, "", line.spans)


def _corrections(lines: list[Line], guesses: list[Guess], profile: Profile) -> None:
    """Put right the lines that the profile names; each one is told."""
    for correction in profile.corrections:
        size = len(correction.find)
        for at in range(len(lines) - size + 1):
            if all(lines[at + one].text.rstrip() == correction.find[one].rstrip() for one in range(size)):
                for one in range(size):
                    lines[at + one] = Line(lines[at + one].number, correction.replace[one], lines[at + one].spans)
                guesses.append((lines[at].number, correction.find[0].strip(), f"corrected by the profile: {correction.reason}"))


def _region(blocks: list[Block], walker: Segmenter, ledger: Ledger, profile: Profile) -> list[Block]:
    """The blocks to read; the characters of all others lie outside."""
    headings = [walker.looks_like_heading(block) for block in blocks]
    start, end = region.find(blocks, headings)
    if profile.begins:
        start = next((at for at, block in enumerate(blocks) if block.text.startswith(profile.begins)), start)
    if profile.ends:
        end = next((at for at, block in enumerate(blocks) if at > start and block.text.startswith(profile.ends)), end)
    first = _offset(blocks[start]) if 0 < start < len(blocks) else 0
    last = _offset(blocks[end]) if end < len(blocks) else len(ledger.source)
    ledger.claim(0, first, OUTSIDE)
    ledger.claim(last, len(ledger.source), OUTSIDE)
    return blocks[start:end]


def _offset(block: Block) -> int:
    return min((start for line in block.lines for start, _ in line.spans), default=0)
