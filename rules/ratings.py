"""Form: how many chips a round somebody is better than an average table of the club.

Luck and opponents are taken out as far as they can be. At a table of n, what somebody wins
is his strength less the mean of the other strengths, and luck:

    net = s − mean(s of the others) + luck

Strengths are spread around 0 and luck around 0, each with a spread of its own that the
club's own rounds tell. So the strengths are those of a mixed model (best linear unbiased
prediction): whoever played little stays near the average, and a win against strong players
says more than one against weak ones. It is never a title: a season says hardly
who of two is better, and the interval tells so.

Lodges that seldom meet may differ as a whole, and players are then spread around the
mean of their lodge; what the few common tables leave open of it widens the interval.
Lodges that never meet cannot be compared: each stands around the club's average.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)  # a player as the caller knows him
NORMAL_95 = 1.959964  # of 95 %, both sides
SWEEPS, CLOSE_ENOUGH = 50, 0.003  # chips
FITS, QUICK = 8, 3  # after so many, of so many sweeps, the spread hardly moves
WIDE = 0.5  # of luck: a spread of strengths to begin with
LODGE = 8  # players, from which on a lodge has a mean of its own


@dataclass(frozen=True, slots=True)
class Form(Generic[K]):
    """Chips a round better than an average table; the truth is in ± `within` in 95 of 100."""

    player: K
    better: float
    within: float
    rounds: int

    @property
    def is_shown(self) -> bool:
        """Whether the rounds show that somebody is better, or worse, than average."""
        return abs(self.better) > self.within


@dataclass(slots=True)
class _Club:
    """The equations of the strengths: `own` on the diagonal, `beside` off it (negative).

    `won` is what somebody won in all, as far as it tells of his strength.
    """

    lodge: list[int]
    own: list[float] = field(default_factory=list)
    beside: list[dict[int, float]] = field(default_factory=list)
    won: list[float] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    squares: float = 0.0  # of what was won at all tables
    free: int = 0  # how many of those can differ freely: one less a table


def forms(
    tables: Iterable[Sequence[tuple[K, float]]], lodges: Mapping[K, str] | None = None
) -> list[Form[K]]:
    """Of everybody who sat at the tables: a round of a table is its players with nets.

    Fewer than two at a table say nothing. Order: best first.
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
    """A number a large lodge; all others are together, as 0."""
    large = sorted(name for name, n in Counter(names).items() if name and n >= LODGE)
    return [large.index(name) + 1 if name in large else 0 for name in names]


def _add(club: _Club, table: Sequence[tuple[int, float]]) -> None:
    size = len(table)
    mean = sum(net for _, net in table) / size
    times = size / (size - 1)  # less the others' mean: so often less the table's
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
    """Luck, strengths, and what is unsure of each in units of luck².

    Spread and strengths in turn. It begins wide, so that where little was played the
    interval is too wide rather than too narrow.
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
    """Of luck and of strengths: by two sums whose means are known.

    With Z the equations' matrix of the tables: E Σ net² = luck² · free + strength² · tr ZᵀZ,
    and E Σ won² / own = luck² · players + strength² · Σ (own + Σ beside² / own).
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
    """Gauss–Seidel in place: each from the others; gives the means of the lodges.

    `pull` draws everybody towards the mean of his lodge. The lodges' means are solved
    for by themselves: few tables hold them together, and they would move slowly.
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
    """Every lodge as a whole to where its tables with others balance."""
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
    """How much the tables tell of each pair of lodges."""
    size = max(club.lodge) + 1
    between = [[0.0] * size for _ in range(size)]
    for index, row in enumerate(club.beside):
        for other, weight in row.items():
            if club.lodge[index] != club.lodge[other]:
                between[club.lodge[index]][club.lodge[other]] += weight
    return between


def _unsure(club: _Club, index: int, pull: float) -> float:
    """Of one strength: the diagonal of the inverse, to second order.

    Beyond his own rounds it counts how little is known of whom he met.
    """
    own_weight = club.own[index] + pull
    others = sum(
        weight * weight / (club.own[other] + pull)
        for other, weight in club.beside[index].items()
    )
    return min(1 / own_weight + others / (own_weight * own_weight), 1 / pull)


def _unsure_lodges(club: _Club) -> list[float]:
    """Of the mean of each lodge; one that never met another stands at the club's mean."""
    between = _between(club)
    part = 1 - 1 / len({*club.lodge})
    return [part * part / whole if (whole := sum(row)) else 0.0 for row in between]
