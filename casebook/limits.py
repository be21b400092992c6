"""How often one address may ask for what costs work. Who asks more is told when to come back.

Only a keyed hash of the address is kept, for a minute, in the cache; it cannot be turned back into the address.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
import time
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

WINDOW = 60  # seconds
WRITTEN = re.compile(r"\[(?P<in_brackets>[^\]]*)\](?::\d*)?|(?P<with_port>[^:]*):\d*|(?P<bare>.*)")


class Limited:
    """Middleware: counts an address's requests to each costly part of the site. settings.LIMITS: start of a path -> requests a minute.

    settings.COUNTED_WITH: start of a path -> the part with which it is counted. settings.COUNTED_WHEN_SENT: where forms count once sent.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        part = _part(request.path)
        costs_nothing = part in settings.COUNTED_WHEN_SENT and request.method in ("GET", "HEAD")
        most = 0 if costs_nothing else settings.LIMITS.get(part, 0)
        wait = _wait(request, part, most) if most else 0
        return refused(request, wait, {"wait": wait}) if wait else self.get_response(request)


def _part(path: str) -> str:
    """The costly part of the site that a path belongs to, "" for none: the longest that it begins with."""
    starts = {**{start: start for start in settings.LIMITS}, **settings.COUNTED_WITH}
    found = max((start for start in starts if path.startswith(start)), key=len, default="")
    return starts.get(found, "")


def address_of(request: HttpRequest) -> str:
    """The reader's address: what the proxy in front added last where there is one, else the other end of the connection; "" for none."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    found = _read(forwarded.rpartition(",")[2]) or _read(request.META.get("REMOTE_ADDR", ""))
    return str(found or "")


def counted_as(request: HttpRequest) -> str | None:
    """Whom a request is counted to: its address, of the sixth version the network that one household has (/64); None for no address.

    What is no address is all one reader, so that who can make some up is not a new one each time.
    """
    address = address_of(request)
    if ":" not in address:
        return address or None
    return str(ipaddress.IPv6Network((address, 64), strict=False).network_address)


def _read(written: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address as proxies write it: 203.0.113.9:4711, 2001:db8::1, [2001:db8::1]:4711, fe80::1%eth0; None where it is none."""
    found = WRITTEN.fullmatch(written.strip())
    try:
        read = ipaddress.ip_address("".join(filter(None, found.groups())).partition("%")[0] if found else "")
    except ValueError:
        return None
    return (read.ipv4_mapped or read) if isinstance(read, ipaddress.IPv6Address) else read


def _wait(request: HttpRequest, start: str, most: int) -> int:
    """0 where the request may pass, else the seconds to the next window."""
    now = time.monotonic() if not settings.CACHE_URL else time.time()  # one process's clock never goes back; several share the wall's
    window = int(now // WINDOW)
    who = hashlib.blake2b((counted_as(request) or "").encode(), key=settings.SECRET_KEY.encode()[:64], digest_size=12).hexdigest()
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
