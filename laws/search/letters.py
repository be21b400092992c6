"""Letters and words as they are typed and printed, made comparable: quotation marks, dashes, accents, look-alikes. Pure."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 1000  # characters of a query; more is cut, and said

WORD = re.compile(r"[^\W_]+")
QUOTES = str.maketrans("“”„‟«»″〝〞〟❝❞’‘‛′`´‚‹›", '"' * 12 + "'" * 9)
DASHES = str.maketrans("‐‑‒–—―−⁃﹘﹣", "-" * 10)
WIDE = {sign: sign - 0xFEE0 for sign in range(0xFF01, 0xFF5F)} | {0x3000: ord(" ")}  # as keyboards of East Asia write ours
# Letters of other alphabets that look like ours, as they slip in when text is copied.
LOOK_ALIKE = str.maketrans("асеоруіјѕһԁԛԝαοινκρτυ", "aceopyijshdqwaoivkptu")


def tidy(typed: str, notes: list[str] | None = None) -> str:
    """What was typed without control characters and doubled spaces, and not too long."""
    said = [] if notes is None else notes
    visible = "".join(ch for ch in typed[: 4 * LONGEST] if ch.isprintable() or ch.isspace())
    if any(not (ch.isprintable() or ch.isspace()) for ch in typed[: 4 * LONGEST]):
        said.append("Characters that cannot be seen were removed.")
    shown = " ".join(visible.split())
    if len(shown) > LONGEST or len(typed) > 4 * LONGEST:
        said.append("That is too long to search for at once: only the first 1,000 characters were read.")
        shown = shown[:LONGEST]
    return shown


def plain_signs(text: str) -> str:
    """The text with plain quotation marks and hyphens, and with letters and signs of our own width."""
    return text if text.isascii() else text.translate(WIDE).translate(QUOTES).translate(DASHES)


def fold(text: str) -> str:
    """Small letters without accents, look-alikes made plain: "Éclat" is "eclat"."""
    if text.isascii():
        return text.lower().replace("`", "'")
    apart = unicodedata.normalize("NFKD", plain_signs(text))
    low = "".join(ch for ch in apart if not unicodedata.combining(ch)).lower()
    return "".join(word.translate(LOOK_ALIKE) if is_mixed(word) else word for word in re.split(r"(\W+)", low))


def words_in(text: str) -> list[str]:
    """The words of a text, folded; the s of a possessive is left out."""
    return WORD.findall(re.sub(r"'s\b", " ", fold(text)))


def is_mixed(word: str) -> bool:
    """Whether a word has letters of ours beside letters of others that look like ours."""
    low = word.lower()
    return low != low.translate(LOOK_ALIKE) and bool(re.search(r"[a-z]", low))
