"""A whole code as an EPUB 3 book, a chapter a file."""

from __future__ import annotations

import io
import uuid
from datetime import datetime

from django.conf import settings
from django.utils import timezone
from ebooklib import epub as lib

from .book import Book, Chapter
from .leaves import Leaves, summary
from .page import CSS

STYLE = "style.css"


def epub(book: Book, made: datetime | None = None) -> bytes:
    """The file. `made` is the time that it says it was made, for two equal files; otherwise now."""
    volume = lib.EpubBook()
    volume.set_identifier(f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, book.address)}")
    volume.set_title(f"{book.title}, {book.year}")
    volume.set_language("en")
    if book.issued_by:
        volume.add_author(book.issued_by)
    volume.add_metadata("DC", "publisher", settings.SITE_NAME)
    volume.add_metadata("DC", "source", book.address)
    volume.add_metadata("DC", "description", summary(book))
    style = lib.EpubItem(uid="style", file_name=STYLE, media_type="text/css", content=CSS.encode())
    volume.add_item(style)
    files = _files(book)
    for file in files:
        file.add_item(style)
        volume.add_item(file)
    volume.toc = _contents(book, {file.id: file for file in files})
    volume.add_item(lib.EpubNcx())
    nav = lib.EpubNav(uid="nav", title="Contents")
    nav.add_item(style)
    volume.add_item(nav)
    volume.spine = [files[0], "nav", *files[1:]]
    out = io.BytesIO()
    lib.write_epub(out, volume, {"mtime": made or timezone.now(), "raise_exceptions": True})
    return out.getvalue()


def _files(book: Book) -> list[lib.EpubHtml]:
    files = [_file("title", book.title, Leaves(book, _from("title")).title_page())]
    if book.front:
        files.append(_file("front", "Before the laws", Leaves(book, _from("front")).matter("Before the laws", book.front)))
    files += [_file(chapter.kind, chapter.title, Leaves(book, _from(chapter.kind)).chapter(chapter)) for chapter in book.chapters]
    if book.back:
        files.append(_file("back", "After the laws", Leaves(book, _from("back")).matter("After the laws", book.back)))
    return files


def _file(name: str, title: str, words: str) -> lib.EpubHtml:
    file = lib.EpubHtml(uid=name, title=title, file_name=f"{name}.xhtml", lang="en")
    file.content = f"<html><head><title>{title}</title></head><body>{words}</body></html>"
    return file


def _from(here: str):  # type: ignore[no-untyped-def]
    return lambda chapter, name: f"#{name}" if chapter == here else f"{chapter}.xhtml#{name}"


def _contents(book: Book, files: dict[str, lib.EpubHtml]) -> list[object]:
    found: list[object] = [files["front"]] if "front" in files else []
    for chapter in book.chapters:
        groups = [lib.Link(f"{chapter.kind}.xhtml#h-{g.code.lower()}", g.title, f"h-{g.code}") for g in chapter.groups if g.code]
        section = lib.Section(chapter.title, f"{chapter.kind}.xhtml")
        found.append((section, groups) if groups else _link(chapter))
    return [*found, files["back"]] if "back" in files else found


def _link(chapter: Chapter) -> lib.Link:
    return lib.Link(f"{chapter.kind}.xhtml", chapter.title, f"chapter-{chapter.kind}")
