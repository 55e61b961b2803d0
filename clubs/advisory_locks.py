"""Locks of the whole site: on whatever machine somebody else holds one, we wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db import connections

from clubs.tasks import exclusive


@contextmanager
def site_lock(name: str) -> Iterator[None]:
    """Hold the site's lock of this name; whoever comes second waits.

    PostgreSQL's own, by a connection that does nothing else: it is given back however
    the process or its machine ends. A site on SQLite is one machine's: a file's.
    """
    lock = connections["default"].copy()
    if lock.vendor != "postgresql":
        folder = Path(settings.DATA_DIR) / "locks"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with exclusive(folder / name):
            yield
        return
    try:
        # For the length of a transaction: a pooler in between lets it keep the server's
        # end of the connection for so long.
        lock.set_autocommit(False)
        with lock.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number_of(name)])
        yield
        lock.rollback()  # given back now, not once the server sees that we are gone
    finally:
        lock.close()


def number_of(name: str) -> int:
    """PostgreSQL's locks have numbers."""
    digest = sha256(f"valat {name}".encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)
