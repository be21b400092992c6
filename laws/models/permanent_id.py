"""Permanent ids: five characters that name an entry or a part for good, easy to read out and to type off paper.

They are Crockford's base 32 without its vowels, so that no id spells a word and none has look-alikes; on reading, any letter case
is taken, O counts as 0, I and L as 1.
"""

import re
import secrets

from django.core.exceptions import ValidationError

ALPHABET = "0123456789BCDFGHJKMNPQRSTVWXYZ"
LENGTH = 5
READ_AS = str.maketrans("OIL", "011")
SHAPE = re.compile(rf"[0-9A-HJKMNP-TV-Z]{{{LENGTH}}}")  # ids made elsewhere may use all of Crockford's letters


def new() -> str:
    """A random id. The caller makes sure that it is free."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read(typed: str) -> str:
    """An id as somebody typed it, made canonical; "" where it can be none."""
    text = typed.strip().upper().replace("-", "").translate(READ_AS)
    return text if SHAPE.fullmatch(text) else ""


def validate(value: str) -> None:
    """Raise ValidationError unless `value` is a canonical id."""
    if not SHAPE.fullmatch(value):
        raise ValidationError(
            f"“{value}” is no permanent id: it has {LENGTH} characters, digits and capital letters without I, L, O and U."
        )
