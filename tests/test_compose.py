"""What starts in containers holds together as far as it can be told without starting it: names, files, health, settings, rights.

`docker compose config` and the image itself want Docker; where there is none, that is skipped and said.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Any

import pytest

from tests.processes import PROJECT, environment, manage

yaml = pytest.importorskip("yaml")
COMPOSE = (PROJECT / "compose.yaml").read_text(encoding="utf-8")
DOCKERFILE = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
WRITTEN = {"SECRET_KEY": "of no use but long enough, 0123456789 abcdefghijklmnop", "SITE_HOST": "casebook.example", "POSTGRES_PASSWORD": "secret", "REPLICATION_PASSWORD": "secret too"}  # .env
SUBSTITUTED = re.compile(r"(?<!\$)\$\{(\w+)(:\?[^}]*)?\}")
PLAN: dict[str, Any] = yaml.safe_load(COMPOSE)
SERVICES: dict[str, dict[str, Any]] = PLAN["services"]
APPS = ("app-1", "app-2")
every_service = pytest.mark.parametrize("name", SERVICES)


def test_the_machines_of_a_federation_are_there() -> None:
    assert {*APPS, "postgres", "replica", "pgbouncer", "proxy", "redis"} == set(SERVICES)


def test_whatever_is_asked_of_the_owner_is_named_in_the_first_lines() -> None:
    assert {name for name, _ in SUBSTITUTED.findall(COMPOSE)} == set(WRITTEN)
    said = COMPOSE.partition("name: casebook")[0]
    assert all(f"{name}=" in said for name in WRITTEN)
    assert all(f"${{{name}:?" in COMPOSE for name in WRITTEN), "one that is missing stops the start with a sentence"


@every_service
def test_each_service_says_whether_it_is_well(name: str) -> None:
    assert "healthcheck" in SERVICES[name] or (name in APPS and "HEALTHCHECK" in DOCKERFILE)


@every_service
def test_nothing_is_waited_for_that_is_not_there(name: str) -> None:
    waited_for = SERVICES[name].get("depends_on", {})
    assert set(waited_for) <= set(SERVICES)
    assert {how["condition"] for how in waited_for.values()} <= {"service_healthy"}


@every_service
def test_what_is_mounted_exists(name: str) -> None:
    for mount in SERVICES[name].get("volumes", []):
        source = mount.split(":")[0]
        assert (PROJECT / source).is_file() if source.startswith(".") else source in PLAN["volumes"], mount


@every_service
def test_images_are_pinned_to_a_version(name: str) -> None:
    tag = SERVICES[name]["image"].partition(":")[2]
    assert re.search(r"\d", tag) or SERVICES[name].get("build"), "latest is another one every day"


def test_every_volume_is_used() -> None:
    used = {mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])}
    assert set(PLAN["volumes"]) <= used


@pytest.mark.parametrize("name", APPS)
def test_the_site_may_write_to_its_own_folder_and_nowhere_else(name: str) -> None:
    app = SERVICES[name]
    assert (app["read_only"], app["cap_drop"], app["security_opt"]) == (True, ["ALL"], ["no-new-privileges:true"])
    assert app["tmpfs"] == ["/tmp"]
    assert app["volumes"] == ["var:/app/var"]


def test_the_image_runs_as_an_ordinary_user() -> None:
    final = DOCKERFILE.split("\nFROM ")[-1]
    assert re.search(r"^USER casebook$", final, re.MULTILINE)
    assert final.index("USER casebook") < final.index("CMD")
    assert "--require-hashes" in DOCKERFILE
    assert "-slim" in final.splitlines()[0]


@pytest.mark.parametrize("name", ["gunicorn", "whitenoise", "psycopg", "redis", "argon2-cffi"])
def test_the_image_has_what_these_services_want(name: str) -> None:
    assert re.search(rf"^{re.escape(name)}(\[\w+\])?==", (PROJECT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)


def test_its_settings_are_those_that_the_documents_list_and_the_site_takes() -> None:
    told = {name: SUBSTITUTED.sub(lambda match: WRITTEN[match[1]], value) for name, value in SERVICES["app-1"]["environment"].items()}
    documented = (PROJECT / "docs" / "deploy.md").read_text(encoding="utf-8")
    assert [name for name in told if f"`{name}`" not in documented] == []
    done = manage("check", "--deploy", "--fail-level", "WARNING", env=environment(**told))
    assert "no issues" in done.stdout
    code = "from django.conf import settings as s; print(len(s.DATABASES), s.DATABASES['replica-1']['HOST'], s.CACHES['pages']['LOCATION'])"
    assert "2 pgbouncer redis://redis:6379/0" in manage("shell", "--no-imports", "-c", code, env=environment(**told)).stdout


def test_the_proxy_and_the_pool_lead_to_services_that_are_there() -> None:
    caddy = (PROJECT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert re.findall(r"([\w-]+):8000", caddy) == list(APPS)
    assert "/healthz" in caddy, "a site without its index, or without its primary, still answers readers"
    pool = (PROJECT / "deploy" / "pgbouncer.ini").read_text(encoding="utf-8")
    assert set(re.findall(r"host=(\w+)", pool)) == {"postgres", "replica"}
    assert {"casebook", "casebook_replica"} == set(re.findall(r"^(\w+) = host", pool, re.MULTILINE))
    assert "pool_mode = transaction" in pool


def test_docker_finds_nothing_wrong_with_it() -> None:
    if not shutil.which("docker") or subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode:
        pytest.skip("there is no docker compose on this machine: compose.yaml was read, not run")
    command = ["docker", "compose", "--file", "compose.yaml", "config", "--quiet"]
    subprocess.run(command, cwd=PROJECT, env=environment(**WRITTEN), check=True)
