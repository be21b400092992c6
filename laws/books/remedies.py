"""Remedies as an editor types them, and as they are kept.

"A | B" is either, "A & B" is both, "(A & B) | C" groups once. Kept as {"any": [...]} or {"all": [...]}, where an item is a string or one
such group: {"any": [{"all": ["A", "B"]}, "C"]}.
"""

from __future__ import annotations

import re
from typing import Any

Remedies = dict[str, list[Any]]
NAMES = {"|": "any", "&": "all"}
SIGNS = {"any": " | ", "all": " & "}


def parse(typed: str) -> Remedies:
    """What was typed, taken apart. "" gives {}.

    Raises ValueError with a sentence where brackets do not close or "|" and "&" stand side by side without brackets.
    """
    if not typed.strip():
        return {}
    name, items = _level(typed, depth=0)
    return {name: items}


def _level(typed: str, depth: int) -> tuple[str, list[Any]]:
    pieces, signs = _cut(typed)
    if len(set(signs)) > 1:
        raise ValueError(f"“{typed.strip()}” mixes | and &: put brackets round what belongs together")
    items: list[Any] = []
    for piece in pieces:
        inner = piece.strip()
        if not inner:
            raise ValueError(f"“{typed.strip()}” has an empty remedy")
        if inner.startswith("(") and inner.endswith(")") and re.search(r"[|&]", inner):
            if depth:
                raise ValueError("remedies can be grouped once, not twice")
            name, group = _level(inner[1:-1], depth + 1)
            items.append({name: group})
        else:
            items.append(inner)
    return NAMES[signs[0]] if signs else "any", items


def _cut(typed: str) -> tuple[list[str], list[str]]:
    """The pieces between the signs that stand outside brackets, and those signs."""
    pieces, signs, open_at, start = [], [], 0, 0
    for at, ch in enumerate(typed):
        open_at += (ch == "(") - (ch == ")")
        if open_at < 0:
            break
        if ch in NAMES and not open_at:
            pieces.append(typed[start:at])
            signs.append(ch)
            start = at + 1
    if open_at:
        raise ValueError(f"“{typed.strip()}” has a bracket that does not close")
    return [*pieces, typed[start:]], signs


def write(remedies: Remedies) -> str:
    """Remedies as they are typed; the inverse of `parse`."""
    for name, items in remedies.items():
        return SIGNS[name].join(item if isinstance(item, str) else f"({write(item)})" for item in items)
    return ""
