"""Scores that a player needs in the last round, for each place.

For rankings by chips and by points. Three answers, each with its own assumptions:

* **enough**: the player gets the place, alone or shared, if everyone else who still
  plays gets the start chips (in table points: the middle of a table's, and the start
  chips). One chip less is not enough. Rounds won in the last round are left out.
* **sure**: no one can keep the player from the place, whatever the others get, as
  long as no score of the last round is below 0. A table's scores total its seats x
  start chips, which bounds what the others get together; a tie counts as lost. Chips
  ranking only.
* **out of reach**: even all chips of the player's table would not do, if again no
  score is below 0. Chips ranking only.

A loan can bring one score below 0 and another above the table's chips. Then nothing is
bounded, and no answer could be sure: so the caller has to display the assumption.
"""

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from rules.ranking import Contestant, Method, RoundResult, TieBreak, comparing, rounded
from rules.round_scores import MissedScore, middle_points, missed_chips

# No score of a round comes near these, so the search for "enough" covers every score.
SCORES = range(-100_000, 100_001)


@dataclass(frozen=True, slots=True)
class Runner:
    """A contestant before the last round.

    `plays`: they still play the last round; otherwise their results include it.
    `averaged` are the rounds they didn't play that score their own average: the last
    round's score at a table changes the average, so the stored chips of these rounds
    are ignored. `table` identifies the last round's table, None where it isn't known.
    """

    contestant: Contestant[Any]
    plays: bool = True
    averaged: frozenset[int] = frozenset()
    table: Hashable = None


@dataclass(frozen=True, slots=True)
class Last:
    """The last round, where all tables have `seats`, and the event's ranking rules."""

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
        """Every possible number of table points: 1, 1 1/2 … up to the seats."""
        return tuple(Fraction(halves, 2) for halves in range(2, 2 * self.seats + 1))


@dataclass(frozen=True, slots=True)
class Need:
    """The score needed for a place: chips, or table points where they decide.

    `enough` None: no possible score is enough, `always`: any score is. `sure` None: not
    provable for any score.
    """

    place: int
    enough: int | Fraction | None
    always: bool = False
    sure: int | None = None
    out_of_reach: bool = False


def needs(
    me: Runner, others: Iterable[Runner], last: Last, places: Iterable[int]
) -> list[Need]:
    """Return the score needed for each of these places.

    Raises ValueError if the player's last round is over.
    """
    if not me.plays:
        raise ValueError("their last round is over")
    race = _Race(me, tuple(others), last)
    return [race.need(place) for place in places]


def after(
    runner: Runner, last: Last, chips: int, points: Fraction | None = None
) -> Contestant[Any]:
    """Return the contestant after a last round with this score.

    Without `points` they get the middle of a table's points. For a runner who has
    already played the round, only the averages are calculated.
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
        """Return whether this score gives the place if the others score as expected."""
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
        """The number of rounds of the event, including the last one."""
        played = {self.last.round}
        for runner in (self.me, *self.others):
            played.update(result.round for result in runner.contestant.results)
        return len(played)

    @cached_property
    def _mine(self) -> "_Final":
        return self._final(self.me)

    @cached_property
    def _finals(self) -> tuple[list[int], list["_Final"]]:
        """The totals of runners who are finished, and the runners still to play."""
        return (
            [
                self._final(runner).total(0)
                for runner in self.others
                if not runner.plays
            ],
            [self._final(runner) for runner in self.others if runner.plays],
        )

    def _passing(self, score: int) -> int:
        """Return how many others at most can be level or ahead, all at once."""
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
        """The others who stay ahead even if the player gets all the table's chips.

        Their own last score is taken as 0.
        """
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
        """Return the lowest score from 0 up that gives this total.

        If none does, the result is one more than the table's chips.
        """
        beyond = self.last.table_total + 1
        if total <= self._lowest:
            return 0
        if total > self._highest:
            return beyond
        if not self.runner.averaged:
            # Above the dropped rounds every chip counts once.
            return self.last.table_total - (self._highest - total)
        return bisect_left(range(beyond), True, key=lambda n: self.total(n) >= total)


def _most(wants: list[int], chips: int) -> int:
    """Return how many of these numbers of chips can be given at once from `chips`."""
    served = 0
    for want in sorted(wants):
        chips -= want
        if chips < 0:
            break
        served += 1
    return served
