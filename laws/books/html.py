"""The paragraphs, headings, lists and tables of an HTML page."""

from __future__ import annotations

import html as entities
import re
from itertools import pairwise

from .blocks import Block, cut_run
from .html_tables import Table, list_label
from .html_tags import Event, events
from .source import WHITE, Ledger, Line, Span, visible

_ENTITY = re.compile(r"&(?:#\d{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[A-Za-z][A-Za-z0-9]{1,31};?)")
_LIST_STYLE = re.compile(r"\bol\b[^{}]{0,80}\{[^{}]*list-style(?:-type)?\s*:\s*((?:upper|lower)-(?:roman|alpha)|decimal)", re.I)

_BLOCKS = set("p div h1 h2 h3 h4 h5 h6 li ul ol dl dt dd blockquote pre hr table thead tbody tfoot tr center section article header footer "
              "main aside nav figure figcaption body html form fieldset address caption".split())  # fmt: skip
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_CENTRED = set("ctr center centered centre topic chapter head heading redhead title subhead c cb ph1 ph2 ph3".split())
_ORDINALS = {"st", "nd", "rd", "th", "d"}
_STYLES = {"i": "lower-roman", "I": "upper-roman", "a": "lower-alpha", "A": "upper-alpha", "1": "decimal"}
_LONGEST_HEADING = 190


def html_blocks(ledger: Ledger) -> list[Block]:
    """The paragraphs, headings and tables of a page."""
    style = _LIST_STYLE.search(ledger.source[:50_000])
    builder = _Builder(ledger, style[1].lower() if style else "decimal")
    for event in events(ledger.source, ledger):
        builder.take(event)
    builder.flush()
    builder.end_table()
    return builder.blocks


