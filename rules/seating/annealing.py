"""Simulated annealing for events of many rounds: random swaps of two people.

A change that adds d repeats is accepted with the chance p to the power d, and p falls
from step to step (simulated annealing: S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi,
1983). Each step looks at one change, where the search of search.py looks at all changes
of a person, so many more steps are possible; where many rounds leave little room the
result is better.

Apart from people who must not meet, the aims of a draw other than repeats are left to
the searches that follow. Powers are computed by multiplying: `math.exp` may differ
slightly from one machine to the next, and the smallest difference changes the seats
that a seed gives.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, chain, combinations, pairwise, repeat
from operator import mul
from random import Random

from rules.seating.request import APART, KIND, MEETING_APART, REPEAT, Field, K, Sat
from rules.seating.search import Groups

# A callback for progress: the number of steps done, and of all steps.
Tell = Callable[[int, int], None]
Chance = Callable[[float], float]

_A_DEGREE = 256  # steps for which the chance is constant
_MOST = 64  # a change that adds this many repeats is never accepted
_MEETS_APART = MEETING_APART // REPEAT
_EXCHANGE = 64  # in one of this many steps two people exchange their sit-outs


class Annealing:
    """One run over the rounds of a field; `best` holds the best rounds seen.

    A round is a list of people, table after table, then those sitting out.
    `price[a][b]` is the cost of one more meeting of a pair; one fewer saves that less
    1.
    """

    def __init__(self, field: Field[K], rounds: Sequence[Groups], rng: Random) -> None:
        self._random = rng.random
        self._sat = field.sat
        self._shape = field.shape
        self._playing = sum(field.shape)
        self._mates = _mates(field.shape) + [()] * field.sitters
        self._price = [[*map(_price, row)] for row in field.pairs]
        self._rounds = [[*chain.from_iterable(groups)] for groups in rounds]
        self._cost = sum(map(self._seat, self._rounds))
        self.best_cost = self._cost
        self._best = [list(seats) for seats in self._rounds]

    @property
    def best(self) -> list[Groups]:
        """The best rounds, as tables and a bench."""
        ends = [0, *accumulate(self._shape)]
        spans = [slice(*span) for span in pairwise(ends)]
        spans.append(slice(self._playing, None))
        return [[*map(seats.__getitem__, spans)] for seats in self._best]

    def run(self, steps: int, goal: int, tell: Tell, chance: Chance) -> None:
        """Try a number of changes, fewer if the cost falls to `goal`.

        `chance` gives p for the remaining part of the steps, which falls from 1 to 0.
        """
        exchanges = self._playing < len(self._price)
        for step in range(0, steps, _A_DEGREE):
            if self._cost <= goal:
                break
            chances = _powers(chance(1 - step / steps))
            self._some_steps(chances)
            if exchanges:
                for _ in range(_A_DEGREE // _EXCHANGE):
                    self._try_exchange(chances)
            tell(step, steps)
        self._keep()

    def _some_steps(self, chances: Sequence[float]) -> None:
        """Do the steps of one degree: most of a long draw's time is spent here."""
        random, rounds, price, mates = (
            self._random,
            self._rounds,
            self._price,
            self._mates,
        )
        count, playing = len(rounds), self._playing
        for _ in range(_A_DEGREE):
            seats = rounds[int(random() * count)]
            first_seat, second_seat = int(random() * playing), int(random() * playing)
            of_here, of_there = mates[first_seat], mates[second_seat]
            if of_here is of_there or first_seat in of_there:
                continue
            a, b = seats[first_seat], seats[second_seat]
            of_a, of_b = price[a], price[b]
            more = len(of_here) + len(of_there)
            for seat in of_here:
                mate = seats[seat]
                more += of_b[mate] - of_a[mate]
            for seat in of_there:
                mate = seats[seat]
                more += of_a[mate] - of_b[mate]
            if more > 0:
                if more >= _MOST or random() >= chances[more]:
                    continue
                self._keep()
            self._swap(seats, first_seat, second_seat)
            self._cost += more

    def _keep(self) -> None:
        """Save the rounds if they are the best so far; called before they get worse."""
        if self._cost < self.best_cost:
            self.best_cost = self._cost
            self._best = [list(seats) for seats in self._rounds]

    def _seat(self, seats: Sequence[int]) -> int:
        """Count the meetings of a round, and return their cost."""
        cost, end = 0, 0
        for size in self._shape:
            for a, b in combinations(seats[end : end + size], 2):
                cost += self._price[a][b]
                self._price[a][b] += 1
                self._price[b][a] += 1
            end += size
        return cost

    def _swap(self, seats: list[int], first_seat: int, second_seat: int) -> None:
        """Swap the people of two seats, at different tables or on the bench."""
        a, b = seats[first_seat], seats[second_seat]
        price = self._price
        of_a, of_b = price[a], price[b]
        for seat in self._mates[first_seat]:
            mate = seats[seat]
            of_a[mate] = price[mate][a] = of_a[mate] - 1
            of_b[mate] = price[mate][b] = of_b[mate] + 1
        for seat in self._mates[second_seat]:
            mate = seats[seat]
            of_b[mate] = price[mate][b] = of_b[mate] - 1
            of_a[mate] = price[mate][a] = of_a[mate] + 1
        seats[first_seat], seats[second_seat] = b, a

    def _try_exchange(self, chances: Sequence[float]) -> None:
        """Try to exchange two people's sit-outs from some round on, if that is fair."""
        first = int(self._random() * len(self._rounds))
        seats = self._rounds[first]
        a = seats[int(self._random() * self._playing)]
        b = seats[self._playing + int(self._random() * (len(seats) - self._playing))]
        if self._turn(first, a) != self._turn(first, b):
            return
        self._keep()
        more = self._exchange(first, a, b)
        if more > 0 and (more >= _MOST or self._random() >= chances[more]):
            more += self._exchange(first, a, b)
        self._cost += more

    def _exchange(self, first: int, a: int, b: int) -> int:
        """Exchange two people's sit-outs from a round on; return the added cost."""
        more = 0
        for seats in self._rounds[first:]:
            first_seat, second_seat = seats.index(a), seats.index(b)
            if (first_seat < self._playing) != (second_seat < self._playing):
                more -= self._saved(seats, first_seat) + self._saved(seats, second_seat)
                self._swap(seats, first_seat, second_seat)
                more += self._saved(seats, first_seat) + self._saved(seats, second_seat)
        return more

    def _saved(self, seats: Sequence[int], seat: int) -> int:
        """Return the cost of a seat's meetings; 0 for a person who sits out."""
        of_who = self._price[seats[seat]]
        return sum(of_who[seats[mate]] - 1 for mate in self._mates[seat])

    def _turn(self, r: int, player: int) -> Sat:
        times_out = sum(player in seats[self._playing :] for seats in self._rounds[:r])
        tonight, before = self._sat[player]
        return Sat(tonight + times_out, before)


def cool_first(left: float) -> float:
    """Return the chance of one more repeat in the second search, `search=2`."""
    return 0.35 * left * left * left


def cool(left: float) -> float:
    """Return the chance of one more repeat: longest in the range that gains most.

    It begins lower than the chance of the second search and doesn't end at 0: a
    temperature that falls from 0.45 repeats to 0.22, as near as multiplying comes.
    """
    return 0.011 + left * (0.02 + 0.077 * left)


def _price(byte: int) -> int:
    return byte % KIND + (_MEETS_APART if byte >= APART else 0)


def _mates(shape: Sequence[int]) -> list[tuple[int, ...]]:
    """Return for each seat at a table the other seats of that table."""
    mates: list[tuple[int, ...]] = []
    for size in shape:
        table = range(len(mates), len(mates) + size)
        for own_seat in table:
            mates.append(tuple(seat for seat in table if seat != own_seat))
    return mates


def _powers(chance: float) -> list[float]:
    return list(accumulate(repeat(chance, _MOST - 1), mul, initial=1.0))
