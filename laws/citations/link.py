"""From a stored text and its citations to HTML: paragraphs, parts, tables, italics, note marks and links.

Everything typed is escaped; the only tags in the result are those written here. Links never change the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe

from laws import text as markup
from laws.models import Citation, Entry

from .gloss import EMPTY, Gloss, Glossary
from .readings import texts

OPEN_STATUSES = ("published", "withdrawn")
NAMES = {"text": "Text", "digest": "In brief", "facts": "Facts", "query": "Query", "decision": "Decision", "remark": "Remark"}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an entry, ready for its page."""

    name: str
    label: str
    html: SafeString
    is_digest: bool


def fields(
    entry: Entry, rows: Iterable[Citation], notes: Mapping[str, str] | None = None, glossary: Glossary = EMPTY
) -> list[Field]:
    """The fields of an entry that hold words, printed words before their digest.

    `rows` are the entry's citations (graph.outgoing); `notes` maps a note's number to the address of its own page; the words of the
    `glossary` are pointed out once a field. Only the first field that has parts carries their anchors, so that each anchor stands once.
    """
    by_field: dict[str, list[Citation]] = {}
    for row in rows:
        by_field.setdefault(row.field, []).append(row)
    found: list[Field] = []
    anchored = marked = False
    for name, words in texts(entry):
        if name == "laws":
            continue
        anchors = not anchored and entry.kind != "case"
        html = render(words, by_field.get(name, ()), notes=notes, anchors=anchors, mark_ids=not marked, glossary=glossary)
        anchored = anchored or bool(markup.parts(words))
        marked = marked or bool(markup.marks(words))
        base = name.removesuffix("_digest")
        found.append(Field(name, NAMES[base], html, name != base or name == "digest"))
    return found


def render(
    text: str,
    citations: Iterable[Citation] = (),
    *,
    notes: Mapping[str, str] | None = None,
    anchors: bool = True,
    mark_ids: bool = True,
    lit: str = "",
    glossary: Glossary = EMPTY,
) -> SafeString:
    """HTML of one text. `anchors` gives each part its address within the page, `mark_ids` each note mark one to return to.

    `lit` is the part that another page points at, where the parts have no addresses.
    """
    words = _Words(text, citations, notes or {}, mark_ids, glossary)
    html: list[str] = []
    in_parts = False
    for block in markup.blocks(text):
        if in_parts != (block.kind == "part"):
            html.append("</ol>" if in_parts else '<ol class="parts">')
            in_parts = not in_parts
        html.append(_block(block, words, anchors, lit))
    if in_parts:
        html.append("</ol>")
    return mark_safe("".join(html))


def cell(text: str, citations: Iterable[Citation]) -> SafeString:
    """HTML of a line of text, such as the law cell of a penalty row, without a paragraph round it."""
    words = _Words(text, citations, {}, False)
    return mark_safe(words.html(((0, len(text)),)))


def _block(block: markup.Block, words: _Words, anchors: bool, lit: str = "") -> str:
    inner = words.html(block.spans) if block.kind != "table" else ""
    match block.kind:
        case "part":
            anchor = escape(block.anchor)
            label = escape(block.label)
            if not anchors:
                name = "part is-lit" if block.anchor == lit else "part"
                return f'<li class="{name}"><span class="part-label">{label}</span><div class="part-text">{inner}</div></li>'
            return (
                f'<li class="part" id="{anchor}"><a class="part-label" href="#{anchor}">{label}</a>'
                f'<div class="part-text">{inner}</div></li>'
            )
        case "quote":
            return f"<blockquote><p>{inner}</p></blockquote>"
        case "table":
            rows = []
            for at, row in enumerate(block.rows):
                head = block.has_head and at == 0
                tag = '<th scope="col">{}</th>' if head else "<td>{}</td>"
                cells = "".join(tag.format(words.html((span,))) for span in row)
                rows.append(f"<thead><tr>{cells}</tr></thead><tbody>" if head else f"<tr>{cells}</tr>")
            body = "" if block.has_head else "<tbody>"
            return (
                f'<div class="table-scroll" tabindex="0" role="group" aria-label="Table"><table>{body}{"".join(rows)}</tbody></table></div>'
            )
        case _:
            return f"<p>{inner}</p>"


