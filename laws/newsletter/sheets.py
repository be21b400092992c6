"""An issue as plain text and as Markdown."""

from __future__ import annotations

from laws.exports import articles, columns, markdown
from laws.exports.articles import Article, Passage

from .compose import Issue, Item

WIDTH = 72  # columns; what is quoted in a reply still keeps within 80


def text(issue: Issue) -> str:
    """Plain text of at most 72 columns. Links stand whole on lines of their own."""
    out = [*columns.wrapped(issue.title, WIDTH), "=" * min(WIDTH, columns.width_of(issue.title)), ""]
    for item in issue.items:
        out += [*_text_item(item), "", "-" * WIDTH, ""]
    if issue.codes_of:
        out += columns.wrapped(f"From {'; '.join(issue.codes_of)}.", WIDTH)
    return "\n".join(out).rstrip() + "\n"


def _text_item(item: Item) -> list[str]:
    article = item.article
    out = columns.wrapped(item.pick.say, WIDTH)
    out += [""] if out else []
    out += columns.wrapped(article.subject.name, WIDTH)
    out += ["", *columns.wrapped(article.brief, WIDTH)] if item.has_brief else []
    for passage in _passages(item):
        out += ["", *columns.wrapped(_headed(passage).upper(), WIDTH), "", *columns.lines(passage.blocks, WIDTH)]
    for note in article.notes if item.is_full else ():
        for passage in note.passages:
            said = f" ({passage.status})" if passage.status else ""
            out += ["", f"Footnote {note.number}{said}", "", *columns.lines(passage.blocks, WIDTH)]
    return [*out, "", *columns.wrapped(article.citation, WIDTH), article.subject.short_address]


def text_md(issue: Issue) -> str:
    """Markdown with a heading for each entry, links in place."""
    out = [f"# {markdown.words(issue.title)}"]
    for item in issue.items:
        out += _markdown_item(item.article, item)
    if issue.codes_of:
        out.append(markdown.words(f"From {'; '.join(issue.codes_of)}."))
    return "\n\n".join(out) + "\n"


def _markdown_item(article: Article, item: Item) -> list[str]:
    out = [f"_{markdown.words(item.pick.say)}_"] if item.pick.say else []
    out.append(f"## [{markdown.words(article.subject.name)}]({article.subject.address})")
    if item.has_brief:
        out.append(f"**{markdown.words(article.brief)}**")
    for passage in _passages(item):
        out += [f"### {markdown.words(_headed(passage))}", markdown.blocks(passage.blocks, articles.absolute)]
    for note in article.notes if item.is_full else ():
        out += [f"[{note.number}] {markdown.blocks(passage.blocks, articles.absolute)}" for passage in note.passages]
    return [*out, f"{markdown.words(article.citation)}, <{article.subject.short_address}>"]


def _passages(item: Item) -> tuple[Passage, ...]:
    return item.article.passages if item.is_full else ()


def _headed(passage: Passage) -> str:
    return f"{passage.label} ({passage.status})" if passage.status else passage.label
