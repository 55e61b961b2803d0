"""Long draws beside plain annealing: `python -m benchmarks.annealing [SECONDS] [FIELDS]`.

A line a field, `30x8` being 30 people at tables of four for eight rounds: the repeats and
the most meetings of a pair, by the draw and by so many seconds (3 where nothing is said)
of annealing as anybody would write it: two people by lot change places in a round by
lot, what is worse is taken with a chance that falls. It knows nothing of the product but
whom its first rounds let sit out. Without fields named it takes all of 8 to 100 people
and three to nine rounds, and leaves out where the draw is proven the best there is.

tests/rules/seating/annealed.txt keeps what the annealing reached, and the draw is held
to it; a line of this is `people rounds repeats most`: `… | sort -n` makes the file anew.
"""

import math
import sys
import time
from itertools import combinations
from random import Random

from rules.seating import Report, Request, draw

SECONDS = 3.0
FIELDS = [(people, rounds) for people in range(8, 101) for rounds in range(3, 10)]
WARM, COLD = 1.0, 0.15  # repeats; the temperature falls from one to the other
LOOK = 512  # steps between two looks at the clock

Rounds = list[list[int]]  # of each round its people, table after table, then who is out


class Annealing:
    """Rounds by lot, made better for some seconds."""

    def __init__(self, people: int, rounds: int, seed: int) -> None:
        self.rng = Random(seed)
        self.people, self.playing = people, people - people % 4
        self.rounds = self._by_lot(rounds)
        self.met = [[0] * people for _ in range(people)]
        self.cost = 0
        for seats in self.rounds:
            for first in range(0, self.playing, 4):
                for a, b in combinations(seats[first : first + 4], 2):
                    self.cost += self.met[a][b]
                    self._meet(a, b, 1)
        self.best = self.cost, self._most()

    def _by_lot(self, rounds: int) -> Rounds:
        """Who has sat out least sits out first."""
        out, made = [0] * self.people, []
        for _ in range(rounds):
            lots = self.rng.sample(range(self.people), self.people)
            lots.sort(key=lambda who: -out[who])
            for who in lots[self.playing :]:
                out[who] += 1
            made.append(lots)
        return made

    def run(self, seconds: float) -> tuple[int, int]:
        """Repeats, and how often a pair meets at the most."""
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds and self.best[0]:
            warmth = WARM * (COLD / WARM) ** (spent / seconds)
            for _ in range(LOOK):
                self._step(warmth)
        return self.best

    def _step(self, warmth: float) -> None:
        random = self.rng.random
        seats = self.rounds[int(random() * len(self.rounds))]
        here, there = int(random() * self.playing), int(random() * self.playing)
        if here // 4 == there // 4:
            return
        a, b = seats[here], seats[there]
        of_a, of_b = self.met[a], self.met[b]
        home, away = here // 4 * 4, there // 4 * 4
        mates = [who for who in seats[home : home + 4] if who != a]
        others = [who for who in seats[away : away + 4] if who != b]
        more = 6
        for who in mates:
            more += of_b[who] - of_a[who]
        for who in others:
            more += of_a[who] - of_b[who]
        if more > 0 and random() >= math.exp(-more / warmth):
            return
        for who in mates:
            self._meet(a, who, -1)
            self._meet(b, who, 1)
        for who in others:
            self._meet(b, who, -1)
            self._meet(a, who, 1)
        seats[here], seats[there] = b, a
        self.cost += more
        if self.cost <= self.best[0]:
            self.best = min(self.best, (self.cost, self._most()))

    def _meet(self, a: int, b: int, times: int) -> None:
        self.met[a][b] += times
        self.met[b][a] += times

    def _most(self) -> int:
        return max(map(max, self.met))


def drawn(people: int, rounds: int) -> Report[int]:
    return draw(Request(tuple(range(people)), rounds, seed=1)).report


def main(words: list[str]) -> None:
    seconds = float(words.pop(0)) if words and "x" not in words[0] else SECONDS
    named = [(int(p), int(r)) for p, _, r in (word.partition("x") for word in words)]
    worse = 0
    for people, rounds in named or FIELDS:
        ours = drawn(people, rounds)
        if not named and ours.none_avoidable and ours.most_meetings <= 2:
            continue
        repeats, most = Annealing(people, rounds, seed=1).run(seconds)
        is_worse = (ours.repeats, ours.most_meetings) > (repeats, most)
        worse += is_worse
        drew = f"drawn {ours.repeats} {ours.most_meetings}"
        print(people, rounds, repeats, most, drew, "WORSE" * is_worse, flush=True)
    print(
        f"{worse} fields worse than {seconds:g} seconds of annealing", file=sys.stderr
    )


if __name__ == "__main__":
    main(sys.argv[1:])
