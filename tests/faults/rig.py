"""A federation's machines as processes of one: a primary of PostgreSQL, two replicas, pgbouncer and haproxy, two app processes.

All listen on loopback, live in one temporary folder, keep nothing safe (a test needs no fsync), and are gone when the test is.

    readers --> haproxy --> app 1, app 2 --writes--> pgbouncer --> haproxy --> primary (or, when it is gone, replica a)
                                         --reads---> pgbouncer --> replica a, replica b
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.processes import GUNICORN, PROJECT, SITE, environment, free_ports, manage
from tools import postgres

NEEDED = ("pgbouncer", "haproxy")
LISTENING = ("primary", "a", "b", "pool", "proxy", "site", "app-1", "app-2")
PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
SERVER = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = '{folder}'
wal_level = replica
max_wal_senders = 8
hot_standby = on
fsync = off
full_page_writes = off
shared_buffers = 64MB
"""
POOL = """
[databases]
casebook = host=127.0.0.1 port={proxy} dbname=casebook user=casebook
a = host=127.0.0.1 port={a} dbname=casebook user=casebook
b = host=127.0.0.1 port={b} dbname=casebook user=casebook
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {pool}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
server_login_retry = 1
server_check_delay = 0
query_wait_timeout = 3
ignore_startup_parameters = extra_float_digits,options
"""
PROXY = """
defaults
    mode tcp
    timeout connect 1s
    timeout client 60s
    timeout server 60s
listen postgres
    bind 127.0.0.1:{proxy}
    default-server inter 200ms fall 2 rise 2 on-marked-down shutdown-sessions
    server primary 127.0.0.1:{primary} check
    server a 127.0.0.1:{a} check backup
listen site
    mode http
    balance roundrobin
    option httpchk
    http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host 127.0.0.1
    bind 127.0.0.1:{site}
    server app-1 127.0.0.1:{app-1} check
    server app-2 127.0.0.1:{app-2} check
"""
WAITS_FOR = "FIRST 1 (a, b)"  # a change is promised once replica a has it, or b where a is away
READ = "SELECT coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) FROM pg_stat_user_tables WHERE relname = 'laws_entry'"


def missing() -> str:
    """What this machine lacks for it, in a sentence; "" where nothing."""
    lacking = [name for name in NEEDED if not shutil.which(name, path=PLACES)]
    return f"{' and '.join(lacking)} not installed (apt-get install {' '.join(lacking)})" if lacking else ""


