"""What is recorded of a deal of Pebbles, and what deals leave to the next one."""

from dataclasses import dataclass

from rules.records import Schema
from rules.shapes import Code, EachSeat, Field, Flag, Object, Seat, Whole

ACTIVE = 3
TABLES = (3, 4)
STONES = 9  # taken in every deal
MOST_IN_POOL = 10_000
WON, PASSED, SWEPT = "won", "passed", "swept"
TAKES, DOUBLES = "takes", "doubles"


@dataclass(frozen=True, slots=True)
class State:
    """The pool in chips; `doubled` until it is taken: everybody puts in twice as much.

    `table` is how many sit at it.
    """

    pool: int = 0
    doubled: bool = False
    table: int = min(TABLES)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that was won, passed out, or that sweeps the pool at the end.

    `stones` are those of each seat, `pool` what the winner does with it, `called` who
    said before the deal that he would win it.
    """

    table: int
    dealer: int
    kind: str
    winner: int = 0
    stones: tuple[int, ...] = ()
    pool: str = TAKES
    called: int | None = None
    state: State = State()


STATE = Object(
    State,
    {
        "pool": Field(Whole(0, MOST_IN_POOL), needed=True),
        "doubled": Field(Flag()),
        "table": Field(Whole(min(TABLES), max(TABLES))),
    },
)
SCHEMA = Schema(
    Deal,
    active=ACTIVE,
    tables=TABLES,
    kinds=(WON, PASSED, SWEPT),
    known={
        "winner": Field(Seat(), needed=True, kinds=(WON,)),
        "stones": Field(EachSeat(Whole(0, STONES)), needed=True, kinds=(WON,)),
        "pool": Field(Code((TAKES, DOUBLES)), kinds=(WON,)),
        "called": Field(Seat(), kinds=(WON,)),
        "state": Field(STATE),
    },
)
