"""How often one address may ask for what costs work. Who asks more is told when to come back.

Only a keyed hash of the address is kept, for a minute, in the cache; it cannot be turned back into the address.
"""

from __future__ import annotations

import hashlib
import ipaddress
import time
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

WINDOW = 60  # seconds


class Limited:
    """Middleware: counts an address's requests to each costly part of the site. settings.LIMITS: start of a path -> requests a minute.

    settings.COUNTED_WITH: start of a path -> the part with which it is counted.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        part = _part(request.path)
        most = settings.LIMITS.get(part, 0)
        wait = _wait(request, part, most) if most else 0
        return refused(request, wait, {"wait": wait}) if wait else self.get_response(request)


def _part(path: str) -> str:
    """The costly part of the site that a path belongs to, "" for none: the longest that it begins with."""
    starts = {**{start: start for start in settings.LIMITS}, **settings.COUNTED_WITH}
    found = max((start for start in starts if path.startswith(start)), key=len, default="")
    return starts.get(found, "")


def address_of(request: HttpRequest) -> str:
    """The reader's address: what the proxy in front added last where there is one, else the other end of the connection."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def _counted(address: str) -> str:
    """What is counted as one reader: an address, of the sixth version the network that one household has (/64)."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0].strip("[]"))
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv6Address):
        return str(read.ipv4_mapped or ipaddress.ip_network((int(read), 64), strict=False))
    return str(read)


def _wait(request: HttpRequest, start: str, most: int) -> int:
    """0 where the request may pass, else the seconds to the next window."""
    now = time.monotonic() if not settings.CACHE_URL else time.time()  # one process's clock never goes back; several share the wall's
    window = int(now // WINDOW)
    who = hashlib.blake2b(_counted(address_of(request)).encode(), key=settings.SECRET_KEY.encode()[:64], digest_size=12).hexdigest()
    key = f"limit:{start}:{who}:{window}"
    try:
        count = 1 if cache.add(key, 1, 2 * WINDOW) else cache.incr(key)
    except Exception:  # a cache that is gone must not shut readers out
        return 0
    return 0 if count <= most else WINDOW - int(now % WINDOW)


def refused(request: HttpRequest, wait: int, shown: dict[str, int] | None = None) -> HttpResponse:
    """429: to come back after so many seconds; `shown` is what the page tells of them."""
    response = render(request, "429.html", shown, status=429)
    response["Retry-After"] = str(wait)
    response["Cache-Control"] = "no-store"
    return response
