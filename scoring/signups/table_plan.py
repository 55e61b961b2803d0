"""The tables that people who are going fill, with a name at each chair."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, islice

from clubs.i18n import message
from clubs.models import Player
from clubs.templatetags.valat import seated
from rules.seating.request import table_sizes
from scoring.core.names import hides, public_name
from scoring.games.game_adapter import sizes_of
from scoring.signups.rsvp_list import tables_in_chairs
from scoring.signups.rsvps import EventSignup, PersonRsvp

FIRST = datetime.min.replace(tzinfo=UTC)
FEWEST, MOST = 3, 5  # chairs of a drawn table


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair of a drawing: "taken", "own" or "free", and the name of the person on it."""

    kind: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table of an event to come; the reader's chair is first, at the bottom."""

    number: int
    chairs: tuple[Chair, ...]

    @property
    def kinds(self) -> list[str]:
        return [chair.kind for chair in self.chairs]

    @property
    def seated(self) -> list[tuple[str, Chair]]:
        """The people, each with their side of the table."""
        return [(side, chair) for side, chair in seated(self.chairs) if chair.name]

    @property
    def is_full(self) -> bool:
        """Whether all chairs are taken, and the reader isn't at this table."""
        return all(chair.kind == "taken" for chair in self.chairs)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """All tables of an event to come."""

    tables: tuple[PlannedTable, ...]

    @property
    def is_short(self) -> bool:
        """Whether names fit at the chairs of square tables in one row."""
        return len(self.tables) <= 3

    @property
    def many(self) -> bool:
        """Whether only the tables are drawn, with all names in a separate list."""
        return len(self.tables) > 12

    @property
    def names(self) -> list[str]:
        """The names at all chairs."""
        chairs = chain.from_iterable(table.chairs for table in self.tables)
        return [chair.name for chair in chairs if chair.name]


def plan_of(
    coming: EventSignup, *, reader: Player | None = None, asks_reader: bool = False
) -> TablePlan:
    """Return the tables in the order in which people answered.

    People entered by the desk come first. The reader's own chair has "You"; with
    `asks_reader` the first free chair is offered to them. Names are public names, and a
    hidden person has a chair without one.
    """
    people = iter(sorted(coming.inside, key=lambda comer: comer.said_at or FIRST))
    sizes = tables_in_chairs(coming) or [(0, _usual_size(coming))]
    tables = []
    for number, (_, seats) in enumerate(sizes, start=1):
        chairs = [*_taken_chairs(coming, people, seats, reader)]
        while len(chairs) < min(max(seats, FEWEST), MOST):
            chairs.append(_free(asks_reader))
            asks_reader = False
        tables.append(PlannedTable(number, _own_first(chairs)))
    return TablePlan(tuple(tables))


def _taken_chairs(
    coming: EventSignup, people: Iterator[PersonRsvp], seats: int, reader: Player | None
) -> Iterator[Chair]:
    club = coming.tournament.club
    for comer in islice(people, seats):
        player = comer.player
        if reader and player.pk == reader.pk:
            yield Chair("own", message("You"))
        elif hides(club, player.pk):
            yield Chair("taken")
        else:
            yield Chair("taken", str(public_name(player.name, club, player.pk)))


def _free(is_offered: bool) -> Chair:
    # Translators: at a free chair that is offered to the reader.
    return Chair("own", message("You?")) if is_offered else Chair("free")


def _own_first(chairs: list[Chair]) -> tuple[Chair, ...]:
    position = next(
        (index for index, chair in enumerate(chairs) if chair.kind == "own"), 0
    )
    return tuple(chairs[position:] + chairs[:position])


def _usual_size(coming: EventSignup) -> int:
    sizes = sizes_of(coming.tournament)
    return next(iter(table_sizes(max(sizes), sizes)), max(sizes))
