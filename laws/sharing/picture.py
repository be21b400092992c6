"""The picture that stands beside a link to an entry elsewhere: number, title, holding. Drawn here where Pillow is installed."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .subject import Subject

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError:  # the extra of requirements-images.txt; without it one picture serves all (static/card.png)
    Image = None  # type: ignore[assignment]

WIDTH, HEIGHT = 1200, 630
EDGE = 80
PAPER, INK, MUTED, ACCENT = "#fbf8f2", "#1e1a15", "#5f574b", "#9c1f1c"
FACES = {"serif": ("DejaVuSerif.ttf", "Georgia.ttf"), "sans": ("DejaVuSans.ttf", "Arial.ttf")}


@dataclass(frozen=True, slots=True)
class Card:
    """The words of one picture."""

    kind: str  # small, above the number
    number: str
    title: str
    gist: str
    foot: str


def can_draw() -> bool:
    """Whether pictures can be drawn on this machine."""
    return Image is not None


def card(cited: Subject, site: str) -> Card:
    """The picture of an entry; `site` is its name or address, as the last line says it."""
    kind, _, number = cited.label.partition(" ")
    if not number or cited.label.startswith("“"):
        kind, number = cited.label, ""
    return Card(kind, number, cited.title, cited.gist, f"{cited.code}, {cited.year} · {site}")


def version(words: Card) -> str:
    """A short name of the picture that changes when its words do."""
    return hashlib.sha256(repr(words).encode()).hexdigest()[:12]


@lru_cache(maxsize=64)
def png(words: Card) -> bytes:
    """The picture, 1200 by 630. What does not fit is cut at a word; a character that no font has is drawn as a box."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 18, HEIGHT), fill=ACCENT)
    y = EDGE
    draw.text((EDGE, y), words.kind.upper()[:60], font=_font("sans", 30), fill=MUTED)
    y += 46
    if words.number:
        draw.text((EDGE, y), words.number[:16], font=_font("serif", 96), fill=ACCENT)
        y += 128
    y = _lines(draw, words.title, y, _font("serif", 50), INK, 2)
    _lines(draw, words.gist, y + 14, _font("serif", 34), INK, max(1, (HEIGHT - EDGE - 10 - y - 14) // 46))
    draw.text((EDGE, HEIGHT - EDGE + 10), _cut(draw, words.foot, _font("sans", 24)), font=_font("sans", 24), fill=MUTED)
    out = io.BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _lines(draw: Any, text: str, y: int, font: Any, fill: str, most: int) -> int:
    """Write words in at most so many lines. Returns where the next may stand."""
    lines: list[str] = []
    rest = text.split()[:200]
    while rest and len(lines) < most:
        count = 1
        while count < len(rest) and draw.textlength(" ".join(rest[: count + 1]), font=font) <= WIDTH - 2 * EDGE:
            count += 1
        lines.append(_cut(draw, " ".join(rest[:count]), font))
        rest = rest[count:]
    if rest and lines:
        lines[-1] = _cut(draw, f"{lines[-1]} …", font)
    for line in lines:
        draw.text((EDGE, y), line, font=font, fill=fill)
        y += int(font.size * 1.35)
    return y


def _cut(draw: Any, line: str, font: Any) -> str:
    """A line that fits, its end given up for an ellipsis where it must be."""
    if draw.textlength(line, font=font) <= WIDTH - 2 * EDGE:
        return line
    line = line[:300]
    while line and draw.textlength(f"{line}…", font=font) > WIDTH - 2 * EDGE:
        line = line[:-1]
    return f"{line.rstrip(' …')} …" if " " in line else f"{line}…"


@lru_cache(maxsize=16)
def _font(face: str, size: int) -> Any:
    for name in FACES[face]:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)
