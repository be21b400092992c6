"""Blocks of prose as plain HTML: every tag closed, so that it is well formed as XML too, and no look but what a style sheet gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from .prose import Address, Block, Cell, Run


def tags(blocks: Iterable[Block], address: Address, anchor: Address | None = None, mark: Address | None = None) -> str:
    """The blocks as HTML whose every tag is closed. `anchor` and `mark` give a part its id and a note mark its address, "" for none."""
    written = _Html(address, anchor or (lambda name: ""), mark or (lambda number: ""))
    return "".join(written.block(block) for block in blocks)


@dataclass(frozen=True, slots=True)
class _Html:
    address: Address
    anchor: Address
    mark: Address

    def block(self, block: Block) -> str:
        if block.kind == "table":
            rows = "".join(f"<tr>{self._cells(row, block.has_head and at == 0)}</tr>" for at, row in enumerate(block.rows))
            return f'<table class="data">{rows}</table>'
        words = self.runs(block.runs)
        if block.kind == "quote":
            return f"<blockquote><p>{words}</p></blockquote>"
        if block.kind == "part":
            name = self.anchor(block.anchor) if block.anchor else ""
            home = f' id="{escape(name)}"' if name else ""
            return f'<p class="part"{home}><b class="label">({escape(block.label)})</b> {words}</p>'
        return f"<p>{words}</p>"

    def _cells(self, row: Sequence[Cell], is_head: bool) -> str:
        tag = "th" if is_head else "td"
        return "".join(f"<{tag}>{self.runs(cell)}</{tag}>" for cell in row)

    def runs(self, runs: Cell) -> str:
        out = []
        for link, inside in groupby(runs, key=lambda run: run.href):
            words = "".join(self._run(run) for run in inside)
            href = self.address(link) if link else ""
            out.append(f'<a href="{escape(href)}">{words}</a>' if href else words)
        return "".join(out)

    def _run(self, run: Run) -> str:
        if not run.mark:
            return f"<em>{escape(run.words)}</em>" if run.is_italic else escape(run.words)
        href = self.mark(run.mark)
        inner = f'<a href="{escape(href)}">{escape(run.mark)}</a>' if href else escape(run.mark)
        return f'<sup class="mark">{inner}</sup>'
