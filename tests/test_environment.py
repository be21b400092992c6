"""Settings come from the environment, and a value that makes no sense is refused with a sentence that names it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from casebook import addresses
from casebook import environment as settings_from
from tests.conftest import environment, manage
from tests.processes import GUNICORN, SITE

KEY = "of no use but long enough, 0123456789 abcdefghijklmnop"
PROJECT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("1", True), ("true", True), ("YES", True), (" on ", True), ("0", False), ("No", False), ("false", False), ("", False)],
)
def test_a_flag_is_yes_or_no_in_any_usual_spelling(monkeypatch: pytest.MonkeyPatch, typed: str, meant: bool) -> None:
    monkeypatch.setenv("DEBUG", typed)
    assert settings_from.flag("DEBUG", not meant) is meant


def test_a_setting_that_is_not_given_has_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("X", raising=False)
    assert settings_from.flag("X", True) is True
    assert settings_from.words("X", ["a"]) == ["a"]
    assert settings_from.whole_number("X", 8000, 1, 65535) == 8000
    assert settings_from.site_address("X", "http://127.0.0.1:8000") == "http://127.0.0.1:8000"


def test_hosts_are_parted_by_commas_and_spaces_around_them_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", " casebook.example , www.casebook.example,")
    assert settings_from.hosts("ALLOWED_HOSTS", []) == ["casebook.example", "www.casebook.example"]


def test_a_site_address_loses_its_closing_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_URL", "https://casebook.example/")
    assert settings_from.site_address("SITE_URL", "") == "https://casebook.example"


def flag(name: str) -> object:
    return settings_from.flag(name, False)


def hosts(name: str) -> object:
    return settings_from.hosts(name, [])


def port(name: str) -> object:
    return settings_from.whole_number(name, 8000, 1, 65535)


def site_address(name: str) -> object:
    return settings_from.site_address(name, "http://127.0.0.1:8000")


def database_address(name: str) -> object:
    return addresses.database_address(name, "sqlite:///x.sqlite3")


def secret_key(name: str) -> object:
    return settings_from.secret_key(name, Path("/nowhere/secret_key"))


def listening(name: str) -> object:
    return settings_from.listening(name, "127.0.0.1:8000")


@pytest.mark.parametrize("place", ["127.0.0.1:8000", "[::1]:8000", ":8000", "casebook-1.example:80", "unix:/run/casebook.sock", "fd://3"])
def test_the_site_listens_wherever_gunicorn_can(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setenv("BIND", place)
    assert listening("BIND") == place


@pytest.mark.parametrize(
    ("name", "nonsense"),
    [("WEB_WORKERS", "abc"), ("WEB_WORKERS", "0"), ("WEB_THREADS", "0"), ("BIND", "nonsense:abc"), ("SENTRY_DSN", "foo"), ("HSTS_SECONDS", "long"), ("PROMETHEUS_MULTIPROC_DIR", "/nowhere/at/all"), ("DATABASE_URL", "sqlite:////dev/null/x.sqlite3")],
)
def test_gunicorn_does_not_start_with_nonsense_and_says_why_in_one_sentence(name: str, nonsense: str) -> None:
    env = environment(**{"BIND": "127.0.0.1:8000", "METRICS_TOKEN": "right", name: nonsense})
    done = subprocess.run([*GUNICORN, "--check-config", SITE], cwd=PROJECT, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert done.stderr.startswith(f"{name} ") and len(done.stderr.splitlines()) == 1, done.stderr[-800:]


@pytest.mark.parametrize(
    ("read", "name", "nonsense", "why"),
    [
        (flag, "DEBUG", "maybe", "neither yes nor no"),
        (flag, "DEBUG", "2", "a number that is no flag"),
        (hosts, "ALLOWED_HOSTS", "https://casebook.example", "an address, not a host"),
        (hosts, "ALLOWED_HOSTS", "casebook.example www.casebook.example", "no comma"),
        (port, "PORT", "eighty", "a word"),
        (port, "PORT", "0", "below the range"),
        (port, "PORT", "70000", "above the range"),
        (port, "PORT", "-1", "a sign"),
        (port, "PORT", "8e3", "no plain figures"),
        (port, "PORT", "８０００", "figures of another script"),
        (site_address, "SITE_URL", "casebook.example", "no scheme"),
        (site_address, "SITE_URL", "ftp://casebook.example", "no web address"),
        (site_address, "SITE_URL", "https://", "no host"),
        (site_address, "SITE_URL", "https://casebook.example/laws/", "a path"),
        (site_address, "SITE_URL", "https://casebook.example/?q=1", "a query"),
        (site_address, "SITE_URL", "https://casebook.example#top", "a fragment"),
        (site_address, "SITE_URL", "https://editor:secret@casebook.example", "a password"),
        (site_address, "SITE_URL", "https://[casebook", "a bracket left open"),
        (site_address, "SITE_URL", "https://casebook.example:99999", "no such port"),
        (database_address, "DATABASE_URL", "casebook.sqlite3", "a bare file name"),
        (database_address, "DATABASE_URL", "mysql://casebook", "a database that is not supported"),
        (database_address, "DATABASE_URL", "sqlite:casebook.sqlite3", "no slashes"),
        (database_address, "DATABASE_URL", "postgres://casebook:pass/word@host/name", "a password that cuts the address short"),
        (database_address, "DATABASE_URL", "postgres://casebook@host:none/name", "a port that is no number"),
        (database_address, "DATABASE_URL", "postgres://casebook@host:99999/name", "no such port"),
        (database_address, "DATABASE_URL", "postgres://casebook:hunter2@host:5432/", "no name"),
        (database_address, "DATABASE_URL", "postgres://casebook:1/hunter2@host/name", "a password that cuts the address short behind a figure"),
        (database_address, "DATABASE_URL", "postgres://casebook:1#hunter2@host/name", "the same with another sign"),
        (database_address, "DATABASE_URL", "postgres://casebook:hunter2@host/name?foo=bar", "an option that there is not"),
        (database_address, "DATABASE_URL", "sqlite://", "memory, which is gone with the process"),
        (database_address, "DATABASE_URL", "sqlite://:memory:", "memory by name"),
        (database_address, "DATABASE_URL", "sqlite:///:memory:", "memory as a file"),
        (database_address, "DATABASE_URL", "sqlite://casebook.sqlite3", "a file in the place of a host"),
        (database_address, "DATABASE_URL", "sqlite:////tmp/", "a folder"),
        (database_address, "DATABASE_URL", "sqlite:////tmp", "a folder without its slash"),
        (database_address, "DATABASE_URL", "sqlite:////srv/casebook.sqlite3?timeout=5", "an option that would not be heeded"),
        (addresses.cache_address, "CACHE_URL", "localhost:6379", "no scheme"),
        (addresses.cache_address, "CACHE_URL", "redis:localhost", "no slashes"),
        (addresses.cache_address, "CACHE_URL", "redis://localhost:abc/0", "a port that is no number"),
        (addresses.cache_address, "CACHE_URL", "redis://localhost:99999/0", "no such port"),
        (addresses.cache_address, "CACHE_URL", "redis://h/zzz", "a database that is no number"),
        (addresses.cache_address, "CACHE_URL", "redis://:hun/ter2@h/0", "a password that cuts the address short"),
        (addresses.cache_address, "CACHE_URL", "redis://h/0?foo=bar", "an option that there is not"),
        (addresses.cache_address, "CACHE_URL", "unix://", "no path"),
        (settings_from.folder, "PROMETHEUS_MULTIPROC_DIR", "/nowhere/at/all", "not there"),
        (settings_from.folder, "PROMETHEUS_MULTIPROC_DIR", "/dev/null", "no folder"),
        (secret_key, "SECRET_KEY", "short", "too short to be secret"),
        (listening, "BIND", "nonsense:abc", "a port that is no number"),
        (listening, "BIND", "127.0.0.1", "no port"),
        (listening, "BIND", "127.0.0.1:70000", "no such port"),
        (listening, "BIND", "127.0.0.1:8000,elsewhere", "the second has no port"),
        (listening, "BIND", "http://127.0.0.1:8000", "an address of the web"),
        (settings_from.reporting_address, "SENTRY_DSN", "foo", "no address"),
        (settings_from.reporting_address, "SENTRY_DSN", "https://sentry.example/1", "no key"),
        (settings_from.reporting_address, "SENTRY_DSN", "https://key@sentry.example/", "no project"),
    ],
)
def test_nonsense_is_refused_with_a_sentence_that_names_the_setting(
    monkeypatch: pytest.MonkeyPatch, read: Callable[[str], object], name: str, nonsense: str, why: str
) -> None:
    monkeypatch.setenv(name, nonsense)
    with pytest.raises(ImproperlyConfigured) as refused:
        read(name)
    sentence = str(refused.value)
    assert name in sentence, why
    assert "ter2" not in sentence, "a password"
    assert sentence.endswith((".", "name")), "a sentence, with what to write instead"


@pytest.mark.parametrize("address", ["redis://127.0.0.1", "redis://:secret@h:6379/0", "rediss://h/3?socket_timeout=2", "unix:///run/redis.sock?db=2"])
def test_a_redis_is_named_in_any_usual_way(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("CACHE_URL", address)
    assert addresses.cache_address("CACHE_URL") == address


@pytest.mark.parametrize(
    "address",
    [
        "sqlite:///var/casebook.sqlite3",
        "sqlite:////srv/a%23b/casebook.sqlite3",
        "postgres://casebook@/casebook?host=/var/run/postgresql",
        "postgres://u:p%2F@h:5432/n?sslmode=verify-full&connect_timeout=9",
        "postgres://?service=casebook",
        "postgresql://u@h/n?assume_role=casebook",
        "postgres://u@h/n?currentSchema=laws",
    ],
)
def test_a_database_is_named_in_any_usual_way(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    assert database_address("DATABASE_URL") == address


def test_a_database_password_is_not_repeated_in_the_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://casebook:hunter2@db.example/casebook")
    with pytest.raises(ImproperlyConfigured) as refused:
        database_address("DATABASE_URL")
    assert "hunter2" not in str(refused.value)


def test_a_secret_key_is_made_once_and_only_its_owner_can_read_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    kept_in = tmp_path / "var" / "secret_key"
    first = settings_from.secret_key("SECRET_KEY", kept_in)
    assert len(first) >= 50
    assert settings_from.secret_key("SECRET_KEY", kept_in) == first
    assert stat.S_IMODE(kept_in.stat().st_mode) == 0o600
    assert [file.name for file in kept_in.parent.iterdir()] == ["secret_key"], "no draft is left beside it"


def test_a_secret_key_from_the_environment_leaves_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY", KEY)
    kept_in = tmp_path / "secret_key"
    assert settings_from.secret_key("SECRET_KEY", kept_in) == KEY
    assert not kept_in.exists()


@pytest.mark.parametrize(("name", "nonsense"), [("DEBUG", "maybe"), ("SITE_URL", "casebook.example"), ("DATABASE_URL", "mysql://db")])
def test_the_command_line_shows_the_sentence_last(name: str, nonsense: str) -> None:
    refused = manage("check", env=environment(**{name: nonsense}), check=False)
    assert refused.returncode != 0
    assert name in refused.stderr.strip().splitlines()[-1]


def test_the_public_address_follows_the_port_until_it_is_given() -> None:
    env = environment(PORT="9123")
    del env["SITE_URL"]
    shown = manage("shell", "-c", "from django.conf import settings; print(settings.SITE_URL)", env=env)
    assert shown.stdout.strip().splitlines()[-1] == "http://127.0.0.1:9123"


def test_the_command_line_refuses_nonsense_with_one_sentence_and_no_traceback() -> None:
    command = [sys.executable, "manage.py", "check"]
    done = subprocess.run(command, cwd=PROJECT, env={**os.environ, "DEBUG": "maybe"}, capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stderr.strip() == "DEBUG is “maybe”. Write 1 for yes or 0 for no."
