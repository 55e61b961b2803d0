"""Requests for tests, and reports worked out anew, in another way than the rules do."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations

from rules.seating import Draw, Request, RoundSeats, draw, house_needed

Rounds = Sequence[RoundSeats[Hashable]]


def evening(
    players: int,
    rounds: int = 5,
    seed: int = 1,
    *,
    house: bool = False,
    apart: Iterable[Iterable[int]] = (),
    played: Rounds = (),
    sat_out: Iterable[int] = (),
    fixed: Iterable[tuple[int, int]] = (),
    sizes: tuple[int, ...] = (4,),
) -> Request[Hashable]:
    """Players 1, 2, 3 …, with as many house players as it takes if `house`."""
    return Request(
        players=tuple(range(1, players + 1)),
        rounds=rounds,
        seed=seed,
        house=tuple(f"H{n + 1}" for n in range(house_needed(players, sizes)))
        if house
        else (),
        apart=tuple(frozenset[Hashable](group) for group in apart),
        played=tuple(played),
        sat_out=tuple(sat_out),
        fixed=tuple(fixed),
        sizes=sizes,
    )


def drawn(players: int, rounds: int = 5, seed: int = 1) -> Draw[Hashable]:
    return draw(evening(players, rounds, seed))


def times_met(rounds: Rounds) -> Counter[frozenset[Hashable]]:
    return Counter(
        frozenset(pair)
        for seats in rounds
        for table in seats.tables
        for pair in combinations(table, 2)
    )


def repeats_in(rounds: Rounds) -> int:
    """A pair's second meeting once, its third twice more, and so on."""
    return sum(sum(range(times)) for times in times_met(rounds).values())


def imbalance_in(rounds: Rounds) -> int:
    """How unevenly somebody uses the seats of tables of one size."""
    used = Counter(
        (player, len(table), seat)
        for seats in rounds
        for table in seats.tables
        for seat, player in enumerate(table)
    )
    at_such = {(player, size) for player, size, _ in used}
    uses = [[used[*each, seat] for seat in range(each[1])] for each in at_such]
    return max((max(each) - min(each) for each in uses), default=0)
