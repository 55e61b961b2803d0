"""The seating in progress, the start of a search, and the search for a better one.

A plan is the only object in this module that changes in place: two people of different
tables swap, and the cost over all rounds is updated.

The search begins with rounds that are known for such a field, or at random. Each step
takes one pair at fault and moves one of the two to the table where it costs least, even
if the cost rises, and forbids the way back for a while (a tabu search). All rounds are
searched together, so an early round makes room for a late one.

Two minor aims come afterwards, and cost no repeat. Where tables are of different sizes,
such as one table of four among tables of three, the extra seats should not always go to
the same people.

Pairs who met earlier in the season are kept apart, if this event loses nothing by it.
That begins with the best seating of the event, whose places are given to other people:
two people swap in all rounds, if the seating is a known one, or in one round. No swap
may cost the event anything: a repeat, a meeting of people who must not meet, a sit-out
out of turn, a larger table. The season's repeats are counted: meeting a person met m
times before adds m. Changes that add nothing are made too, because they lead on; none
that adds something is, so the seating never gets worse.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, product
from math import comb
from random import Random
from typing import TypeVar

from rules.seating.designs import Tables, design, known_rounds, repeats_in_known
from rules.seating.request import (
    COST,
    FAULTY,
    FOURS,
    HOUSE,
    KIND,
    LESS,
    MORE,
    Field,
    K,
    Sat,
    fair_sit_outs,
    too_early,
)

MOST_TABLES = 16  # looked at in one step; enough choice in a large field
STEP = 16  # fixed cost of a step, in swaps tried
_TENURE, _TENURE_MORE = 3, 8  # steps for which a swap can't be undone
_EXCHANGES = 0.02  # share of the steps that try another sit-out
_UPHILL = 0.1  # share of the worse sit-outs that are accepted all the same

_LONGEST = 9  # rounds of the longest event in known.txt

T = TypeVar("T")

# The groups of one round: its tables, then the bench of people sitting out.
Groups = list[list[int]]


def shuffled(things: Iterable[T], rng: Random) -> list[T]:
    """Return the things in random order, stable in any Python version.

    Python promises that a seed always gives the same `Random.random()`, but not the
    same `shuffle()`; a stored draw must give its seats under a later Python too.
    """
    keyed = sorted((rng.random(), i, thing) for i, thing in enumerate(things))
    return [thing for _, _, thing in keyed]


class Plan:
    """Rounds of tables, with the cost updated at every swap.

    `rounds[r]` are the groups of round r, `where[r][a]` is the group of a person,
    `pairs[a][b]` the byte of a pair, `faulty` all pairs the search tries to part.
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
        self._place: dict[tuple[int, int], int] = {}  # position of a pair in `faulty`
        for groups in rounds:
            for table in groups[: self.bench]:
                for count, player in enumerate(table):
                    self._meet(player, table[:count], 1)

    def swap(self, r: int, a: int, b: int) -> None:
        """Swap two people of different groups in round r."""
        groups_of, groups = self.where[r], self.rounds[r]
        home, other_home = groups_of[a], groups_of[b]
        for player, other, group in ((a, b, home), (b, a, other_home)):
            people = groups[group]
            if group != self.bench:
                self._meet(player, people, -1)
            people[people.index(player)] = other
            if group != self.bench:
                self._meet(other, people, 1)
            groups_of[other] = group

    def exchange(self, a: int, b: int, first: int = 0) -> None:
        """Exchange two people's sit-outs from round `first` on."""
        for r in range(first, len(self.rounds)):
            groups_of = self.where[r]
            if (groups_of[a] == self.bench) != (groups_of[b] == self.bench):
                self.swap(r, a, b)

    def relabel(self, a: int, b: int) -> None:
        """Exchange two people's places in all rounds."""
        for r, groups_of in enumerate(self.where):
            if groups_of[a] != groups_of[b]:
                self.swap(r, a, b)

    def sit_outs_before(self, r: int, a: int) -> int:
        """Return how often a person sits out in the rounds before round r."""
        return sum(groups_of[a] == self.bench for groups_of in self.where[:r])

    def rounds_shared(self, a: int, b: int) -> list[int]:
        """Return the rounds in which two people share a table."""
        return [
            r
            for r, groups_of in enumerate(self.where)
            if groups_of[a] == groups_of[b] != self.bench
        ]

    def copy_of_rounds(self) -> list[Groups]:
        return [[*map(list, groups)] for groups in self.rounds]

    def _meet(self, player: int, mates: Sequence[int], times: int) -> None:
        """Add or remove one meeting of a player with each of `mates` but themselves."""
        of_who, before_of_who = self.pairs[player], self._before[player]
        for mate in mates:
            if mate == player:
                continue
            before = of_who[mate]
            after = before + times
            of_who[mate] = self.pairs[mate][player] = after
            self.cost += COST[after] - COST[before]
            if FAULTY[before] or FAULTY[after]:
                # A pair at fault in earlier rounds doesn't matter until it meets again.
                faulty = FAULTY[after] and after != before_of_who[mate]
                self._mark((player, mate) if player < mate else (mate, player), faulty)

    def _mark(self, pair: tuple[int, int], faulty: bool) -> None:
        """Add a pair to `faulty` or remove it, in constant time whatever the length."""
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
    places = [0] * size
    for index, group in enumerate(groups):
        for player in group:
            places[player] = index
    return places


