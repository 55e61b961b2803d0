"""A request in numbers: who is who, what kind of pair two are, and what a meeting costs.

People are 0, 1, 2 … in the order of the field. A pair is one byte: what kind of pair it
is plus how often it has met. So the search looks up one number to know what one meeting
more adds or one fewer saves.

The weights are far enough apart that no number of lesser faults outweighs a greater
one, within a swap of two people.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Generic

from rules.seating.sitouts import Sat, level
from rules.seating.sizes import table_sizes
from rules.seating.terms import K, Request

KIND = 64  # bytes of one kind of pair; a pair meets fewer times than this

PLAIN = 0 * KIND  # two players
GUEST = 1 * KIND  # a player and a house player
HOUSE = 2 * KIND  # two house players
APART = 3 * KIND  # two who must not meet

MEETING_APART = 10**10
REPEAT = 10**6
_REPEAT_WITH_HOUSE = REPEAT - 10  # so repeats fall on house players first
_THREE_TIMES = 100  # of two seatings with as many repeats, that which spreads them
_HOUSE_TOGETHER = 30  # each meeting: they are there for the players


def repeats_of(met: int) -> int:
    """What a pair that met so often adds to the repeats: its k-th meeting k - 1."""
    return met * (met - 1) // 2


def _cost(byte: int) -> int:
    kind, met = byte - byte % KIND, byte % KIND
    each = _REPEAT_WITH_HOUSE if kind in (GUEST, HOUSE) else REPEAT
    cost = repeats_of(met) * each + comb(met, 3) * _THREE_TIMES
    if kind == HOUSE:
        cost += met * _HOUSE_TOGETHER
    if kind == APART:
        cost += met * MEETING_APART
    return cost


COST = tuple(_cost(byte) for byte in range(4 * KIND))
MORE = (*(COST[b + 1] - COST[b] for b in range(4 * KIND - 1)), 0)
LESS = (0, *(COST[b] - COST[b - 1] for b in range(1, 4 * KIND)))

# Pairs the search tries to part: they repeat, or must not meet at all.
FAULTY = tuple(
    byte % KIND > (0 if byte >= APART else 1)  # meetings allowed
    for byte in range(4 * KIND)
)


@dataclass(frozen=True, slots=True)
class Field(Generic[K]):
    """What the search, the bounds and the report need to know.

    `pairs[a][b]` is the byte of a pair before the rounds to draw,
    `sat[a]` how often somebody has sat out, `apart` the groups who must not meet, and
    `earlier` for each round played its tables, all without those who have left.
    `shape` are the sizes of the tables of each round to draw; `large[a]` is how often
    somebody sat at a larger one than need be, each seat more counted. `met[a][b]` is how
    often a pair met before tonight, 255 at most; empty where nobody here did.
    """

    keys: tuple[K, ...]
    rounds: int
    pairs: tuple[bytes, ...]
    sat: tuple[Sat, ...]
    apart: tuple[tuple[int, ...], ...]
    earlier: tuple[tuple[tuple[int, ...], ...], ...]
    shape: tuple[int, ...]
    large: tuple[int, ...]
    met: tuple[bytes, ...] = ()

    @property
    def size(self) -> int:
        return len(self.keys)

    @property
    def tables(self) -> int:
        return len(self.shape)

    @property
    def sitters(self) -> int:
        """How many sit out in each round."""
        return len(self.keys) - sum(self.shape)

    @property
    def seats(self) -> int | None:
        """How many sit at each table; None where tables are of different sizes."""
        return self.shape[0] if len(set(self.shape)) == 1 else None

    @property
    def people(self) -> range:
        return range(len(self.keys))

    @property
    def turns(self) -> tuple[Sat, ...]:
        """Who have the same may take each other's sit-outs, where there are any."""
        return self.sat if self.sitters else (Sat(),) * self.size

    @property
    def fresh(self) -> bool:
        """Whether nothing has been played yet."""
        return not self.earlier


def field_of(request: Request[K]) -> Field[K]:
    """The request in numbers."""
    number = {key: i for i, key in enumerate(request.field)}
    pairs = [bytearray(len(number)) for _ in number]
    _mark_house(pairs, len(request.players))
    apart = [
        sorted(number[k] for k in group if k in number) for group in request.kept_apart
    ]
    for group in apart:
        _mark_apart(pairs, group)
    earlier = []
    for seats in request.played:
        here = [tuple(number[k] for k in t if k in number) for t in seats.tables]
        earlier.append(tuple(here))
        _mark_met(pairs, here)
    rows = tuple(bytes(row) for row in pairs)
    return Field(
        keys=request.field,
        rounds=request.rounds,
        pairs=rows,
        sat=tuple(level(request.field, request.sat_out, request.played).values()),
        apart=tuple(tuple(group) for group in apart if len(group) > 1),
        earlier=tuple(earlier),
        shape=table_sizes(len(number), request.sizes),
        large=tuple(_at_large_tables(request).values()),
        met=_met_before(request, number),
    )


def _met_before(request: Request[K], number: Mapping[K, int]) -> tuple[bytes, ...]:
    here = [
        (number[one], number[other], min(times, 255))
        for one, other, times in request.met
        if one in number and other in number
    ]
    rows = [bytearray(len(number)) for _ in number] if here else []
    for a, b, times in here:
        rows[a][b] = rows[b][a] = times
    return tuple(map(bytes, rows))


def _at_large_tables(request: Request[K]) -> dict[K, int]:
    had, fewest = dict.fromkeys(request.field, 0), min(request.sizes)
    for table in (table for seats in request.played for table in seats.tables):
        for who in had.keys() & table:
            had[who] += max(0, len(table) - fewest)
    return had


def _mark_house(pairs: list[bytearray], players: int) -> None:
    for house in range(players, len(pairs)):
        for other in range(house):
            kind = GUEST if other < players else HOUSE
            pairs[house][other] = pairs[other][house] = kind


def _mark_apart(pairs: list[bytearray], group: Sequence[int]) -> None:
    for a, b in combinations(group, 2):
        pairs[a][b] = pairs[b][a] = APART


def _mark_met(pairs: list[bytearray], tables: Sequence[Sequence[int]]) -> None:
    for table in tables:
        for a, b in combinations(table, 2):
            pairs[a][b] += 1
            pairs[b][a] += 1
