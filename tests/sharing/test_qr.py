"""QR codes, read back by a decoder that others wrote."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET

import pytest
import zxingcpp
from PIL import Image, ImageDraw

from laws.sharing import qr

ADDRESS = "https://casebook.example/~7K3QD"


def decoded(image: Image.Image) -> list[str]:
    return [found.text for found in zxingcpp.read_barcodes(image)]


def from_png(data: bytes, ground: str = "#fff") -> Image.Image:
    """The picture as it stands on a page of some color."""
    image = Image.open(io.BytesIO(data)).convert("RGB")
    page = Image.new("RGB", (image.width + 200, image.height + 200), ground)
    page.paste(image, (100, 100))
    return page


def from_svg(data: bytes, scale: int = 8) -> Image.Image:
    """The picture drawn from its own elements: a ground, and runs of dark modules from left to right."""
    root = ET.fromstring(data)
    size = int(root.get("viewBox", "").split()[2])
    image = Image.new("L", (size * scale, size * scale), 0)
    pen = ImageDraw.Draw(image)
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        if path.get("fill"):
            pen.rectangle((0, 0, size * scale, size * scale), fill=255)
            continue
        x = y = 0.0
        for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path.get("d", "")):
            values = [float(number) for number in numbers.split()]
            if command == "h":
                pen.rectangle((x * scale, (y - 0.5) * scale, (x + values[0]) * scale - 1, (y + 0.5) * scale - 1), fill=0)
                x += values[0]
            else:
                x, y = (values[0], values[1]) if command == "M" else (x + values[0], y + values[1])
    return image


@pytest.mark.parametrize("ground", ["#fff", "#17140f", "#000"])
def test_the_png_leads_to_the_address_on_light_pages_and_dark(ground: str) -> None:
    assert decoded(from_png(qr.png(ADDRESS), ground)) == [ADDRESS]


def test_the_svg_leads_to_the_same_address() -> None:
    assert decoded(from_svg(qr.svg(ADDRESS))) == [ADDRESS]


def test_the_svg_asks_nothing_of_a_strict_content_policy_and_says_what_it_is() -> None:
    root = ET.fromstring(qr.svg(ADDRESS))
    assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "title", "path"}
    assert not any("style" in element.attrib or "class" in element.attrib for element in root.iter())
    assert root.find("{http://www.w3.org/2000/svg}title").text == f"QR code: {ADDRESS}"  # type: ignore[union-attr]


def test_the_code_keeps_its_quiet_zone() -> None:
    image = Image.open(io.BytesIO(qr.png(ADDRESS))).convert("L")
    edge = qr.QUIET * qr.PNG_SCALE
    assert image.crop((0, 0, image.width, edge)).getextrema() == (255, 255)
    assert image.width >= 400, "sharp at 4 cm in print"


@pytest.mark.parametrize("host", ["http://127.0.0.1:8000", "https://the-casebook.of-a-club-with-a-long-name.example.org"])
def test_any_site_address_fits(host: str) -> None:
    assert decoded(from_png(qr.png(f"{host}/~ZZZZZ"))) == [f"{host}/~ZZZZZ"]
