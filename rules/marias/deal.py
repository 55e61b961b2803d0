"""What is recorded of a deal of Mariás: Forehand, or a bidder, against two partners."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.game import THROWN_IN
from rules.marias.words import SUITS
from rules.records import Schema
from rules.shapes import (
    ByCode,
    Code,
    Field,
    Flag,
    ListOf,
    Object,
    OneOrMore,
    Seat,
    Whole,
)

ACTIVE = 3
POINTS = 90  # in tricks: eight Aces and Tens at 10 each, and 10 for the last trick
MOST_DOUBLES = 4  # retutti

Side = Literal["soloist", "partners"]
SIDES: tuple[Side, ...] = ("soloist", "partners")


@dataclass(frozen=True, slots=True)
class Seven:
    """The trump Seven in the last trick; an announced one may not have got there."""

    side: Side
    made: bool
    announced: bool = False
    doubled: int = 0


@dataclass(frozen=True, slots=True)
class Hundred:
    """A hundred that `side` announced; the points tell whether it was made.

    A `spoiled` one is lost whatever they say: its side showed a second marriage before
    it had a hundred.
    """

    side: Side
    doubled: int = 0
    spoiled: bool = False


@dataclass(frozen=True, slots=True)
class DoubleSeven:
    """The soloist's announcement of the last two tricks with Sevens."""

    made: bool
    doubled: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal. Without a `soloist` of a game it is Forehand, who sits after the dealer.

    `points` are the soloist's in tricks, `marriages` by side the suits announced. Either
    side may announce a `hundred`: two stand there as a list, as one may.
    """

    table: int
    dealer: int
    contract: Literal["game", "betl", "durch", "thrown_in"]
    soloist: int | None = None
    doubled: int = 0
    open: bool = False
    made: bool | None = None
    trump: str | None = None
    conceded: bool = False
    points: int | None = None
    marriages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seven: Seven | None = None
    hundred: Hundred | tuple[Hundred, ...] | None = None
    double_seven: DoubleSeven | None = None

    @property
    def forehand(self) -> int:
        """The seat that plays a game unless somebody bids more."""
        return self.dealer % self.table + 1

    @property
    def hundreds(self) -> tuple[Hundred, ...]:
        """Every hundred that was announced, as they are written."""
        if isinstance(self.hundred, Hundred):
            return (self.hundred,)
        return self.hundred or ()

    @property
    def player(self) -> int:
        """The seat that plays alone."""
        return self.forehand if self.soloist is None else self.soloist


_GAME, _NO_GAME = ("game",), ("betl", "durch")
_PLAYED = (*_GAME, *_NO_GAME)
_DOUBLED = Field(Whole(0, MOST_DOUBLES))
_SIDE = Field(Code(SIDES), needed=True)
_MADE = Field(Flag(), needed=True)
_SEVEN = Object(
    Seven,
    {"side": _SIDE, "made": _MADE, "announced": Field(Flag()), "doubled": _DOUBLED},
)
_HUNDRED = Object(
    Hundred, {"side": _SIDE, "doubled": _DOUBLED, "spoiled": Field(Flag())}
)
_DOUBLE_SEVEN = Object(DoubleSeven, {"made": _MADE, "doubled": _DOUBLED})
_MARRIAGES = ByCode(SIDES, ListOf(Code(tuple(SUITS)), once=True))
SCHEMA = Schema(
    Deal,
    active=ACTIVE,
    tables=(3, 4),
    kinds=(*_PLAYED, THROWN_IN),
    kind_field="contract",
    kind_needed=True,
    known={
        "soloist": Field(Seat(), needed=_NO_GAME, kinds=_PLAYED),
        "doubled": Field(Whole(0, MOST_DOUBLES), kinds=_PLAYED),
        "open": Field(Flag(), kinds=_NO_GAME),
        "made": Field(Flag(), needed=True, kinds=_NO_GAME),
        "trump": Field(Code(tuple(SUITS)), needed=True, kinds=_GAME),
        "conceded": Field(Flag(), kinds=_GAME),
        "points": Field(Whole(0, POINTS), kinds=_GAME),
        "marriages": Field(_MARRIAGES, kinds=_GAME),
        "seven": Field(_SEVEN, kinds=_GAME),
        "hundred": Field(OneOrMore(_HUNDRED, len(SIDES)), kinds=_GAME),
        "double_seven": Field(_DOUBLE_SEVEN, kinds=_GAME),
    },
)
