"""Who asks too often waits; who guesses passwords is shut out for a while; and what the log says of all this names no reader."""

from __future__ import annotations

import json
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from casebook import hashing, limits, lines, tracing


@pytest.fixture(autouse=True)
def fresh(db: None, settings: Any) -> None:
    settings.CACHES = {**settings.CACHES, "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "limits"}}
    cache.clear()


# ---- asking too often -------------------------------------------------------------------------------------------------------------


def test_who_asks_more_than_the_limit_is_told_when_to_come_back(settings: Any) -> None:
    settings.LIMITS = {"/search/": 3}
    assert [Client().get("/search/").status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = Client().get("/search/")
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert answer["Cache-Control"] == "no-store"
    assert f"wait {answer['Retry-After']} second" in answer.content.decode()
    assert Client().get("/help/").status_code == 200, "reading goes on"
    assert Client(REMOTE_ADDR="10.0.0.2").get("/search/").status_code == 200, "others go on searching"


def test_the_next_minute_begins_anew(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = {"/search/": 1}
    monkeypatch.setattr(limits.time, "monotonic", lambda: 600.0)
    assert [Client().get("/search/").status_code for _ in range(2)] == [200, 429]
    monkeypatch.setattr(limits.time, "monotonic", lambda: 661.0)
    assert Client().get("/search/").status_code == 200


def test_as_one_types_counts_apart_from_searching(settings: Any) -> None:
    settings.LIMITS = {"/search/suggest/": 5, "/search/": 1}
    assert [Client().get("/search/suggest/", {"q": "rev"}).status_code for _ in range(3)] == [200, 200, 200]
    assert Client().get("/search/").status_code == 200


def test_what_asks_the_same_by_another_address_is_counted_with_it(settings: Any) -> None:
    settings.LIMITS = {"/search/suggest/": 2, "/search/": 3}
    addresses = ["/search/suggest.json?q=rev", "/search/suggest/?q=rev", "/search/suggest.json?q=revo"]
    assert [Client().get(address).status_code for address in addresses] == [200, 200, 429]
    addresses = ["/search/?q=revoke", "/feeds/search.atom?q=revoke", "/feeds/search.json?q=dummy", "/search/", "/feeds/search.atom?q=x"]
    assert [Client().get(address).status_code for address in addresses] == [200, 200, 200, 429, 429]


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        pytest.param("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True, id="one household has a whole network"),
        pytest.param("2001:db8:1:2::1", "2001:db8:1:3::1", False, id="another network"),
        pytest.param("::ffff:203.0.113.9", "203.0.113.9", True, id="the same address, written as one of the sixth version"),
        pytest.param("203.0.113.9", "203.0.113.10", False, id="neighbors"),
        pytest.param("fe80::1%eth0", "fe80::2%eth1", True, id="with the name of a link"),
        pytest.param("unix:", "nonsense", True, id="what is no address is nobody new"),
    ],
)
def test_who_has_many_addresses_is_counted_as_one_reader(settings: Any, first: str, second: str, together: bool) -> None:
    settings.LIMITS = {"/search/": 1}
    answers = [Client(REMOTE_ADDR=address).get("/search/").status_code for address in (first, second)]
    assert answers == [200, 429 if together else 200]


def test_a_limit_of_0_is_none(settings: Any) -> None:
    settings.LIMITS = {"/search/": 0}
    assert {Client().get("/search/").status_code for _ in range(5)} == {200}


@pytest.mark.parametrize(
    ("behind_proxy", "forwarded", "expected"),
    [
        pytest.param(False, "203.0.113.9", "10.0.0.1", id="no proxy: what a reader claims is not believed"),
        pytest.param(True, "203.0.113.9", "203.0.113.9", id="a proxy says who asked"),
        pytest.param(True, "198.51.100.1, 203.0.113.9", "203.0.113.9", id="what the reader put before it is not believed"),
        pytest.param(True, "", "10.0.0.1", id="a proxy that says nothing"),
        pytest.param(True, "203.0.113.9:4711", "203.0.113.9", id="a proxy that says the port, too"),
        pytest.param(True, "[2001:db8::1]:4711", "2001:db8::1", id="the port of an address of the sixth version"),
        pytest.param(True, "[2001:db8::1]", "2001:db8::1", id="brackets alone"),
        pytest.param(True, "2001:DB8:0::1", "2001:db8::1", id="another spelling"),
        pytest.param(True, "::ffff:203.0.113.9", "203.0.113.9", id="the fourth version as one of the sixth"),
        pytest.param(True, "unknown", "10.0.0.1", id="no address at all"),
        pytest.param(True, ":4711", "10.0.0.1", id="a port alone"),
        pytest.param(True, "203.0.113.9:x", "10.0.0.1", id="no port at all"),
    ],
)
def test_the_address_is_that_of_the_other_end(settings: Any, rf: Any, behind_proxy: bool, forwarded: str, expected: str) -> None:
    settings.BEHIND_PROXY = behind_proxy
    assert limits.address_of(rf.get("/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR="10.0.0.1")) == expected


def test_passwords_are_counted_apart_from_looking_at_the_form(settings: Any) -> None:
    settings.LIMITS = {"/admin/login/": 3}
    assert {Client().get("/admin/login/").status_code for _ in range(5)} == {200}
    assert [sign_in("wrong", f"name{at}") for at in range(4)] == [200, 200, 200, 429]
    answer = Client().post("/admin/login/", {"username": "another", "password": "wrong"})
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert sign_in("wrong", REMOTE_ADDR="10.0.0.2") == 200, "others may sign in"


def test_who_shall_sign_in_is_limited_unless_the_keeper_says_otherwise() -> None:
    from casebook import settings as ours  # noqa: PLC0415 - those of the tests have no limits

    assert ours.LIMITS["/admin/login/"] == 20


def test_many_addresses_do_not_make_one_forgotten(settings: Any) -> None:
    from casebook import settings as ours  # noqa: PLC0415

    settings.CACHES = {**settings.CACHES, "default": {**ours.CACHES["default"], "LOCATION": "many"}}
    settings.LIMITS = {"/admin/login/": 1}
    assert sign_in("wrong") == 200
    for at in range(1000):
        cache.add(f"limit:another-address:{at}", 1)
    assert sign_in("wrong") == 429


def test_no_address_is_kept_as_it_is(settings: Any) -> None:
    settings.LIMITS = {"/search/": 3}
    Client(REMOTE_ADDR="203.0.113.9").get("/search/")
    kept = str(cache._cache)
    assert "limit:/search/" in kept
    assert "203.0.113.9" not in kept


def test_a_cache_that_is_gone_shuts_nobody_out(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: Any, **__: Any) -> None:
        raise ConnectionError("no Redis there")

    settings.LIMITS = {"/search/": 1}
    monkeypatch.setattr(type(cache._connections[cache._alias]), "add", gone)
    assert {Client().get("/search/").status_code for _ in range(3)} == {200}


# ---- guessing passwords -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def editor(settings: Any) -> User:
    settings.AXES_ENABLED = True
    return User.objects.create_user("editor", password="a long and good password", is_staff=True)


def sign_in(password: str, name: str = "editor", **extra: Any) -> int:
    return Client(**extra).post("/admin/login/?next=/admin/", {"username": name, "password": password}).status_code


def test_ten_wrong_passwords_shut_out_that_name_from_that_address_alone(editor: User, settings: Any) -> None:
    assert [sign_in("wrong") for _ in range(9)] == [200] * 9
    assert sign_in("wrong") == 429
    assert sign_in("a long and good password") == 429, "not even the right one now"
    assert sign_in("a long and good password", REMOTE_ADDR="10.0.0.2") == 302, "the editor at home is not shut out by somebody elsewhere"
    call_command("axes_reset_username", "editor", verbosity=0)
    assert sign_in("a long and good password") == 302, "the way back"


def test_who_is_shut_out_is_told_for_how_long(editor: User, settings: Any) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT):
        answer = Client().post("/admin/login/", {"username": "editor", "password": "wrong"})
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (429, "1800", "no-store")


def test_who_comes_back_too_early_is_told_what_remains(editor: User, settings: Any) -> None:
    """Wrong passwords of an hour ago are forgotten by now, and of those that count it is the tenth last that must be."""
    now = timezone.now()
    for minutes, browser, count in ((60, "old", 9), (25, "one", 4), (20, "two", 8), (10, "three", 3)):
        row = AccessAttempt.objects.create(username="editor", ip_address="127.0.0.1", user_agent=browser, failures_since_start=count)
        AccessAttempt.objects.filter(pk=row.pk).update(attempt_time=now - timedelta(minutes=minutes))
    answer = Client().post("/admin/login/", {"username": "editor", "password": "wrong"})
    assert answer.status_code == 429
    assert 590 <= int(answer["Retry-After"]) <= 600


@pytest.mark.parametrize("template", ["203.0.113.9:{}", "2001:db8:1:2::{}", "[2001:db8:1:2::{}]:4711", "nonsense {}"])
def test_no_spelling_of_an_address_gives_more_tries(editor: User, settings: Any, template: str) -> None:
    settings.BEHIND_PROXY = True
    answers = [sign_in("wrong", headers={"X-Forwarded-For": template.format(at)}, REMOTE_ADDR="unix:") for at in range(1, 12)]
    assert answers == [200] * 9 + [429] * 2


def test_a_right_password_forgets_the_wrong_ones(editor: User) -> None:
    for _ in range(3):
        assert [sign_in("wrong") for _ in range(5)] == [200] * 5
        assert sign_in("a long and good password") == 302


def test_new_passwords_are_kept_by_argon2() -> None:
    from casebook import settings as ours  # noqa: PLC0415 - those of the tests are quick

    assert "Argon2" in ours.PASSWORD_HASHERS[0]


@pytest.mark.parametrize("how", ["encode", "verify"])
def test_few_passwords_are_hashed_at_once(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    running, most = [0], [0]
    everybody, lock = threading.Barrier(hashing.AT_ONCE), threading.Lock()

    def slow(*_: Any) -> bool:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        everybody.wait(10)  # as many as may are in here together
        with lock:
            running[0] -= 1
        return True

    monkeypatch.setattr(Argon2PasswordHasher, how, slow)
    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(lambda _: getattr(hashing.Argon2InTurn(), how)("password", "salt"), range(8)))
    assert most[0] == hashing.AT_ONCE


def test_hashes_that_were_kept_before_are_read() -> None:
    kept = Argon2PasswordHasher().encode("a password", "salt and pepper")
    assert hashing.Argon2InTurn().verify("a password", kept)
    assert not hashing.Argon2InTurn().verify("another", kept)


# ---- what the log says ------------------------------------------------------------------------------------------------------------


def record(name: str, message: str, *values: object, fault: Exception | None = None) -> logging.LogRecord:
    return logging.LogRecord(name, logging.WARNING, "", 0, message, values, (type(fault), fault, None) if fault else None)


def test_a_wrong_host_makes_one_short_line() -> None:
    wrong = record("django.security.DisallowedHost", "Invalid HTTP_HOST header: %r.", "x" * 9000, fault=ValueError("x"))
    assert tracing.Brief().filter(wrong)
    assert len(lines.Line().format(tracing_numbered(wrong))) < 300 and wrong.exc_info is None


def tracing_numbered(given: logging.LogRecord) -> logging.LogRecord:
    tracing.Numbered().filter(given)
    return given


def test_what_every_request_would_say_is_said_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(tracing.time, "monotonic", lambda: now[0])
    seldom = tracing.Seldom()
    assert [seldom.filter(record("laws.freshness", "Redis is away for %s s.", at)) for at in range(3)] == [True, False, False]
    assert seldom.filter(record("laws.freshness", "Something else.")), "another sentence has a minute of its own"
    now[0] += 61
    assert seldom.filter(record("laws.freshness", "Redis is away for %s s.", 61))


def test_the_log_is_set_up_for_what_others_say() -> None:
    """Wrong passwords have their time and request as every line has, a wrong host has no traceback, a cache that is away is told seldom."""
    from casebook import settings as ours  # noqa: PLC0415 - as the site has them

    loggers = ours.LOGGING["loggers"]
    assert loggers["axes"]["handlers"] == ["console"]
    assert loggers["django.security.DisallowedHost"]["filters"] == ["brief"]
    assert loggers["laws.freshness"]["filters"] == ["seldom"]


def test_each_request_has_a_number_in_its_answer_and_in_the_log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("casebook"), "propagate", True)
    caplog.handler.addFilter(tracing.Numbered())
    with caplog.at_level(logging.INFO, "casebook.requests"):
        answer = Client(REMOTE_ADDR="203.0.113.9").get("/search/", {"q": "a secret word"})
    [record] = {id(record): record for record in caplog.records}.values()
    assert record.request_id == answer["X-Request-ID"]
    line = json.loads(lines.JsonLine().format(record))
    assert (line["method"], line["view"], line["status"], line["request"]) == ("GET", "search", 200, answer["X-Request-ID"])
    for text in (json.dumps(line), lines.Line().format(record)):
        assert "secret" not in text
        assert "203.0.113.9" not in text
    assert " view=search status=200 ms=" in lines.Line().format(record)


@pytest.mark.parametrize(
    ("behind_proxy", "told", "believed"),
    [(True, "0a1b2c3d-4e5f", True), (False, "0a1b2c3d-4e5f", False), (True, "short", False), (True, "x" * 500, False), (True, "a b\tc d e f g", False)],
)
def test_a_number_from_the_proxy_is_kept_where_it_is_one(settings: Any, behind_proxy: bool, told: str, believed: bool) -> None:
    settings.BEHIND_PROXY = behind_proxy
    assert (Client().get("/healthz", headers={"X-Request-ID": told})["X-Request-ID"] == told) is believed


def test_every_page_asks_nothing_of_the_device(db: None) -> None:
    answer = Client().get("/")
    assert "camera=()" in answer["Permissions-Policy"]
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert "Server" not in answer
    assert "django" not in str(dict(answer.items())).lower()
