"""A site with production settings: Django's own checks, and what readers get from gunicorn and the collected static files."""

from __future__ import annotations

import contextlib
import gzip
import json
import re
import socket
import urllib.request
from pathlib import Path

import pytest

from casebook import checks, databases
from tests.conftest import PROJECT, Site, environment, manage
from tests.processes import serving

ASSET = re.compile(r'(?:href|src)="(/static/[^"]+)"')


def test_production_settings_pass_the_deployment_checks(tmp_path: Path) -> None:
    env = environment(DATABASE_URL=f"sqlite:///{tmp_path / 'casebook.sqlite3'}")
    done = manage("check", "--deploy", "--fail-level", "WARNING", env=env)
    assert "no issues" in done.stdout


@pytest.mark.parametrize(("seconds", "preload"), [("3600", False), ("31535999", False), ("31536000", True)])
def test_a_host_is_offered_to_browsers_lists_only_from_a_year_on_and_no_check_complains(tmp_path: Path, seconds: str, preload: bool) -> None:
    env = environment(DATABASE_URL=f"sqlite:///{tmp_path / 'casebook.sqlite3'}", HSTS_SECONDS=seconds)
    shown = manage("shell", "--no-imports", "-c", "from django.conf import settings; print(settings.SECURE_HSTS_PRELOAD)", env=env)
    assert shown.stdout.strip().endswith(str(preload))
    assert "no issues" in manage("check", "--deploy", "--fail-level", "WARNING", env=env).stdout


@pytest.mark.parametrize(("address", "hosts", "is_fine"), [
    ("https://casebook.example", "casebook.exmaple", False),
    ("https://casebook.example", "casebook.example,127.0.0.1", True),
    ("https://laws.club.example", ".club.example", True),
    ("https://casebook.example:8443", "casebook.example", True),
    ("https://[::1]", "[::1]", True),
    ("https://casebook.example", "*", True),
])  # fmt: skip
def test_an_address_under_which_the_site_answers_nobody_is_told(settings, address: str, hosts: str, is_fine: bool) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = address, hosts.split(",")
    said = checks.site_address(None)
    assert [one.id for one in said] == ([] if is_fine else ["casebook.W001"])
    assert all(address in one.msg and hosts in one.msg for one in said)


@pytest.mark.parametrize(("setting", "value", "check", "is_fine"), [
    ("ALLOWED_HOSTS", ["*"], checks.every_host, False),
    ("ALLOWED_HOSTS", ["casebook.example"], checks.every_host, True),
    ("SECURITY_CONTACT", "mailto:", checks.contact, False),
    ("SECURITY_CONTACT", "https://", checks.contact, False),
    ("SECURITY_CONTACT", "mailto:keeper@casebook.example", checks.contact, True),
    ("SECURITY_CONTACT", "https://casebook.example/security", checks.contact, True),
    ("SECURITY_CONTACT", "", checks.contact, True),
    ("BACKUP_DIR", Path("/dev/null/backups"), checks.backup_folder, False),
    ("BACKUP_DIR", Path("/tmp/not/yet/there"), checks.backup_folder, True),
])  # fmt: skip
def test_what_is_allowed_and_hardly_meant_is_told(settings, setting: str, value: object, check, is_fine: bool) -> None:
    setattr(settings, setting, value)
    said = check(None)
    assert [setting in one.msg for one in said] == ([] if is_fine else [True])


def test_the_check_of_a_deployment_tells_it(tmp_path: Path) -> None:
    env = environment(DATABASE_URL=f"sqlite:///{tmp_path / 'casebook.sqlite3'}", SITE_URL="https://casebook.example", ALLOWED_HOSTS="other.example")
    assert "casebook.W001" in manage("check", "--deploy", env=env).stderr


def test_what_the_site_writes_is_for_its_owner_alone(tmp_path: Path) -> None:
    databases.configured(f"sqlite:///{tmp_path / 'var' / 'casebook.sqlite3'}")
    assert (tmp_path / "var").stat().st_mode & 0o777 == 0o700
    for unit in sorted((PROJECT / "deploy").glob("*.service")):
        assert "UMask=0077" in unit.read_text().splitlines(), unit.name


def test_no_migration_is_missing(tmp_path: Path) -> None:
    env = environment(DATABASE_URL=f"sqlite:///{tmp_path / 'casebook.sqlite3'}")
    assert "No changes detected" in manage("makemigrations", "--check", "--dry-run", env=env).stdout


def test_what_gunicorn_itself_says_can_be_read_in_the_log(site: Site) -> None:
    said = site.log.read_text()
    assert re.search(r"\[\d+\] \[INFO\] Listening at: http://", said), said[:2000]
    assert "Logging error" not in said
    assert "Control socket" not in said, "nothing is written outside of the site's folder"


def test_the_home_page_and_all_that_it_loads_come_through_gunicorn(site: Site) -> None:
    status, _, body = site.get("/")
    assert status == 200
    assets = set(ASSET.findall(body.decode()))
    assert any(name.endswith(".css") for name in assets)
    for name in assets:
        status, headers, content = site.get(name)
        assert (status, bool(content)) == (200, True), name
        assert re.search(r"\.[0-9a-f]{12}\.", name), f"{name} has no hash of its content in its name"
        assert "immutable" in headers["cache-control"], f"{name} may be kept for ever"


