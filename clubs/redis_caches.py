"""Counters, used codes and boards in Redis, if the setting CACHE names one.

Based on Django's Redis caches. A Redis that is down costs a timeout of one second, and
then isn't asked for five. Until then counters use the database table, and boards are
computed again. A used code is stored in the table in any case: a Redis that was down,
or lost its memory, would let it work twice.
"""

import json
import logging
import time
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from django.core.exceptions import PermissionDenied
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from clubs.counters import LONGEST, MOST_OF_ONE, CounterTable, household_that_asks

LOG = logging.getLogger("valat.cache")
PATIENCE = 1.0  # s; a person waits for the response
AWAY = 5.0  # s without a new attempt after a failure
CROWDED_FOR = 60 * 60  # s in which a household can begin MOST_OF_ONE counters
KEEPS_ALL = "noeviction"

T = TypeVar("T")
_away_until: dict[str, float] = {}  # by address, for all threads of the process


def connection_to(url: str) -> Redis:
    """Return a connection for use in a request, with a timeout of one second."""
    return Redis.from_url(url, **_waits())


def _waits() -> dict[str, Any]:
    waits = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
    return {"retry": Retry(NoBackoff(), 0), **waits}


def trouble_of(counters: str, boards: str) -> tuple[bool, str]:
    """Return whether the trouble with Redis is permanent, and one line about it.

    A Redis that is down can come back; "" if all is well.
    """
    try:
        with connection_to(boards) as redis:
            redis.ping()  # fails if its database number doesn't exist
        with connection_to(counters) as redis:
            policy = redis.info("memory").get("maxmemory_policy", KEEPS_ALL)
    except RedisError as error:
        return False, f"Redis (CACHE) does not answer: {error}"
    if policy == KEEPS_ALL:
        return False, ""
    return True, (
        f"the setting CACHE names a Redis that throws keys away when it is full ({policy}): "
        "wrong passwords would be forgotten. Set its maxmemory-policy to noeviction"
    )


class Json:
    """A JSON serializer, so that data in Redis can never run code (unlike pickles)."""

    def dumps(self, value: Any) -> bytes | int:
        return value if type(value) is int else json.dumps(value).encode()

    def loads(self, data: bytes) -> Any:
        return json.loads(data)


class _WithoutIt(RedisCache):
    """A Redis cache with a fallback while Redis is down."""

    more: ClassVar[dict[str, Any]] = {}

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = {**_waits(), **self.more}
        super().__init__(server, {**params, "OPTIONS": options})
        self.url = server

    def asked(self, ask: Callable[[], T], otherwise: Callable[[], T]) -> T:
        if time.monotonic() < _away_until.get(self.url, 0):
            return otherwise()
        try:
            return ask()
        except RedisError as error:
            _away_until[self.url] = time.monotonic() + AWAY
            LOG.error("Redis (CACHE) does not answer: %s", error)
        return otherwise()


class BoardRedis(_WithoutIt):
    """A cache of values that can be computed again: empty while Redis is down."""

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        ask = super().get
        return self.asked(lambda: ask(key, default, version), lambda: default)

    def set(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        put = super().set
        self.asked(lambda: put(key, value, timeout, version), lambda: None)


class CounterRedis(_WithoutIt):
    """A cache of counters that uses `CounterTable` while Redis is down."""

    more: ClassVar[dict[str, Any]] = {"serializer": Json}

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.table = CounterTable("", params)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        ask = super().get
        return self.asked(
            lambda: ask(key, default, version),
            lambda: self.table.get(key, default, version),
        )

    def add(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Add a value; return whether it is new (True for only one process)."""
        return self.asked(
            lambda: self._added(key, value, timeout, version),
            lambda: self.table.add(key, value, timeout, version),
        )

    def use_up(self, key: str, seconds: float) -> bool:
        """Use up a one-time key in table and Redis, though one can have lost it.

        Only a process that found the key new in the table asks Redis: otherwise two at
        once could each be refused by one of them.
        """
        return self.table.use_up(key, seconds) and self.asked(
            lambda: self._added(key, "y", seconds, None), lambda: True
        )

    def set(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Set a value.

        Raises PermissionDenied if there is no room: otherwise a code would work twice.
        """
        self.asked(
            lambda: self._put(key, value, timeout, version),
            lambda: self.table.set(key, value, timeout, version),
        )

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Return the new value. Raises ValueError if there is none."""
        raised = super().incr
        return self.asked(
            lambda: int(raised(key, delta, version)),
            lambda: self.table.incr(key, delta, version),
        )

    def touch(
        self,
        key: str,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        touched = super().touch
        return self.asked(
            lambda: bool(touched(key, timeout, version)),
            lambda: self.table.touch(key, timeout, version),
        )

    def delete(self, key: str, version: int | None = None) -> bool:
        return self.asked(
            lambda: self._deleted(key, version),
            lambda: self.table.delete(key, version),
        )

    def clear(self) -> None:
        cleared = super().clear
        self.asked(lambda: bool(cleared()), lambda: False)
        self.table.clear()

    def _added(
        self, key: str, value: Any, timeout: float | None, version: int | None
    ) -> bool:
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        if seconds is None or seconds > LONGEST.total_seconds():
            raise ValueError(f"{key} stays for longer than {LONGEST}.")
        if self._begun(1) > MOST_OF_ONE:
            self._begun(-1)
            return False
        is_new = bool(super().add(key, value, seconds, version))
        if not is_new:
            self._begun(-1)
        return is_new

    def _put(
        self, key: str, value: Any, timeout: float | None, version: int | None
    ) -> None:
        if super().has_key(key, version):
            super().set(key, value, timeout, version)
        elif not self._added(key, value, timeout, version):
            # If the key exists now, another process was faster.
            if not super().has_key(key, version):
                raise PermissionDenied("There is no room for one more counter.")
            super().set(key, value, timeout, version)

    def _deleted(self, key: str, version: int | None) -> bool:
        is_gone = bool(super().delete(key, version))
        if is_gone:
            self._begun(-1)
        return is_gone

    def _begun(self, more: int) -> int:
        """Change and return how many counters the client's network began this hour."""
        key = self.make_key(f"household:{household_that_asks()}")
        redis = self._cache.get_client(key, write=True)
        asked = redis.pipeline()
        asked.incrby(key, more)
        asked.expire(key, CROWDED_FOR, nx=True)
        return int(asked.execute()[0])
