"""Data of a club's own page: current, upcoming and past events."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.db.models import Count as Number
from django.db.models import Exists, OuterRef, Q

from clubs.models import Club, Season
from rules.round_status import RoundNow, sought
from scoring.core.names import public_name
from scoring.models import Round, Seat, Tally, Tournament
from scoring.standings.season_standings import (
    SeasonStandings,
    season_by_game,
    seasons_of,
)
from scoring.tournaments.club_desk import tournaments_with_progress

# A tournament can run past midnight; after that, an unfinished one is a past one.
STILL_TONIGHT = timedelta(days=1)


LEADERS = 3  # named for a current event


class Leader(NamedTuple):
    """Someone at the top of the standings: place, name as shown, and total (chips)."""

    place: int
    name: str
    total: int | None


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament on the club's page, with its first places and its progress."""

    tournament: Tournament
    leaders: tuple[Leader, ...]  # everyone in a place up to LEADERS
    current_round: RoundNow | None = None  # the round being played, or the next one

    @property
    def name(self) -> str:
        return self.tournament.name

    @property
    def first(self) -> tuple[str, ...]:
        """The names of everyone in first place."""
        return tuple(leader.name for leader in self.leaders if leader.place == 1)


@dataclass(frozen=True, slots=True)
class ClubPage:
    """A club's page; `past` are the tournaments of `year`, one of all `years`.

    `season` has the latest season's standings in each game played in it.
    """

    current: tuple[Event, ...]
    coming: tuple[Tournament, ...]
    past: tuple[Event, ...]
    year: int | None
    years: tuple[int, ...]
    seasons: tuple[Season, ...]
    season: tuple[SeasonStandings, ...]

    @property
    def standings(self) -> SeasonStandings | None:
        """The season's standings of the first game."""
        return next(iter(self.season), None)


def club_page(club: Club, *, today: date, year: int | None = None) -> ClubPage:
    """Return a club's public tournaments of a year, and its latest season.

    If nothing was played in the requested year, the latest year with a tournament. A
    fixed number of queries.
    """
    years = _years_of(club)
    year = year if year in years else next(iter(years), None)
    visible = tournaments_with_progress(club).filter(
        Q(date__gte=today - STILL_TONIGHT) | Q(date__year=year or today.year),
        public=True,
    )
    everything = list(visible.order_by("-date", "-pk"))
    for tournament in everything:
        tournament.club = club
    played = [tournament for tournament in everything if _has_begun(tournament)]
    current, coming = _on(everything, today)
    past = [t for t in played if t not in current and t.date.year == year]
    events = _events(club, current + past)
    seasons = tuple(seasons_of(club))
    for season in seasons:
        season.club = club
    return ClubPage(
        tuple(events[t.pk] for t in current),
        tuple(coming),
        tuple(events[t.pk] for t in past),
        year,
        years,
        seasons,
        season_by_game(seasons[0]) if seasons else (),
    )


def evenings_on(club: Club, today: date) -> tuple[list[Event], list[Tournament]]:
    """Return events being played now, and upcoming ones, next first; three queries."""
    visible = tournaments_with_progress(club).filter(
        date__gte=today - STILL_TONIGHT, public=True
    )
    everything = list(visible.order_by("-date", "-pk"))
    for tournament in everything:
        tournament.club = club
    current, coming = _on(everything, today)
    events = _events(club, current)
    return [events[tournament.pk] for tournament in current], coming


def _on(everything: list[Any], today: date) -> tuple[list[Any], list[Any]]:
    """Split tournaments, newest first, into current ones and upcoming ones.

    Current ones stay newest first; upcoming ones are next first.
    """
    current: list[Any] = []
    coming: list[Any] = []
    for tournament in everything:
        if not _has_begun(tournament):
            if tournament.date >= today:
                coming.insert(0, tournament)
        elif not tournament.finished_at and _is_tonight(tournament, today):
            current.append(tournament)
    return current, coming


def _years_of(club: Club) -> tuple[int, ...]:
    """Return the years with public tournaments, latest first; one query."""
    played = Round.objects.filter(tournament=OuterRef("pk"), state__in=Round.COUNTING)
    past = Exists(played) | Q(old_list__isnull=False)
    visible = club.tournaments.filter(past, public=True)
    return tuple(day.year for day in visible.dates("date", "year", order="DESC"))


def _has_begun(tournament: Tournament) -> bool:
    latest = tournament.latest_round  # type: ignore[attr-defined]  # is annotated
    return latest is not None or tournament.old_list_id is not None


def _is_tonight(tournament: Tournament, today: date) -> bool:
    return abs(today - tournament.date) <= STILL_TONIGHT


def _events(club: Club, played: Iterable[Tournament]) -> dict[int, Event]:
    """Return events by tournament key, with leaders by start number; two queries."""
    by_pk = {tournament.pk: tournament for tournament in played}
    first = Tally.objects.filter(tournament__in=by_pk, place__lte=LEADERS)
    leaders: dict[int, list[Leader]] = {}
    for pk, place, name, player, total in first.order_by(
        "place", "entry__number"
    ).values_list("tournament", "place", "entry__name", "player", "total"):
        leader = Leader(place, public_name(name, club, player), total)
        leaders.setdefault(pk, []).append(leader)
    sheets = _open_sheets(by_pk)
    return {
        pk: Event(
            tournament,
            tuple(leaders.get(pk, ())),
            sought(sheets.get(pk, ())),
        )
        for pk, tournament in by_pk.items()
    }


def _open_sheets(tournaments: Iterable[int]) -> dict[int, list[RoundNow]]:
    """Return each tournament's open rounds, in order."""
    seats = Seat.objects.filter(
        round__tournament__in=tournaments,
        round__tournament__finished_at=None,
        round__state=Round.State.OPEN,
        position=1,
    )
    by_round = seats.order_by("round__number").values(
        "round__tournament", "round__number"
    )
    rounds: dict[int, list[RoundNow]] = {}
    for tournament in by_round.annotate(sheets=Number("pk"), in_force=Number("score")):
        round_now = RoundNow(
            tournament["round__number"], tournament["sheets"], tournament["in_force"]
        )
        rounds.setdefault(tournament["round__tournament"], []).append(round_now)
    return rounds
