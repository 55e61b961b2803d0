"""A full disk, a read-only folder, a database that somebody holds: named, and no 500."""

import errno
import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from django.core.exceptions import BadRequest
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client

from clubs import failures
from clubs.failures import Trouble, failure_in
from clubs.views import error_views as pages
from clubs.views import home
from tests.in_turn import in_turn
from tests.messages import message


def wrapped(error: Exception) -> Exception:
    outer = OperationalError("in Django's words")
    outer.__cause__ = error
    return outer


def full(path: Path) -> None:
    database = sqlite3.connect(path)
    try:
        database.execute("PRAGMA max_page_count = 2")
        database.execute("CREATE TABLE t (a)")
        database.execute("INSERT INTO t VALUES (?)", ["x" * 50_000])
    finally:
        database.close()


def read_only(path: Path) -> None:
    sqlite3.connect(path).close()
    path.touch()
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        database.execute("CREATE TABLE t (a)")
    finally:
        database.close()


def not_there(path: Path) -> None:
    sqlite3.connect(path / "nowhere" / "file")


def held(path: Path) -> None:
    one, other = sqlite3.connect(path), sqlite3.connect(path, timeout=0)
    try:
        one.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")
    finally:
        one.close()
        other.close()


@pytest.mark.parametrize(
    ("does", "trouble"),
    [
        (full, Trouble.FULL),
        (read_only, Trouble.READ_ONLY),
        (not_there, Trouble.READ_ONLY),
        (held, Trouble.BUSY),
    ],
)
def test_what_sqlite_says_is_understood(
    does: Callable[[Path], None], trouble: Trouble, tmp_path: Path
) -> None:
    with pytest.raises(sqlite3.OperationalError) as raised:
        does(tmp_path / "db")
    assert failure_in(wrapped(raised.value)) is trouble


@in_turn(
    "error, trouble",
    [
        (OSError(errno.ENOSPC, "No space left on device"), Trouble.FULL),
        (OSError(errno.EROFS, "Read-only file system"), Trouble.READ_ONLY),
        (OSError(errno.EIO, "Input/output error"), Trouble.BROKEN),
        (psycopg.errors.DiskFull(), Trouble.FULL),
        (psycopg.errors.ReadOnlySqlTransaction(), Trouble.READ_ONLY),
        (psycopg.errors.LockNotAvailable(), Trouble.BUSY),
        (psycopg.errors.AdminShutdown(), Trouble.AWAY),
        (psycopg.errors.DeadlockDetected(), None),
        (wrapped(psycopg.OperationalError("connection refused")), Trouble.AWAY),
        (wrapped(sqlite3.OperationalError("no such table: t")), None),
        (sqlite3.OperationalError("no such table: t"), None),
        (FileNotFoundError(errno.ENOENT, "No such file"), None),
        (ConnectionResetError(), None),
        (KeyError("ours"), None),
        (None, None),
    ],
)
def test_whose_trouble_it_is(error: Exception | None, trouble: Trouble | None) -> None:
    assert failure_in(error) is trouble


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accepts", "shown"),
    [
        ("text/html", "<h1>The disk is full</h1>"),
        ("application/json", '{"detail": "The disk is full."}'),
    ],
)
def test_the_page_says_which_and_the_log_has_one_line(
    accepts: str,
    shown: str,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(home, "clubs_for", fail)
    client.raise_request_exception = False
    answer = client.get("/", headers={"Accept": accepts})
    assert answer.status_code == 503
    assert shown in answer.content.decode()
    assert answer.headers["Retry-After"]
    (line,) = caplog.records
    assert line.exc_info is None
    assert line.getMessage().startswith("The disk is full ([Errno 28] No space")


def test_what_is_ours_stays_ours(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("ours")

    monkeypatch.setattr(home, "clubs_for", fail)
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == 500
    assert message("Something went wrong on our side") in answer.content.decode()


def test_what_sqlite_cannot_tell_the_disk_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where it cannot make a file it says so, be the folder read-only or full."""
    with pytest.raises(sqlite3.OperationalError) as raised:
        not_there(tmp_path)
    monkeypatch.setattr(failures, "LEAST_FREE", 1 << 60)
    assert failure_in(wrapped(raised.value)) is Trouble.FULL


class Unreadable(HttpRequest):
    """A form that cannot be read once more."""

    def __init__(self) -> None:
        self.META, self.COOKIES, self.method = {}, {}, "POST"

    @property
    def POST(self):
        raise BadRequest


def test_error_pages_ask_for_no_token() -> None:
    error, request = BadRequest("as before"), Unreadable()
    asked = (pages.bad_request, pages.not_allowed, pages.not_found)
    statuses = [page(request, error).status_code for page in asked]
    assert statuses == [400, 403, 404]
    assert pages.server_error(request).status_code == 500
