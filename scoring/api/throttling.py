"""The API's brake: how much a household may ask, and how often with a wrong token.

What is counted costs a look into memory; every STEP answers it is told to the counters
that all processes share. So a household gets some answers more than the setting says, and
nobody waits for a database because of that.
"""

from collections import Counter
from threading import Lock

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError

from clubs import server_clock

MINUTE = 60  # s
STEP = 50  # answers
WRONG_IN = 15 * 60  # s
MOST_WRONG = 30  # tokens in that time; a program whose token has ended asks on and on


class Brake:
    """The answers of this minute by household, in this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._minute = 0
        self._answers: Counter[str] = Counter()
        self._stopped: set[str] = set()

    def wait_of(self, client: str) -> int:
        """Seconds that a household has to wait; 0 where it need not."""
        minute, left = _window(MINUTE)
        with self._lock:
            return left if minute == self._minute and client in self._stopped else 0

    def take(self, client: str) -> int:
        """Count an answer; the seconds to wait for it instead, or 0."""
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
        """As before anybody asked."""
        with self._lock:
            self._minute = 0


answers = Brake()


def take_wrong(client: str) -> int:
    """Count a token that opens nothing; the seconds to wait before the next, or 0.

    Once there were too many nothing is written any more. A right token is never asked
    about: nobody can guess one, and one program with an old token stops no other.
    """
    number, left = _window(WRONG_IN)
    key = f"api-wrong-{number}-{client}"
    if caches["default"].get(key, 0) >= MOST_WRONG:
        return left
    return left if _counted(key, 1, 2 * WRONG_IN) > MOST_WRONG else 0


def _window(seconds: int) -> tuple[int, int]:
    """The number of the stretch of time that is now, and the seconds left of it."""
    timestamp = int(server_clock.now().timestamp())
    return timestamp // seconds, seconds - timestamp % seconds


def _counted(key: str, more: int, seconds: int) -> float:
    """How many there are with these."""
    counters = caches["default"]
    try:
        counters.add(key, 0, seconds)
        return int(counters.incr(key, more))
    except ValueError:  # the household has no row to spare
        return float("inf")
    except DatabaseError:  # who can be read, but not written, answers all the same
        return 0
