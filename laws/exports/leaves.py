"""The chapters of a book as HTML that is well formed as XML too: for one file, for an EPUB, for PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape

from laws import naming, xml

from . import articles, tags
from .articles import Article, Passage
from .book import Book, Chapter, Group, id_of

Place = Callable[[str, str], str]  # from a chapter's kind and an id to the address of that place in the book


@dataclass(frozen=True, slots=True)
class Leaves:
    """Writes the chapters of a book; `place` knows how its parts are addressed. What lies elsewhere is linked at its site."""

    book: Book
    place: Place

    def title_page(self) -> str:
        lines = "".join(f"<p>{self._address(words)}</p>" for words in self.book.about)
        said = "What is called a digest, and what is called ours, is in the words of the site; all else stands so in the printed code."
        return xml.clean(f'<h1>{escape(self.book.title)}</h1><div class="about">{lines}<p class="status">{said}</p></div>')

    def matter(self, title: str, passages: Iterable[Passage]) -> str:
        return xml.clean(f"<h2>{escape(title)}</h2>{self._passages(passages)}")

    def chapter(self, chapter: Chapter) -> str:
        inner = "".join(self._group(group, chapter) for group in chapter.groups)
        return xml.clean(f'<h2 id="{chapter.kind}s">{escape(chapter.title)}</h2>{inner}')

    def _group(self, group: Group, chapter: Chapter) -> str:
        marks = "".join(f'<sup class="mark">{self._mark(number)}</sup>' for number in group.notes)
        home = f' id="h-{group.code.lower()}"' if group.code else ""
        head = f"<h3{home}>{escape(group.title)}{marks}</h3>" if group.title else ""
        inner = self._table(group) if chapter.kind == "penalty" else "".join(self._article(article) for article in group.articles)
        return f'<div class="group">{head}{self._passages(group.passages)}{inner}</div>'

    def _article(self, article: Article) -> str:
        title = f' <span class="title">{escape(article.subject.title)}</span>' if article.subject.title else ""
        out = [f'<div class="entry" id="{id_of(article)}"><h4>{escape(article.label)}{title}</h4>']
        if article.hangs_on:
            out.append(f'<p class="status">to {self._link(article.hangs_on, article.hangs_on_label)}</p>')
        if article.kind == "case" and article.brief_is_ours:
            out.append(f'<p class="holding">{escape(article.brief)}</p>')
        with_part_ids: set[str] = set()
        for passage in article.passages:
            out.append(self._passage(passage, article, with_part_ids))
        return "".join([*out, "</div>"])

    def _passage(self, passage: Passage, article: Article, seen: set[str]) -> str:
        def anchor(name: str) -> str:
            first = name not in seen
            seen.add(name)
            return id_of(article, name) if first else ""

        plain = article.kind != "case" and passage.name in ("text", "digest")
        label = passage.status if plain else f"{passage.label}{f' ({passage.status})' if passage.status else ''}"
        return f'<p class="status">{escape(label.capitalize() if plain else label)}</p>{self._words(passage, anchor)}'

    def _table(self, group: Group) -> str:
        rows = []
        for article in group.articles:
            cells = [escape(article.subject.title or article.subject.label), *(self._cell(article, name) for name in ("penalty", "laws"))]
            inner = "".join(f"<td>{cell}</td>" for cell in cells[1:])
            rows.append(f'<tr id="{id_of(article)}"><th scope="row">{cells[0]}</th>{inner}</tr>')
        head = "".join(f'<th scope="col">{name}</th>' for name in ("Offense", "Penalty", "Law"))
        return f'<table class="penalties"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'

    def _cell(self, article: Article, name: str) -> str:
        passage = article.passage(name)
        return self._words(passage).removeprefix("<p>").removesuffix("</p>") if passage else ""

    def _passages(self, passages: Iterable[Passage]) -> str:
        return "".join(f'<p class="status">{escape(passage.status.capitalize())}</p>{self._words(passage)}' for passage in passages)

    def _words(self, passage: Passage, anchor: Callable[[str], str] | None = None) -> str:
        return tags.tags(passage.blocks, self.address, anchor, self._note)

    def address(self, path: str) -> str:
        """Where a link of the site leads from inside the book."""
        there = self.book.place(path)
        return self.place(*there) if there else articles.absolute(path)

    def _note(self, number: str) -> str:
        there = self.book.place(f"/{self.book.slug}/footnote/{number.lower()}/")
        return self.place(*there) if there else ""

    def _mark(self, number: str) -> str:
        href = self._note(number)
        return f'<a href="{escape(href)}">{escape(number)}</a>' if href else escape(number)

    def _link(self, path: str, words: str) -> str:
        return f'<a href="{escape(self.address(path))}">{escape(words)}</a>'

    def _address(self, words: str) -> str:
        return f'<a href="{escape(words)}">{escape(words)}</a>' if words.startswith("http") else escape(words)


def summary(book: Book) -> str:
    """What a book is, in one line, for its description."""
    counts = [f"{len(list(chapter.articles))} {chapter.title.lower()}" for chapter in book.chapters]
    return naming.shortened(f"{book.title}, {book.year}: {', '.join(counts)}.", 300)
