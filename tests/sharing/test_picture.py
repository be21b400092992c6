"""The picture beside a link elsewhere: always 1200 by 630, whatever a title holds."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from laws.sharing import picture
from laws.sharing.picture import Card
from tests.sharing.test_markup import ODD, made

FALLBACK = Path(__file__).resolve().parents[2] / "static" / "card.png"


def drawn(**values: object) -> Image.Image:
    return Image.open(io.BytesIO(picture.png(picture.card(made(**values), "Casebook"))))


@pytest.mark.parametrize("odd", [*ODD, "", "x" * 5000, "word " * 2000, "\u202e\ufdfd", "e" + "\u0301" * 300])
def test_a_picture_is_drawn_of_whatever_is_typed(odd: str) -> None:
    image = drawn(title=odd, gist=odd, code=odd, label=odd)
    assert (image.size, image.format) == ((1200, 630), "PNG")


def test_a_picture_is_small_and_says_something_else_for_another_entry() -> None:
    first, second = picture.card(made(), "Casebook"), picture.card(made(label="Law 84 b"), "Casebook")
    assert picture.png(first) != picture.png(second) and picture.version(first) != picture.version(second)
    assert len(picture.png(first)) < 100_000


@pytest.mark.parametrize(
    ("label", "kind", "number"), [("Law 84 b", "Law", "84 b"), ("Case XI", "Case", "XI"), ("“The Revoke”", "“The Revoke”", ""), ("", "", "")]
)
def test_the_number_stands_alone(label: str, kind: str, number: str) -> None:
    card = picture.card(made(label=label), "Casebook")
    assert (card.kind, card.number) == (kind, number)


def test_words_stay_inside_the_picture() -> None:
    image = Image.open(io.BytesIO(picture.png(Card("Law", "84", "word " * 100, "word " * 500, "foot " * 100)))).convert("RGB")
    edges = [image.crop((1150, 0, 1200, 630)), image.crop((30, 600, 1200, 630))]
    paper = {(251, 248, 242)}
    assert all({color for _, color in edge.getcolors(100_000)} == paper for edge in edges)


def test_without_a_font_of_the_machine_pillows_own_is_taken(monkeypatch) -> None:
    picture._font.cache_clear()
    monkeypatch.setitem(picture.FACES, "serif", ("no-such-font.ttf",))
    monkeypatch.setitem(picture.FACES, "sans", ("no-such-font.ttf",))
    assert Image.open(io.BytesIO(picture.png(Card("Law", "85", "A title", "Words", "foot")))).size == (1200, 630)
    picture._font.cache_clear()


def test_the_picture_that_serves_all_has_the_same_size() -> None:
    assert Image.open(FALLBACK).size == (picture.WIDTH, picture.HEIGHT)
    assert FALLBACK.stat().st_size < 60_000
