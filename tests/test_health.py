"""What a load balancer asks, and what it is told when something is missing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from casebook import health
from tests.builders import make_law
from tests.conftest import environment, manage


@pytest.fixture(autouse=True)
def law(db: None) -> None:
    make_law(number="84", text="The penalty for a revoke is three tricks.")


def ready() -> tuple[int, dict[str, str]]:
    answer = Client().get("/readyz")
    assert answer["Cache-Control"] == "no-store"
    return answer.status_code, json.loads(answer.content)


def test_a_whole_site_is_ready() -> None:
    assert ready() == (200, {"database": "ok", "migrations": "ok", "index": "ok"})


def test_a_migration_that_was_not_applied_is_told() -> None:
    MigrationRecorder.Migration.objects.filter(app="laws").order_by("-name")[0].delete()
    status, found = ready()
    assert status == 503
    assert "manage.py migrate" in found["migrations"]


def test_an_index_out_of_step_is_told_and_put_right_by_one_command() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM laws_search_document")
    status, found = ready()
    assert status == 503
    assert "manage.py search --rebuild" in found["index"]
    call_command("search", rebuild=True, verbosity=0)
    assert ready()[0] == 200


def test_a_database_that_is_away_is_told_and_the_process_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> None:
        raise OperationalError("no server there")

    monkeypatch.setattr(health, "_database", away)
    assert ready() == (503, {"database": "cannot be reached"})
    assert Client().get("/healthz").content == b"ok\n"


def test_the_process_answers_without_a_query(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert Client().get("/healthz").status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_who_looks_after_the_site_may_ask_by_any_name(path: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["casebook.example"]
    assert Client(headers={"host": "127.0.0.1:8000"}).get(path).status_code == 200
    assert Client(headers={"host": "127.0.0.1:8000"}).get("/").status_code == 400


def test_who_found_a_hole_is_told_where_to_write(settings: Any) -> None:
    assert Client().get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:keeper@casebook.example"
    lines = Client().get("/.well-known/security.txt").content.decode().splitlines()
    assert "Contact: mailto:keeper@casebook.example" in lines
    assert any(line.startswith("Expires: 20") and line.endswith("T00:00:00Z") for line in lines)


def test_figures_that_cannot_be_kept_take_no_answer_with_them(shipped_database: str) -> None:
    code = (
        "from django.test import Client\n"
        "print([Client().get(path).status_code for path in ('/healthz', '/', '/help/')])\n"
        "print(Client().get('/metrics', headers={'Authorization': 'Bearer right'}).status_code)"
    )
    where = {"PROMETHEUS_MULTIPROC_DIR": "/nowhere/at/all", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    shown = manage("shell", "--no-imports", "-c", code, env=environment(DATABASE_URL=shipped_database, METRICS_TOKEN="right", **where))
    assert shown.stdout.split("\n")[:2] == ["[200, 200, 200]", "503"]
    assert shown.stderr.count("Figures cannot be kept") == 1


# ---- figures, and the keeper's page -----------------------------------------------------------------------------------------------


def test_there_are_no_figures_for_who_has_no_token() -> None:
    assert Client().get("/metrics").status_code == 404


def test_figures_name_views_and_no_reader(shipped_database: str) -> None:
    code = (
        "from django.test import Client\n"
        "Client().get('/healthz?secret=1', REMOTE_ADDR='203.0.113.9')\n"
        "print(Client().get('/metrics', headers={'Authorization': 'Bearer wrong'}).status_code)\n"
        "print(Client().get('/metrics', headers={'Authorization': 'Bearer right'}).content.decode())"
    )
    env = environment(DATABASE_URL=shipped_database, METRICS_TOKEN="right", DJANGO_SETTINGS_MODULE="tests.settings")
    shown = manage("shell", "--no-imports", "-c", code, env=env).stdout
    assert shown.startswith("404")
    assert 'casebook_answers_total{method="GET",status="200",view="healthz"} 1.0' in shown
    assert "secret" not in shown and "203.0.113.9" not in shown


def test_the_keeper_sees_what_runs_and_that_no_backup_was_taken(admin_client: Client, settings: Any, tmp_path: Any) -> None:
    settings.BACKUP_DIR = tmp_path
    page = admin_client.get("/admin/status/").content.decode()
    assert "<strong>none in" in page
    assert "Entries: published" in page


def test_an_editor_who_is_no_keeper_does_not_see_it(django_user_model: Any) -> None:
    client = Client()
    client.force_login(django_user_model.objects.create_user("editor", is_staff=True))
    assert client.get("/admin/status/").status_code == 403
