"""Files that took a while to make, kept until what they were made of changes; and how a file is written: whole or not at all."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings

PATIENCE = 5.0  # seconds that one request waits for what another is making
BETWEEN = 0.05  # seconds between two looks
HEAVY = frozenset({"pdf"})  # forms of which a machine makes one at a time: each takes a processor and some hundred megabytes


class Busy(Exception):
    """The file is being made for somebody else, or another one that takes as much work. It will be there in a while."""


def write(path: Path, data: bytes) -> None:
    """Write a file beside its place, then put it there: nobody ever finds half of it. Raises OSError, and leaves what was there."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def kept(slug: str, fingerprint: str, form: str, make: Callable[[], bytes]) -> bytes:
    """The file of an edition in one form, made if it is not on the shelf in this state. Where nothing can be kept it is made every time.

    One process makes it and the others get what it made, or Busy where that takes too long.
    """
    shelf, locks = (Path(settings.VAR_DIR) / name for name in ("exports", "making"))
    path = shelf / f"{slug}.{fingerprint}.{form}"
    with contextlib.suppress(OSError):
        return path.read_bytes()
    with contextlib.suppress(OSError):
        shelf.mkdir(parents=True, exist_ok=True)
        locks.mkdir(exist_ok=True)
    with _alone(locks / (form if form in HEAVY else f"{slug}.{form}")):
        with contextlib.suppress(OSError):
            return path.read_bytes()  # who was before us has made it
        data = make()
        with contextlib.suppress(OSError):
            write(path, data)
            for old in shelf.iterdir():
                if old != path and re.fullmatch(rf"{re.escape(slug)}\.[0-9a-f]{{32}}\.{form}", old.name):
                    old.unlink(missing_ok=True)
        return data


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Inside, no other process or thread of this machine is. Raises Busy after a while, and at once where one waits already.

    The system lets go of what a process held that was killed. Where the file cannot be written, nobody is kept out.
    """
    with contextlib.ExitStack() as held:
        try:
            making = held.enter_context(file.open("ab"))
            waiting = held.enter_context(file.with_name(f"{file.name}.next").open("ab"))
        except OSError:
            yield
            return
        if not _locked(making):
            if not _locked(waiting):
                raise Busy
            until = time.monotonic() + PATIENCE
            while not _locked(making):
                if time.monotonic() >= until:
                    raise Busy
                time.sleep(BETWEEN)
            fcntl.flock(waiting, fcntl.LOCK_UN)
        yield


def _locked(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
