"""Who met this season is kept apart, where tonight loses nothing by it.

It begins with the best seating of tonight, whose places it gives to other people: two
change places in all rounds, as they may in a known seating, or in one round. Nothing is
changed that costs tonight anything: a repeat, a meeting of people who must not meet, a
sit-out out of turn, a larger table. What is counted are the season's repeats: to meet
somebody met m times before adds m. Changes that add nothing are made too, for they lead
on; none that adds something is, so the seating never is worse than it was.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from rules.seating.fields import LESS, MORE, Field, K
from rules.seating.search import Plan

STEPS = 3_000  # changes that are weighed …
STEPS_EACH = 4  # … or so many for each person and round, if that is more


def kept_fresh(field: Field[K], plan: Plan, rng: Random) -> Plan:
    """The plan with fewer repeats of the season; where nobody met before, as it is."""
    if not field.met:
        return plan  # and no lot is drawn, so that the seats stay those of the seed
    left, size = _repeats(field, plan), field.size
    for step in range(max(STEPS, STEPS_EACH * size * field.rounds)):
        if not left:
            break
        a, b = int(rng.random() * size), int(rng.random() * size)
        if step % 2:
            left += _recast(field, plan, a, b)
        else:
            left += _swap(field, plan, int(rng.random() * field.rounds), a, b)
    return plan


def _repeats(field: Field[K], plan: Plan) -> int:
    tables = [table for groups in plan.rounds for table in groups[: plan.bench]]
    met = (field.met[a][b] for table in tables for a, b in combinations(table, 2))
    return sum(met)


def _recast(field: Field[K], plan: Plan, a: int, b: int) -> int:
    """Let two take each other's places in all rounds, if that is no loss.

    Here as below: what that adds to the season's repeats.
    """
    if a == b or not field.seats or field.turns[a] != field.turns[b]:
        return 0
    change = 0
    for r, where in enumerate(plan.where):
        if where[a] != where[b]:
            change += _added(field.met, a, b, _table(plan, r, a))
            change += _added(field.met, b, a, _table(plan, r, b))
    if change > 0:
        return 0
    before = plan.cost
    plan.relabel(a, b)
    if plan.cost <= before:
        return change
    plan.relabel(a, b)
    return 0


def _table(plan: Plan, r: int, a: int) -> Sequence[int]:
    """With whom somebody sits; alone where he sits out."""
    group = plan.where[r][a]
    return (a,) if group == plan.bench else plan.rounds[r][group]


def _added(met: Sequence[bytes], a: int, b: int, table: Sequence[int]) -> int:
    """Repeats of the season that b adds at the table of a, in whose place he comes."""
    met_a, met_b = met[a], met[b]
    added = -met_b[a]  # nobody met himself
    for mate in table:
        added += met_b[mate] - met_a[mate]
    return added


def _swap(field: Field[K], plan: Plan, r: int, a: int, b: int) -> int:
    """Let two of different tables change places in a round, if that is no loss."""
    where, groups = plan.where[r], plan.rounds[r]
    if where[a] == where[b] or plan.bench in (where[a], where[b]):
        return 0
    home, away = groups[where[a]], groups[where[b]]
    if len(home) != len(away):
        return 0
    change = _added(field.met, a, b, home) + _added(field.met, b, a, away)
    if change <= 0 and _cost(plan, a, b, home) + _cost(plan, b, a, away) <= 0:
        plan.swap(r, a, b)
        return change
    return 0


def _cost(plan: Plan, a: int, b: int, table: Sequence[int]) -> int:
    """What it costs tonight that b comes to the table of a in his place."""
    of_a, of_b = plan.pairs[a], plan.pairs[b]
    return sum(MORE[of_b[mate]] - LESS[of_a[mate]] for mate in table if mate != a)
