"""What somebody needs in the last round, from the kept standings."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.core.paginator import Page, Paginator

from rules.chances import Last, Need, Runner, needs
from rules.ranking import Contestant, Method, RoundResult, TieBreak
from rules.round_scores import MissedScore
from scoring.games.game_adapter import game_of, missed_result, missed_score
from scoring.models import Entry, SitOut, Tournament
from scoring.results.lines import Line
from scoring.results.standings import standing_for
from scoring.results.table import StandingsTable

PLACES_A_PAGE = 10
GONE = (Entry.State.LEFT, Entry.State.ABSENT)


@dataclass(frozen=True, slots=True)
class Scenarios:
    """The last round as it may still go; `page` holds a Need for each place.

    `first`: what place 1 takes, None where the page has it. `waits_for`: rounds whose
    sheets have to be verified before anything can be said. `wins_count`: a tie-break
    asks for rounds won, and “enough” leaves out who wins this one.
    """

    round: int
    start_chips: int
    table_total: int
    middle: Fraction  # of a table's points
    by_points: bool = False
    wins_count: bool = False
    page: Page[Any] | None = None
    first: Need | None = None
    waits_for: tuple[int, ...] = ()


def scenarios_of(
    table: StandingsTable,
    own: Line,
    wins: Mapping[int, Mapping[int, Fraction]],
    *,
    page: int | str = 1,
) -> Scenarios | None:
    """What he needs; None before and after the time to ask, or once he played.

    None too where no table's chips bound its scores.
    """
    tournament = table.tournament
    last, early = _last_round(table)
    seats = _seats_of_all(tournament)
    if last is None or seats is None:
        return None
    terms = _terms(tournament, last, seats)
    known = Scenarios(
        last,
        tournament.start_chips,
        terms.table_total,
        terms.middle,
        tournament.by_points,
        TieBreak.ROUNDS_WON in tournament.tie_breaks,
        waits_for=early,
    )
    if early:
        return known
    runners = _runners(table, last, wins)
    me = runners.pop(own.entry)
    if not me.plays:
        return None
    asked: Page[Any] = Paginator(range(own.place, 0, -1), PLACES_A_PAGE).get_page(page)
    *found, first = needs(me, runners.values(), terms, [*asked.object_list, 1])
    asked.object_list = found
    on_page = any(need.place == 1 for need in found)
    return replace(known, page=asked, first=None if on_page else first)


def _seats_of_all(tournament: Tournament) -> int | None:
    """How many sit at every table; None where what is sure cannot be said.

    Tables differ in size, chips may lie aside, or there are only plus and minus.
    """
    game = game_of(tournament)
    if len(game.tables) > 1 or game.accounts or game.chip_set is None:
        return None
    return game.tables[0]


def _last_round(table: StandingsTable) -> tuple[int | None, tuple[int, ...]]:
    """The last round if it is the next to end, and earlier rounds that miss sheets."""
    if table.tournament.finished_at:
        return None, ()
    waiting = {number for number, *_ in table.waiting}
    counting = [each.number for each in table.counting]
    planned = table.tournament.rounds_planned
    if not counting or len(counting) not in (planned - 1, planned):
        return None, ()
    if len(counting) == planned:
        last = counting[-1] if waiting else None
    else:
        last = counting[-1] + 1
    return last, tuple(sorted(waiting - {last})) if last else ()


def _terms(tournament: Tournament, last: int, seats: int) -> Last:
    return Last(
        last,
        tournament.start_chips,
        Method(tournament.ranking),
        tuple(TieBreak(each) for each in tournament.tie_breaks),
        tournament.drop_worst,
        seats,
    )


def _runners(
    table: StandingsTable, last: int, wins: Mapping[int, Mapping[int, Fraction]]
) -> dict[int, Runner]:
    """Everybody with a place, as the last round finds them; two queries at most.

    Who has left plays on where a substitute plays for his standing.
    """
    tournament = table.tournament
    tables = {pk: at for number, at, pk in table.waiting if number == last}
    entries = tournament.entries.filter(ranked=True)
    played_for = standing_for(tournament)
    states = {
        pk: (Entry.State.HERE if pk in played_for else state, lot)
        for pk, state, lot in entries.values_list("pk", "state", "lot")
    }
    return {
        line.entry: _runner(
            tournament,
            last,
            line,
            wins.get(line.entry, {}),
            tables.get(line.entry),
            *states[line.entry],
        )
        for line in table.lines
    }


def _runner(
    tournament: Tournament,
    last: int,
    line: Line,
    wins: Mapping[int, Fraction],
    table: int | None,
    state: str,
    lot: int,
) -> Runner:
    results = [
        RoundResult(
            each.round,
            each.brought,
            Fraction(each.points),
            wins.get(each.round, Fraction(0)),
            bool(each.why),
        )
        for each in line.results
    ]
    plays = all(each.round != last for each in results)
    if plays and table is None and state in GONE:
        results.append(_gone(tournament, last, results))
        plays = False
    averaged = frozenset(
        each.round for each in line.results if _averages(tournament, each.why)
    )
    contestant = Contestant(line.entry, tuple(results), line.adjustment, lot)
    return Runner(contestant, plays, averaged, table)


def _gone(tournament: Tournament, last: int, results: list[RoundResult]) -> RoundResult:
    """What the last round scores for somebody who is not here any more."""
    own = [each.chips for each in results if not each.sat_out]
    return missed_result(tournament, last, SitOut.Why.LEFT, own)


def _averages(tournament: Tournament, why: str) -> bool:
    """Whether a round not played scores the player's own average."""
    return bool(why) and missed_score(tournament, why) is MissedScore.AVERAGE
