"""Looking for better seatings: swap two people of different tables, over all rounds.

Each step takes one pair at fault and moves one of the two to the table where it costs
least, also uphill, and forbids the way back for a while (a tabu search). It works on
all rounds at once, so an early round makes room for a late one.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from rules.seating.costs import LESS, MORE
from rules.seating.plan import Groups, Plan
from rules.seating.sitouts import Sat

MOST_TABLES = 16  # looked at in one step; in a large field that is choice enough
STEP = 16  # what a step costs besides, in swaps weighed
_TENURE, _TENURE_MORE = 3, 8  # steps for which a swap may not be undone
_EXCHANGES = 0.02  # share of the steps that try another sit-out
_UPHILL = 0.1  # share of the worse sit-outs that are taken all the same

T = TypeVar("T")


class Search:
    """One run over one plan. `best` holds the cheapest rounds seen.

    `sat` counts everybody's sit-outs before the plan's first round.
    """

    def __init__(self, plan: Plan, sat: Sequence[Sat], rng: Random) -> None:
        self.plan = plan
        self._sat = sat
        self.best: list[Groups] = plan.copy_of_rounds()
        self.best_cost = plan.cost
        self._random = rng.random
        self._step = 0
        self._forbidden: dict[tuple[int, int, int], int] = {}  # until that step
        self._sit_outs = bool(plan.rounds[0][plan.bench])
        fours = all(len(table) == 4 for table in plan.rounds[0][: plan.bench])
        self._changes = self._changes_of_fours if fours else self._changes_of_any

    def run(self, goal: int, effort: int) -> int:
        """Search until the cost is `goal` or `effort` swaps are weighed; say how many."""
        plan, spent = self.plan, 1
        while plan.cost > goal and plan.faulty and spent < effort:
            self._step += 1
            a, b = self._one_of(plan.faulty)
            r = self._one_of(plan.rounds_shared(a, b))
            if self._random() < 0.5:
                a = b
            if self._sit_outs and self._random() < _EXCHANGES:
                spent += self._try_exchange(r, a)
            else:
                spent += self._try_swap(r, a)
        self._keep()
        return spent

    def _one_of(self, things: Sequence[T]) -> T:
        return things[int(self._random() * len(things))]

    def _keep(self) -> None:
        """Remember the plan if it is the best so far; asked before it gets worse."""
        if self.plan.cost < self.best_cost:
            self.best_cost, self.best = self.plan.cost, self.plan.copy_of_rounds()

    def _try_swap(self, r: int, a: int) -> int:
        """Swap somebody with whom it costs least, and forbid swapping back."""
        people, changes = self._changes(r, a)
        for least in sorted(set(changes)):
            equals = [
                b
                for b, change in zip(people, changes, strict=True)
                if change == least and not self._is_forbidden(r, a, b, change)
            ]
            if not equals:
                continue
            if least > 0:
                self._keep()
            b = self._one_of(equals)
            self.plan.swap(r, a, b)
            until = self._step + _TENURE + int(self._random() * _TENURE_MORE)
            self._forbidden[r, min(a, b), max(a, b)] = until
            break
        return STEP + len(people)

    def _is_forbidden(self, r: int, a: int, b: int, change: int) -> bool:
        until = self._forbidden.get((r, a, b) if a < b else (r, b, a), 0)
        return until >= self._step and self.plan.cost + change >= self.best_cost

    def _changes_of_any(self, r: int, a: int) -> tuple[list[int], list[int]]:
        """Whom `a` may swap with in round r, and how each would change the cost."""
        plan, pairs = self.plan, self.plan.pairs
        groups, home = plan.rounds[r], plan.where[r][a]
        of_a, mates = pairs[a], [mate for mate in groups[home] if mate != a]
        saved = sum(LESS[of_a[mate]] for mate in mates)
        people: list[int] = []
        changes: list[int] = []
        for index in self._tables():
            if index == home:
                continue
            table = groups[index]
            all_in = sum(MORE[of_a[other]] for other in table) - saved
            for b in table:
                of_b = pairs[b]
                change = all_in - MORE[of_a[b]]
                change -= sum(LESS[of_b[other]] for other in table if other != b)
                changes.append(change + sum(MORE[of_b[mate]] for mate in mates))
            people += table
        return people, changes

    def _changes_of_fours(self, r: int, a: int) -> tuple[list[int], list[int]]:
        """The same, written out for tables of four: most of a draw's time goes here."""
        plan, pairs = self.plan, self.plan.pairs
        groups, home = plan.rounds[r], plan.where[r][a]
        of_a = pairs[a]
        of_u, of_v, of_w = (pairs[mate] for mate in groups[home] if mate != a)
        saved = sum(LESS[of_a[mate]] for mate in groups[home] if mate != a)
        people: list[int] = []
        parted: list[int] = []  # the changes but for who comes to the mates of `a`
        for index in self._tables():
            if index == home:
                continue
            b, c, d, e = table = groups[index]
            of_b, of_c, of_d = pairs[b], pairs[c], pairs[d]
            bc, bd, be = LESS[of_b[c]], LESS[of_b[d]], LESS[of_b[e]]
            cd, ce, de = LESS[of_c[d]], LESS[of_c[e]], LESS[of_d[e]]
            ab, ac, ad, ae = MORE[of_a[b]], MORE[of_a[c]], MORE[of_a[d]], MORE[of_a[e]]
            all_in = ab + ac + ad + ae - saved
            people += table
            parted.append(all_in - ab - bc - bd - be)
            parted.append(all_in - ac - bc - cd - ce)
            parted.append(all_in - ad - bd - cd - de)
            parted.append(all_in - ae - be - ce - de)
        return people, [
            change + MORE[of_u[b]] + MORE[of_v[b]] + MORE[of_w[b]]
            for b, change in zip(people, parted, strict=True)
        ]

    def _tables(self) -> Sequence[int]:
        count = self.plan.bench
        if count <= MOST_TABLES:
            return range(count)
        return [int(self._random() * count) for _ in range(MOST_TABLES)]

    def _try_exchange(self, r: int, a: int) -> int:
        """Let somebody sit out in place of another from round r on, if that is fair."""
        plan = self.plan
        b = self._one_of(plan.rounds[r][plan.bench])
        if self._turn(r, a) != self._turn(r, b):
            return STEP
        self._keep()
        before = plan.cost
        plan.exchange(a, b, r)
        if plan.cost > before and self._random() >= _UPHILL:
            plan.exchange(a, b, r)
        return STEP * len(plan.rounds)

    def _turn(self, r: int, a: int) -> tuple[int, int]:
        tonight, before = self._sat[a]
        return tonight + self.plan.sit_outs_before(r, a), before
