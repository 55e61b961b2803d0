"""What is recorded of a deal of Scarto, and what deals leave to the next one."""

from dataclasses import dataclass

from rules.game import THROWN_IN
from rules.records import Schema
from rules.shapes import EachSeat, Field, Object, Whole

DEALS = 3  # of a game (001)
PAR = 26  # a third of the 78 card points
PLAYED = "played"


@dataclass(frozen=True, slots=True)
class State:
    """The running game: `deal` of its three deals were played, with these totals."""

    deal: int = 0
    totals: tuple[int, ...] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Deal:
    """Card points of seats 1 to 3; the dealer's discard counts among his."""

    table: int
    dealer: int
    kind: str
    points: tuple[int, ...] = ()
    state: State = State()


STATE = Object(
    State,
    {
        "deal": Field(Whole(0, DEALS - 1), needed=True),
        "totals": Field(EachSeat(Whole(-1000, 1000)), needed=True),
    },
)
SCHEMA = Schema(
    Deal,
    active=3,
    tables=(3,),
    kinds=(PLAYED, THROWN_IN),
    known={
        "points": Field(EachSeat(Whole(0, 3 * PAR)), needed=True, kinds=(PLAYED,)),
        "state": Field(STATE),
    },
)
