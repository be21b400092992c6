"""Run a command on the Python and the libraries that come next, in an environment of their own: python tools/next.py COMMAND [ARGUMENT ...]

`python` in the command is that of .venv-next, which holds what requirements-dev.txt lists, less what requirements-next.txt says otherwise.
Where this machine has no such Python, that is said and nothing is run. Nothing but the standard library is used here.
"""

from __future__ import annotations

import glob
import os
import re
import shutil
import subprocess
import sys

import environment

NEXT = (3, 13)
VENV = ".venv-next"
CHANGED = "requirements-next.txt"
MERGED = os.path.join(VENV, "requirements.txt")
PLACES = ("~/.pyenv/versions/3.*/bin/python", "/opt/python/3.*/bin/python3", "/usr/local/bin/python3.*")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def main(command: list[str]) -> int:
    """Run the command in the environment, which is made or brought in line first; its exit status, 0 where there is no such Python."""
    python = find()
    if not python:
        print(f"NOT RUN: this machine has no Python {NEXT[0]}.{NEXT[1]} or newer; name one in CASEBOOK_NEXT_PYTHON.")
        return 0
    os.environ.pop("VIRTUAL_ENV", None)
    environment.VENV, environment.PYTHON = VENV, os.path.join(VENV, "bin", "python")
    if not environment.works(f"import sys; sys.exit(sys.version_info[:2] < {NEXT})"):
        shutil.rmtree(VENV, ignore_errors=True)
        if not environment.run(python, "-m", "venv", VENV):
            return environment.refuse(environment.NO_VENV)
    with open(MERGED, "w", encoding="utf-8") as file:
        file.write("\n".join(merged("requirements-dev.txt", listed(CHANGED))) + "\n")
    if environment.stamp_of(MERGED) != environment.wanted(MERGED):
        environment.say(f"Installing what {CHANGED} and requirements-dev.txt list into {VENV} (once; later runs skip this)")
        if not environment.install(MERGED):
            return environment.refuse("Installing failed. The lines above say why.")
        with open(environment.stamp_path(MERGED), "w", encoding="utf-8") as file:
            file.write(environment.wanted(MERGED))
    return subprocess.call([environment.PYTHON if word == "python" else word for word in command])


def find() -> str:
    """The oldest Python that is new enough: the one that CASEBOOK_NEXT_PYTHON names, or of the PATH and the known places; "" for none."""
    named = os.environ.get("CASEBOOK_NEXT_PYTHON", "")
    if named:
        return named
    there = [shutil.which(f"python{NEXT[0]}.{minor}") or "" for minor in range(NEXT[1], NEXT[1] + 4)]
    there += sorted(path for place in PLACES for path in glob.glob(os.path.expanduser(place)))
    code = f"import sys, venv; sys.exit(sys.version_info[:2] < {NEXT})"
    return next((path for path in there if path and works(path, code)), "")


def works(python: str, code: str) -> bool:
    """Whether a Python is there and runs some code without an error."""
    try:
        return subprocess.call([python, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def listed(file: str) -> dict[str, str]:
    """The lines of a requirements file that ask for a package, by its name in small letters."""
    with open(file, encoding="utf-8") as lines:
        asked = [line.strip() for line in lines if NAME.match(line)]
    return {NAME.match(line)[0].lower(): line for line in asked}  # type: ignore[index]


def merged(file: str, changed: dict[str, str]) -> list[str]:
    """All that a requirements file asks for, and those that it takes in, with some packages asked for otherwise."""
    found: dict[str, str] = {}
    for name in [*environment.included(file), file]:
        found.update(listed(name))
    return [changed.get(name, line) for name, line in found.items()] + [line for name, line in changed.items() if name not in found]


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.exit(main(sys.argv[1:]))
