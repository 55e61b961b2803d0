"""What somebody did at a club over the years, from his evenings (`evenings.py`) alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import sqrt
from operator import attrgetter
from typing import NamedTuple

from clubs.wording import day, say, tenths
from scoring.games.choice import in_order
from scoring.games.names import name_of
from scoring.history.charts import Chart, line_chart
from scoring.history.evenings import Evening

CHARTED = 60  # evenings
ENOUGH = 20  # rounds, below which an average says nothing
NORMAL_95 = 1.96


class PlayedRound(NamedTuple):
    """A round at a table, with what it brought above the start chips."""

    net: int
    chips: int
    round: int
    table: int
    evening: Evening


@dataclass(frozen=True)
class Span:
    """Some evenings together: a year, or all of them.

    Of evenings of old lists, what is not known is in no sum; None: nothing is known.
    """

    evenings: tuple[Evening, ...]

    @property
    def year(self) -> int:
        return self.evenings[0].date.year

    @cached_property
    def rounds(self) -> int | None:
        return _sum(each.rounds for each in self.evenings)

    @cached_property
    def net(self) -> int | None:
        return _sum(each.net for each in self.evenings)

    @cached_property
    def a_round(self) -> float | None:
        both = [each for each in self.evenings if each.a_round is not None]
        net, rounds = (_sum(each.net for each in both), _sum(e.rounds for e in both))
        return net / rounds if net is not None and rounds else None

    @property
    def best_place(self) -> int | None:
        places = (each.place for each in self.evenings if each.place and each.is_over)
        return min(places, default=None)


@dataclass(frozen=True)
class Career(Span):
    """All public evenings of a player in one game, the oldest first."""

    game: str = ""  # its name, where he plays several

    @cached_property
    def years(self) -> list[Span]:
        """The newest first."""
        by_year = groupby(self.evenings, lambda each: each.date.year)
        return [Span(tuple(each)) for _, each in by_year][::-1]

    @cached_property
    def with_sheets(self) -> Span:
        """Without the evenings of old lists, which do not tell one round from another."""
        return Span(tuple(e for e in self.evenings if e.sum_squares is not None))

    @cached_property
    def within(self) -> float | None:
        """Half of the interval in which his average lies, 95 times in 100."""
        evenings, rounds = self.with_sheets.evenings, self.with_sheets.rounds or 0
        if rounds < ENOUGH:
            return None
        played = sum((each.net or 0) - each.rulings for each in evenings)
        squares = sum(each.sum_squares or 0 for each in evenings)
        spread = (squares - played * played / rounds) / (rounds - 1)
        return NORMAL_95 * sqrt(max(spread, 0) / rounds)

    @property
    def stands_out(self) -> bool:
        """Whether so many rounds show that he is not an average player here."""
        average = self.with_sheets.a_round or 0
        return self.within is not None and abs(average) > self.within

    @cached_property
    def places(self) -> list[int]:
        """How often he was first, second and third."""
        every = [each.place for each in self.evenings if each.is_over]
        return [every.count(place) for place in (1, 2, 3)]

    @cached_property
    def played(self) -> list[PlayedRound]:
        """Every round at a table, those that count and those dropped."""
        return [
            PlayedRound(chips - each.start_chips, chips, number, table, each)
            for each in self.evenings
            for number, table, chips, _, _ in each.results or ()
            if table is not None
        ]

    @property
    def best(self) -> PlayedRound | None:
        return max(self.played, key=attrgetter("net"), default=None)

    @property
    def worst(self) -> PlayedRound | None:
        return min(self.played, key=attrgetter("net"), default=None)

    @cached_property
    def streak(self) -> int:
        """Most evenings in a row above the start chips."""
        best = run = 0
        for each in self.evenings:
            run = run + 1 if (each.net or 0) > 0 else 0
            best = max(best, run)
        return best

    @cached_property
    def charted(self) -> tuple[Evening, ...]:
        """The newest evenings with a round at a table: as many as a picture shows well."""
        known = (each for each in self.evenings if each.a_round is not None)
        return tuple(known)[-CHARTED:]

    @cached_property
    def chart(self) -> Chart | None:
        if len(self.charted) < 2:
            return None
        return line_chart([(each.a_round or 0, _said(each)) for each in self.charted])


def _sum(numbers: Iterable[int | None]) -> int | None:
    known = [each for each in numbers if each is not None]
    return sum(known) if known else None


def careers_of(evenings: Iterable[Evening]) -> list[Career]:
    """One for each game of these evenings, the usual game first."""
    placed = [each for each in evenings if each.place is not None]
    games = in_order(each.game for each in placed)
    return [
        Career(_in(game, placed), name_of(game) if len(games) > 1 else "")
        for game in games
    ]


def _in(game: str, evenings: Iterable[Evening]) -> tuple[Evening, ...]:
    return tuple(each for each in evenings if each.game == game)


def _said(evening: Evening) -> str:
    return say(
        "{day}: {chips} chips a round",
        day=day(evening.date),
        chips=tenths(evening.a_round or 0),
    )
