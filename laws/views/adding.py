"""What somebody typed to add an entry to a newsletter: an address, a permanent id, "law 84 b", or words to choose by."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.conf import settings

from laws.newsletter.selection import line
from laws.search.answer import answer
from laws.search.hits import Hit

from . import named

LONGEST = 300  # characters
CHOICES = 8
BARE = re.compile(r"^[\w.-]+\.\w{2,}(?::\d+)?/|^localhost(?::\d+)?/", re.I)


@dataclass(frozen=True, slots=True)
class Found:
    """The permanent id of the one thing that was meant, or what it may have been, or a sentence."""

    code: str = ""
    choices: tuple[Hit, ...] = ()
    said: str = ""


def find(typed: str) -> Found:
    """What was meant. What is not published is not found, as on any page."""
    typed = line(typed, LONGEST)
    if not typed:
        return Found()
    if there := _named(typed):
        entry, part = there
        return Found((part or entry).permanent_id)
    if _is_address(typed):
        return Found(said=f"Nothing is published at {typed}.")
    answered = answer(typed)
    if answered.jump and (there := named.by_url(settings.SITE_URL + answered.jump)):
        entry, part = there
        return Found((part or entry).permanent_id)
    choices = (answered.chooser or answered.hits)[:CHOICES]
    return Found(choices=tuple(choices), said=f"Which one is “{typed}”?" if choices else f"Nothing was found for “{typed}”.")


def _named(typed: str) -> named.Named | None:
    """What an address or a permanent id names: whole, without its scheme, from its first slash on, or the id alone."""
    if typed.startswith(("/", "~")):
        return named.by_url(f"{settings.SITE_URL}/{typed.lstrip('/')}")
    if BARE.match(typed):
        scheme = settings.SITE_URL.partition(":")[0]
        return named.by_url(f"{scheme}://{typed}")
    return named.by_url(typed) if "://" in typed else named.by_code(typed)


def _is_address(typed: str) -> bool:
    return "://" in typed or typed.startswith(("/", "~")) or bool(BARE.match(typed))
