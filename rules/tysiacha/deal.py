"""What is recorded of a deal of Tysiacha, and what deals leave to the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.records import Schema
from rules.shapes import (
    BySeat,
    Code,
    EachSeat,
    Field,
    Flag,
    ListOf,
    Object,
    Seat,
    Whole,
)

ACTIVE = 3
POINTS = 120  # of all cards together
MOST_BID, MOST_TALON = 500, 150
MOST_TOTAL = 100_000
MOST_COUNTED = 9  # deals on the barrel, bolts, concessions, falls
MARRIAGES = ("hearts", "diamonds", "clubs", "spades", "aces")

Numbers = tuple[int, ...]  # one a seat


@dataclass(frozen=True, slots=True)
class State:
    """The running game, one number a seat; none at all before its first deal.

    `barrel`: 0 off it, else which of the seat's deals on it comes next. `bolts` are the
    zeros, `conceded` the concessions, `falls` the falls from the barrel so far.
    """

    totals: Numbers = ()
    barrel: Numbers = ()
    bolts: Numbers = ()
    conceded: Numbers = ()
    falls: Numbers = ()
    winner: int | None = None

    def at(self, table: int) -> "State":
        """The same with a number for each seat of the table."""
        none = (0,) * table
        return State(
            self.totals or none,
            self.barrel or none,
            self.bolts or none,
            self.conceded or none,
            self.falls or none,
            self.winner,
        )


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal; `points` are those in tricks, without marriages, one a seat.

    `bid` is the final one, `talon` what the house gives whoever sits out.
    """

    table: int
    dealer: int
    kind: str
    soloist: int = 0
    bid: int = 0
    points: Numbers = ()
    marriages: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    blind: bool = False
    talon: int | None = None
    state: State = State()


_COUNTED = Field(EachSeat(Whole(0, MOST_COUNTED)))
STATE = Object(
    State,
    {
        "totals": Field(EachSeat(Whole(-MOST_TOTAL, MOST_TOTAL)), needed=True),
        "barrel": _COUNTED,
        "bolts": _COUNTED,
        "conceded": _COUNTED,
        "falls": _COUNTED,
        "winner": Field(Seat(active=False)),
    },
)
_PLAYED, _BID = ("played",), ("played", "conceded")
SCHEMA = Schema(
    Deal,
    active=ACTIVE,
    tables=(3, 4),
    kinds=("played", "conceded", "passed_out"),
    known={
        "soloist": Field(Seat(), needed=True, kinds=_BID),
        "bid": Field(Whole(1, MOST_BID), needed=True, kinds=_BID),
        "points": Field(EachSeat(Whole(0, POINTS)), needed=True, kinds=_PLAYED),
        "marriages": Field(BySeat(ListOf(Code(MARRIAGES), once=True)), kinds=_PLAYED),
        "blind": Field(Flag(), kinds=_PLAYED),
        "talon": Field(Whole(0, MOST_TALON), kinds=_BID),
        "state": Field(STATE),
    },
)
