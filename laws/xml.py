"""What XML can hold, for all that is written as XML: feeds, books, workbooks."""

from __future__ import annotations

import re

NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str, instead: str = "") -> str:
    """A text without the characters that XML cannot hold, or with another sign `instead` of each: whatever was typed, it can be read."""
    return NOT_XML.sub(instead, text)
