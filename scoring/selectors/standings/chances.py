"""What somebody needs in the last round, from the kept standings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.paginator import Page, Paginator

from rules.chances import Last, Need, Runner, needs
from rules.ranking import Contestant, Method, RoundResult, TieBreak
from rules.ranking import SitOut as MissedScore
from scoring.models import Entry, Round, SitOut, Tournament
from scoring.rulebook import missed_result, missed_score
from scoring.selectors.standings.kept import standing_for

PLACES_A_PAGE = 10
GONE = (Entry.State.LEFT, Entry.State.ABSENT)


@dataclass(frozen=True, slots=True)
class Chances:
    """The last round as it may still go; `page` holds a Need for each place.

    `first`: what place 1 takes, None where the page has it. `waits_for`: rounds whose
    sheets have to be verified before anything can be said. `wins_count`: a tie-break
    asks for rounds won, and “enough” leaves out who wins this one.
    """

    round: int
    start_chips: int
    table_total: int
    by_points: bool = False
    wins_count: bool = False
    page: Page | None = None
    first: Need | None = None
    waits_for: tuple[int, ...] = ()


def chances_of(
    tournament: Tournament,
    pk: int,
    rows: Sequence[Mapping[str, Any]],
    wins: Mapping[int, Mapping[int, Fraction]],
    waiting: Iterable[tuple[int, int, int | None]],
    *,
    page: int | str = 1,
) -> Chances | None:
    """What the entry needs; None before and after the time to ask, or once it played.

    `waiting` are the seats without a score in force: round, table, whose standing.
    """
    waiting = list(waiting)
    last, early = _last_round(tournament, {number for number, *_ in waiting})
    if last is None:
        return None
    facts = {
        "round": last,
        "start_chips": tournament.start_chips,
        "table_total": tournament.must_total,
        "by_points": tournament.by_points,
        "wins_count": TieBreak.ROUNDS_WON in tournament.tie_breaks,
    }
    if early:
        return Chances(**facts, waits_for=early)
    runners = _runners(tournament, last, rows, wins, waiting)
    me = runners.pop(pk)
    if not me.plays:
        return None
    place = next(row["place"] for row in rows if row["entry"] == pk)
    asked = Paginator(range(place, 0, -1), PLACES_A_PAGE).get_page(page)
    terms = _terms(tournament, last)
    *found, first = needs(me, runners.values(), terms, [*asked.object_list, 1])
    asked.object_list = found
    on_page = any(need.place == 1 for need in found)
    return Chances(**facts, page=asked, first=None if on_page else first)


def _last_round(
    tournament: Tournament, waiting: set[int]
) -> tuple[int | None, tuple[int, ...]]:
    """The last round if it is the next to end, and earlier rounds that miss sheets."""
    if tournament.finished_at:
        return None, ()
    rounds = tournament.rounds.filter(state__in=Round.COUNTING)
    counting = sorted(rounds.values_list("number", flat=True))
    planned = tournament.rounds_planned
    if not counting or len(counting) not in (planned - 1, planned):
        return None, ()
    if len(counting) == planned:
        last = counting[-1] if waiting else None
    else:
        last = counting[-1] + 1
    return last, tuple(sorted(waiting - {last})) if last else ()


def _terms(tournament: Tournament, last: int) -> Last:
    return Last(
        last,
        tournament.start_chips,
        Method(tournament.ranking),
        tuple(TieBreak(each) for each in tournament.tie_breaks),
        tournament.drop_worst,
    )


def _runners(
    tournament: Tournament,
    last: int,
    rows: Iterable[Mapping[str, Any]],
    wins: Mapping[int, Mapping[int, Fraction]],
    waiting: Iterable[tuple[int, int, int | None]],
) -> dict[int, Runner]:
    """Everybody with a place, as the last round finds them; two queries at most.

    Who has left plays on where a substitute plays for his standing.
    """
    tables = {pk: table for number, table, pk in waiting if number == last}
    entries = tournament.entries.filter(ranked=True)
    played_for = standing_for(tournament)
    states = {
        pk: (Entry.State.HERE if pk in played_for else state, lot)
        for pk, state, lot in entries.values_list("pk", "state", "lot")
    }
    return {
        row["entry"]: _runner(
            tournament,
            last,
            row,
            wins.get(row["entry"], {}),
            tables.get(row["entry"]),
            *states[row["entry"]],
        )
        for row in rows
    }


def _runner(
    tournament: Tournament,
    last: int,
    row: Mapping[str, Any],
    wins: Mapping[int, Fraction],
    table: int | None,
    state: str,
    lot: int,
) -> Runner:
    results = [
        RoundResult(
            each["round"],
            each["chips"],
            Fraction(each["points"]),
            wins.get(each["round"], Fraction(0)),
            bool(each["why"]),
        )
        for each in row["rounds"]
    ]
    plays = all(each.round != last for each in results)
    if plays and table is None and state in GONE:
        results.append(_gone(tournament, last, results))
        plays = False
    averaged = frozenset(
        each["round"] for each in row["rounds"] if _averages(tournament, each["why"])
    )
    contestant = Contestant(row["entry"], tuple(results), row["adjustment"], lot)
    return Runner(contestant, plays, averaged if plays else frozenset(), table)


def _gone(tournament: Tournament, last: int, results: list[RoundResult]) -> RoundResult:
    """What the last round scores for somebody who is not here any more."""
    own = [each.chips for each in results if not each.sat_out]
    return missed_result(tournament, last, SitOut.Why.LEFT, own)


def _averages(tournament: Tournament, why: str | None) -> bool:
    """Whether a round not played scores the player's own average."""
    return bool(why) and missed_score(tournament, why) is MissedScore.AVERAGE
