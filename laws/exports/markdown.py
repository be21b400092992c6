"""Blocks of prose as Markdown. What was typed reads as it was typed, signs and all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from .prose import Address, Block, Cell, Run

SPECIAL = re.compile(r"([\\`*_\[\]<>~]|&(?=#?\w+;))")
AT_START = re.compile(r"^([^\S\n]*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|=+[^\S\n]*$|-{3,}[^\S\n]*$|(\d{1,9})([.)])(?=\s|$))", re.M)


def blocks(found: Iterable[Block], address: Address) -> str:
    """The blocks as Markdown, parted by empty lines. What was typed reads as it was typed."""
    return "\n\n".join(_block(block, address) for block in found)


def words(text: str) -> str:
    """A line of plain words, with a backslash before what Markdown would take for a sign."""
    return AT_START.sub(_at_start, SPECIAL.sub(r"\\\1", " ".join(text.split())))


def _at_start(found: re.Match[str]) -> str:
    return f"{found[1]}{found[3]}\\{found[4]}" if found[3] else f"{found[1]}\\{found[2]}"


def _block(block: Block, address: Address) -> str:
    if block.kind == "table":
        width = max(len(row) for row in block.rows)
        rows = [[_runs(cell, address).replace("|", "\\|") for cell in row] + [""] * (width - len(row)) for row in block.rows]
        head, body = (rows[0], rows[1:]) if block.has_head else ([""] * width, rows)
        return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * width, *body))
    words = AT_START.sub(_at_start, _runs(block.runs, address))
    if block.kind == "part":
        return f"({block.label}) {words}"
    return f"> {words}" if block.kind == "quote" else words


def _runs(runs: Cell, address: Address) -> str:
    out = []
    for link, inside in groupby(runs, key=lambda run: run.href):
        words = "".join(_run(run) for run in _joined(inside))
        href = address(link).replace("(", "%28").replace(")", "%29") if link else ""
        out.append(_around(words, "[", f"]({href})") if href else words)
    return " ".join("".join(out).split())


def _run(run: Run) -> str:
    if run.mark:
        return f" [{run.mark}]"
    words = SPECIAL.sub(r"\\\1", run.words)
    return _around(words, "_") if run.is_italic else words


def _around(words: str, left: str, right: str = "") -> str:
    """Signs round words, and the space at their ends left outside."""
    bare = words.strip()
    if not bare:
        return words
    at = words.index(bare)
    return f"{words[:at]}{left}{bare}{right or left}{words[at + len(bare) :]}"


def _joined(runs: Iterable[Run]) -> list[Run]:
    """Runs with neighbours of one dress made one."""
    found: list[Run] = []
    for run in runs:
        last = found[-1] if found else None
        if last and not run.mark and not last.mark and last.is_italic == run.is_italic:
            found[-1] = replace(last, words=last.words + run.words)
        else:
            found.append(run)
    return found