class _Words:
    """The running words of one text as HTML. Tags close before a link opens and open again inside it, so that none ever cross."""

    def __init__(
        self, text: str, citations: Iterable[Citation], notes: Mapping[str, str], mark_ids: bool, glossary: Glossary = EMPTY
    ) -> None:
        standing = [row for row in citations if row.outcome != Citation.Outcome.DISMISSED]
        first = {(row.link_start, row.link_end): row for row in reversed(standing)}  # the targets of a range share one link
        self.text = text
        self.links: list[tuple[int, int, Citation | Gloss]] = [(start, end, row) for (start, end), row in first.items()]
        self.notes = notes
        self.mark_ids = mark_ids
        self.marks = {start: (number, end) for number, start, end in markup.marks(text)}
        self.italic: list[markup.Span] = []
        self.hidden: set[int] = set()
        for found in markup.ITALIC.finditer(text):
            self.italic.append((found.start("words"), found.end("words")))
            self.hidden |= {found.start(), found.end() - 1}
        for block in markup.blocks(text):
            self.hidden |= {at for start, end in block.hidden for at in range(start, end)}
        taken = [(start, end) for start, end, _ in self.links] + [(start, end) for start, (_, end) in self.marks.items()]
        self.links += [(gloss.start, gloss.end, gloss) for gloss in glossary.find(text, taken)]
        self.links.sort(key=lambda link: link[0])

    def html(self, spans: tuple[markup.Span, ...]) -> str:
        out: list[str] = []
        for at, (start, end) in enumerate(spans):
            if at:
                out.append("\n")
            for link, s, e in self._pieces(start, end):
                inner = self._inside(s, e)
                out.append(self._linked(link, inner) if link and inner.strip() else inner)
        return "".join(out)

    def _pieces(self, start: int, end: int) -> Iterable[tuple[Citation | Gloss | None, int, int]]:
        at = start
        for first, last, link in self.links:
            left, right = max(first, at), min(last, end)
            if left < right:
                if at < left:
                    yield None, at, left
                yield link, left, right
                at = right
        if at < end:
            yield None, at, end

    def _inside(self, start: int, end: int) -> str:
        out: list[str] = []
        open_italic = False
        at = start
        while at < end:
            if mark := self.marks.get(at):
                number, after = mark
                out.append("</em>" * open_italic + self._mark(number))
                open_italic, at = False, after
                continue
            if at in self.hidden:
                at += 1
                continue
            italic = any(s <= at < e for s, e in self.italic)
            if italic != open_italic:
                out.append("<em>" if italic else "</em>")
                open_italic = italic
            stop = self._next_change(at, end)
            out.append(escape(self.text[at:stop]))
            at = stop
        return "".join(out) + "</em>" * open_italic

    def _next_change(self, at: int, end: int) -> int:
        edges = [e for span in self.italic for e in span if e > at]
        edges += [h for h in self.hidden if h > at]
        edges += [m for m in self.marks if m > at]
        return min([*edges, end])

    def _mark(self, number: str) -> str:
        number = escape(number)
        home = f' id="mark-{number}"' if self.mark_ids else ""
        href = f"#note-{number}" if number in self.notes else ""
        if not href:
            return f'<sup class="note-mark"{home}>{number}</sup>'
        return f'<sup class="note-mark"><a{home} href="{href}" aria-label="Footnote {number}">{number}</a></sup>'

    def _linked(self, row: Citation | Gloss, inner: str) -> str:
        if isinstance(row, Gloss):
            slug = escape(row.term.slug)
            return f'<a class="gloss" href="/glossary/#{slug}" data-preview="/glossary/{slug}/preview/">{inner}</a>'
        if row.outcome == Citation.Outcome.AMBIGUOUS:
            return _unlinked("cite-ambiguous", "May mean more than one entry", row, inner)
        if row.target is None or row.target.status not in OPEN_STATUSES:
            return _unlinked("cite-unknown", "Not in this collection", row, inner)
        if row.target_id == row.source_id and not row.part:
            return inner
        kind = "cite relative" if row.form == "relative" else "cite"
        if row.correction_id:
            kind += " corrected"
        return f'<a class="{kind}" href="{escape(address(row))}" data-preview="{escape(preview_address(row))}">{inner}</a>'


def _unlinked(name: str, title: str, row: Citation, inner: str) -> str:
    """Words that lead nowhere. Where an editor has said what is meant by them, the text says so too."""
    if row.correction is not None:
        name, title = f"{name} corrected", f"So printed; {row.correction.label} is meant"
    return f'<span class="{name}" title="{escape(title)}">{inner}</span>'


def address(row: Citation) -> str:
    """Where a citation leads: its entry, the part that it names, or for a range the list of its entries."""
    if row.target is None:
        return ""
    if row.form in ("range", "list") and (run := _run(row)):
        return run
    anchor = f"#{row.part.anchor}" if row.part else ""
    return row.target.get_absolute_url() + anchor


def preview_address(row: Citation) -> str:
    """Where the preview of a citation's target is fetched."""
    if row.target is None:
        return ""
    return row.target.get_absolute_url() + "preview/" + (f"?part={row.part.anchor}" if row.part else "")


def _run(row: Citation) -> str:
    """The list page of a range, alone or in a list: /auction-1912/law/76-79/. "" for a single number, and for parts of one entry."""
    if row.target is None or row.target_part or row.link_end - row.start > len(row.words):
        return ""
    ends = _digits(row.words[row.link_start - row.start : row.link_end - row.start])
    if len(ends) < 2:
        return ""
    return f"/{row.target.edition.slug}/{row.target.kind}/{ends[-2]}-{ends[-1]}/"


def _digits(words: str) -> list[str]:
    return "".join(ch if ch.isdigit() else " " for ch in words).split()
