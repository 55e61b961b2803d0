"""A site whose server runs in processes of its own, beside the test."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import connection
from django.test import Client

from clubs.models import User

HOST = "127.0.0.1"
CSRF = "c" * 32
LOST = (OSError, http.client.HTTPException)  # what becomes of an answer


@dataclass
class Site:
    """Two workers of four threads, as a club runs it."""

    folder: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    more: dict[str, str] = field(default_factory=dict)  # settings

    def start(self) -> None:
        self.port = self.port or free_port()
        (self.folder / "static").mkdir(exist_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.serving"],
            cwd=settings.BASE_DIR,
            env={
                "PATH": os.environ["PATH"],
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "DATABASE_URL": database_url(),
                "DATA_DIR": str(self.folder),
                "SECRET_KEY": settings.SECRET_KEY,
                "BACKUPS": "off",
                "HOST": HOST,
                "PORT": str(self.port),
                **self.more,
            },
            start_new_session=True,
        )
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Returns once somebody listens; raises where the server gave up."""
        while self.process is None or self.process.poll() is None:
            if self._listens():
                return
            time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def _listens(self) -> bool:
        try:
            socket.create_connection((HOST, self.port)).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """All its processes at once, with no chance to say goodbye."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        while self._listens():  # its other processes end a moment later
            time.sleep(0.01)

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.kill()
        while others_at_work():  # PostgreSQL ends the statement of one that was killed
            time.sleep(0.01)

    def pause(self) -> None:
        """All its processes stand still, and nothing of theirs is under way in PostgreSQL.

        There whoever empties the tables and a worker in the middle of something would wait
        for each other. SQLite's tables are one: its own lock makes the one wait.
        """
        if connection.vendor != "postgresql":
            return
        self._signal(signal.SIGSTOP)
        while others_at_work():
            self._signal(signal.SIGCONT)
            time.sleep(0.01)
            self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, which: signal.Signals) -> None:
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, which)


def others_at_work() -> bool:
    """Whether another session is in the middle of something in the tests' PostgreSQL."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            " AND state <> 'idle'"
        )
        return cursor.fetchone() is not None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def database_url() -> str:
    """The address of the tests' own database."""
    facts = connection.settings_dict
    name = str(facts["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{quote(name)}"
    return f"postgres://{facts['USER']}@{quote(facts['HOST'], safe='')}/{name}"


@dataclass
class Caller:
    """Somebody's browser: one question at a time, signed in or by a phone's key."""

    site: Site
    cookies: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, site: Site, user: User) -> "Caller":
        client = Client()
        client.force_login(user)
        session = client.cookies["sessionid"].value
        return cls(site, f"sessionid={session}; csrftoken={CSRF}")

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body of the answer. Raises one of LOST where none came."""
        return self._ask("GET", path, b"")

    def post(self, path: str, body: bytes, **headers: str) -> tuple[int, bytes]:
        """The same, of what is sent."""
        return self._ask("POST", path, body, **headers)

    def _ask(
        self, method: str, path: str, body: bytes, **headers: str
    ) -> tuple[int, bytes]:
        line = http.client.HTTPConnection(HOST, self.site.port, timeout=60)
        told = {**self.headers, **headers}
        if self.cookies:
            told["Cookie"] = self.cookies
        try:
            line.request(method, path, body or None, told)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def send(self, path: str, form: dict[str, str]) -> tuple[int, str]:
        """A form of the desk, with the hidden field that every form has."""
        body = urlencode({**form, "csrfmiddlewaretoken": CSRF}).encode()
        kind = "application/x-www-form-urlencoded"
        status, page = self.post(path, body, **{"Content-Type": kind})
        return status, page.decode()
