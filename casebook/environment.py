"""Reading settings from the environment. A value that makes no sense is refused with a sentence that names it."""

from __future__ import annotations

import os
import re
import secrets
import string
from importlib import import_module
from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off", ""}


def flag(name: str, default: bool) -> bool:
    """A yes or no. "maybe" is refused."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    value = raw.strip().lower()
    if value in YES | NO:
        return value in YES
    raise ImproperlyConfigured(f"{name} is “{raw}”. Write 1 for yes or 0 for no.")


def words(name: str, default: list[str]) -> list[str]:
    """A list with commas: "casebook.example, www.casebook.example"."""
    raw = os.environ.get(name)
    return default if raw is None else [word.strip() for word in raw.split(",") if word.strip()]


def hosts(name: str, default: list[str]) -> list[str]:
    """Host names, without scheme or path."""
    found = words(name, default)
    for host in found:
        if "/" in host or " " in host:
            raise ImproperlyConfigured(f"{name} has “{host}”. Write host names only, with commas: casebook.example.")
    return found


def whole_number(name: str, default: int, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    raw = os.environ.get(name, "").strip()
    if not raw:
        return default
    if not raw.isascii() or not raw.isdigit() or not low <= int(raw) <= high:
        raise ImproperlyConfigured(f"{name} is “{raw}”. Write a whole number from {low} to {high}.")
    return int(raw)


def pattern(name: str, default: str, fields: tuple[str, ...]) -> str:
    """Words with names of `fields` in braces: "{label}, {code}". At least the label must be there."""
    raw = os.environ.get(name, "").strip() or default
    try:
        pieces = [(field, form, how) for _, field, form, how in string.Formatter().parse(raw) if field is not None]
    except ValueError:
        raise ImproperlyConfigured(f"{name} is “{raw}”, with a brace that has no partner. Write {default}.") from None
    for field, form, how in pieces:
        if field not in fields or form or how:
            raise ImproperlyConfigured(f"{name} has “{{{field}}}”. Known are {', '.join(f'{{{known}}}' for known in fields)}.")
    if "label" not in {field for field, _, _ in pieces}:
        raise ImproperlyConfigured(f"{name} is “{raw}”. It must have {{label}} in it: {default}.")
    return raw


def site_address(name: str, default: str) -> str:
    """The address at which readers reach the site, without a closing slash."""
    raw = os.environ.get(name, "").strip() or default
    try:
        parts = urlsplit(raw)
        port_makes_sense = parts.port is None or parts.port > 0
    except ValueError:  # a bracket left open, a port beyond 65535
        parts, port_makes_sense = urlsplit(""), False
    bare = not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
    if parts.scheme not in {"http", "https"} or not parts.hostname or not port_makes_sense or not bare:
        raise ImproperlyConfigured(f"{name} is “{raw}”. Write an address with its scheme and no path: https://casebook.example.")
    return raw.rstrip("/")


def listening(name: str, default: str) -> str:
    """Where gunicorn listens: 127.0.0.1:8000, [::1]:8000 or unix:/run/casebook.sock; several with commas."""
    found = words(name, []) or [default]
    for place in found:
        host, _, port = place.rpartition(":")
        is_port = port.isascii() and port.isdigit() and 0 < int(port) <= 65535
        if not re.fullmatch(r"(unix:/|fd://).+", place) and not (is_port and re.fullmatch(r"[\w.-]*|\[[\da-fA-F:.]+\]", host)):
            raise ImproperlyConfigured(f"{name} has “{place}”. Write a host and a port: 127.0.0.1:8000, or unix:/path/to/socket.")
    return ",".join(found)


def reporting_address(name: str) -> str:
    """A DSN as Sentry shows it. It is not repeated in a complaint: it has a key in it."""
    raw = os.environ.get(name, "").strip()
    if not re.fullmatch(r"https?://[^@/\s]+@[^@/\s]+/(\S+/)?\d+", raw):
        raise ImproperlyConfigured(f"{name} is no address of a project. Write it as Sentry shows it: https://key@sentry.example/1.")
    return raw


def contact(name: str) -> str:
    """Where to write about security: mailto:keeper@casebook.example or an https address; "" for nowhere."""
    raw = os.environ.get(name, "").strip()
    if raw and (not raw.startswith(("mailto:", "https://", "tel:")) or not raw.isprintable()):
        raise ImproperlyConfigured(f"{name} is “{raw}”. Write mailto:keeper@casebook.example, or an address that begins with https://.")
    return raw


def folder(name: str) -> str:
    """A folder that is there and may be written to, or "" for none."""
    raw = os.environ.get(name, "").strip()
    if raw and not (os.path.isdir(raw) and os.access(raw, os.W_OK | os.X_OK)):
        raise ImproperlyConfigured(f"{name} is “{raw}”, which is no folder that the site may write to. Make it for its user.")
    return raw


def one_of(name: str, default: str, choices: tuple[str, ...]) -> str:
    """One word of several."""
    raw = os.environ.get(name, "").strip() or default
    if raw not in choices:
        raise ImproperlyConfigured(f"{name} is “{raw}”. Write one of: {', '.join(choices)}.")
    return raw


def needed(package: str, name: str) -> ModuleType:
    """An optional package that the setting `name` asks for."""
    try:
        return import_module(package)
    except ImportError:
        install = f"pip install {package.replace('_', '-')}"
        raise ImproperlyConfigured(f"{name} is set, and needs a package that is not installed: {install}") from None


def secret_key(name: str, kept_in: Path) -> str:
    """The key that signs sessions. Where none is given, one is made at the first start and kept in a file that only its owner reads."""
    if key := os.environ.get(name, ""):
        if len(key) < 32:  # from there on to 50 Django's check of a deployment warns, and a site that has such a key goes on
            better = "50 or more, chosen at random: openssl rand -base64 48 makes some"
            raise ImproperlyConfigured(f"{name} has {len(key)} characters. Give it {better}.")
        return key
    if not kept_in.exists():
        kept_in.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = kept_in.with_name(f"{kept_in.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, kept_in)  # whole or not at all, so that a second process never reads half a key
        except FileExistsError:
            pass  # another process was first
        finally:
            draft.unlink()
    return kept_in.read_text().strip()
