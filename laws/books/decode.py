"""From bytes to text: which encoding a file is in, and whether it is text at all."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS = re.compile(r"[\x01-\x08\x0e-\x19\x1b-\x1f\x7f]")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_CONTROLS = 0.005
_MOST_NULS = 0.02
_MOST_HIGH_BYTES = 0.4
_SAMPLE = 200_000


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file; or "" with a sentence why there is none. `guess` says what was supposed about its encoding."""

    text: str
    encoding: str = ""
    guess: str = ""
    refusal: str = ""


def decode(data: bytes) -> Decoded:
    """The text of a file: UTF-8, UTF-16 or UTF-32 by its mark, UTF-8, UTF-16 without a mark, Windows-1252, Latin-1, in this order."""
    if not data.strip():
        return Decoded("", refusal="The file is empty.")
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _marked(data, encoding)
    if encoding := _unmarked_utf16(data):
        found = _strict(data, encoding)
        if found is not None and not _is_binary(found):
            return Decoded(found, encoding, f"the file has no mark of its encoding and was read as {encoding.upper()}")
    found = _strict(data, "utf-8")
    if found is not None:
        return _text_or_refusal(found, "utf-8", "")
    return _eight_bit(data)


def _marked(data: bytes, encoding: str) -> Decoded:
    found = _strict(data, encoding)
    if found is not None:
        return _text_or_refusal(found, encoding, "")
    if encoding == "utf-8-sig":
        return _eight_bit(data[len(codecs.BOM_UTF8) :])
    return Decoded("", refusal=f"The file says that it is {encoding.upper()} but cannot be read as such; save it as UTF-8.")


def _eight_bit(data: bytes) -> Decoded:
    for encoding in ("cp1252", "latin-1"):
        found = _strict(data, encoding)
        if found is not None:
            break
    else:
        found = ""
    high = sum(byte > 127 for byte in data[:_SAMPLE])
    if high > _MOST_HIGH_BYTES * min(len(data), _SAMPLE):
        return Decoded("", refusal="This is not a text file.")
    byte = next(byte for byte in data if byte > 127)
    line = data[: data.index(byte)].count(b"\n") + 1
    guess = f"the file is not UTF-8 (byte {byte:#04x} in line {line}) and was read as {encoding.replace('cp', 'Windows-')}"
    return _text_or_refusal(found, encoding, guess)


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, UnicodeError):
        return None


def _unmarked_utf16(data: bytes) -> str:
    """Latin letters in UTF-16 have a NUL in every second byte: in the odd places little-endian, in the even ones big-endian."""
    sample = data[:4000]
    if len(sample) < 8 or len(data) % 2:
        return ""
    half = len(sample) // 2
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > 0.7 * half and even < 0.1 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.7 * half and odd < 0.1 * half else ""


def _is_binary(text: str) -> bool:
    sample = text[:_SAMPLE]
    if len(_CONTROLS.findall(sample)) > _MOST_CONTROLS * len(sample) + 2:
        return True
    return sample.count("\0") > _MOST_NULS * len(sample) + 1


def _text_or_refusal(text: str, encoding: str, guess: str) -> Decoded:
    if _is_binary(text):
        return Decoded("", refusal="This is not a text file.")
    if not text.strip("\ufeff\0 \t\r\n\f\v"):
        return Decoded("", refusal="The file is empty.")
    if not _LETTER.search(text):
        return Decoded("", refusal="There are no words in this file.")
    return Decoded(text, encoding, guess)
