"""Where an uploaded file waits between the report on it and its loading: on the disk, under a name that only the session knows."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest

_TOKEN = re.compile(r"[0-9a-f]{32}")


def keep(request: HttpRequest, key: str, data: bytes, told: dict[str, Any]) -> None:
    """Put a file on the shelf, with what was said of it. What waited under the same `key` of the session before is thrown away."""
    forget(request, key)
    token = secrets.token_hex(16)
    _shelf().joinpath(token).write_bytes(data)
    request.session[key] = {**told, "token": token}


def kept(request: HttpRequest, key: str) -> tuple[bytes, dict[str, Any]] | None:
    """The file that waits, with what was said of it; None where there is none any more."""
    told = dict(request.session.get(key, {}))
    token = str(told.pop("token", ""))
    path = _shelf() / token
    return (path.read_bytes(), told) if _TOKEN.fullmatch(token) and path.is_file() else None


def forget(request: HttpRequest, key: str) -> None:
    """Throw away what waits, if anything does."""
    token = str((request.session.pop(key, None) or {}).get("token", ""))
    if _TOKEN.fullmatch(token):
        (_shelf() / token).unlink(missing_ok=True)


def bare_name(name: str, otherwise: str) -> str:
    """The name of an uploaded file without folders and signs."""
    return re.sub(r"[^\w. -]", "", Path(name).name)[:80] or otherwise


def _shelf() -> Path:
    shelf = Path(settings.VAR_DIR) / "imports"
    shelf.mkdir(parents=True, exist_ok=True)
    return shelf
