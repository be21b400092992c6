"""tools/next.py: the tests on the Python and the Django that come next."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import PROJECT


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(PROJECT / "tools"))
    monkeypatch.delitem(sys.modules, "next", raising=False)
    return __import__("next")


def test_a_machine_without_that_python_is_told_that_nothing_was_run(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CASEBOOK_NEXT_PYTHON", raising=False)
    monkeypatch.setattr(tool, "PLACES", ())
    monkeypatch.chdir(tmp_path)
    assert tool.main(["python", "-m", "pytest"]) == 0
    assert "NOT RUN" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_an_older_python_is_not_taken(tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(tool, "PLACES", (str(tmp_path / "python"),))
    (tmp_path / "python").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "python").chmod(0o755)
    assert tool.find() == ""


def test_what_is_asked_for_otherwise_takes_the_place_of_what_was(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    lines = tool.merged("requirements-dev.txt", tool.listed("requirements-next.txt"))
    django = [line for line in lines if line.lower().startswith("django>")]
    assert django == ["Django>=6.1,<6.2"]
    assert any(line.startswith("psycopg") for line in lines) and any(line.startswith("pytest-django") for line in lines)
    assert not [line for line in lines if line.startswith(("-r", "#"))]