@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_style_sheets_are_sent_compressed(site: Site, coding: str) -> None:
    sheets = [name for name in ASSET.findall(site.get("/")[2].decode()) if name.endswith(".css")]
    # a sheet that would hardly shrink is sent as it is
    assert coding in {site.get(name, Accept_Encoding=coding)[1].get("content-encoding") for name in sheets}


@pytest.mark.parametrize("path", ["/auction-1912/law/84/", "/auction-1912/law/1/", "/whist-1889/law/84/"])
def test_the_first_view_of_a_law_weighs_at_most_45_kb(site: Site, path: str) -> None:
    body = site.get(path)[2]
    parts = [body, *(site.get(name)[2] for name in sorted(set(ASSET.findall(body.decode()))))]
    assert sum(len(gzip.compress(part, 6)) for part in parts) <= 45 * 1024


def test_a_request_over_https_is_told_to_stay_there(site: Site) -> None:
    _, headers, _ = site.get("/", X_Forwarded_Proto="https")
    assert int(re.findall(r"max-age=(\d+)", headers["strict-transport-security"])[0]) >= 31_536_000
    assert "includeSubDomains" in headers["strict-transport-security"]


def test_a_plain_request_is_sent_to_https_unless_the_site_says_otherwise(tmp_path: Path) -> None:
    code = "from django.test import Client; answer = Client().get('/', HTTP_HOST='casebook.example'); print(answer.status_code, answer['Location'])"
    shown = manage("shell", "-c", code, env=environment(DATABASE_URL=f"sqlite:///{tmp_path / 'casebook.sqlite3'}"))
    assert shown.stdout.strip().splitlines()[-1] == "301 https://casebook.example/"


def test_cookies_of_a_production_site_travel_over_https_only(site: Site) -> None:
    _, headers, _ = site.get("/admin/login/", X_Forwarded_Proto="https")
    assert "csrftoken=" in headers["set-cookie"]
    assert "Secure" in headers["set-cookie"]
    assert "HttpOnly" in headers["set-cookie"]


def test_another_host_name_is_refused(site: Site) -> None:
    assert site.get("/", Host="elsewhere.example")[0] == 400


def test_an_address_too_long_to_read_is_refused_and_the_site_goes_on(site: Site) -> None:
    assert site.get("/search/?q=" + "a" * 9000)[0] in {400, 414}
    assert site.get("/")[0] == 200


UNREADABLE = [
    pytest.param("GET /search/?q=caf\u00e9-hunter2 HTTP/1.1\r\nHost: 127.0.0.1", id="letters that an address cannot have"),
    pytest.param("GET /search/?q=a blank-hunter2 HTTP/1.1\r\nHost: 127.0.0.1", id="a blank"),
    pytest.param("GET /hunter2 HTTP/hunter2\r\nHost: 127.0.0.1", id="no version"),
    pytest.param("h\u00fcnter2 / HTTP/1.1\r\nHost: 127.0.0.1", id="no method"),
    pytest.param("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nhunter2: \x00 hunter2", id="a header with a null"),
    pytest.param("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nhunter2 hunter2: x", id="a header whose name has a blank"),
    pytest.param("GET /?hunter2 HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: hunter2", id="a coding that nobody knows"),
    pytest.param("GET /?" + "hunter2" * 2000 + " HTTP/1.1\r\nHost: 127.0.0.1", id="too long"),
]


@pytest.mark.parametrize("request_line", UNREADABLE)
def test_what_gunicorn_cannot_read_is_not_written_down(site: Site, request_line: str) -> None:
    before = len(site.log.read_text())
    host, port = site.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as peer:
        peer.sendall(f"{request_line}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while piece := peer.recv(65536):
                answer += piece
    site.get("/healthz")
    said = site.log.read_text()[before:]
    assert answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 5")), answer[:200]
    assert "nter2" not in said and "127.0.0.1" not in said
    assert re.search(r"\[\d+\] \[WARNING\] Invalid request: \w+", said), "the kind of fault is told"


@pytest.mark.parametrize("path", ["/", "/help/", "/auction-1912/law/4000/", "/search/?q=revoke", "/static/favicon.svg"])
def test_who_asks_for_the_head_alone_makes_no_complaint(site: Site, path: str) -> None:
    request = urllib.request.Request(site.address + path, method="HEAD")
    with contextlib.suppress(urllib.request.HTTPError), urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.read() == b""
    assert "no-body" not in site.log.read_text()


def test_gunicorn_s_own_lines_have_the_form_of_all(site: Site, tmp_path: Path) -> None:
    log = tmp_path / "gunicorn.log"
    with serving({**site.env, "LOG_FORMAT": "json"}, log) as (address, _):
        urllib.request.urlopen(f"{address}/healthz", timeout=30).close()
    said = [json.loads(line) for line in log.read_text().splitlines()]
    assert any(line["logger"] == "gunicorn.error" and line["message"].startswith("Listening at") and line["at"] for line in said)
    assert any(line["logger"] == "casebook.requests" for line in said)


def test_an_error_page_of_a_production_site_shows_no_code(site: Site) -> None:
    status, _, body = site.get("/auction-1912/law/4000/")
    assert status == 404
    assert b"Traceback" not in body
    assert b"DEBUG" not in body
