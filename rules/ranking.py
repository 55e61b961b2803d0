"""Ranking of contestants from round results.

Places are counted as players do: 1, 2, 2, 4. A tie is data: each row that shares a
place is marked. The rule sheet knows one ranking, the most chips; the rest is what
tournaments agree on.

Decisions that this module makes:

* Every contestant normally has one result a round. A sit-out, a late start or an
  absence is a result too, with `sat_out` set and with the chips and the points the
  tournament gives for it: the caller supplies both.
* For a contestant with fewer results than the event has rounds, the missing rounds
  are the first to be dropped. At least one round of the event always counts, so
  standings of no more rounds than would be dropped drop fewer.
* Adjustments are rulings outside a sheet. They count in chips and are never dropped.
* Tie-breaks look at all results, dropped or not, because they describe what happened.
  `rules.tie_breaks` lists them.
* A round counts for everyone at once, when it is over (`rules.round_status`).
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import inf, lcm
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar

from rules.messages import Sentence

K = TypeVar("K", bound=Hashable)  # a contestant, by any key the caller uses
TieValue = int | Fraction | None  # of a tie-break; None: the contestant has no value
NOTHING = Fraction(0)
HALF = Fraction(1, 2)


class Method(StrEnum):
    """The value that is compared before any tie-break."""

    CHIPS = "chips"
    TABLE_POINTS = "table_points"  # then chips


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One contestant's result of a round.

    `chips` is their score (§30), or exactly what a round sat out scores, `points` their
    table points, `won` their part of the win at the table: 1, or 1/2 where two were
    first.
    """

    round: int
    chips: int | Fraction
    points: Fraction = NOTHING
    won: Fraction = NOTHING
    sat_out: bool = False


@dataclass(frozen=True, slots=True)
class Contestant(Generic[K]):
    """A contestant to be ranked, identified by the caller's `key`.

    `adjustment` is in chips, `lot` the number drawn (0: none drawn), and `order` (a
    start number) only decides the order in which contestants who share a place are
    listed.
    """

    key: K
    results: tuple[RoundResult, ...]
    adjustment: int = 0
    lot: int = 0
    order: int = 0


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One way to separate contestants who are equal by the method.

    `value` takes a contestant and the number of the event's last round. The highest
    value is best, or the lowest where `lowest_wins`; None ranks behind every number.
    `label` is a noun, such as “best round”. `explanation` has the places {theirs} and
    {yours} for two values. `counts_wins`: the value depends on the winners of rounds.
    """

    code: str
    label: Sentence
    explanation: Sentence
    value: Callable[[Contestant[Any], int], TieValue]
    lowest_wins: bool = False
    counts_wins: bool = False

    def sort_key(self, value: TieValue) -> float | Fraction:
        """Return the smaller number for the better value."""
        if value is None:
            return inf
        return value if self.lowest_wins else -value


@dataclass(frozen=True, slots=True)
class Row(Generic[K]):
    """One line of the standings.

    `chips` and `points` are the totals that count: without the dropped rounds, `chips`
    with the adjustment. `played` counts rounds at a table, dropped or not. `values` are
    those of the tie-breaks, in their order. `decided_by` is the tie-break that
    separates this row from the next better place, or failing that from the next worse
    one; None where the totals differ or the tie was never broken.
    """

    key: K
    place: int
    tied: bool
    chips: int
    points: Fraction
    played: int
    dropped: tuple[int, ...]
    values: tuple[TieValue, ...]
    decided_by: TieBreak | None


def rank(
    contestants: Iterable[Contestant[K]],
    *,
    method: Method = Method.CHIPS,
    tie_breaks: Sequence[TieBreak] = (),
    drop_worst: int = 0,
    running: Collection[int] = (),
) -> list[Row[K]]:
    """Return the standings, best first.

    `tie_breaks` are tried in the order given. `drop_worst` rounds of each contestant do
    not count, the worst by the method first. Results of `running` rounds are ignored,
    and so is the order of the input. Raises ValueError for a negative `drop_worst`, a
    key given twice, or two results of one contestant for one round.
    """
    field = list(contestants)
    _refuse_nonsense(field, drop_worst)
    if running:
        field = [_without_rounds(contestant, running) for contestant in field]
    breaks = tuple(tie_breaks)
    event = _Event.of(field, Method(method), breaks, drop_worst)
    standings = [event.standing(contestant) for contestant in field]
    return _rows(sorted(standings, key=itemgetter(0, 1, 2)), breaks)


def comparing(
    field: Iterable[Contestant[K]],
    *,
    method: Method = Method.CHIPS,
    tie_breaks: Sequence[TieBreak] = (),
    drop_worst: int = 0,
) -> Callable[[Contestant[K]], tuple[tuple[float, ...], tuple[float | Fraction, ...]]]:
    """Return a sort key for contestants of this field: smaller keys rank higher.

    Equal keys share a place. Use it to ask what would happen if a contestant had
    another result of a round; at least one contestant of the field needs a result of
    that round.
    """
    event = _Event.of(list(field), Method(method), tuple(tie_breaks), drop_worst)
    return lambda contestant: event.standing(contestant)[:2]


def rounded(chips: int | Fraction) -> int:
    """Return whole chips, a half rounded upwards (towards plus, so -2 1/2 is -2)."""
    return chips if isinstance(chips, int) else (chips + HALF).__floor__()


def in_whole_chips(
    results: Iterable[tuple[int, int | Fraction]], dropped: Iterable[int] = ()
) -> dict[int, int]:
    """Return each round's whole chips by its number, adding up to the rounded total.

    `results` are rounds and their chips, in order. A dropped round is rounded alone;
    each of the others gets what it adds to the rounded sum so far.
    """
    left_out, whole = set(dropped), {}
    total: int | Fraction = 0
    for number, chips in results:
        if number in left_out:
            whole[number] = rounded(chips)
        else:
            whole[number] = rounded(total + chips) - rounded(total)
            total += chips
    return whole


def _without_rounds(
    contestant: Contestant[K], rounds: Collection[int]
) -> Contestant[K]:
    """Return the contestant without their results of these rounds."""
    results = tuple(
        result for result in contestant.results if result.round not in rounds
    )
    return replace(contestant, results=results)


@dataclass(frozen=True, slots=True)
class _Event:
    """The whole field; points are added as whole numbers of 1/`unit` for speed."""

    method: Method
    breaks: tuple[TieBreak, ...]
    drop_worst: int
    rounds: int
    last: int
    unit: int

    @classmethod
    def of(
        cls,
        field: list[Contestant[K]],
        method: Method,
        breaks: tuple[TieBreak, ...],
        drop_worst: int,
    ) -> Self:
        results: list[RoundResult] = []
        for contestant in field:
            results += contestant.results
        rounds = {result.round for result in results}
        parts = {result.points.denominator for result in results}
        drop, last = min(drop_worst, len(rounds) - 1), max(rounds, default=0)
        return cls(method, breaks, drop, len(rounds), last, lcm(*parts))

    def units(self, number: Fraction) -> int:
        numerator, denominator = number.as_integer_ratio()
        return numerator * (self.unit // denominator)

    def standing(self, contestant: Contestant[K]) -> "_Standing[K]":
        """Return one contestant's totals, tie-breaks and row fields."""
        results, units = contestant.results, self.units
        lines = [(r.chips, units(r.points), r.round) for r in results]
        drop = max(0, self.drop_worst - (self.rounds - len(results)))
        if drop:
            lines.sort(key=_WORST_FIRST[self.method])
        chips = rounded(sum([line[0] for line in lines[drop:]])) + contestant.adjustment
        points = sum([line[1] for line in lines[drop:]])
        values = tuple(
            [tie_break.value(contestant, self.last) for tie_break in self.breaks]
        )
        return _Standing(
            totals=(-chips,) if self.method == Method.CHIPS else (-points, -chips),
            breaks=tuple(map(TieBreak.sort_key, self.breaks, values)),
            order=(contestant.order, str(contestant.key)),
            key=contestant.key,
            shown=(
                chips,
                _fraction(points, self.unit),
                len([r for r in results if not r.sat_out]),
                tuple(sorted([line[2] for line in lines[:drop]])),
                values,
            ),
        )


