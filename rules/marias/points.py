"""How many points a side of a deal of Mariás has, and what a hundred grows to (003)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.marias.deal import POINTS, SIDES, Deal, Hundred, Side
from rules.marias.house import ByTens

HUNDRED, TEN = 100, 10
MARRIAGE, IN_TRUMPS = 20, 40


@dataclass(frozen=True, slots=True)
class Points:
    """What one side has: in tricks, for all its marriages, for the dearest of them."""

    tricks: int
    marriages: int
    dearest: int

    @property
    def total(self) -> int:
        """What decides the game."""
        return self.tricks + self.marriages

    @property
    def toward(self) -> int:
        """What counts toward a hundred: no more than one marriage (003)."""
        return self.tricks + self.dearest


def points_of(deal: Deal, tricks: int) -> dict[Side, Points]:
    """Both sides' points, where the soloist took these in tricks."""
    taken = {"soloist": tricks, "partners": POINTS - tricks}
    return {
        side: _with_marriages(taken[side], deal.marriages.get(side, ()), deal.trump)
        for side in SIDES
    }


def _with_marriages(tricks: int, suits: Iterable[str], trump: str | None) -> Points:
    each = [IN_TRUMPS if suit == trump else MARRIAGE for suit in suits]
    return Points(tricks, sum(each), max(each, default=0))


def is_made(hundred: Hundred, points: Points) -> bool:
    """Was it made by its side, which has these points?"""
    return points.toward >= HUNDRED and not hundred.spoiled


def tens_above(points: Points) -> int:
    """Whole tens of all a side's points above a hundred."""
    return (points.total - HUNDRED) // TEN


def tens_short(points: Points) -> int:
    """Whole tens that a side lacks to a hundred; at least one if it was missed."""
    return (HUNDRED - points.toward) // TEN


def times(by_tens: ByTens, steps: int) -> int:
    """What a hundred is multiplied by: nothing, each step adds one or doubles."""
    if by_tens == "no":
        return 1
    return 1 + steps if by_tens == "add" else 1 << steps