def random_round(
    bench: Sequence[int], lots: Sequence[int], shape: Sequence[int]
) -> Groups:
    """Return tables of these sizes filled in the order of `lots`, then the bench.

    `lots` is a shuffled list of everyone.
    """
    playing = iter([player for player in lots if player not in bench])
    return [*(list(islice(playing, seats)) for seats in shape), list(bench)]


class Search:
    """One run over one plan; `best` holds the cheapest rounds seen.

    `sat` counts everyone's sit-outs before the plan's first round.
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
        """Search until the cost is `goal` or `effort` swaps are tried.

        Return the number of swaps tried.
        """
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
        """Save the plan if it is the best so far; called before it gets worse."""
        if self.plan.cost < self.best_cost:
            self.best_cost, self.best = self.plan.cost, self.plan.copy_of_rounds()

    def _try_swap(self, r: int, a: int) -> int:
        """Swap with the person with whom it costs least, and forbid swapping back."""
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
        """Return whom `a` may swap with in round r, and how each changes the cost."""
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
        """Return the result of `_changes_of_any`, written out for fours.

        Most of a draw's time is spent here.
        """
        plan, pairs = self.plan, self.plan.pairs
        groups, home = plan.rounds[r], plan.where[r][a]
        of_a = pairs[a]
        of_u, of_v, of_w = (pairs[mate] for mate in groups[home] if mate != a)
        saved = sum(LESS[of_a[mate]] for mate in groups[home] if mate != a)
        people: list[int] = []
        parted: list[int] = []  # changes without the meetings with the mates of `a`
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
        """Try to let another person sit out from round r on, if that is fair."""
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


SMALL = 64  # people; in larger fields swaps do as well as relabeling


def starts(field: Field[K], rng: Random) -> Iterator[Plan]:
    """Yield rounds to begin with, without end; known ones first, if there are any."""
    while True:
        if field.fresh and (known := _known(field, rng)):
            rounds = known + by_lot(field, known, rng)
            yield relabelled(field, Plan(field.pairs, rounds), rng)
        yield Plan(field.pairs, by_lot(field, [], rng))


def _known(field: Field[K], rng: Random) -> list[Groups]:
    """Return known rounds in any order, of this field or of a slightly larger one."""
    if not (seats := field.seats):
        return []
    missing = -field.size % seats
    exact = shuffled(design(field.size, field.rounds, seats), rng)
    rounds = [benched(tables, field.size) for tables in exact]
    if missing:
        # In these rounds no one sits out twice.
        distinct_rounds = min(field.rounds, field.size // field.sitters)
        fuller = shuffled(design(field.size + missing, distinct_rounds, seats), rng)
        if len(fuller) > len(exact):
            rounds = _from_larger_field(fuller, missing, field, rng)
    return in_turn(field, rounds, rng)


def benched(tables: Tables, size: int) -> Groups:
    """Return a round of known tables with the bench of missing people."""
    playing = set(chain.from_iterable(tables))
    return [*tables, [player for player in range(size) if player not in playing]]


def in_turn(field: Field[K], rounds: Sequence[Groups], rng: Random) -> list[Groups]:
    """Return known rounds with people assigned at random, and tables in any order.

    People whose turn it is sit out first; a person who sits out twice counts by the
    first time.
    """
    parts = list(dict.fromkeys(chain.from_iterable(groups[-1] for groups in rounds)))
    parts += [player for player in field.people if player not in set(parts)]
    lots = sorted((field.sat[player], rng.random(), player) for player in field.people)
    people = [0] * field.size
    for part, (*_, player) in zip(parts, lots, strict=True):
        people[part] = player
    cast = []
    for *tables, bench in rounds:
        seated = [[*map(people.__getitem__, table)] for table in tables]
        cast.append([*shuffled(seated, rng), [people[part] for part in bench]])
    return cast


def _from_larger_field(
    rounds: Sequence[Tables], missing: int, field: Field[K], rng: Random
) -> list[Groups]:
    """Return the rounds of a larger field without a few people who share a table once.

    If one is missing, the people at their table sit out, different ones each round. If
    more are, some people who miss a tablemate sit out, and the others fill up each
    other's tables.
    """
    absent = set(rounds[0][int(rng.random() * len(rounds[0]))][:missing])
    first = chain.from_iterable(rounds[0])
    everybody = [player for player in first if player not in absent]
    part = {player: i for i, player in enumerate(sorted(everybody))}
    had: set[int] = set()
    counts = []
    for tables in rounds:
        left = []
        for table in tables:
            left.append([part[player] for player in table if player not in absent])
        counts.append(_filled(left, field, had, rng))
        had.update(counts[-1][-1])
    return counts


def _filled(tables: Tables, field: Field[K], had: set[int], rng: Random) -> Groups:
    """Return full tables, and a bench of people new to it; few change tables."""
    by_size, seats = sorted(tables, key=len), field.shape[0]
    lots = []
    for i, table in enumerate(by_size):
        size = min(len(table), seats)
        lots += [(player in had, size, i, rng.random(), player) for player in table]
    bench = [player for *_, player in sorted(lots)[: field.sitters]]
    left = []
    for table in by_size:
        left.append([player for player in table if player not in bench])
    left.sort(key=len, reverse=True)
    keep, rest = left[: field.tables], left[field.tables :]
    loose = chain.from_iterable(rest)
    for table in keep:
        table.extend(next(loose) for _ in range(seats - len(table)))
    return [*keep, bench]


def by_lot(field: Field[K], after: list[Groups], rng: Random) -> list[Groups]:
    """Return random rounds with fair sit-outs, as many as are missing after some."""
    benched = Counter(chain.from_iterable(groups[-1] for groups in after))
    sat = [
        Sat(s.tonight + benched[player], s.before) for player, s in enumerate(field.sat)
    ]
    benches = fair_sit_outs(sat, field.sitters, field.rounds - len(after), rng)
    lots = (shuffled(field.people, rng) for _ in benches)
    return [
        random_round(*drawn, field.shape) for drawn in zip(benches, lots, strict=True)
    ]


def relabelled(field: Field[K], plan: Plan, rng: Random) -> Plan:
    """Return the plan with people exchanged so that fewer forbidden pairs meet.

    Exchanging people doesn't change the repeats.
    """
    if field.fresh and field.size <= SMALL:
        choosy = [
            player for player in field.people if max(field.pairs[player]) >= HOUSE
        ]
        _relabel(plan, choosy, field.turns, rng)
    return plan


def _relabel(
    plan: Plan, people: Sequence[int], turns: Sequence[Sat], rng: Random
) -> None:
    """Let `people` exchange places with others in all rounds, as long as it helps.

    Only with others who have an equal turn to sit out.
    """
    better = True
    while better:
        better = False
        for a in shuffled(people, rng):
            for b in range(len(plan.pairs)):
                if turns[a] != turns[b]:
                    continue
                before = plan.cost
                plan.relabel(a, b)
                if plan.cost < before:
                    better = True
                else:
                    plan.relabel(a, b)


def best_known(field: Field[K], rng: Random) -> Plan | None:
    """Return the best known rounds for this field, with random people, or None.

    Rounds are known for a whole event of fours. They may not fit where the season
    decides who sits out.
    """
    known_tables = _known_plan(field)
    if known_tables is None:
        return None
    rounds = [benched(tables, field.size) for tables in known_tables]
    if field.sitters * len(rounds) <= field.size:  # no one sits out twice
        rounds = shuffled(rounds, rng)
    plan = Plan(field.pairs, in_turn(field, rounds[: field.rounds], rng))
    if too_early(field.sat, [groups[-1] for groups in plan.rounds]):
        return None
    return relabelled(field, plan, rng)


def _known_plan(field: Field[K]) -> list[Tables] | None:
    """Return the rounds of this size and length, or longer ones without a repeat."""
    if not field.fresh or field.seats not in FOURS:
        return None
    for length in range(field.rounds, _LONGEST + 1):
        rounds = known_rounds().get((field.size, length))
        if rounds and (
            length == field.rounds or not repeats_in_known(field.size, length)
        ):
            return rounds
    return None


def repeats_of_plan(plan: Plan) -> int:
    """Return how often pairs meet again in the rounds of an event."""
    rows = (row[:player] for player, row in enumerate(plan.pairs))
    met = (byte % KIND for byte in chain.from_iterable(rows))
    return sum(comb(times, 2) for times in met)


def spread(field: Field[K], plan: Plan, rng: Random) -> Plan:
    """Swap people of larger and smaller tables as long as that evens them out."""
    if field.seats:
        return plan
    had, fewest = _had(field, plan), min(field.shape)
    better = True
    while better:  # ends: each swap lowers the sum of the squares of `had`
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
    """Return everyone's times at larger tables in all rounds, once per extra seat."""
    had, fewest = list(field.large), min(field.shape)
    for table in chain.from_iterable(groups[: plan.bench] for groups in plan.rounds):
        for player in table:
            had[player] += len(table) - fewest
    return had


