"""Who takes which open seat, so that the fewest meet again."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from rules.seating.fields import COST, shuffled
from rules.seating.openings import NOBODY, Held, Opened

Spot = tuple[int, int]  # the number of a table, and a seat of it, the first being 0


class Meetings:
    """How often each pair meets over all rounds, and what that costs."""

    def __init__(self, pairs: Sequence[bytes]) -> None:
        self.pairs = [bytearray(row) for row in pairs]
        self.cost = 0

    def count(self, made: Opened) -> None:
        for people in made.tables.values():
            for one, other in combinations(people, 2):
                self._meet(one, other, 1)

    def swap(self, made: Opened, one: Spot, other: Spot) -> None:
        """Let two change places, at different tables."""
        for table, seat in (one, other):
            self._leave(made.tables[table], seat, -1)
        here, there = made.tables[one[0]], made.tables[other[0]]
        here[one[1]], there[other[1]] = there[other[1]], here[one[1]]
        for table, seat in (one, other):
            self._leave(made.tables[table], seat, 1)

    def _leave(self, people: Sequence[int], seat: int, times: int) -> None:
        for other, mate in enumerate(people):
            if other != seat:
                self._meet(people[seat], mate, times)

    def _meet(self, one: int, other: int, times: int) -> None:
        before = self.pairs[one][other]
        after = before + times
        self.pairs[one][other] = self.pairs[other][one] = after
        self.cost += COST[after] - COST[before]


def place(made: Opened, held: Held, players: int, size: int, rng: Random) -> None:
    """Fill the open seats by lot; house players keep theirs where nobody needs them."""
    loose = shuffled(made.loose, rng)
    for who in [each for each in loose if held.get(each) in made.tables]:
        table = made.tables[held[who]]
        table[table.index(NOBODY)] = who
        loose.remove(who)
    spots = [
        (label, seat)
        for label, people in made.tables.items()
        for seat, who in enumerate(people)
        if who == NOBODY
    ]
    theirs = set(made.house.values())
    lots = sorted((spot in theirs, rng.random(), spot) for spot in spots)
    spots = [spot for *_, spot in lots]
    for spot, who in zip(spots, loose, strict=False):
        _sit(made, spot, who)
    made.free = spots[: len(loose)]
    made.free += _fill(made, spots[len(loose) :], range(players, size))


def _fill(made: Opened, spots: Sequence[Spot], house: range) -> list[Spot]:
    """House players on the seats left; says where they were not before."""
    sits = {spot: who for who, spot in made.house.items() if spot in spots}
    taken = made.busy | set(sits.values())
    others = iter(who for who in house if who not in taken)
    for spot in spots:
        _sit(made, spot, sits[spot] if spot in sits else next(others))
    return [spot for spot in spots if spot not in sits]


def _sit(made: Opened, spot: Spot, who: int) -> None:
    made.tables[spot[0]][spot[1]] = who


def settle(
    meetings: Meetings, rounds: Sequence[Opened], held: Held, rng: Random
) -> None:
    """Let those who were placed change places as long as that helps."""
    better = True
    while better:
        better = False
        for made in rounds:
            for one, other in shuffled(combinations(made.free, 2), rng):
                if one[0] == other[0] or _is_held(made, (one, other), held):
                    continue
                before = meetings.cost
                meetings.swap(made, one, other)
                if meetings.cost < before:
                    better = True
                else:
                    meetings.swap(made, one, other)


def _is_held(made: Opened, spots: Sequence[Spot], held: Held) -> bool:
    """Whether somebody on these seats stays at his table."""
    return any(held.get(made.tables[t][seat]) == t for t, seat in spots)
