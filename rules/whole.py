"""Chips are whole: what is not, as an average, is rounded once, in the sum."""

from collections.abc import Iterable
from fractions import Fraction

HALF = Fraction(1, 2)


def rounded(chips: int | Fraction) -> int:
    """Whole chips, a half upwards (towards plus, so -2 1/2 is -2)."""
    return chips if isinstance(chips, int) else (chips + HALF).__floor__()


def in_whole_chips(
    results: Iterable[tuple[int, int | Fraction]], dropped: Iterable[int] = ()
) -> dict[int, int]:
    """Each round's chips by its number, so that those that count make the rounded sum.

    `results` are rounds and their chips, in order. A round that is dropped is rounded
    by itself; of the others each has what it adds to the rounded sum so far.
    """
    left_out, whole = set(dropped), {}
    total: int | Fraction = 0
    for number, chips in results:
        if number in left_out:
            whole[number] = rounded(chips)
        else:
            whole[number] = rounded(total + chips) - rounded(total)
            total += chips
    return whole
