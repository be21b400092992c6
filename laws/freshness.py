"""Which state of the data a page shows: a token that changes whenever something published changes, and then only.

It lives in the cache that all processes of a site share (files beside the database, or Redis), so that asking for it costs no query. Every
few minutes it is held against the database, where each change leaves a mark in its own transaction: a process that was killed between its
commit and `renew` is found out so.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import time
from contextlib import nullcontext

from django.core.cache import caches
from django.db import Error, connection, transaction

from laws import statements

CACHE = "generation"
KEY = "generation"  # the token, and the marks with which it was made
LOOKED = "generation-looked"  # the token that was last held against the database
LASTS = 300  # seconds; then one looks again, so that a process killed between its commit and `renew` leaves pages old no longer than this
LOOKING = 10  # seconds that one may take who looks, while the others go on
SLACK = 2  # seconds by which the clocks of a site's machines may differ
# What every change to something published leaves: the marks of watched tables and of the index, a line in the desk's log, a version.
MARKS = """SELECT name, mark FROM laws_generation UNION ALL SELECT ' index', mark FROM laws_search_state
UNION ALL SELECT ' desk', max(id) FROM django_admin_log UNION ALL SELECT ' entries', max(history_id) FROM laws_historicalentry
UNION ALL SELECT ' codes', max(history_id) FROM laws_historicaledition"""
log = logging.getLogger(__name__)


def current() -> str:
    """The token of the data as they are: "1764497000-3f9a…", whose first part is the time of the change. "" where it cannot be told."""
    try:
        found = caches[CACHE].get_many((KEY, LOOKED))
        kept = found.get(KEY)
        if not isinstance(kept, tuple):
            return _make()
        token, marks = kept
        return token if found.get(LOOKED) == token else _looked_at(token, marks)
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


def _looked_at(token: str, marks: str) -> str:
    """The same token where the database still has the marks with which it was made, else a new one.

    It is never written again: so it cannot come back over one that another process has just made.
    """
    caches[CACHE].set(LOOKED, token, LOOKING)
    if not marks or marks != _marks():
        return _make()
    caches[CACHE].set(LOOKED, token, LASTS)
    return token


def _make() -> str:
    marks = _marks()  # before the token is known to anybody: what is committed from here on is either seen by its pages or found out
    now = round(time.time())
    before = caches[CACHE].get(KEY)
    if isinstance(before, tuple) and (back := time_of(before[0]) - now) > SLACK:
        log.warning("The clock of this machine is %s seconds behind the last change: was it set back?", back)
    token = f"{now}-{secrets.token_hex(6)}"
    caches[CACHE].set(KEY, (token, marks), None)
    caches[CACHE].set(LOOKED, token, LASTS)
    return token


def _marks() -> str:
    """What the database, the primary, says of the last changes; "" where it does not say. One statement that reads a few rows."""
    try:
        with transaction.atomic() if connection.in_atomic_block else nullcontext():
            found = sorted(map(repr, statements.rows(connection, MARKS, ())))
    except Error:
        return ""
    return hashlib.blake2b("".join(found).encode(), digest_size=12).hexdigest()


def time_of(token: str) -> int:
    """When the change was that a token stands for, in seconds since 1970."""
    return int(token.partition("-")[0])
