"""What a meeting costs, as small tables.

A pair is one byte: what kind of pair it is plus how often it has met. So the search
looks up one number to know what one meeting more adds or one fewer saves.

The weights are far enough apart that no number of lesser faults outweighs a greater
one, within a swap of two people.
"""

from math import comb

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
