"""Which tables of a round are given up, made smaller or larger when people come or go."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.seating.fields import table_sizes

Sizes = dict[int, int]  # of a table by its number


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a round that has not begun, and what their change costs.

    `seats` are the sizes as they stand, `allowed` those a table may have; a table of
    another size may stay as it is. `people[label]` are who keep their seats there if
    the table stays, each with the seat. `must` sit out, of `may` so many as are `short`
    do: whoever of them loses his seat can sit out instead of one who keeps his.
    """

    seats: Sizes
    allowed: Sequence[int]
    people: Mapping[int, Mapping[int, int]]
    must: set[int]
    may: set[int]
    short: int


def resized(
    tables: Tables, order: Sequence[int], kept: set[int], needed: int, new: int
) -> tuple[Sizes, tuple[int, ...]] | None:
    """What each table that changes becomes, 0 for given up, and the sizes of new ones.

    Together they have `needed` seats, and `new` tables are new at least; None where
    that cannot be. The fewest lose their seats; of ways as good the first in the
    `order` of the tables is taken. `kept` are not given up.
    """
    more = needed - sum(tables.seats.values())
    best: tuple[int, Sizes, tuple[int, ...]] | None = None
    for (added, found), way in _ways(tables, order, kept, more).items():
        made = table_sizes(max(0, more - added), tables.allowed)
        if sum(made) != more - added or len(made) < new:
            continue
        lost = way.lost + max(0, tables.short - found)
        if best is None or lost < best[0]:
            best = lost, dict(way.sizes), made
    return best and best[1:]


class _Way(NamedTuple):
    """Some tables changed: how many lose their seats, and the sizes."""

    lost: int = 0
    sizes: tuple[tuple[int, int], ...] = ()


def _ways(
    tables: Tables, order: Sequence[int], kept: set[int], more: int
) -> dict[tuple[int, int], _Way]:
    """The cheapest way to each number of seats added and of people found to sit out.

    Where all tables have one size none is given up to make another; else a few change
    size to and fro.
    """
    about = max(tables.allowed) ** 2 if len(tables.allowed) > 1 else 0
    low, high = min(0, more) - about, max(0, more) + about
    best = {(0, 0): _Way()}
    for label in order:
        options = list(_options(tables, label, given_up=label not in kept))
        for (added, found), way in list(best.items()):
            for more_seats, lost, spared in options:
                key = added + more_seats, max(0, min(tables.short, found + spared))
                if not low <= key[0] <= high:
                    continue
                if key not in best or way.lost + lost < best[key].lost:
                    change = label, tables.seats[label] + more_seats
                    best[key] = _Way(way.lost + lost, (*way.sizes, change))
    return best


def _options(
    tables: Tables, label: int, *, given_up: bool
) -> Iterator[tuple[int, int, int]]:
    """Seats a table may gain or lose, who loses his, and who of them may sit out."""
    seats = tables.seats[label]
    for size in [0] * given_up + sorted(tables.allowed):
        if size != seats:
            out = {who for who, seat in tables.people[label].items() if seat >= size}
            yield size - seats, len(out - tables.must), len(out & tables.may)
