"""Locks for the whole site, across all its machines."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db import connections

from clubs.tasks import exclusive


@contextmanager
def site_lock(name: str) -> Iterator[None]:
    """Hold the site's lock of this name; a second caller waits.

    On PostgreSQL this is an advisory lock on a connection of its own, so it is released
    however the process or its machine ends. A site on SQLite runs on one machine, so a
    lock file is enough.
    """
    lock = connections["default"].copy()
    if lock.vendor != "postgresql":
        folder = Path(settings.DATA_DIR) / "locks"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with exclusive(folder / name):
            yield
        return
    try:
        # The lock lasts for a transaction: a connection pooler keeps the server
        # connection assigned for that long.
        lock.set_autocommit(False)
        with lock.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number_of(name)])
        yield
        # Release now, not once the server notices the closed connection.
        lock.rollback()
    finally:
        lock.close()


def number_of(name: str) -> int:
    """Return the number of a lock's name, because PostgreSQL's locks have numbers."""
    digest = sha256(f"valat {name}".encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)
