"""Points by place: the worth of an event's place in a season.

Players who share a place add up the points of the places they fill, and divide.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from math import isqrt


class Places(StrEnum):
    """The named tables of points."""

    MORAVIAN = "moravian"  # 100 and one a player for the first, fixed steps below
    TENS = "tens"  # 10-8-6-5-4-3-2-1
    FIELD = "field"  # the number of players for the first, one less a place
    ROOT = "root"  # 10 · √players : √place, to one decimal
    OWN = "own"  # the club's own lists


@dataclass(frozen=True, slots=True)
class PointsList:
    """A club's own points by place, first place first; later places get nothing.

    The list is for fields of at least `players`, in events from the day `starts` on
    (None: in all events).
    """

    points: tuple[Fraction, ...]
    players: int = 1
    starts: date | None = None

    @property
    def first_day(self) -> date:
        return self.starts or date.min


def list_in_force(
    lists: Iterable[PointsList], field: int, day: date | None
) -> PointsList | None:
    """Return the list for an event with `field` players on a day, or None if too few.

    Lists that start on the same day belong together and replace all earlier ones.
    """
    started = [listed for listed in lists if listed.first_day <= (day or date.min)]
    newest = max((listed.first_day for listed in started), default=date.min)
    for_field = [
        listed
        for listed in started
        if listed.first_day == newest and listed.players <= field
    ]
    return max(for_field, key=lambda listed: listed.players, default=None)


TENS = (10, 8, 6, 5, 4, 3, 2, 1)
# The difference from the first place to the places from the second to the tenth.
MORAVIAN_STEPS = (0, 21, 32, 43, 49, 55, 61, 67, 73, 79)
MORAVIAN_BONUS, MORAVIAN_LAST_BONUS = 100, 30  # for the first, for the tenth


def points_of(
    table: Places,
    place: int,
    sharing: int,
    field: int,
    own_list: Sequence[Fraction] = (),
) -> Fraction:
    """Return the points of a place shared by `sharing` (at least 1) of `field` players.

    `own_list` is the club's list, first place first; places after its end get nothing.
    """
    filled = range(place, place + sharing)
    return (
        sum(
            (_points(table, position, field, own_list) for position in filled),
            Fraction(0),
        )
        / sharing
    )


def _points(
    table: Places, place: int, field: int, own_list: Sequence[Fraction]
) -> Fraction:
    if table is Places.MORAVIAN:
        return Fraction(moravian(place, field))
    if table is Places.FIELD:
        return Fraction(max(field + 1 - place, 0))
    if table is Places.ROOT:
        return Fraction(isqrt(10_000 * field // place), 10)
    listed = own_list if table is Places.OWN else TENS
    return Fraction(listed[place - 1]) if place <= len(listed) else Fraction(0)


def is_between(place: int, field: int) -> bool:
    """Return whether this place's points are calculated here.

    The Moravian league prints them instead of a formula.
    """
    return len(MORAVIAN_STEPS) < place <= max(field // 2, 1)


def moravian(place: int, field: int) -> int:
    """Return the points of the Moravian league in a field of this size.

    The lower half has one point a place, the last always 1. In the upper half the first
    has 100 more than that, and the next nine have fixed steps. From the eleventh to the
    middle the league prints a bonus for each size of field; here the bonus falls evenly
    from the tenth's 30 to nothing.
    """
    upper = max(field // 2, 1)
    plain = max(field + 1 - place, 0)
    if place > upper:
        return plain
    if place <= len(MORAVIAN_STEPS):
        return MORAVIAN_BONUS + field - MORAVIAN_STEPS[place - 1]
    places_below = upper + 1 - place
    return plain + MORAVIAN_LAST_BONUS * places_below // (
        upper + 1 - len(MORAVIAN_STEPS)
    )
