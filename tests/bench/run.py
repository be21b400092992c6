"""make bench: how fast search is beside a bare FTS5 table of the same texts, at several sizes, and how good.

BENCH=full measures 100,000 and 1,000,000 entries too. The databases are kept in var/bench and made once.
"""

from __future__ import annotations

import argparse
import logging
import os
from pathlib import Path

import django

SIZES = {"1k": 1_000, "10k": 10_000, "100k": 100_000, "1m": 1_000_000}
# What search is to keep to, as a share of the bare table: hits at p50 and p95, with count and facets at p50.
TARGETS = {"1k": (1.2, 1.2, None), "10k": (0.65, 0.50, 0.30), "100k": (0.08, 0.03, 0.05)}
FOLDER = Path(__file__).resolve().parents[2] / "var" / "bench"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    sizes = list(SIZES) if os.environ.get("BENCH") == "full" else ["1k", "10k"]
    parser.add_argument("sizes", nargs="*", default=sizes, help=f"of {', '.join(SIZES)}")
    parser.add_argument("--rounds", type=int, default=3, help="of which the least time counts (3)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the databases are kept")
    parser.add_argument("--upkeep", action="store_true", help="only linking, an import and one edit, and not search")
    parser.add_argument("--importing", nargs=2, metavar=("DATABASE", "FROM"), help=argparse.SUPPRESS)  # the process that a search is beside
    chosen = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("SECRET_KEY", "for measuring only, and nowhere served: 0123456789 abcdef")
    os.environ["DEBUG"] = "0"
    django.setup()
    logging.disable(logging.WARNING)  # a line for each request would be in the table's way
    from . import report, upkeep  # noqa: PLC0415 only now are there models

    sizes = [(name, SIZES[name]) for name in chosen.sizes]
    if chosen.importing:
        upkeep.import_for_ever(Path(chosen.importing[0]), int(chosen.importing[1]))
    elif chosen.upkeep:
        chosen.folder.mkdir(parents=True, exist_ok=True)
        upkeep.run(chosen.folder, sizes)
    else:
        report.run(sizes, chosen.folder, chosen.rounds, TARGETS)


if __name__ == "__main__":
    main()
