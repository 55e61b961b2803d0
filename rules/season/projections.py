"""What the rest of a season can still bring, where that can be proven.

Only points by place from a list have an end: chips have none, and other tables depend on
how many come. It rests on the tournaments that are planned, each counting once.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest
from typing import TypeVar

from rules.season.formula import Counts, Formula, Least, Of
from rules.season.places import TENS, Places
from rules.season.standing import Line

K = TypeVar("K", bound=Hashable)
NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Outlook:
    """With `left` tournaments to come; `worst` None: whoever is new may pass him, too."""

    left: int
    best: int
    worst: int | None


def outlook_of(
    key: K, lines: Sequence[Line[K]], formula: Formula, held: int
) -> Outlook | None:
    """The places that somebody who has one can still have; None where nothing is sure."""
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
    """The most that one tournament brings; None where that is not said."""
    listed = {Places.TENS: tuple(map(Fraction, TENS)), Places.OWN: formula.own}
    points = listed.get(formula.table)
    if (
        formula.counts is not Counts.PLACES
        or not points
        or formula.best_of is Of.ROUNDS
    ):
        return None
    return max(points) if min(*points, formula.bonus) >= 0 else None


def _needed(formula: Formula) -> int:
    """How many tournaments somebody needs by the end; beyond all, where rounds count."""
    if formula.minimum_in is Least.PERCENT:
        return -(-formula.planned * formula.minimum // 100)
    if formula.minimum_in is Least.ROUNDS and formula.minimum:
        return formula.planned + 1
    return formula.minimum


def _most(line: Line[K], formula: Formula, left: int, top: Fraction) -> Fraction:
    """If he comes to all that are left, and wins them."""
    brought = [part.brought or NOTHING for part in line.parts]
    bonus = formula.bonus * (line.evenings + left)
    return _best(formula, [*brought, *[top] * left]) + bonus


def _best(formula: Formula, brought: Sequence[Fraction]) -> Fraction:
    counted = nlargest(formula.best, brought) if formula.best else brought
    return sum(counted, NOTHING)
