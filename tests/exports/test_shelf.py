"""A file that takes a while to make is made by one at a time, and the others have it from him or are told to come again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from laws.exports import shelf
from tests.builders import make_law

STATE = "0" * 32
HOLDS = "import fcntl, sys; file = open(sys.argv[1], 'ab'); fcntl.flock(file, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()"


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


class Maker:
    """Makes a file, and is not done before it may be."""

    def __init__(self) -> None:
        self.begun, self.may_end, self.count = threading.Event(), threading.Event(), 0

    def __call__(self) -> bytes:
        self.count += 1
        self.begun.set()
        assert self.may_end.wait(30)
        return b"made"


@pytest.fixture
def at_work() -> Iterator[tuple[Maker, Callable[..., Future[bytes]]]]:
    """A maker of law.pdf who has begun, and how to ask for more beside him."""
    maker = Maker()
    with ThreadPoolExecutor(8) as pool:

        def ask(slug: str = "law", form: str = "pdf", make: Callable[[], bytes] = maker) -> Future[bytes]:
            return pool.submit(shelf.kept, slug, STATE, form, make)

        ask()
        assert maker.begun.wait(30)
        try:
            yield maker, ask
        finally:
            maker.may_end.set()


def until_one_waits(var: Path) -> None:
    with (var / "making" / "pdf.next").open("ab") as file:
        for _ in range(600):
            if not shelf._locked(file):
                return
            shelf.fcntl.flock(file, shelf.fcntl.LOCK_UN)
            time.sleep(0.05)
    raise AssertionError("nobody waits")


def test_who_waits_has_what_the_other_made_and_the_rest_are_told_at_once(at_work: Any, var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "PATIENCE", 60.0)
    maker, ask = at_work
    waiting = ask()
    until_one_waits(var)
    for another in (ask(), ask(), ask("another-code")):
        with pytest.raises(shelf.Busy):
            another.result(30)
    maker.may_end.set()
    assert waiting.result(30) == b"made"
    assert maker.count == 1


def test_who_has_waited_long_enough_is_told(at_work: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "PATIENCE", 0.1)
    _, ask = at_work
    for _ in range(2):
        with pytest.raises(shelf.Busy):
            ask().result(30)


def test_light_forms_and_what_is_on_the_shelf_wait_for_nobody(at_work: Any, var: Path) -> None:
    _, ask = at_work
    assert ask(form="md", make=lambda: b"words").result(30) == b"words"
    (var / "exports" / f"old.{STATE}.pdf").write_bytes(b"there")
    assert ask("old").result(30) == b"there"


def test_a_maker_that_fails_or_is_killed_leaves_the_way_free(var: Path) -> None:
    def fail() -> bytes:
        raise ValueError("no such font")

    with pytest.raises(ValueError, match="font"):
        shelf.kept("law", STATE, "pdf", fail)
    command = [sys.executable, "-c", HOLDS, str(var / "making" / "pdf")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout and other.stdout.readline() == "held\n"
        with pytest.MonkeyPatch.context() as patch, pytest.raises(shelf.Busy):
            patch.setattr(shelf, "PATIENCE", 0.0)
            shelf.kept("law", STATE, "pdf", lambda: b"made")
        os.kill(other.pid, signal.SIGKILL)
    assert shelf.kept("law", STATE, "pdf", lambda: b"made") == b"made"


@pytest.mark.django_db
def test_a_reader_who_cannot_have_it_yet_is_told_when_to_ask_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    make_law("84", text="Words.")

    def busy(*_: object) -> bytes:
        raise shelf.Busy

    monkeypatch.setattr(shelf, "kept", busy)
    answer = client.get("/auction-1912/whole.md")
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "10", "no-store")
    assert "being made just now" in answer.content.decode()
