"""What is recorded of a deal of Tapp Tarock: one soloist against two partners."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.records import Schema
from rules.shapes import BySeat, Code, Field, Flag, ListOf, Object, Seat, Whole
from rules.tapp_tarock.words import BONUSES, CONTRACTS

ACTIVE = 3
POINTS, NEEDED = 70, 36  # card points of the pack, and what the soloist wins with
MOST_DOUBLES = 4  # that a record can tell of one thing

Side = Literal["soloist", "partners"]
SIDES: tuple[Side, ...] = ("soloist", "partners")


@dataclass(frozen=True, slots=True)
class Pagat:
    """The Pagat in the last trick: `partner` means the holder's own partner took it.

    An announced one is `lost` also where it was played to an earlier trick.
    """

    holder: int
    result: Literal["won", "lost", "partner"]
    announced: bool = False
    doubled: int = 0


@dataclass(frozen=True, slots=True)
class Slam:
    """All tricks: `side` called them, or took them without a call."""

    side: Side
    made: bool
    announced: bool = False
    doubled: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal; all but table and dealer only where it was `played`.

    `points` are the soloist's card points, `bonuses` by seat what its original hand
    held, `mond_caught_by` the seat whose Skus took the XXI.
    """

    table: int
    dealer: int
    kind: Literal["played", "passed_out"] = "played"
    soloist: int | None = None
    contract: str | None = None
    points: int | None = None
    doubled: int = 0
    pagat: Pagat | None = None
    bonuses: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    mond_caught_by: int | None = None
    slam: Slam | None = None


_PLAYED = ("played",)
_DOUBLED = Whole(0, MOST_DOUBLES)
_PAGAT = Object(
    Pagat,
    {
        "holder": Field(Seat(), needed=True),
        "result": Field(Code(("won", "lost", "partner")), needed=True),
        "announced": Field(Flag()),
        "doubled": Field(_DOUBLED),
    },
)
_SLAM = Object(
    Slam,
    {
        "side": Field(Code(SIDES), needed=True),
        "made": Field(Flag(), needed=True),
        "announced": Field(Flag()),
        "doubled": Field(_DOUBLED),
    },
)
_BONUSES = BySeat(ListOf(Code(tuple(BONUSES)), once=True))
SCHEMA = Schema(
    Deal,
    active=ACTIVE,
    tables=(3, 4),
    kinds=("played", "passed_out"),
    known={
        "soloist": Field(Seat(), needed=True, kinds=_PLAYED),
        "contract": Field(Code(tuple(CONTRACTS)), needed=True, kinds=_PLAYED),
        "points": Field(Whole(0, POINTS), kinds=_PLAYED),
        "doubled": Field(_DOUBLED, kinds=_PLAYED),
        "pagat": Field(_PAGAT, kinds=_PLAYED),
        "bonuses": Field(_BONUSES, kinds=_PLAYED),
        "mond_caught_by": Field(Seat(), kinds=_PLAYED),
        "slam": Field(_SLAM, kinds=_PLAYED),
    },
)
