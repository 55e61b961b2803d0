"""Places that are still possible in the rest of a season, where provable.

Only points by place from lists have an upper limit: chips have none, and other tables
depend on the number of players. The result assumes that the planned tournaments take
place, each with weight 1.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest
from itertools import chain
from typing import TypeVar

from rules.season.formula import Counts, Formula, Least, Of
from rules.season.places import TENS, Places
from rules.season.standing import Line

K = TypeVar("K", bound=Hashable)
NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Outlook:
    """The best and worst possible place with `left` tournaments to come.

    `worst` is None if a new player may still pass too.
    """

    left: int
    best: int
    worst: int | None


def outlook_of(
    key: K, lines: Sequence[Line[K]], formula: Formula, held: int
) -> Outlook | None:
    """Return the possible places of a player with a place; None if nothing is sure."""
    left = formula.planned - held
    top = _most_of_one(formula)
    line = next((line for line in lines if line.key == key), None)
    if left < 1 or top is None or line is None or line.value is None:
        return None
    if line.evenings < _needed(formula):
        return None
    own_most = _most(line, formula, left, top)
    others = [line for line in lines if line.key != key]
    better = [other for other in others if (other.value or NOTHING) > own_most]
    sure = [other for other in better if other.evenings >= _needed(formula)]
    rivals = [x for x in others if _most(x, formula, left, top) >= line.value]
    newcomer = _best(formula, [top] * left) + formula.bonus * left
    stays = newcomer >= line.value and left >= _needed(formula)
    return Outlook(left, 1 + len(sure), None if stays else 1 + len(rivals))


def _most_of_one(formula: Formula) -> Fraction | None:
    """Return the most points of one tournament, or None if there is no limit."""
    # How many players will come isn't known: any of the club's lists can apply.
    own_points = tuple(chain.from_iterable(listed.points for listed in formula.own))
    listed = {Places.TENS: tuple(map(Fraction, TENS)), Places.OWN: own_points}
    points = listed.get(formula.table)
    if (
        formula.counts is not Counts.PLACES
        or not points
        or formula.best_of is Of.ROUNDS
    ):
        return None
    return max(points) if min(*points, formula.bonus) >= 0 else None


def _needed(formula: Formula) -> int:
    """Return how many tournaments a player needs by the end.

    If the minimum is in rounds, the result is more than all of them.
    """
    if formula.minimum_in is Least.PERCENT:
        return -(-formula.planned * formula.minimum // 100)
    if formula.minimum_in is Least.ROUNDS and formula.minimum:
        return formula.planned + 1
    return formula.minimum


def _most(line: Line[K], formula: Formula, left: int, top: Fraction) -> Fraction:
    """Return a player's total if they come to all tournaments left and win them."""
    brought = [part.brought or NOTHING for part in line.parts]
    bonus = formula.bonus * (line.evenings + left)
    return _best(formula, [*brought, *[top] * left]) + bonus


def _best(formula: Formula, brought: Sequence[Fraction]) -> Fraction:
    counted = nlargest(formula.best, brought) if formula.best else brought
    return sum(counted, NOTHING)
