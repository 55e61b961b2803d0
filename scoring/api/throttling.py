"""Throttling of the API by household: requests, and wrong tokens.

Counting uses memory; only every STEP responses are added to the counters shared by all
processes. So a household can get a few more responses than the setting allows, but no
one waits for a database.
"""

from collections import Counter
from threading import Lock

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError

from clubs import server_clock

MINUTE = 60  # s
STEP = 50  # responses
WRONG_IN = 15 * 60  # s
MOST_WRONG = 30  # tokens in that time; a program whose token has expired keeps asking


class Brake:
    """A throttle: responses of the current minute by household, in this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._minute = 0
        self._answers: Counter[str] = Counter()
        self._stopped: set[str] = set()

    def wait_of(self, client: str) -> int:
        """Return the seconds that a household must wait; 0 for none."""
        minute, left = _window(MINUTE)
        with self._lock:
            return left if minute == self._minute and client in self._stopped else 0

    def take(self, client: str) -> int:
        """Count a response; return the seconds to wait instead of it, or 0."""
        minute, left = _window(MINUTE)
        with self._lock:
            if minute != self._minute:
                self._minute = minute
                self._answers.clear()
                self._stopped.clear()
            if client in self._stopped:
                return left
            self._answers[client] += 1
            if not settings.API_A_MINUTE or self._answers[client] % STEP:
                return 0
        if (
            _counted(f"api-{minute}-{client}", STEP, 2 * MINUTE)
            <= settings.API_A_MINUTE
        ):
            return 0
        with self._lock:
            self._stopped.add(client)
        return left

    def forget(self) -> None:
        """Reset all counts."""
        with self._lock:
            self._minute = 0


answers = Brake()


def take_wrong(client: str) -> int:
    """Count a wrong token; return the seconds to wait before the next, or 0.

    After too many, nothing is stored anymore. A right token isn't throttled: no one can
    guess one, and a program with an old token must not block others.
    """
    number, left = _window(WRONG_IN)
    key = f"api-wrong-{number}-{client}"
    if caches["default"].get(key, 0) >= MOST_WRONG:
        return left
    return left if _counted(key, 1, 2 * WRONG_IN) > MOST_WRONG else 0


def _window(seconds: int) -> tuple[int, int]:
    """Return the number of the current time window, and the seconds left in it."""
    timestamp = int(server_clock.now().timestamp())
    return timestamp // seconds, seconds - timestamp % seconds


def _counted(key: str, more: int, seconds: int) -> float:
    """Add to a shared counter and return its value."""
    counters = caches["default"]
    try:
        counters.add(key, 0, seconds)
        return int(counters.incr(key, more))
    except ValueError:  # the household has no row to spare
        return float("inf")
    except DatabaseError:  # a database that can't be written must not stop reading
        return 0
