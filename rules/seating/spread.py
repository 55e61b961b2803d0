"""Who comes to the larger tables, where tables are of different sizes.

With a table of four among tables of three somebody sits there each round, and it ought
not to be always the same. That is a lesser wish: it costs no repeat.
"""

from itertools import product
from random import Random

from rules.seating.fields import Field, K, shuffled
from rules.seating.search import Plan


def spread(field: Field[K], plan: Plan, rng: Random) -> Plan:
    """Swap people of larger and smaller tables as long as that evens them out."""
    if field.seats:
        return plan
    had, fewest = _had(field, plan), min(field.shape)
    better = True
    while better:  # ends: each swap lessens the sum of the squares of `had`
        better = False
        for r, groups in enumerate(plan.rounds):
            tables = range(plan.bench)
            larger = [table for table in tables if len(groups[table]) > fewest]
            for large, small in shuffled(product(larger, tables), rng):
                more = len(groups[large]) - len(groups[small])
                if more > 0 and _swapped(plan, r, (large, small), had, more):
                    better = True
    return plan


def _had(field: Field[K], plan: Plan) -> list[int]:
    """How often everybody sits at larger tables in all rounds, each seat counted."""
    had, fewest = list(field.large), min(field.shape)
    for table in (table for groups in plan.rounds for table in groups[: plan.bench]):
        for who in table:
            had[who] += len(table) - fewest
    return had


def _swapped(
    plan: Plan, r: int, tables: tuple[int, int], had: list[int], more: int
) -> bool:
    """Swap one who had more with one who had less, if there are such and it is free."""
    large, small = (list(plan.rounds[r][table]) for table in tables)
    for one, other in product(large, small):
        if had[one] - had[other] <= more:
            continue
        before = plan.cost
        plan.swap(r, one, other)
        if plan.cost <= before:
            had[one] -= more
            had[other] += more
            return True
        plan.swap(r, one, other)
    return False
