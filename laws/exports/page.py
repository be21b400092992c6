"""A whole code as one HTML file that needs nothing beside it: contents, anchors, its own style."""

from __future__ import annotations

from html import escape
from pathlib import Path

from .book import Book, Group
from .leaves import Leaves, summary

CSS = (Path(__file__).parent / "book.css").read_text(encoding="utf-8")
SCREEN = """
@media screen { body { background: #fbf8f2; color: #1e1a15; } a { color: #9c1f1c; } }
@media screen and (prefers-color-scheme: dark) { body { background: #17140f; color: #ece5d7; } a { color: #ff9a86; } }
"""


def page(book: Book) -> str:
    """The file. Every citation of the code leads to its place in the file, one of another code to its address on the site."""
    leaves = Leaves(book, lambda chapter, name: f"#{name}")
    pieces = [leaves.title_page(), _contents(book)]
    pieces += [leaves.matter("Before the laws", book.front)] if book.front else []
    pieces += [leaves.chapter(chapter) for chapter in book.chapters]
    pieces += [leaves.matter("After the laws", book.back)] if book.back else []
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f'<title>{escape(book.title)}, {book.year}</title><meta name="description" content="{escape(summary(book))}"/>'
        f"<style>{CSS}{SCREEN}</style></head><body>\n" + "\n".join(pieces) + "\n</body></html>\n"
    )


def _contents(book: Book) -> str:
    items = []
    for chapter in book.chapters:
        groups = "".join(_entry(group) for group in chapter.groups if group.code)
        items.append(f'<li><a href="#{chapter.kind}s">{escape(chapter.title)}</a>{f"<ol>{groups}</ol>" if groups else ""}</li>')
    return f"<nav><h2>Contents</h2><ol>{''.join(items)}</ol></nav>"


def _entry(group: Group) -> str:
    return f'<li><a href="#h-{group.code.lower()}">{escape(group.title)}</a></li>'
