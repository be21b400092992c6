"""Figures for Prometheus at /metrics, for who has the token. An extra: METRICS_TOKEN, and the package prometheus-client.

Where several workers serve, PROMETHEUS_MULTIPROC_DIR names an empty folder in which they add up their figures, as the library asks.
"""

from __future__ import annotations

import logging
import os
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from . import environment

_library: Any = environment.needed("prometheus_client", "METRICS_TOKEN") if settings.METRICS_TOKEN else None
_answers = _library and _library.Counter("casebook_answers", "Requests answered", ["view", "method", "status"])
log = logging.getLogger(__name__)
BUCKETS = (0.005, 0.02, 0.05, 0.1, 0.25, 1, 5)
_seconds = _library and _library.Histogram("casebook_seconds", "Seconds to an answer", ["view"], buckets=BUCKETS)


def count(view: str, method: str, status: int, seconds: float) -> None:
    """Add a request to the figures, where they are kept. No answer waits for a fault of theirs, such as a folder that is gone."""
    if _library:
        try:
            _answers.labels(view, method if method in ("GET", "HEAD", "POST") else "other", status).inc()
            _seconds.labels(view).observe(seconds)
        except Exception as error:  # a full disk, a folder that is gone or another's
            log.warning("Figures cannot be kept: %s", error)


def metrics(request: HttpRequest) -> HttpResponse:
    """The figures in Prometheus's own form; not there for who has no token. 503 where they cannot be read."""
    if not _library or not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        raise Http404
    headers = {"Cache-Control": "no-store"}
    try:
        register = _library.REGISTRY
        if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
            register = _library.CollectorRegistry()
            environment.needed("prometheus_client.multiprocess", "METRICS_TOKEN").MultiProcessCollector(register)
        figures = _library.generate_latest(register)
    except (OSError, ValueError) as error:
        log.warning("Figures cannot be read: %s", error)
        return HttpResponse("The figures cannot be read.\n", status=503, content_type="text/plain; charset=utf-8", headers=headers)
    return HttpResponse(figures, content_type=_library.CONTENT_TYPE_LATEST, headers=headers)
