"""Statistics of deals for a seat, in numbers that add up over hands, events and years.

A game names its own figures. The figures of every deal are defined here: the chips, and
what they were paid for (`from.game`: by the item of the account). Chips are whole, +
for a gain.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from rules.ledger import Settlement

NORMAL_95 = 1.96
ENOUGH = 20  # hands; a rate from fewer isn't meaningful
HANDS = "hands"
ORIGIN = "from."
FEAT = "feat."
WITH = "with."  # a partner, by the number of seats further on in order of play


class Figure(NamedTuple):
    """A count: `n` times, `won` of them successful, with the sum and squares of chips.

    The sum of squared chips is needed for the confidence interval of the mean.
    """

    n: int = 0
    won: int = 0
    chips: int = 0
    squares: int = 0

    @property
    def mean(self) -> float:
        return self.chips / self.n if self.n else 0.0

    @property
    def rate(self) -> float:
        return self.won / self.n if self.n else 0.0

    @property
    def within(self) -> float:
        """Half of the 95% confidence interval of the mean."""
        if self.n < 2:
            return 0.0
        spread = (self.squares - self.chips * self.chips / self.n) / (self.n - 1)
        return NORMAL_95 * sqrt(max(spread, 0.0) / self.n)


Figures = dict[str, Figure]
NOTHING = Figure()


def single(chips: int = 0, won: bool = True) -> Figure:
    """Return the figure of something that happened once."""
    return Figure(1, int(won), chips, chips * chips)


def count(figures: Figures, name: str, figure: Figure) -> None:
    """Add a figure to the figure of its name."""
    old = figures.get(name)
    figures[name] = Figure(*map(sum, zip(old, figure, strict=True))) if old else figure


def add_figures(seats_figures: Iterable[Mapping[str, Sequence[int]]]) -> Figures:
    """Return the sums of figures of several hands, events or people."""
    sums: dict[str, list[int]] = {}
    for figures in seats_figures:  # thirty years have half a million of them
        for name, (n, won, chips, squares) in figures.items():
            if old := sums.get(name):
                old[0] += n
                old[1] += won
                old[2] += chips
                old[3] += squares
            else:
                sums[name] = [n, won, chips, squares]
    return {name: Figure(*numbers) for name, numbers in sums.items()}


def chips_of(settlement: Settlement, active: Iterable[int]) -> list[Figures]:
    """Return each seat's figures: the net of a deal it played, and what was paid for.

    A seat that sat out has no hand, but may still have been paid or have paid.
    """
    plays, items = set(active), settlement.net_by_item.items()
    seats: list[Figures] = []
    for seat, net in enumerate(settlement.net, start=1):
        figures = {
            f"{ORIGIN}{item}": single(chips[seat - 1], chips[seat - 1] > 0)
            for item, chips in items
            if chips[seat - 1]
        }
        if seat in plays:
            figures[HANDS] = single(net, net > 0)
        elif figures:
            figures[HANDS] = single(net, net > 0)._replace(n=0)
        seats.append(figures)
    return seats


def with_feats(
    seats: list[Figures], feats: Iterable[tuple[str, Iterable[int]]]
) -> list[Figures]:
    """Return the seats' figures with each feat added for the seats that made it."""
    for feat, feat_seats in feats:
        for seat in feat_seats:
            count(seats[seat - 1], f"{FEAT}{feat}", single())
    return seats


def count_partners(
    seats: Sequence[Figures], pair: tuple[int, int], chips: Sequence[int], *, won: bool
) -> None:
    """Count two seats as partners in a deal that brought each of them these chips."""
    first, second = pair
    for seat, partner in ((first, second), (second, first)):
        name = f"{WITH}{(partner - seat) % len(seats)}"
        count(seats[seat - 1], name, single(chips[seat - 1], won))


class SeatFigures(NamedTuple):
    """The figures of a table's hands for one of its seats."""

    sums: Figures
    partners: dict[int, Figure]  # by their seats
    largest: tuple[int, int]  # chips, and the negative number of the hand


def by_seat(
    hands: Sequence[tuple[int, Sequence[int], Sequence[Figures]]], seats: int
) -> list[SeatFigures]:
    """Return the sums of a table's hands for each of its seats, seat 1 first.

    Each hand is given by its number, the net chips of the seats and the seats' figures.
    """
    rows = []
    for index in range(seats):
        sums = add_figures(figures[index] for *_, figures in hands)
        partners = {
            (index + step) % seats + 1: sums.pop(name)
            for step in range(1, seats)
            if (name := f"{WITH}{step}") in sums
        }
        largest = max((net[index], -number) for number, net, _ in hands)
        rows.append(SeatFigures(sums, partners, largest))
    return rows


def wilson(won: int, n: int) -> tuple[float, float]:
    """Return the 95% interval of a rate that was observed `won` times in `n`."""
    if not n:
        return 0.0, 1.0
    square = NORMAL_95 * NORMAL_95
    middle = (won + square / 2) / (n + square)
    half = NORMAL_95 * sqrt(won * (n - won) / n + square / 4) / (n + square)
    return max(middle - half, 0.0), min(middle + half, 1.0)
