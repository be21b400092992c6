"""Passages of an article as HTML, for the pages and mails that a newsletter becomes."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString, mark_safe

from laws.exports import articles, tags
from laws.exports.prose import Block

register = template.Library()


@register.filter
def mailed(blocks: Iterable[Block]) -> SafeString:
    """Blocks as HTML in which every link works from anywhere."""
    return mark_safe(tags.tags(blocks, articles.absolute))
