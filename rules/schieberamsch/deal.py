"""What is recorded of a deal of Schieberamsch."""

from dataclasses import dataclass

from rules.game import THROWN_IN
from rules.records import Schema
from rules.shapes import EachSeat, Field, Flag, ListOf, Seat, Whole

ALL_POINTS = 120  # in tricks and skat together
MOST_IN_SKAT = 22  # two Aces
PLAYERS = 3
MOST_SHOVES = 3
LEAST_GRAND, MOST_GRAND = 24, 264  # the base value of a Grand, and eleven times it

RAMSCH, GRAND_HAND = "ramsch", "grand_hand"


@dataclass(frozen=True, slots=True)
class Deal:
    """A Ramsch: card points of each seat and of the skat, who took the last trick.

    `virgins` took no trick, `shoves` is how many passed the skat on unseen. Of a Grand
    hand only `soloist`, `value` and `made` are known.
    """

    table: int
    dealer: int
    kind: str
    points: tuple[int, ...] = ()
    skat: int | None = None
    last_trick: int | None = None
    virgins: tuple[int, ...] = ()
    shoves: int = 0
    soloist: int | None = None
    value: int = 0
    made: bool | None = None


_RAMSCH, _GRAND = (RAMSCH,), (GRAND_HAND,)
SCHEMA = Schema(
    Deal,
    active=PLAYERS,
    tables=(3, 4),
    kinds=(RAMSCH, GRAND_HAND, THROWN_IN),
    known={
        "points": Field(EachSeat(Whole(0, ALL_POINTS)), needed=True, kinds=_RAMSCH),
        "skat": Field(Whole(0, MOST_IN_SKAT), needed=True, kinds=_RAMSCH),
        "last_trick": Field(Seat(), needed=True, kinds=_RAMSCH),
        "virgins": Field(ListOf(Seat(), once=True), kinds=_RAMSCH),
        "shoves": Field(Whole(0, MOST_SHOVES), kinds=_RAMSCH),
        "soloist": Field(Seat(), needed=True, kinds=_GRAND),
        "value": Field(Whole(LEAST_GRAND, MOST_GRAND), needed=True, kinds=_GRAND),
        "made": Field(Flag(), needed=True, kinds=_GRAND),
    },
)
