"""At which tables somebody saw everybody's start chips."""

from dataclasses import dataclass

from django.db.models import Count as Number
from django.db.models import Max

from scoring.models import Round, Sheet


@dataclass(frozen=True, slots=True)
class StartChips:
    """The tables of a round, and what is not ticked yet."""

    version: str
    sheets: tuple[Sheet, ...]

    @property
    def left(self) -> list[int]:
        return [each.table for each in self.sheets if not each.chips_laid_at]

    @property
    def ticked(self) -> int:
        return len(self.sheets) - len(self.left)


def start_chips_version(rnd: Round) -> str:
    """Changes with every tick and with who sits where; one query."""
    found = rnd.sheets.aggregate(
        ticked=Number("chips_laid_at", distinct=True),
        last=Max("chips_laid_at"),
        seat=Max("seats__pk"),
    )
    last = found["last"].timestamp() if found["last"] else 0
    return f"{found['ticked']}-{last}-{found['seat'] or 0}"


def start_chips_of(rnd: Round) -> StartChips:
    """All tables with their people, in three queries."""
    version = start_chips_version(rnd)
    sheets = rnd.sheets.order_by("table").prefetch_related("seats__entry")
    return StartChips(version, tuple(sheets))
