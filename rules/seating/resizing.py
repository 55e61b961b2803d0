"""Which tables of a round are given up, made smaller or larger when people come or go."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.seating.sizes import table_sizes

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


@dataclass(frozen=True, slots=True)
class _Way:
    """Some tables changed: players who lose their seats, large tables, the sizes."""

    lost: int = 0
    large: int = 0
    sizes: tuple[tuple[int, int], ...] = ()

    @property
    def price(self) -> tuple[int, int]:
        return self.lost, self.large


def resized(
    tables: Tables, order: Sequence[int], kept: set[int], needed: int, new: int
) -> tuple[Sizes, tuple[int, ...]] | None:
    """What each table that changes becomes, 0 for given up, and the sizes of new ones.

    Together they have `needed` seats, and `new` tables are new at least; None where
    that cannot be. The fewest lose their seats, then the fewest tables are large; of
    ways as good the first in the `order` of the tables is taken. `kept` are not given
    up.
    """
    more = needed - sum(tables.seats.values())
    ways = _ways(tables, order, kept, more)
    best: tuple[tuple[int, int], Sizes, tuple[int, ...]] | None = None
    for (added, found), way in ways.items():
        made = table_sizes(max(0, more - added), tables.allowed)
        if sum(made) != more - added or len(made) < new:
            continue
        lost, large = way.price
        large += sum(_is_large(tables, size) for size in made)
        price = lost + max(0, tables.short - found), large
        if best is None or price < best[0]:
            best = price, dict(way.sizes), made
    return best and best[1:]


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
            for size, lost, spared in options:
                seats = tables.seats[label]
                key = added + size - seats, max(0, min(tables.short, found + spared))
                if not low <= key[0] <= high:
                    continue
                large = _is_large(tables, size) - _is_large(tables, seats)
                option = _Way(
                    way.lost + lost, way.large + large, (*way.sizes, (label, size))
                )
                if key not in best or option.price < best[key].price:
                    best[key] = option
    return best


def _options(
    tables: Tables, label: int, *, given_up: bool
) -> Iterator[tuple[int, int, int]]:
    """Other sizes of a table, with who loses his seat, and who of them may sit out."""
    for size in [0] * given_up + sorted(tables.allowed):
        if size != tables.seats[label]:
            out = {who for who, seat in tables.people[label].items() if seat >= size}
            yield size, len(out - tables.must), len(out & tables.may)


def _is_large(tables: Tables, size: int) -> bool:
    return size > min(tables.allowed)
