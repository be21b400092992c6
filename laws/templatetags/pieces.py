"""Words with those that were searched for marked."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from laws import diff

register = template.Library()


@register.filter
def marked(pieces: Iterable[tuple[str, bool]]) -> SafeString:
    """HTML of pieces of words, each escaped, those that were found in <mark>."""
    return mark_safe("".join(f"<mark>{escape(words)}</mark>" if lit else escape(words) for words, lit in pieces))


TAGS = {diff.ADDED: "<ins>{}</ins>", diff.REMOVED: "<del>{}</del>", diff.SAME: "{}"}


@register.filter
def diffed(pieces: Iterable[diff.Piece]) -> SafeString:
    """HTML of the pieces of a word diff, each escaped: what came in <ins>, what went in <del>."""
    return mark_safe("".join(format_html(TAGS[piece.kind], piece.text) for piece in pieces))
