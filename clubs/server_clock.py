"""The site's time: the database server's time, if several machines share it.

The clocks of machines differ by seconds, or by an hour once a battery is empty. So
countdowns on pages, and everything with an expiry time, use `now()`, which makes no
query: a connection learns the server's time when it is opened, once a minute, and a
monotonic clock continues from there. With SQLite it is this machine's time.
"""

import time
from datetime import datetime, timedelta
from typing import Any

from django.db import connection as here
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

# Continues while a laptop sleeps; if unavailable, another monotonic clock is almost as
# good.
CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)

# The server's time, and the time of CLOCK then.
_learnt: tuple[datetime, float] | None = None


def now() -> datetime:
    """Return the database server's time, to the millisecond on a local network."""
    if _learnt is None:
        if here.vendor != "postgresql":
            return timezone.now()
        here.ensure_connection()  # which learns the time
    if _learnt is None:
        return timezone.now()
    server_time, clock_time = _learnt
    return server_time + timedelta(seconds=time.clock_gettime(CLOCK) - clock_time)


def learn(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Learn the server's time from a new connection."""
    if connection.vendor != "postgresql":
        return
    asked = time.clock_gettime(CLOCK)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        [server_time] = cursor.fetchone()
    note(server_time, (asked + time.clock_gettime(CLOCK)) / 2)


def note(server_time: datetime, clock_time: float) -> None:
    """Store the server's time when CLOCK was at `clock_time`."""
    global _learnt  # one value for all threads
    _learnt = server_time, clock_time


def forget() -> None:
    """Use this machine's time again."""
    global _learnt
    _learnt = None
