"""Where a search begins: with rounds that are known for such a field, or by lot."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from rules.seating.designs import Tables, design
from rules.seating.fields import HOUSE, Field, K, Sat, fair_sit_outs, shuffled
from rules.seating.search import Groups, Plan, random_round

SMALL = 64  # people; in larger fields a swap here and there does as well as relabelling


def starts(field: Field[K], rng: Random) -> Iterator[Plan]:
    """Rounds to begin with, without end; known ones first, if there are any."""
    while True:
        if field.fresh and (known := _known(field, rng)):
            rounds = known + by_lot(field, known, rng)
            yield relabelled(field, Plan(field.pairs, rounds), rng)
        yield Plan(field.pairs, by_lot(field, [], rng))


def _known(field: Field[K], rng: Random) -> list[Groups]:
    """Known rounds in any order, of those here or of a few more than are here."""
    if not (seats := field.seats):
        return []
    missing = -field.size % seats
    exact = shuffled(design(field.size, field.rounds, seats), rng)
    rounds = [benched(tables, field.size) for tables in exact]
    if missing:
        once = min(field.rounds, field.size // field.sitters)  # nobody sits out twice
        fuller = shuffled(design(field.size + missing, once, seats), rng)
        if len(fuller) > len(exact):
            rounds = _without(fuller, missing, field, rng)
    return in_turn(field, rounds, rng)


def benched(tables: Tables, size: int) -> Groups:
    """A round of known tables with the bench of whoever is missing."""
    playing = {who for table in tables for who in table}
    return [*tables, [who for who in range(size) if who not in playing]]


def in_turn(field: Field[K], rounds: Sequence[Groups], rng: Random) -> list[Groups]:
    """Known rounds, who plays the part of whom by lot, and tables in any order.

    Whose turn it is sits out first; whoever does so twice counts by the first time.
    """
    parts = list(dict.fromkeys(who for groups in rounds for who in groups[-1]))
    parts += [who for who in field.people if who not in set(parts)]
    lots = sorted((field.sat[who], rng.random(), who) for who in field.people)
    people = [0] * field.size
    for part, (*_, who) in zip(parts, lots, strict=True):
        people[part] = who
    return [
        [*shuffled(([people[who] for who in table] for table in tables), rng), bench]
        for *tables, last in rounds
        for bench in [[people[who] for who in last]]
    ]


def _without(
    rounds: Sequence[Tables], missing: int, field: Field[K], rng: Random
) -> list[Groups]:
    """The rounds of a larger field without a few who sit at one table once.

    Where one is missing, those at his table sit out, always others. Where more are,
    some of those who miss somebody sit out, and the others fill up each other's tables.
    """
    gone = set(rounds[0][int(rng.random() * len(rounds[0]))][:missing])
    everybody = [who for table in rounds[0] for who in table if who not in gone]
    part = {who: i for i, who in enumerate(sorted(everybody))}
    had: set[int] = set()
    found = []
    for tables in rounds:
        left = [[part[who] for who in table if who not in gone] for table in tables]
        found.append(_filled(left, field, had, rng))
        had.update(found[-1][-1])
    return found


def _filled(tables: Tables, field: Field[K], had: set[int], rng: Random) -> Groups:
    """Full tables and a bench of those who have not sat out yet, few changing tables."""
    by_size, seats = sorted(tables, key=len), field.shape[0]
    lots = [
        (who in had, min(len(table), seats), i, rng.random(), who)
        for i, table in enumerate(by_size)
        for who in table
    ]
    bench = [who for *_, who in sorted(lots)[: field.sitters]]
    left = [[who for who in table if who not in bench] for table in by_size]
    left.sort(key=len, reverse=True)
    keep, rest = left[: field.tables], left[field.tables :]
    loose = iter([who for table in rest for who in table])
    for table in keep:
        table.extend(next(loose) for _ in range(seats - len(table)))
    return [*keep, bench]


def by_lot(field: Field[K], after: list[Groups], rng: Random) -> list[Groups]:
    """Random rounds with fair sit-outs, as many as are missing after some."""
    benched = Counter(who for groups in after for who in groups[-1])
    sat = [Sat(s.tonight + benched[who], s.before) for who, s in enumerate(field.sat)]
    benches = fair_sit_outs(sat, field.sitters, field.rounds - len(after), rng)
    lots = (shuffled(field.people, rng) for _ in benches)
    return [
        random_round(*each, field.shape) for each in zip(benches, lots, strict=True)
    ]


def relabelled(field: Field[K], plan: Plan, rng: Random) -> Plan:
    """Who plays whose part does not change the repeats, but who must meet whom."""
    if field.fresh and field.size <= SMALL:
        choosy = [who for who in field.people if max(field.pairs[who]) >= HOUSE]
        _relabel(plan, choosy, field.turns, rng)
    return plan


def _relabel(
    plan: Plan, people: Sequence[int], turns: Sequence[Sat], rng: Random
) -> None:
    """Let `people` take anybody's place in all rounds, as long as it helps.

    Anybody's who has the same turn to sit out.
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
