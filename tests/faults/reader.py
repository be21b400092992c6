"""Readers who ask two app processes in turn for pages and searches: python -m tests.faults.reader ADDRESS ADDRESS

Every answer that is not 200 is printed, and at the end how many there were. It stops when its input is closed.
"""

from __future__ import annotations

import sys
import threading
import urllib.error
import urllib.request

PATHS = ("/auction-1912/law/84/", "/auction-1912/case/11/", "/search/?q=revoke", "/auction-1912/penalties/", "/auction-1912/law/49/", "/")


def main(addresses: list[str]) -> None:
    stop = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), stop.set()), daemon=True).start()
    asked = bad = 0
    while not stop.is_set():
        address = addresses[asked % len(addresses)] + PATHS[asked % len(PATHS)]
        asked += 1
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:
                status = answer.status
                answer.read()
        except urllib.error.HTTPError as error:
            status = error.code
        except OSError as error:
            status = repr(error)
        if status != 200:
            bad += 1
            print(f"bad {status} {address}", flush=True)
    print(f"asked {asked} bad {bad}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
