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
import subprocess
import sys
import tempfile
import threading
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from tests.processes import PROJECT, environment, manage, serving

CONCURRENT = 32
QUERIES = "revoke,dummy+leads+out+of+turn,law+84,misdeal,exposed+card,honors,double+out+of+turn,renege+by+a+defender".split(",")
KNOCKS = 6
SHARES = {"uncached": 0.10, "warm": 0.5, "304": 0.6}


@dataclass(frozen=True, slots=True)
class Measured:
    """What wrk saw: requests a second, and how many answers were not of the kind 2xx or 3xx."""

    rate: float
    bad: int
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
    rates: dict[str, float] = {}
    with serving(env, folder / "gunicorn.log", "tests.load.bare") as (at, _):
        rates["bare view"] = _wrk(f"{at}/healthz", seconds).rate
    with serving({**env, "KEEP_PAGES": "0"}, folder / "gunicorn.log") as (at, _):
        rates["/healthz"] = _wrk(f"{at}/healthz", seconds).rate
        rates["uncached"] = _wrk(at, seconds, ADDRESSES=addresses["pages"]).rate
    with serving(env, folder / "gunicorn.log") as (at, _):
        law = f"{at}/auction-1912/law/84/"
        tag = urllib.request.urlopen(law).headers["ETag"]
        for path in Path(addresses["pages"]).read_text().split():  # more than once: each worker keeps its own
            for _ in range(KNOCKS):
                urllib.request.urlopen(at + path).close()
        rates["warm"] = _wrk(at, seconds, ADDRESSES=addresses["pages"]).rate
        rates["304"] = _wrk(law, seconds, "-H", f"If-None-Match: {tag}").rate
        faults = _mixed(at, env, addresses["all"], mixed)
    print(f"{'answers':12}{'a second':>10}{'share':>8}{'aim':>6}")
    for name, rate in rates.items():
        share = rate / rates["bare view"]
        print(f"{name:12}{rate:10.0f}{share:8.2f}{SHARES.get(name, ''):>6}")
        if share < SHARES.get(name, 0):
            faults.append(f"{name} is {share:.2f} of a bare view, and should be {SHARES[name]}")
    for fault in faults:
        print(fault, file=sys.stderr)
    return int(bool(faults))


def _mixed(at: str, env: dict[str, str], addresses: str, seconds: int) -> list[str]:
    """Readers and an editor at once. Returns what went wrong."""
    writer = subprocess.Popen([sys.executable, "-m", "tests.faults.writer", "1000"], cwd=PROJECT, env=env, stdout=subprocess.PIPE, text=True)
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
    print(f"the mix: {seen.rate:.0f} answers a second for {seconds} s, {seen.bad} bad; {len(done)} rulings published, {len(done - there)} lost")
    refused = [line for line in said if line.startswith("refused")]
    faults = [f"{seen.bad} answers were bad:\n{seen.said}"] if seen.bad else []
    faults += [f"{len(done - there)} rulings are lost"] if done - there else []
    return faults + ([f"{len(refused)} rulings were refused, the first: {refused[0]}"] if refused else [])


def _addresses(env: dict[str, str], folder: Path) -> dict[str, str]:
    code = "from laws.models import Entry\nfor entry in Entry.objects.published().for_list(): print(entry.get_absolute_url())"
    pages = manage("shell", "--no-imports", "-c", code, env=env).stdout.split()
    (folder / "pages").write_text("\n".join(pages) + "\n")
    (folder / "all").write_text("\n".join([*pages, *(f"/search/?q={query}" for query in QUERIES)]) + "\n")
    return {"pages": str(folder / "pages"), "all": str(folder / "all")}


def _wrk(address: str, seconds: int, *words: str, ADDRESSES: str = "") -> Measured:
    script = ["-s", str(Path(__file__).with_name("mix.lua"))] if ADDRESSES else []
    command = ["wrk", "-t", "1", "-c", str(CONCURRENT), "-d", f"{seconds}s", "--timeout", "30s", *script, *words, address]
    done = subprocess.run(command, env={**os.environ, "ADDRESSES": ADDRESSES}, capture_output=True, text=True, check=True)
    rate = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", done.stdout)
    broken = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", done.stdout)
    count = (int(bad[1]) if bad else 0) + (sum(map(int, broken.groups())) if broken else 0)
    return Measured(float(rate[1]) if rate else 0.0, count, done.stdout)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
