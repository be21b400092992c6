"""Run a command on a PostgreSQL of its own: python tools/postgres.py COMMAND [ARGUMENT ...]

The cluster is made in a temporary folder, answers on a socket in that folder only, keeps nothing safe (a test needs no fsync), and is
gone when the command ends, however it ends. The command finds its database in DATABASE_URL, as an owner with no more rights than a site
needs; it may make further databases beside it. Nothing but the standard library is used here.

The binaries are taken from CASEBOOK_POSTGRES_BIN, from the PATH, or from where systems keep them; root on Debian gets them installed.
"""

from __future__ import annotations

import glob
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote

NEEDED = ("initdb", "postgres", "pg_ctl")
PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/opt/local/lib/postgresql*/bin",
)
OLDEST = 13
PACKAGE = "postgresql"
REFRESH = ["apt-get", "update", "-qq"]
INSTALL = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", PACKAGE]
HOW_TO_GET_IT = f"On Debian and Ubuntu: apt-get update && apt-get install --no-install-recommends {PACKAGE}"
LONGEST_SOCKET = 100  # bytes; a socket's path may have 107 on Linux and 103 elsewhere
SECONDS_TO_START = 60
SECONDS_TO_END = 30  # that the command has where somebody ends this
SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
max_connections = 60
fsync = off
synchronous_commit = off
full_page_writes = off
wal_level = minimal
max_wal_senders = 0
max_wal_size = 2GB
shared_buffers = 128MB
jit = off
log_min_messages = warning
"""
# The command's own role is no superuser: what needs one would fail on a site, so it shall fail here.
ROLE = "CREATE ROLE casebook LOGIN CREATEDB"
DATABASE = "CREATE DATABASE casebook OWNER casebook"


class CannotRun(Exception):
    """Why there is no cluster, in a sentence."""


def main(command: list[str]) -> int:
    """Run the command on a fresh cluster; its exit status, or 1 where there is no cluster."""
    if not command or command[0].startswith("-"):
        print(__doc__.partition("\n\n")[0], file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, _stopped)
    signal.signal(signal.SIGHUP, _stopped)
    try:
        with cluster(binaries()) as address:
            return run(command, {**os.environ, "DATABASE_URL": address})
    except CannotRun as reason:
        print(f"There is no PostgreSQL to run on. {reason}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def _stopped(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


# ---- the binaries -----------------------------------------------------------------------------------------------------------------


def binaries() -> Path:
    """The folder that has PostgreSQL's programs; installed there first where they are nowhere and that can be done."""
    named = os.environ.get("CASEBOOK_POSTGRES_BIN", "")
    if named and not complete(Path(named)):
        raise CannotRun(f"CASEBOOK_POSTGRES_BIN is “{named}”, which has no {', '.join(missing(Path(named)))}.")
    found = Path(named) if named else find()
    if found is None:
        install()
        found = find()
    if found is None:
        raise CannotRun(f"It was installed, but {', '.join(NEEDED)} are in none of the known places; name theirs in CASEBOOK_POSTGRES_BIN.")
    number = version(found)
    if number < OLDEST:
        raise CannotRun(f"The one in {found} is version {number}; {OLDEST} or newer is needed.")
    return found


