"""The worth of a round: table points, wins at a table, and scores of missed rounds."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

NOTHING = Fraction(0)


class MissedScore(StrEnum):
    """The score of a round for a player who sat out or was absent."""

    START = "start"
    AVERAGE = "average"
    ZERO = "zero"


def table_points(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Return a table's points: the number of seats for the first, 1 for the last.

    In the order of `scores`; at a table of four 4, 3, 2 and 1. Equal scores share: two
    first of four get 3 1/2 each, four equal ones 2 1/2. A house player's points go to
    no one else.
    """
    points = range(len(scores), 0, -1)
    ordered = sorted(scores, reverse=True)
    shares = {}
    for score in set(scores):
        first, equal = ordered.index(score), ordered.count(score)
        shares[score] = Fraction(sum(points[first : first + equal]), equal)
    return tuple(shares[score] for score in scores)


def middle_points(seats: int) -> Fraction:
    """Return the middle of the points of a table, the worth of a round not played."""
    return Fraction(seats + 1, 2)


def round_won(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Return each seat's part of the win at a table: 1, or 1/n for n who are first."""
    best = max(scores)
    share = Fraction(1, list(scores).count(best))
    return tuple(share if score == best else NOTHING for score in scores)


def missed_chips(
    policy: MissedScore, start_chips: int, own_scores: Sequence[int | Fraction]
) -> int | Fraction:
    """Return the score of a round not played, in chips.

    `own_scores` are the scores of the rounds the player played at a table. Their
    average is exact, only totals are rounded; with nothing played yet it is the start
    chips.
    """
    if policy == MissedScore.ZERO:
        return 0
    if policy == MissedScore.START or not own_scores:
        return start_chips
    average = Fraction(sum(own_scores), len(own_scores))
    return average.numerator if average.denominator == 1 else average
