"""Keeping pages: a reader who has one is told that it is still good, and one made for one reader serves the next.

Both hang on the generation of the data (laws.freshness), which changes in the moment when something published does. Only pages that are
the same for everybody are kept: asked for without a session, answered without a cookie.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import time
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.middleware.gzip import re_accepts_gzip
from django.utils.cache import patch_vary_headers
from django.utils.http import http_date, parse_etags

from laws import freshness

Answering = Callable[[HttpRequest], HttpResponseBase]
SETTLES = 2.0  # seconds after a change in which nothing is kept yet
LARGEST = 512_000  # bytes; a larger page is made each time
UNKEPT = ("/admin/", "/static/", "/proof/", "/healthz", "/readyz", "/metrics")
# Queries of which there are as many as the site has lists and choices. Any other is a reader's own: its page is made each time.
OF_THE_SITE = re.compile(r"(?:(?:page=\d{1,3}|(?:code|kind|offender|offense|outcome|part|phase|year)=[a-z0-9-]{0,40})(?:&|$)){0,3}")
VARY = ("Accept-Encoding", "Cookie", "HX-Request")


class KeptPages:
    """Middleware that answers from what is kept, and keeps what it may."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD") and request.path.startswith("/admin/"):
            response = self.get_response(request)
            freshness.renew()  # whatever was saved at the desk, readers see it at once
            return response
        if not _may_be_kept(request) or not (now := freshness.current()):
            return self.get_response(request)
        name = _name(request, now)
        tag = f'W/"{name}"'
        if _reader_has_it(request, tag, now):
            return _marked(HttpResponseNotModified(), tag, now)
        whichever = request.META.get("HTTP_IF_NONE_MATCH", "").strip() == "*"  # the reader has some page, and asks only if there is one
        kept = _taken(name)
        if kept is not None:
            return _marked(HttpResponseNotModified(), tag, now) if whichever else kept
        response = self.get_response(request)
        if _may_be_behind(now) or not _is_for_everybody(response):
            return response
        _marked(response, tag, now)
        if isinstance(response, HttpResponse) and len(response.content) <= LARGEST and not _endless(request):
            _keep(name, response)
        return _marked(HttpResponseNotModified(), tag, now) if whichever else response


def _may_be_kept(request: HttpRequest) -> bool:
    personal = settings.SESSION_COOKIE_NAME in request.COOKIES or "HTTP_AUTHORIZATION" in request.META
    if request.method not in ("GET", "HEAD") or personal or request.path.startswith(UNKEPT):
        return False
    return request.is_secure() or not settings.SECURE_SSL_REDIRECT  # who comes over plain HTTP is sent to HTTPS first


def _is_for_everybody(response: HttpResponseBase) -> bool:
    if response.status_code != 200 or response.streaming or response.cookies or response.has_header("ETag"):
        return False
    return "no-store" not in response.get("Cache-Control", "")


def _may_be_behind(now: str) -> bool:
    """Whether the page may have been made of something older than the last change: a replica, or a glossary remembered for a second."""
    behind = settings.REPLICA_LAG + 1 if settings.REPLICAS else 0
    return abs(time.time() - freshness.time_of(now)) <= max(behind, SETTLES)


def _endless(request: HttpRequest) -> bool:
    """Whether readers can make up addresses like this one without end: such pages would push out those that many ask for."""
    made_up = OF_THE_SITE.fullmatch(request.META.get("QUERY_STRING", "")) is None
    return made_up or request.path.startswith(("/search", "/newsletter", "/oembed"))


def _name(request: HttpRequest, now: str) -> str:
    """The same for all to whom the same page would be made: of a header that readers fill, what the site reads in it and no more."""
    request.get_host()  # which must be one of the site's; but no page says by which of them it was asked for (SITE_URL)
    coded = re_accepts_gzip.search(request.META.get("HTTP_ACCEPT_ENCODING", "")) is not None
    query, part = request.META.get("QUERY_STRING", ""), bool(request.META.get("HTTP_HX_REQUEST"))
    asked = (now, release(), request.scheme, request.path, query, coded, part)
    return hashlib.blake2b("\n".join(map(str, asked)).encode(errors="replace"), digest_size=16).hexdigest()


def _reader_has_it(request: HttpRequest, tag: str, now: str) -> bool:
    if told := request.META.get("HTTP_IF_NONE_MATCH"):
        return tag in parse_etags(told)
    # The very date that was sent, not a later one: a clock that was set back must not make an old page look new.
    return request.META.get("HTTP_IF_MODIFIED_SINCE") == _date(now)


@lru_cache(maxsize=2)
def _date(now: str) -> str:
    return http_date(freshness.time_of(now))


def _marked(response: HttpResponseBase, tag: str, now: str) -> HttpResponseBase:
    response["ETag"] = tag
    response["Last-Modified"] = _date(now)
    if not response.has_header("Cache-Control"):
        response["Cache-Control"] = "public, max-age=0, must-revalidate"
    patch_vary_headers(response, VARY)
    return response


def _taken(name: str) -> HttpResponse | None:
    try:
        kept = caches["pages"].get(name)
    except Exception:  # the cache is gone: pages are made anew
        return None
    return kept if isinstance(kept, HttpResponse) else None


def _keep(name: str, response: HttpResponse) -> None:
    with contextlib.suppress(Exception):  # a page that cannot be kept has still been made
        # whole, since a cache brings back a response sooner than one is made of its headers; a new one, free of this request
        caches["pages"].set(name, HttpResponse(response.content, headers=dict(response.items())), freshness.LASTS)


@cache
def release() -> str:
    """What this version of the site is, the same on every machine: an update of templates, styles or code makes every page new."""
    root = Path(settings.BASE_DIR)
    digest = hashlib.blake2b(digest_size=8)
    for folder, pattern in (("templates", "*.html"), ("laws", "*.py"), ("casebook", "*.py"), ("static", "*.*")):
        for path in sorted((root / folder).rglob(pattern)):
            digest.update(f"{path.relative_to(root)} {path.stat().st_size}\n".encode() + path.read_bytes())
    return digest.hexdigest()
