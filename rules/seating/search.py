"""The seating being worked on, and looking for a better one.

The plan is the one thing here that changes in place: two people of different tables
swap, over all rounds, and what it costs is kept up to date.

Each step of the search takes one pair at fault and moves one of the two to the table
where it costs least, also uphill, and forbids the way back for a while (a tabu search).
It works on all rounds at once, so an early round makes room for a late one.
"""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import TypeVar

from rules.seating.fields import COST, FAULTY, LESS, MORE, Sat

MOST_TABLES = 16  # looked at in one step; in a large field that is choice enough
STEP = 16  # what a step costs besides, in swaps weighed
_TENURE, _TENURE_MORE = 3, 8  # steps for which a swap may not be undone
_EXCHANGES = 0.02  # share of the steps that try another sit-out
_UPHILL = 0.1  # share of the worse sit-outs that are taken all the same

T = TypeVar("T")

# Of one round: its tables, then the bench of those sitting out.
Groups = list[list[int]]


class Plan:
    """Rounds of tables, with what they cost kept up to date at every swap.

    `rounds[r]` are the groups of round r, `where[r][a]` is the group somebody is in,
    `pairs[a][b]` the byte of a pair, `faulty` all pairs the search wants to part.
    """

    __slots__ = (
        "_before",
        "_place",
        "bench",
        "cost",
        "faulty",
        "pairs",
        "rounds",
        "where",
    )

    def __init__(self, pairs: Sequence[bytes], rounds: list[Groups]) -> None:
        self._before = pairs
        self.pairs = [bytearray(row) for row in pairs]
        self.rounds = rounds
        self.bench = len(rounds[0]) - 1
        self.where = [_places(groups, len(self.pairs)) for groups in rounds]
        self.cost = 0
        self.faulty: list[tuple[int, int]] = []
        self._place: dict[tuple[int, int], int] = {}  # of a pair in `faulty`
        for groups in rounds:
            for table in groups[: self.bench]:
                for count, who in enumerate(table):
                    self._meet(who, table[:count], 1)

    def swap(self, r: int, a: int, b: int) -> None:
        """Let two people of different groups change places in round r."""
        where, groups = self.where[r], self.rounds[r]
        home, away = where[a], where[b]
        for who, other, group in ((a, b, home), (b, a, away)):
            people = groups[group]
            if group != self.bench:
                self._meet(who, people, -1)
            people[people.index(who)] = other
            if group != self.bench:
                self._meet(other, people, 1)
            where[other] = group

    def exchange(self, a: int, b: int, first: int = 0) -> None:
        """Let two people take each other's sit-outs from round `first` on."""
        for r in range(first, len(self.rounds)):
            where = self.where[r]
            if (where[a] == self.bench) != (where[b] == self.bench):
                self.swap(r, a, b)

    def relabel(self, a: int, b: int) -> None:
        """Let two people take each other's places in all rounds."""
        for r, where in enumerate(self.where):
            if where[a] != where[b]:
                self.swap(r, a, b)

    def sit_outs_before(self, r: int, a: int) -> int:
        """How often somebody sits out in the rounds before round r."""
        return sum(where[a] == self.bench for where in self.where[:r])

    def rounds_shared(self, a: int, b: int) -> list[int]:
        """The rounds in which two people share a table."""
        return [
            r
            for r, where in enumerate(self.where)
            if where[a] == where[b] != self.bench
        ]

    def copy_of_rounds(self) -> list[Groups]:
        return [[list(group) for group in groups] for groups in self.rounds]

    def _meet(self, who: int, mates: Sequence[int], times: int) -> None:
        """Let somebody meet each of `mates` once more, or once less; himself never."""
        of_who, before_of_who = self.pairs[who], self._before[who]
        for mate in mates:
            if mate == who:
                continue
            before = of_who[mate]
            after = before + times
            of_who[mate] = self.pairs[mate][who] = after
            self.cost += COST[after] - COST[before]
            if FAULTY[before] or FAULTY[after]:
                # A pair at fault in rounds played is no concern until it meets again.
                faulty = FAULTY[after] and after != before_of_who[mate]
                self._mark((who, mate) if who < mate else (mate, who), faulty)

    def _mark(self, pair: tuple[int, int], faulty: bool) -> None:
        """Add to or take from `faulty`, in the time of one step whatever its length."""
        if faulty == (pair in self._place):
            return
        if faulty:
            self._place[pair] = len(self.faulty)
            self.faulty.append(pair)
            return
        gap, last = self._place.pop(pair), self.faulty.pop()
        if last != pair:
            self.faulty[gap] = last
            self._place[last] = gap


def _places(groups: Groups, size: int) -> list[int]:
    where = [0] * size
    for index, group in enumerate(groups):
        for who in group:
            where[who] = index
    return where


def random_round(
    bench: Sequence[int], lots: Sequence[int], shape: Sequence[int]
) -> Groups:
    """Tables of these sizes filled in the order of `lots`, a shuffled list of all."""
    playing = iter([who for who in lots if who not in bench])
    return [*(list(islice(playing, seats)) for seats in shape), list(bench)]


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
