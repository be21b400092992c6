"""Measures the site against material that is kept outside the project: CASEBOOK_SHARED names its folder. Without it all this is skipped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import NO_SHARED, PROJECT, SHARED, environment


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.acceptance)
            if not (SHARED and Path(SHARED, "gold").is_dir()):
                item.add_marker(pytest.mark.skip(reason=NO_SHARED))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of outside material."""
    return Path(SHARED)


def gold(name: str) -> dict[str, Any]:
    """A file of the outside material's `gold` folder; an empty one where there is none, for tables read at collection."""
    path = Path(SHARED, "gold", name)
    return json.loads(path.read_text(encoding="utf-8")) if SHARED and path.is_file() else {}


def score(tool: str, *words: str, database: str) -> subprocess.CompletedProcess[str]:
    """Run a scorer of the outside material from the project's root, on the database at that address."""
    command = [sys.executable, str(Path(SHARED, "tools", tool)), *words]
    env = environment(DATABASE_URL=database, PATH=os.environ["PATH"])
    return subprocess.run(command, cwd=PROJECT, env=env, capture_output=True, text=True, timeout=300)
