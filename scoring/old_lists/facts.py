"""What an old list holds, once it is understood."""

from dataclasses import dataclass, field
from datetime import date

from rules.season import PRESETS, Counts, Formula, Places

LONGEST_NAME = 80  # letters, of a person and of an evening


@dataclass(frozen=True, slots=True)
class Fact:
    """Somebody's evening; None where the list does not say it.

    `total` in chips, `points` table points, `rounds` at a table.
    """

    name: str
    place: int | None = None
    total: int | None = None
    points: float | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class PastEvening:
    """An evening and everybody who was there; `title`: what the list calls it, or ""."""

    day: date
    title: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to come in: the evenings in order, and whom each name means.

    `known` has a player's key for each name that means somebody of the club; the other
    names are new, and those with one `new_as` are one person. `start_chips` are in the
    totals of each round, 0 where the totals are net.
    """

    game: str
    start_chips: int
    by_points: bool
    evenings: tuple[PastEvening, ...]
    known: dict[str, int] = field(default_factory=dict)
    new_as: dict[str, str] = field(default_factory=dict)

    @property
    def formula(self) -> Formula:
        """What can be counted in a season of which nothing else is known."""
        facts = [fact for each in self.evenings for fact in each.facts]
        if self.by_points:
            return Formula(counts=Counts.POINTS)
        if any(fact.total is None for fact in facts):
            return Formula(counts=Counts.PLACES, table=Places.TENS)
        if self.start_chips and any(fact.rounds is None for fact in facts):
            return PRESETS["chips"]
        return PRESETS["net"]
