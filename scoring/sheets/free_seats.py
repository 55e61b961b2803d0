"""Free seats of a sheet, and who writes that somebody sits down.

That changes seats elsewhere in the round, which a room above this one writes
(`scoring.phones.seat_fixes`): it registers its function.
"""

from typing import Protocol

from scoring.core.writes import Actor
from scoring.models import Entry, Sheet


class SitDown(Protocol):
    """A service that puts somebody on a free seat. Raises ActionRefused."""

    def __call__(
        self, *, sheet: Sheet, by: Actor, key: str, position: int, entry: Entry
    ) -> object: ...


_services: list[SitDown] = []


def register_service(service: SitDown) -> None:
    """Register the service that puts somebody on a free seat."""
    _services.append(service)


def sit_down(*, sheet: Sheet, by: Actor, key: str, position: int, entry: Entry) -> None:
    """Put somebody on a free seat. Raises ActionRefused."""
    for service in _services:
        service(sheet=sheet, by=by, key=key, position=position, entry=entry)
