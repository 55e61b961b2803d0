"""Who takes which seat of a table: everybody uses all of them evenly."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from random import Random

from rules.seating.fields import shuffled

_NOBODY = -1

Tables = list[list[int]]  # of one round, without the bench
# Of each size of table: for each person, how often each seat was used.
Uses = Mapping[int, list[list[int]]]


def seated(rounds: Sequence[Tables], used: Uses, rng: Random) -> list[Tables]:
    """The same tables with their people in seat order.

    Take everybody's appearances four at a time. A table joins four such foursomes, a
    foursome at most four tables; the edges of such a graph can be coloured with four
    colours (König 1916), and a colour is a seat. So in every four rounds running one
    uses each seat once, and over an evening no seat more than once oftener than another.
    Tables of another size are coloured by themselves: the third seat of three is not
    the third of four.

    `used` counts seats of rounds played. Where there are any, the evening as a whole is
    then evened out table by table, as far as that goes.
    """
    order = _coloured(rounds, rng)
    if any(any(uses) for people in used.values() for uses in people):
        copy = {size: [list(uses) for uses in used[size]] for size in used}
        _even_out(order, copy)
    return order


def best_order(table: Sequence[int], used: Uses) -> list[int]:
    """A table in the seat order that evens out best what they used; a tie: as given."""
    uses = used[len(table)]
    order = min(
        _orders(len(table)),
        key=lambda order: sum(
            uses[who][seat] for who, seat in zip(table, order, strict=True)
        ),
    )
    return [who for _, who in sorted(zip(order, table, strict=True))]


@cache
def _orders(seats: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(seats)))


def _even_out(rounds: list[Tables], used: Uses) -> None:
    tables = [table for tables in rounds for table in tables]
    for table in tables:
        _count(table, used, 1)
    changed = True
    while changed:  # ends: each change lessens the sum of the squares of all uses
        changed = False
        for table in tables:
            _count(table, used, -1)
            uses = used[len(table)]
            before = sum(uses[who][seat] for seat, who in enumerate(table))
            order = best_order(table, used)
            if sum(uses[who][seat] for seat, who in enumerate(order)) < before:
                table[:] = order
                changed = True
            _count(table, used, 1)


def _count(table: list[int], used: Uses, times: int) -> None:
    uses = used[len(table)]
    for seat, who in enumerate(table):
        uses[who][seat] += times


class _Colouring:
    """Foursomes of appearances on one side, tables on the other; seats join them.

    At tables of three it is three appearances that make one, and so on.
    """

    def __init__(self) -> None:
        self.owner: list[int] = []  # of each foursome: the person
        self.table_of: list[list[int]] = []  # of each foursome: its table at each seat
        self.foursome_at: list[list[int]] = []  # of each table: who is at each seat

    def join(self, foursome: int, table: int) -> None:
        """Find a seat for one appearance; along a path of others two seats change."""
        seat = self.table_of[foursome].index(_NOBODY)
        other = self.foursome_at[table].index(_NOBODY)
        while True:
            at_table = self.foursome_at[table]
            moved = at_table[seat]
            at_table[other], at_table[seat] = moved, foursome
            self.table_of[foursome][seat] = table
            if moved == _NOBODY:
                return
            self.table_of[moved][seat] = _NOBODY
            further = self.table_of[moved][other]
            self.table_of[moved][other] = table
            if further == _NOBODY:
                return
            foursome, table = moved, further


def _coloured(rounds: Sequence[Tables], rng: Random) -> list[Tables]:
    colouring = _Colouring()
    appearances: Counter[tuple[int, int]] = Counter()  # of person and size of table
    latest: dict[tuple[int, int], int] = {}  # of the same: the foursome being filled
    edges = []
    for number, table in enumerate(table for tables in rounds for table in tables):
        seats = len(table)
        colouring.foursome_at.append([_NOBODY] * seats)
        for who in table:
            if appearances[who, seats] % seats == 0:
                latest[who, seats] = len(colouring.owner)
                colouring.owner.append(who)
                colouring.table_of.append([_NOBODY] * seats)
            appearances[who, seats] += 1
            edges.append((latest[who, seats], number))
    for foursome, number in shuffled(edges, rng):
        colouring.join(foursome, number)
    coloured = iter(colouring.foursome_at)
    return [
        [[colouring.owner[foursome] for foursome in next(coloured)] for _ in tables]
        for tables in rounds
    ]
