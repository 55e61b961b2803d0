"""The site's time: the database server's, where several machines share one.

Their own clocks differ by seconds, and one by an hour once its battery is empty. So what
a page counts down, and what is counted until its time is over, comes from `now()`, which
asks nothing: a connection learns the server's time when it is opened, once a minute, and
a clock that only runs forward goes on from there. With SQLite it is this machine's time.
"""

import time
from datetime import datetime, timedelta
from typing import Any

from django.db import connection as here
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

# It goes on while a laptop sleeps; where there is none such, another does nearly as well.
CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)

_learnt: tuple[datetime, float] | None = None  # the server's time, and when by CLOCK


def now() -> datetime:
    """By the database server's clock; to the millisecond on a network of one house."""
    if _learnt is None:
        if here.vendor != "postgresql":
            return timezone.now()
        here.ensure_connection()  # which learns it
    if _learnt is None:
        return timezone.now()
    server_time, clock_time = _learnt
    return server_time + timedelta(seconds=time.clock_gettime(CLOCK) - clock_time)


def learn(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Called for each connection that is opened."""
    if connection.vendor != "postgresql":
        return
    asked = time.clock_gettime(CLOCK)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        [server_time] = cursor.fetchone()
    note(server_time, (asked + time.clock_gettime(CLOCK)) / 2)


def note(server_time: datetime, clock_time: float) -> None:
    """The server said that it was `server_time` when CLOCK showed `clock_time`."""
    global _learnt  # one value for all threads
    _learnt = server_time, clock_time


def forget() -> None:
    """This machine's time again."""
    global _learnt
    _learnt = None
