"""What `manage.py check --deploy` says of settings that are right each by itself and wrong together."""

from __future__ import annotations

import os
import re
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


@register(Tags.security, deploy=True)
def every_host(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """A warning where the site answers to whatever name it is called by."""
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    return [Warning("ALLOWED_HOSTS has *, so that the site answers to any name.", hint="Write its own names.", id="casebook.W002")]


@register(Tags.security, deploy=True)
def contact(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """A warning where who found a hole is told to write to nobody."""
    given = settings.SECURITY_CONTACT
    if not given or re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://[^/\s]+\S*|tel:\+?[\d-]+", given):
        return []
    return [Warning(f"SECURITY_CONTACT is {given}, where nobody can write to.", hint="mailto:keeper@casebook.example", id="casebook.W003")]


@register(Tags.security, deploy=True)
def backup_folder(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """A warning where no backup could be written. The folder itself may still have to be made."""
    there = next(folder for folder in (settings.BACKUP_DIR.absolute(), *settings.BACKUP_DIR.absolute().parents) if folder.exists())
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return []
    return [Warning(f"BACKUP_DIR is {settings.BACKUP_DIR}, but {there} is no folder that can be written to.", id="casebook.W004")]
