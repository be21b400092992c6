"""Throws random strings at the search: `python -m tests.fuzz.search --queries 100000 [--pages 1000] [--seed 1]`.

Each must get an answer: no exception, a sentence where nothing is found, a counter that is the length of the list, facets that count what they
lead to. Some go through the page and the suggestions too. It runs on the database of DATABASE_URL, which is migrated and loaded where it is
empty, and on a SQLite file of its own where none is named. The first string that fails is printed as Python writes it.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

import django
from django.core.management import call_command
from django.test import Client

if __name__ == "__main__":  # in the suite pytest has done this
    FOLDER = tempfile.TemporaryDirectory(prefix="casebook-fuzz-")
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(FOLDER.name) / 'casebook.sqlite3'}")
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()

from laws.search.answer import answer, suggest

WORDS = (
    "revoke renege dummy declarer adversary defender honor honour lead card trump trick deal dealer bid law case penalty score rubber exposed turn "
    "hand partner claim pack deck cut shuffle no-trump double redouble etiquette a the of may not must 84 b 72 12 1912 first second"
).split()  # fmt: skip
CITATIONS = (
    "law 84", "84b", "s 60(c)", "case XI", "laws 76-79", "vide also law 70", "section 9 of etiquette", "~ABCDE", "law 99999", "rule 0", "xi", "law 84 whist",
    "/auction-1912/law/84/#b", "Law 44, paragraph iv", "note 24", "law 1-9999999", "84 84 84", "laws 1, 2, 3, 4 and 5",
)  # fmt: skip
SIGNS = (
    '"', '""', '"a', "'", "''", "\\", "\\'", "*", "a*", "-", "--", "-a", "(", ")", "((", ":", "::", "=", "^", "^2", "!", "&", "|", "<->", "%", "%s", "%%", "_", "#", "~", "@", "+", ";",
    "AND", "OR", "NOT", "NEAR(", "NEAR/2", "a OR", "OR b", "kind:", "kind:case", "kind:x", "law:84b", "-law:84b", "law:", "code:auction-1912", "code:*", "offense:revoke", "year:1912",
    "year:1912..1915", "year:..", "year:9999..1", "year:0", 'kind:"', '"kind:case', "offender:dummy", "phase:play", "a:b:c", "rev*", "*rev", "r*", "**", '-"new deal"', '"the revoke"',
    "'; DROP TABLE laws_entry; --", "<script>alert(1)</script>", "{{7*7}}", "{% x %}", "../../etc/passwd", "\x00", "\x1b[0m", "\x7f", "\u200b", "\u202e", "\ufeff", "\u0301", "\ud800",
    "\udfff", "\U0010ffff", "\ufffe", "é", "ß", "İ", "ı", "ſ", "ǆ", "ﬁ", "𝟠𝟜", "８４", "Ⅺ", "৪", "²", "½", "人", "א", "ع", "🂡", "👩‍👩‍👧", "\u00a0", "\u2028", "\n", "\t", "\r",
)  # fmt: skip
PLANES = ((0x20, 0x7F), (0x20, 0x7F), (0xA0, 0x250), (0x370, 0x530), (0x590, 0x700), (0x900, 0xE00), (0x1E00, 0x2100), (0x2100, 0x2C00), (0x3040, 0x9FFF),
          (0xD800, 0xE000), (0xE000, 0xFB00), (0xFB00, 0x10000), (0x10000, 0x1F000), (0x1F000, 0x20000), (0x20000, 0x110000), (0, 0x20))  # fmt: skip
FILTERS = ("kind", "code", "offense", "offender", "phase", "law", "year")
SLOWEST = 5.0  # seconds of this process for one string


def typed_by(chance: random.Random) -> str:
    """What somebody may type, or a machine send."""
    make = chance.choice((_noise, _noise, _spoilt, _spoilt, _jumble, _long))
    return make(chance)


def _noise(chance: random.Random) -> str:
    """Characters of one alphabet, or of all."""
    planes = [chance.choice(PLANES)] if chance.randrange(2) else PLANES
    return "".join(chr(chance.randrange(*chance.choice(planes))) for _ in range(chance.randint(1, 40)))


def _spoilt(chance: random.Random) -> str:
    """Words as people type them, with slips, and with signs among them."""
    words = [_slip(chance, chance.choice(WORDS)) for _ in range(chance.randint(1, 7))]
    for _ in range(chance.randint(0, 2)):
        words.insert(chance.randrange(len(words) + 1), chance.choice(SIGNS + CITATIONS))
    return chance.choice((" ", " ", " ", "", "-", " OR ", "\u00a0")).join(words)


def _slip(chance: random.Random, word: str) -> str:
    if chance.randrange(4):
        return word
    at = chance.randrange(len(word))
    return chance.choice((word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:], word[:at] + chance.choice("aeionrtsz") + word[at:], word[::-1], word.upper()))


def _jumble(chance: random.Random) -> str:
    """Signs, citations and words without rhyme or reason."""
    glue = chance.choice((" ", ""))
    return glue.join(chance.choice(chance.choice((SIGNS, SIGNS, CITATIONS, WORDS))) for _ in range(chance.randint(1, 9)))


def _long(chance: random.Random) -> str:
    """The same over and over, to the length of a page or of a word that no dictionary has; only now and then, for it takes long."""
    if chance.randrange(8):
        return _jumble(chance)
    return chance.choice((chance.choice(WORDS) + " ", chance.choice(SIGNS), _spoilt(chance) + " ", chance.choice(WORDS))) * chance.randint(50, 1500)


def fault(typed: str, *, whole: bool = False) -> str:
    """What is wrong with the answer to a string, "" where nothing is; `whole` reads all its pages."""
    started = time.process_time()
    try:
        said = _answer_fault(typed, whole)
    except Exception:
        return traceback.format_exc()
    spent = time.process_time() - started
    return said or (f"{spent:.1f} seconds" if spent > SLOWEST else "")


def _answer_fault(typed: str, whole: bool) -> str:
    found = answer(typed)
    if not found.hits and not found.notes and found.query:
        return "nothing was found, and nothing is said of it"
    if bad := [note for note in found.notes if not note.strip().endswith((".", "”", "!", "?"))]:
        return f"no sentence: {bad}"
    if len(found.hits) != min(20, found.total):
        return f"{len(found.hits)} hits on the first page of {found.total}"
    keys = [hit.entry.pk for hit in found.hits]
    for page in range(2, found.pages + 1 if whole else 2):
        keys += [hit.entry.pk for hit in answer(typed, page=page).hits]
    if len(keys) != len(set(keys)):
        return "an entry is listed twice"
    if whole and len(keys) != found.total:
        return f"{len(keys)} are listed where {found.total} are counted"
    if whole and found.facets:
        facet = found.facets[len(typed) % len(found.facets)]
        choice = facet.choices[len(typed) % len(facet.choices)]
        count = answer(typed, filters={facet.name: choice.value}).total
        if count != choice.count and not found.bounded:
            return f"{facet.name}={choice.value} says {choice.count} and leads to {count}"
    if found.jump and not found.jump.startswith("/"):
        return f"a jump to {found.jump}"
    suggest(typed)
    narrowed = answer("revoke", filters={FILTERS[len(typed) % len(FILTERS)]: typed})
    return "" if narrowed.hits or narrowed.notes else f"nothing is said of the filter {FILTERS[len(typed) % len(FILTERS)]}"


def page_fault(client: Client, typed: str) -> str:
    """What is wrong with the page that a string gets."""
    sent = typed.encode("utf-8", "replace").decode()
    with _Overheard() as logged:
        try:
            page = client.get("/search/", {"q": sent})
            if page.status_code == 302:
                page = client.get(page["Location"])
            suggested = client.get("/search/suggest/", {"q": sent})
        except Exception:
            return traceback.format_exc()
    if (page.status_code, suggested.status_code) != (200, 200):
        return f"status {page.status_code}, suggestions {suggested.status_code}"
    return f"logged: {logged.lines}" if logged.lines else ""


class _Overheard(logging.Handler):
    """Hears what is logged as an error, or as a warning with an exception."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.lines.append(record.getMessage())

    def __enter__(self) -> _Overheard:
        for name in ("", "laws", "django"):
            logging.getLogger(name).addHandler(self)
        return self

    def __exit__(self, *what: object) -> None:
        for name in ("", "laws", "django"):
            logging.getLogger(name).removeHandler(self)


def first_fault(seeds: Sequence[int], pages: Sequence[int] = (), client: Client | None = None) -> str:
    """The first string that fails among those of some seeds, and what is wrong; "" where none does. Those of `pages` go through pages."""
    for seed in seeds:
        typed = typed_by(random.Random(seed))
        if said := fault(typed, whole=seed % 50 == 0):
            return f"seed {seed}, {typed!r}: {said}"
    for seed in pages if client else ():
        typed = typed_by(random.Random(seed))
        if said := page_fault(client, typed):  # type: ignore[arg-type]
            return f"seed {seed}, {typed!r}, as a page: {said}"
    return ""


def main() -> int:
    """Run through the seeds, or to the first string that fails."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--queries", type=int, default=10_000)
    asked.add_argument("--pages", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=int(time.time()))
    given = asked.parse_args()
    call_command("migrate", verbosity=0)
    call_command("load", if_empty=True, verbosity=0)
    last = given.seed + given.queries
    said = first_fault(range(given.seed, last), range(last, last + given.pages), Client())
    print(said or f"{given.queries} strings and {given.pages} pages, no fault (seeds {given.seed} to {last + given.pages - 1})")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