def _swapped(
    plan: Plan, r: int, tables: tuple[int, int], had: list[int], more: int
) -> bool:
    """Swap a person who had more with one who had less, if possible at no cost."""
    large, small = (list(plan.rounds[r][table]) for table in tables)
    for first, second in product(large, small):
        if had[first] - had[second] <= more:
            continue
        before = plan.cost
        plan.swap(r, first, second)
        if plan.cost <= before:
            had[first] -= more
            had[second] += more
            return True
        plan.swap(r, first, second)
    return False


STEPS = 3_000  # changes that are tried …
STEPS_EACH = 4  # … or this many for each person and round, if that is more


def kept_fresh(field: Field[K], plan: Plan, rng: Random) -> Plan:
    """Return the plan with fewer repeats of the season, or unchanged if none met."""
    if not field.met:
        return plan  # without random numbers, so that the seats stay those of the seed
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
    tables = chain.from_iterable(groups[: plan.bench] for groups in plan.rounds)
    pairs = chain.from_iterable(combinations(table, 2) for table in tables)
    met = (field.met[a][b] for a, b in pairs)
    return sum(met)


def _recast(field: Field[K], plan: Plan, a: int, b: int) -> int:
    """Exchange two people's places in all rounds, if that loses nothing.

    Return the change in the season's repeats.
    """
    if a == b or not field.seats or field.turns[a] != field.turns[b]:
        return 0
    change = 0
    for r, groups_of in enumerate(plan.where):
        if groups_of[a] != groups_of[b]:
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
    """Return the people at a person's table; only themselves if they sit out."""
    group = plan.where[r][a]
    return (a,) if group == plan.bench else plan.rounds[r][group]


