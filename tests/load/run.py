"""The site under load: python -m tests.load.run [SECONDS [SECONDS OF THE MIX]]

Two workers of gunicorn serve the shipped collection; wrk asks at a concurrency of 32. Each kind of answer is measured against a bare view of Django,
without middleware or database, in the same run (bare.py); /healthz is the least that the site itself can do. Last comes the mix: nine pages in ten,
nine searches in a hundred, and an editor who publishes all the while.

DATABASE_URL says on which database (tools/postgres.py makes one); without it a file of SQLite is made. It wants wrk (apt-get install wrk).
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.processes import PROJECT, environment, manage, serving

CONCURRENT = 32
QUERIES = "revoke,dummy+leads+out+of+turn,law+84,misdeal,exposed+card,honors,double+out+of+turn,renege+by+a+defender".split(",")
KNOCKS = 6
PAUSE = 1  # seconds between two rulings, about a hundredth of all that the site is asked
ROUNDS = 3
BARE = "bare view"
SHARES = {"uncached": 0.10, "warm": 0.5, "304": 0.6}


@dataclass(frozen=True, slots=True)
class Measured:
    """What wrk saw: requests a second, and how many answers were not of the kind 2xx or 3xx; and what each cost the server."""

    rate: float
    bad: int
    work: float  # milliseconds of the processor
    said: str


def main(seconds: int = 10, mixed: int = 60) -> int:
    """Measure all phases; 1 where an answer was bad, a ruling was lost or a share was missed."""
    if not shutil.which("wrk"):
        print("wrk is not installed: apt-get install wrk", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="casebook-load-") as folder:
        return _measure(Path(folder), seconds, mixed)


def _measure(folder: Path, seconds: int, mixed: int) -> int:
    env = environment(SSL_REDIRECT="0", ALLOWED_HOSTS="127.0.0.1", CASEBOOK_TEST_STATIC_ROOT=str(folder / "static"),
                      DATABASE_URL=os.environ.get("DATABASE_URL") or f"sqlite:///{folder / 'casebook.sqlite3'}",
                      DJANGO_SETTINGS_MODULE="tests.settings_served", LIMIT_SEARCH="0", LOG_FORMAT="json")  # fmt: skip
    for words in (["migrate", "--no-input"], ["load"], ["collectstatic", "--no-input"]):
        manage(*words, env=env)
    addresses = _addresses(env, folder)
    with ExitStack() as all_of_them:
        start = all_of_them.enter_context
        bare = start(serving(env, folder / "bare.log", "tests.load.bare"))
        unkept = start(serving({**env, "KEEP_PAGES": "0"}, folder / "unkept.log"))
        kept = start(serving(env, folder / "kept.log"))
        _warmed(unkept[0], addresses["some"])
        _warmed(kept[0], addresses["some"])
        law = f"{kept[0]}/auction-1912/law/84/"
        tag = urllib.request.urlopen(law).headers["ETag"]
        asked = {
            BARE: (bare, f"{bare[0]}/healthz", (), ""),
            "/healthz": (unkept, f"{unkept[0]}/healthz", (), ""),
            "uncached": (unkept, unkept[0], (), addresses["pages"]),
            "warm": (kept, kept[0], (), addresses["some"]),
            "304": (kept, law, ("-H", f"If-None-Match: {tag}"), ""),
        }
        found: dict[str, list[Measured]] = {name: [] for name in asked}
        for _ in range(ROUNDS):  # in turn, so that other work of the machine burdens all alike
            for name, ((_, process), address, words, script) in asked.items():
                found[name].append(_wrk(address, max(1, seconds // ROUNDS), *words, ADDRESSES=script, of=process.pid))
        faults = _told(found) + _mixed(kept[0], env, addresses["all"], mixed)
    for fault in faults:
        print(fault, file=sys.stderr)
    return int(bool(faults))


def _told(found: Mapping[str, Sequence[Measured]]) -> list[str]:
    """Print the table. Returns what was missed."""
    faults = []
    rates = {name: sum(one.rate for one in rounds) / len(rounds) for name, rounds in found.items()}
    print(f"{'answers':12}{'a second':>10}{'share':>8}{'aim':>6}{'CPU ms each':>14}{'share':>8}")
    work = {name: statistics.median(one.work for one in rounds) for name, rounds in found.items()}
    for name, rate in rates.items():
        share = rate / rates[BARE]
        print(f"{name:12}{rate:10.0f}{share:8.2f}{SHARES.get(name, ''):>6}{work[name]:14.2f}{work[BARE] / work[name]:8.2f}")
        if share < SHARES.get(name, 0):
            faults.append(f"{name} is {share:.2f} of a bare view, and should be {SHARES[name]}")
        if bad := sum(one.bad for one in found[name]):
            faults.append(f"{bad} answers of the kind {name} were bad")
    return faults


def _warmed(at: str, addresses: str) -> None:
    """Have every worker make these pages once; each keeps its own."""
    for path in Path(addresses).read_text().split():
        for _ in range(KNOCKS):
            urllib.request.urlopen(at + path).close()


def _mixed(at: str, env: dict[str, str], addresses: str, seconds: int) -> list[str]:
    """Readers and an editor at once. Returns what went wrong."""
    writer = subprocess.Popen([sys.executable, "-m", "tests.faults.writer", "1000", "1000000", str(PAUSE)], cwd=PROJECT, env=env, stdout=subprocess.PIPE, text=True)
    said: list[str] = []
    reading = threading.Thread(target=lambda: said.extend(writer.stdout or ()))
    reading.start()
    seen = _wrk(at, seconds, ADDRESSES=addresses)
    writer.terminate()
    writer.wait()
    reading.join()
    done = {line.split()[1] for line in said if line.startswith("done")}
    code = "from laws.models import Entry; print(*Entry.objects.filter(title__startswith='Written ').values_list('number', flat=True))"
    there = set(manage("shell", "--no-imports", "-c", code, env=env).stdout.split())
    part = len(done) / max(1, len(done) + seen.rate * seconds)
    print(f"the mix: {seen.rate:.0f} answers a second for {seconds} s, {seen.bad} bad; {len(done)} rulings published ({part:.1%} of it all), "
          f"{len(done - there)} lost")  # fmt: skip
    refused = [line for line in said if line.startswith("refused")]
    faults = [f"{seen.bad} answers were bad:\n{seen.said}"] if seen.bad else []
    faults += [] if done else ["no ruling was published"]
    faults += [f"{len(done - there)} rulings are lost"] if done - there else []
    return faults + ([f"{len(refused)} rulings were refused, the first: {refused[0]}"] if refused else [])


def _addresses(env: dict[str, str], folder: Path) -> dict[str, str]:
    code = "from laws.models import Entry\nfor entry in Entry.objects.published().for_list(): print(entry.get_absolute_url())"
    pages = manage("shell", "--no-imports", "-c", code, env=env).stdout.split()
    (folder / "pages").write_text("\n".join(pages) + "\n")
    (folder / "some").write_text("\n".join(pages[::8]) + "\n")
    (folder / "all").write_text("\n".join([*pages, *(f"/search/?q={query}" for query in QUERIES)]) + "\n")
    return {name: str(folder / name) for name in ("pages", "some", "all")}


def _wrk(address: str, seconds: int, *words: str, ADDRESSES: str = "", of: int = 0) -> Measured:
    script = ["-s", str(Path(__file__).with_name("mix.lua"))] if ADDRESSES else []
    command: list[str] = ["wrk", "-t", "1", "-c", str(CONCURRENT), "-d", f"{seconds}s", "--timeout", "30s", *script, *words, address]
    before = _spent(of)
    done = subprocess.run(command, env={**os.environ, "ADDRESSES": ADDRESSES}, capture_output=True, text=True, check=True)
    rate = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", done.stdout)
    broken = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", done.stdout)
    count = (int(bad[1]) if bad else 0) + (sum(map(int, broken.groups())) if broken else 0)
    answers = re.search(r"(\d+) requests in", done.stdout)
    work = 1000 * (_spent(of) - before) / max(1, int(answers[1]) if answers else 0)
    return Measured(float(rate[1]) if rate else 0.0, count, work, done.stdout)


def _spent(group: int) -> float:
    """Seconds of the processor that a group of processes has used (Linux tells)."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12]) if int(fields[2]) == group else 0
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
