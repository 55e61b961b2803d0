"""How many tables of which size there are; everything else follows from it."""

from collections.abc import Sequence
from itertools import count

FOURS = (4,)  # the sizes of tables where nothing else is said


def table_sizes(people: int, sizes: Sequence[int] = FOURS) -> tuple[int, ...]:
    """The tables of a round, the small ones first.

    As few people as possible sit out; then as few tables as possible are of the largest
    size, then of the next. With (3, 4) eleven sit at 3 + 4 + 4, twelve at four tables
    of three, and of five people one sits out.
    """
    *smaller, largest = sorted(set(sizes))
    if not smaller:
        return (largest,) * (people // largest)
    best: tuple[int, ...] = ()
    # So many large tables as the smallest has seats hold as many as smaller ones would.
    for many in range(min(people // largest, smaller[0] - 1) + 1):
        tables = table_sizes(people - many * largest, smaller) + (largest,) * many
        if sum(tables) > sum(best):
            best = tables
    return best


def left_over(people: int, sizes: Sequence[int] = FOURS) -> int:
    """How many sit out: with tables of four one of five, with (3, 4) too."""
    return people - sum(table_sizes(people, sizes))


def house_needed(players: int, sizes: Sequence[int] = FOURS) -> int:
    """How many house players it takes until nobody sits out."""
    return next(
        more
        for more in count()
        if sum(table_sizes(players + more, sizes)) == players + more
    )
