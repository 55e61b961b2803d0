"""Registry of the services that put someone on a free seat of a sheet.

Such a write changes seats elsewhere in the round, which a higher package does
(`scoring.phones.seat_fixes`): it registers its function here.
"""

from typing import Protocol

from scoring.core.writes import Actor
from scoring.models import Entry, Sheet


class SitDown(Protocol):
    """A service that puts someone on a free seat. Raises ActionRefused."""

    def __call__(
        self, *, sheet: Sheet, by: Actor, key: str, position: int, entry: Entry
    ) -> object: ...


_services: list[SitDown] = []


def register_service(service: SitDown) -> None:
    """Register the service that puts someone on a free seat."""
    _services.append(service)


def sit_down(*, sheet: Sheet, by: Actor, key: str, position: int, entry: Entry) -> None:
    """Put someone on a free seat. Raises ActionRefused."""
    for service in _services:
        service(sheet=sheet, by=by, key=key, position=position, entry=entry)
