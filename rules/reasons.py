"""Why one stands before another: the first thing in which the two differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.ranking import Method, TieBreak

POINTS, CHIPS = "points", "chips"


@dataclass(frozen=True, slots=True)
class Facts:
    """All that the ranking compares of one contestant, as in `Row`.

    `lot` 0: none was drawn. `last_round` None: no result in the event's last round.
    """

    chips: int
    points: Fraction = Fraction(0)
    best_round: int | None = None
    last_round: int | None = None
    rounds_won: Fraction = Fraction(0)
    lot: int = 0


def what_separates(
    one: Facts,
    other: Facts,
    *,
    method: Method = Method.CHIPS,
    tie_breaks: Sequence[TieBreak] = (),
) -> str | None:
    """`points`, `chips` or the tie-break that decides; None: they share the place."""
    decisive = [CHIPS, *tie_breaks]
    if method == Method.TABLE_POINTS:
        decisive.insert(0, POINTS)
    return next((f"{by}" for by in decisive if _of(one, by) != _of(other, by)), None)


def _of(facts: Facts, by: str) -> object:
    return getattr(facts, str(by))
