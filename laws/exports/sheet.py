"""A whole code as one Markdown file."""

from __future__ import annotations

from collections.abc import Iterable

from . import markdown
from .articles import Article, Passage, absolute
from .book import Book, Chapter


def sheet(book: Book) -> str:
    """The file. Citations lead to their addresses on the site, so that a piece of it can be pasted anywhere."""
    out = [f"# {markdown.words(book.title)}", *(f"<{line}>" if line.startswith("http") else markdown.words(line) for line in book.about)]
    out += ["## Before the laws", *_passages(book.front)] if book.front else []
    for chapter in book.chapters:
        out += [f"## {chapter.title}", *_chapter(chapter)]
    out += ["## After the laws", *_passages(book.back)] if book.back else []
    return "\n\n".join(filter(None, out)) + "\n"


def _chapter(chapter: Chapter) -> Iterable[str]:
    for group in chapter.groups:
        if group.title:
            yield f"### {markdown.words(group.title)}{''.join(f' [{number}]' for number in group.notes)}"
        yield from _passages(group.passages)
        if chapter.kind == "penalty":
            yield _table(group.articles)
            continue
        for article in group.articles:
            yield from _article(article)


def _article(article: Article) -> Iterable[str]:
    yield f"#### [{markdown.words(article.subject.name)}]({article.subject.address})"
    if article.hangs_on:
        yield f"_to [{markdown.words(article.hangs_on_label)}]({absolute(article.hangs_on)})_"
    if article.kind == "case" and article.brief_is_ours:
        yield f"**{markdown.words(article.brief)}**"
    for passage in article.passages:
        plain = article.kind != "case" and passage.name in ("text", "digest")
        label = passage.status.capitalize() if plain else f"{passage.label}{f' ({passage.status})' if passage.status else ''}"
        yield f"_{markdown.words(label)}_"
        yield markdown.blocks(passage.blocks, absolute)


def _passages(passages: Iterable[Passage]) -> Iterable[str]:
    for passage in passages:
        yield f"_{markdown.words(passage.status.capitalize())}_"
        yield markdown.blocks(passage.blocks, absolute)


def _table(rows: Iterable[Article]) -> str:
    lines = ["| Offense | Penalty | Law |", "| --- | --- | --- |"]
    for article in rows:
        title = f"[{markdown.words(article.subject.title or article.subject.label)}]({article.subject.address})"
        cells = (title, _cell(article, "penalty"), _cell(article, "laws"))
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(lines)


def _cell(article: Article, name: str) -> str:
    passage = article.passage(name)
    return markdown.blocks(passage.blocks, absolute) if passage else ""
