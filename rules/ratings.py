"""Ratings: the chips a round by which a player beats an average table of the club.

Luck and opponents are taken out as far as possible. At a table of n, a player's net is
their strength less the mean of the other strengths, plus luck:

  net = s − mean(s of the others) + luck

Strengths are spread around 0 and luck around 0, each with a spread that is estimated
from the club's own rounds. The strengths are those of a mixed model (best linear
unbiased prediction): a player with few rounds stays near the average, and a win against
strong players counts for more than a win against weak ones. A rating is never a title:
a season rarely shows which of two players is better, and the interval says so.

Lodges that rarely meet may differ as a whole, so players are spread around the mean of
their lodge; the uncertainty that few common tables leave widens the interval. Lodges
that never meet can't be compared: each is placed around the club's average.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)  # a player, by any key the caller uses
NORMAL_95 = 1.959964  # for 95 %, both sides
SWEEPS, CLOSE_ENOUGH = 50, 0.003  # chips
FITS, QUICK = 8, 3  # after this many fits of this many sweeps, the spread is stable
WIDE = 0.5  # initial spread of strengths, as a part of luck's
LODGE = 8  # players; a lodge this large has a mean of its own


@dataclass(frozen=True, slots=True)
class Form(Generic[K]):
    """Chips a round better than an average table, with a 95% interval of ± `within`."""

    player: K
    better: float
    within: float
    rounds: int

    @property
    def is_shown(self) -> bool:
        """Whether the rounds show that a player is better, or worse, than average."""
        return abs(self.better) > self.within


@dataclass(slots=True)
class _Club:
    """Equations of the strengths: `own` on the diagonal, `beside` off it (negative).

    `won` is what a player won in all, weighted by how much it says about their
    strength.
    """

    lodge: list[int]
    own: list[float] = field(default_factory=list)
    beside: list[dict[int, float]] = field(default_factory=list)
    won: list[float] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    squares: float = 0.0  # of the nets at all tables
    free: int = 0  # degrees of freedom: players less one, for each table


def forms(
    tables: Iterable[Sequence[tuple[K, float]]], lodges: Mapping[K, str] | None = None
) -> list[Form[K]]:
    """Return the ratings of everyone at the tables, best first.

    Each round of a table is given as its players with nets. Tables with fewer than two
    players are ignored. Players of a large lodge are pulled toward its mean, others
    toward that of all others. If all nets of each table are equal, all are rated 0.
    """
    numbers: dict[K, int] = {}
    numbered: list[list[tuple[int, float]]] = []
    for table in tables:
        if len(table) > 1:
            pairs = [(numbers.setdefault(k, len(numbers)), net) for k, net in table]
            numbered.append(pairs)
    club = _Club(_lodge_of([(lodges or {}).get(key, "") for key in numbers]))
    for pairs in numbered:
        _add(club, pairs)
    if not club.squares:
        return [
            Form(key, 0.0, 0.0, club.rounds[number]) for key, number in numbers.items()
        ]
    luck, strengths, unsure = _fitted(club)
    forms = [
        Form(
            key,
            strengths[number],
            NORMAL_95 * luck * sqrt(unsure[number]),
            club.rounds[number],
        )
        for key, number in numbers.items()
    ]
    return sorted(forms, key=lambda form: -form.better)


def _lodge_of(names: Sequence[str]) -> list[int]:
    """Return a number for each large lodge; all other players share number 0."""
    large = sorted(name for name, n in Counter(names).items() if name and n >= LODGE)
    return [large.index(name) + 1 if name in large else 0 for name in names]


def _add(club: _Club, table: Sequence[tuple[int, float]]) -> None:
    size = len(table)
    mean = sum(net for _, net in table) / size
    times = size / (size - 1)  # (net − others' mean) / (net − table's mean)
    own_weight, pair_weight = times * times * (size - 1) / size, times * times / size
    club.free += size - 1
    for index, net in table:
        while len(club.own) <= index:
            club.own.append(0.0)
            club.beside.append({})
            club.won.append(0.0)
            club.rounds.append(0)
        club.own[index] += own_weight
        club.won[index] += times * (net - mean)
        club.rounds[index] += 1
        club.squares += (net - mean) ** 2
        row = club.beside[index]
        for other, _ in table:
            if other != index:
                row[other] = row.get(other, 0.0) + pair_weight


def _fitted(club: _Club) -> tuple[float, list[float], list[float]]:
    """Return luck, strengths, and the uncertainty of each strength in units of luck².

    Spread and strengths are fitted in turn. The spread starts wide, so that with few
    rounds the interval is too wide rather than too narrow.
    """
    luck, strength = _spread(club)
    strength = max(strength, WIDE * luck)
    strengths = [0.0] * len(club.own)
    for left in reversed(range(FITS)):
        pull = (luck / strength) ** 2
        around = _strengths(club, pull, strengths, QUICK if left else SWEEPS)
        unsure = [_unsure(club, index, pull) for index in range(len(club.own))]
        apart = sum(
            (value - around[lodge]) ** 2
            for value, lodge in zip(strengths, club.lodge, strict=True)
        )
        strength = sqrt((apart + luck * luck * sum(unsure)) / len(strengths))
    of_lodge = _unsure_lodges(club)
    unsure = [
        value + of_lodge[index] for value, index in zip(unsure, club.lodge, strict=True)
    ]
    mean = sum(strengths) / len(strengths)
    return luck, [value - mean for value in strengths], unsure


def _spread(club: _Club) -> tuple[float, float]:
    """Return the spread of luck and of strengths, from two sums with known means.

    With Z the equations' matrix of the tables: E Σ net² = luck² · free + strength² · tr
    ZᵀZ, and E Σ won² / own = luck² · players + strength² · Σ (own + Σ beside² / own).
    """
    players, trace = len(club.own), sum(club.own)
    by_player = sum(
        won * won / own_weight
        for won, own_weight in zip(club.won, club.own, strict=True)
    )
    heavy = trace + sum(map(_heaviness, club.beside, club.own))
    whole = club.free * heavy - trace * players
    if whole <= 0:  # as many players as rounds
        return sqrt(club.squares / club.free), 0.0
    strength = (by_player * club.free - club.squares * players) / whole
    luck = (club.squares - max(strength, 0.0) * trace) / club.free
    return sqrt(max(luck, club.squares / club.free / 2)), sqrt(max(strength, 0.0))


def _heaviness(row: Mapping[int, float], own_weight: float) -> float:
    return sum(weight * weight for weight in row.values()) / own_weight


def _strengths(
    club: _Club, pull: float, strengths: list[float], sweeps: int
) -> list[float]:
    """Update the strengths in place (Gauss–Seidel) and return the means of the lodges.

    `pull` draws every player towards the mean of their lodge. The lodges' means are
    solved separately: few tables connect lodges, so the means would converge slowly.
    """
    rows = [
        (index, won, 1 / (own_weight + pull), tuple(row.items()), lodge)
        for index, (won, own_weight, row, lodge) in enumerate(
            zip(club.won, club.own, club.beside, club.lodge, strict=True)
        )
    ]
    means = [0.0] * (max(club.lodge) + 1)
    for _ in range(sweeps):
        means = _moved_lodges(club, strengths, means)
        most = 0.0
        for index, won, weight, row, lodge in rows:
            met = sum(n * strengths[other] for other, n in row)
            new = weight * (won + met + pull * means[lodge])
            most = max(most, abs(new - strengths[index]))
            strengths[index] = new
        if most < CLOSE_ENOUGH:
            break
    return means


def _moved_lodges(
    club: _Club, strengths: list[float], means: Sequence[float]
) -> list[float]:
    """Move every lodge as a whole so that its tables with other lodges balance.

    Return the means of the lodges.
    """
    if len(means) == 1:
        return [0.0]
    between = _between(club)
    rest = [0.0] * len(means)
    for index, lodge in enumerate(club.lodge):
        met = sum(n * strengths[other] for other, n in club.beside[index].items())
        rest[lodge] += club.won[index] - club.own[index] * strengths[index] + met
    moves = [0.0] * len(means)
    for _ in range(SWEEPS):
        for lodge, row in enumerate(between):
            if whole := sum(row):
                met = sum(n * moves[other] for other, n in enumerate(row))
                moves[lodge] = (rest[lodge] + met) / whole
    for index, lodge in enumerate(club.lodge):
        strengths[index] += moves[lodge]
    sizes = Counter(club.lodge)
    sums = [0.0] * len(means)
    for strength, lodge in zip(strengths, club.lodge, strict=True):
        sums[lodge] += strength
    return [total / (sizes[lodge] or 1) for lodge, total in enumerate(sums)]


def _between(club: _Club) -> list[list[float]]:
    """Return how much information the tables have about each pair of lodges."""
    size = max(club.lodge) + 1
    between = [[0.0] * size for _ in range(size)]
    for index, row in enumerate(club.beside):
        for other, weight in row.items():
            if club.lodge[index] != club.lodge[other]:
                between[club.lodge[index]][club.lodge[other]] += weight
    return between


def _unsure(club: _Club, index: int, pull: float) -> float:
    """Return the uncertainty of one strength: the inverse's diagonal, to second order.

    In addition to the player's own rounds, it includes the uncertainty about their
    opponents.
    """
    own_weight = club.own[index] + pull
    others = sum(
        weight * weight / (club.own[other] + pull)
        for other, weight in club.beside[index].items()
    )
    return min(1 / own_weight + others / (own_weight * own_weight), 1 / pull)


def _unsure_lodges(club: _Club) -> list[float]:
    """Return the uncertainty of each lodge's mean.

    A lodge that never met another is placed at the club's mean, so it gets 0.
    """
    between = _between(club)
    part = 1 - 1 / len({*club.lodge})
    return [part * part / whole if (whole := sum(row)) else 0.0 for row in between]
