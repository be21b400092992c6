"""What processes of one machine tell each other through files is read once, and seen at once when it changes."""

from __future__ import annotations

import builtins
import logging
import tempfile
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


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> pytest.LogCaptureFixture:
    logger = logging.getLogger("casebook.shared_files")
    monkeypatch.setattr(logging.getLogger("casebook"), "propagate", True)
    monkeypatch.setattr(logger, "filters", [])
    return caplog


def test_a_value_that_another_user_wrote_is_none_and_written_over(
    mine: SharedFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: pytest.LogCaptureFixture
) -> None:
    mine.set("word", "one")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(builtins, "open", refuse)
        assert mine.get("word", "none") == "none"
    assert str(tmp_path) in told.text and "Permission denied" in told.text
    mine.set("word", "two")
    assert mine.get("word") == "two"


def test_half_a_value_is_none_and_written_over(mine: SharedFiles, theirs: SharedFiles, tmp_path: Path) -> None:
    theirs.set("word", "one")
    [file] = tmp_path.iterdir()
    whole = file.read_bytes()
    for broken in (b"", whole[:3], whole[:-4], b"\x00" * len(whole)):
        file.write_bytes(broken)
        assert mine.get("word", "none") == "none"
    mine.set("word", "two")
    assert theirs.get("word") == "two"


def test_a_folder_that_cannot_be_written_to_is_named_with_the_error(
    mine: SharedFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(PermissionError):
        mine.set("word", "one")
    assert f"{tmp_path} cannot be written to" in told.text and "Permission denied" in told.text
