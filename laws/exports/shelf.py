"""Files that took a while to make, kept until what they were made of changes; and how a file is written: whole or not at all."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path

from django.conf import settings


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
    """The file of an edition in one form, made if it is not on the shelf in this state. Where nothing can be kept it is made every time."""
    shelf = Path(settings.VAR_DIR) / "exports"
    path = shelf / f"{slug}.{fingerprint}.{form}"
    with contextlib.suppress(OSError):
        return path.read_bytes()
    data = make()
    with contextlib.suppress(OSError):
        shelf.mkdir(parents=True, exist_ok=True)
        write(path, data)
        for old in shelf.iterdir():
            if old != path and re.fullmatch(rf"{re.escape(slug)}\.[0-9a-f]{{32}}\.{form}", old.name):
                old.unlink(missing_ok=True)
    return data
