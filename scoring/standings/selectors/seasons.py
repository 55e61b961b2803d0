"""A club's year: totals of its public tournaments added up, player by player."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from clubs.models import Club, Player, Season
from rules.ranking import Contestant, RoundResult, Row, rank
from scoring.core.selectors.names import public_name
from scoring.games.choice import in_order
from scoring.games.names import name_of
from scoring.models import Entry, Round, Standings, Tournament
from scoring.results.selectors.stored import has_scores, over


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's year. `totals`: chips by tournament, None where he did not play."""

    place: int
    tied: bool
    player: int
    name: str
    lodge: str
    tournaments: int
    rounds: int
    average: Fraction | None
    best_place: int
    totals: tuple[int | None, ...]
    total: int


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """The year's standings in one game, and the tournaments added up, oldest first.

    `game` is its name where others were played in the season as well.
    """

    season: Season
    tournaments: tuple[Tournament, ...]
    lines: tuple[SeasonLine, ...]
    game: str = ""

    @property
    def unfinished(self) -> list[Tournament]:
        """Tournaments whose standings are not final yet."""
        return [each for each in self.tournaments if not each.finished_at]


def seasons_of(club: Club) -> QuerySet[Season]:
    """Seasons with anything played in public, newest first."""
    played = Round.objects.filter(
        tournament__season=OuterRef("pk"),
        tournament__public=True,
        state__in=Round.COUNTING,
    )
    return club.seasons.filter(Exists(played))


def season_standings(season: Season, game: str = "") -> SeasonStandings:
    """The season's standings in this game, or in the first that was played."""
    found = season_by_game(season)
    named = (each for each in found if game in {t.game for t in each.tournaments})
    return next(named, found[0])


def season_by_game(season: Season) -> tuple[SeasonStandings, ...]:
    """The sums of all totals of a season's public tournaments, in two queries.

    Chips of different games are not added up: there is one for each game, and one
    without a line where nothing was played yet.
    """
    public = (
        Standings.objects.filter(tournament__season=season, tournament__public=True)
        .exclude(rows=[])
        .select_related("tournament")
        .order_by("tournament__date", "tournament__pk")
    )
    kept = [each for each in public if has_scores(each.rows)]
    entries = Entry.objects.filter(
        tournament__in=[each.tournament_id for each in kept],
        ranked=True,
        player__isnull=False,
    ).select_related("player")
    people = {entry.pk: entry.player for entry in entries if entry.player}
    games = in_order(each.tournament.game for each in kept)
    if len(games) < 2:
        return (_standings(season, kept, people),)
    return tuple(
        _standings(
            season,
            [each for each in kept if each.tournament.game == game],
            people,
            name_of(game),
        )
        for game in games
    )


def _standings(
    season: Season,
    kept: Sequence[Standings],
    people: Mapping[int, Player],
    game: str = "",
) -> SeasonStandings:
    """The sum of these kept standings; `people` are the players of their entries."""
    years: dict[int, dict[int, Mapping[str, Any]]] = {}
    for at, each in enumerate(kept):
        for row in each.rows:
            if player := people.get(row["entry"]):
                years.setdefault(player.pk, {})[at] = row
    known = {player.pk: player for player in people.values()}
    lines = tuple(
        _line(season, row, known[row.key], years[row.key], len(kept))
        for row in _ranked(years, known)
    )
    return SeasonStandings(season, tuple(each.tournament for each in kept), lines, game)


def _ranked(
    years: Mapping[int, Mapping[int, Mapping[str, Any]]], known: Mapping[int, Player]
) -> Iterable[Row[int]]:
    """Most chips first; a tournament counts as a round does in a tournament."""
    return rank(
        Contestant(
            key=player,
            results=tuple(RoundResult(at, row["total"]) for at, row in year.items()),
            order=known[player].number,
        )
        for player, year in years.items()
    )


def _line(
    season: Season,
    row: Row[int],
    player: Player,
    year: Mapping[int, Mapping[str, Any]],
    tournaments: int,
) -> SeasonLine:
    at_tables = [
        each["chips"]
        for results in year.values()
        for each in over(results)
        if not each["why"]
    ]
    totals = [year[at]["total"] if at in year else None for at in range(tournaments)]
    return SeasonLine(
        place=row.place,
        tied=row.tied,
        player=player.number,
        name=public_name(player.name, season.club),
        lodge=player.lodge,
        tournaments=len(year),
        rounds=len(at_tables),
        average=Fraction(sum(at_tables), len(at_tables)) if at_tables else None,
        best_place=min(results["place"] for results in year.values()),
        totals=tuple(totals),
        total=row.chips,
    )
