"""Counters and used codes: values that must not be lost before their time.

A Django cache backend with its own table; allauth counts in `caches["default"]`.
Nothing is evicted to make room; a row is deleted once its time is over. Each household
(client network) has at most MOST_OF_ONE rows: a client that sends more new keys gets no
further rows, and requests that need one are refused.
"""

from datetime import datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import context
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from clubs import server_clock
from clubs.client_networks import household
from clubs.models import Counter

MOST_OF_ONE = 1_000  # rows; a household that signs in all day has a few dozen
LONGEST = timedelta(days=2)


class CounterTable(BaseCache):
    """A cache of JSON values, each with an expiry time, shared by all processes."""

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        name = self.make_and_validate_key(key, version=version)
        row = _alive().filter(key=name).first()
        return row.value if row else default

    def add(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Add a value; return whether it is new (True for only one process)."""
        name, ends_at = self._named_until(key, timeout, version)
        try:
            with transaction.atomic():
                _forget()
                if _is_crowded():
                    return False
                Counter.objects.create(
                    key=name,
                    value=value,
                    ends_at=ends_at,
                    household=household_that_asks(),
                )
        except IntegrityError:
            return False
        return True

    def use_up(self, key: str, seconds: float) -> bool:
        """Use up a one-time key; return whether it hadn't been used before."""
        return self.add(key, "y", seconds)

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
        name, ends_at = self._named_until(key, timeout, version)
        changed = Counter.objects.filter(key=name).update(value=value, ends_at=ends_at)
        if changed or self.add(key, value, timeout, version):
            return
        # Another process was faster, or the household has no row to spare.
        if not Counter.objects.filter(key=name).update(value=value, ends_at=ends_at):
            raise PermissionDenied("There is no room for one more counter.")

    @transaction.atomic
    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Return the new value. Raises ValueError if there is none."""
        name = self.make_and_validate_key(key, version=version)
        row = _alive().select_for_update().filter(key=name).first()
        if row is None:
            raise ValueError(key)
        row.value += delta
        row.save(update_fields=["value"])
        return int(row.value)

    def touch(
        self,
        key: str,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        name, ends_at = self._named_until(key, timeout, version)
        return bool(_alive().filter(key=name).update(ends_at=ends_at))

    def delete(self, key: str, version: int | None = None) -> bool:
        name = self.make_and_validate_key(key, version=version)
        return bool(Counter.objects.filter(key=name).delete()[0])

    def clear(self) -> None:
        Counter.objects.all().delete()

    def _named_until(
        self, key: str, timeout: float | None, version: int | None
    ) -> tuple[str, datetime]:
        """Return key and expiry time; raises ValueError for more than LONGEST."""
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        if seconds is None or seconds > LONGEST.total_seconds():
            raise ValueError(f"{key} stays for longer than {LONGEST}.")
        ends_at = server_clock.now() + timedelta(seconds=seconds)
        return self.make_and_validate_key(key, version=version), ends_at


def _alive() -> Any:
    return Counter.objects.filter(ends_at__gt=server_clock.now())


def _forget() -> None:
    """Delete expired rows, and rows written by a clock that was far ahead."""
    current_time = server_clock.now()
    Counter.objects.filter(ends_at__lte=current_time).delete()
    Counter.objects.filter(ends_at__gt=current_time + LONGEST).delete()


def _is_crowded() -> bool:
    return (
        Counter.objects.filter(household=household_that_asks()).count() >= MOST_OF_ONE
    )


def household_that_asks() -> str:
    """Return the network of the client that asks; "" if the site itself counts."""
    request = context.request
    return household(get_adapter().get_client_ip(request))[:45] if request else ""
