"""The site of these tests stands still while its tables are emptied."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection

from tests.server.site import Caller, Site, others_at_work

pytestmark = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite has one lock, and no deadlock"
)
PATIENCE = 30.0  # s


def states_of(site: Site) -> set[str]:
    """How its processes are, as Linux tells: T stands still."""
    assert site.process
    first = site.process.pid
    listed = Path(f"/proc/{first}/task/{first}/children").read_text()
    stats = (Path(f"/proc/{pid}/stat").read_text() for pid in [first, *listed.split()])
    return {stat.rpartition(")")[2].split()[0] for stat in stats}


def until(is_so: Callable[[], bool]) -> None:
    """Linux stops or wakes each process once its turn comes."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_who_is_in_the_middle_of_something_is_seen(site: Site) -> None:
    site.pause()
    other = connection.copy()
    assert not others_at_work()
    with other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT 1 FROM clubs_club")
        assert others_at_work()
        cursor.execute("ROLLBACK")
    assert not others_at_work()
    other.close()


def test_it_stands_still_and_goes_on(site: Site) -> None:
    site.pause()
    until(lambda: states_of(site) == {"T"})
    site.go_on()
    until(lambda: "T" not in states_of(site))
    assert Caller(site).get("/healthz") == (200, b"ok\n")
