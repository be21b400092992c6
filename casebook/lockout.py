"""What is told to who has typed wrong passwords too often (settings.AXES_FAILURE_LIMIT): to wait, and for how long."""

from __future__ import annotations

import math
from datetime import datetime
from typing import Any

from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from . import limits


def shut_out(request: HttpRequest, answer: HttpResponse | None = None, credentials: dict[str, Any] | None = None) -> HttpResponse:
    """429 with the seconds that remain of the pause; no try within it makes it longer. `answer` is what the login page would have been."""
    remaining = _ends(get_client_username(request, credentials), limits.counted_as(request)) - timezone.now()
    return limits.refused(request, max(1, math.ceil(remaining.total_seconds())))


def _ends(name: str | None, address: str | None) -> datetime:
    """When the wrong passwords that are not forgotten by then are fewer than shut out. Each browser's are forgotten together."""
    kept, pause = 0, settings.AXES_COOLOFF_TIME
    tries = AccessAttempt.objects.filter(username=name, ip_address=address).order_by("-attempt_time")
    for when, count in tries.values_list("attempt_time", "failures_since_start"):
        kept += count
        if kept >= settings.AXES_FAILURE_LIMIT:
            return when + pause
    return timezone.now() + pause
