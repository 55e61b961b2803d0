"""What is recorded of a deal of Reversis, and what deals leave to the next one."""

from dataclasses import dataclass

from rules.game import THROWN_IN
from rules.records import Schema
from rules.shapes import Code, EachSeat, Field, Flag, ListOf, Object, Seat, Whole

SEATS = (1, 2, 3, 4)
TRICKS = 11
ALL_POINTS = 40  # in tricks and talon together
WORTH = {"A": 4, "K": 3, "Q": 2, "J": 1}
QUINOLA, DIAMONDS = "JH", "AD"
ACES = (DIAMONDS, "AS", "AH", "AC")
COUNTERS = tuple(rank + suit for suit in "SHDC" for rank in WORTH)
MOST_IN_A_POOL = 1_000_000  # far above any pool; keeps a slip of the pen out

PLAYED, FINISH = "played", "finish"


@dataclass(frozen=True, slots=True)
class State:
    """The pools, oldest first, and whether a remise was paid since the first of them."""

    pools: tuple[int, ...] = ()
    remise: bool = False


@dataclass(frozen=True, slots=True)
class Honour:
    """An Ace or Quinola that was placed, forced or led by its holder.

    `to` is who took the trick it was placed on, or who led and forced it; led cards
    have none. `claimed` is said of led cards only; unsaid, they were claimed.
    """

    card: str
    how: str
    holder: int
    to: int | None = None
    last_two: bool = False
    claimed: bool | None = None


@dataclass(frozen=True, slots=True)
class Reversis:
    """A player took the first nine tricks; a breaker then took one of the last two.

    `quinola`: the player had Quinola in the first nine; `by_quinola`: it broke the
    reversis.
    """

    player: int
    made: bool
    breaker: int | None = None
    by_quinola: bool = False
    quinola: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """Card points and tricks of seats 1 to 4, the counters in the talon, and the rest.

    A `finish` is no deal that was played: it dissolves the pools, and has none of it. A
    deal that was thrown in has none of it either, and the pools stay as they are.
    """

    table: int
    dealer: int
    kind: str
    points: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()
    talon: tuple[str, ...] = ()
    honours: tuple[Honour, ...] = ()
    reversis: Reversis | None = None
    espagnolette: int | None = None
    state: State = State()

    def took(self, seat: int) -> bool:
        """Did this seat take a trick?"""
        return self.tricks[seat - 1] > 0

    @property
    def in_talon(self) -> int:
        """What the counters of the talon are worth."""
        return sum(WORTH[card[0]] for card in self.talon)


STATE = Object(
    State,
    {
        "pools": Field(ListOf(Whole(1, MOST_IN_A_POOL)), needed=True),
        "remise": Field(Flag()),
    },
)
HONOUR = Object(
    Honour,
    {
        "card": Field(Code((QUINOLA, *ACES)), needed=True),
        "how": Field(Code(("placed", "forced", "led")), needed=True),
        "holder": Field(Seat(), needed=True),
        "to": Field(Seat()),
        "last_two": Field(Flag()),
        "claimed": Field(Flag()),
    },
)
REVERSIS = Object(
    Reversis,
    {
        "player": Field(Seat(), needed=True),
        "made": Field(Flag(), needed=True),
        "breaker": Field(Seat()),
        "by_quinola": Field(Flag()),
        "quinola": Field(Flag()),
    },
)
_PLAYED = (PLAYED,)
SCHEMA = Schema(
    Deal,
    active=4,
    tables=(4,),
    kinds=(PLAYED, FINISH, THROWN_IN),
    known={
        "points": Field(EachSeat(Whole(0, ALL_POINTS)), needed=True, kinds=_PLAYED),
        "tricks": Field(EachSeat(Whole(0, TRICKS)), needed=True, kinds=_PLAYED),
        "talon": Field(ListOf(Code(COUNTERS), once=True), kinds=_PLAYED),
        "honours": Field(ListOf(HONOUR), kinds=_PLAYED),
        "reversis": Field(REVERSIS, kinds=_PLAYED),
        "espagnolette": Field(Seat(), kinds=_PLAYED),
        "state": Field(STATE, needed=(FINISH,)),
    },
    blank={"state": {"pools": []}},
)
