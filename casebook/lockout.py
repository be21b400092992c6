"""What is told to who has typed wrong passwords too often (settings.AXES_FAILURE_LIMIT): to wait, and for how long."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from . import limits


def shut_out(request: HttpRequest, answer: HttpResponse | None = None, credentials: dict[str, Any] | None = None) -> HttpResponse:
    """429 with the seconds of the whole pause; no try within it makes it longer. `answer` is what the login page would have been."""
    return limits.refused(request, round(settings.AXES_COOLOFF_TIME.total_seconds()))
