"""Throws broken books at the reader until the time is up: `python -m tests.fuzz.reader --minutes 10 [--seed 1]`.

Made-up books are cut, doubled, shuffled and sprinkled with pieces of markup; each must be answered without an exception, in time that
goes with its length, with a proof that adds up. The first book that fails is written to the file named at the end.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
import traceback
from pathlib import Path

from laws.books.reader import read_book
from tests.fuzz.made_up import Maker

SPICES = (
    "\n", "\n\n", "\r", "\r\n", "\t", "    ", "\0", "\f", "\ufeff", "\u00ad", "[", "]", "[1]", "[^2] ", "{", "}", "|", "_", "=", "_=3. A=_ ", "*", "†", "1. ", "2. ", "97. ",
    "50a. ", "7S. ", "46 A", "1st. ", "2d.", "IV. ", "(a) ", "_b_ ", "CASE 3\n\n", "DECISION\n\n", "_Note._ ", "FOOTNOTES\n\n", "OFFENSE   PENALTY   LAW\n", "OFFENSE\tPENALTY\tLAW\n",
    "OFFENSE,PENALTY,LAW\n", "84 _a_", "<p>", "</p>", "<table>", "<tr><td rowspan=3>", "</table>", "<ol type=i><li>", "<!--", "-->", "<script>", "<style>", "</b>", "<i>", "<sup>",
    "&#0;", "&amp", "&#xD800;", '<a href="', "<span class=pagenum>", "*** START OF THE PROJECT GUTENBERG", "*** END OF THE PROJECT GUTENBERG", "[Illustration: ", "5 to 150. As", "é", "\U0001f0a1",
)  # fmt: skip
SLOWEST = 1.0  # seconds, and two more for every hundred thousand characters


def spoilt(chance: random.Random) -> bytes:
    """One broken book."""
    text = Maker(chance).book()
    for _ in range(chance.randint(0, 30)):
        at, size = chance.randrange(len(text) + 1), chance.randint(0, 200)
        action = chance.randrange(5)
        if action == 0:
            text = text[:at] + text[at + size :]
        elif action == 1:
            text = text[:at] + text[at : at + size] * chance.randint(2, 5) + text[at + size :]
        elif action == 2:
            text = text[:at] + chance.choice(SPICES) * chance.choice((1, 1, 1, 3, 500)) + text[at:]
        elif action == 3:
            lines = text.split("\n")
            chance.shuffle(lines[: chance.randint(0, 20)])
            text = "\n".join(lines)
        else:
            text = text[at:] + text[:at]
    data = text.encode(chance.choice(("utf-8", "utf-8", "utf-8", "utf-16", "utf-8-sig")), "replace")
    if not chance.randrange(6):
        raw = bytearray(data)
        for _ in range(chance.randint(1, 20)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        data = bytes(raw)
    return data


def fault(data: bytes) -> str:
    """What is wrong with the answer to a book; "" where nothing is."""
    started = time.process_time()
    try:
        reading = read_book(data, name="fuzz", slug="fuzz")
        json.dumps(reading.proof.to_dict())
    except Exception:
        return traceback.format_exc()
    spent = time.process_time() - started
    if spent > SLOWEST + 2 * len(data) / 100_000:
        return f"{spent:.1f} seconds for {len(data)} bytes"
    if not reading.proof.accounts.adds_up:
        return f"the proof does not add up: {reading.proof.accounts}"
    if (reading.record is None) != bool(reading.proof.refusal):
        return "neither a record nor a refusal, or both"
    return "a NUL is stored" if "\\x00" in repr(reading.record) else ""


def main() -> int:
    """Run until the time is up or a book fails."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=1)
    asked.add_argument("--seed", type=int, default=int(time.time()))
    given = asked.parse_args()
    ends, seed = time.monotonic() + 60 * given.minutes, given.seed
    while time.monotonic() < ends:
        data = spoilt(random.Random(seed))
        if said := fault(data):
            path = Path(tempfile.gettempdir(), f"book-{seed}.txt")
            path.write_bytes(data)
            print(f"seed {seed}: {said}\nthe book is in {path}")
            return 1
        seed += 1
    print(f"{seed - given.seed} books, no fault (seeds {given.seed} to {seed - 1})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