def find() -> Path | None:
    """The folder with all the programs: the first in the PATH, else the newest version in a known place."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        if folder and complete(Path(folder)):
            return Path(folder)
    known = [Path(path) for place in PLACES for path in glob.glob(place)]
    return max(filter(complete, known), key=_number_in, default=None)


def _number_in(folder: Path) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"\d+", str(folder)))


def complete(folder: Path) -> bool:
    return not missing(folder)


def missing(folder: Path) -> list[str]:
    return [name for name in NEEDED if not os.access(folder / name, os.X_OK)]


def version(folder: Path) -> int:
    """The major version, 15 of "initdb (PostgreSQL) 15.18 (Debian ...)"; 0 where the program does not say."""
    said = subprocess.run([str(folder / "initdb"), "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"\) (\d+)", said)
    return int(found[1]) if found else 0


def install() -> None:
    """Install the programs as root by apt-get."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise CannotRun(f"Its programs ({', '.join(NEEDED)}) were not found. {HOW_TO_GET_IT}")
    print("Installing PostgreSQL for the tests", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # An old list of packages may do; a fresh one is fetched only where it does not.
    done = subprocess.run(INSTALL, env=quiet, capture_output=True, text=True, check=False)
    if done.returncode:
        subprocess.run(REFRESH, env=quiet, capture_output=True, check=False)
        done = subprocess.run(INSTALL, env=quiet, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise CannotRun(f"Installing it failed: {said[-1] if said else 'apt-get did not say why'}. {HOW_TO_GET_IT}")


# ---- the cluster ------------------------------------------------------------------------------------------------------------------


@contextmanager
def cluster(programs: Path) -> Iterator[str]:
    """A running cluster; gives the DATABASE_URL of an empty database, and leaves nothing behind."""
    owner = other_user() if os.geteuid() == 0 else None
    folder = make_folder()
    data = folder / "data"
    try:
        if owner:
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        _by(owner, programs / "initdb", "-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", *collation(programs))
        with open(data / "postgresql.conf", "a", encoding="utf-8") as file:
            file.write(SETTINGS.format(folder=folder))
        # Before the server starts, by the server's own program: so no client has to be installed.
        _by(owner, programs / "postgres", "--single", "-D", data, "postgres", typed=f"{ROLE}\n{DATABASE}\n")
        _by(owner, programs / "pg_ctl", "start", "-D", data, "-w", "-t", SECONDS_TO_START, "-l", folder / "log", log=folder / "log")
        yield f"postgres://casebook@/casebook?host={quote(str(folder), safe='')}"
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not leave the server running
        if (data / "postmaster.pid").exists():
            _by(owner, programs / "pg_ctl", "stop", "-D", data, "-m", "immediate", "-w", must=False)
        shutil.rmtree(folder, ignore_errors=True)


def other_user() -> pwd.struct_passwd:
    """Who shall own the cluster where root runs the tests, since PostgreSQL refuses root."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise CannotRun("It refuses to run as root, and this machine has neither a user postgres nor a user nobody.")


def make_folder() -> Path:
    """A temporary folder with a path short enough for a socket."""
    for place in (tempfile.gettempdir(), "/tmp", "/var/tmp"):  # noqa: S108
        if os.path.isdir(place) and len(os.fsencode(place)) < LONGEST_SOCKET - 60:
            return Path(tempfile.mkdtemp(prefix="casebook-postgres-", dir=place))
    raise CannotRun("No temporary folder has a path short enough for a socket; set TMPDIR to one that has.")


def collation(programs: Path) -> list[str]:
    """People's order of words, where this build knows it: a site's database has it too, and it is not the order of SQLite."""
    known = subprocess.run([str(programs / "initdb"), "--help"], capture_output=True, text=True, check=False).stdout
    return ["--locale=C", "--locale-provider=icu", "--icu-locale=en-US"] if "--icu-locale" in known else ["--locale=C"]


def _by(owner: pwd.struct_passwd | None, *command: object, typed: str = "", log: Path | None = None, must: bool = True) -> None:
    """Run one of PostgreSQL's programs as the owner of the cluster."""
    words = [str(word) for word in command]
    who: dict[str, Any] = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if owner else {}
    clean = {**os.environ, "LC_ALL": "C", "HOME": "/"}
    with tempfile.TemporaryFile() as told:  # a file, for the server that pg_ctl starts would hold a pipe open
        how: dict[str, Any] = {"stdout": told, "stderr": told, "env": clean, "cwd": "/", "start_new_session": True}
        done = subprocess.run(words, input=typed.encode(), check=False, **how, **who)
        told.seek(0)
        lines = told.read().decode("utf-8", "replace").splitlines()
    if must and (done.returncode or any("FATAL:" in line or "ERROR:" in line for line in lines)):
        if log and log.exists():
            lines = log.read_text("utf-8", "replace").splitlines() or lines
        raise CannotRun(f"{Path(words[0]).name} ended with {done.returncode}:\n" + "\n".join(lines[-12:]))


# ---- the command ------------------------------------------------------------------------------------------------------------------


def run(command: list[str], env: dict[str, str]) -> int:
    """Run the command to its end, whatever interrupts; its exit status as a shell would have it."""
    try:
        process = subprocess.Popen(command, env=env)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}.", file=sys.stderr)
        return 127
    try:
        while True:
            try:
                status = process.wait()
                return status if status >= 0 else 128 - status
            except KeyboardInterrupt:
                continue  # the terminal has told the command too: it ends by itself, and may want its database for that
    except SystemExit:
        process.terminate()
        try:
            process.wait(timeout=SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        raise


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
