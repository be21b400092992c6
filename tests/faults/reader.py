"""Readers who ask a site for pages and searches, four at a time: python -m tests.faults.reader ADDRESS

Every answer that is not 200 is printed, and at the end how many there were. It stops when its input is closed.
"""

from __future__ import annotations

import sys
import threading
import urllib.error
import urllib.request

PATHS = ("/auction-1912/law/84/", "/auction-1912/case/11/", "/search/?q=revoke", "/auction-1912/penalties/", "/auction-1912/law/49/", "/")
READERS = 4
PATIENCE = 25  # seconds; deploy/nginx.conf gives up after 35


def main(address: str) -> None:
    """Ask until told to stop."""
    stop = threading.Event()
    counts: list[tuple[int, int]] = []
    readers = [threading.Thread(target=lambda first=at: counts.append(_read(address, first, stop))) for at in range(READERS)]
    for reader in readers:
        reader.start()
    sys.stdin.read()
    stop.set()
    for reader in readers:
        reader.join()
    print(f"asked {sum(asked for asked, _ in counts)} bad {sum(bad for _, bad in counts)}", flush=True)


def _read(address: str, first: int, stop: threading.Event) -> tuple[int, int]:
    """How many pages one reader has asked for, and how many did not come."""
    asked = bad = 0
    while not stop.is_set():
        path = PATHS[(first + asked) % len(PATHS)]
        asked += 1
        status = _status(address + path)
        if status != "200":
            bad += 1
            print(f"bad {status} {path}", flush=True)
    return asked, bad


def _status(address: str) -> str:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            answer.read()
            return str(answer.status)
    except urllib.error.HTTPError as error:
        return f"{error.code} {error.read().decode(errors='replace')[-300:]!r}"
    except OSError as error:
        return repr(error)


if __name__ == "__main__":
    main(sys.argv[1])
