"""What a round is worth: table points and the win at a table, and what a missed round is."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

NOTHING = Fraction(0)


class MissedScore(StrEnum):
    """What a round scores for somebody who sat out, or was not there."""

    START = "start"
    AVERAGE = "average"
    ZERO = "zero"


def table_points(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """As many points as there are seats for the first, 1 for the last of a table.

    In the order of `scores`; at a table of four 4, 3, 2 and 1. Equal scores share: two
    first of four get 3 1/2 each, four equal ones 2 1/2. A house player takes his points
    with him.
    """
    points = range(len(scores), 0, -1)
    ordered = sorted(scores, reverse=True)
    shares = {}
    for score in set(scores):
        first, equal = ordered.index(score), ordered.count(score)
        shares[score] = Fraction(sum(points[first : first + equal]), equal)
    return tuple(shares[score] for score in scores)


def middle_points(seats: int) -> Fraction:
    """The middle of the points of a table: what a round not played is worth."""
    return Fraction(seats + 1, 2)


def round_won(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Each seat's part of the win at its table: 1, or 1/n for n who are first."""
    best = max(scores)
    share = Fraction(1, list(scores).count(best))
    return tuple(share if score == best else NOTHING for score in scores)


def missed_chips(
    policy: MissedScore, start_chips: int, own_scores: Sequence[int | Fraction]
) -> int | Fraction:
    """What a round not played scores, in chips.

    `own_scores` are those of the rounds he played at a table. Their average is exact,
    only totals are rounded; with nothing played yet it is the start chips.
    """
    if policy == MissedScore.ZERO:
        return 0
    if policy == MissedScore.START or not own_scores:
        return start_chips
    average = Fraction(sum(own_scores), len(own_scores))
    return average.numerator if average.denominator == 1 else average
