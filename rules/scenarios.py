"""What a player needs in the last round, for each place. Chips ranking and points.

Three answers, each only as strong as what it supposes:

* **enough**: the place is his, alone or shared, if everybody else who still plays gets
  the start chips (in table points: the middle of a table's, and the start chips).
  One chip less is not enough. Rounds won in the last round are left out.
* **sure**: nobody can keep him from the place, whatever the others get, as long as no
  score of the last round is below 0. A table's scores total its seats x start chips,
  which bounds what the others get together; a tie counts as lost. Chips ranking only.
* **out of reach**: even all chips of his table would not do, if again no score is
  below 0. Chips ranking only.

A loan can bring one score below 0 and another above the table's chips. Then nothing is
bounded, and no answer could be sure: so the caller has to say what is supposed.
"""

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from rules.ranking import Contestant, Method, RoundResult, TieBreak, comparing, rounded
from rules.round_scores import MissedScore, middle_points, missed_chips

# No score of a round is near these: what is enough at the lowest is always enough.
SCORES = range(-100_000, 100_001)


@dataclass(frozen=True, slots=True)
class Runner:
    """A contestant before the last round.

    `plays`: the last round is still open for him; otherwise his results hold it.
    `averaged` are the rounds he did not play that score his own average: what the last
    round brings at a table moves them, so what his results hold of them is not asked.
    `table` says who sits together in it, None where that is not known.
    """

    contestant: Contestant[Any]
    plays: bool = True
    averaged: frozenset[int] = frozenset()
    table: Hashable = None


@dataclass(frozen=True, slots=True)
class Last:
    """The last round, all of whose tables have `seats`, and how the event ranks."""

    round: int
    start_chips: int = 100
    method: Method = Method.CHIPS
    tie_breaks: tuple[TieBreak, ...] = ()
    drop_worst: int = 0
    seats: int = 4

    @property
    def table_total(self) -> int:
        return self.seats * self.start_chips

    @property
    def middle(self) -> Fraction:
        return middle_points(self.seats)

    @property
    def points(self) -> tuple[Fraction, ...]:
        """Every number of table points there is: 1, 1 1/2 … as many as seats."""
        return tuple(Fraction(halves, 2) for halves in range(2, 2 * self.seats + 1))


@dataclass(frozen=True, slots=True)
class Need:
    """What a place takes: chips, or table points where they decide.

    `enough` None: nothing he can get is, `always`: anything is. `sure` None: not to be
    proven for any score.
    """

    place: int
    enough: int | Fraction | None
    always: bool = False
    sure: int | None = None
    out_of_reach: bool = False


def needs(
    me: Runner, others: Iterable[Runner], last: Last, places: Iterable[int]
) -> list[Need]:
    """What each of these places takes. Raises ValueError if his last round is over."""
    if not me.plays:
        raise ValueError("his last round is over")
    race = _Race(me, tuple(others), last)
    return [race.need(place) for place in places]


def after(
    runner: Runner, last: Last, chips: int, points: Fraction | None = None
) -> Contestant[Any]:
    """The contestant once the last round is over, and brought him that; points: the middle.

    Of who has played it already only the averages are still to be computed.
    """
    results = runner.contestant.results
    if runner.plays:
        middle = last.middle if points is None else points
        results = (*results, RoundResult(last.round, chips, middle))
    if runner.averaged:
        own_chips = [result.chips for result in results if not result.sat_out]
        average = missed_chips(MissedScore.AVERAGE, last.start_chips, own_chips)
        results = tuple(
            replace(result, chips=average)
            if result.round in runner.averaged
            else result
            for result in results
        )
    return replace(runner.contestant, results=results)


