"""Every form in which an entry can be taken elsewhere, in the order in which the share page offers them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from django.conf import settings

from . import markup, references
from .subject import Subject

WIDTH, HEIGHT = 600, 360  # of the frame, in pixels, where nobody asks for less
TYPES = {
    "ris": "application/x-research-info-systems; charset=utf-8",
    "bib": "application/x-bibtex; charset=utf-8",
    "json": "application/vnd.citationstyles.csl+json",
}
WRITERS: dict[str, Callable[[Subject], str]] = {"ris": references.ris, "bib": references.bibtex, "json": references.csl_json}


@dataclass(frozen=True, slots=True)
class Form:
    """One text to take along. `ending` is that of its file, or ""."""

    name: str
    label: str
    hint: str
    text: str
    ending: str = ""

    @property
    def lines(self) -> int:
        """How many lines a field should show of it."""
        return min(max(self.text.count("\n") + 1, 1 + len(self.text) // 64), 14)


def forms(cited: Subject) -> list[Form]:
    """All texts of one entry or part."""
    return [
        Form("print", "For print", "The citation with the address that can be typed off paper.", markup.for_print(cited)),
        Form("short", "In few words", "For tight places.", markup.short(cited)),
        Form("html", "HTML", "For a web page; copied as a link, it can be pasted into an e-mail.", markup.html(cited)),
        Form("markdown", "Markdown", "For chats, wikis and forums that take it.", markup.markdown(cited)),
        Form("bbcode", "BBCode", "For older forums.", markup.bbcode(cited)),
        Form("frame", "A card in your page", "One line of HTML, without scripts. It shows the words as they stand here.", frame(cited)),
        Form("ris", "RIS", "For Zotero, EndNote and the like.", references.ris(cited), "ris"),
        Form("bibtex", "BibTeX", "For LaTeX.", references.bibtex(cited), "bib"),
        Form("csl", "CSL-JSON", "For citation programs.", references.csl_json(cited), "json"),
    ]


def frame(cited: Subject, width: int = WIDTH, height: int = HEIGHT) -> str:
    """The frame that shows an entry in somebody's page."""
    address = f"{settings.SITE_URL}/embed/{cited.short_address.rpartition('~')[2]}/"
    return (
        f'<iframe src="{escape(address)}" title="{escape(cited.name)}" width="{width}" height="{height}"'
        f' loading="lazy" style="border:0;max-width:100%"></iframe>'
    )
