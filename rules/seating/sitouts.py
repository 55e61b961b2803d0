"""Who sits out: always somebody of those who have sat out least."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic

from rules.seating.terms import K, RoundSeats


@dataclass(frozen=True, slots=True)
class Reason(Generic[K]):
    """Why somebody sits out a round, by the sit-outs before it.

    `times` he sat out before, `least` the fewest times of anybody who plays, `among`
    how many had sat out as often as he, himself included.
    """

    who: K
    times: int
    least: int
    among: int

    @property
    def by_lot(self) -> bool:
        """Somebody who plays had sat out as often, and nobody less."""
        return self.times == self.least

    @property
    def early(self) -> bool:
        """Somebody who plays has sat out less: only moves by hand do that."""
        return self.times > self.least


def fair_sit_outs(
    sat: Sequence[int], sitters: int, rounds: int, rng: Random
) -> list[list[int]]:
    """Who sits out in each round, by lot among those who have done so least.

    `sat` counts earlier sit-outs. So nobody sits out twice before everybody has once.
    """
    if not sitters:
        return [[] for _ in range(rounds)]
    counts = list(sat)
    out = []
    for _ in range(rounds):
        lots = [(count, rng.random(), who) for who, count in enumerate(counts)]
        bench = [who for _, _, who in sorted(lots)[:sitters]]
        for who in bench:
            counts[who] += 1
        out.append(bench)
    return out


def too_early(sat: Sequence[int], benches: Sequence[Sequence[int]]) -> set[int]:
    """Who sits out in some round although somebody with fewer sit-outs plays."""
    counts = list(sat)
    early: set[int] = set()
    for bench in benches:
        playing = [n for who, n in enumerate(counts) if who not in bench]
        fewest = min(playing, default=0)
        early |= {who for who in bench if counts[who] > fewest}
        for who in bench:
            counts[who] += 1
    return early


def reasons(
    sat_out: Iterable[K], rounds: Sequence[RoundSeats[K]]
) -> list[tuple[Reason[K], ...]]:
    """For each of these rounds, running, why each sits out who does.

    `sat_out` names those who sat out before them, each as often as he did.
    """
    counts = Counter(sat_out)
    found = []
    for seats in rounds:
        playing = [counts[who] for table in seats.tables for who in table]
        everybody = [*playing, *(counts[who] for who in seats.sit_out)]
        least = min(playing, default=0)
        found.append(
            tuple(
                Reason(who, counts[who], least, everybody.count(counts[who]))
                for who in seats.sit_out
            )
        )
        counts.update(seats.sit_out)
    return found