@dataclass
class Rig:
    """The processes and where they listen."""

    folder: Path
    programs: Path
    owner: pwd.struct_passwd | None
    ports: dict[str, int]
    env: dict[str, str] = field(default_factory=dict)
    others: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def site(self) -> str:
        """Where readers ask."""
        return f"http://127.0.0.1:{self.ports['site']}"

    # ---- PostgreSQL ----------------------------------------------------------------------------------------------------------------

    def make_primary(self) -> None:
        data = self.folder / "primary"
        self._by("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
        _add(data / "postgresql.conf", SERVER.format(port=self.ports["primary"], folder=self.folder))
        subprocess.run([str(self.programs / "postgres"), "--single", "-D", str(data), "postgres"], input=f"{postgres.ROLE}\n{postgres.DATABASE}\n",
                       text=True, check=True, capture_output=True, cwd="/", **self._who())  # type: ignore[call-overload]  # fmt: skip
        self.start("primary")

    def make_replica(self, name: str) -> None:
        data = self.folder / name
        source = f"host=127.0.0.1 port={self.ports['primary']} user=postgres application_name={name}"
        self._by("pg_basebackup", "-d", source, "-D", data, "-R", "-X", "stream", "-c", "fast", "--no-sync")
        _add(data / "postgresql.conf", f"port = {self.ports[name]}\n")
        self.start(name)

    def wait_for_replicas(self) -> None:
        """From now on nothing is promised that only the primary has. Not before there are replicas: it would wait for them."""
        self.ask("primary", f"ALTER SYSTEM SET synchronous_standby_names = '{WAITS_FOR}'")
        self.ask("primary", "SELECT pg_reload_conf()")
        self.wait_until("primary", "SELECT sync_state FROM pg_stat_replication WHERE application_name = 'a'", "sync")

    def start(self, name: str) -> None:
        data = self.folder / name
        self._by("pg_ctl", "start", "-D", data, "-w", "-t", "30", "-l", self.folder / f"{name}.log")

    def kill(self, name: str) -> None:
        """As a power cut does."""
        pid = int((self.folder / name / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)
        for _ in range(100):
            if not _listens(self.ports[name]):
                break
            time.sleep(0.1)
        time.sleep(0.5)  # its children see that it is gone
        (self.folder / name / "postmaster.pid").unlink(missing_ok=True)

    def promote(self, name: str) -> None:
        self._by("pg_ctl", "promote", "-D", self.folder / name, "-w")

    def ask(self, name: str, sql: str) -> str:
        command = [str(self.programs / "psql"), "-h", "127.0.0.1", "-p", str(self.ports[name]), "-U", "postgres", "-d", "casebook", "-Atc", sql]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def reads(self, name: str) -> int:
        """How often one of the servers has looked for entries since it was started."""
        return int(self.ask(name, READ))

    def wait_until(self, name: str, sql: str, said: str) -> None:
        """Wait until a server gives that answer. Raises AssertionError where it does not within half a minute."""
        heard = ""
        for _ in range(150):
            heard = self.ask(name, sql)
            if heard == said:
                return
            time.sleep(0.2)
        raise AssertionError(f"{name} says {heard} and not {said} to {sql}")

    def wait_until_read(self, name: str) -> None:
        """Wait until readers' pages have come from one of the servers."""
        self.wait_until(name, f"SELECT ({READ}) > {self.reads(name) + 20}", "t")

    # ---- what stands before it --------------------------------------------------------------------------------------------------------

    def start_others(self) -> None:
        pool, proxy = self.folder / "pgbouncer.ini", self.folder / "haproxy.cfg"
        pool.write_text(POOL.format(**self.ports))
        proxy.write_text(PROXY.format(**self.ports))
        self._run([shutil.which("haproxy", path=PLACES) or "haproxy", "-db", "-f", str(proxy)], "haproxy", {})
        self._run([shutil.which("pgbouncer", path=PLACES) or "pgbouncer", str(pool)], "pgbouncer", self._who())
        _wait_for(self.ports["pool"])
        address = f"postgres://casebook@127.0.0.1:{self.ports['pool']}"
        self.env = environment(
            DATABASE_URL=f"{address}/casebook", REPLICA_URLS=f"{address}/a,{address}/b", REPLICA_LAG="3", KEEP_PAGES="0",
            SSL_REDIRECT="0", ALLOWED_HOSTS="127.0.0.1", DJANGO_SETTINGS_MODULE="tests.settings_served", LIMIT_SEARCH="0",
            CASEBOOK_TEST_STATIC_ROOT=str(self.folder / "static"),
        )  # fmt: skip
        for words in (["migrate", "--no-input"], ["load"], ["collectstatic", "--no-input"]):
            manage(*words, env=self.env)

    def start_app(self, name: str) -> None:
        port = self.ports[name]
        env = {**self.env, "BIND": f"127.0.0.1:{port}", "WEB_WORKERS": "1"}
        self._run([*GUNICORN, SITE], name, {}, env=env)
        _wait_for(port)
        urllib.request.urlopen(f"http://127.0.0.1:{port}/auction-1912/law/84/", timeout=30).close()

    # ---- processes --------------------------------------------------------------------------------------------------------------------

    def _who(self) -> dict[str, object]:
        return {"user": self.owner.pw_uid, "group": self.owner.pw_gid, "extra_groups": []} if self.owner else {}

    def _by(self, program: str, *words: object) -> None:
        with (self.folder / "programs.log").open("ab") as log:
            command = [str(self.programs / program), *map(str, words)]
            done = subprocess.run(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd="/", check=False, start_new_session=True, **self._who())  # type: ignore[call-overload]
        assert done.returncode == 0, (self.folder / "programs.log").read_text()[-2000:]

    def _run(self, command: list[str], name: str, who: dict[str, object], env: dict[str, str] | None = None) -> None:
        log = (self.folder / f"{name}.log").open("ab")
        self.others.append(subprocess.Popen(command, cwd=PROJECT, env=env, stdout=log, stderr=log, start_new_session=True, **who))  # type: ignore[call-overload]

    def stop(self) -> None:
        for process in self.others:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # gunicorn's workers with it
            process.wait()
        for name in ("primary", "a", "b"):
            if (self.folder / name / "postmaster.pid").exists():
                subprocess.run([str(self.programs / "pg_ctl"), "stop", "-D", str(self.folder / name), "-m", "immediate"],
                               capture_output=True, cwd="/", check=False, **self._who())  # type: ignore[call-overload]  # fmt: skip


@contextmanager
def running() -> Iterator[Rig]:
    """All of it, started; and gone in the end."""
    folder = Path(tempfile.mkdtemp(prefix="casebook-rig-", dir="/tmp"))
    owner = postgres.other_user() if os.geteuid() == 0 else None
    folder.chmod(0o755)
    if owner:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    programs = (postgres.binaries() / "initdb").resolve().parent  # what the PATH has may be links to a few of them
    rig = Rig(folder, programs, owner, dict(zip(LISTENING, free_ports(len(LISTENING)), strict=True)))
    try:
        rig.make_primary()
        rig.make_replica("a")
        rig.make_replica("b")
        rig.start_others()
        rig.start_app("app-1")
        rig.start_app("app-2")
        rig.wait_for_replicas()
        yield rig
    finally:
        rig.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _add(file: Path, lines: str) -> None:
    with file.open("a", encoding="utf-8") as settings:
        settings.write(lines)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _wait_for(port: int) -> None:
    for _ in range(300):
        if _listens(port):
            return
        time.sleep(0.1)
    raise AssertionError(f"nothing listens on port {port}")
