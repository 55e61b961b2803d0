"""Who sits out: always somebody whose turn it is, by the evening and then the season.

The evening comes first: nobody sits out twice in it before everybody has once. Of those
who have sat out as often tonight, who did so less before goes first, and then the lot.

Whoever was not in the last round (he comes late, or comes back) starts at the level of
the others: he may have to sit out once before they do again, and not time after time.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, NamedTuple

from rules.seating.terms import K, RoundSeats


class Sat(NamedTuple):
    """How often somebody has sat out; the fewer, the sooner it is his turn."""

    tonight: int = 0
    before: int = 0

    @property
    def once_more(self) -> "Sat":
        return self._replace(tonight=self.tonight + 1)


@dataclass(frozen=True, slots=True)
class Reason(Generic[K]):
    """Why somebody sits out a round, by the sit-outs before it.

    `times` he really sat out tonight, `sat` is how he counts, `least` the one of those
    who play whose turn would be next, `among` how many had the same as he, himself
    included.
    """

    who: K
    times: int
    sat: Sat
    least: Sat
    among: int

    @property
    def by_lot(self) -> bool:
        """Somebody who plays had sat out as often, and nobody less."""
        return self.sat == self.least

    @property
    def early(self) -> bool:
        """Somebody who plays has sat out less: only moves by hand do that."""
        return self.sat > self.least

    @property
    def by_evening(self) -> bool:
        """Everybody who plays has sat out more often tonight."""
        return self.sat.tonight < self.least.tonight


def fair_sit_outs(
    sat: Sequence[Sat], sitters: int, rounds: int, rng: Random
) -> list[list[int]]:
    """Who sits out in each round, by lot among those whose turn it is."""
    if not sitters:
        return [[] for _ in range(rounds)]
    counts = list(sat)
    out = []
    for _ in range(rounds):
        lots = [(count, rng.random(), who) for who, count in enumerate(counts)]
        bench = [who for _, _, who in sorted(lots)[:sitters]]
        for who in bench:
            counts[who] = counts[who].once_more
        out.append(bench)
    return out


def too_early(sat: Sequence[Sat], benches: Sequence[Sequence[int]]) -> set[int]:
    """Who sits out in some round although somebody with fewer sit-outs plays."""
    counts = list(sat)
    early: set[int] = set()
    for bench in benches:
        playing = [count for who, count in enumerate(counts) if who not in bench]
        fewest = min(playing, default=Sat())
        early |= {who for who in bench if counts[who] > fewest}
        for who in bench:
            counts[who] = counts[who].once_more
    return early


def level(
    here: Iterable[K], sat_out: Iterable[K], played: Sequence[RoundSeats[K]]
) -> dict[K, Sat]:
    """How often everybody here has sat out, after the rounds played tonight.

    `sat_out` names those who sat out before tonight, each as often as he did.
    """
    before = Counter(sat_out)
    tonight = Counter(who for seats in played for who in seats.sit_out)
    counts = {who: Sat(tonight[who], before[who]) for who in here}
    last = _people(next((each for each in reversed(played) if each.tables), None))
    others = [count.tonight for who, count in counts.items() if who in last]
    start = min(others, default=0) - 1
    return {
        who: count if who in last else count._replace(tonight=max(count.tonight, start))
        for who, count in counts.items()
    }


def _people(seats: RoundSeats[K] | None) -> set[K]:
    return set(_in_order(seats)) if seats else set()


def reasons(
    sat_out: Iterable[K],
    played: Sequence[RoundSeats[K]],
    rounds: Sequence[RoundSeats[K]],
) -> list[tuple[Reason[K], ...]]:
    """For each of these rounds, after those played, why each sits out who does.

    `sat_out` names those who sat out before tonight, each as often as he did.
    """
    everybody = {who: None for seats in rounds for who in _in_order(seats)}
    counts = level(everybody, sat_out, played)
    times = Counter(who for seats in played for who in seats.sit_out)
    found = []
    for seats in rounds:
        found.append(tuple(_reasons_of(seats, counts, times)))
        for who in seats.sit_out:
            counts[who] = counts[who].once_more
        times.update(seats.sit_out)
    return found


def _in_order(seats: RoundSeats[K]) -> list[K]:
    return [*(who for table in seats.tables for who in table), *seats.sit_out]


def _reasons_of(
    seats: RoundSeats[K], counts: Mapping[K, Sat], times: Mapping[K, int]
) -> Iterable[Reason[K]]:
    here = [counts[who] for who in _in_order(seats)]
    playing = here[: len(here) - len(seats.sit_out)]
    least = min(playing, default=Sat())
    for who in seats.sit_out:
        yield Reason(who, times[who], counts[who], least, here.count(counts[who]))
