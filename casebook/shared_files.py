"""The cache in files that the processes of one machine share, read from the disk only where it has changed there."""

from __future__ import annotations

import logging
import os
import pickle
import time
import zlib
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache

UNREADABLE = (OSError, EOFError, ValueError, pickle.PickleError, zlib.error)
log = logging.getLogger(__name__)
Seen = tuple[tuple[int, int, int], float, Any]  # which file it was, when this process read it, and what it said


class SharedFiles(FileBasedCache):
    """As Django's, for a few small values that are asked for with every request: a file that is still the same is not read again.

    Every change makes a new file, so that its number and its time tell whether it is the same.
    """

    AGAIN = 1.0  # seconds after which a file is read again all the same: it may have run out

    def __init__(self, folder: str, params: dict[str, Any]) -> None:
        super().__init__(folder, params)
        self.files: dict[tuple[str, int | None], str] = {}
        self.seen: dict[str, Seen] = {}

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        file = self.files.get((key, version))
        if file is None:
            file = self.files[key, version] = self._key_to_file(key, version)  # type: ignore[attr-defined]
        try:
            told = os.stat(file)
        except FileNotFoundError:
            return default
        except OSError as error:
            log.warning("The shared cache in %s cannot be looked into: %s", self._dir, error)  # type: ignore[attr-defined]
            raise
        which = (told.st_ino, told.st_mtime_ns, told.st_size)
        seen = self.seen.get(file)
        if seen and seen[0] == which and time.monotonic() - seen[1] < self.AGAIN:
            return seen[2]
        try:
            value = super().get(key, None, version)
        except UNREADABLE as error:  # another user's, or half of one: written over by the next value, where the folder allows that
            log.warning("A file of the shared cache in %s cannot be read: %s", self._dir, error)  # type: ignore[attr-defined]
            return default
        if value is None:
            return default
        self.seen[file] = (which, time.monotonic(), value)
        return value

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        try:
            super().set(key, value, timeout, version)
        except OSError as error:
            log.warning("The shared cache in %s cannot be written to: %s", self._dir, error)  # type: ignore[attr-defined]
            raise
        self.seen.pop(self.files.get((key, version), ""), None)
