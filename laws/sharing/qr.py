"""QR codes of short addresses, black on white with their quiet zone, so that a phone reads them on dark pages too."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

import segno

QUIET = 4  # modules of white around the code; readers need them
PNG_SCALE = 12  # pixels a module: some 450 a side, sharp at 4 cm in print


@lru_cache(maxsize=256)
def svg(address: str) -> bytes:
    """A picture of lines, without styles or scripts, that says what it is to those who hear pages."""
    return _saved(address, kind="svg", xmldecl=False, svgclass=None, lineclass=None, title=f"QR code: {address}", omitsize=True, nl=False)


@lru_cache(maxsize=64)
def png(address: str) -> bytes:
    """A picture of dots, for word processors."""
    return _saved(address, kind="png", scale=PNG_SCALE)


def _saved(address: str, **how: Any) -> bytes:
    out = io.BytesIO()
    segno.make(address, micro=False, error="m").save(out, border=QUIET, dark="#000", light="#fff", **how)
    return out.getvalue()