_fraction = lru_cache(Fraction)  # slow to make, and there are few different sums

# The sort order of lines (chips, points, round), worst first. The round settles ties.
_WORST_FIRST = {
    Method.CHIPS: itemgetter(0, 1, 2),
    Method.TABLE_POINTS: itemgetter(1, 0, 2),
}


class _Standing(NamedTuple, Generic[K]):
    """A contestant to be compared, smaller first; `shown` holds fields of a row."""

    totals: tuple[int, ...]
    breaks: tuple[float | Fraction, ...]
    order: tuple[int, str]
    key: K
    shown: tuple[int, Fraction, int, tuple[int, ...], tuple[TieValue, ...]]


def _refuse_nonsense(field: list[Contestant[K]], drop_worst: int) -> None:
    if drop_worst < 0:
        raise ValueError(f"cannot drop {drop_worst} rounds")
    if len({contestant.key for contestant in field}) != len(field):
        raise ValueError("a contestant is ranked once")
    for contestant in field:
        rounds = {result.round for result in contestant.results}
        if len(rounds) != len(contestant.results):
            raise ValueError(f"two results for one round: {contestant.key!r}")


def _rows(ranked: list[_Standing[K]], breaks: tuple[TieBreak, ...]) -> list[Row[K]]:
    """Return rows for ordered standings; those who compare equal share a place."""
    groups = [list(group) for _, group in groupby(ranked, itemgetter(0, 1))]
    rows: list[Row[K]] = []
    for number, group in enumerate(groups):
        row_above = groups[number - 1][0] if number else None
        row_below = groups[number + 1][0] if number + 1 < len(groups) else None
        decided = _what_separates(group[0], row_above, breaks)
        decided = decided or _what_separates(group[0], row_below, breaks)
        place, tied = len(rows) + 1, len(group) > 1
        rows += [
            Row(standing.key, place, tied, *standing.shown, decided)
            for standing in group
        ]
    return rows


def _what_separates(
    first: _Standing[K], second: _Standing[K] | None, breaks: tuple[TieBreak, ...]
) -> TieBreak | None:
    """Return the first tie-break that differs between two with equal totals."""
    if second is None or first.totals != second.totals:
        return None
    pairs = zip(breaks, first.breaks, second.breaks, strict=True)
    return next(
        (tie_break for tie_break, mine, others in pairs if mine != others), None
    )


POINTS, CHIPS = "points", "chips"


@dataclass(frozen=True, slots=True)
class Facts:
    """The values that the ranking compares of one contestant, in the form of `Row`."""

    chips: int
    points: Fraction = NOTHING
    values: tuple[TieValue, ...] = ()  # of the tie-breaks, in their order


def what_separates(
    first: Facts,
    second: Facts,
    *,
    method: Method = Method.CHIPS,
    tie_breaks: Sequence[TieBreak] = (),
) -> str | TieBreak | None:
    """Return what decides: `POINTS`, `CHIPS` or a tie-break; None for a tie."""
    if method == Method.TABLE_POINTS and first.points != second.points:
        return POINTS
    if first.chips != second.chips:
        return CHIPS
    pairs = zip(tie_breaks, first.values, second.values, strict=True)
    return next(
        (tie_break for tie_break, mine, others in pairs if mine != others), None
    )