def _added(met: Sequence[bytes], a: int, b: int, table: Sequence[int]) -> int:
    """Return the season's repeats that b adds at the table of a in their place."""
    met_a, met_b = met[a], met[b]
    added = -met_b[a]  # no one met themselves
    for mate in table:
        added += met_b[mate] - met_a[mate]
    return added


def _swap(field: Field[K], plan: Plan, r: int, a: int, b: int) -> int:
    """Swap two people of different tables in a round, if that loses nothing.

    Return the change in the season's repeats.
    """
    groups_of, groups = plan.where[r], plan.rounds[r]
    if groups_of[a] == groups_of[b] or plan.bench in (groups_of[a], groups_of[b]):
        return 0
    home, other_home = groups[groups_of[a]], groups[groups_of[b]]
    if len(home) != len(other_home):
        return 0
    change = _added(field.met, a, b, home) + _added(field.met, b, a, other_home)
    if change <= 0 and _cost(plan, a, b, home) + _cost(plan, b, a, other_home) <= 0:
        plan.swap(r, a, b)
        return change
    return 0


def _cost(plan: Plan, a: int, b: int, table: Sequence[int]) -> int:
    """Return the event's cost of b taking the place of a at this table."""
    of_a, of_b = plan.pairs[a], plan.pairs[b]
    return sum(MORE[of_b[mate]] - LESS[of_a[mate]] for mate in table if mate != a)
