"""What processes of one machine tell each other through files is read once, and seen at once when it changes."""

from __future__ import annotations

import builtins
import time
from pathlib import Path

import pytest

from casebook.shared_files import SharedFiles


@pytest.fixture
def mine(tmp_path: Path) -> SharedFiles:
    return SharedFiles(str(tmp_path), {})


@pytest.fixture
def theirs(tmp_path: Path) -> SharedFiles:
    """The same files as another process has them."""
    return SharedFiles(str(tmp_path), {})


def test_what_another_process_says_is_heard_at_once(mine: SharedFiles, theirs: SharedFiles) -> None:
    for word in ("one", "two", "six"):  # all of a length
        theirs.set("word", word)
        assert mine.get("word") == word
    mine.set("word", "ten")
    assert (mine.get("word"), theirs.get("word")) == ("ten", "ten")


def test_what_has_not_changed_is_not_read_again(mine: SharedFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    mine.set("word", "one")
    mine.get("word")
    monkeypatch.setattr(builtins, "open", None)
    assert mine.get("word") == "one"


def test_what_is_gone_is_not_there(mine: SharedFiles, theirs: SharedFiles) -> None:
    assert mine.get("word", "none") == "none"
    mine.set("word", "one")
    assert mine.get("word") == "one"
    theirs.clear()
    assert mine.get("word", "none") == "none"


def test_what_has_run_out_is_not_there(mine: SharedFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    mine.set("word", "one", timeout=100)
    assert mine.get("word") == "one"
    later = time.time() + 101
    monkeypatch.setattr("django.core.cache.backends.filebased.time.time", lambda: later)
    monkeypatch.setattr(SharedFiles, "AGAIN", 0.0)
    assert mine.get("word") is None
