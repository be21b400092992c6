"""A number for each request, in its answer and in every line of the log that it caused; and one line for each request.

No address of a reader, no query and nothing typed is written down: the line names the view, not the path.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from . import metrics

HEADER = "X-Request-ID"
SENT = "HTTP_X_REQUEST_ID"  # the same as WSGI has it
MADE_ELSEWHERE = re.compile(r"[A-Za-z0-9-]{8,64}")
current: ContextVar[str] = ContextVar("request", default="-")
log = logging.getLogger("casebook.requests")


class Traced:
    """Middleware: gives each request its number, and writes a line when it has been answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        told = request.META.get(SENT, "") if settings.BEHIND_PROXY else ""
        number = told if MADE_ELSEWHERE.fullmatch(told) else secrets.token_hex(8)
        token = current.set(number)
        began = time.perf_counter()
        try:
            response = self.get_response(request)
            response[HEADER] = number
            match = request.resolver_match
            view = (match.view_name or match.func.__name__) if match else "-"
            seconds = time.perf_counter() - began
            facts = {"method": request.method, "view": view, "status": response.status_code}
            log.info("request", extra={"facts": {**facts, "ms": round(seconds * 1000, 1)}})
            metrics.count(view, request.method or "", response.status_code, seconds)
            return response
        finally:
            current.reset(token)


class Numbered(logging.Filter):
    """Puts the number of the request into each line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current.get()
        # Django puts the request itself on some records: nothing of it may be written.
        record.__dict__.pop("request", None)
        return True


class Brief(logging.Filter):
    """One short line without a traceback, for what anybody can cause as often as he likes."""

    LONGEST = 200

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = record.getMessage()[: self.LONGEST], ()
        record.exc_info = record.exc_text = None
        return True


class Seldom(logging.Filter):
    """Lets each sentence through once a minute, where every request would say it again."""

    PAUSE = 60.0  # seconds

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now, sentence = time.monotonic(), str(record.msg)  # before its values are put in: there are as many as the code has
        if now - self.said.get(sentence, -self.PAUSE) < self.PAUSE:
            return False
        self.said[sentence] = now
        return True
