"""What every page knows."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """The site's name, its public address, and the canonical address of this page."""
    return {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL, "canonical": settings.SITE_URL + request.path}
