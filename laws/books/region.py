"""Where in a book the laws are: they may be one chapter of four hundred pages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import labels
from .blocks import Block

_LAWFUL = re.compile(r"\b(?:laws?|rules?|code|cases|decisions|etiquette|footnotes?|penalt(?:y|ies))\b", re.I)
_FRONT_ALLOWED = 30  # blocks before the first law that are read as its introduction
_BACK_ALLOWED = 30
_FEWEST = 3
_OPEN = 4
_NEAR = 60  # blocks between two lists of one code
_FARTHEST_JUMP = 60
_SORTS = {"bold": "arabic", "worded": "arabic"}


@dataclass(slots=True)
class _Chain:
    first: int
    last: int
    value: int
    count: int
    size: int


def find(blocks: list[Block], headings: list[bool]) -> tuple[int, int]:
    """The first block to read and the one after the last. A short text is read whole."""
    chains = _chains(blocks)
    main = max(chains, key=lambda chain: (chain.count, chain.size), default=None)
    if main is None or main.count < _FEWEST:
        return 0, len(blocks)
    start = _start(blocks, headings, main.first)
    allowed = _BACK_ALLOWED if start == 0 else 0
    return start, _end(blocks, headings, allowed, [chain for chain in chains if chain.last >= main.last and chain.count >= 2])


def _chains(blocks: list[Block]) -> list[_Chain]:
    """Runs of labels that count up by one, or nearly."""
    found: list[_Chain] = []
    open_chains: dict[str, list[_Chain]] = {}
    for at, block in enumerate(blocks):
        text = block.text
        label = labels.any_label(text)
        if label is None or block.kind == "table":
            continue
        size = min(len(text), 400) if len(text) > 40 or label.style in {"case", "worded"} else 0
        style = _SORTS.get(label.style, label.style)
        ours = open_chains.setdefault(style, [])
        # a list inside a law ("1.", "2.") breaks its chain for a while only
        chain = next((one for one in reversed(ours[-_OPEN:]) if _continues(one, label.value, at)), None)
        if chain is not None:
            chain.last, chain.value, chain.count, chain.size = at, label.value, chain.count + 1, chain.size + size
        else:
            ours.append(_Chain(at, at, label.value, 1, size))
            found.append(ours[-1])
    return [chain for chain in found if chain.size or chain.count < 2]


def _continues(chain: _Chain, value: int, at: int) -> bool:
    """Whether a label goes on with a chain: the next number, or a later one close by (a scan may have lost some between)."""
    jump = value - chain.value
    return 0 < jump <= 3 or (0 < jump <= _FARTHEST_JUMP and chain.count > 2 and at - chain.last <= _NEAR)


def _start(blocks: list[Block], headings: list[bool], first: int) -> int:
    """The chapter's heading: the furthest one just before the first law that speaks of laws, or the nearest one."""
    if first <= _FRONT_ALLOWED:
        return 0
    near = [at for at in range(max(0, first - 14), first) if headings[at]]
    lawful = [at for at in near if _LAWFUL.search(blocks[at].text)]
    return (lawful or near or [first])[0]


def _lawful(blocks: list[Block], headings: list[bool], after: int) -> list[tuple[int, int]]:
    return [(at, at) for at in range(after + 1, len(blocks)) if headings[at] and _LAWFUL.search(blocks[at].text[:80])]


def _end(blocks: list[Block], headings: list[bool], allowed: int, chains: list[_Chain]) -> int:
    """After the last list: up to the next heading; what little is left of a text that is all laws is read as well."""
    last = min(chain.last for chain in chains)
    for at, marks in sorted([(chain.first, chain.last) for chain in chains] + _lawful(blocks, headings, last)):
        if at - last <= _NEAR:
            last = max(last, marks)
    if len(blocks) - last <= allowed:
        return len(blocks)
    return next((at for at in range(last + 1, len(blocks)) if headings[at] and not labels.FOOTNOTES.match(blocks[at].text)), len(blocks))
