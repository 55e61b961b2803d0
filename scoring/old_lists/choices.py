"""What somebody chose about an old list, where it does not say it or says it otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Holds(StrEnum):
    """What the numbers of a list are."""

    TOTAL = "total"  # chips with the start chips
    NET = "net"  # chips above them
    POINTS = "points"  # table points
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Choices:
    """What somebody said of a list; None: as it seems.

    `years` by sheet, `days` by evening (ISO), `columns` by sheet and column; `off` are
    evenings that stay out; `nobody` says of a name whether it is none. `parts`: how many
    chips one of the list makes here, where it has halves or cents. `rounds`: of each evening whose list does not say it.
    """

    holds: Holds | None = None
    month_first: bool | None = None
    zero_is_away: bool | None = None
    family_first: bool = False
    rounds: int | None = None
    years: Mapping[str, str] = field(default_factory=dict)
    days: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    off: frozenset[str] = frozenset()
    nobody: Mapping[str, bool] = field(default_factory=dict)
    parts: int | None = None


AS_IT_SEEMS = Choices()


def choices_from(kept: Mapping[str, Any]) -> Choices:
    """What was kept of them as JSON."""
    holds = kept.get("holds")
    return Choices(
        Holds(holds) if holds else None,
        kept.get("month_first"),
        kept.get("zero_is_away"),
        bool(kept.get("family_first")),
        kept.get("rounds"),
        kept.get("years", {}),
        kept.get("days", {}),
        kept.get("columns", {}),
        frozenset(kept.get("off", ())),
        kept.get("nobody", {}),
        kept.get("parts"),
    )
