"""The seating being worked on. The one thing here that changes in place."""

from collections.abc import Sequence
from itertools import islice

from rules.seating.costs import COST, FAULTY

Groups = list[
    list[int]
]  # of one round: its tables, then the bench of those sitting out


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
