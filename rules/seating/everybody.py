"""A season in which everybody meets everybody once: rounds for several evenings."""

from random import Random

from rules.seating.designs import Tables, design
from rules.seating.fields import shuffled
from rules.seating.seats import seated

SIZES = (16, 28, 40, 52, 64)  # of whom each meets three a round, until all have met


def rounds_of(size: int) -> int:
    """How many rounds it takes that so many meet at tables of four."""
    return (size - 1) // 3


def everybody_once(size: int, seed: int) -> list[Tables]:
    """Rounds of tables in seat order, the people being 0, 1, 2 …; one of SIZES.

    The seed says who sits where and which round comes when, by what stays the same under
    any Python. Over all rounds everybody uses the four seats evenly.
    """
    if size not in SIZES:
        raise ValueError(f"no plan is known for {size}")
    rng = Random(seed)
    people = shuffled(range(size), rng)
    rounds = [
        [[people[who] for who in table] for table in shuffled(tables, rng)]
        for tables in shuffled(design(size, rounds_of(size)), rng)
    ]
    return seated(rounds, {4: [[0] * 4 for _ in people]}, rng)
