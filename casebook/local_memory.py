"""The cache in a process's own memory, bounded by what it takes and not by the number of its values alone."""

from __future__ import annotations

from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache


class BoundedMemory(LocMemCache):
    """As Django's, with MAX_BYTES among its OPTIONS: what was asked for longest ago goes first, until the rest takes no more."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self._max_bytes: int = params["OPTIONS"]["MAX_BYTES"]

    def _set(self, key: str, value: bytes, timeout: Any = DEFAULT_TIMEOUT) -> None:
        super()._set(key, value, timeout)  # type: ignore[misc]  # under the lock, as all that changes what is kept
        kept: dict[str, bytes] = self._cache  # type: ignore[attr-defined]
        taken = sum(map(len, kept.values()))  # counted anew each time, a tenth of what making a page takes: no sum that could go astray
        while taken > self._max_bytes:
            oldest, dropped = self._cache.popitem()  # type: ignore[attr-defined]
            del self._expire_info[oldest]  # type: ignore[attr-defined]
            taken -= len(dropped)
