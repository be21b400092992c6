"""Which state of the data a page shows: a token that changes whenever something published changes.

It lives in the cache that all processes of a site share (files beside the database, or Redis), so that asking for it costs no query.
"""

from __future__ import annotations

import logging
import secrets
import time

from django.core.cache import caches
from django.db import transaction

CACHE = "generation"
KEY = "generation"
LASTS = 300  # seconds; then a new one is made, so that a process killed between its commit and `renew` leaves pages old no longer than this
SLACK = 2  # seconds by which the clocks of a site's machines may differ
log = logging.getLogger(__name__)


def current() -> str:
    """The token of the data as they are: "1764497000-3f9a…", whose first part is the time of the change. "" where it cannot be told."""
    try:
        kept = caches[CACHE].get(KEY)
        return kept if isinstance(kept, str) else _make()
    except Exception:  # a cache that is gone must not take the site with it
        log.warning("The shared cache cannot be reached: pages are made anew for every reader.")
        return ""


def renew() -> None:
    """Say that something published is changing. From the commit on every page is made anew."""
    transaction.on_commit(_renew)


def _renew() -> None:
    try:
        _make()
    except Exception:
        log.warning("The shared cache cannot be reached: readers may see a page as it was, for at most %s minutes.", LASTS // 60)


def _make() -> str:
    now = round(time.time())
    before = caches[CACHE].get(KEY)
    if isinstance(before, str) and (back := time_of(before) - now) > SLACK:
        log.warning("The clock of this machine is %s seconds behind the last change: was it set back?", back)
    token = f"{now}-{secrets.token_hex(6)}"
    caches[CACHE].set(KEY, token, LASTS)
    return token


def time_of(token: str) -> int:
    """When the change was that a token stands for, in seconds since 1970."""
    return int(token.partition("-")[0])