class _Race:
    """One player against all the others."""

    def __init__(self, me: Runner, others: tuple[Runner, ...], last: Last) -> None:
        self.me, self.others, self.last = me, others, last
        self.by_points = last.method == Method.TABLE_POINTS
        self.scores: Sequence[int] | Sequence[Fraction]
        self.scores = last.points if self.by_points else SCORES
        expected = [after(runner, last, last.start_chips) for runner in others]
        self.key = comparing(
            [*expected, after(me, last, last.start_chips)],
            method=last.method,
            tie_breaks=last.tie_breaks,
            drop_worst=last.drop_worst,
        )
        self.against = sorted(map(self.key, expected))
        self.passing = cache(self._passing)

    def need(self, place: int) -> Need:
        if place > len(self.others):
            return Need(place, None, always=True)
        index = bisect_left(
            self.scores, True, key=lambda score: self._gets(score, place)
        )
        enough = self.scores[index] if index < len(self.scores) else None
        if self.by_points:
            return Need(place, enough, always=index == 0)
        table = range(self.last.table_total + 1)
        sure = bisect_left(table, True, key=lambda n: self.passing(n) < place)
        return Need(
            place,
            enough,
            always=index == 0,
            sure=sure if sure < len(table) else None,
            out_of_reach=self._certainly_ahead >= place,
        )

    def _gets(self, score: int | Fraction, place: int) -> bool:
        """Whether this score gives the place when the others get what is expected."""
        if isinstance(score, Fraction):
            mine = after(self.me, self.last, self.last.start_chips, score)
        else:
            mine = after(self.me, self.last, score)
        return self.key(mine) <= self.against[place - 1]

    def _final(self, runner: Runner) -> "_Final":
        dropped = min(self.last.drop_worst, self._rounds - 1)
        return _Final(runner, self.last, self._rounds, dropped)

    @cached_property
    def _rounds(self) -> int:
        """How many rounds the event has, the last one with them."""
        played = {self.last.round}
        for runner in (self.me, *self.others):
            played.update(result.round for result in runner.contestant.results)
        return len(played)

    @cached_property
    def _mine(self) -> "_Final":
        return self._final(self.me)

    @cached_property
    def _finals(self) -> tuple[list[int], list["_Final"]]:
        """The totals of those who are done, and those of the others to come."""
        return (
            [
                self._final(runner).total(0)
                for runner in self.others
                if not runner.plays
            ],
            [self._final(runner) for runner in self.others if runner.plays],
        )

    def _passing(self, score: int) -> int:
        """How many others can be level with him or ahead, all at once, at most."""
        finished, playing = self._finals
        mine = self._mine.total(score)
        tables: dict[Hashable, list[int]] = {}
        for index, final in enumerate(playing):
            table = final.runner.table
            known = ("table", table) if table is not None else ("alone", index)
            tables.setdefault(known, []).append(final.least(mine))
        own_table = ("table", self.me.table)
        return sum(total >= mine for total in finished) + sum(
            _most(wants, self.last.table_total - (score if table == own_table else 0))
            for table, wants in tables.items()
        )

    @cached_property
    def _certainly_ahead(self) -> int:
        """How many stay ahead though he gets all of his table, and they get 0."""
        finished, playing = self._finals
        best = self._mine.total(self.last.table_total)
        return sum(total > best for total in finished) + sum(
            final.total(0) > best for final in playing
        )


class _Final:
    """A contestant's chips at the end, for any score of the last round from 0 up."""

    def __init__(self, runner: Runner, last: Last, rounds: int, drop: int) -> None:
        self.runner, self.last = runner, last
        results = runner.contestant.results
        has = len(results) + runner.plays
        self.drop = max(0, drop - (rounds - has))
        self.adjustment = runner.contestant.adjustment

    def total(self, score: int) -> int:
        results = after(self.runner, self.last, score).results
        chips = sorted(result.chips for result in results)
        return rounded(sum(chips[self.drop :])) + self.adjustment

    @cached_property
    def _lowest(self) -> int:
        return self.total(0)

    @cached_property
    def _highest(self) -> int:
        return self.total(self.last.table_total)

    def least(self, total: int) -> int:
        """The least score from 0 up that brings this total; too many if none does."""
        beyond = self.last.table_total + 1
        if total <= self._lowest:
            return 0
        if total > self._highest:
            return beyond
        if not self.runner.averaged:
            # Beyond what is dropped every chip counts once.
            return self.last.table_total - (self._highest - total)
        return bisect_left(range(beyond), True, key=lambda n: self.total(n) >= total)


def _most(wants: list[int], chips: int) -> int:
    """How many of these can be served at once with so many chips."""
    served = 0
    for want in sorted(wants):
        chips -= want
        if chips < 0:
            break
        served += 1
    return served
