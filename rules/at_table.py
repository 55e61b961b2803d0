"""What four scores are worth among themselves: table points, and the win."""

from collections.abc import Sequence
from fractions import Fraction

# For first to last at a table of four.
TABLE_POINTS = (4, 3, 2, 1)
NOTHING = Fraction(0)


def table_points(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """4, 3, 2 and 1 point for first to last at a table, in the order of `scores`.

    Equal scores share: two first get 3 1/2 each, four equal ones 2 1/2. A house player
    takes his points with him. Raises ValueError unless there are four scores.
    """
    if len(scores) != len(TABLE_POINTS):
        raise ValueError(f"table points need four scores, not {len(scores)}")
    ordered = sorted(scores, reverse=True)
    shares = {}
    for score in set(scores):
        first, equal = ordered.index(score), ordered.count(score)
        shares[score] = Fraction(sum(TABLE_POINTS[first : first + equal]), equal)
    return tuple(shares[score] for score in scores)


def round_won(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Each seat's part of the win at its table: 1, or 1/n for n who are first."""
    best = max(scores)
    share = Fraction(1, list(scores).count(best))
    return tuple(share if score == best else NOTHING for score in scores)
