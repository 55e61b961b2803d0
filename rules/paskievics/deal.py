"""What is recorded of a deal of Paskievics, and what deals leave to the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.records import Schema
from rules.shapes import ByCode, BySeat, Code, Field, Flag, ListOf, Object, Seat, Whole

POINTS = 94  # of all cards together
MOST_DOUBLED = 5  # kontra, rekontra, szubkontra, hirskontra, mordkontra

Side = Literal["declarer", "opponents"]
Item = Literal["double", "volat", "trull", "kings", "xxi", "pagat"]
SIDES: tuple[Side, ...] = ("declarer", "opponents")
BIDS = ("three", "two", "one", "solo")
ITEMS: tuple[Item, ...] = ("double", "volat", "trull", "kings", "xxi", "pagat")


@dataclass(frozen=True, slots=True)
class State:
    """The deals left of each doubled round, and who wears the mayor's hat."""

    doublings: tuple[int, ...] = ()
    mayor: int | None = None


@dataclass(frozen=True, slots=True)
class Catch:
    """The Skíz of one seat took the XXI of another."""

    lost_by: int
    caught_by: int


@dataclass(frozen=True, slots=True)
class Pagat:
    """The Pagat was played to the last trick: did it take the trick?"""

    side: Side
    made: bool


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal; only a played one has more than its kind.

    `points` are the card points of the declarer's side, `doubled` and the numbers in
    `announced` are doublings, `trull` and `kings` the side that has them at the end.
    """

    table: int
    dealer: int
    kind: str
    declarer: int = 0
    partner: int | None = None
    bid: str = ""
    points: int | None = None
    all_tricks: Side | None = None
    doubled: int = 0
    announced: Mapping[Side, Mapping[Item, int]] = field(default_factory=dict)
    trull: Side | None = None
    kings: Side | None = None
    xxi: Catch | None = None
    pagat: Pagat | None = None
    tarokks: Mapping[int, int] = field(default_factory=dict)
    state: State = State()


STATE = Object(
    State,
    {
        "doublings": Field(ListOf(Whole(1, 5))),
        "mayor": Field(Seat(active=False)),
    },
)
_PLAYED = ("played",)
_SIDE = Code(SIDES)
_DOUBLED = Whole(0, MOST_DOUBLED)
SCHEMA = Schema(
    Deal,
    active=4,
    tables=(4, 5),
    kinds=("played", "passed_out", "trial_failed", "annulled"),
    known={
        "declarer": Field(Seat(), needed=True, kinds=_PLAYED),
        "partner": Field(Seat(), kinds=_PLAYED),
        "bid": Field(Code(BIDS), needed=True, kinds=_PLAYED),
        "points": Field(Whole(0, POINTS), kinds=_PLAYED),
        "all_tricks": Field(_SIDE, kinds=_PLAYED),
        "doubled": Field(_DOUBLED, kinds=_PLAYED),
        "announced": Field(ByCode(SIDES, ByCode(ITEMS, _DOUBLED)), kinds=_PLAYED),
        "trull": Field(_SIDE, kinds=_PLAYED),
        "kings": Field(_SIDE, kinds=_PLAYED),
        "xxi": Field(
            Object(
                Catch,
                {
                    "lost_by": Field(Seat(), needed=True),
                    "caught_by": Field(Seat(), needed=True),
                },
            ),
            kinds=_PLAYED,
        ),
        "pagat": Field(
            Object(
                Pagat,
                {
                    "side": Field(_SIDE, needed=True),
                    "made": Field(Flag(), needed=True),
                },
            ),
            kinds=_PLAYED,
        ),
        "tarokks": Field(BySeat(Whole(8, 9)), kinds=_PLAYED),
        "state": Field(STATE),
    },
)
