"""What stands first in the addresses of the site itself can be no code's: a page would hide it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core.exceptions import ValidationError
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from laws.books import folder
from laws.books.load import load
from laws.books.records import Unreadable
from laws.models import Edition
from laws.models.edition import RESERVED_SLUGS
from tests.books.test_folder import EDITION, OFFENSES, make_folder
from tests.builders import make_edition

LITERAL = re.compile(r"[a-z0-9.-]+")


def first_words(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """The words that addresses of the site begin with, of all that say theirs outright."""
    for one in patterns:
        route = str(one.pattern)
        if isinstance(one, URLResolver) and not route:
            yield from first_words(one.url_patterns)
            continue
        first = (route if isinstance(one.pattern, RoutePattern) else route.removeprefix("^").replace("\\.", ".")).partition("/")[0]
        if LITERAL.fullmatch(first):
            yield first


def test_every_first_word_of_an_address_of_the_site_is_reserved() -> None:
    words = set(first_words(get_resolver().url_patterns))
    assert {"search", "metrics", "healthz", ".well-known", "newsletter", "robots.txt"} <= words, "the walk finds them"
    assert words <= RESERVED_SLUGS


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["metrics", "readyz", "newsletter"])
def test_no_code_is_made_under_such_a_word(tmp_path, slug: str) -> None:  # type: ignore[no-untyped-def]
    edition = make_edition("club-1999")
    edition.slug = slug
    with pytest.raises(ValidationError, match="belongs to the site itself"):
        edition.full_clean()
    files = {"edition": EDITION.replace('slug = "club-1999"', f'slug = "{slug}"') + OFFENSES, "laws": "## 1. A law\n\n### Text\nWords.\n"}
    with pytest.raises(Unreadable, match="belongs to the site itself"):
        load(folder.read(make_folder(tmp_path, **files)))
    assert not Edition.objects.filter(slug=slug).exists()
