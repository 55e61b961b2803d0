"""Who sits out: always somebody of those who have sat out least."""

from collections.abc import Sequence
from random import Random


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
