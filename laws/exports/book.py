"""A whole code as plain values: its chapters, their groups, the published entries in printed order, and where each address lies in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.conf import settings

from laws import text as markup
from laws.citations import link
from laws.models import Edition, Entry, Heading
from laws.models.vocabulary import PLURAL, Kind
from laws.sharing.subject import one_line

from . import articles, prose
from .articles import Article, Passage

ORDER = (Kind.LAW, Kind.ETIQUETTE, Kind.SECTION, Kind.CASE, Kind.PENALTY, Kind.FOOTNOTE)
ADDRESS = re.compile(r"/(?P<edition>[^/]+)/(?P<kind>[a-z]+)/(?P<slug>[^/#]+)/(?:#(?P<part>\w+))?$")


@dataclass(frozen=True, slots=True)
class Group:
    """What stands under one heading of a chapter, or under none (`code` is "")."""

    title: str
    code: str
    notes: tuple[str, ...]  # the numbers of the notes that hang on the heading
    passages: tuple[Passage, ...]
    articles: tuple[Article, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """One list of a code."""

    kind: str
    title: str
    groups: tuple[Group, ...]

    @property
    def articles(self) -> Iterable[Article]:
        return (article for group in self.groups for article in group.articles)


@dataclass(frozen=True)
class Book:
    """A code to be carried away whole."""

    slug: str
    title: str
    short_title: str
    year: int
    issued_by: str
    dated: str
    published_in: str
    source_url: str
    front: tuple[Passage, ...]
    back: tuple[Passage, ...]
    chapters: tuple[Chapter, ...]

    @property
    def address(self) -> str:
        return f"{settings.SITE_URL}/{self.slug}/"

    @property
    def about(self) -> tuple[str, ...]:
        """What the title page says under the title."""
        issued = ", ".join(filter(None, [self.issued_by, self.dated or str(self.year)]))
        return tuple(filter(None, [issued, f"Published in {self.published_in}." if self.published_in else "", self.address]))

    @cached_property
    def places(self) -> dict[tuple[str, str], tuple[Chapter, Article]]:
        """Every entry of the book by its kind and slug."""
        return {(article.kind, article.slug): (chapter, article) for chapter in self.chapters for article in chapter.articles}

    def place(self, path: str) -> tuple[str, str] | None:
        """Where an address of the site lies in the book: the chapter's kind and the id; None where it lies elsewhere.

        A part that the words do not have leads to its entry, a range to the first of its entries.
        """
        found = ADDRESS.match(path)
        if found is None or found["edition"] != self.slug:
            return None
        kind, slug, part = found["kind"], found["slug"], found["part"] or ""
        there = self.places.get((kind, slug)) or self.places.get((kind, slug.partition("-")[0]))
        if there is None:
            return None
        chapter, article = there
        has_part = any(block.anchor == part for passage in article.passages for block in passage.blocks)
        return chapter.kind, id_of(article, part if has_part else "")


def id_of(article: Article, part: str = "") -> str:
    """The id of an entry in a book, or of one of its parts: "law-84", "law-84.b"."""
    return f"{article.kind}-{article.slug}" + (f".{part}" if part else "")


def book_of(edition: Edition) -> Book:
    """All that is published of a code. The number of queries does not depend on the number of entries."""
    rows = list(Entry.objects.published().in_edition(edition).for_page().in_order())
    made = {article.code: article for article in articles.of(rows, notes=False)}
    headings = list(edition.headings.order_by("kind", "position"))
    numbers: dict[int, list[str]] = {}
    for row in rows:
        if row.kind == Kind.FOOTNOTE and row.footnote.anchor_heading_id:
            numbers.setdefault(row.footnote.anchor_heading_id, []).append(row.number)
    chapters = []
    for kind in ORDER:
        groups = tuple(_groups(kind, [made[row.permanent_id] for row in rows if row.kind == kind], headings, numbers))
        if any(group.articles for group in groups):
            chapters.append(Chapter(kind, PLURAL[kind], groups))
    return Book(
        slug=edition.slug,
        title=one_line(edition.title),
        short_title=one_line(edition.short_title),
        year=edition.year,
        issued_by=one_line(edition.issued_by),
        dated=one_line(edition.dated),
        published_in=one_line(edition.published_in),
        source_url=edition.source_url,
        front=_matter(edition.front_text, edition.front_digest),
        back=_matter(edition.back_text, edition.back_digest),
        chapters=tuple(chapters),
    )


def _groups(kind: str, found: list[Article], headings: list[Heading], numbers: dict[int, list[str]]) -> Iterable[Group]:
    """The articles of one kind under their headings, in printed order. A row of the table has the heading that is written at it."""
    own = [heading for heading in headings if heading.kind == kind]
    known = {heading.pk for heading in own}
    if kind == Kind.PENALTY:
        yield from _tables(found, own)
        return
    loose = tuple(article for article in found if article.heading not in known)
    if loose:
        yield Group("", "", (), (), loose)
    for heading in own:
        under = tuple(article for article in found if article.heading == heading.pk)
        passages = _matter(heading.text, heading.digest, heading.editor_note)
        if under or passages:
            yield Group(one_line(markup.plain(heading.title)), heading.permanent_id, tuple(numbers.get(heading.pk, ())), passages, under)


def _tables(found: list[Article], headings: list[Heading]) -> Iterable[Group]:
    words = tuple(passage for heading in headings for passage in _matter(heading.text, heading.digest, heading.editor_note))
    runs: list[list[Article]] = []
    for article in found:
        if not runs or article.group:
            runs.append([])
        runs[-1].append(article)
    for at, run in enumerate(runs):
        yield Group(one_line(run[0].group), "", (), words if at == 0 else (), tuple(run))


def _matter(text: str, digest: str, note: str = "") -> tuple[Passage, ...]:
    pairs = ((text, articles.PRINTED, "text"), (digest, articles.DIGEST, "digest"), (note, "editor’s note", "note"))
    return tuple(
        Passage(name, "", status, prose.read(link.render(words, anchors=False, mark_ids=False))) for words, status, name in pairs if words
    )
