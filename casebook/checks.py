"""What `manage.py check --deploy` says of settings that are right each by itself and wrong together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.http.request import validate_host


@register(Tags.security, deploy=True)
def site_address(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """A warning where links, feeds and printed pages carry an address under which the site answers nobody."""
    host = urlsplit(settings.SITE_URL).hostname or ""
    if validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS):
        return []
    said = f"SITE_URL is {settings.SITE_URL}, but the site does not answer to {host}: ALLOWED_HOSTS is {','.join(settings.ALLOWED_HOSTS)}."
    return [Warning(said, hint="One of the two is probably mistyped.", id="casebook.W001")]
