"""What stands in a sheet’s form before anybody types: the numbers of a count."""

from collections.abc import Sequence
from typing import Any

from clubs.wording import chips
from scoring.models import Count


def initial_of(count: Count | None) -> dict[str, Any]:
    """A count as the initial values of a SheetForm; 0 borrowed stays empty."""
    if count is None:
        return {}
    values: dict[str, Any] = {}
    seats = len(count.held)
    colours: Sequence[dict[str, int] | None] = count.chips or (None,) * seats
    for seat in range(1, seats + 1):
        values[f"held{seat}"] = chips(count.held[seat - 1])
        values[f"borrowed{seat}"] = count.borrowed[seat - 1] or ""
        ruled = count.ruled[seat - 1]
        values[f"ruled{seat}"] = chips(ruled) if ruled else ""
        for colour, number in (colours[seat - 1] or {}).items():
            values[f"{colour}{seat}"] = number
    return values