class _Builder:
    """Gathers words into blocks as tags open and close."""

    def __init__(self, ledger: Ledger, list_style: str) -> None:
        self.ledger, self.list_style = ledger, list_style
        self.blocks: list[Block] = []
        self.words: list[str] = []
        self.spans: list[Span] = []
        self.breaks: list[int] = []  # how many spans there were at each <br>
        self.italic = self.bold = 0
        self.heading = False
        self.lists: list[list[object]] = []  # [style, count]
        self.label = ""
        self.hidden: list[str] = []
        self.table: Table | None = None
        self.sup_at: int | None = None
        self.block_tag: tuple[str, bool] = ("", False)

    def take(self, event: Event) -> None:
        if event.kind == "words":
            self._take_words(event)
        elif event.kind == "open":
            self._open(event.name, event.attributes)
        else:
            self._close(event.name)

    def _take_words(self, event: Event) -> None:
        source, at = self.ledger.source, event.start
        if self.hidden:
            self.ledger.drop(event.start, event.end, "page numbers")
            return
        for match in _ENTITY.finditer(source, event.start, event.end):
            self._piece(source[at : match.start()], at)
            letters = entities.unescape(match[0])
            self.words.append(visible(letters, match.start(), self.ledger) if len(letters) == 1 else letters)
            at = match.end()
        self._piece(source[at : event.end], at)
        self.spans.append((event.start, event.end))

    def _piece(self, text: str, at: int) -> None:
        if text:
            self.words.append(re.sub(r"\s+", " ", visible(text, at, self.ledger)))

    def _open(self, name: str, attributes: dict[str, str]) -> None:
        classes = set(attributes.get("class", "").lower().split())
        if self.hidden or (name == "span" and classes & {"pagenum", "pageno", "pagenumber", "page-number"}):
            if name == "span":
                self.hidden.append(name)
            return
        if name in _BLOCKS or name in {"td", "th"}:
            self._open_block(name, attributes, classes)
        elif name == "br":
            self.words.append("\n")
            self.breaks.append(len(self.spans))
        elif name in {"i", "em", "cite"}:
            self.italic += 1
            if self.italic == 1:
                self.words.append("\x01")
        elif name in {"b", "strong"} and not self.italic:
            self.bold += 1
            if self.bold == 1:
                self.words.append("\x03")
        elif name == "sup":
            self.sup_at = len(self.words)

    def _open_block(self, name: str, attributes: dict[str, str], classes: set[str]) -> None:
        if name in {"td", "th"} and self.table is not None:
            self._end_cell()
            self.table.start_cell(name == "th", attributes.get("rowspan", "1"))
            return
        if self.table is not None:
            if name == "tr":
                self._end_cell()
                self.table.start_row()
            elif self.words:
                self.words.append(" ")
            return
        self.flush()
        centred = bool(classes & _CENTRED) or attributes.get("align", "").lower() == "center"
        self.block_tag = (name, name in _HEADINGS or (name == "p" and centred))
        if name == "table":
            self.table = Table()
        elif name in {"ol", "ul"}:
            style = _STYLES.get(attributes.get("type", ""), self.list_style) if name == "ol" else ""
            self.lists.append([style, 0])
        elif name == "li" and self.lists:
            self.lists[-1][1] = int(str(self.lists[-1][1])) + 1
            self.label = list_label(str(self.lists[-1][0]), int(str(self.lists[-1][1])))

    def _close(self, name: str) -> None:
        if self.hidden:
            if name == "span":
                self.hidden.pop()
            return
        if name in {"i", "em", "cite"} and self.italic:
            self.italic -= 1
            if not self.italic:
                self.words.append("\x02")
        elif name in {"b", "strong"} and self.bold:
            self.bold -= 1
            if not self.bold:
                self.words.append("\x04")
        elif name == "sup" and self.sup_at is not None:
            self._end_sup()
        elif name == "table":
            self.end_table()
        elif name in _BLOCKS and self.table is None:
            self.flush()
            if name in {"ol", "ul"} and self.lists:
                self.lists.pop()
            self.block_tag = ("", False)

    def _end_sup(self) -> None:
        """ "<sup>24</sup>" is the mark "[24]"; "2<sup>nd</sup>" is none."""
        raised = "".join(self.words[self.sup_at :]).strip()
        if raised and raised.isalnum() and len(raised) <= 4 and raised.lower() not in _ORDINALS:
            self.words[self.sup_at :] = [f"[{raised}]"]
        self.sup_at = None

    def _said(self) -> str:
        """The words so far, with italics and bold as they are stored, and nothing left over."""
        text = "".join(self.words)
        while self.words and self.words[-1] == " ":
            self.words.pop()
        self.words = ["\x01"] if self.italic else ["\x03"] if self.bold else []
        self.sup_at = None
        text = re.sub("\x01([^\x02]*)(?:\x02|\\Z)", lambda m: _around(m[1], "_", "_"), text)
        text = re.sub("\x03([^\x04]*)(?:\x04|\\Z)", lambda m: _around(m[1], "_=", "=_"), text)
        text = re.sub("[\x01-\x04]", "", text)
        text = re.sub(r"\[\s*(\w{1,4})\s*\](?=[\s.,;:]|\Z)", r"[\1]", text)
        return "\n".join(" ".join(line.split()) for line in text.split("\n")).strip()

    def flush(self) -> None:
        """End the paragraph that is open."""
        spans, self.spans = self.spans, []
        breaks, self.breaks = self.breaks, []
        text = self._said()
        if not text:
            for start, end in spans:
                self.ledger.drop(start, end, WHITE)  # "&nbsp;" alone
            return
        lines = self._lines(text, spans, breaks)
        heading = self.block_tag[1] and len(text) <= _LONGEST_HEADING
        cut = [lines] if heading else list(cut_run(lines))
        self.blocks += [Block(piece, label=self.label if at == 0 else "", is_heading=heading) for at, piece in enumerate(cut)]
        self.label = ""

    def _lines(self, text: str, spans: list[Span], breaks: list[int]) -> list[Line]:
        """The lines between <br>, each with its own place in the source; where that is not clear the first has it all."""
        words = text.split("\n")
        edges = [0, *breaks, len(spans)]
        own = [spans[start:end] for start, end in pairwise(edges)]
        if len(own) != len(words) or not all(own):
            own = [spans, *([] for _ in words[1:])]
        number, found = self.ledger.line_of(spans[0][0]) if spans else 1, []
        for line, places in zip(words, own, strict=True):
            number = next((self.ledger.line_of(start) for start, end in places if self.ledger.source[start:end].strip()), number)
            if line.strip() or places:
                found.append(Line(number, line, tuple(places)))
        return found

    def _end_cell(self) -> None:
        assert self.table is not None
        spans, self.spans, self.breaks = self.spans, [], []
        text = self._said()
        if spans:
            self.table.say(Line(self.ledger.line_of(spans[0][0]), text, tuple(spans)))

    def end_table(self) -> None:
        """End the table that is open, if one is."""
        if self.table is not None:
            self._end_cell()
            self.blocks += self.table.blocks()
            self.table = None


def _around(words: str, before: str, after: str) -> str:
    """Marks of emphasis touch their words; what is blank or a line break stays outside."""
    core = " ".join(words.split())
    if not core:
        return words
    lead = " " if words[:1].isspace() else ""
    tail = " " if words[-1:].isspace() and core[-1:].isalnum() and len(core) > 2 else ""
    return f"{lead}{before}{core}{after}{tail}"
