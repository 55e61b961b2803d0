"""What a draw is asked and what it answers.

Construct with `Request(…)`, never `Request[int](…)`: up to Python 3.12 the latter fails
for a frozen class with slots. The type of the keys is inferred.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.seating.sizes import FOURS

LATEST = (
    2  # the search of new draws; those kept without a number were made by the first
)

K = TypeVar("K", bound=Hashable)  # a player as the caller knows him


@dataclass(frozen=True, slots=True)
class RoundSeats(Generic[K]):
    """One round: tables 1, 2 … with their players in seat order, and who sits out."""

    tables: tuple[tuple[K, ...], ...]
    sit_out: tuple[K, ...] = ()


@dataclass(frozen=True, slots=True)
class Request(Generic[K]):
    """A field and what is known of it.

    `rounds` counts those to be drawn, after the rounds in `played`. Whoever is going
    to play on is best drawn all at once: a draw round by round cannot see ahead.

    `apart` holds groups any two of whom must not meet; names outside the field do no
    harm, so the groups of a club need no trimming.

    `sat_out` names those who sat out before the rounds in `played`, each as often as
    he did; a latecomer who is not to sit out first is listed here too.

    `fixed` names who cannot move, each with the number of his table: whenever he plays
    he sits there. So two of them never meet.

    `sizes` are those a table may have, (3, 4): who sits out and how many tables are of
    which size follows from the number of people, see `table_sizes`.

    `met` has each pair of players who met before tonight, and how often; those outside
    the field do no harm.

    `search` says which search is meant, as a kept draw gives its seats only by its own.
    The first took as many steps for a long evening as for a short one.
    """

    players: tuple[K, ...]
    rounds: int
    seed: int
    house: tuple[K, ...] = ()
    apart: tuple[frozenset[K], ...] = ()
    played: tuple[RoundSeats[K], ...] = ()
    sat_out: tuple[K, ...] = ()
    fixed: tuple[tuple[K, int], ...] = ()
    sizes: tuple[int, ...] = FOURS
    met: tuple[tuple[K, K, int], ...] = ()
    search: int = LATEST

    @property
    def field(self) -> tuple[K, ...]:
        """Everybody to be seated."""
        return self.players + self.house

    @property
    def kept_apart(self) -> tuple[frozenset[K], ...]:
        """Who must not meet, and who cannot because each stays at a table."""
        return (*self.apart, frozenset(key for key, _ in self.fixed))


@dataclass(frozen=True, slots=True)
class Meeting(Generic[K]):
    """Two people and the rounds in which they share a table, the first being 1."""

    pair: tuple[K, K]
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeasonReport(Generic[K]):
    """What is to be said about tonight where some had met before.

    Of the `seated` players those named by `nobody_new` share no table with a player
    whom they had not met. `again` has of the `pairs` of players who meet tonight those
    who had met, each once.
    """

    seated: int
    nobody_new: tuple[K, ...]
    pairs: int
    again: tuple[tuple[K, K], ...]

    @property
    def meet_new(self) -> int:
        """How many meet somebody new."""
        return self.seated - len(self.nobody_new)


@dataclass(frozen=True, slots=True)
class Report(Generic[K]):
    """What is to be said about the rounds played and drawn, taken together.

    `repeats` counts a pair's second meeting once, its third twice more, and so on;
    `most_meetings` is how often a pair meets at the most, and `most_met` how many pairs
    do. `all_met_once`: everybody has met everybody, once.

    `least_possible` is a proven lower bound of `repeats`, not always the best one:
    a draw that misses it may still be as good as any. It is one of draws that keep the
    law of sit-outs; seats that do not may have fewer, and then it is theirs.

    `seat_imbalance` is the largest difference, over players, between their most and
    their least used seat at tables of one size.

    `sat_out_early` names whoever sits out in a drawn round while somebody plays who
    has sat out less. A draw leaves it empty; a draft moved by hand may not.

    `season` is None where nobody here had met before tonight.
    """

    repeats: int
    most_meetings: int
    most_met: int
    all_met_once: bool
    repeated: tuple[Meeting[K], ...]
    least_possible: int
    seat_imbalance: int
    apart_broken: tuple[Meeting[K], ...]
    sat_out_early: tuple[K, ...]
    season: SeasonReport[K] | None = None

    @property
    def none_avoidable(self) -> bool:
        """Whether it is proven that no other draw has fewer repeats."""
        return self.repeats == self.least_possible and not self.sat_out_early


@dataclass(frozen=True, slots=True)
class Draw(Generic[K]):
    """The rounds asked for, in order, and the report on them."""

    rounds: tuple[RoundSeats[K], ...]
    report: Report[K]
