"""A finished hand: recorded facts only, nothing calculated; and its sides.

Terms: the *declarer* is the player whose bid wins, their *side* is the declarer and
partner, the others are the *opponents*. A *claim* is a value declared by a seat. A
*violator* is a player whose fault redirects payments (§30). Seats are 1 to 4 in order
of play.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Literal

from rules.ledger import Line, Payments, side_payments
from rules.messages import Sentences
from rules.problems import Problem

Bid = Literal["povinost", "prever"]
Challenge = Literal["kontra", "re", "supre", "mort"]
Side = Literal["declarer", "opponents"]
Voided = Literal["undeclared_value", "illegal_declaration"]

SEATS = (1, 2, 3, 4)
BIDS: tuple[Bid, ...] = ("povinost", "prever")
SIDES: tuple[Side, ...] = ("declarer", "opponents")
# §13: each step doubles the one before, applied last.
CHALLENGES: Mapping[Challenge, int] = MappingProxyType(
    {"kontra": 2, "re": 4, "supre": 8, "mort": 16}
)
CHALLENGE_NAMES = Sentences(
    __name__, {"kontra": "Kontra", "re": "Re", "supre": "Supre", "mort": "Mort"}
)
FIRST_SEAT = 1  # the Povinost seat if the record does not name one
FIRST_SET = 1  # the Prever set if the record does not name one


class IllegalHand(ValueError):
    """A hand was read or settled that `check` would have rejected."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Claim:
    """A declaration: `seat` declared the value of this code (§12)."""

    seat: int
    value: str


@dataclass(frozen=True, slots=True)
class Pagat:
    """The I of trumps in the last trick, or called for it (§15, §19).

    `taken_by_partner`: the holder's own partner took it there, so it was not made.
    """

    side: Side
    announced: bool
    made: bool
    challenge: Challenge | None = None
    taken_by_partner: bool = False


@dataclass(frozen=True, slots=True)
class Valat:
    """All tricks taken, or called (§16); `voided` says why a lost call is void."""

    side: Side
    announced: bool
    made: bool
    voided: Voided | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """A payment that a judge orders: `payer` gives `chips` to `payee`."""

    payer: int
    payee: int
    chips: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of `seat` (§22-§31), or a judge's ruling, which has no seat.

    `value` and `before_first_card` belong to `illegal_value`, `holder` to
    `wrong_trump` and `false_pagat`, `rightful` to `wrong_povinost`, the last two to `ruling`.
    """

    fault: str
    seat: int | None = None
    value: str | None = None
    before_first_card: bool = False
    holder: int | None = None
    rightful: int | None = None
    transfers: tuple[Transfer, ...] = ()
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal. `bid` None: no hand was played, only faults are recorded.

    `points` are the card points of the declarer's side, `prever_set` which three talon
    cards a Prever player kept (1, 2, or 3 for going back to the first).
    """

    bid: Bid | None
    povinost: int = FIRST_SEAT
    declarer: int | None = None
    partner: int | None = None
    points: int | None = None
    prever_set: int = FIRST_SET
    challenge: Challenge | None = None
    values: tuple[Claim, ...] = ()
    pagat: Pagat | None = None
    valat: Valat | None = None
    faults: tuple[Fault, ...] = ()
    id: str | None = None

    @property
    def is_void(self) -> bool:
        """Whether a wrong trump was called: only faults and rulings remain (§31)."""
        return any(fault.fault == "wrong_trump" for fault in self.faults)


SeatLine = Line[int]  # for annotations: no account pays or is paid in these lines


@dataclass(frozen=True, slots=True)
class Sides:
    """Two seats against two, or one against three, each in rising order.

    `won` are the payments (payer, payee) if the declarer's side wins, `lost` if it
    loses: two against two each loser pays once, the lower losing seat to the lower
    winning seat; one against three the one pays or gets three times.
    """

    declarer: tuple[int, ...]
    opponents: tuple[int, ...]
    won: Payments
    lost: Payments

    def of(self, seat: int) -> tuple[int, ...]:
        """Return the side this seat plays on."""
        return self.declarer if seat in self.declarer else self.opponents

    def payments(self, winner: Side) -> Payments:
        """Return who pays whom when `winner` wins."""
        return self.won if winner == "declarer" else self.lost


def other(side: Side) -> Side:
    """Return the side playing against this one."""
    return "opponents" if side == "declarer" else "declarer"


def _sides(declarer: int, partner: int | None) -> Sides:
    ours = tuple(seat for seat in SEATS if seat in (declarer, partner))
    theirs = tuple(seat for seat in SEATS if seat not in ours)
    won, lost = side_payments(theirs, ours), side_payments(ours, theirs)
    return Sides(ours, theirs, won, lost)


# Every way four players can oppose each other, by declarer and partner (None: alone).
SIDES_OF: dict[tuple[int | None, int | None], Sides] = {
    (declarer, partner): _sides(declarer, partner)
    for declarer, partner in product(SEATS, (None, *SEATS))
    if partner != declarer
}
