"""A served site with a hard limit on its memory, an editor who is signed in, and requests that no well-behaved program would send."""

from __future__ import annotations

import http.client
import re
import resource
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import PROJECT, Site, _wait_for, environment, manage

MOST = 1_500_000_000  # bytes of address space for a process: what asks for more is refused it, and fails the test
HTTPS = {"Host": "casebook.example", "X-Forwarded-Proto": "https", "Referer": "https://casebook.example/admin/", "Origin": "https://casebook.example"}


@dataclass
class Served:
    """A running site, as one browser sees it."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> tuple[int, dict[str, str], bytes]:
        """The answer to a request, with this browser's cookies; (0, {}, b"") where the site cut the connection short."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=180)
        headers = {**HTTPS, "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **({"Content-Type": kind} if kind else {})}
        try:
            link.request(method, path, body or None, headers)
            answer = link.getresponse()
            for name, value in re.findall(r"(\w+)=([^;]*);", "".join(f"{line};" for line in answer.headers.get_all("Set-Cookie", []))):
                if name in ("sessionid", "csrftoken"):
                    self.cookies[name] = value
            return answer.status, dict(answer.headers), answer.read()
        except (ConnectionError, http.client.HTTPException):
            return 0, {}, b""
        finally:
            link.close()

    def send(self, path: str, values: dict[str, str | tuple[str, bytes]]) -> tuple[int, bytes]:
        """Status and page of a form sent as a browser sends it; a value that is (name, bytes) is a file."""
        token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', self.ask("GET", path)[2])
        edge = secrets.token_hex(16)
        parts = [_part(edge, name, value) for name, value in {"csrfmiddlewaretoken": token[1].decode() if token else "", **values}.items()]
        status, _, page = self.ask("POST", path, b"".join([*parts, f"--{edge}--\r\n".encode()]), f"multipart/form-data; boundary={edge}")
        return status, page

    def raw(self, request: bytes) -> bytes:
        """What the site says to bytes that may be no request at all."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as link:
            link.settimeout(20)
            try:
                link.sendall(request)
                link.shutdown(socket.SHUT_WR)
                return b"".join(iter(lambda: link.recv(65536), b""))
            except OSError:
                return b""

    def peak(self) -> int:
        """The most memory, in bytes, that any process of the site has had in use at once."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        status = [Path(f"/proc/{pid}/status").read_text() for pid in children]
        return max(int(found[1]) * 1024 for text in status if (found := re.search(r"VmHWM:\s+(\d+)", text)))


def _part(edge: str, name: str, value: str | tuple[str, bytes]) -> bytes:
    filed, data = value if isinstance(value, tuple) else ("", value.encode())
    about = f'; filename="{filed}"\r\nContent-Type: application/octet-stream' if filed else ""
    return f'--{edge}\r\nContent-Disposition: form-data; name="{name}"{about}\r\n\r\n'.encode() + data + b"\r\n"


@contextmanager
def served(address: str, folder: Path) -> Iterator[Served]:
    """The site of a database that is migrated and loaded, under the limit, with an editor signed in."""
    password = secrets.token_urlsafe(16)
    env = environment(
        DATABASE_URL=address, SSL_REDIRECT="0", BEHIND_PROXY="1", DJANGO_SETTINGS_MODULE="tests.settings_served",
        CASEBOOK_TEST_STATIC_ROOT=str(folder / "static"), DJANGO_SUPERUSER_PASSWORD=password, MALLOC_ARENA_MAX="2", LIMIT_PROOF="0", LIMIT_SEARCH="0",
    )  # fmt: skip
    manage("collectstatic", "--no-input", env=env)
    manage("createsuperuser", "--no-input", "--username", "hostile", "--email", "hostile@casebook.example", env=env)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / "gunicorn.log"
    command = [sys.executable, "-m", "gunicorn", "casebook.wsgi", "--bind", f"127.0.0.1:{port}", "--threads", "4", "--timeout", "180", "--limit-request-line", "8190"]
    with log.open("ab") as told:
        process = subprocess.Popen(command, cwd=PROJECT, env=env, stdout=told, stderr=told, preexec_fn=_limited)
    site = Served(port, process, log)
    try:
        _wait_for(Site(f"http://127.0.0.1:{port}", env), process, log)
        site.ask("GET", "/admin/login/")
        status, _ = site.send("/admin/login/?next=/admin/", {"username": "hostile", "password": password, "next": "/admin/"})
        assert status == 302, "the editor is signed in"
        yield site
    finally:
        process.terminate()
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:  # it is still at what it was sent
            process.kill()
            process.wait()


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
