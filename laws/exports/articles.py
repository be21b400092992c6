"""Entries as plain values for a newsletter, a book or a sheet: names and addresses, words in passages, the notes that hang on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.conf import settings

from laws import naming
from laws.citations import graph, link
from laws.citations.readings import texts
from laws.models import Citation, Entry, Part
from laws.models.vocabulary import Kind
from laws.sharing import style
from laws.sharing.subject import Subject, one_line, subject

from . import prose

PRINTED, DIGEST, WRITTEN = "as printed", "our digest", "written for this site"
BRIEF = 280  # characters


@dataclass(frozen=True, slots=True)
class Passage:
    """Some words of an entry under a label of their own, and whose words they are."""

    name: str  # the field: facts, text, digest, extract, note ...
    label: str  # "Facts"
    status: str  # "as printed", "our digest", "written for this site", or ""
    blocks: tuple[prose.Block, ...]


@dataclass(frozen=True, slots=True)
class Article:
    """An entry, or one part of it, with all that can be shown of it away from the site."""

    subject: Subject
    label: str  # as in running text: "Law 84", a section's title without quotation marks
    citation: str  # in the site's style
    kind: str
    number: str
    slug: str
    path: str  # its address within the site: /auction-1912/law/84/
    code: str  # its permanent id
    heading: int  # the key of the group heading that it stands under; 0 for none
    brief: str  # the holding, the penalty or the first words, in one line
    brief_is_ours: bool
    passages: tuple[Passage, ...]
    notes: tuple[Article, ...]  # the footnotes that hang on it
    source: str  # where the printed words come from
    hangs_on: str = ""  # a footnote's: the address of what it hangs on
    hangs_on_label: str = ""
    group: str = ""  # a penalty row's: the heading that begins with it

    def passage(self, name: str) -> Passage | None:
        """The passage of one field."""
        return next((passage for passage in self.passages if passage.name == name), None)


def of(entries: Sequence[Entry], *, notes: bool = True) -> list[Article]:
    """The articles of some entries (taken with `for_page`), in their order. Three queries, however many there are."""
    hanging = _hanging(entries) if notes else {}
    inner = [note for found in hanging.values() for note in found]
    rows = _outgoing([*entries, *inner])
    made = {note.pk: _article(note, rows.get(note.pk, []), ()) for note in inner}
    return [
        _article(entry, rows.get(entry.pk, []), tuple(made[note.pk] for note in hanging.get(entry.pk, []))) for entry in entries
    ]


def part_of(article: Article, part: Part) -> Article:
    """One part of an article, under the part's own name and addresses. The part's entry is the one that the article was made of."""
    cut = tuple(
        replace(passage, blocks=blocks) for passage in article.passages if (blocks := prose.part_of(passage.blocks, part.anchor))
    )
    words = next((prose.plain(block) for passage in cut for block in passage.blocks), "")
    return replace(
        article,
        subject=subject(part.entry, part),
        label=one_line(naming.cited(part.entry, part.anchor)),
        citation=style.long(part.entry, part.anchor),
        code=part.permanent_id,
        path=part.get_absolute_url(),
        brief=naming.shortened(one_line(words), BRIEF) or article.brief,
        brief_is_ours=cut[0].status == DIGEST if cut else article.brief_is_ours,
        passages=cut or article.passages,
        notes=(),
    )


def absolute(path: str) -> str:
    """An address of the site as one that works from anywhere; "" for an anchor within the page."""
    return "" if path.startswith("#") else settings.SITE_URL + path


def _hanging(entries: Sequence[Entry]) -> dict[int, list[Entry]]:
    found: dict[int, list[Entry]] = {}
    rows = Entry.objects.published().of_kind(Kind.FOOTNOTE).filter(footnote__anchor__in=[entry.pk for entry in entries])
    for note in rows.for_page().in_order():
        found.setdefault(note.footnote.anchor_id or 0, []).append(note)
    return found


def _outgoing(entries: Sequence[Entry]) -> dict[int, list[Citation]]:
    found: dict[int, list[Citation]] = {}
    for row in graph.outgoing(*entries) if entries else ():
        found.setdefault(row.source_id, []).append(row)
    return found


def _article(entry: Entry, rows: list[Citation], notes: tuple[Article, ...]) -> Article:
    on, part = (entry.footnote.anchor, entry.footnote.anchor_part) if entry.kind == Kind.FOOTNOTE else (None, "")
    shown = on if on is not None and on.is_published else None
    return Article(
        subject=subject(entry),
        label=one_line(entry.label),
        citation=style.long(entry),
        kind=entry.kind,
        number=entry.number,
        slug=entry.slug,
        path=entry.get_absolute_url(),
        code=entry.permanent_id,
        heading=entry.heading_id or 0,
        brief=_brief(entry),
        brief_is_ours=naming.is_ours(entry),
        passages=tuple(_penalty(entry, rows) if entry.kind == Kind.PENALTY else _passages(entry, rows, notes)),
        notes=notes,
        source=one_line(entry.source),
        hangs_on=shown.get_absolute_url() if shown else "",
        hangs_on_label=naming.cited(shown, part) if shown else "",
        group=entry.penaltyrow.group if entry.kind == Kind.PENALTY else "",
    )


def _brief(entry: Entry) -> str:
    if entry.kind == Kind.PENALTY:
        return one_line(entry.penaltyrow.penalty_text)
    if entry.kind != Kind.CASE and entry.digest and not entry.text:
        return naming.shortened(one_line(naming.summary(entry, 4 * BRIEF)), BRIEF)
    return naming.summary(entry, BRIEF)


def _passages(entry: Entry, rows: list[Citation], notes: Iterable[Article]) -> Iterable[Passage]:
    printed = WRITTEN if entry.own_words else PRINTED
    for field in link.fields(entry, rows, {note.number: note.path for note in notes}):
        yield Passage(field.name, field.label, DIGEST if field.is_digest else printed, prose.read(field.html))
    for extract in entry.extracts.all():
        if extract.quoted_in.is_published:
            which = f"Part {extract.part_anchor}, as" if extract.part_anchor else "As"
            words = prose.read(f"<blockquote>{link.render(extract.words, anchors=False, mark_ids=False)}</blockquote>")
            yield Passage("extract", f"{which} quoted in {extract.quoted_in.label}", "", words)
    if entry.editor_note:
        yield Passage("note", "Editor’s note", "", prose.read(link.render(entry.editor_note, anchors=False, mark_ids=False)))


def _penalty(entry: Entry, rows: list[Citation]) -> Iterable[Passage]:
    row = entry.penaltyrow
    printed = WRITTEN if entry.own_words else PRINTED
    yield Passage("penalty", "Penalty", printed, (_line(row.penalty_text),))
    if dict(texts(entry)).get("laws"):
        cell = link.cell(row.laws, [citation for citation in rows if citation.field == "laws"])
        yield Passage("laws", "Law", printed, prose.read(f"<p>{cell}</p>"))
    claim = [row.claimant, f"until {row.claim_until}" if row.claimant and row.claim_until else row.claim_until]
    if said := ", ".join(filter(None, claim)):
        yield Passage("claim", "Who may claim it", "our reading", (_line(said),))


def _line(words: str) -> prose.Block:
    return prose.Block("paragraph", (prose.Run(words),))
