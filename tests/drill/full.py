"""A disk that is full, a folder that is read-only, a database that somebody holds.

On a small disk in memory, which only root may make. The whole site runs on it, from the
start to Ctrl-C.
"""

import functools
import http.client
import operator
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlencode

import pytest
from django.conf import settings

from clubs.management.commands.serve import FIRST
from tests.drill.figures import say
from tests.server.site import CSRF, HOST, free_port

SIZE = "96m"
IDLE = 65  # s; a connection to the database is closed after a minute
OWNER = {
    **{"name": "Rose Krenek", "username": "rose", "club_name": "Lodge 84"},
    **{"password": "felt and gold 7", "password_again": "felt and gold 7"},
    **{"time_zone": "America/Chicago", "paper": "letter"},
}

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes a disk")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "valat-drill", tmp_path],
        check=True,
    )
    yield tmp_path
    while Run.all:
        Run.all.pop().kill()
    subprocess.run(["umount", "-l", tmp_path], check=True)


class Run:
    """`manage.py serve` on that disk, and what it prints."""

    all: ClassVar[list["Run"]] = []

    def __init__(self, disk: Path) -> None:
        self.port = free_port()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=settings.BASE_DIR,
            env={
                **{"PATH": os.environ["PATH"], "PYTHONUTF8": "1", "BACKUPS": "off"},
                **{"DATA_DIR": str(disk), "HOST": HOST, "PORT": str(self.port)},
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.all.append(self)
        self.setup = self.session = ""
        self.said: list[str] = []
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.append(line)
            if found := re.search(r"(/setup/[^/]+/)", line):
                self.setup = found[1]
            if line.startswith("Stop with"):
                break

    def ask(self, method: str, path: str, form: Any = None) -> tuple[int, str]:
        line = http.client.HTTPConnection(HOST, self.port, timeout=90)
        sent = urlencode({**(form or {}), "csrfmiddlewaretoken": CSRF})
        kind = "application/x-www-form-urlencoded"
        told = {"Cookie": f"csrftoken={CSRF}{self.session}", "Content-Type": kind}
        line.request(method, path, sent if form else None, told)
        answer = line.getresponse()
        status, page = answer.status, answer.read().decode()
        given = " ".join(answer.headers.get_all("Set-Cookie", []))
        if found := re.search(r"sessionid=\w+", given):
            self.session = f"; {found[0]}"
        line.close()
        return status, page

    def end(self) -> str:
        """What it still said."""
        self.process.send_signal(signal.SIGTERM)
        rest, _ = self.process.communicate(timeout=60)
        return rest

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        if self.process.stdout and not self.process.stdout.closed:
            self.process.communicate()


def fill(disk: Path) -> Path:
    with (disk / "filler").open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return disk / "filler"


def test_a_full_disk(disk: Path) -> None:
    run = Run(disk)
    run.ask("GET", "/")  # its processes have begun
    filler = fill(disk)
    status, page = run.ask("POST", run.setup, OWNER)
    assert (status, "The disk is full" in page) == (503, True), page
    read = [run.ask("GET", path)[0] for path in ("/", run.setup) * 5]
    assert set(read) == {200}
    log = run.end()
    assert "The disk is full" in log
    assert "Traceback" not in log

    again = Run(disk)
    if again.said[-1].startswith("Stop with"):
        assert again.ask("GET", "/")[0] in (200, 503)
        started = "and the site starts on it"
        again.end()
    else:
        assert len(again.said) == 1, again.said
        started = f"and the start says: {again.said[0].strip()}"
    filler.unlink()
    third = Run(disk)
    assert third.ask("POST", third.setup, OWNER)[0] == 302
    third.end()
    say(
        f"disk full: 503 that names it, {read.count(200)} of 10 pages read, {started}; "
        "with room again all goes on"
    )


def test_a_full_disk_can_be_read(disk: Path) -> None:
    """Also after a while in which nobody asked, when all that was open is closed."""
    run = Run(disk)
    assert run.ask("POST", run.setup, OWNER)[0] == 302
    _, home = run.ask("GET", "/")
    desk = next(each for each in re.findall(r'href="(/desk/[^/"]+/)"', home))
    clubs = sorted(set(re.findall(r'<h3 class="title"><a href="([^"]+)"', home)))
    shown = {
        address
        for club in clubs
        for address in re.findall(rf'href="({club}[^"#?]*)"', run.ask("GET", club)[1])
    }
    pages = ["/", "/sign-in/", "/accounts/", desk, *sorted(shown)]
    assert {run.ask("GET", path)[0] for path in pages} == {200}
    time.sleep(IDLE)
    fill(disk)
    status, page = run.ask("POST", f"{desk}settings/", OWNER)
    assert (status, "The disk is full" in page) in [(503, True), (200, False)]
    read = {path: [run.ask("GET", path)[0] for _ in range(8)] for path in pages}
    say(
        f"disk full: {sum(each.count(200) for each in read.values())} of "
        f"{8 * len(pages)} pages are read"
    )
    assert set(functools.reduce(operator.iadd, read.values(), [])) == {200}, read
    run.end()


def test_a_read_only_folder(disk: Path) -> None:
    Run(disk).end()
    (disk / "static-stamp").unlink()
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    run = Run(disk)
    assert run.process.wait(timeout=60) == 1
    *before, wrong = run.said
    assert before == [f"{FIRST}\n"], run.said  # without its stamp it is a first start
    assert "The site cannot write to its data folder" in wrong
    say(f"read-only: the start says: {wrong.strip()}")


def test_a_database_that_somebody_holds(disk: Path) -> None:
    run = Run(disk)
    holder = sqlite3.connect(disk / "valat.sqlite3")
    holder.execute("BEGIN IMMEDIATE")
    status, page = run.ask("POST", run.setup, OWNER)
    assert (status, "Another program is holding the database" in page) == (503, True)
    assert run.ask("GET", "/")[0] == 200
    holder.close()
    assert run.ask("POST", run.setup, OWNER)[0] == 302
    assert "Traceback" not in run.end()
    say("database held: 503 that names it after 20 s, pages are read; then all goes on")
