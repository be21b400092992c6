"""The patterns themselves."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest

from laws.citations import around, lexicon, pinpoint, relative, split, tail  # noqa: F401
from laws.proofreading import untouched  # noqa: F401

POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[?*+]|\{\d*,?\d*\})\+")


def patterns() -> Iterator[tuple[str, str]]:
    for name, module in sorted(sys.modules.items()):
        if name.startswith(("laws.", "casebook.")):
            yield from ((f"{name}.{at}", value.pattern) for at, value in vars(module).items() if isinstance(value, re.Pattern))
    yield "starts", lexicon.lexicon({}).starts.pattern
    yield from (("codes", pattern.pattern) for pattern in around.codes(("The Laws of Whist",))[:2])


def test_no_group_is_possessive() -> None:
    """Before 3.11.5 Python misreads such a group with a choice in it, and may find a place that ends before it begins, for ever."""
    found = dict(patterns())
    assert len(found) > 60
    assert [name for name, pattern in found.items() if isinstance(pattern, str) and POSSESSIVE_GROUP.search(pattern)] == []


@pytest.mark.parametrize(("pattern", "is_one"), [(r"(?:a|b)?+", True), (r"(a){2,3}+", True), (r"(?>(?:a|b)?)", False), (r"\)?+", False), (r"[ab]*+", False)])
def test_a_possessive_group_is_known(pattern: str, is_one: bool) -> None:
    assert bool(POSSESSIVE_GROUP.search(pattern)) == is_one
